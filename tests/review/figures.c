/* figures.c: games between bots, reviewed. */
#include "review/figures.h"

#include <math.h>
#include <stdlib.h>

Setup setup_of(const Game *game, int seats, int edition)
{
    Setup setup;

    game_default_setup(game, seats, &setup);
    setup.options[0] = (uint8_t)edition;
    return setup;
}

Match *play_match(const Game *game, const Setup *setup, const Bot *const *bots, long deal)
{
    Setup dealt = *setup;
    SeatSet waiting;
    State view;
    Rng rng;

    rng_seed(&rng, (uint64_t)deal);
    rng_fill(&rng, dealt.seed, SEED_BYTES);
    Match *match = match_new(game, &dealt);
    while ((waiting = game->waiting(match_state(match))) != 0) {
        int seat = seats_first(waiting);
        game->observe(match_state(match), seat, &view);
        match_apply(match, seat, bot_choose(bots[seat], game, &view, NULL, seat, &rng),
                    NULL);
    }
    return match;
}

Review *review_match(const Match *match, const ReviewBudget *budget)
{
    Review *review = review_new(match);
    void *memory = aligned_alloc(64, review_work_bytes(budget));

    for (int i = 0; i < review->part_count; i++)
        review_work_all(memory, review, i, budget);
    free(memory);
    return review;
}

void spread_add(Spread *spread, double number)
{
    double change = number - spread->mean;

    spread->count++;
    spread->mean += change / (double)spread->count;
    spread->squares += change * (number - spread->mean);
}

double spread_variance(const Spread *spread)
{
    return spread->count < 2 ? 0 : spread->squares / (double)(spread->count - 1);
}

double spread_interval(const Spread *spread)
{
    return 1.96 * sqrt(spread_variance(spread) / (double)spread->count);
}
