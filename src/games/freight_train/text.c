/* text.c: the words of the game: names of its cards, actions, events and options.
 * Sentences are in the catalogues. */
#include "games/freight_train/ft.h"

#define CARS                                                                               \
    "auto-rack", "box", "coil-steel", "container", "gondola", "hopper", "ore",             \
        "piggyback", "refrigerator", "stock", "tank"

static const char *const CAR[] = { CARS };
static const char *const DECK[] = { CARS, "end-of-day" };
static const char *const TRAIN[] = { CARS, "mixed", "new" };

static const char *const RANK[] = { "longest", "two", "three", "second" };

const Names FT_CAR_NAMES = NAMES("car", CAR);
const Names FT_DECK_NAMES = NAMES("car", DECK);
const Names FT_TRAIN_NAMES = NAMES("train", TRAIN);
static const Names RANK_NAMES = NAMES("rank", RANK);

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

static const char *const EDITION[] = { "white-wind", "mayfair" };
static const char *const SEQUENCE[] = { "engine", "plain" };
static const char *const CABOOSES[] = { "off", "on" };
static const char *const MIXED[] = { "edition", "score", "none" };
static const char *const FIRST[] = { "random", "0", "1", "2", "3", "4" };

const Option FT_OPTION_TABLE[FT_OPTIONS] = {
    [FT_OPTION_EDITION] = { "edition", NAMES("option.edition", EDITION), FT_MAYFAIR },
    [FT_OPTION_SEQUENCE] = { "sequence", NAMES("option.sequence", SEQUENCE),
                             FT_SEQUENCE_ENGINE },
    [FT_OPTION_CABOOSES] = { "cabooses", NAMES("option.cabooses", CABOOSES), 0 },
    [FT_OPTION_MIXED] = { "mixed", NAMES("option.mixed", MIXED), FT_MIXED_AS_EDITION },
    [FT_OPTION_FIRST] = { "first", NAMES("option.first", FIRST), 0 },
};

/* ------------------------------------------------------------------------- */
/* Actions and events                                                        */
/* ------------------------------------------------------------------------- */

#define SIDING  PLACE("siding")
#define A_TRAIN PLACE("train")
#define A_CAR   NAME("car", FT_CAR_NAMES)
#define A_TYPE  NAME("type", FT_TRAIN_NAMES)
#define A_RANK  NAME("rank", RANK_NAMES)

const ActionKind FT_ACTION_TABLE[] = {
    [FT_FILL] = { "fill", { SIDING } },
    [FT_TAKE] = { "take", { SIDING } },
    [FT_SWITCH] = { "switch", { SIDING, A_TRAIN } },
    [FT_REARRANGE] = { "rearrange", { { 0 } } },
    [FT_CALL] = { "call", { { 0 } } },
    [FT_CLOSE] = { "close", { A_TRAIN } },
    [FT_COUPLE] = { "couple", { A_CAR, A_TRAIN } },
    [FT_STORE] = { "store", { A_CAR, SIDING } },
    [FT_DONE] = { "done", { { 0 } } },
    [FT_PASS] = { "pass", { { 0 } } },
};

const EventKind FT_EVENT_TABLE[] = {
    [FT_EVENT_FILLED] = { "filled", { SIDING }, NAME("cars", FT_CAR_NAMES) },
    [FT_EVENT_END_DRAWN] = { .word = "end-drawn" },
    [FT_EVENT_TOOK] = { "took", { A_CAR, SIDING }, { 0 } },
    [FT_EVENT_SWITCHED] = { "switched", { A_CAR, SIDING, A_TRAIN }, { 0 } },
    [FT_EVENT_REARRANGES] = { .word = "rearranges" },
    [FT_EVENT_CALLED] = { .word = "called" },
    [FT_EVENT_CLOSED] = { "closed", { A_TRAIN }, { 0 } },
    [FT_EVENT_COUPLED] = { "coupled", { A_CAR, A_TRAIN }, { 0 } },
    [FT_EVENT_STORED] = { "stored", { A_CAR, SIDING }, { 0 } },
    [FT_EVENT_PASSED] = { .word = "passed" },
    [FT_EVENT_DAY_ENDED] = { "day-ended", { NUMBER("day") }, { 0 } },
    [FT_EVENT_TRAIN_SCORED] = { "train-scored",
                                { A_TYPE, NUMBER("length"), NUMBER("points"), A_RANK },
                                { 0 } },
    [FT_EVENT_CLOSED_SCORED] = { "closed-train-scored",
                                 { A_TYPE, NUMBER("length"), NUMBER("points"), A_RANK },
                                 { 0 } },
    [FT_EVENT_YARD_SCORED] = { "yard-scored",
                               { NUMBER("length"), NUMBER("points") },
                               { 0 } },
    [FT_EVENT_DAY_BEGAN] = { "day-began", { NUMBER("day") }, { 0 } },
    [FT_EVENT_FREE_LOCOMOTIVE] = { .word = "free-locomotive" },
    [FT_EVENT_GAME_ENDED] = { .word = "game-ended" },
};

const TermKind FT_TERM_TABLE[FT_TERMS] = {
    [FT_TERM_DAY] = { "day", { NUMBER("day") }, .use = TERM_MERGED },
    [FT_TERM_TRAIN] = { "train", { A_TYPE, NUMBER("length"), A_RANK }, 0 },
    [FT_TERM_CLOSED] = { "closed-train", { A_TYPE, NUMBER("length"), A_RANK }, 0 },
    [FT_TERM_YARD] = { "yard", { NUMBER("length") }, 0 },
    [FT_TERM_REARRANGED] = { "rearranged", { { 0 } }, .use = TERM_MERGED },
};

/* ------------------------------------------------------------------------- */
/* What the position adds to an action                                       */
/* ------------------------------------------------------------------------- */

static void say_car(Phrase *phrase, int car)
{
    static const Field field = A_CAR;

    phrase_add(phrase, &field, car);
}

static void say_train_kind(Phrase *phrase, const FtPlayer *player, int train)
{
    static const Field field = A_TYPE;

    phrase_add(phrase, &field, ft_train_kind(player, train));
}

void ft_say(const void *view, int seat, Action action, Phrase *phrase)
{
    const FtState *ft = view;
    const FtPlayer *player = &ft->players[seat];
    int a = action_a(action), b = action_b(action);

    switch (action_kind(action)) {
    case FT_TAKE:
        say_car(phrase, ft->main[a].cars[ft->main[a].length - 1]);
        break;
    case FT_SWITCH:
        say_car(phrase, player->yard[a].cars[player->yard[a].length - 1]);
        say_train_kind(phrase, player, b);
        break;
    case FT_COUPLE:
        say_train_kind(phrase, player, b);
        break;
    case FT_CLOSE:
        say_train_kind(phrase, player, a);
        break;
    default:
        break;
    }
}
