/* review.c: a match cut into parts. */
#include "review/review.h"

#include <stdlib.h>
#include <string.h>

const ReviewBudget REVIEW_QUICK = { .samples = 512, .iterations = 800, .seed = 1 };

/* A turn goes on while the same seat acts and nothing is drawn or revealed. */
static int turn_length(const Move *moves, int count)
{
    int length = 1;

    while (length < count && !moves[length - 1].is_final
           && moves[length].seat == moves[0].seat)
        length++;
    return length;
}

static int count_parts(const Match *match)
{
    const Move *moves = match_moves(match);
    int count = match_move_count(match);
    int parts = match_is_from_deal(match) + 1;

    for (int at = 0; at < count; parts++)
        at += turn_length(moves + at, count - at);
    return parts;
}

/* FNV-1a. */
static uint64_t salt_of(const Review *review)
{
    uint64_t salt = 0xCBF29CE484222325u;

    for (int i = 0; i < SEED_BYTES; i++)
        salt = (salt ^ review->setup.seed[i]) * 0x100000001B3u;
    for (int i = 0; i < review->move_count; i++)
        salt = (salt ^ review->moves[i].action) * 0x100000001B3u;
    return salt;
}

static void add_part(Review *review, ReviewPart part, const State *state)
{
    review->states[review->part_count] = *state;
    review->parts[review->part_count++] = part;
}

static void cut(Review *review, const Match *match)
{
    const Game *game = review->game;
    State state = *match_start(match);

    if (match_is_from_deal(match))
        add_part(review,
                 (ReviewPart){ .kind = REVIEW_DEAL, .seat = NOBODY, .has_chance = 1 },
                 &(State){ { 0 } });
    for (int at = 0; at < review->move_count;) {
        int count = turn_length(review->moves + at, review->move_count - at);
        int is_final = review->moves[at + count - 1].is_final;
        add_part(review,
                 (ReviewPart){ .kind = REVIEW_TURN,
                               .seat = review->moves[at].seat,
                               .first = at,
                               .count = count,
                               .has_chance = is_final && game->redraw != NULL },
                 &state);
        for (int i = 0; i < count; i++)
            move_redo(game, &review->moves[at + i], &state, NULL);
        at += count;
    }
    add_part(
        review,
        (ReviewPart){ .kind = REVIEW_END, .seat = NOBODY, .first = review->move_count },
        &state);
    review->is_over = game_is_over(game, &state);
}

Review *review_new(const Match *match)
{
    Review *review = calloc(1, sizeof *review);
    size_t parts = (size_t)count_parts(match);
    size_t moves = (size_t)match_move_count(match);

    if (review == NULL)
        return NULL;
    review->game = match_game(match);
    review->policy = policy_of(review->game);
    review->setup = *match_setup(match);
    review->seats = review->setup.seats;
    review->move_count = (int)moves;
    review->moves = calloc(moves + 1, sizeof *review->moves);
    review->parts = calloc(parts, sizeof *review->parts);
    review->states = calloc(parts, sizeof *review->states);
    if (review->moves == NULL || review->parts == NULL || review->states == NULL) {
        review_free(review);
        return NULL;
    }
    if (moves > 0)
        memcpy(review->moves, match_moves(match), moves * sizeof *review->moves);
    review->salt = salt_of(review);
    cut(review, match);
    return review;
}

void review_free(Review *review)
{
    if (review == NULL)
        return;
    free(review->moves);
    free(review->parts);
    free(review->states);
    free(review);
}

int part_is_done(const ReviewPart *part, const ReviewBudget *budget)
{
    return part->samples >= budget->samples && part->iterations >= budget->iterations;
}

ReviewBudget part_budget(const ReviewPart *part, const ReviewBudget *budget)
{
    ReviewBudget larger = *budget;

    if (larger.samples < part->samples)
        larger.samples = part->samples;
    if (larger.iterations < part->iterations)
        larger.iterations = part->iterations;
    return larger;
}

void review_take_part(Review *review, int index, const ReviewPart *part)
{
    ReviewPart *old = &review->parts[index];

    if (part->samples > old->samples
        || (part->samples == old->samples && part->iterations >= old->iterations))
        *old = *part;
}

int review_done(const Review *review, const ReviewBudget *budget)
{
    int done = 0;

    for (int i = 0; i < review->part_count; i++)
        done += part_is_done(&review->parts[i], budget);
    return done;
}

int review_has_choice(const Review *review, int index)
{
    const ReviewPart *part = &review->parts[index];
    State state = review->states[index];
    Action actions[ACTIONS_MAX];

    for (int i = 0; i < part->count; i++) {
        const Move *move = &review->moves[part->first + i];
        if (review->game->list(&state, move->seat, actions) > 1)
            return 1;
        move_redo(review->game, move, &state, NULL);
    }
    return 0;
}
