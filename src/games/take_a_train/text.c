/* text.c: the words of the game: names of its cards, actions, events and options.
 * Sentences are in the catalogues. */
#include "games/take_a_train/tt.h"

static const char *const LOCOMOTIVE[] = { "S1", "S2", "S3", "S4", "S5", "S6",
                                          "S7", "D1", "D2", "D3", "D4", "D5",
                                          "D6", "E1", "E2", "E3", "E4", "E5" };
static const char *const CARD[] = {
    "food-50",       "food-100",      "food-150",      "cattle-100", "cattle-150",
    "cattle-200",    "coal-150",      "coal-200",      "coal-250",   "oil-200",
    "oil-250",       "oil-300",       "luxury-300",    "luxury-350", "luxury-400",
    "passenger-400", "passenger-450", "passenger-500", "trash",      "storage",
    "multiplier",    "bonus",         "twin",
};
static const char *const AUCTION[] = { "passed",     "blind", "double-blind",
                                       "pre-empted", "open",  "rotating" };
static const char *const OBJECTIVE[] = {
    "two-objectives", "special-card",   "two-passenger", "three-each", "first-player",
    "last-player",    "ten-wagons",     "three-oil",     "two-luxury", "three-diesel",
    "three-steam",    "three-electric", "one-of-each",   "fastest",    "slowest",
    "four-food",      "four-cattle",    "three-coal",
};
static const char *const STAGE[] = { "auction", "coupling", "over" };

const Names TT_LOCOMOTIVE_NAMES = NAMES("locomotive", LOCOMOTIVE);
const Names TT_CARD_NAMES = NAMES("card", CARD);
const Names TT_AUCTION_NAMES = NAMES("auction", AUCTION);
const Names TT_OBJECTIVE_NAMES = NAMES("objective", OBJECTIVE);
const Names TT_STAGE_NAMES = NAMES("stage", STAGE);

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

static const char *const FIRST[] = { "random", "0", "1", "2", "3", "4", "5" };
static const char *const PRICE[] = { "product", "sum" };
static const char *const PAYS[] = { "corrected", "printed" };
static const char *const MONEY[] = { "hidden", "open" };

const Option TT_OPTION_TABLE[TT_OPTIONS] = {
    [TT_OPTION_FIRST] = { "first", NAMES("option.first", FIRST), 0 },
    [TT_OPTION_ROTATING] = { "rotating", NAMES("option.rotating", PRICE),
                             TT_ROTATING_PRODUCT },
    [TT_OPTION_OBJECTIVES] = { "objectives", NAMES("option.objectives", PAYS),
                               TT_OBJECTIVES_CORRECTED },
    [TT_OPTION_MONEY] = { "money", NAMES("option.money", MONEY), TT_MONEY_HIDDEN },
};

/* ------------------------------------------------------------------------- */
/* Actions and events                                                        */
/* ------------------------------------------------------------------------- */

#define LOCOMOTIVE_CARD NAME("card", TT_LOCOMOTIVE_NAMES)
#define MARKET_CARD     NAME("card", TT_CARD_NAMES)
#define LOCOMOTIVES     NAME("locomotives", TT_LOCOMOTIVE_NAMES)
#define MARKET_CARDS    NAME("cards", TT_CARD_NAMES)
#define AMOUNT          NUMBER("amount")

const ActionKind TT_ACTION_TABLE[] = {
    [TT_NAME] = { "name", { LOCOMOTIVE_CARD } },
    [TT_TAKE] = { "take", { LOCOMOTIVE_CARD } },
    [TT_KEEP] = { "keep", { LOCOMOTIVE_CARD } },
    [TT_TURN] = { "turn", { LOCOMOTIVE_CARD } },
    [TT_BID] = { "bid", { { "amount", FIELD_NUMBER, NULL, TT_DOLLARS } } },
    [TT_CHOOSE] = { "choose", { SEAT("seat") } },
    [TT_COUPLE] = { "couple", { MARKET_CARD, PLACE("locomotive") } },
    [TT_COLLECT] = { "collect", { { 0 } } },
    [TT_DISCARD] = { "discard", { PLACE("place") } },
    [TT_REPLACE] = { "replace", { { 0 } } },
    [TT_HOLD] = { "hold", { { 0 } } },
    [TT_PASS] = { "pass", { { 0 } } },
};

const EventKind TT_EVENT_TABLE[] = {
    [TT_EVENT_ROUND_BEGAN] = { "round-began",
                               { NUMBER("round"), NAME("auction", TT_AUCTION_NAMES) },
                               { 0 } },
    [TT_EVENT_REFILLED] = { .word = "refilled" },
    [TT_EVENT_DREW] = { "drew", { { 0 } }, LOCOMOTIVES },
    [TT_EVENT_LAID_OUT] = { "laid-out", { NUMBER("count") }, { 0 } },
    [TT_EVENT_CANNOT_START] = { .word = "cannot-start" },
    [TT_EVENT_NAMED] = { "named", { LOCOMOTIVE_CARD }, { 0 } },
    [TT_EVENT_BID] = { "bid", { AMOUNT }, { 0 } },
    [TT_EVENT_DROPPED_OUT] = { .word = "dropped-out" },
    [TT_EVENT_HELD] = { .word = "held" },
    [TT_EVENT_SEALED] = { .word = "sealed" },
    [TT_EVENT_OWN_BID] = { "own-bid", { AMOUNT }, { 0 } },
    [TT_EVENT_SHOWED] = { "showed", { AMOUNT }, { 0 } },
    [TT_EVENT_TOTAL] = { "total", { AMOUNT }, { 0 } },
    [TT_EVENT_TURNED_UP] = { "turned-up", { { 0 } }, LOCOMOTIVES },
    [TT_EVENT_CHOSE] = { "chose", { SEAT("winner") }, { 0 } },
    [TT_EVENT_BOUGHT] = { "bought", { LOCOMOTIVE_CARD, AMOUNT }, { 0 } },
    [TT_EVENT_REPLACEMENT] = { "replacement", { LOCOMOTIVE_CARD }, { 0 } },
    [TT_EVENT_DEALT] = { "dealt", { { 0 } }, LOCOMOTIVES },
    [TT_EVENT_KEPT] = { "kept", { LOCOMOTIVE_CARD }, { 0 } },
    [TT_EVENT_HANDED_ON] = { .word = "handed-on" },
    [TT_EVENT_REVEALED] = { "revealed", { { 0 } }, LOCOMOTIVES },
    [TT_EVENT_PAID] = { "paid", { AMOUNT }, { 0 } },
    [TT_EVENT_TURNED_DOWN] = { "turned-down", { LOCOMOTIVE_CARD }, { 0 } },
    [TT_EVENT_PLACE] = { "place", { PLACE("place"), NUMBER("power") }, { 0 } },
    [TT_EVENT_MARKET] = { "market", { { 0 } }, MARKET_CARDS },
    [TT_EVENT_TRASHED] = { "trashed", { { 0 } }, MARKET_CARDS },
    [TT_EVENT_STORAGE] = { .word = "storage" },
    [TT_EVENT_REMADE] = { .word = "remade" },
    [TT_EVENT_REPLACED] = { "replaced", { AMOUNT }, MARKET_CARDS },
    [TT_EVENT_COUPLED] = { "coupled",
                           { MARKET_CARD, NAME("locomotive", TT_LOCOMOTIVE_NAMES) },
                           { 0 } },
    [TT_EVENT_COLLECTED] = { "collected", { AMOUNT }, { 0 } },
    [TT_EVENT_PASSED] = { .word = "passed" },
    [TT_EVENT_OBJECTIVE] = { "objective",
                             { NAME("objective", TT_OBJECTIVE_NAMES), AMOUNT },
                             { 0 } },
    [TT_EVENT_ROUND_ENDED] = { "round-ended", { NUMBER("round") }, { 0 } },
    [TT_EVENT_PROFIT] = { "profit",
                          { NAME("locomotive", TT_LOCOMOTIVE_NAMES), AMOUNT,
                            NUMBER("value"), NUMBER("multiplier") },
                          NAME("wagons", TT_CARD_NAMES) },
    [TT_EVENT_GAME_ENDED] = { .word = "game-ended" },
};

#define LOCOMOTIVE NAME("locomotive", TT_LOCOMOTIVE_NAMES)
#define OBJECTIVE  NAME("objective", TT_OBJECTIVE_NAMES)

const TermKind TT_TERM_TABLE[TT_TERMS] = {
    [TT_TERM_ROUND] = { "round", { NUMBER("round") }, .use = TERM_MERGED },
    [TT_TERM_LOCOMOTIVE] = { "locomotive",
                             { LOCOMOTIVE, NUMBER("value"), NUMBER("multiplier") },
                             0 },
    [TT_TERM_REPLACEMENT] = { "replacement", { LOCOMOTIVE }, 0 },
    [TT_TERM_OBJECTIVE] = { "objective", { OBJECTIVE }, 0 },
    [TT_TERM_BONUS] = { "bonus", { { 0 } }, .use = TERM_MERGED },
    [TT_TERM_BOUGHT] = { "bought", { { 0 } }, .use = TERM_MERGED },
    [TT_TERM_REPLACED] = { "replaced", { { 0 } }, .use = TERM_MERGED },
    [TT_TERM_COST] = { "cost", { { 0 } }, 0 },
    [TT_TERM_POWER] = { "power", { LOCOMOTIVE, NUMBER("power"), NUMBER("times") }, 0 },
    [TT_TERM_MISSING] = { "missing",
                          { OBJECTIVE, NUMBER("count"), NUMBER("needed") },
                          TERM_OPEN },
    [TT_TERM_ACHIEVED] = { "achieved", { NUMBER("count") }, 0 },
};

/* ------------------------------------------------------------------------- */
/* What the position adds to an action                                       */
/* ------------------------------------------------------------------------- */

/* What a locomotive is, for whoever sees its name. */
static void say_locomotive(Phrase *phrase, int card)
{
    static const Field multiplier = NUMBER("multiplier"), power = NUMBER("power"),
                       speed = NUMBER("speed");
    const TtLocomotiveCard *locomotive = &TT_LOCOMOTIVE_TABLE[card];

    phrase_add(phrase, &multiplier, locomotive->multiplier);
    phrase_add(phrase, &power, locomotive->power);
    phrase_add(phrase, &speed, locomotive->speed);
}

void tt_say(const void *view, int seat, Action action, Phrase *phrase)
{
    static const Field own = NAME("train", TT_LOCOMOTIVE_NAMES), card = MARKET_CARD,
                       price = NUMBER("price"), amount = AMOUNT;
    const TtState *tt = view;
    int a = action_a(action);

    switch (action_kind(action)) {
    case TT_NAME:
        if (seats_count(tt_seats_in(tt)) == 1) /* TT-4.3: naming is buying */
            phrase->word = "buy";
        say_locomotive(phrase, a);
        break;
    case TT_TAKE:
    case TT_KEEP:
    case TT_TURN:
        say_locomotive(phrase, a);
        break;
    case TT_CHOOSE:
        phrase_add(phrase, &amount, tt->players[a].bid + tt->players[a].added);
        break;
    case TT_COUPLE:
        phrase_add(phrase, &own, tt->players[seat].locomotives[action_b(action)].card);
        break;
    case TT_DISCARD:
        phrase_add(phrase, &card, tt->market[a]);
        phrase_add(phrase, &price, tt_replacement_price(tt, seat));
        break;
    case TT_REPLACE:
        phrase_add(phrase, &price, tt_replacement_price(tt, seat));
        break;
    default:
        break;
    }
}
