/* tt.h: Take a Train: its state and its verbs. Rule ids (TT-5.4) are those of
 * docs/rules. */
#ifndef ROUNDHOUSE_TAKE_A_TRAIN_H
#define ROUNDHOUSE_TAKE_A_TRAIN_H

#include "engine/cards.h"
#include "engine/game.h"
#include "engine/moment.h"

#include <stdint.h>

extern const Game TAKE_A_TRAIN;

/* ------------------------------------------------------------------------- */
/* Material                                                                  */
/* ------------------------------------------------------------------------- */

enum {
    TT_SEATS = 6,
    TT_ROUNDS = 3,
    TT_LOCOMOTIVES = 18,
    TT_OWN = 3, /* locomotives of each player in a round */
    TT_NO_LOCOMOTIVE = TT_LOCOMOTIVES,
    TT_DECK_MAX = 87,
    TT_MARKET_MAX = 5,
    TT_OBJECTIVES_EACH = 3,
    TT_AUCTIONS = 6,
    TT_WAGONS_END = 5, /* wagons on a locomotive that end the round (TT-5.6) */
    TT_WAGONS_MAX = 6, /* with Extended Storage */
    TT_FIRST_MONEY = 5000,
    TT_BONUS_MONEY = 600,
    TT_DOLLARS = 50, /* the smallest token: money and bids are multiples of it */
};

typedef enum TtPropulsion { TT_STEAM, TT_DIESEL, TT_ELECTRIC, TT_PROPULSIONS } TtPropulsion;

typedef struct TtLocomotiveCard {
    uint8_t propulsion; /* TtPropulsion */
    uint8_t multiplier;
    uint16_t power; /* also the lowest price, in dollars */
    uint16_t speed; /* km/h */
} TtLocomotiveCard;

typedef enum TtType {
    TT_FOOD,
    TT_CATTLE,
    TT_COAL,
    TT_OIL,
    TT_LUXURY,
    TT_PASSENGER,
    TT_TYPES,
    TT_SPECIAL = TT_TYPES,
} TtType;

/* What is in the wagon deck: three values of each type, then the specials. */
enum {
    TT_VALUES = 3,
    TT_WAGONS = TT_TYPES * TT_VALUES,
    TT_TRASH = TT_WAGONS,
    TT_STORAGE,
    TT_MULTIPLIER,
    TT_BONUS,
    TT_TWIN,
    TT_CARDS,
};

typedef struct TtCard {
    uint8_t type; /* TtType, or TT_SPECIAL */
    uint8_t copies;
    uint16_t value; /* dollars */
} TtCard;

typedef enum TtAuction {
    TT_PASSED,
    TT_BLIND,
    TT_DOUBLE_BLIND,
    TT_PRE_EMPTED,
    TT_OPEN,
    TT_ROTATING,
} TtAuction;

typedef enum TtObjective {
    TT_TWO_OBJECTIVES,
    TT_SPECIAL_CARD,
    TT_TWO_PASSENGER,
    TT_THREE_EACH,
    TT_FIRST_PLAYER,
    TT_LAST_PLAYER,
    TT_TEN_WAGONS,
    TT_THREE_OIL,
    TT_TWO_LUXURY,
    TT_THREE_DIESEL,
    TT_THREE_STEAM,
    TT_THREE_ELECTRIC,
    TT_ONE_OF_EACH,
    TT_FASTEST,
    TT_SLOWEST,
    TT_FOUR_FOOD,
    TT_FOUR_CATTLE,
    TT_THREE_COAL,
    TT_OBJECTIVES,
} TtObjective;

/* Many wagons of one type on one locomotive are an objective (TT-7). */
typedef struct TtLoad {
    uint8_t objective; /* TtObjective */
    uint8_t wagons;
} TtLoad;

extern const TtLocomotiveCard TT_LOCOMOTIVE_TABLE[TT_LOCOMOTIVES];
extern const TtCard TT_CARD_TABLE[TT_CARDS];
extern const TtLoad TT_LOAD_TABLE[TT_TYPES];
/* Dollars, as corrected and as printed (TT-7.1). */
extern const uint16_t TT_OBJECTIVE_TABLE[2][TT_OBJECTIVES];
extern const uint8_t TT_MARKET_TABLE[TT_SEATS + 1]; /* cards, by number of players */
/* Price of a replacement by place in the order: with two players, and with more. */
extern const uint16_t TT_PRICE_TABLE[2][TT_SEATS];

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

typedef enum TtOption {
    TT_OPTION_FIRST,
    TT_OPTION_ROTATING,
    TT_OPTION_OBJECTIVES,
    TT_OPTION_MONEY,
    TT_OPTIONS,
} TtOption;

enum { TT_ROTATING_PRODUCT, TT_ROTATING_SUM };
enum { TT_OBJECTIVES_CORRECTED, TT_OBJECTIVES_PRINTED };
enum { TT_MONEY_HIDDEN, TT_MONEY_OPEN };

/* ------------------------------------------------------------------------- */
/* State                                                                     */
/* ------------------------------------------------------------------------- */

/* A locomotive before a player. Face down it is a replacement (TT-4.4). */
typedef struct TtLocomotive {
    uint8_t card;
    uint8_t is_face_down;
    uint8_t multiplier_cards; /* lying at it */
    uint8_t wagon_count;
    uint8_t wagons[TT_WAGONS_MAX]; /* from the locomotive on; a twin is the first */
} TtLocomotive;

typedef struct TtPlayer {
    int32_t money; /* dollars, as all that follows; UNKNOWN in the others' views */
    int32_t bid;   /* in this lot: the last, or the first secret one */
    int32_t added; /* the second secret one (TT-4.12) */
    uint32_t met;  /* conditions of objectives ever fulfilled, whether the player
                    * had the token or not: a bit per TtObjective. What one has met
                    * one cannot still be holding. */
    uint8_t token; /* place in the order of coupling, from 1; 0: none yet */
    uint8_t objective_count;
    uint8_t objectives[TT_OBJECTIVES_EACH]; /* not yet achieved */
    uint8_t achieved_count;
    uint8_t achieved[TT_OBJECTIVES_EACH]; /* in the order it happened */
    uint8_t locomotive_count;
    TtLocomotive locomotives[TT_OWN];
    uint8_t hand_count; /* in the rotating auction, as the rest */
    uint8_t hand[TT_OWN];
    uint8_t kept_count;
    uint8_t kept[TT_OWN];
} TtPlayer;

/* What is being decided. Where a step says so, several decide at once: those
 * that are `pending`. Otherwise it is `turn`. */
typedef enum TtStep {
    TT_NAMING,       /* the starter names a locomotive of the drawn ones */
    TT_OPENING,      /* the starter makes the first bid (TT-4.10, TT-4.14) */
    TT_RAISING,      /* around the table; pending are still to be asked */
    TT_SEALED,       /* secret bids, at once */
    TT_SEALED_AGAIN, /* second secret bids, at once (TT-4.12) */
    TT_CHOOSING,     /* the starter decides between equal bids (TT-4.5) */
    TT_PICKING,      /* a locomotive for the own bid; pending have none yet */
    TT_KEEPING,      /* a locomotive of the hand, at once (TT-4.15) */
    TT_TURNING,      /* locomotives face down until the rest can be paid, at once */
    TT_REPLACING,    /* nobody can pay: the starter takes a replacement (TT-4.7) */
    TT_COUPLING,     /* replace cards, take one or pass */
    TT_DISCARDING,   /* some market cards are marked to be replaced */
    TT_OVER,
} TtStep;

typedef enum TtStage { TT_STAGE_AUCTION, TT_STAGE_COUPLING, TT_STAGE_OVER } TtStage;

/* Invariants: the locomotives of a round are three for each player, and each
 * lies in exactly one of pile, aside, drawn, hands, kept ones and before players.
 * Each card lies in exactly one of deck, discard, market, box and trains. Unused
 * room in arrays is zero, so that equal positions have equal canonical bytes.
 *
 * Most cards of a deck are never drawn, so their order is drawn late: a block of the
 * stream at a time, when the ordered cards are used up. The stream is fixed, and so is
 * the order that it will give: tt_order_deck gives it at once.
 *
 *     deck   ? ? ? ? ? ? ? ? ? ? | 7 3 12 0 5 | 0 0
 *            0                   unordered    deck_count
 */
typedef struct TtState {
    TtPlayer players[TT_SEATS];
    uint16_t shuffles;       /* so far; each has a stream of its own */
    uint8_t key[SEED_BYTES]; /* of the deals; zero in views */
    uint8_t options[TT_OPTIONS];
    uint8_t seats;
    uint8_t round;                     /* 1 to 3 */
    uint8_t step;                      /* TtStep */
    uint8_t auction;                   /* TtAuction of this round */
    uint8_t used;                      /* auctions of the rounds before, a bit each */
    uint8_t auctions[TT_AUCTIONS - 1]; /* to come, TT_AUCTIONS - round of them; the
                                        * next is the last */
    uint8_t first;                     /* the round's first starter */
    uint8_t starter;                   /* the lot's */
    uint8_t turn;                      /* who decides, if one does */
    SeatSet pending;                   /* see TtStep; 0 where it says nothing of them */
    uint8_t up;                        /* the locomotive named, or TT_NO_LOCOMOTIVE */
    uint8_t pile_count;
    uint8_t pile[TT_LOCOMOTIVES]; /* the top is the last, as in all piles */
    uint8_t aside_count;
    uint8_t aside[TT_LOCOMOTIVES];
    uint8_t drawn_count;
    uint8_t drawn[TT_SEATS];
    uint8_t deck_count;
    uint8_t deck[TT_DECK_MAX];
    uint8_t discard_count;
    uint8_t discard[TT_DECK_MAX];
    uint8_t market_count;
    uint8_t market[TT_MARKET_MAX];
    uint8_t boxed_count;
    uint8_t boxed[2];     /* specials that have left the game */
    uint8_t limit;        /* wagons on a locomotive that end the round */
    uint8_t passes;       /* one after another */
    uint8_t has_replaced; /* market cards in this turn */
    uint8_t marked;       /* market places to be replaced, a bit each */

    /* Not canonical, and 0 in views, and when the deck is in order. */
    uint16_t deck_stream; /* the stream that orders the deck … */
    uint8_t deck_block;   /* … from this block on … */
    uint8_t unordered;    /* … down from this card; never 1, which has no choice */
} TtState;

/* ------------------------------------------------------------------------- */
/* Actions and events                                                        */
/* ------------------------------------------------------------------------- */

typedef enum TtActionKind {
    TT_NAME,    /* card: the locomotive for sale */
    TT_TAKE,    /* card: a locomotive, for the own bid or as a replacement */
    TT_KEEP,    /* card: a locomotive of the hand */
    TT_TURN,    /* card: an own locomotive, face down */
    TT_BID,     /* amount */
    TT_CHOOSE,  /* seat: the winner among equals */
    TT_COUPLE,  /* card, locomotive: a wagon, Twin or Multiplier of the market */
    TT_COLLECT, /* the Bonus */
    TT_DISCARD, /* place: marks a market card for replacement */
    TT_REPLACE, /* pay, and have the marked cards replaced */
    TT_HOLD,    /* no raise for now */
    TT_PASS,
    TT_ACTIONS,
} TtActionKind;

typedef enum TtEventKind {
    TT_EVENT_ROUND_BEGAN, /* round, auction */
    TT_EVENT_REFILLED,    /* the pile, from those set aside */
    TT_EVENT_DREW,        /* locomotives */
    TT_EVENT_LAID_OUT,    /* count: locomotives face down */
    TT_EVENT_CANNOT_START,
    TT_EVENT_NAMED,       /* card */
    TT_EVENT_BID,         /* amount */
    TT_EVENT_DROPPED_OUT, /* of the lot */
    TT_EVENT_HELD,
    TT_EVENT_SEALED,      /* a secret bid */
    TT_EVENT_OWN_BID,     /* amount: the same, for the bidder's eyes */
    TT_EVENT_SHOWED,      /* amount */
    TT_EVENT_TOTAL,       /* amount: of both bids */
    TT_EVENT_TURNED_UP,   /* locomotives */
    TT_EVENT_CHOSE,       /* winner */
    TT_EVENT_BOUGHT,      /* card, amount */
    TT_EVENT_REPLACEMENT, /* card */
    TT_EVENT_DEALT,       /* hand: for its owner's eyes */
    TT_EVENT_KEPT,        /* card: for its owner's eyes */
    TT_EVENT_HANDED_ON,   /* to the left, by all */
    TT_EVENT_REVEALED,    /* locomotives kept */
    TT_EVENT_PAID,        /* amount: for all three */
    TT_EVENT_TURNED_DOWN, /* card */
    TT_EVENT_PLACE,       /* place, power: in the order of coupling */
    TT_EVENT_MARKET,      /* cards turned up */
    TT_EVENT_TRASHED,     /* cards */
    TT_EVENT_STORAGE,
    TT_EVENT_REMADE,    /* the deck, from the discards */
    TT_EVENT_REPLACED,  /* amount, cards */
    TT_EVENT_COUPLED,   /* card, locomotive */
    TT_EVENT_COLLECTED, /* amount */
    TT_EVENT_PASSED,
    TT_EVENT_OBJECTIVE,   /* objective, amount */
    TT_EVENT_ROUND_ENDED, /* round */
    TT_EVENT_PROFIT,      /* locomotive, amount, value, multiplier, wagons */
    TT_EVENT_GAME_ENDED,
    TT_EVENTS,
} TtEventKind;

typedef enum TtTermKind {
    TT_TERM_ROUND,       /* round: what the locomotives of a seat earn; parts: */
    TT_TERM_LOCOMOTIVE,  /* … locomotive, value, multiplier: of its wagons (TT-6.1) */
    TT_TERM_REPLACEMENT, /* … locomotive: its best wagon (TT-6.2) */
    TT_TERM_OBJECTIVE,   /* objective: achieved */
    TT_TERM_BONUS,
    TT_TERM_BOUGHT,   /* locomotives */
    TT_TERM_REPLACED, /* market cards */
    TT_TERM_COST,     /* in the rotating auction (TT-4.15), so far; parts: */
    TT_TERM_POWER,    /* … locomotive, power, times: the highest multiplier */
    TT_TERM_MISSING,  /* objective, count, needed: what it pays when it is complete */
    TT_TERM_ACHIEVED, /* count: of objectives; decides a tie (TT-2.5) */
    TT_TERMS,
} TtTermKind;

/* ------------------------------------------------------------------------- */
/* Verbs, by the file that has them                                          */
/* ------------------------------------------------------------------------- */

/* game.c: what is decided, a row per TtStep */
typedef struct TtMoment {
    MOMENT_COLUMNS(TtState, TT_ACTIONS);
    uint8_t auctions; /* the kinds of auction that have this step, a bit each */
    /* The default of `pending` in a loaded position. */
    SeatSet (*pending)(const TtState *tt);
    /* Bounds of hidden money: the starter, in coupling the player in turn, can pay
     * this … */
    int (*can_pay)(const TtState *tt, int seat);
    /* … and the players for whom this step was forced cannot pay that. */
    int (*cannot_pay)(const TtState *tt, int seat);
} TtMoment;

extern const TtMoment TT_MOMENTS[TT_OVER + 1];

/* text.c */
extern const Names TT_LOCOMOTIVE_NAMES;
extern const Names TT_CARD_NAMES;
extern const Names TT_AUCTION_NAMES;
extern const Names TT_OBJECTIVE_NAMES;
extern const Names TT_STAGE_NAMES;
extern const Option TT_OPTION_TABLE[TT_OPTIONS];
extern const ActionKind TT_ACTION_TABLE[];
extern const EventKind TT_EVENT_TABLE[];
extern const TermKind TT_TERM_TABLE[TT_TERMS];
void tt_say(const void *view, int seat, Action action, Phrase *phrase);

/* deal.c: setup, and what is shuffled for a round (chapter 2) */
const char *tt_refuse(const Setup *setup);
void tt_setup(void *state, const Setup *setup);
void tt_begin_round(TtState *tt, Events *events);
void tt_shuffle(TtState *tt, uint8_t *cards, int count);
void tt_shuffle_deck_later(TtState *tt);
void tt_order_next_cards(TtState *tt); /* some of those that are unordered */
void tt_order_deck(TtState *tt);       /* all of them */

/* lots.c: what the auctions have in common (TT-4.1 to TT-4.7) */
SeatSet tt_seats_in(const TtState *tt); /* still in the auction */
SeatSet tt_seats_that_can_pay(const TtState *tt);
int tt_power(const TtLocomotive *locomotive);
int tt_cheapest_drawn(const TtState *tt, int seat);
int tt_next_of(const TtState *tt, SeatSet seats, int from); /* first to the left */
void tt_draw_locomotives(TtState *tt, int wanted, Events *events);
void tt_begin_lot(TtState *tt, int due, Events *events);
void tt_give(TtState *tt, int seat, int card, int is_face_down);
void tt_give_drawn(TtState *tt, int seat, int card, int is_face_down);
void tt_sell(TtState *tt, int seat, int price, Events *events);
void tt_report_cards(Events *events, TtEventKind kind, int seat, const uint8_t *cards,
                     int count);
int tt_list_naming(const TtState *tt, int seat, Action *out);
int tt_list_drawn(const TtState *tt, int seat, Action *out);
void tt_name(TtState *tt, Act act);
void tt_take_replacement(TtState *tt, Act act);

/* bidding.c: the passed and the open auction (TT-4.10, TT-4.14) */
int tt_leader(const TtState *tt); /* the seat with the highest bid */
int tt_lowest_price(const TtState *tt, int seat);
int tt_list_bids(int least, int most, Action *out);
int tt_list_opening(const TtState *tt, int seat, Action *out);
int tt_list_raising(const TtState *tt, int seat, Action *out);
void tt_open(TtState *tt, Act act);
void tt_raise(TtState *tt, Act act);
void tt_drop_out(TtState *tt, Act act);
void tt_hold(TtState *tt, Act act);
SeatSet tt_pending_of_raising(const TtState *tt);

/* sealed.c: the auctions with secret bids (TT-4.11 to TT-4.13) */
void tt_begin_sealed(TtState *tt);
void tt_begin_pre_empted(TtState *tt, int starter, Events *events);
int tt_least_sealed(const TtState *tt, int seat); /* the lowest bid */
int tt_list_sealed(const TtState *tt, int seat, Action *out);
int tt_list_sealed_again(const TtState *tt, int seat, Action *out);
int tt_list_choosing(const TtState *tt, int seat, Action *out);
void tt_seal(TtState *tt, Act act);
void tt_seal_again(TtState *tt, Act act);
void tt_choose(TtState *tt, Act act);
void tt_pick(TtState *tt, Act act);
SeatSet tt_pending_of_choosing(const TtState *tt);

/* rotating.c: the rotating auction (TT-4.15) */
void tt_begin_rotating(TtState *tt, Events *events);
int tt_rotating_price(const TtState *tt, int seat);  /* of the face-up locomotives … */
int tt_rotating_factor(const TtState *tt, int seat); /* … and their highest multiplier */
SeatSet tt_seats_that_owe(const TtState *tt);
int tt_list_keeping(const TtState *tt, int seat, Action *out);
int tt_list_turning(const TtState *tt, int seat, Action *out);
void tt_keep(TtState *tt, Act act);
void tt_turn(TtState *tt, Act act);
SeatSet tt_pending_of_keeping(const TtState *tt);

/* order.c: the order of coupling (chapter 3) */
void tt_fix_order(TtState *tt, Events *events);

/* coupling.c: the market and the taking of cards (chapter 5) */
int tt_load_type(const TtLocomotive *locomotive); /* TT_TYPES: no wagons */
int tt_wagon_value(const TtLocomotive *locomotive, int place);
int tt_replacement_price(const TtState *tt, int seat);
void tt_fill_market(TtState *tt, Events *events);
int tt_list_coupling(const TtState *tt, int seat, Action *out);
int tt_list_discarding(const TtState *tt, int seat, Action *out);
void tt_discard(TtState *tt, Act act);
void tt_replace(TtState *tt, Act act);
void tt_couple(TtState *tt, Act act);
void tt_collect(TtState *tt, Act act);
void tt_pass(TtState *tt, Act act);

/* profit.c: the end of a round (chapter 6) */
int tt_profit(const TtLocomotive *locomotive);
void tt_pay_profits(TtState *tt, Events *events);
void tt_end_round(TtState *tt, Events *events);

/* terms.c */
void tt_terms(const void *view, const Events *events, Terms *terms);

/* objectives.c: chapter 7 */
int tt_objective_pays(const TtState *tt, int objective);
/* Which conditions the player fulfils now, as far as the table shows it. */
uint32_t tt_conditions(const TtState *tt, int seat);
/* How much of an objective's condition is fulfilled now, and how much it needs. */
typedef struct TtProgress {
    int count, needed;
} TtProgress;

TtProgress tt_progress(const TtState *tt, int seat, int objective);
void tt_judge_locomotives(TtState *tt, Events *events);
/* `own` has got a wagon. */
void tt_judge_wagons(TtState *tt, int seat, const TtLocomotive *own, Events *events);
void tt_judge_special(TtState *tt, int seat, Events *events);

/* view.c */

/* Bounds of a player's money that follow from what lies on the table. */
typedef struct TtPurse {
    int least, most;
} TtPurse;

TtPurse tt_purse(const TtState *tt, int seat);
/* How many of each are hidden: the rest of the box when all that lies open is struck
 * out. In a whole state, piles and auctions to come count as hidden. */
void tt_count_unseen_cards(const TtState *tt, uint8_t left[TT_CARDS]);
void tt_count_unseen_locomotives(const TtState *tt, uint8_t left[TT_LOCOMOTIVES]);
void tt_count_unseen_auctions(const TtState *tt, uint8_t left[TT_AUCTIONS]);
void tt_count_unseen_objectives(const TtState *tt, uint8_t left[TT_OBJECTIVES]);
void tt_observe(const void *state, int seat, void *view);
void tt_determinize(const void *view, int seat, Rng *rng, void *state);
void tt_redraw(void *state, Rng *rng);

/* shape.c, sound.c */
void tt_shape(Codec *codec, void *state);
const char *tt_unsound(const void *state);

static inline TtStage tt_stage(const TtState *tt)
{
    if (tt->step == TT_OVER)
        return TT_STAGE_OVER;
    return tt->step < TT_COUPLING ? TT_STAGE_AUCTION : TT_STAGE_COUPLING;
}

/* A wagon, Twin or Multiplier comes to a locomotive; a twin goes first (TT-5.5). */
static inline void tt_add_card(TtLocomotive *locomotive, int card)
{
    if (card == TT_MULTIPLIER) {
        locomotive->multiplier_cards++;
        return;
    }
    int place = locomotive->wagon_count++;
    if (card == TT_TWIN) {
        memmove(locomotive->wagons + 1, locomotive->wagons, (size_t)place);
        place = 0;
    }
    locomotive->wagons[place] = (uint8_t)card;
}

#endif
