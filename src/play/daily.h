/* daily.h: the deal of the day: which game is dealt, what its deal is called, and from what
 * its bots draw their chance. Pure: it also runs in WebAssembly.
 *
 * Days are days since 1970, in UTC. Everybody who makes the same decisions meets the same
 * bots: their chance depends on the seed of the deal and on what the bot sees, on nothing
 * else; not on how often somebody undid an action, nor on when. */
#ifndef ROUNDHOUSE_PLAY_DAILY_H
#define ROUNDHOUSE_PLAY_DAILY_H

#include "engine/game.h"
#include "play/deal.h"

enum { DAILY_DATE_ROOM = 11, DAILY_DAYS_MAX = 2932896 }; /* 9999-12-31 */
#define DAILY_MS INT64_C(86400000)

/* The level of every bot: one that searches with a limit of iterations. */
#define DAILY_LEVEL "medium"

/* The day of a time in milliseconds since 1970; and when a day ends. */
int daily_day(int64_t now);
int64_t daily_end(int day);

/* "2026-11-18". */
void daily_write_date(int day, char out[DAILY_DATE_ROOM]);
/* 0: that is no date from 1970 to 9999. */
int daily_read_date(const char *text, int *day);

/* One person against two bots. A game of several editions is played by each in turn. */
void daily_setup(const Game *game, int day, Setup *setup);

/* What the hashes of the deal name in place of a table: "D20261118FT", the day and the
 * initials of the game. */
void daily_deal_name(int day, const char *game, char out[DEAL_TABLE_MAX + 1]);

/* The chance of the bot at `seat`, which has this view. */
uint64_t daily_chance(const Game *game, const uint8_t seed[SEED_BYTES], const void *view,
                      int seat);

#endif
