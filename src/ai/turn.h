/* turn.h: the best sequence of actions in a turn.
 *
 * A turn is a run of small decisions, and the first of them cannot be judged
 * before the last. The search plays whole turns on copies of a state, keeps the
 * most promising few at each step (a beam), and answers with the first step of
 * the best turn found. It sees what applying an action shows, so the state must
 * be one drawn by determinize. */
#ifndef ROUNDHOUSE_AI_TURN_H
#define ROUNDHOUSE_AI_TURN_H

#include "engine/game.h"

enum { TURN_BEAM_MAX = 32 };

/* What the beam search needs to know about a game. */
typedef struct TurnGuide {
    const Game *game;
    int width; /* positions kept at each step, at most TURN_BEAM_MAX */
    /* How good the position is for the seat, in any unit. Also called within a turn,
     * where it should include what the rest of the turn can bring. */
    int (*estimate)(const void *state, int seat);
    /* Does a turn begin in this position (so that the one before is over)? Also
     * true at the end of the game. */
    int (*is_fresh)(const void *state);
    /* Is the action kept in this position, or pruned? */
    int (*is_considered)(const void *state, Action action);
} TurnGuide;

typedef struct TurnPlan {
    Action first; /* of the best turn */
    int value;    /* the estimate at its end */
} TurnPlan;

/* `actions` are the first steps to choose among; at least one. */
TurnPlan turn_plan(const TurnGuide *guide, const State *start, int seat,
                   const Action *actions, int count);

#endif
