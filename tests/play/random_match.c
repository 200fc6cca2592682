/* random_match.c: matches for tests. */
#include "play/random_match.h"

#include "play/setup.h"

#include <criterion/criterion.h>
#include <string.h>

Setup setup_of(const Game *game, int seats, const char *seed)
{
    Setup setup;

    game_default_setup(game, seats, &setup);
    setup_seed_from_text(&setup, seed, strlen(seed));
    return setup;
}

void play_at_random(Match *match, uint64_t seed, int moves)
{
    const Game *game = match_game(match);
    Action actions[ACTIONS_MAX];
    Rng rng;

    rng_seed(&rng, seed);
    for (int i = 0; i < moves && !game_is_over(game, match_state(match)); i++) {
        int seat = seats_first(game->waiting(match_state(match)));
        int count = game->list(match_state(match), seat, actions);
        Action action = actions[rng_below(&rng, (uint32_t)count)];
        cr_assert(match_apply(match, seat, action, NULL) == MATCH_OK);
    }
}

Match *random_match(const Game *game, int seats, const char *seed, int moves)
{
    Setup setup = setup_of(game, seats, seed);
    Match *match = match_new(game, &setup);

    cr_assert_not_null(match);
    play_at_random(match, 1, moves);
    return match;
}
