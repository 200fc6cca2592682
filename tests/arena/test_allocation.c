/* test_allocation.c: playing allocates nothing. The linker redirects malloc, calloc and
 * realloc to this file. */
#include "ai/search.h"
#include "arena/bench.h"
#include "arena/tournament.h"
#include "games/all.h"

#include <criterion/criterion.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

static int allocations;

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

static const atomic_int NEVER;

/* The same bot in every seat. */
static Tournament one_bot(const Game *game, const Bot *bot)
{
    static const int ENTRIES[SEATS_MAX];
    Tournament tournament = { .game = game, .contenders = { { .bot = bot } } };

    game_default_setup(game, game->least_seats, &tournament.setup);
    tournament.schedule = schedule_moving(ENTRIES, game->least_seats);
    return tournament;
}

static void expect_no_allocation(const Bot *bot)
{
    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        Tournament tournament = one_bot(game, bot);
        GameResult result;
        int before = allocations;
        tournament_play(&tournament, 0, &NEVER, NULL, &result);
        cr_expect_eq(allocations, before, "%s allocates in %s", bot->name, game->id);
    }
}

Test(allocation, none_in_random_play)
{
    expect_no_allocation(&BOT_RANDOM);
}

Test(allocation, none_in_greedy_play)
{
    expect_no_allocation(&BOT_GREEDY);
}

Test(allocation, none_in_the_benchmark)
{
    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        Setup setup;
        Rng rng;
        game_default_setup(game, game->most_seats, &setup);
        rng_seed(&rng, 23);
        int before = allocations;
        bench_play(game, &setup, 5, &rng);
        cr_expect_eq(allocations, before, "%s", game->id);
    }
}

Test(allocation, none_in_the_search)
{
    enum { NODES = 1000 };
    static _Alignas(64) char memory[1 << 20];

    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        State state = { 0 }, view = { 0 };
        SearchTask task = { .game = game, .policy = policy_of(game), .view = &view };
        Thoughts thoughts;
        Setup setup;
        game_default_setup(game, game->most_seats, &setup);
        game->setup(&state, &setup);
        task.seat = seats_first(game->waiting(&state));
        game->observe(&state, task.seat, &view);
        cr_assert_leq(search_bytes(NODES), sizeof memory);
        int before = allocations;
        Search *search = search_in(memory, NODES);
        search_begin(search, &task);
        search_iterate(search, 100);
        search_report((const Search *const[]){ search }, 1, &thoughts);
        cr_expect_eq(allocations, before, "%s", game->id);
        cr_expect_eq(thoughts.iterations, 100);
    }
}

/* The counter itself works. */
Test(allocation, a_kept_game_is_counted)
{
    Tournament tournament = one_bot(CATALOGUE[0], &BOT_RANDOM);
    int before = allocations;
    GameResult result;
    Match *match;
    Setup setup;

    tournament_setup(&tournament, 0, &setup);
    match = match_new(tournament.game, &setup);
    cr_assert_eq(tournament_play(&tournament, 0, &NEVER, match, &result), GAME_DONE);
    match_free(match);
    cr_expect_gt(allocations, before);
}
