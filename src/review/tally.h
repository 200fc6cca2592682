/* tally.h: sums of sampled values in whole numbers, so that they are the same on every
 * machine and differences add up exactly. */
#ifndef ROUNDHOUSE_REVIEW_TALLY_H
#define ROUNDHOUSE_REVIEW_TALLY_H

#include "ai/utility.h"

#include <stdint.h>

enum { REVIEW_WHOLE = 1000000, REVIEW_POINT = 100, REVIEW_LEAD_MOST = 5000000 };

/* What a position is worth to a seat: the chance to win in millionths (a shared win
 * counts in equal parts), and the lead over the best of the others in hundredths of a
 * point. Also a difference of two of them, and an error. */
typedef struct ReviewValue {
    int64_t win, lead;
} ReviewValue;

/* Sums over `count` samples. With leads up to REVIEW_LEAD_MOST and 2^16 samples nothing
 * overflows. */
typedef struct Tally {
    int64_t count;
    int64_t win, win_squares;
    int64_t lead, lead_squares;
} Tally;

ReviewValue value_of_utility(const Utility *utility, int seat);
ReviewValue value_minus(ReviewValue one, ReviewValue other);
ReviewValue value_plus(ReviewValue one, ReviewValue other);

void tally_add(Tally *tally, ReviewValue value);
/* The mean, rounded to the nearest; 0 without samples. */
ReviewValue tally_mean(const Tally *tally);
/* The standard error of the mean; 0 with less than two samples. */
ReviewValue tally_error(const Tally *tally);

#endif
