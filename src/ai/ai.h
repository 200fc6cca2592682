/* ai.h: players that are programs.
 *
 * A bot is given what a person at the table has: its view of the position, what its seat
 * remembers of the events it has seen, and the actions it may choose from. Nothing else
 * reaches it, so it cannot cheat. All chance comes from the caller's Rng: the same decision
 * with an Rng in the same state gets the same answer, unless the clock ends its thinking.
 * Bots themselves keep nothing from one decision to the next. */
#ifndef ROUNDHOUSE_AI_AI_H
#define ROUNDHOUSE_AI_AI_H

#include "engine/game.h"
#include "engine/thoughts.h"

#include <stdatomic.h>

/* What a bot knows when it must choose. */
typedef struct Decision {
    const Game *game;
    const void *view;      /* game->observe for `seat` */
    const Memory *memory;  /* of `seat` (Game.remember); NULL: none */
    int seat;              /* who must choose */
    const Action *actions; /* what list offers, ascending */
    int count;             /* at least 1 */
} Decision;

/* How milliseconds are measured: by the wall clock, where people wait; or by the
 * processor time of each search thread, for measurements on a busy machine. */
typedef enum BudgetClock { BY_WALL, BY_PROCESSOR } BudgetClock;

/* Limits of a search; the first that is reached ends it. With a limit of iterations
 * alone and one thread, the same seed gives the same answer on every machine. */
typedef struct Budget {
    long iterations;   /* 0: no limit */
    long milliseconds; /* 0: no limit */
    BudgetClock clock; /* of the milliseconds */
    int threads;       /* 0 counts as 1 */
    long nodes;        /* of all search trees together; 0: the default */
    const atomic_int
        *stop; /* non-zero: answer at once; any thread may set it; may be NULL */
    /* deadline in nanoseconds of the monotonic clock; any thread may move it; may be
     * NULL */
    const atomic_llong *deadline;
} Budget;

typedef enum BotWay { BOT_BY_CHANCE, BOT_BY_POLICY, BOT_BY_SEARCH } BotWay;

typedef struct Bot {
    const char *name;
    BotWay way;
    Budget budget; /* of those that search */
    /* How far below the best value (0 to 1) a move may be and still be chosen; 0: always
     * the best. */
    double carelessness;
} Bot;

extern const Bot BOT_RANDOM; /* each action equally likely */
extern const Bot BOT_GREEDY; /* what a sensible casual player would do */
extern const Bot BOT_EASY, BOT_MEDIUM, BOT_HARD, BOT_EXPERT; /* these search */

extern const Bot *const BOTS[];
extern const int BOT_COUNT;

/* NULL: there is none of that name. */
const Bot *bot_find(const char *name);

/* All names with commas between, and what stands before the last one; returns `names`. */
enum { BOT_NAMES_ROOM = 128 };
const char *bot_names(char names[BOT_NAMES_ROOM], const char *last_separator);

/* The same bot with another budget; zero fields keep the bot's own. */
Bot bot_with_budget(const Bot *bot, const Budget *budget);

/* Chooses one of the decision's actions. */
Action bot_play(const Bot *bot, const Decision *decision, Rng *rng);
Action bot_settle(const Bot *bot, const Thoughts *thoughts, Rng *rng);

/* The bot's action in this view, one of the listed; the seat must be to move. `memory` may
 * be NULL. Stops early: with a limit of iterations when the choice can no longer change,
 * with a limit of time when it hardly can. */
Action bot_choose(const Bot *bot, const Game *game, const void *view, const Memory *memory,
                  int seat, Rng *rng);

/* The same with a report; uses the whole budget, even where there is only one action. */
Action bot_think(const Bot *bot, const Game *game, const void *view, const Memory *memory,
                 int seat, Rng *rng, Thoughts *thoughts);

#endif
