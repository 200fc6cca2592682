/* random_games.c: plays random games of every game, number of seats and option
 * set, and prints a hash over every position on the way. random_games.mjs
 * prints the same lines from the WebAssembly module; they must be equal. */
#include "engine/game.h"
#include "games/catalogue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { GAMES_EACH = 2 };

typedef struct Walk {
    const Game *game;
    uint32_t hash;
    uint32_t chance;
    State state, view, guess;
    Action actions[ACTIONS_MAX];
} Walk;

/* FNV-1a, and Marsaglia's xorshift: a few lines in either language. */
static void hash_bytes(Walk *walk, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;

    for (size_t i = 0; i < count; i++)
        walk->hash = (walk->hash ^ byte[i]) * 16777619u;
}

static uint32_t next_chance(Walk *walk)
{
    walk->chance ^= walk->chance << 13;
    walk->chance ^= walk->chance >> 17;
    walk->chance ^= walk->chance << 5;
    return walk->chance;
}

static void decide(Walk *walk)
{
    const Game *game = walk->game;
    size_t size = (size_t)game->state_size;
    int seat = seats_first(game->waiting(&walk->state));
    int count = game->list(&walk->state, seat, walk->actions);
    Rng rng;

    hash_bytes(walk, walk->actions, (size_t)count * sizeof(Action));
    game->observe(&walk->state, seat, &walk->view);
    hash_bytes(walk, &walk->view, size);
    rng_seed(&rng, walk->chance);
    game->determinize(&walk->view, seat, &rng, &walk->guess);
    hash_bytes(walk, &walk->guess, size);
    game_apply(game, &walk->state, seat, walk->actions[next_chance(walk) % (uint32_t)count],
               NULL);
    hash_bytes(walk, &walk->state, size);
}

static void play_games(const Game *game, Setup *setup)
{
    static Walk walk;

    walk.game = game;
    walk.hash = 2166136261u;
    for (int n = 0; n < GAMES_EACH; n++) {
        walk.chance = (uint32_t)n + 1;
        memset(setup->seed, n, SEED_BYTES);
        memset(&walk.state, 0, sizeof walk.state);
        game->setup(&walk.state, setup);
        hash_bytes(&walk, &walk.state, (size_t)game->state_size);
        while (!game_is_over(game, &walk.state))
            decide(&walk);
    }
    printf("%s %d", game->id, setup->seats);
    for (int i = 0; i < game->option_count; i++)
        printf(" %d", setup->options[i]);
    printf(" %08" PRIx32 "\n", walk.hash);
}

/* Every option set: the options from `option` on run through their values. */
static void play_option_sets(const Game *game, Setup *setup, int option)
{
    if (option == game->option_count) {
        if (game->refuse(setup) == NULL)
            play_games(game, setup);
        return;
    }
    for (int value = 0; value < game->options[option].values.count; value++) {
        setup->options[option] = (uint8_t)value;
        play_option_sets(game, setup, option + 1);
    }
}

int main(void)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        const Game *game = CATALOGUE[i];
        for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
            Setup setup;
            game_default_setup(game, seats, &setup);
            play_option_sets(game, &setup, 0);
        }
    }
    return 0;
}
