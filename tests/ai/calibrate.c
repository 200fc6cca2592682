/* calibrate.c: the long form of test_calibration.c: predicted chances to win and what came
 * of them, for every game and number of seats, by how likely the win was said to be. Fails
 * if a mean differs by more than 0.05, or a fifth with many positions by more than 0.12. */
#include "ai/calibration.h"
#include "games/catalogue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITERATIONS = 100, EVERY = 16, MANY = 150, GAMES = 40 };

static void print(const Game *game, int seats, const Calibration *calibration)
{
    const Predicted *all = &calibration->all;
    double n = (double)all->positions;

    printf("%-15s %d seats %5ld positions: said %.3f won %.3f (value %.3f)", game->id,
           seats, all->positions, all->win / n, all->won / n, all->value / n);
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const Predicted *bin = &calibration->bins[i];
        double count = (double)bin->positions;
        if (bin->positions > 0)
            printf(" | %.2f %.2f of %ld", bin->win / count, bin->won / count,
                   bin->positions);
    }
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : GAMES;
    Bot bot = BOT_MEDIUM;
    int is_good = 1;

    bot.budget.iterations = ITERATIONS;
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
            Calibration calibration = { 0 };
            calibration_play(&calibration, &bot, game, seats, games, EVERY);
            const Predicted *all = &calibration.all;
            print(game, seats, &calibration);
            is_good &= fabs(all->win - all->won) / (double)all->positions < 0.05
                       && calibration_error(&calibration, MANY) < 0.12;
        }
    }
    puts(is_good ? "the chances come true" : "chances differ from what came of them");
    return !is_good;
}
