/* test_calibration.c: the chances that a hint shows come true. In games of bots against
 * themselves, seats that are said to win in a quarter of all games do so. */
#include "ai/calibration.h"
#include "games/catalogue.h"

#include <criterion/criterion.h>
#include <math.h>

/* A row: games of some length, so that a position is asked about every so often. */
typedef struct Trial {
    int game, seats, games, every;
} Trial;

static Calibration run(const Trial *trial)
{
    Calibration calibration = { 0 };
    Bot quick = BOT_MEDIUM;

    quick.budget.iterations = 24;
    calibration_play(&calibration, &quick, CATALOGUE[trial->game], trial->seats,
                     trial->games, trial->every);
    return calibration;
}

static void add(Predicted *sum, const Predicted *part)
{
    sum->positions += part->positions;
    sum->win += part->win;
    sum->value += part->value;
    sum->won += part->won;
}

/* With four at the table a seat wins a quarter of its games; the search's value, which
 * has points and places in it, is far above. */
Test(calibration, mean_chance_is_the_share_of_wins)
{
    static const Trial TRIALS[] = { { 0, 4, 3, 8 }, { 1, 4, 10, 3 }, { 2, 4, 8, 6 } };
    Predicted all = { 0 };

    for (size_t i = 0; i < sizeof TRIALS / sizeof TRIALS[0]; i++) {
        Calibration calibration = run(&TRIALS[i]);
        add(&all, &calibration.all);
    }
    cr_expect_geq(all.positions, 300);
    double n = (double)all.positions;
    cr_expect_lt(fabs(all.win - all.won) / n, 0.05, "predicted %.3f, won %.3f of %ld",
                 all.win / n, all.won / n, all.positions);
    cr_expect_gt(fabs(all.value - all.won) / n, 0.05, "value %.3f, won %.3f of %ld",
                 all.value / n, all.won / n, all.positions);
}
