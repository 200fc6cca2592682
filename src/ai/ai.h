/* ai.h: players that are programs.
 *
 * A bot is given what a person at the table has: its view of the position and
 * the actions it may choose from. Nothing else reaches it, so it cannot cheat.
 * All chance comes from the caller's Rng: the same decision with an Rng in the
 * same state gets the same answer. Bots keep no memory and allocate nothing. */
#ifndef ROUNDHOUSE_AI_AI_H
#define ROUNDHOUSE_AI_AI_H

#include "engine/game.h"

/* What a bot knows when it must choose. */
typedef struct Decision {
    const Game *game;
    const void *view;      /* game->observe for `seat` */
    int seat;              /* who must choose */
    const Action *actions; /* what list offers, ascending */
    int count;             /* at least 1 */
} Decision;

typedef struct Bot {
    const char *name;
    /* One of the decision's actions. */
    Action (*choose)(const Decision *decision, Rng *rng);
} Bot;

extern const Bot BOT_RANDOM; /* each action equally likely */
extern const Bot BOT_GREEDY; /* what a sensible casual player would do */

extern const Bot *const BOTS[];
extern const int BOT_COUNT;

/* NULL: there is none of that name. */
const Bot *bot_find(const char *name);

/* What the bot does in this view; always a listed action. The seat waits. */
Action bot_choose(const Bot *bot, const Game *game, const void *view, int seat, Rng *rng);

#endif
