/* test_allocation.c: working out a part allocates nothing. The linker redirects malloc,
 * calloc and realloc to this file. */
#include "games/catalogue.h"
#include "review/figures.h"

#include <criterion/criterion.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

static int allocations;

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

Test(review, working_out_a_part_allocates_nothing)
{
    const ReviewBudget budget = { .samples = 4, .iterations = 20, .seed = 1 };
    const Bot *const bots[] = { &BOT_RANDOM, &BOT_RANDOM };

    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Setup setup;
        game_default_setup(CATALOGUE[g], 2, &setup);
        Match *match = play_match(CATALOGUE[g], &setup, bots, 1);
        Review *review = review_new(match);
        void *memory = aligned_alloc(64, review_work_bytes(&budget));
        int before = allocations;
        for (int i = 0; i < review->part_count; i++)
            review_work_all(memory, review, i, &budget);
        cr_expect_eq(allocations, before, "a review allocates in %s", CATALOGUE[g]->id);
        free(memory);
        review_free(review);
        match_free(match);
    }
}
