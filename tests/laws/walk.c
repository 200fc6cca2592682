/* walk.c: random games of every game, seat count and option set. */
#include "laws/walk.h"

#include "games/all.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each game is played this often for each number of seats, however few option sets it
 * has. */
enum { GAMES_LEAST = 100 };

/* ------------------------------------------------------------------------- */
/* Reporting                                                                 */
/* ------------------------------------------------------------------------- */

void walk_breach(const Walk *walk, const char *format, ...)
{
    char where[400], what[400];
    int length =
        snprintf(where, sizeof where, "%s --seats %d", walk->game->id, walk->setup.seats);
    va_list arguments;

    for (int i = 0; i < walk->game->option_count; i++) {
        const Option *option = &walk->game->options[i];
        length += snprintf(where + length, sizeof where - (size_t)length, " --option %s=%s",
                           option->id, option->values.items[walk->setup.options[i]]);
    }
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    cr_assert_fail("%s after %d decisions: %s; again with ROUNDHOUSE_LAWS_SEED=%llu", where,
                   walk->decisions, what, (unsigned long long)walk->seed);
    abort();
}

/* ------------------------------------------------------------------------- */
/* One game                                                                  */
/* ------------------------------------------------------------------------- */

int random_waiting_seat(const Game *game, const State *state, Rng *rng)
{
    SeatSet left = game->waiting(state);

    for (int skip = (int)rng_below(rng, (uint32_t)seats_count(left)); skip > 0; skip--)
        left &= (SeatSet)(left - 1);
    return seats_first(left);
}

Action random_action(Walk *walk, const State *state, int seat, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int count = walk->game->list(state, seat, actions);

    CLAIM(walk, count > 0, "seat %d waits and has nothing to do", seat);
    return actions[rng_below(rng, (uint32_t)count)];
}

/* The seed is combined with the options, so that option sets do not share a deal. */
static void start(Walk *walk, int option_set)
{
    uint64_t mixed = walk->seed * 0x9e3779b97f4a7c15u + (uint64_t)option_set;

    rng_seed(&walk->play, mixed);
    rng_seed(&walk->dice, ~mixed);
    rng_fill(&walk->play, walk->setup.seed, SEED_BYTES);
    memset(&walk->state, 0, sizeof walk->state);
    walk->game->setup(&walk->state, &walk->setup);
    walk->decisions = 0;
}

static void step(Walk *walk)
{
    const Game *game = walk->game;

    walk->before = walk->state;
    walk->seat = random_waiting_seat(game, &walk->state, &walk->play);
    walk->action = random_action(walk, &walk->state, walk->seat, &walk->play);
    walk->events.count = 0;
    game->apply(&walk->state, walk->seat, walk->action, &walk->events);
    walk->decisions++;
}

static void walk_game(Walk *walk, int option_set, void (*law)(Walk *walk))
{
    start(walk, option_set);
    law(walk);
    while (walk->game->waiting(&walk->state)) {
        CLAIM(walk, walk->decisions < DECISIONS_MAX, "the game does not end");
        step(walk);
        law(walk);
    }
}

/* ------------------------------------------------------------------------- */
/* Every game                                                                */
/* ------------------------------------------------------------------------- */

/* The next of all sets of options; 0 after the last. */
static int next_options(const Game *game, uint8_t *options)
{
    for (int i = 0; i < game->option_count; i++) {
        if (++options[i] < game->options[i].values.count)
            return 1;
        options[i] = 0;
    }
    return 0;
}

static int count_option_sets(const Game *game, int seats)
{
    Setup setup = { .seats = seats };
    int count = 0;

    do {
        count += game->refuse(&setup) == NULL;
    } while (next_options(game, setup.options));
    return count;
}

static uint64_t number_from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

/* Every n-th option set is played; n is odd, so that options with two values take both.
 * */
static int stride_of(int option_sets)
{
    uint64_t wanted = number_from_environment("ROUNDHOUSE_LAWS_SETS", UINT64_MAX);

    return wanted >= (uint64_t)option_sets ? 1 : (option_sets / (int)wanted) | 1;
}

/* Different sets for each number of seats, and each time. */
static void walk_option_sets(Walk *walk, int stride, void (*law)(Walk *walk))
{
    int chosen = (walk->setup.seats + (int)(walk->seed % INT32_MAX)) % stride;
    int option_set = 0;

    memset(walk->setup.options, 0, sizeof walk->setup.options);
    do {
        if (option_set % stride == chosen && walk->game->refuse(&walk->setup) == NULL)
            walk_game(walk, option_set, law);
        option_set++;
    } while (next_options(walk->game, walk->setup.options));
}

static void walk_seats(const Game *game, int seats, void (*law)(Walk *walk))
{
    static Walk walk;
    int option_sets = count_option_sets(game, seats);
    int least = (int)number_from_environment("ROUNDHOUSE_LAWS_LEAST", GAMES_LEAST);
    uint64_t games = (uint64_t)((least + option_sets - 1) / option_sets)
                     * number_from_environment("ROUNDHOUSE_LAWS_GAMES", 1);
    uint64_t only = number_from_environment("ROUNDHOUSE_LAWS_SEED", UINT64_MAX);

    walk.game = game;
    walk.setup.seats = seats;
    for (uint64_t seed = 0; seed < games; seed++) {
        walk.seed = only == UINT64_MAX ? seed : only;
        walk_option_sets(&walk, stride_of(option_sets), law);
        if (only != UINT64_MAX)
            return;
    }
}

void walk_every_game(void (*law)(Walk *walk))
{
    const char *only = getenv("ROUNDHOUSE_LAWS_GAME");

    for (int i = 0; i < all_games_count(); i++) {
        const Game *game = all_games(i);
        if (only != NULL && strcmp(game->id, only) != 0)
            continue;
        for (int seats = game->least_seats; seats <= game->most_seats; seats++)
            walk_seats(game, seats, law);
    }
}

/* ------------------------------------------------------------------------- */
/* Helpers of laws                                                           */
/* ------------------------------------------------------------------------- */

int is_sampled(Walk *walk, int one_in)
{
    return walk->decisions == 0 || walk->game->waiting(&walk->state) == 0
           || rng_below(&walk->dice, (uint32_t)one_in) == 0;
}

int same_state(const Walk *walk, const State *left, const State *right)
{
    return memcmp(left, right, (size_t)walk->game->state_size) == 0;
}

int same_position(const Walk *walk, const State *left, const State *right)
{
    State positions[2];
    int size = game_canonical(walk->game, left, &positions[0]);

    return game_canonical(walk->game, right, &positions[1]) == size
           && memcmp(&positions[0], &positions[1], (size_t)size) == 0;
}

void look(const Walk *walk, const State *state, int seat, State *view)
{
    walk->game->observe(state, seat, view);
}

void guess(Walk *walk, const State *view, int seat, State *state)
{
    walk->game->determinize(view, seat, &walk->dice, state);
}

int is_listed(const Walk *walk, const State *state, int seat, Action action)
{
    Action actions[ACTIONS_MAX];
    int count = walk->game->list(state, seat, actions);

    for (int i = 0; i < count; i++) {
        if (actions[i] == action)
            return 1;
    }
    return 0;
}

int same_event(const Event *left, const Event *right)
{
    return left->kind == right->kind && left->marks == right->marks
           && left->seat == right->seat && left->only == right->only
           && left->list_count == right->list_count
           && memcmp(left->list, right->list, left->list_count) == 0
           && memcmp(left->fields, right->fields, sizeof left->fields) == 0;
}
