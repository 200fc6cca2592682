/* test_search.c: contract of the search in all games, however well it plays: listed
 * actions, repeatable results, bounded memory, prompt stops. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "ai/think.h"
#include "ai/utility.h"
#include "games/all.h"
#include "games/tic_tac_toe.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

enum { SOME = 60 /* iterations */ };

/* A position in the middle of a game, and the view of a seat that must act. */
typedef struct Moment {
    const Game *game;
    int seats, seat;
    State view;
} Moment;

static Moment moment_of(const Game *game, int seats, int decisions)
{
    Moment moment = { .game = game, .seats = seats };
    State state = { 0 };
    Action actions[ACTIONS_MAX];
    Setup setup;
    Rng rng;

    rng_seed(&rng, 31);
    game_default_setup(game, seats, &setup);
    rng_fill(&rng, setup.seed, SEED_BYTES);
    game->setup(&state, &setup);
    for (int n = 0; n < decisions; n++) {
        State before = state;
        int seat = seats_first(game->waiting(&state));
        int count = game->list(&state, seat, actions);
        game->apply(&state, seat, actions[rng_below(&rng, (uint32_t)count)], NULL);
        if (game_is_over(game, &state)) {
            state = before;
            break;
        }
    }
    moment.seat = seats_first(game->waiting(&state));
    game->observe(&state, moment.seat, &moment.view);
    return moment;
}

static Moment middle_of(const Game *game, int seats)
{
    return moment_of(game, seats, 40);
}

static SearchTask task_of(const Moment *moment, uint64_t seed)
{
    return (SearchTask){ .game = moment->game,
                         .policy = policy_of(moment->game),
                         .view = &moment->view,
                         .seat = moment->seat,
                         .seed = seed };
}

static int is_listed(const Moment *moment, Action action)
{
    Action actions[ACTIONS_MAX];
    int count = moment->game->list(&moment->view, moment->seat, actions);

    for (int i = 0; i < count; i++) {
        if (actions[i] == action)
            return 1;
    }
    return 0;
}

static void expect_sound(const Moment *moment, const Thoughts *thoughts)
{
    double wins = 0;
    long visits = 0;

    cr_assert_gt(thoughts->count, 0);
    for (int i = 0; i < thoughts->count; i++) {
        cr_expect(is_listed(moment, thoughts->considered[i].action));
        cr_expect(thoughts->considered[i].value >= 0 && thoughts->considered[i].value <= 1);
        cr_expect(i == 0
                  || thoughts->considered[i].visits <= thoughts->considered[i - 1].visits);
        visits += thoughts->considered[i].visits;
    }
    for (int seat = 0; seat < moment->seats; seat++)
        wins += thoughts->win[seat];
    cr_expect(wins > 0.999 && wins < 1.001, "%s: wins add up to %f", moment->game->id,
              wins);
    cr_expect_leq(visits, thoughts->iterations);
}

Test(search, thinks_of_listed_actions_in_every_game)
{
    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
            Moment moment = middle_of(game, seats);
            SearchTask task = task_of(&moment, 1);
            Budget budget = { .iterations = SOME };
            Thoughts thoughts;
            cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
            cr_expect_eq(thoughts.iterations, SOME);
            expect_sound(&moment, &thoughts);
        }
    }
}

Test(search, iterations_and_a_seed_decide_everything)
{
    for (int g = 0; g < all_games_count(); g++) {
        Moment moment = middle_of(all_games(g), all_games(g)->least_seats);
        for (int threads = 1; threads <= 2; threads++) {
            SearchTask task = task_of(&moment, 5);
            Budget budget = { .iterations = SOME, .threads = threads };
            Thoughts first, second;
            memset(&first, 0, sizeof first);
            memset(&second, 0, sizeof second);
            think(&task, &budget, UNTIL_USED_UP, &first);
            think(&task, &budget, UNTIL_USED_UP, &second);
            cr_expect_eq(memcmp(&first, &second, sizeof first), 0, "%s with %d threads",
                         moment.game->id, threads);
        }
    }
}

Test(search, threads_share_the_iterations)
{
    Moment moment = middle_of(CATALOGUE[0], 2);
    SearchTask task = task_of(&moment, 6);
    Budget budget = { .iterations = 31, .threads = 4 };
    Thoughts thoughts;

    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    cr_expect_eq(thoughts.iterations, 31);
    expect_sound(&moment, &thoughts);
}

/* ------------------------------------------------------------------------- */
/* Ending early                                                              */
/* ------------------------------------------------------------------------- */

/* The number of iterations until the early stop, which must not change the choice. */
static double part_needed(const Moment *moment, uint64_t seed, long iterations)
{
    SearchTask task = task_of(moment, seed);
    Budget budget = { .iterations = iterations };
    Thoughts all, settled;

    cr_assert(think(&task, &budget, UNTIL_USED_UP, &all));
    cr_assert(think(&task, &budget, UNTIL_SETTLED, &settled));
    cr_expect_eq(all.iterations, iterations);
    cr_expect_eq(settled.considered[0].action, all.considered[0].action,
                 "%s with %d and %ld iterations", moment->game->id, moment->seats,
                 iterations);
    return (double)settled.iterations / (double)iterations;
}

Test(search, ending_when_it_is_settled_changes_no_choice)
{
    double parts = 0;
    int count = 0;

    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
            for (int decisions = 3; decisions < 40; decisions += 4) {
                Moment moment = moment_of(game, seats, decisions);
                parts += part_needed(&moment, (uint64_t)decisions, 10 + 5 * decisions);
                count++;
            }
        }
    }
    cr_expect_gt(count, 100);
    cr_expect_lt(parts / count, 0.95, "it hardly ever ends early");
}

Test(search, without_a_choice_one_iteration_is_enough)
{
    static const int CELLS[] = { 0, 1, 2, 4, 3, 5, 7, 6 }; /* all but one, and no row */
    Moment moment = { .game = &TIC_TAC_TOE, .seats = 2 };
    SearchTask task;
    Budget budget = { .milliseconds = 3600000 };
    Thoughts thoughts;
    State state = { 0 };
    Setup setup;

    game_default_setup(&TIC_TAC_TOE, 2, &setup);
    TIC_TAC_TOE.setup(&state, &setup);
    for (int i = 0; i < TTT_CELLS - 1; i++)
        TIC_TAC_TOE.apply(&state, seats_first(TIC_TAC_TOE.waiting(&state)),
                          action_make(TTT_MARK, CELLS[i], 0), NULL);
    moment.seat = seats_first(TIC_TAC_TOE.waiting(&state));
    TIC_TAC_TOE.observe(&state, moment.seat, &moment.view);
    task = task_of(&moment, 13);
    cr_assert(think(&task, &budget, UNTIL_SETTLED, &thoughts));
    cr_expect_eq(thoughts.iterations, 1);
}

/* ------------------------------------------------------------------------- */
/* Predictions at leaves                                                     */
/* ------------------------------------------------------------------------- */

static int predict_the_first(const void *state, int *points)
{
    (void)state;
    points[0] = 10000;
    points[1] = 0;
    return 100;
}

static double value_of_the_first(double leaf_weight, SearchPlayouts playouts)
{
    const Policy policy = { .game = &TIC_TAC_TOE,
                            .predict = predict_the_first,
                            .leaf_weight = leaf_weight };
    State start = { 0 };
    SearchTask task = { .game = &TIC_TAC_TOE,
                        .policy = &policy,
                        .view = &start,
                        .seat = 0,
                        .playouts = playouts,
                        .seed = 11 };
    Budget budget = { .iterations = SOME };
    Thoughts thoughts;
    Setup setup;

    game_default_setup(&TIC_TAC_TOE, 2, &setup);
    TIC_TAC_TOE.setup(&start, &setup);
    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    return thoughts.considered[0].value;
}

Test(search, counts_what_is_foreseen_as_far_as_the_policy_wants)
{
    double nothing = value_of_the_first(0, SEARCH_CUT);
    double half = value_of_the_first(0.5, SEARCH_CUT);
    double all = value_of_the_first(1, SEARCH_CUT);

    cr_expect_lt(nothing, 0.9);
    cr_expect_gt(half, nothing);
    cr_expect_gt(all, half);
    cr_expect_gt(all, 0.95);
    cr_expect_eq(value_of_the_first(1, SEARCH_FULL), nothing, "nothing but the end counts");
}

/* ------------------------------------------------------------------------- */
/* Memory                                                                    */
/* ------------------------------------------------------------------------- */

Test(search, goes_on_when_its_nodes_are_used_up)
{
    for (int g = 0; g < all_games_count(); g++) {
        Moment moment = middle_of(all_games(g), all_games(g)->least_seats);
        SearchTask task = task_of(&moment, 7);
        static _Alignas(64) char memory[1 << 20];
        for (long nodes = 2; nodes <= 64; nodes *= 2) {
            Thoughts thoughts;
            cr_assert_leq(search_bytes(nodes), sizeof memory);
            Search *search = search_in(memory, nodes);
            const Search *searches[] = { search };
            memset(memory + search_bytes(nodes), 0x5A, 64);
            search_begin(search, &task);
            search_iterate(search, SOME);
            cr_expect_leq(search_nodes(search), nodes);
            cr_expect_eq(memory[search_bytes(nodes)], 0x5A, "it wrote beyond its nodes");
            search_report(searches, 1, &thoughts);
            cr_expect_eq(thoughts.iterations, SOME);
            expect_sound(&moment, &thoughts);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Time                                                                      */
/* ------------------------------------------------------------------------- */

static double seconds_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

Test(search, ends_when_its_time_is_up)
{
    Moment moment = middle_of(CATALOGUE[0], 4);
    SearchTask task = task_of(&moment, 8);
    Budget budget = { .milliseconds = 20, .threads = 2 };
    Thoughts thoughts;
    double begin = seconds_now();

    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    double took = seconds_now() - begin;
    cr_expect(took >= 0.019 && took < 5, "%f s", took);
    expect_sound(&moment, &thoughts);
}

Test(search, a_stop_that_came_before_leaves_one_iteration)
{
    Moment moment = middle_of(CATALOGUE[0], 4);
    SearchTask task = task_of(&moment, 9);
    atomic_int stop = 1;
    Budget budget = { .milliseconds = 3600000, .stop = &stop };
    Thoughts thoughts;

    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    cr_expect_eq(thoughts.iterations, 1);
    expect_sound(&moment, &thoughts);
}

static double processor_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *be_busy(void *stop)
{
    while (!atomic_load((atomic_int *)stop)) {
    }
    return NULL;
}

static void stay_on_this_processor(void)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    cr_assert_eq(sched_setaffinity(0, sizeof one, &one), 0);
}

Test(search, processor_time_is_not_lost_to_others)
{
    Moment moment = middle_of(CATALOGUE[0], 4);
    SearchTask task = task_of(&moment, 12);
    Budget budget = { .milliseconds = 60, .clock = BY_PROCESSOR };
    atomic_int stop = 0;
    Thoughts thoughts;
    pthread_t rival;

    stay_on_this_processor();
    cr_assert_eq(pthread_create(&rival, NULL, be_busy, &stop), 0);
    double begin = processor_seconds();
    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    double took = processor_seconds() - begin;
    atomic_store(&stop, 1);
    pthread_join(rival, NULL);
    cr_expect(took >= 0.059 && took < 1, "%f s", took);
}

static void *stop_soon(void *stop)
{
    const struct timespec soon = { 0, 20000000 };

    nanosleep(&soon, NULL);
    atomic_store((atomic_int *)stop, 1);
    return NULL;
}

Test(search, can_be_stopped_at_once)
{
    Moment moment = middle_of(CATALOGUE[0], 4);
    SearchTask task = task_of(&moment, 10);
    atomic_int stop = 0;
    Budget budget = { .milliseconds = 3600000, .threads = 2, .stop = &stop };
    Thoughts thoughts;
    pthread_t other;
    double begin = seconds_now();

    cr_assert_eq(pthread_create(&other, NULL, stop_soon, &stop), 0);
    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    cr_expect_lt(seconds_now() - begin, 5);
    pthread_join(other, NULL);
    expect_sound(&moment, &thoughts);
}

/* ------------------------------------------------------------------------- */
/* Utility                                                                   */
/* ------------------------------------------------------------------------- */

enum { TABLE = 4 };

typedef struct Table {
    int scores[TABLE], places[TABLE];
} Table;

static void scores_of(const void *state, int *scores)
{
    memcpy(scores, ((const Table *)state)->scores, sizeof(int) * TABLE);
}

static void ranking_of(const void *state, int *places)
{
    memcpy(places, ((const Table *)state)->places, sizeof(int) * TABLE);
}

static const Game ANY_GAME = { .scores = scores_of, .ranking = ranking_of };

Test(utility, first_is_better_than_shared_and_second_better_than_last)
{
    Table table = { { 10, 30, 20, 30 }, { 4, 1, 3, 1 } };
    Table alone = { { 10, 30, 20, 29 }, { 4, 1, 3, 2 } };
    Utility shared, won;

    utility_of_end(&shared, &ANY_GAME, NULL, &table, TABLE);
    utility_of_end(&won, &ANY_GAME, NULL, &alone, TABLE);
    cr_expect_eq(shared.win[1], 0.5);
    cr_expect_eq(shared.win[3], 0.5);
    cr_expect_eq(won.win[1], 1);
    cr_expect_gt(won.worth[1], shared.worth[1]);
    cr_expect_gt(shared.worth[3], won.worth[3]);
    cr_expect_gt(won.worth[3], won.worth[2]);
    cr_expect_gt(won.worth[2], won.worth[0]);
    cr_expect_geq(won.worth[0], 0);
    cr_expect_leq(won.worth[1], 1);
}

Test(utility, margins_count_less_than_places)
{
    Table narrow = { { 30, 29, 0, 0 }, { 1, 2, 3, 3 } };
    Table wide = { { 60, 29, 0, 0 }, { 1, 2, 3, 3 } };
    Utility a, b;

    utility_of_end(&a, &ANY_GAME, NULL, &narrow, TABLE);
    utility_of_end(&b, &ANY_GAME, NULL, &wide, TABLE);
    cr_expect_gt(b.worth[0], a.worth[0]);
    cr_expect_lt(a.worth[1], a.worth[0] - 0.5);
}
