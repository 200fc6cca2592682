/* searches.c [speed]: searches in positions of every game and prints the results to the
 * last bit. searches.mjs prints the same lines from the WebAssembly module; they must
 * be equal. With `speed`: iterations per second of processor time for each game, four
 * players. */
#include "ai/search.h"
#include "games/catalogue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { NODES = 4000, ITERATIONS = 400, MOVES = 90, EVERY = 10, SPEED_FACTOR = 10 };

static _Alignas(64) char memory[1 << 20];

static uint32_t next_chance(uint32_t *chance)
{
    *chance ^= *chance << 13;
    *chance ^= *chance >> 17;
    *chance ^= *chance << 5;
    return *chance;
}

static void print_bits(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    printf(" %" PRIx64, bits);
}

static Search *begin(const Game *game, const State *state, int seat, uint32_t seed)
{
    static State view;
    Search *search = search_in(memory, NODES);

    game->observe(state, seat, &view);
    search_begin(search, &(SearchTask){ .game = game,
                                        .policy = policy_of(game),
                                        .view = &view,
                                        .seat = seat,
                                        .seed = seed });
    return search;
}

/* The function to run on some positions of a game. */
typedef void Thinker(const Game *game, const State *state, int seat, uint32_t seed);

static void think_about(const Game *game, const State *state, int seat, uint32_t seed)
{
    Search *search = begin(game, state, seat, seed);
    Thoughts thoughts;

    search_iterate(search, ITERATIONS);
    search_report((const Search *const[]){ search }, 1, &thoughts);
    printf("%s", game->id);
    for (int i = 0; i < thoughts.count; i++) {
        printf(" %" PRIx32 " %ld", thoughts.considered[i].action,
               thoughts.considered[i].visits);
        print_bits(thoughts.considered[i].value);
    }
    for (int i = 0; i < SEATS_MAX; i++)
        print_bits(thoughts.win[i]);
    printf("\n");
}

static void think_longer(const Game *game, const State *state, int seat, uint32_t seed)
{
    search_iterate(begin(game, state, seat, seed), SPEED_FACTOR * ITERATIONS);
}

/* Returns the number of positions. */
static int think_through_game(const Game *game, int seats, Thinker *thinker)
{
    static Action actions[ACTIONS_MAX];
    static State state;
    uint32_t chance = (uint32_t)seats;
    int positions = 0;
    Setup setup;

    game_default_setup(game, seats, &setup);
    memset(setup.seed, seats, SEED_BYTES);
    memset(&state, 0, sizeof state);
    game->setup(&state, &setup);
    for (int n = 0; n < MOVES && !game_is_over(game, &state); n++) {
        int seat = seats_first(game->waiting(&state));
        if (n % EVERY == 0) {
            thinker(game, &state, seat, (uint32_t)n);
            positions++;
        }
        int count = game->list(&state, seat, actions);
        game_apply(game, &state, seat, actions[next_chance(&chance) % (uint32_t)count],
                   NULL);
    }
    return positions;
}

static void print_speed(const Game *game)
{
    enum { SEATS = 4 };
    clock_t begun = clock();
    int positions = think_through_game(game, SEATS, think_longer);
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;

    printf("%s %.0f\n", game->id, positions * ITERATIONS * SPEED_FACTOR / seconds);
}

int main(int argc, char **argv)
{
    if (search_bytes(NODES) > sizeof memory)
        return 1;
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        if (argc > 1 && strcmp(argv[1], "speed") == 0) {
            print_speed(game);
            continue;
        }
        for (int seats = game->least_seats; seats <= game->most_seats; seats++)
            think_through_game(game, seats, think_about);
    }
    return 0;
}
