/* test_quick_moves.c: the policies' quick moves are legal moves. */
#include "ai/policy.h"
#include "games/all.h"

#include <criterion/criterion.h>
#include <string.h>

enum { GAMES = 40 /* for each number of seats */ };

/* Random options, drawn again until the game accepts them. */
static void set_up(const Game *game, int seats, Rng *rng, State *state)
{
    Setup setup;

    do {
        game_default_setup(game, seats, &setup);
        for (int i = 0; i < game->option_count; i++)
            setup.options[i] =
                (uint8_t)rng_below(rng, (uint32_t)game->options[i].values.count);
    } while (game->refuse != NULL && game->refuse(&setup) != NULL);
    rng_fill(rng, setup.seed, SEED_BYTES);
    memset(state, 0, sizeof *state);
    game->setup(state, &setup);
}

static void do_anything(const Game *game, State *state, Rng *rng)
{
    int seat = seats_first(game->waiting(state));
    Action actions[ACTIONS_MAX];
    int count = game->list(state, seat, actions);

    game->apply(state, seat, actions[rng_below(rng, (uint32_t)count)], NULL);
}

/* Applied one by one by the rules, the actions lead to the same position. */
static void expect_listed(const Game *game, State *state, Rng *rng)
{
    int seat = seats_first(game->waiting(state));
    State after = *state;
    Action done[PLAYED_MAX];
    int count = policy_of(game)->play(&after, seat, rng, done);

    cr_assert(count > 0 && count <= PLAYED_MAX);
    for (int i = 0; i < count; i++)
        cr_assert_eq(game_apply(game, state, seat, done[i], NULL), STATUS_OK,
                     "%s: action %d of %d is not listed", game->id, i, count);
    cr_assert_eq(memcmp(state, &after, sizeof after), 0, "%s: the positions differ",
                 game->id);
}

/* Random decisions lead to every moment of a turn. */
static void expect_listed_throughout(const Game *game, int seats, Rng *rng)
{
    for (int n = 0; n < GAMES; n++) {
        State state;
        set_up(game, seats, rng, &state);
        while (!game_is_over(game, &state)) {
            if (rng_below(rng, GAMES) < (uint32_t)n)
                do_anything(game, &state, rng);
            else
                expect_listed(game, &state, rng);
        }
    }
}

Test(quick_moves, are_listed_from_any_position)
{
    Rng rng;

    rng_seed(&rng, 41);
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        for (int seats = game->least_seats; seats <= game->most_seats; seats++)
            expect_listed_throughout(game, seats, &rng);
    }
}

/* Continues from the position after the random decisions. */
static void expect_same_playing_on(const Game *game, int seats, Rng *rng)
{
    const Policy *policy = policy_of(game);
    State state, twin;
    Rng chance, same;

    set_up(game, seats, rng, &state);
    for (int n = (int)rng_below(rng, 400); n > 0 && !game_is_over(game, &state); n--)
        do_anything(game, &state, rng);
    twin = state;
    rng_seed(&chance, rng_next(rng));
    same = chance;
    while (!game_is_over(game, &state)) {
        int count = policy->play_on(&state, &chance);
        cr_assert_gt(count, 0);
        while (count > 0)
            count -= policy->play(&twin, seats_first(game->waiting(&twin)), &same, NULL);
        cr_assert_eq(count, 0);
        cr_assert_eq(memcmp(&state, &twin, sizeof state), 0, "%s: playing on differs",
                     game->id);
        cr_assert_eq(memcmp(&chance, &same, sizeof same), 0);
    }
}

Test(quick_moves, playing_on_is_playing_turn_after_turn)
{
    Rng rng;

    rng_seed(&rng, 42);
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
            for (int n = 0; n < GAMES && policy_of(game)->play_on != NULL; n++)
                expect_same_playing_on(game, seats, &rng);
        }
    }
}
