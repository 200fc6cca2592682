/* ft.h: Freight Train by Alan R. Moon, White Wind 1993 and Mayfair 1996: its
 * state and its verbs. Rule ids (FT-4.8) are those of docs/rules. */
#ifndef ROUNDHOUSE_FREIGHT_TRAIN_H
#define ROUNDHOUSE_FREIGHT_TRAIN_H

#include "engine/cards.h"
#include "engine/game.h"
#include "engine/moment.h"

#include <stdint.h>

extern const Game FREIGHT_TRAIN;

/* ------------------------------------------------------------------------- */
/* Material                                                                  */
/* ------------------------------------------------------------------------- */

typedef enum FtCar {
    FT_AUTO_RACK,
    FT_BOX,
    FT_COIL_STEEL,
    FT_CONTAINER,
    FT_GONDOLA,
    FT_HOPPER,
    FT_ORE,
    FT_PIGGYBACK,
    FT_REFRIGERATOR,
    FT_STOCK,
    FT_TANK,
    FT_END_OF_DAY, /* lies in the deck among the cars */
} FtCar;

enum {
    FT_TYPES = 11,
    FT_MIXED = FT_TYPES, /* the mixed trains, where they score as a twelfth type */
    FT_NEW_TRAIN,        /* a locomotive without cars */
    FT_SEATS = 5,
    FT_DAYS = 3,
    FT_ROUNDS_MAX = 9999, /* of a day; the count stops there */
    FT_MAIN_SIDINGS = 5,
    FT_MAIN_ROOM = 5,
    FT_YARD_SIDINGS = 2,
    FT_YARD_ROOM = 8,
    FT_YARD_CARS = FT_YARD_SIDINGS * FT_YARD_ROOM,
    FT_DEAL = 6,   /* cars in each yard siding at the start */
    FT_TRAINS = 9, /* seven locomotives, and one more on each of two days */
    FT_DECK_MAX = 177,
    FT_TAKEN = 3,    /* cars of one taking from the main yard */
    FT_SWITCHED = 4, /* cars of one switching from the own yard, at most */
    FT_CABOOSES = 7,
    FT_CABOOSE_FACTOR = 2, /* what a closed train's points are multiplied by (FT-5.7) */
    FT_SECOND_POINTS = 1,  /* for the second longest train (FT-5.3) */
    FT_FIRST_POINTS = 5,
};

/* What differs between the printed editions. */
typedef struct FtEdition {
    uint8_t cars_of_type[FT_SEATS + 1]; /* by number of players (FT-2.1) */
    uint8_t locomotives;                /* in the box (FT-1.2) */
    uint8_t mixed_train_scores;         /* FT-5.6 */
    uint8_t empty_yard_rearranges;      /* FT-4.3 */
    uint8_t has_cabooses;               /* FT-1.3 */
} FtEdition;

extern const FtEdition FT_EDITIONS[];
extern const uint8_t FT_LOCOMOTIVES[FT_SEATS + 1]; /* at the start, by number of players */
/* What the longest train earns, by how many share it (FT-5.3, FT-5.4). */
extern const uint8_t FT_LONGEST_POINTS[FT_SEATS + 1];

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

typedef enum FtOption {
    FT_OPTION_EDITION,
    FT_OPTION_SEQUENCE,
    FT_OPTION_CABOOSES,
    FT_OPTION_MIXED,
    FT_OPTION_FIRST,
    FT_OPTIONS,
} FtOption;

enum { FT_WHITE_WIND, FT_MAYFAIR };
enum { FT_SEQUENCE_ENGINE, FT_SEQUENCE_PLAIN };
enum { FT_MIXED_AS_EDITION, FT_MIXED_SCORES, FT_MIXED_NONE };

/* ------------------------------------------------------------------------- */
/* State                                                                     */
/* ------------------------------------------------------------------------- */

/* Cars behind a locomotive. Their order never matters, so a train is the set of
 * its types and a number: with one type any number of cars, with several (the
 * mixed train) one of each. Trains with cars come before locomotives without. */
typedef struct FtTrain {
    uint16_t types; /* a bit per FtCar */
    uint8_t cars;
    uint8_t is_closed; /* by a caboose (FT-4.5) */
} FtTrain;

/* Cars on a track, from the closed end (or bumper) to the open end. */
typedef struct FtYardSiding {
    uint8_t length;
    uint8_t cars[FT_YARD_ROOM];
} FtYardSiding;

typedef struct FtMainSiding {
    uint8_t length;
    uint8_t cars[FT_MAIN_ROOM];
} FtMainSiding;

typedef struct FtPlayer {
    int16_t points;
    FtTrain trains[FT_TRAINS]; /* the first `locomotives` of them exist */
    FtYardSiding yard[FT_YARD_SIDINGS];
    uint8_t locomotives;
    uint8_t has_called; /* a locomotive, this day (FT-4.4) */
} FtPlayer;

/* What the trains of a player take, read from them once (ft_read_trains). Sets of types
 * have a bit per FtCar, sets of trains a bit per train. */
typedef struct FtWelcome {
    uint16_t own_trains[FT_TYPES];   /* of that type alone, which take more of it */
    uint8_t idle;                    /* locomotives without cars */
    uint8_t is_settled;              /* there is a mixed train, or one of two twins must be
                                      * it */
    uint32_t mixed, mixed_takes;     /* trains that are the mixed one, or may become it by
                                      * taking one of these types */
    uint32_t idle_train, idle_takes; /* the first locomotive without cars */
    uint32_t any;                    /* types that some train takes */
    uint32_t own;                    /* types that have own_trains */
    uint32_t singles;     /* types that have a train, be it closed, but for the mixed one */
    uint32_t lone;        /* types of lone cars that may still become the mixed train … */
    uint32_t closed_lone; /* … and of closed ones, which may be read as it */
} FtWelcome;

/* Where in a turn we are. */
typedef enum FtStage {
    FT_TURN,        /* fill a siding, or choose the action */
    FT_TAKING,      /* 1 or 2 of three cars are in hand */
    FT_PLACING,     /* the cars taken go to trains and yard, one by one */
    FT_SWITCHING,   /* 1 to 3 cars have gone from the yard to trains */
    FT_REARRANGING, /* the yard is in hand, and goes back car by car */
    FT_OVER,
} FtStage;

/* Invariants: every car in play lies in exactly one of deck, main, held, yards
 * and trains. Unused room in arrays is zero, so that equal positions have equal
 * bytes. The welcome of each seat is that of its trains: who changes trains keeps it. */
typedef struct FtState {
    FtPlayer players[FT_SEATS];
    int16_t round;               /* of the day, from 1 */
    uint8_t key[SEED_BYTES];     /* of the deals; zero in views */
    uint8_t options[FT_OPTIONS]; /* as in the setup */
    uint8_t seats;
    uint8_t day;            /* 1 to 3 */
    uint8_t first;          /* who began this round */
    uint8_t turn;           /* whose turn it is */
    SeatSet played;         /* have had their turn in this round */
    SeatSet passed;         /* of these, had to pass (FT-3.7) */
    uint8_t is_ending;      /* the end-of-day card has been drawn */
    uint8_t stage;          /* FtStage */
    uint8_t has_filled;     /* a siding in this turn */
    uint8_t switched;       /* cars in this turn so far (FT-4.2) */
    uint8_t held_count;     /* cars in hand */
    uint8_t held[FT_TYPES]; /* how many of each type */
    uint8_t bottom;         /* the end-of-day card is among so many last; 0: drawn */
    uint8_t deck_count;
    uint8_t deck[FT_DECK_MAX]; /* the top is the last */
    FtMainSiding main[FT_MAIN_SIDINGS];
    FtWelcome welcome[FT_SEATS]; /* follows from the trains: not canonical */
} FtState;

/* ------------------------------------------------------------------------- */
/* Actions and events                                                        */
/* ------------------------------------------------------------------------- */

typedef enum FtActionKind {
    FT_FILL,      /* siding: a main siding from the deck (FT-3.3) */
    FT_TAKE,      /* siding: the car at the open end of a main siding (FT-4.1) */
    FT_SWITCH,    /* siding, train: a car of the own yard to a train (FT-4.2) */
    FT_REARRANGE, /* pick up the own yard (FT-4.3) */
    FT_CALL,      /* a locomotive (FT-4.4) */
    FT_CLOSE,     /* train: with a caboose (FT-4.5) */
    FT_COUPLE,    /* car, train: a car in hand to a train */
    FT_STORE,     /* car, siding: a car in hand to the own yard */
    FT_DONE,      /* no more cars are switched */
    FT_PASS,      /* nothing else is possible (FT-3.7) */
    FT_ACTIONS,
} FtActionKind;

typedef enum FtEventKind {
    FT_EVENT_FILLED,     /* siding, cars */
    FT_EVENT_END_DRAWN,  /* the end-of-day card */
    FT_EVENT_TOOK,       /* car, siding */
    FT_EVENT_SWITCHED,   /* car, siding, train */
    FT_EVENT_REARRANGES, /* for one point */
    FT_EVENT_CALLED,
    FT_EVENT_CLOSED,  /* train */
    FT_EVENT_COUPLED, /* car, train */
    FT_EVENT_STORED,  /* car, siding */
    FT_EVENT_PASSED,
    FT_EVENT_DAY_ENDED,     /* day */
    FT_EVENT_TRAIN_SCORED,  /* type, length, points, rank */
    FT_EVENT_CLOSED_SCORED, /* the same, doubled by a caboose */
    FT_EVENT_YARD_SCORED,   /* length, points */
    FT_EVENT_DAY_BEGAN,     /* day */
    FT_EVENT_FREE_LOCOMOTIVE,
    FT_EVENT_GAME_ENDED,
} FtEventKind;

/* Why a train scores (FT-5.3, FT-5.4): the lead by how many share it, or the second. */
typedef enum FtRank { FT_RANK_LONGEST, FT_RANK_TWO, FT_RANK_THREE, FT_RANK_SECOND } FtRank;

typedef enum FtTermKind {
    FT_TERM_DAY,        /* day: of a seat; its parts are the three below */
    FT_TERM_TRAIN,      /* type, length, rank */
    FT_TERM_CLOSED,     /* the same, doubled by a caboose */
    FT_TERM_YARD,       /* length: cars left in the yard */
    FT_TERM_REARRANGED, /* the yard, for a point */
    FT_TERMS,
} FtTermKind;

/* ------------------------------------------------------------------------- */
/* Verbs, by the file that has them                                          */
/* ------------------------------------------------------------------------- */

/* game.c: the moments of a turn, a row per FtStage */
typedef struct FtMoment {
    MOMENT_COLUMNS(FtState, FT_ACTIONS);
    struct {
        uint8_t least, most;
    } held, switched; /* cars in hand, and switched in this turn */
} FtMoment;

extern const FtMoment FT_MOMENTS[FT_OVER + 1];

/* text.c */
extern const Names FT_CAR_NAMES;   /* the eleven types */
extern const Names FT_DECK_NAMES;  /* and the end-of-day card */
extern const Names FT_TRAIN_NAMES; /* kinds of train: a type, mixed, new */
extern const Option FT_OPTION_TABLE[FT_OPTIONS];
extern const ActionKind FT_ACTION_TABLE[];
extern const EventKind FT_EVENT_TABLE[];
extern const TermKind FT_TERM_TABLE[FT_TERMS];
void ft_say(const void *view, int seat, Action action, Phrase *phrase);

/* deal.c: setup and a new day */
const char *ft_refuse(const Setup *setup);
void ft_setup(void *state, const Setup *setup);
int ft_cars_of_type(const FtState *ft);
int ft_draw(FtState *ft);
void ft_begin_day(FtState *ft, Events *events);

/* rounds.c: whose turn, filling a siding, passing */
int ft_can_fill(const FtState *ft, uint32_t sidings_with_cars);
void ft_fill(FtState *ft, Act act);
void ft_pass(FtState *ft, Act act);
void ft_end_turn(FtState *ft, Events *events);

/* trains.c: what may run together */

int ft_cars_aboard(const FtTrain *train, int car);
int ft_has_legal_trains(const FtPlayer *player);
void ft_read_trains(const FtPlayer *player, FtWelcome *welcome);
void ft_keep_welcome(FtState *ft, int seat); /* after its trains have changed */
uint32_t ft_trains_taking(const FtWelcome *welcome, int car);
uint32_t ft_types_taken(const FtWelcome *welcome, const FtPlayer *player, int train);
/* Does the welcome stay as it is when this train takes this car? */
int ft_stays_welcome(const FtWelcome *welcome, int train, int car);
/* Can so many of these cars (FT_TAKEN at most) go to the trains together? */
int ft_can_couple(const FtWelcome *welcome, const uint8_t *cars, int count, int must_ride);
void ft_add_car(FtTrain *train, int car);
void ft_couple_car(FtState *ft, int seat, int train, int car);
int ft_mixed_train(const FtPlayer *player);
int ft_train_kind(const FtPlayer *player, int train);

/* actions.c: the five actions of a turn */
int ft_yard_cars(const FtPlayer *player);
int ft_cabooses_left(const FtState *ft);
int ft_locomotives_left(const FtState *ft);
int ft_list_turn(const FtState *ft, int seat, Action *out);
int ft_list_taking(const FtState *ft, int seat, Action *out);
int ft_list_placing(const FtState *ft, int seat, Action *out);
int ft_list_switching(const FtState *ft, int seat, Action *out);
int ft_list_rearranging(const FtState *ft, int seat, Action *out);
void ft_take(FtState *ft, Act act);
void ft_switch(FtState *ft, Act act);
void ft_rearrange(FtState *ft, Act act);
void ft_call(FtState *ft, Act act);
void ft_close(FtState *ft, Act act);
void ft_couple(FtState *ft, Act act);
void ft_store(FtState *ft, Act act);
void ft_done(FtState *ft, Act act);

/* scoring.c: the end of a day */
int ft_mixed_trains_score(const FtState *ft);
void ft_score_day(FtState *ft, Events *events);
void ft_end_of_day(FtState *ft, Events *events); /* reported, then scored */

/* terms.c */
void ft_terms(const void *view, const Events *events, Terms *terms);

/* view.c */
/* How many cars of each type are in the deck: all those that nobody sees. */
void ft_count_unseen(const FtState *view, uint8_t *left);
void ft_observe(const void *state, int seat, void *view);
void ft_determinize(const void *view, int seat, Rng *rng, void *state);
void ft_redraw(void *state, Rng *rng);

/* shape.c */
void ft_shape(Codec *codec, void *state);
const char *ft_unsound(const void *state);

static inline const FtEdition *ft_edition(const FtState *ft)
{
    return &FT_EDITIONS[ft->options[FT_OPTION_EDITION]];
}

/* Cars in the main yard. */
static inline int ft_main_cars(const FtState *ft)
{
    int cars = 0;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        cars += ft->main[s].length;
    return cars;
}

/* Of the main yard, a bit each. */
static inline uint32_t ft_sidings_with_cars(const FtState *ft)
{
    uint32_t sidings = 0;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        sidings |= (uint32_t)(ft->main[s].length > 0) << s;
    return sidings;
}

/* The cars in hand, one by one; at most FT_TAKEN while a taking lasts. */
static inline int ft_list_held(const FtState *ft, uint8_t *cars)
{
    int count = 0;

    for (int car = 0; count < ft->held_count; car++) {
        int copies = ft->held[car];
        if (copies == 0)
            continue;
        do
            cars[count++] = (uint8_t)car;
        while (--copies > 0);
    }
    return count;
}

#endif
