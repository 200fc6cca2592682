/* work.c: works out one part of a review, in small steps.
 *
 *     before ──> line ──> compare ──> after ──> done
 *
 * before and after go from seat to seat. Sample i of a value has a seed of its own, made
 * of the part, the seat and i; values that are compared have the same seeds:
 *   V, A and B of a part draw the same states;
 *   C of a part draws like V of the next, only after another draw of the piles. */
#include "review/work.h"

#include "ai/search.h"
#include "review/playout.h"

#include <string.h>

enum {
    SAMPLES_A_STEP = 4,
    ITERATIONS_A_STEP = 16,
    NODES_AN_ITERATION = 32, /* more than it adds */
    NODES_MOST = 1 << 18,
    NODES_LEAST = 64,
};

typedef enum Phase { BEFORE, LINE, COMPARE, AFTER, DONE } Phase;

struct ReviewWork {
    const Review *review;
    Playout playout;
    ReviewBudget budget;
    int index;
    ReviewPart part;
    Phase phase;
    int seat;   /* of BEFORE and AFTER */
    int sample; /* the next */
    State view; /* of the seat that acts, before the turn */

    /* LINE: the best turn so far, on one drawn state. */
    State state, seen;
    int is_searching;
    Search *search;
    _Alignas(64) char memory[];
};

/* ------------------------------------------------------------------------- */
/* Beginning                                                                 */
/* ------------------------------------------------------------------------- */

static long count_nodes(const ReviewBudget *budget)
{
    long nodes = NODES_MOST;

    if (budget->iterations < NODES_MOST / NODES_AN_ITERATION)
        nodes = (long)budget->iterations * NODES_AN_ITERATION;
    return nodes < NODES_LEAST ? NODES_LEAST : nodes;
}

size_t review_work_bytes(const ReviewBudget *budget)
{
    size_t bytes = sizeof(ReviewWork) + search_bytes(count_nodes(budget));

    return (bytes + 63) & ~(size_t)63;
}

ReviewWork *review_work_begin(void *memory, const Review *review, int index,
                              const ReviewBudget *budget)
{
    ReviewWork *work = memory;
    const ReviewPart *part = &review->parts[index];

    memset(work, 0, sizeof *work);
    work->review = review;
    work->playout = (Playout){ review->game, review->policy, review->seats };
    work->budget = *budget;
    work->index = index;
    work->part = (ReviewPart){ .kind = part->kind,
                               .seat = part->seat,
                               .first = part->first,
                               .count = part->count,
                               .has_chance = part->has_chance };
    work->phase = part->kind == REVIEW_DEAL ? AFTER : BEFORE;
    work->search = search_in(work->memory, count_nodes(budget));
    if (part->kind == REVIEW_TURN)
        review->game->observe(&review->states[index], part->seat, &work->view);
    return work;
}

const ReviewPart *review_work_part(const ReviewWork *work)
{
    return &work->part;
}

/* ------------------------------------------------------------------------- */
/* Samples                                                                   */
/* ------------------------------------------------------------------------- */

enum { SEED_REDRAW = SEATS_MAX, SEED_LINE, SEED_KINDS };

/* SplitMix64: seeds that differ in one place have nothing in common. */
static uint64_t mix(uint64_t number)
{
    number += 0x9E3779B97F4A7C15u;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

/* `kind` is a seat, or one of the above. */
static uint64_t seed_of(const ReviewWork *work, int index, int kind, int sample)
{
    uint64_t place = (uint64_t)index * SEED_KINDS + (uint64_t)kind;

    return mix(mix(work->budget.seed ^ work->review->salt ^ mix(place)) + (uint64_t)sample);
}

/* The value of a position to a seat, by its view and one drawn state. */
static ReviewValue sample_position(const ReviewWork *work, const State *state, int seat,
                                   uint64_t seed)
{
    const Playout *playout = &work->playout;
    State view, drawn;
    Utility utility;
    Rng rng;

    if (game_is_over(playout->game, state)) {
        utility_of_end(&utility, playout->game, playout->policy, state, playout->seats);
        return value_of_utility(&utility, seat);
    }
    playout->game->observe(state, seat, &view);
    rng_seed(&rng, seed);
    playout_draw(playout, &view, seat, &rng, &drawn);
    playout_finish(playout, &view, &drawn, &rng, &utility);
    return value_of_utility(&utility, seat);
}

static void sample_before(ReviewWork *work)
{
    tally_add(&work->part.before[work->seat],
              sample_position(work, &work->review->states[work->index], work->seat,
                              seed_of(work, work->index, work->seat, work->sample)));
}

/* The position after the part, had other cards come. */
static void redraw_part(const ReviewWork *work, Rng *rng, State *state)
{
    const Review *review = work->review;

    if (work->part.kind == REVIEW_DEAL) {
        Setup setup = review->setup;
        rng_fill(rng, setup.seed, SEED_BYTES);
        review->game->setup(state, &setup);
        return;
    }
    *state = review->states[work->index];
    review->game->redraw(state, rng);
    for (int i = 0; i < work->part.count; i++)
        move_redo(review->game, &review->moves[work->part.first + i], state, NULL);
}

static void sample_after(ReviewWork *work)
{
    State state;
    Rng rng;

    rng_seed(&rng, seed_of(work, work->index, SEED_REDRAW, work->sample));
    redraw_part(work, &rng, &state);
    tally_add(&work->part.after[work->seat],
              sample_position(work, &state, work->seat,
                              seed_of(work, work->index + 1, work->seat, work->sample)));
}

/* ------------------------------------------------------------------------- */
/* The best turn                                                             */
/* ------------------------------------------------------------------------- */

static void begin_line(ReviewWork *work)
{
    Rng rng;

    rng_seed(&rng, seed_of(work, work->index, SEED_LINE, 0));
    playout_draw(&work->playout, &work->view, work->part.seat, &rng, &work->state);
    work->seen = work->view;
}

static void begin_search(ReviewWork *work)
{
    const SearchTask task = {
        .game = work->playout.game,
        .policy = work->playout.policy,
        .view = &work->seen,
        .seat = work->part.seat,
        .playouts = SEARCH_CUT,
        .seed = seed_of(work, work->index, SEED_LINE, 1 + work->part.line_count),
    };

    search_begin(work->search, &task);
    work->is_searching = 1;
}

static int has_mark(const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        if (events->items[i].marks != 0)
            return 1;
    }
    return 0;
}

/* One action further. What draws or reveals nothing leads from one view to one view, so
 * the drawn state tells nothing; anything else ends the turn. Returns whether the turn
 * goes on. */
static int extend_line(ReviewWork *work, Action action)
{
    const Game *game = work->playout.game;
    int seat = work->part.seat;
    Events events = { .count = 0 };

    work->part.line[work->part.line_count++] = action;
    game->apply(&work->state, seat, action, &events);
    if (has_mark(&events) || work->part.line_count == REVIEW_LINE_MAX
        || !seats_have(game->waiting(&work->state), seat))
        return 0;
    game->observe(&work->state, seat, &work->seen);
    return 1;
}

static Action best_found(const ReviewWork *work)
{
    const Search *const searches[] = { work->search };
    Thoughts thoughts;

    search_report(searches, 1, &thoughts);
    return thoughts.considered[0].action;
}

/* A few iterations, or one forced action. Returns whether the turn goes on. */
static int search_line(ReviewWork *work)
{
    Action actions[ACTIONS_MAX];

    if (!work->is_searching) {
        if (work->part.line_count == 0)
            begin_line(work);
        if (work->playout.game->list(&work->seen, work->part.seat, actions) == 1)
            return extend_line(work, actions[0]);
        begin_search(work);
    }
    long left = work->budget.iterations - search_iterations(work->search);
    search_iterate(work->search, left < ITERATIONS_A_STEP ? left : ITERATIONS_A_STEP);
    if (left > ITERATIONS_A_STEP)
        return 1;
    work->is_searching = 0;
    return extend_line(work, best_found(work));
}

/* ------------------------------------------------------------------------- */
/* The turn that was played beside the best                                  */
/* ------------------------------------------------------------------------- */

static Action action_played(const ReviewWork *work, int i)
{
    return work->review->moves[work->part.first + i].action;
}

static Action action_best(const ReviewWork *work, int i)
{
    return work->part.line[i];
}

/* The value of a turn in a drawn state. */
static ReviewValue sample_turn(const ReviewWork *work, const State *drawn, Rng rng,
                               Action (*action)(const ReviewWork *work, int i), int count)
{
    const Game *game = work->playout.game;
    int seat = work->part.seat;
    State state = *drawn;
    Utility utility;

    for (int i = 0; i < count; i++) {
        if (game_apply(game, &state, seat, action(work, i), NULL) != STATUS_OK)
            break;
    }
    playout_finish(&work->playout, &work->view, &state, &rng, &utility);
    return value_of_utility(&utility, seat);
}

static void sample_both(ReviewWork *work)
{
    ReviewPart *part = &work->part;
    State drawn;
    Rng rng;

    rng_seed(&rng, seed_of(work, work->index, part->seat, work->sample));
    playout_draw(&work->playout, &work->view, part->seat, &rng, &drawn);
    ReviewValue played = sample_turn(work, &drawn, rng, action_played, part->count);
    ReviewValue best = sample_turn(work, &drawn, rng, action_best, part->line_count);
    tally_add(&part->played, played);
    tally_add(&part->best, best);
    tally_add(&part->loss, value_minus(best, played));
}

/* ------------------------------------------------------------------------- */
/* Steps                                                                     */
/* ------------------------------------------------------------------------- */

/* The end of a game is worth what it is: one sample says all. */
static int samples_of(const ReviewWork *work)
{
    int is_known = work->part.kind == REVIEW_END && work->review->is_over;

    return is_known ? 1 : work->budget.samples;
}

/* A few samples. Returns whether there are more. */
static int take_samples(ReviewWork *work, void (*take)(ReviewWork *work))
{
    int most = samples_of(work);

    for (int i = 0; i < SAMPLES_A_STEP && work->sample < most; i++, work->sample++)
        take(work);
    if (work->sample < most)
        return 1;
    work->sample = 0;
    return 0;
}

/* The same for one seat after another. */
static int take_samples_of_seats(ReviewWork *work, void (*take)(ReviewWork *work))
{
    if (take_samples(work, take))
        return 1;
    work->seat = (work->seat + 1) % work->review->seats;
    return work->seat != 0;
}

static Phase phase_after(const ReviewWork *work, Phase phase)
{
    switch (phase) {
    case BEFORE:
        return work->part.kind == REVIEW_TURN ? LINE : DONE;
    case LINE:
        return COMPARE;
    case COMPARE:
        return work->part.has_chance ? AFTER : DONE;
    default:
        return DONE;
    }
}

static int goes_on(ReviewWork *work)
{
    switch (work->phase) {
    case BEFORE:
        return take_samples_of_seats(work, sample_before);
    case LINE:
        return search_line(work);
    case COMPARE:
        return take_samples(work, sample_both);
    case AFTER:
        return take_samples_of_seats(work, sample_after);
    default:
        return 0;
    }
}

int review_work_step(ReviewWork *work)
{
    if (work->phase == DONE)
        return 0;
    if (!goes_on(work))
        work->phase = phase_after(work, work->phase);
    if (work->phase != DONE)
        return 1;
    work->part.samples = work->budget.samples;
    work->part.iterations = work->budget.iterations;
    return 0;
}

void review_work_all(void *memory, Review *review, int index, const ReviewBudget *budget)
{
    ReviewWork *work = review_work_begin(memory, review, index, budget);

    while (review_work_step(work))
        ;
    review->parts[index] = *review_work_part(work);
}
