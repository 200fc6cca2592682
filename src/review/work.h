/* work.h: works out one part of a review, in small steps.
 *
 * The caller provides the memory. Nothing is allocated on the way, no clock is read, and
 * how the steps are grouped changes no number. */
#ifndef ROUNDHOUSE_REVIEW_WORK_H
#define ROUNDHOUSE_REVIEW_WORK_H

#include "review/review.h"

#include <stddef.h>

typedef struct ReviewWork ReviewWork;

/* Bytes of memory for such a budget; aligned for anything. */
size_t review_work_bytes(const ReviewBudget *budget);

/* Begins part `index` in the memory; the review is borrowed until the end. */
ReviewWork *review_work_begin(void *memory, const Review *review, int index,
                              const ReviewBudget *budget);

/* A few samples or iterations, a millisecond or so. Returns 0 when all is done. */
int review_work_step(ReviewWork *work);

/* The part, once review_work_step has returned 0. Goes into review->parts[index]. */
const ReviewPart *review_work_part(const ReviewWork *work);

/* All steps, in one go. */
void review_work_all(void *memory, Review *review, int index, const ReviewBudget *budget);

#endif
