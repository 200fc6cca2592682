/* walk.h: random games of every game, seat count and option set, for the laws
 * to be held against at each position.
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
 *     ROUNDHOUSE_LAWS_GAMES=50  so many times as many games as by default
 *     ROUNDHOUSE_LAWS_LEAST=20  at least so many (100) for each number of seats
 *     ROUNDHOUSE_LAWS_SETS=8    of the option sets, about so many (all) for each number
 *     ROUNDHOUSE_LAWS_GAME=freight-train  that game alone */
#ifndef ROUNDHOUSE_TESTS_WALK_H
#define ROUNDHOUSE_TESTS_WALK_H

#include "engine/game.h"

#include <criterion/criterion.h>

#include <stdint.h>

/* A random game, and how it came to its present position. */
typedef struct Walk {
    const Game *game;
    Setup setup;
    uint64_t seed; /* decides, with the options, all that follows */
    Rng play;      /* chooses the actions */
    Rng dice;      /* for the law; the play does not depend on it */
    State state;
    int decisions; /* so far; with 0, what follows has no meaning yet */
    State before;
    int seat;
    Action action;
    Events events;
} Walk;

/* Plays many games and calls the law at each position, the first and the last
 * included. Aborts the test at the first breach. */
void walk_every_game(void (*law)(Walk *walk));

/* Ends the test: this position breaks the law. */
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

enum { DECISIONS_MAX = 20000 }; /* a game that takes more is taken to be endless */

/* What laws have to do again and again. */

/* For laws that take long: one position in so many, the first and the last always. */
int is_sampled(Walk *walk, int one_in);
int same_state(const Walk *walk, const State *left, const State *right);
void look(const Walk *walk, const State *state, int seat, State *view);
void guess(Walk *walk, const State *view, int seat, State *state);
int is_listed(const Walk *walk, const State *state, int seat, Action action);
/* Claims that there is one. */
Action random_action(Walk *walk, const State *state, int seat, Rng *rng);
int random_waiting_seat(const Game *game, const State *state, Rng *rng);

#endif
