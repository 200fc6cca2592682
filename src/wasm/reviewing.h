/* reviewing.h: a review of the table's game, worked out part by part, in slices. The module
 * that the page loads first is built WITHOUT_REVIEW: reviews have a module of their own,
 * with everything in it, which is loaded when somebody asks for one. */
#ifndef ROUNDHOUSE_WASM_REVIEWING_H
#define ROUNDHOUSE_WASM_REVIEWING_H

#include "review/work.h"
#include "wire/request.h"

/* All zero: nothing has begun. */
typedef struct Reviewing {
    Review *review; /* NULL: nothing has begun */
    ReviewBudget budget;
    void *memory; /* of the work */
    size_t memory_bytes;
    ReviewWork *work; /* NULL: no part has begun */
    int part;
} Reviewing;

#ifdef WITHOUT_REVIEW

static inline void reviewing_end(Reviewing *reviewing)
{
    (void)reviewing;
}

#else

/* Frees what there is. */
void reviewing_end(Reviewing *reviewing);

#endif

/* Requests of the page. */
int answer_review(Ask *ask);
int answer_review_part(Ask *ask);
int answer_review_step(Ask *ask);
int answer_review_put(Ask *ask);
int answer_review_report(Ask *ask);

#endif
