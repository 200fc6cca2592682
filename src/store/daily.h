/* daily.h: deals of the day and the attempts at them. The rules of store.h hold.
 *
 *     dailies (day, game) ──< attempts >── users
 *                                │
 *                              tables      an ordinary table, with the day in its row
 *
 * There is one deal for a day and a game: the first that is added, whoever adds it. An
 * attempt is added together with its table; its score is written by the database, in the
 * transaction that ends the game, if its player has played to the end and within the day.
 * An attempt loses its user with the account. */
#ifndef ROUNDHOUSE_STORE_DAILY_H
#define ROUNDHOUSE_STORE_DAILY_H

#include "store/store.h"

typedef struct StoreDaily {
    int64_t created;
    int day; /* since 1970 */
    int rules;
    int seat_count;
    char game[STORE_WORD_MAX + 1];
    char level[STORE_WORD_MAX + 1]; /* of its bots */
    char options[STORE_OPTIONS_MAX + 1];
} StoreDaily;

/* Unless there is one already, which then stays. The secret is in no struct that could be
 * shown by mistake. */
StoreStatus store_daily_add(Store *store, const StoreDaily *daily,
                            const uint8_t secret[SEED_BYTES], Fault *fault);
/* All of a day, in any order. */
StoreStatus store_dailies(Store *store, int day, StoreDaily *dailies, int room, int *count,
                          Fault *fault);
/* STORE_NOT_FOUND: there is none. */
StoreStatus store_daily_get(Store *store, int day, const char *game, StoreDaily *daily,
                            Fault *fault);
StoreStatus store_daily_secret(Store *store, int day, const char *game,
                               uint8_t secret[SEED_BYTES], Fault *fault);
/* The last day before this one that has a deal; 0: none. */
StoreStatus store_daily_before(Store *store, int day, int *before, Fault *fault);

typedef struct StoreAttempt {
    StoreId user; /* 0: the account was deleted */
    StoreId table;
    int64_t started;
    int64_t ended; /* written by the database, as is_done, score and place */
    int day;
    int k; /* from 1: which attempt of this user at this deal */
    int is_ranked;
    int is_done; /* played to the end, within the day */
    int score, place;
    char game[STORE_WORD_MAX + 1];
    /* Set on reading, never written: */
    char name[STORE_NAME_MAX + 1];
    char code[STORE_CODE_MAX + 1], user_code[STORE_CODE_MAX + 1]; /* of table and user */
    TableState state;
    int is_left; /* a bot plays on */
    UserKind kind;
} StoreAttempt;

/* STORE_TAKEN: this user has an attempt with this number at this deal. */
StoreStatus store_attempt_add(Store *store, const StoreAttempt *attempt, Fault *fault);
/* The first and the last attempt of a user at each deal of a day, by game and number. */
StoreStatus store_attempts_of(Store *store, StoreId user, int day, StoreAttempt *attempts,
                              int room, int *count, Fault *fault);
/* Ranked or other attempts at a deal, the best first, then those that are not done; from
 * the row `from` (0: the first) on. */
StoreStatus store_attempts(Store *store, int day, const char *game, int is_ranked, int from,
                           StoreAttempt *attempts, int room, int *count, Fault *fault);
/* All attempts of a user, by table, above `after`. */
StoreStatus store_attempts_ever(Store *store, StoreId user, StoreId after,
                                StoreAttempt *attempts, int room, int *count, Fault *fault);

typedef struct StoreTurnout {
    int ranked, done; /* ranked attempts, and those of them that are done */
    int apart;        /* others */
} StoreTurnout;

StoreStatus store_turnout(Store *store, int day, const char *game, StoreTurnout *turnout,
                          Fault *fault);
/* How many ranked attempts have more points than this. */
StoreStatus store_attempts_above(Store *store, int day, const char *game, int score,
                                 int *count, Fault *fault);

#endif
