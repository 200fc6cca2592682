/* test_bots.c: contract of all bots in all games: they choose listed actions, from
 * views alone, and the same with the same seed. */
#include "ai/ai.h"
#include "games/all.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 4 };

/* Option sets for each number of seats; under the sanitizers one. */
static int tables_tried(void)
{
    return getenv("ROUNDHOUSE_PROOF") != NULL ? 1 : TABLES;
}

/* Numbers of seats: all of them, under the sanitizers the least and the most. */
static int seats_step(const Game *game)
{
    int between = game->most_seats - game->least_seats;

    return getenv("ROUNDHOUSE_PROOF") != NULL && between > 0 ? between : 1;
}

/* Random options, drawn again until the game accepts them. */
static Setup any_setup(const Game *game, int seats, Rng *rng)
{
    Setup setup;

    do {
        game_default_setup(game, seats, &setup);
        for (int i = 0; i < game->option_count; i++)
            setup.options[i] =
                (uint8_t)rng_below(rng, (uint32_t)game->options[i].values.count);
    } while (game->refuse != NULL && game->refuse(&setup) != NULL);
    rng_fill(rng, setup.seed, SEED_BYTES);
    return setup;
}

/* In a position that differs only in hidden information the bot makes the same choice
 * with the same seed. */
static void expect_same_choice(const Bot *bot, const Game *game, const State *view,
                               int seat, Rng chance, Rng *dice, Action action)
{
    State other = { 0 }, other_view = { 0 };

    game->determinize(view, seat, dice, &other);
    game->observe(&other, seat, &other_view);
    cr_assert_eq(bot_choose(bot, game, &other_view, NULL, seat, &chance), action,
                 "%s in %s chooses by what is hidden", bot->name, game->id);
}

static void expect_fair_game(const Bot *bot, const Game *game, const Setup *setup,
                             Rng *dice)
{
    State state = { 0 };
    Rng rng;

    rng_seed(&rng, rng_next(dice));
    game->setup(&state, setup);
    for (int n = 0; !game_is_over(game, &state); n++) {
        int seat = seats_first(game->waiting(&state));
        State view = { 0 }, before;
        Rng chance = rng;
        game->observe(&state, seat, &view);
        before = view;
        Action action = bot_choose(bot, game, &view, NULL, seat, &rng);
        cr_assert_eq(memcmp(&view, &before, sizeof view), 0, "%s writes to its view",
                     bot->name);
        if (n % 8 == 0)
            expect_same_choice(bot, game, &view, seat, chance, dice, action);
        cr_assert_eq(game_apply(game, &state, seat, action, NULL), STATUS_OK,
                     "%s in %s does what is not listed", bot->name, game->id);
    }
}

static void expect_fair_play(const Bot *bot)
{
    Rng dice;

    rng_seed(&dice, 20);
    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        for (int seats = game->least_seats; seats <= game->most_seats;
             seats += seats_step(game)) {
            for (int table = 0; table < tables_tried(); table++) {
                Setup setup = any_setup(game, seats, &dice);
                expect_fair_game(bot, game, &setup, &dice);
            }
        }
    }
}

Test(bots, random_plays_listed_actions_by_views_alone)
{
    expect_fair_play(&BOT_RANDOM);
}

Test(bots, greedy_plays_listed_actions_by_views_alone)
{
    expect_fair_play(&BOT_GREEDY);
}

/* With a small budget, so that the test is quick. */
static void expect_fair_thinking(const Bot *bot)
{
    const Budget brief = { .iterations = 4 };
    Bot hasty = bot_with_budget(bot, &brief);

    expect_fair_play(&hasty);
}

Test(bots, easy_plays_listed_actions_by_views_alone)
{
    expect_fair_thinking(&BOT_EASY);
}

Test(bots, hard_plays_listed_actions_by_views_alone)
{
    expect_fair_thinking(&BOT_HARD);
}

Test(bots, random_gives_each_action_its_turn)
{
    const Game *game = CATALOGUE[0];
    Action actions[ACTIONS_MAX];
    int counts[ACTIONS_MAX] = { 0 };
    Setup setup;
    State state, view;
    Rng rng;

    rng_seed(&rng, 21);
    setup = any_setup(game, game->least_seats, &rng);
    game->setup(&state, &setup);
    int seat = seats_first(game->waiting(&state));
    game->observe(&state, seat, &view);
    int count = game->list(&view, seat, actions);
    for (int i = 0; i < 1000 * count; i++) {
        Action action = bot_choose(&BOT_RANDOM, game, &view, NULL, seat, &rng);
        for (int j = 0; j < count; j++)
            counts[j] += actions[j] == action;
    }
    for (int j = 0; j < count; j++)
        cr_expect(counts[j] > 800 && counts[j] < 1200, "action %d: %d of 1000", j,
                  counts[j]);
}

Test(bots, are_found_by_name)
{
    for (int i = 0; i < BOT_COUNT; i++)
        cr_expect_eq(bot_find(BOTS[i]->name), BOTS[i]);
    cr_expect_null(bot_find("nobody"));
    cr_expect_null(bot_find(""));
}
