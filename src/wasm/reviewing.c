/* reviewing.c: a review of the table's game, worked out part by part, in slices. */
#include "wasm/reviewing.h"

#include "review/part_text.h"
#include "review/report.h"
#include "wasm/table.h"
#include "wire/position.h"
#include "wire/strict.h"

#include <stdlib.h>

enum { STEPS_MOST = 100000, ALIGNMENT = 64 };

static Reviewing *reviewing_of(const Ask *ask)
{
    Table *table = ask->owner;

    return &table->reviewing;
}

void reviewing_end(Reviewing *reviewing)
{
    review_free(reviewing->review);
    free(reviewing->memory);
    *reviewing = (Reviewing){ .review = NULL };
}

static int has_review(Ask *ask)
{
    return reviewing_of(ask)->review != NULL
           || fault_set(&ask->error.fault, "There is no review: begin with review.");
}

/* ------------------------------------------------------------------------- */
/* Beginning                                                                 */
/* ------------------------------------------------------------------------- */

static int read_budget(Ask *ask, ReviewBudget *budget)
{
    long long seed = (long long)REVIEW_QUICK.seed;
    Fault *fault = &ask->error.fault;

    *budget = REVIEW_QUICK;
    if (!strict_int_if(ask->json, "samples", 2, REVIEW_SAMPLES_MOST, &budget->samples,
                       fault)
        || !strict_int_if(ask->json, "iterations", 1, REVIEW_ITERATIONS_MOST,
                          &budget->iterations, fault)
        || !strict_number_if(ask->json, "review_seed", 0, INT64_MAX, &seed, fault))
        return 0;
    budget->seed = (uint64_t)seed;
    return 1;
}

static int make_room(Reviewing *reviewing, const ReviewBudget *budget)
{
    size_t bytes = review_work_bytes(budget);

    if (bytes <= reviewing->memory_bytes)
        return 1;
    free(reviewing->memory);
    reviewing->memory = aligned_alloc(ALIGNMENT, bytes);
    reviewing->memory_bytes = reviewing->memory == NULL ? 0 : bytes;
    return reviewing->memory != NULL;
}

/* The parts that were worked out stay if neither the game nor the seed has changed: a
 * larger budget goes on from there. A game that goes on has no review: it would show what
 * is hidden. */
int answer_review(Ask *ask)
{
    Reviewing *reviewing = reviewing_of(ask);
    const Game *game = match_game(ask->match);
    char key[REVIEW_KEY_DIGITS + 1];
    ReviewBudget budget;

    if (!read_budget(ask, &budget))
        return 0;
    if (!game_is_over(game, match_state(ask->match)))
        return fault_set(&ask->error.fault, "The game is not over.");
    if (reviewing->budget.seed != budget.seed)
        reviewing_end(reviewing);
    if (reviewing->review == NULL)
        reviewing->review = review_new(ask->match);
    reviewing->budget = budget;
    reviewing->work = NULL;
    if (reviewing->review == NULL || !make_room(reviewing, &budget)
        || !review_key(ask->match, &SAVE_START_JSON, key)) {
        reviewing_end(reviewing);
        return ask_no_memory(ask);
    }
    json_put_text(ask->out, "key", key);
    json_put_number(ask->out, "evaluator", REVIEW_EVALUATOR);
    json_put_number(ask->out, "parts", reviewing->review->part_count);
    json_put_number(ask->out, "samples", budget.samples);
    json_put_number(ask->out, "iterations", budget.iterations);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Working                                                                   */
/* ------------------------------------------------------------------------- */

int answer_review_part(Ask *ask)
{
    Reviewing *reviewing = reviewing_of(ask);
    ReviewBudget budget;
    int part;

    if (!has_review(ask)
        || !strict_int(ask->json, "part", 0, reviewing->review->part_count - 1, &part,
                       &ask->error.fault))
        return 0;
    budget = part_budget(&reviewing->review->parts[part], &reviewing->budget);
    reviewing->work = NULL;
    if (!make_room(reviewing, &budget))
        return ask_no_memory(ask);
    reviewing->part = part;
    reviewing->work =
        review_work_begin(reviewing->memory, reviewing->review, part, &budget);
    return 1;
}

/* The part as a line of text, once it is done. */
static void finish_part(Ask *ask, Reviewing *reviewing)
{
    Text line = { 0 };

    review_take_part(reviewing->review, reviewing->part, review_work_part(reviewing->work));
    reviewing->work = NULL;
    part_write(&line, reviewing->review, reviewing->part);
    if (line.has_failed)
        ask->out->text->has_failed = 1;
    else
        json_put_text(ask->out, "line", line.bytes);
    text_free(&line);
}

int answer_review_step(Ask *ask)
{
    Reviewing *reviewing = reviewing_of(ask);
    int steps, goes_on = 1;

    if (!strict_int(ask->json, "steps", 1, STEPS_MOST, &steps, &ask->error.fault))
        return 0;
    if (reviewing->work == NULL)
        return fault_set(&ask->error.fault, "No part has begun: begin with review-part.");
    for (int i = 0; i < steps && goes_on; i++)
        goes_on = review_work_step(reviewing->work);
    json_put_flag(ask->out, "done", !goes_on);
    if (!goes_on)
        finish_part(ask, reviewing);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* What others have worked out, and the report                               */
/* ------------------------------------------------------------------------- */

int answer_review_put(Ask *ask)
{
    const Json *line = strict_text(ask->json, "line", &ask->error.fault);

    return line != NULL && has_review(ask)
           && part_read(line->text, line->length, reviewing_of(ask)->review,
                        &ask->error.fault);
}

int answer_review_report(Ask *ask)
{
    PlayerNames names;
    ReviewReader reader = { .names = &names };

    if (!has_review(ask) || !language_read(ask->json, &reader.language, &ask->error.fault))
        return 0;
    player_names_make(&names, reader.language, ask->players);
    json_put_object(ask->out, "review");
    review_format(ask->out, reviewing_of(ask)->review, &reader);
    json_close_object(ask->out);
    return 1;
}
