/* ai.h: players that are programs.
 *
 * A bot is given what a person at the table has: its view of the position and
 * the actions it may choose from. Nothing else reaches it, so it cannot cheat.
 * All chance comes from the caller's Rng: the same decision with an Rng in the
 * same state gets the same answer, unless the clock ends its thinking. Bots keep
 * no memory from one decision to the next. */
#ifndef ROUNDHOUSE_AI_AI_H
#define ROUNDHOUSE_AI_AI_H

#include "engine/game.h"

#include <stdatomic.h>

/* What a bot knows when it must choose. */
typedef struct Decision {
    const Game *game;
    const void *view;      /* game->observe for `seat` */
    int seat;              /* who must choose */
    const Action *actions; /* what list offers, ascending */
    int count;             /* at least 1 */
} Decision;

/* What milliseconds are counted by: the clock on the wall, for people who wait; or
 * the processor time of each thread that searches, for measuring, which a busy
 * machine does not shorten. */
typedef enum BudgetClock { BY_WALL, BY_PROCESSOR } BudgetClock;

/* How long a bot that searches may think: until the first of these is used up.
 * By iterations and with one thread, the same seed gives the same answer
 * everywhere. */
typedef struct Budget {
    long iterations;        /* 0: no matter how many */
    long milliseconds;      /* 0: no matter how long */
    BudgetClock clock;      /* of the milliseconds */
    int threads;            /* 0 counts as 1 */
    long nodes;             /* of the search trees together; 0: the usual number */
    const atomic_int *stop; /* set by anybody: answer at once; NULL: nobody does */
    /* A deadline in nanoseconds of the monotonic clock, which anybody may move meanwhile;
     * NULL: none */
    const atomic_llong *deadline;
} Budget;

enum { THOUGHTS_MAX = 64 };

typedef struct Considered {
    Action action;
    long visits;
    double value; /* from 0, losing for sure, to 1, winning for sure */
} Considered;

/* What a bot that searches thinks of a position. */
typedef struct Thoughts {
    long iterations;       /* 0: this bot does not reckon so */
    double win[SEATS_MAX]; /* each seat's chance; shared wins count in equal parts */
    int count;
    Considered considered[THOUGHTS_MAX]; /* the most visited first */
} Thoughts;

typedef enum BotWay { BOT_BY_CHANCE, BOT_BY_POLICY, BOT_BY_SEARCH } BotWay;

typedef struct Bot {
    const char *name;
    BotWay way;
    Budget budget; /* of those that search */
    /* How much worse than the best a move may seem and still be played now and
     * then, as a part of the whole game; 0: always the best. */
    double carelessness;
} Bot;

extern const Bot BOT_RANDOM; /* each action equally likely */
extern const Bot BOT_GREEDY; /* what a sensible casual player would do */
extern const Bot BOT_EASY, BOT_MEDIUM, BOT_HARD, BOT_EXPERT; /* these search */

extern const Bot *const BOTS[];
extern const int BOT_COUNT;

/* NULL: there is none of that name. */
const Bot *bot_find(const char *name);

/* The same bot with another budget; where that says nothing, the bot's own stays. */
Bot bot_with_budget(const Bot *bot, const Budget *budget);

/* One of the decision's actions: of those that do not search, and of those that do,
 * having thought so. */
Action bot_play(const Bot *bot, const Decision *decision, Rng *rng);
Action bot_settle(const Bot *bot, const Thoughts *thoughts, Rng *rng);

/* What the bot does in this view; always a listed action. The seat waits. It stops
 * thinking when more of it would hardly change the choice; by iterations, when it
 * could not. */
Action bot_choose(const Bot *bot, const Game *game, const void *view, int seat, Rng *rng);

/* What the bot does, and what it thinks; it uses up its budget, even where there is
 * no choice. */
Action bot_think(const Bot *bot, const Game *game, const void *view, int seat, Rng *rng,
                 Thoughts *thoughts);

#endif
