/* tally.c: sums of sampled values. The only floating point is in errors: + - * / and
 * sqrt, which IEEE 754 rounds the same everywhere. */
#include "review/tally.h"

#include <math.h>

static int nearest(double number)
{
    return (int)(number < 0 ? number - 0.5 : number + 0.5);
}

ReviewValue value_of_utility(const Utility *utility, int seat)
{
    int lead = nearest(utility->lead[seat] * REVIEW_POINT);

    lead = lead > REVIEW_LEAD_MOST ? REVIEW_LEAD_MOST : lead;
    lead = lead < -REVIEW_LEAD_MOST ? -REVIEW_LEAD_MOST : lead;
    return (ReviewValue){ nearest(utility->chance[seat] * REVIEW_WHOLE), lead };
}

ReviewValue value_minus(ReviewValue one, ReviewValue other)
{
    return (ReviewValue){ one.win - other.win, one.lead - other.lead };
}

ReviewValue value_plus(ReviewValue one, ReviewValue other)
{
    return (ReviewValue){ one.win + other.win, one.lead + other.lead };
}

void tally_add(Tally *tally, ReviewValue value)
{
    tally->count++;
    tally->win += value.win;
    tally->win_squares += value.win * value.win;
    tally->lead += value.lead;
    tally->lead_squares += value.lead * value.lead;
}

static int mean_of(int64_t sum, int64_t count)
{
    int64_t half = sum < 0 ? -count / 2 : count / 2;

    return count == 0 ? 0 : (int)((sum + half) / count);
}

ReviewValue tally_mean(const Tally *tally)
{
    return (ReviewValue){ mean_of(tally->win, tally->count),
                          mean_of(tally->lead, tally->count) };
}

static int error_of(int64_t sum, int64_t squares, int64_t count)
{
    double n = (double)count;

    if (count < 2)
        return 0;
    double spread = ((double)squares - (double)sum * (double)sum / n) / (n - 1);
    return spread <= 0 ? 0 : nearest(sqrt(spread / n));
}

ReviewValue tally_error(const Tally *tally)
{
    return (ReviewValue){ error_of(tally->win, tally->win_squares, tally->count),
                          error_of(tally->lead, tally->lead_squares, tally->count) };
}
