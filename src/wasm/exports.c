/* exports.c: the WebAssembly module for the page, without imports.
 *
 * The page asks in JSON (requests.h); there is one table in each instance of the
 * module. Below are the rules and the search in numbers, for comparing them with
 * the native ones: a game is its place in the catalogue, and the caller owns
 * the memory. It keeps states, views and lists wherever it likes behind __heap_base,
 * states at multiples of 8, and passes their addresses; so such a caller does not ask in
 * JSON as well, whose memory is there. */
#include "ai/search.h"
#include "engine/game.h"
#include "games/catalogue.h"
#include "wasm/requests.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* ------------------------------------------------------------------------- */
/* In JSON                                                                   */
/* ------------------------------------------------------------------------- */

static Table *table;
static Text question, answer;

/* The buffer for a request of `bytes` bytes; NULL: no memory. */
EXPORT char *rh_room(uint32_t bytes)
{
    text_clear(&question);
    return text_reserve(&question, bytes) ? question.bytes : NULL;
}

/* The answer to the request of `bytes` bytes in the buffer; it stays until the next
 * one is asked. NULL: no memory. */
EXPORT const char *rh_ask(uint32_t bytes)
{
    if (table == NULL)
        table = table_new();
    if (table == NULL)
        return NULL;
    text_clear(&answer);
    request_answer(table, question.bytes, bytes, &answer);
    return answer.has_failed ? NULL : answer.bytes;
}

EXPORT uint32_t rh_answer_bytes(void)
{
    return (uint32_t)answer.length;
}

/* ------------------------------------------------------------------------- */
/* What games there are                                                      */
/* ------------------------------------------------------------------------- */

EXPORT int rh_game_count(void)
{
    return CATALOGUE_COUNT;
}

EXPORT const char *rh_game_id(int game)
{
    return CATALOGUE[game]->id;
}

EXPORT int rh_rules_version(int game)
{
    return CATALOGUE[game]->rules_version;
}

EXPORT int rh_state_size(int game)
{
    return CATALOGUE[game]->state_size;
}

EXPORT int rh_least_seats(int game)
{
    return CATALOGUE[game]->least_seats;
}

EXPORT int rh_most_seats(int game)
{
    return CATALOGUE[game]->most_seats;
}

EXPORT int rh_option_count(int game)
{
    return CATALOGUE[game]->option_count;
}

EXPORT const char *rh_option_id(int game, int option)
{
    return CATALOGUE[game]->options[option].id;
}

EXPORT int rh_option_default(int game, int option)
{
    return CATALOGUE[game]->options[option].default_value;
}

EXPORT int rh_value_count(int game, int option)
{
    return CATALOGUE[game]->options[option].values.count;
}

EXPORT const char *rh_value_id(int game, int option, int value)
{
    return CATALOGUE[game]->options[option].values.items[value];
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static void setup_from(int game, int seats, const uint8_t *options, Setup *setup)
{
    game_default_setup(CATALOGUE[game], seats, setup);
    memcpy(setup->options, options, (size_t)CATALOGUE[game]->option_count);
}

/* The catalogue key of what is wrong with these options; 0: nothing. */
EXPORT const char *rh_refuse(int game, int seats, const uint8_t *options)
{
    Setup setup;

    setup_from(game, seats, options, &setup);
    /* cppcheck-suppress returnDanglingLifetime ; a key is a constant */
    return CATALOGUE[game]->refuse(&setup);
}

EXPORT void rh_setup(int game, int seats, const uint8_t *options, const uint8_t *seed,
                     void *state)
{
    Setup setup;

    setup_from(game, seats, options, &setup);
    memcpy(setup.seed, seed, SEED_BYTES);
    CATALOGUE[game]->setup(state, &setup);
}

EXPORT int rh_waiting(int game, const void *state)
{
    return CATALOGUE[game]->waiting(state);
}

/* `out` has room for ACTIONS_MAX (4096) numbers of 32 bits. */
EXPORT int rh_list(int game, const void *state, int seat, Action *out)
{
    return CATALOGUE[game]->list(state, seat, out);
}

/* 0, or why not, as a Status; then the state is as before. */
EXPORT int rh_apply(int game, void *state, int seat, Action action)
{
    return (int)game_apply(CATALOGUE[game], state, seat, action, NULL);
}

EXPORT void rh_observe(int game, const void *state, int seat, void *view)
{
    CATALOGUE[game]->observe(state, seat, view);
}

EXPORT void rh_determinize(int game, const void *view, int seat, uint32_t search_seed,
                           void *state)
{
    Rng rng;

    rng_seed(&rng, search_seed);
    CATALOGUE[game]->determinize(view, seat, &rng, state);
}

EXPORT void rh_scores(int game, const void *state, int *scores)
{
    CATALOGUE[game]->scores(state, scores);
}

EXPORT void rh_ranking(int game, const void *state, int *places)
{
    CATALOGUE[game]->ranking(state, places);
}

/* ------------------------------------------------------------------------- */
/* Thinking                                                                  */
/* ------------------------------------------------------------------------- */

/* The memory of a search with `nodes` nodes; it begins at a multiple of 64. */
EXPORT uint32_t rh_search_bytes(int nodes)
{
    return (uint32_t)search_bytes(nodes);
}

/* The view must stay where it is while the search goes on. The same seed and the
 * same number of iterations give the same answer as natively. */
EXPORT void rh_search_begin(void *memory, int nodes, int game, const void *view, int seat,
                            uint32_t search_seed)
{
    const SearchTask task = { .game = CATALOGUE[game],
                              .policy = policy_of(CATALOGUE[game]),
                              .view = view,
                              .seat = seat,
                              .seed = search_seed };

    search_begin(search_in(memory, nodes), &task);
}

/* As many at a time as the page can wait for. */
EXPORT void rh_search_iterate(void *memory, int iterations)
{
    search_iterate(memory, iterations);
}

/* How many actions were considered, THOUGHTS_MAX (64) at most, the most visited
 * first: `actions` and `visits` get them, `values` what each is worth, `win` the
 * chance of each of SEATS_MAX (6) seats. */
EXPORT int rh_search_report(const void *memory, Action *actions, uint32_t *visits,
                            double *values, double *win)
{
    const Search *const searches[] = { memory };
    Thoughts thoughts;

    search_report(searches, 1, &thoughts);
    memcpy(win, thoughts.win, sizeof thoughts.win);
    for (int i = 0; i < thoughts.count; i++) {
        actions[i] = thoughts.considered[i].action;
        visits[i] = (uint32_t)thoughts.considered[i].visits;
        values[i] = thoughts.considered[i].value;
    }
    return thoughts.count;
}
