/* results.h: results of games: a row for each seat, written by the database itself in the
 * transaction that ends the game (store/schema.h). A row never changes, but that it loses
 * its user with the account. The rules of store.h hold.
 *
 *     tables ──< results >── users      who played, for how many points
 *     means                             of everybody: one row for each rule set and
 *                                       number of seats
 *     records, meetings                 sums of the results of a person, by rule set and
 *                                       by opponent, so that no page reads all of them
 *
 * A rule set is what the options of a table say, without who begins. */
#ifndef ROUNDHOUSE_STORE_RESULTS_H
#define ROUNDHOUSE_STORE_RESULTS_H

#include "store/store.h"

/* Which results are counted. */
typedef struct StoreWhose {
    StoreId user;
    int only_public; /* those of public tables alone */
} StoreWhose;

typedef struct StoreResult {
    StoreId table;
    char code[STORE_CODE_MAX + 1]; /* of the table */
    int seat;
    char game[STORE_WORD_MAX + 1];
    char rule_set[STORE_OPTIONS_MAX + 1];
    int seat_count, is_public;
    int is_away; /* the player has left the seat to a bot */
    int score, place;
    int64_t ended;
} StoreResult;

/* Results after the cursor, which is advanced; the newest first. */
StoreStatus store_results(Store *store, const StoreWhose *whose, StoreCursor *cursor,
                          StoreResult *results, int room, int *count, Fault *fault);

/* All results by one rule set with so many seats. Games that were left to a bot are games,
 * but neither played nor won. */
typedef struct StoreRecord {
    char game[STORE_WORD_MAX + 1];
    char rule_set[STORE_OPTIONS_MAX + 1];
    int seat_count;
    int games, played, wins;
    int64_t total; /* points of those that were played */
    /* The same of everybody: seats of people. */
    int64_t all_seats, all_total;
} StoreRecord;

StoreStatus store_records(Store *store, const StoreWhose *whose, StoreRecord *records,
                          int room, int *count, Fault *fault);

typedef struct StoreOpponent {
    char name[STORE_NAME_MAX + 1];
    int games, ahead; /* games where the user had the better place */
} StoreOpponent;

/* Kept names, those met most first. If only_public, without those who are hidden. */
StoreStatus store_opponents(Store *store, const StoreWhose *whose, StoreOpponent *opponents,
                            int room, int *count, Fault *fault);

/* Games won in a row: now, and the most ever. */
typedef struct StoreStreaks {
    int now, longest;
} StoreStreaks;

StoreStatus store_streaks(Store *store, const StoreWhose *whose, StoreStreaks *streaks,
                          Fault *fault);

/* Does the user hide all results from strangers? */
StoreStatus store_is_hidden(Store *store, StoreId user, int *is_hidden, Fault *fault);
StoreStatus store_hide(Store *store, StoreId user, int is_hidden, Fault *fault);

/* As LIST_MINE_OVER: of one game (empty: all), where `other` sat, too (0: anybody). */
StoreStatus store_list_over(Store *store, StoreId user, const char *game, StoreId other,
                            StoreCursor *cursor, StoreTable *tables, int room, int *count,
                            Fault *fault);

#endif
