/* policy.h: what a sensible player of one game would do. One file per game
 * fills in a Policy; policy.c keeps the table of them.
 *
 * The search (search.h) serves all games. What it must know of a game beyond the
 * rules is here, and all of it may be missing (NULL, 0): then every action is as
 * likely as another, and games are played to their end. The states that these
 * functions get are whole, drawn by determinize; they should look only at what
 * the seat may know. They use no floating point but + - * / and comparisons. */
#ifndef ROUNDHOUSE_AI_POLICY_H
#define ROUNDHOUSE_AI_POLICY_H

#include "ai/ai.h"

enum { NO_ACTION = 0xFFFFFFFF, KNOWLEDGE_MAX = 1 << 20, PLAYED_MAX = 16 };

typedef struct Policy {
    const Game *game;

    /* The greedy bot. */
    Action (*choose)(const Decision *decision, Rng *rng);

    /* Makes a state that determinize has drawn from the view likelier: what others
     * have decided in secret, as sensible players decide. It must go on looking
     * like the view. */
    void (*settle)(const void *view, int seat, Rng *rng, void *state);

    /* Leaves in `actions` those that are worth a thought, in the same order, and
     * returns how many; at least 1. `last` is what the same seat did just before
     * in the same turn, or NO_ACTION where that is not known: of many orders of
     * the same steps one is enough. */
    int (*sift)(const void *state, int seat, Action last, Action *actions, int count);

    /* How promising each action looks: a weight above 0, in any unit. */
    void (*weigh)(const void *state, int seat, const Action *actions, int count,
                  double *weights);

    /* Quick and sensible moves, for playing games out: carries out at least one
     * action of the seat, each of which list offers, and at most its whole turn.
     * Returns how many, and them in `done` unless that is NULL. */
    int (*play)(void *state, int seat, Rng *rng, Action done[PLAYED_MAX]);

    /* The same for all seats, exactly as play would turn after turn, until is_cut
     * could say something else or the game is over; returns how many actions there
     * were. For policies that are quicker so; else NULL. */
    int (*play_on)(void *state, Rng *rng);

    /* Do the others make quick moves in the tree, too, instead of what is best for them
     * there? What they find best in it takes the searching seat's hand into account, which
     * is the same in all its states and which they do not know. For games whose
     * quick moves are as good as those of a sensible player. */
    int foretells_others;

    /* Is this a place to stop playing out and to foresee the end instead? `root`
     * is where the search began, `decisions` how many have been played out. */
    int (*is_cut)(const void *root, const void *state, int decisions);

    /* What each seat will probably have at the end, in hundredths of a point;
     * returns by how much two seats may well be wrong about each other. */
    int (*foresee)(const void *state, int *points);

    /* How far what is foreseen where the tree ends counts beside what playing out
     * from there brings: from 0, not at all, to 1. Less luck is in it. */
    double foresight;

    /* What the seat knows and others do not, as a number below KNOWLEDGE_MAX. With
     * it the search tells apart what a seat does with one hand and with another,
     * and thinks through, half the time, what its own hand could be for the
     * others; so it can bluff and need not fear that they see its cards. For games
     * that live by that, and in which such numbers are few. */
    int (*knows)(const void *state, int seat);

    /* How far margins count beside places: their part of the whole, and the lead
     * in points that counts as complete. */
    double margin_part;
    int margin_full;

    double curiosity; /* how widely the search looks around; 0: as usual */
} Policy;

extern const Policy FT_POLICY;
extern const Policy SM_POLICY;
extern const Policy TT_POLICY;

/* NULL: the game has none. */
const Policy *policy_of(const Game *game);

#endif
