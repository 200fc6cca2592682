/* test_luck.c: figures of many reviewed games: luck is 0 on average, results without it
 * vary less, and bad play loses more. The deals are fixed, so the figures change only with
 * the program. */
#include "games/catalogue.h"
#include "games/take_a_train/tt.h"
#include "review/figures.h"

#include <criterion/criterion.h>
#include <math.h>

typedef struct Figures {
    Spread luck[2], luck_win[2]; /* by seat */
    Spread result, corrected;    /* of seat 0, in points */
    Spread loss[2];              /* of win chance, a turn */
} Figures;

static void add_review(Figures *figures, const Review *review)
{
    ReviewSum sum;

    for (int seat = 0; seat < 2; seat++) {
        review_sum(review, seat, &sum);
        spread_add(&figures->luck[seat], (double)sum.luck.lead);
        spread_add(&figures->luck_win[seat], (double)sum.luck.win);
        if (seat > 0)
            continue;
        spread_add(&figures->result, (double)sum.result.lead);
        spread_add(&figures->corrected, (double)(sum.result.lead - sum.luck.lead));
    }
    for (int i = 0; i < review->part_count; i++) {
        if (review_mark(review, i) != MARK_NONE)
            spread_add(&figures->loss[review->parts[i].seat],
                       (double)tally_mean(&review->parts[i].loss).win);
    }
}

static void play(Figures *figures, const Game *game, const Bot *const *bots, int games,
                 const ReviewBudget *budget)
{
    Setup setup;

    game_default_setup(game, 2, &setup);
    for (long deal = 0; deal < games; deal++) {
        Match *match = play_match(game, &setup, bots, deal + 1);
        Review *review = review_match(match, budget);
        add_review(figures, review);
        review_free(review);
        match_free(match);
    }
}

/* Within three standard errors: with twelve figures, one in thirty would be outside by
 * chance, once and for all. */
static void claim_zero(const Game *game, const char *what, const Spread *spread)
{
    double error = spread_interval(spread) / 1.96;

    cr_assert_lt(fabs(spread->mean), 3 * error, "%s: %s is %.2f on average, ± %.2f",
                 game->id, what, spread->mean, error);
}

Test(luck, is_zero_on_average)
{
    const ReviewBudget budget = { .samples = 8, .iterations = 1, .seed = 1 };
    const Bot *const bots[] = { &BOT_GREEDY, &BOT_GREEDY };

    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Figures figures = { .result = { 0 } };
        play(&figures, CATALOGUE[g], bots, 100, &budget);
        for (int seat = 0; seat < 2; seat++) {
            claim_zero(CATALOGUE[g], "luck", &figures.luck[seat]);
            claim_zero(CATALOGUE[g], "luck in chances", &figures.luck_win[seat]);
        }
    }
}

/* With few samples, so the bound is generous; docs/analysis.md has figures of many. */
Test(luck, results_without_it_vary_less)
{
    const ReviewBudget budget = { .samples = 64, .iterations = 1, .seed = 1 };
    const Bot bot = bot_with_budget(&BOT_MEDIUM, &(Budget){ .iterations = 50 });
    const Bot *const bots[] = { &bot, &bot };
    Figures figures = { .result = { 0 } };

    play(&figures, &TAKE_A_TRAIN, bots, 40, &budget);
    double ratio = spread_variance(&figures.corrected) / spread_variance(&figures.result);
    cr_assert_lt(ratio, 1, "results without luck vary by %.3f", ratio);
}

Test(luck, random_turns_lose_more_than_sensible_ones)
{
    const ReviewBudget budget = { .samples = 48, .iterations = 100, .seed = 1 };
    const Bot *const bots[] = { &BOT_RANDOM, &BOT_GREEDY };

    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Figures figures = { .result = { 0 } };
        play(&figures, CATALOGUE[g], bots, 4, &budget);
        cr_assert_gt(figures.loss[0].mean, 2 * figures.loss[1].mean,
                     "%s: at random %.0f, greedy %.0f millionths a turn", CATALOGUE[g]->id,
                     figures.loss[0].mean, figures.loss[1].mean);
    }
}
