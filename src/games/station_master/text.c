/* text.c: the words of the game: names of its cards, actions, events and options.
 * Sentences are in the catalogues. */
#include "games/station_master/sm.h"

static const char *const CARD[SM_CARD_KINDS] = {
    "+1",       "+2",        "+3",       "+4",         "+5",         "+6",
    "-1",       "-2",        "-3",       "-4",         "-5",         "-6",
    "first",    "executive", "caboose",  "royal",      "reassign",   "repair-3",
    "repair-5", "transfer",  "standing", "uncouple-1", "uncouple-2", "rush-hour",
};
static const char *const LOCOMOTIVE[SM_LOCOMOTIVE_KINDS] = {
    "ordinary-3", "ordinary-4",  "ordinary-5",  "ordinary-6",  "ordinary-7",
    "ordinary-8", "executive-4", "executive-5", "executive-6", "freight-5",
};

static const char *const SERVICE[] = { "ordinary", "executive", "freight" };

const Names SM_CARD_NAMES = { "card", CARD, SM_CARD_KINDS };
const Names SM_HELD_NAMES = { "card", CARD, SM_HELD_KINDS };
const Names SM_CARRIAGE_NAMES = { "card", CARD, SM_CARRIAGE_KINDS };
const Names SM_LOCOMOTIVE_NAMES = NAMES("locomotive", LOCOMOTIVE);
static const Names SERVICE_NAMES = NAMES("service", SERVICE);

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

static const char *const FIRST[] = { "random", "0", "1", "2", "3", "4", "5" };

const Option SM_OPTION_TABLE[SM_OPTIONS] = {
    [SM_OPTION_FIRST] = { "first", NAMES("option.first", FIRST), 0 },
};

/* ------------------------------------------------------------------------- */
/* Actions and events                                                        */
/* ------------------------------------------------------------------------- */

#define A_CARD       NAME("card", SM_CARD_NAMES)
#define A_LOCOMOTIVE NAME("locomotive", SM_LOCOMOTIVE_NAMES)
#define A_SERVICE    NAME("service", SERVICE_NAMES)
#define CARDS(name)  NAME(name, SM_CARD_NAMES)

const ActionKind SM_ACTION_TABLE[] = {
    [SM_BOARD] = { "board", { NUMBER("token"), PLACE("train") } },
    [SM_COUPLE] = { "couple", { A_CARD, PLACE("train") } },
    [SM_PLAY(SM_CABOOSE)] = { "caboose", { PLACE("train") } },
    [SM_PLAY(SM_ROYAL)] = { "royal", { PLACE("train") } },
    [SM_PLAY(SM_REASSIGN)] = { "reassign", { PLACE("train"), PLACE("to") } },
    [SM_PLAY(SM_REPAIR_3)] = { "repair-3", { A_CARD, PLACE("train") } },
    [SM_PLAY(SM_REPAIR_5)] = { "repair-5", { A_CARD, PLACE("train") } },
    [SM_PLAY(SM_TRANSFER)] = { "transfer", { PLACE("train"), PLACE("to") } },
    [SM_PLAY(SM_STANDING)] = { "standing", { PLACE("train") } },
    [SM_PLAY(SM_UNCOUPLE_1)] = { "uncouple-1", { PLACE("train") } },
    [SM_PLAY(SM_UNCOUPLE_2)] = { "uncouple-2", { PLACE("train") } },
    [SM_MOVE] = { "move", { PLACE("place") } },
    [SM_DONE] = { "done", { { 0 } } },
    [SM_WASTE] = { "waste", { A_CARD } },
};

const EventKind SM_EVENT_TABLE[] = {
    [SM_EVENT_BOARDED] = { "boarded", { PLACE("train") }, { 0 } },
    [SM_EVENT_COUPLED] = { "coupled", { A_CARD, PLACE("train") }, { 0 } },
    [SM_EVENT_PLAYED] = { "played", { A_CARD }, { 0 } },
    [SM_EVENT_WASTED] = { "wasted", { A_CARD }, { 0 } },
    [SM_EVENT_ATTACHED] = { "attached", { A_CARD, PLACE("train") }, { 0 } },
    [SM_EVENT_REASSIGNED] = { "reassigned",
                              { A_CARD, PLACE("train"), PLACE("to") },
                              { 0 } },
    [SM_EVENT_REPAIRED] = { "repaired", { A_CARD, PLACE("train") }, { 0 } },
    [SM_EVENT_MOVED] = { "moved", { SEAT("of"), PLACE("train"), PLACE("to") }, { 0 } },
    [SM_EVENT_UNCOUPLED] = { "uncoupled", { PLACE("train") }, CARDS("cards") },
    [SM_EVENT_DEPARTED] = { "departed",
                            { PLACE("train"), A_LOCOMOTIVE, SIGNED("worth"),
                              NUMBER("royals") },
                            CARDS("carriages") },
    [SM_EVENT_SCORED] = { "scored", { NUMBER("passengers"), NUMBER("points") }, { 0 } },
    [SM_EVENT_ARRIVED] = { "arrived", { PLACE("train"), A_LOCOMOTIVE }, { 0 } },
    [SM_EVENT_DRAWS] = { .word = "draws" },
    [SM_EVENT_DREW] = { "drew", { A_CARD }, { 0 } },
    [SM_EVENT_RUSH_HOUR] = { .word = "rush-hour" },
    [SM_EVENT_SKIPPED] = { .word = "skipped" },
    [SM_EVENT_GAME_ENDED] = { .word = "game-ended" },
};

const TermKind SM_TERM_TABLE[SM_TERMS] = {
    [SM_TERM_TRAIN] = { "train", { PLACE("train"), A_LOCOMOTIVE }, 0 },
    [SM_TERM_CARRIAGE] = { "carriage", { A_CARD }, 0 },
    [SM_TERM_TURNED] = { "turned", { A_CARD }, 0 },
    [SM_TERM_CLASS] = { "class", { A_CARD, A_SERVICE }, 0 },
    [SM_TERM_ROYAL] = { "royal", { NUMBER("royals"), NUMBER("times") }, 0 },
    [SM_TERM_PASSENGERS] = { "passengers",
                             { PLACE("train"), A_LOCOMOTIVE, NUMBER("passengers"),
                               SIGNED("worth") },
                             0 },
    [SM_TERM_BEST] = { "best-train", { NUMBER("points") }, 0 },
};

/* ------------------------------------------------------------------------- */
/* What the position adds to an action                                       */
/* ------------------------------------------------------------------------- */

static void say_locomotive(Phrase *phrase, const SmTrain *train)
{
    static const Field field = A_LOCOMOTIVE;

    phrase_add(phrase, &field, train->locomotive);
}

/* The carriage at the tail, which a Re-Assign takes. */
static void say_tail(Phrase *phrase, const SmTrain *train)
{
    static const Field field = A_CARD;

    phrase_add(phrase, &field, train->carriages[train->carriage_count - 1]);
}

static void say_owner(Phrase *phrase, SmToken token)
{
    static const Field field = SEAT("of");

    phrase_add(phrase, &field, token.seat);
}

/* What the train is worth now, and what it would be. */
static void say_worth(Phrase *phrase, const SmTrain *now, const SmTrain *then)
{
    static const Field worth = SIGNED("worth"), becomes = SIGNED("becomes");

    phrase_add(phrase, &worth, sm_worth(now));
    phrase_add(phrase, &becomes, sm_worth(then));
}

static void say_with(Phrase *phrase, const SmTrain *train, int card)
{
    SmTrain then = *train;

    then.carriages[then.carriage_count++] = (uint8_t)card;
    say_worth(phrase, train, &then);
}

static void say_without(Phrase *phrase, const SmTrain *train, int carriages)
{
    SmTrain then = *train;

    then.carriage_count =
        (uint8_t)(carriages > train->carriage_count ? 0
                                                    : train->carriage_count - carriages);
    say_worth(phrase, train, &then);
}

static void say_doubled(Phrase *phrase, const SmTrain *train)
{
    SmTrain then = *train;

    then.royals++;
    say_worth(phrase, train, &then);
}

/* What the token would earn if the train left now. */
static void say_points(Phrase *phrase, const SmTrain *train, int token)
{
    static const Field worth = SIGNED("worth"), points = SIGNED("points");

    phrase_add(phrase, &worth, sm_worth(train));
    phrase_add(phrase, &points, sm_worth(train) * token);
}

/* The train that a card is played on, and what becomes of it. */
static void say_effect(Phrase *phrase, const SmState *sm, Action action)
{
    const SmTrain *station = sm->station;
    int a = action_a(action), b = action_b(action);

    switch (action_kind(action)) {
    case SM_BOARD:
        say_points(phrase, &station[b], a);
        break;
    case SM_COUPLE:
    case SM_PLAY(SM_REPAIR_3):
    case SM_PLAY(SM_REPAIR_5):
        say_with(phrase, &station[b], a);
        break;
    case SM_PLAY(SM_REASSIGN):
        say_with(phrase, &station[b], station[a].carriages[station[a].carriage_count - 1]);
        break;
    case SM_PLAY(SM_ROYAL):
        say_doubled(phrase, &station[a]);
        break;
    case SM_PLAY(SM_UNCOUPLE_1):
        say_without(phrase, &station[a], 1);
        break;
    case SM_PLAY(SM_UNCOUPLE_2):
        say_without(phrase, &station[a], 2);
        break;
    case SM_PLAY(SM_CABOOSE):
        say_worth(phrase, &station[a], &station[a]);
        break;
    default:
        break;
    }
}

void sm_say(const void *view, int seat, Action action, Phrase *phrase)
{
    const SmState *sm = view;
    int a = action_a(action), b = action_b(action);

    (void)seat;
    say_effect(phrase, sm, action);
    switch (action_kind(action)) {
    case SM_BOARD:
    case SM_COUPLE:
    case SM_PLAY(SM_REPAIR_3):
    case SM_PLAY(SM_REPAIR_5):
        say_locomotive(phrase, &sm->station[b]);
        break;
    case SM_PLAY(SM_REASSIGN):
        say_tail(phrase, &sm->station[a]);
        break;
    case SM_MOVE:
        say_owner(phrase, sm->station[sm->train].tokens[a]);
        break;
    case SM_PLAY(SM_TRANSFER):
    case SM_DONE:
    case SM_WASTE:
        break;
    default:
        say_locomotive(phrase, &sm->station[a]);
        break;
    }
}
