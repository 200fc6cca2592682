/* sm.h: Station Master by Chris Baylis, Mayfair: its state and its verbs. Rule
 * ids (SM-5.4) are those of docs/rules. */
#ifndef ROUNDHOUSE_STATION_MASTER_H
#define ROUNDHOUSE_STATION_MASTER_H

#include "engine/cards.h"
#include "engine/game.h"
#include "engine/moment.h"

#include <stdint.h>

extern const Game STATION_MASTER;

/* ------------------------------------------------------------------------- */
/* Material                                                                  */
/* ------------------------------------------------------------------------- */

/* Carriages first, then specials. */
typedef enum SmCard {
    SM_PLUS_1,
    SM_PLUS_6 = SM_PLUS_1 + 5,
    SM_MINUS_1,
    SM_MINUS_6 = SM_MINUS_1 + 5,
    SM_FIRST_CLASS,
    SM_EXECUTIVE_CLASS,
    SM_CABOOSE,
    SM_ROYAL,
    SM_REASSIGN,
    SM_REPAIR_3,
    SM_REPAIR_5,
    SM_TRANSFER,
    SM_STANDING,
    SM_UNCOUPLE_1,
    SM_UNCOUPLE_2,
    SM_RUSH_HOUR, /* never held */
} SmCard;

typedef enum SmService { SM_ORDINARY, SM_EXECUTIVE, SM_FREIGHT } SmService;

enum {
    SM_CARRIAGE_KINDS = SM_CABOOSE,
    SM_HELD_KINDS = SM_RUSH_HOUR,
    SM_CARD_KINDS = SM_RUSH_HOUR + 1,
    SM_SPECIALS = SM_HELD_KINDS - SM_CARRIAGE_KINDS,
    SM_LOCOMOTIVE_KINDS = 10,
    SM_CARDS = 97,
    SM_LOCOMOTIVES = 15,
    SM_LARGEST = 8, /* number of a locomotive */
    SM_SEATS = 6,
    SM_HAND = 3,
    SM_VALUES = 3, /* a token is worth 1 to 3 passengers */
    SM_TOKENS = 6, /* of each player */
    SM_STANDING_ROOMS = 3,
    SM_ABOARD = SM_LARGEST + SM_STANDING_ROOMS, /* tokens on a train, at most */
    SM_TRAINS = SM_SEATS + 1,                   /* one by the Rush Hour */
    SM_TRANSFERRED = 3,                         /* tokens by one Transfer, at most */
};

/* How many copies there are of a card, and a carriage's value: on an executive
 * train for 1st and executive class, on an ordinary one for the others. */
typedef struct SmCardData {
    uint8_t copies;
    int8_t value;
} SmCardData;

typedef struct SmLocomotiveData {
    uint8_t service; /* SmService */
    uint8_t number;  /* of carriages it pulls, and of tokens it takes */
    uint8_t plain;   /* copies without the green stripe … */
    uint8_t green;   /* … and with it (SM-2.1) */
} SmLocomotiveData;

extern const SmCardData SM_CARD_TABLE[SM_CARD_KINDS];
extern const SmLocomotiveData SM_LOCOMOTIVE_TABLE[SM_LOCOMOTIVE_KINDS];
extern const uint8_t SM_TOKEN_TABLE[SM_VALUES]; /* tokens of value 1, 2, 3 */

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

typedef enum SmOption { SM_OPTION_FIRST, SM_OPTIONS } SmOption;

/* ------------------------------------------------------------------------- */
/* State                                                                     */
/* ------------------------------------------------------------------------- */

typedef struct SmToken {
    uint8_t seat;
    uint8_t value; /* 1 to 3; 0 where a view hides it */
} SmToken;

/* One place of the station. */
typedef struct SmTrain {
    uint8_t locomotive; /* an index of SM_LOCOMOTIVE_TABLE */
    uint8_t royals;     /* Royal Carriages (SM-5.2) */
    uint8_t standings;  /* Standing Rooms (SM-5.6) */
    uint8_t carriage_count;
    uint8_t carriages[SM_LARGEST]; /* from the locomotive to the tail */
    uint8_t token_count;
    SmToken tokens[SM_ABOARD]; /* in the order they came aboard */
} SmTrain;

typedef struct SmPlayer {
    int16_t score;
    int16_t best; /* for a single train (SM-6.4); 0 before the first */
    uint8_t hand_count;
    uint8_t hand[SM_HAND]; /* ascending */
    uint8_t home_count;
    uint8_t home[SM_VALUES]; /* tokens at home by value; all 0 where hidden */
} SmPlayer;

/* Where in a turn we are. */
typedef enum SmStage {
    SM_TURN,         /* place a token or play a card */
    SM_ADMITTING,    /* a Standing Room lies at `train`: a token may follow */
    SM_TRANSFERRING, /* tokens go one by one from `train` to `to` */
    SM_OVER,
} SmStage;

/* Invariants: every card lies in exactly one of deck, discard, station and
 * hands; every locomotive in pile, station or gone; every token at home or in
 * the station. Trains in the station have fewer carriages than their number.
 * Unused room in arrays is zero, so that equal positions have equal bytes. The row of
 * trains with room follows from the station: who changes the room of a train keeps it. */
typedef struct SmState {
    SmPlayer players[SM_SEATS];
    SmTrain station[SM_TRAINS];
    uint8_t seats;
    uint8_t turn;  /* whose turn it is, or was when the game ended */
    uint8_t stage; /* SmStage; what follows is 0 but where it says so */
    uint8_t train; /* of SM_ADMITTING and SM_TRANSFERRING */
    uint8_t to;    /* of SM_TRANSFERRING, as the rest */
    uint8_t place; /* on the train: tokens before it have been passed over */
    uint8_t moved; /* tokens so far */
    uint8_t station_count;
    uint8_t deck_count;
    uint8_t discard_count;
    uint8_t pile_count;
    uint8_t gone_count;
    uint8_t none;           /* always 0: makes the size even */
    uint8_t deck[SM_CARDS]; /* the top is the last, as in every pile */
    uint8_t discard[SM_CARDS];
    uint8_t pile[SM_LOCOMOTIVES]; /* locomotives to come */
    uint8_t gone[SM_LOCOMOTIVES]; /* locomotives that have left */
    uint8_t nothing[2];  /* always 0: aligns what follows, which is not canonical */
    ActionRow with_room; /* trains that take a token */
} SmState;

/* ------------------------------------------------------------------------- */
/* Memory                                                                    */
/* ------------------------------------------------------------------------- */

/* What a train was when a token came aboard, by the carriages alone: the values of plain
 * and of classed ones on an ordinary train apart, so that its worth for any service can
 * be computed. */
typedef struct SmTally {
    int8_t plain;
    int8_t classed;
    uint8_t carriages;
} SmTally;

/* A token that came aboard and has not left. */
typedef struct SmBoarding {
    uint8_t train;
    uint8_t seat;
    uint8_t home; /* tokens that its owner had at home before */
    SmTally tally;
} SmBoarding;

/* What a view forgets: when tokens came aboard, and who has played how many cards. Trains
 * that were there before the first remembered event have tallies of what came since. */
typedef struct SmMemory {
    uint8_t plays[SM_SEATS]; /* cards that each seat has played, up to 255 */
    uint8_t waits[SM_SEATS]; /* turns without a card since its last one */
    uint8_t stands;          /* 1 + the seat that has just played Standing Room; 0: none */
    SmTally tallies[SM_TRAINS];
    uint8_t count;
    SmBoarding boardings[SM_SEATS * SM_TOKENS]; /* as they came to their trains */
} SmMemory;

/* ------------------------------------------------------------------------- */
/* Actions and events                                                        */
/* ------------------------------------------------------------------------- */

/* Each special that can be held has an action of its own, in the order of the
 * cards: SM_PLAY(SM_CABOOSE). */
typedef enum SmActionKind {
    SM_BOARD,     /* token (its value), train (SM-4.1) */
    SM_COUPLE,    /* card, train (SM-4.2) */
    SM_PLAY_CARD, /* train; for Re-Assign and Transfer also to; for Repair card, train */
    SM_MOVE = SM_PLAY_CARD + SM_SPECIALS, /* place: a token of a Transfer (SM-5.5) */
    SM_DONE,                              /* no token, or no more of them */
    SM_WASTE,                             /* card: played for nothing (SM-5.9) */
    SM_ACTIONS,
} SmActionKind;

#define SM_PLAY(special) (SM_PLAY_CARD + (special)-SM_CABOOSE)

typedef enum SmEventKind {
    SM_EVENT_BOARDED,    /* train */
    SM_EVENT_COUPLED,    /* card, train */
    SM_EVENT_PLAYED,     /* card */
    SM_EVENT_WASTED,     /* card */
    SM_EVENT_ATTACHED,   /* card, train: a Royal Carriage, a Standing Room */
    SM_EVENT_REASSIGNED, /* card, train, to */
    SM_EVENT_REPAIRED,   /* card, train */
    SM_EVENT_MOVED,      /* of, train, to */
    SM_EVENT_UNCOUPLED,  /* train, cards */
    SM_EVENT_DEPARTED,   /* train, locomotive, worth, royals, carriages */
    SM_EVENT_SCORED,     /* passengers, points */
    SM_EVENT_ARRIVED,    /* train, locomotive */
    SM_EVENT_DRAWS,      /* a card: everybody sees that */
    SM_EVENT_DREW,       /* card: only who drew it sees which */
    SM_EVENT_RUSH_HOUR,
    SM_EVENT_SKIPPED,
    SM_EVENT_GAME_ENDED,
} SmEventKind;

typedef enum SmTermKind {
    SM_TERM_TRAIN,      /* train, locomotive: its worth; parts are the four below */
    SM_TERM_CARRIAGE,   /* card: counts as printed */
    SM_TERM_TURNED,     /* card: on the freight train, with the other sign */
    SM_TERM_CLASS,      /* card: 1st or executive class, by the service */
    SM_TERM_ROYAL,      /* royals, times: what they add for the last two carriages */
    SM_TERM_PASSENGERS, /* train, locomotive, passengers, worth: of a seat */
    SM_TERM_BEST,       /* points: for a single train; decides a tie (SM-6.4) */
    SM_TERMS,
} SmTermKind;

/* ------------------------------------------------------------------------- */
/* Verbs, by the file that has them                                          */
/* ------------------------------------------------------------------------- */

/* game.c: the moments of a turn, a row per SmStage */
typedef struct SmMoment {
    MOMENT_COLUMNS(SmState, SM_ACTIONS);
} SmMoment;

extern const SmMoment SM_MOMENTS[SM_OVER + 1];

/* text.c */
extern const Names SM_CARD_NAMES;     /* all */
extern const Names SM_HELD_NAMES;     /* all but the Rush Hour */
extern const Names SM_CARRIAGE_NAMES; /* those that can run in a train */
extern const Names SM_LOCOMOTIVE_NAMES;
extern const Option SM_OPTION_TABLE[SM_OPTIONS];
extern const ActionKind SM_ACTION_TABLE[];
extern const EventKind SM_EVENT_TABLE[];
extern const TermKind SM_TERM_TABLE[SM_TERMS];
void sm_say(const void *view, int seat, Action action, Phrase *phrase);

/* deal.c: setup */
const char *sm_refuse(const Setup *setup);
void sm_setup(void *state, const Setup *setup);
/* How many locomotives of a kind are in play with so many players (SM-2.1). */
int sm_locomotives_in_play(int kind, int seats);

/* turns.c: whose turn, drawing, the end */
int sm_can_move(const SmState *sm, int seat);
void sm_sort_hand(SmPlayer *player);
void sm_draw(SmState *sm, int seat, Events *events);
void sm_end_turn(SmState *sm, Events *events);
/* After a card: the draw, then the end of the turn. */
void sm_end_card(SmState *sm, Events *events);
int sm_list_turn(const SmState *sm, int seat, Action *out);

/* trains.c: tokens and carriages */
void sm_keep_room(SmState *sm); /* after the room of a train has changed */
int sm_list_boards(const SmPlayer *player, const ActionRow *trains, Action *out);
void sm_board(SmState *sm, Act act);
/* A token that follows a Standing Room (SM-5.6). */
void sm_admit(SmState *sm, Act act);
void sm_couple(SmState *sm, Act act);
void sm_take_from_hand(SmPlayer *player, int card);
void sm_discard(SmState *sm, int card);
/* Puts a carriage at the tail; a train made full leaves (SM-4.2). */
void sm_add_carriage(SmState *sm, int train, int card, Events *events);

/* specials.c */
int sm_list_special(const SmState *sm, int card, Action *out);
int sm_may_be_wasted(int card, int effects);
int sm_list_admitting(const SmState *sm, int seat, Action *out);
int sm_list_transferring(const SmState *sm, int seat, Action *out);
void sm_caboose(SmState *sm, Act act);
void sm_attach(SmState *sm, Act act);
void sm_reassign(SmState *sm, Act act);
void sm_repair(SmState *sm, Act act);
void sm_transfer(SmState *sm, Act act);
void sm_uncouple(SmState *sm, Act act);
void sm_move(SmState *sm, Act act);
void sm_done(SmState *sm, Act act);
void sm_waste(SmState *sm, Act act);
void sm_rush_hour(SmState *sm, Events *events);

/* departure.c */
int sm_worth(const SmTrain *train);
/* What the Royal Carriages add to that (SM-5.2). */
int sm_royal_worth(const SmTrain *train);
/* The event of a train that leaves from this place. */
Event sm_departure(const SmTrain *train, int place);
void sm_depart(SmState *sm, int train, Events *events);
/* The next locomotive of the pile comes to this place of the row. */
void sm_arrive(SmState *sm, int train, Events *events);

/* terms.c */
void sm_terms(const void *view, const Events *events, Terms *terms);

/* view.c */
/* How many of each are hidden; in a whole state, those in the piles. */
void sm_count_unseen_cards(const SmState *view, uint8_t left[SM_CARD_KINDS]);
void sm_count_unseen_locomotives(const SmState *view, uint8_t left[SM_LOCOMOTIVE_KINDS]);
void sm_observe(const void *state, int seat, void *view);
void sm_determinize(const void *view, int seat, Rng *rng, void *state);
void sm_redraw(void *state, Rng *rng);

/* memory.c */
void sm_remember(void *memory, int seat, const Event *event);

/* shape.c */
void sm_shape(Codec *codec, void *state);
const char *sm_unsound(const void *state);

static inline const SmLocomotiveData *sm_locomotive(const SmTrain *train)
{
    return &SM_LOCOMOTIVE_TABLE[train->locomotive];
}

/* For tokens (SM-4.1). */
static inline int sm_room(const SmTrain *train)
{
    return sm_locomotive(train)->number + train->standings - train->token_count;
}

/* SM-6.1 */
static inline int sm_is_classed(int card)
{
    return card == SM_FIRST_CLASS || card == SM_EXECUTIVE_CLASS;
}

/* What a carriage adds to the worth of a train of this service (SM-6.1). */
static inline int sm_carriage_value(int service, int card)
{
    int keeps_sign = sm_is_classed(card) ? service == SM_EXECUTIVE : service != SM_FREIGHT;

    return keeps_sign ? SM_CARD_TABLE[card].value : -SM_CARD_TABLE[card].value;
}

#endif
