/* utility.c: utility of a final or predicted result. Arithmetic is + - * / and sqrt,
 * which IEEE 754 rounds the same everywhere. */
#include "ai/utility.h"

#include <math.h>
#include <stddef.h>

/* Share of the utility of places for being ahead of others without winning. */
#define PLACE_PART  0.2
#define MARGIN_PART 0.1 /* without a policy */

enum { MARGIN_FULL = 50, HUNDREDTHS = 100 };

static int is_end_of_points(const Policy *policy)
{
    return policy != NULL && policy->margin_full > 0;
}

/* Points of a seat over the best of the others. */
static double lead_of(const double *points, int seats, int seat)
{
    double best = 0;
    int others = 0;

    for (int other = 0; other < seats; other++) {
        if (other != seat && (others++ == 0 || points[other] > best))
            best = points[other];
    }
    return points[seat] - best;
}

/* From 0 to 1: how far a seat is before the best of the others. */
static double margin_of(const Policy *policy, double lead)
{
    lead /= is_end_of_points(policy) ? policy->margin_full : MARGIN_FULL;
    lead = lead > 1 ? 1 : lead < -1 ? -1 : lead;
    return 0.5 + 0.5 * lead;
}

/* `before` is which part of the others a seat is before, ties counting half. */
static void weigh_parts(Utility *utility, const Policy *policy, const double *points,
                        const double *before, int seats)
{
    double margin_part = is_end_of_points(policy) ? policy->margin_part : MARGIN_PART;

    for (int seat = 0; seat < seats; seat++) {
        double place = (1 - PLACE_PART) * utility->win[seat] + PLACE_PART * before[seat];
        utility->lead[seat] = lead_of(points, seats, seat);
        double margin = margin_of(policy, utility->lead[seat]);
        utility->worth[seat] = (1 - margin_part) * place + margin_part * margin;
    }
}

void utility_of_end(Utility *utility, const Game *game, const Policy *policy,
                    const void *state, int seats)
{
    int places[SEATS_MAX], scores[SEATS_MAX];
    double points[SEATS_MAX], before[SEATS_MAX];
    int winners = 0;

    game->ranking(state, places);
    game->scores(state, scores);
    for (int seat = 0; seat < seats; seat++)
        winners += places[seat] == 1;
    for (int seat = 0; seat < seats; seat++) {
        double beaten = 0;
        for (int other = 0; other < seats; other++) {
            if (other != seat)
                beaten += places[seat] < places[other]    ? 1
                          : places[seat] == places[other] ? 0.5
                                                          : 0;
        }
        before[seat] = seats > 1 ? beaten / (seats - 1) : 1;
        points[seat] = scores[seat];
        utility->win[seat] = places[seat] == 1 ? 1.0 / winners : 0;
        utility->chance[seat] = utility->win[seat];
    }
    weigh_parts(utility, policy, points, before, seats);
}

/* An S between 0 and 1 without exponentials: half at 0, 0.85 at 1. */
static double chance_of_lead(double lead)
{
    return 0.5 + 0.5 * lead / sqrt(1 + lead * lead);
}

void utility_of_outlook(Utility *utility, const Policy *policy, const void *state,
                        int seats)
{
    int predicted[SEATS_MAX];
    double points[SEATS_MAX], before[SEATS_MAX];
    double doubt = policy->predict(state, predicted);
    double confidence = policy->confidence > 0 ? policy->confidence : 1;
    double sum = 0;

    for (int seat = 0; seat < seats; seat++) {
        double all = 1, mean = 0;
        for (int other = 0; other < seats; other++) {
            if (other == seat)
                continue;
            double chance = chance_of_lead((predicted[seat] - predicted[other]) / doubt);
            all *= chance;
            mean += chance;
        }
        points[seat] = (double)predicted[seat] / HUNDREDTHS;
        before[seat] = mean / (seats - 1);
        utility->win[seat] = all;
        sum += all;
    }
    for (int seat = 0; seat < seats; seat++) {
        utility->win[seat] /= sum;
        utility->chance[seat] = confidence * utility->win[seat] + (1 - confidence) / seats;
    }
    weigh_parts(utility, policy, points, before, seats);
}
