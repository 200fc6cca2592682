/* policy.h: what the bots know of one game beyond its rules. One file per game fills in
 * a Policy; policy.c has the table of them.
 *
 * The search (search.h) serves all games. Every field may be missing (NULL, 0): then
 * priors are equal and playouts are random and go to the end of the game. The states
 * that these functions get are complete, drawn by determinize; they should only use what
 * the seat may know. Floating point is limited to + - * / and comparisons, which give
 * the same bits on every machine. */
#ifndef ROUNDHOUSE_AI_POLICY_H
#define ROUNDHOUSE_AI_POLICY_H

#include "ai/ai.h"

enum { NO_ACTION = 0xFFFFFFFF, KNOWLEDGE_MAX = 1 << 20, PLAYED_MAX = 16 };

typedef struct Policy {
    const Game *game;

    /* The greedy bot. */
    Action (*choose)(const Decision *decision, Rng *rng);

    /* Replaces secret decisions of others in a state that determinize has drawn by
     * likely ones. The state must stay consistent with the view. */
    void (*draw_secrets)(const void *view, int seat, Rng *rng, void *state);

    /* Prunes `actions`, keeps their order and returns how many are left; at least 1.
     * `last` is the seat's previous action in this turn, or NO_ACTION if unknown: it
     * serves to keep one of the many orders of the same steps. */
    int (*prune)(const void *state, int seat, Action last, Action *actions, int count);

    /* Prior of each action: a weight above 0, in any unit. */
    void (*weigh)(const void *state, int seat, const Action *actions, int count,
                  double *weights);

    /* Quick moves for playouts: applies at least one listed action of the seat and at
     * most its whole turn. Returns how many, and the actions in `done` unless that is
     * NULL. */
    int (*play)(void *state, int seat, Rng *rng, Action done[PLAYED_MAX]);

    /* The same for all seats, with the same moves as repeated calls of play, until
     * is_cut may change or the game is over; returns how many actions there were. NULL
     * unless it is faster. */
    int (*play_on)(void *state, Rng *rng);

    /* Do the others make quick moves in the tree, too, instead of maximizing? The
     * searching seat's hand is the same in all drawn states, so opponents that maximize
     * in the tree play as if they knew it. For games with good quick moves. */
    int others_play_quickly;

    /* Does the playout stop here, for predict? `root` is where the search began,
     * `decisions` the length of the playout so far. */
    int (*is_cut)(const void *root, const void *state, int decisions);

    /* Predicted final score of each seat, in hundredths of a point; returns the
     * uncertainty of the difference of two seats. */
    int (*predict)(const void *state, int *points);

    /* How far a predicted win is trusted when people are shown a chance, from 0 to 1: the
     * rest is an even share for all. 0: fully. tests/ai/calibration.c measures it. */
    double confidence;

    /* f in: leaf value = f · prediction + (1 − f) · playout. A prediction has less
     * variance. */
    double leaf_weight;

    /* The seat's private information, as a number below KNOWLEDGE_MAX. The search then
     * has separate nodes for each value, and every second iteration redraws the
     * searching seat's own hand from an opponent's view; so it can bluff, and opponents
     * in the tree do not see its cards. For games with few possible hands. */
    int (*knows)(const void *state, int seat);

    /* Margins in the utility: their weight beside places, and the lead in points that
     * counts as 1. */
    double margin_part;
    int margin_full;

    double exploration; /* constant of PUCT; 0: the default */
} Policy;

extern const Policy FT_POLICY;
extern const Policy SM_POLICY;
extern const Policy TT_POLICY;

/* Turns the values of actions into weights: a value that is `quarter` below the best gets
 * a quarter of its weight. */
#define POLICY_NO_VALUE (-1e9)
void policy_weights_of_values(double *values, int count, double quarter);

/* NULL: the game has none. */
const Policy *policy_of(const Game *game);

#endif
