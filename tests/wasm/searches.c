/* searches.c: thinks about positions of every game and prints what it thinks, to
 * the last bit. searches.mjs prints the same lines from the WebAssembly module;
 * they must be equal. */
#include "ai/search.h"
#include "games/catalogue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NODES = 4000, ITERATIONS = 400, MOVES = 90, EVERY = 10 };

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

static void think_about(const Game *game, const State *state, int seat, uint32_t seed)
{
    static State view;
    Search *search = search_in(memory, NODES);
    Thoughts thoughts;

    game->observe(state, seat, &view);
    search_begin(search, &(SearchTask){ .game = game,
                                        .policy = policy_of(game),
                                        .view = &view,
                                        .seat = seat,
                                        .seed = seed });
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

static void think_through_game(const Game *game, int seats)
{
    static Action actions[ACTIONS_MAX];
    static State state;
    uint32_t chance = (uint32_t)seats;
    Setup setup;

    game_usual_setup(game, seats, &setup);
    memset(setup.seed, seats, SEED_BYTES);
    memset(&state, 0, sizeof state);
    game->setup(&state, &setup);
    for (int n = 0; n < MOVES && !game_is_over(game, &state); n++) {
        int seat = seats_first(game->waiting(&state));
        if (n % EVERY == 0)
            think_about(game, &state, seat, (uint32_t)n);
        int count = game->list(&state, seat, actions);
        game_apply(game, &state, seat, actions[next_chance(&chance) % (uint32_t)count],
                   NULL);
    }
}

int main(void)
{
    if (search_bytes(NODES) > sizeof memory)
        return 1;
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        for (int seats = CATALOGUE[i]->least_seats; seats <= CATALOGUE[i]->most_seats;
             seats++)
            think_through_game(CATALOGUE[i], seats);
    }
    return 0;
}
