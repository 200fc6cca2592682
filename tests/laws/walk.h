/* walk.h: random games of every game, seat count and option set, on which the laws
 * are checked at each position.
 *
 *     LAW(nobody_waits_in_vain)
 *     {
 *         CLAIM(walk, walk->game->waiting(&walk->state) != 0, "nobody is waiting");
 *     }
 *
 * is a test that fails with the game, the seats, the options, the seed and the
 * number of decisions until then. To see a failure again, or to look further:
 *
 *     ROUNDHOUSE_LAWS_SEED=7    play the games of that seed only
 *     ROUNDHOUSE_LAWS_GAMES=50  multiplies the number of games
 *     ROUNDHOUSE_LAWS_LEAST=20  minimum (100) for each number of seats
 *     ROUNDHOUSE_LAWS_SETS=8    about this many option sets (all) per number of seats
 *     ROUNDHOUSE_LAWS_GAME=freight-train  that game alone */
#ifndef ROUNDHOUSE_TESTS_WALK_H
#define ROUNDHOUSE_TESTS_WALK_H

#include "engine/game.h"

#include <criterion/criterion.h>

#include <stdint.h>

/* A random game at its present position. */
typedef struct Walk {
    const Game *game;
    Setup setup;
    uint64_t seed; /* with the options, determines all that follows */
    Rng play;      /* chooses the actions */
    Rng dice;      /* for the law; independent of the play */
    State state;
    int decisions; /* so far; with 0 the fields below are not set */
    State before;
    int seat;
    Action action;
    Events events;
} Walk;

/* Plays many games and calls the law at each position, the first and the last
 * included. Aborts the test at the first breach. */
void walk_every_game(void (*law)(Walk *walk));

/* Fails the test: this position breaks the law. */
void walk_breach(const Walk *walk, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

#define CLAIM(walk, claim, ...)                                                            \
    do {                                                                                   \
        if (!(claim))                                                                      \
            walk_breach(walk, __VA_ARGS__);                                                \
    } while (0)

#define LAW(name)                                                                          \
    static void name(Walk *walk);                                                          \
    Test(laws, name)                                                                       \
    {                                                                                      \
        walk_every_game(name);                                                             \
    }                                                                                      \
    static void name(Walk *walk)

enum { DECISIONS_MAX = 20000 }; /* a longer game counts as endless */

/* Helpers of laws. */

/* For slow laws: one position in `n`, always including the first and the last. */
int is_sampled(Walk *walk, int one_in);
int same_state(const Walk *walk, const State *left, const State *right);
/* They may differ in what states keep for speed. */
int same_position(const Walk *walk, const State *left, const State *right);
void look(const Walk *walk, const State *state, int seat, State *view);
void guess(Walk *walk, const State *view, int seat, State *state);
int is_listed(const Walk *walk, const State *state, int seat, Action action);
/* Claims that there is one. */
Action random_action(Walk *walk, const State *state, int seat, Rng *rng);
int random_waiting_seat(const Game *game, const State *state, Rng *rng);

int same_event(const Event *left, const Event *right);

#endif
