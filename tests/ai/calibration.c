/* calibration.c: games of a bot against itself, with its predictions. */
#include "ai/calibration.h"

#include <math.h>
#include <string.h>

enum { POSITIONS_MAX = 4096 };

typedef struct Position {
    int seat;
    double win, value;
} Position;

static void add(Predicted *predicted, const Position *position, double won)
{
    predicted->positions++;
    predicted->win += position->win;
    predicted->value += position->value;
    predicted->won += won;
}

static int bin_of(double win)
{
    int bin = (int)(win * CALIBRATION_BINS);

    return bin < CALIBRATION_BINS ? bin : CALIBRATION_BINS - 1;
}

static void add_game(Calibration *calibration, const Game *game, const State *end,
                     int seats, const Position *positions, int count)
{
    int places[SEATS_MAX];
    int winners = 0;

    game->ranking(end, places);
    for (int seat = 0; seat < seats; seat++)
        winners += places[seat] == 1;
    for (int i = 0; i < count; i++) {
        double won = places[positions[i].seat] == 1 ? 1.0 / winners : 0;
        add(&calibration->all, &positions[i], won);
        add(&calibration->bins[bin_of(positions[i].win)], &positions[i], won);
    }
}

static Action predict(const Bot *bot, const Game *game, const State *view, int seat,
                      Rng *rng, Position *position)
{
    Thoughts thoughts;
    Action action = bot_think(bot, game, view, NULL, seat, rng, &thoughts);

    *position = (Position){ seat, thoughts.win[seat], thoughts.considered[0].value };
    return action;
}

static void play_game(Calibration *calibration, const Bot *bot, const Game *game, int seats,
                      Rng *rng, int every)
{
    Position positions[POSITIONS_MAX];
    State state = { 0 }, view;
    SeatSet waiting;
    Setup setup;
    int count = 0;

    game_default_setup(game, seats, &setup);
    for (int i = 0; i < (int)sizeof setup.seed; i++)
        setup.seed[i] = (uint8_t)rng_below(rng, 256);
    game->setup(&state, &setup);
    while ((waiting = game->waiting(&state)) != 0) {
        int seat = seats_first(waiting);
        int is_asked = rng_below(rng, (uint32_t)every) == 0 && count < POSITIONS_MAX;
        Action action;
        game->observe(&state, seat, &view);
        action = is_asked ? predict(bot, game, &view, seat, rng, &positions[count++])
                          : bot_choose(bot, game, &view, NULL, seat, rng);
        game->apply(&state, seat, action, NULL);
    }
    add_game(calibration, game, &state, seats, positions, count);
}

void calibration_play(Calibration *calibration, const Bot *bot, const Game *game, int seats,
                      int games, int every)
{
    Rng rng;

    rng_seed(&rng, (uint64_t)seats);
    for (int i = 0; i < games; i++)
        play_game(calibration, bot, game, seats, &rng, every);
}

double calibration_error(const Calibration *calibration, long positions)
{
    double most = 0;

    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const Predicted *bin = &calibration->bins[i];
        if (bin->positions >= positions)
            most = fmax(most, fabs(bin->win - bin->won) / (double)bin->positions);
    }
    return most;
}
