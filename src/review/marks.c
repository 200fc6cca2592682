/* marks.c: how good a turn was, and where a game turned. */
#include "review/review.h"

#include <stdlib.h>

const char *const REVIEW_MARK_WORDS[MARKS] = { "none",       "best",    "fine",
                                               "inaccurate", "mistake", "blunder" };

/* The least loss of win chance beyond twice its error, in millionths. Chosen so that bots
 * of the level expert seldom blunder (docs/analysis.md has how often). */
enum { LEAST_INACCURATE = 15000, LEAST_MISTAKE = 40000, LEAST_BLUNDER = 80000 };

static int is_line_played(const Review *review, const ReviewPart *part)
{
    for (int i = 0; i < part->count; i++) {
        if (i >= part->line_count || part->line[i] != review->moves[part->first + i].action)
            return 0;
    }
    return part->count == part->line_count;
}

ReviewMark review_mark(const Review *review, int index)
{
    const ReviewPart *part = &review->parts[index];

    if (part->kind != REVIEW_TURN || part->samples == 0
        || !review_has_choice(review, index))
        return MARK_NONE;
    int64_t loss = tally_mean(&part->loss).win;
    int64_t beyond = loss - 2 * tally_error(&part->loss).win;
    if (is_line_played(review, part) || loss <= 0)
        return MARK_BEST;
    return beyond >= LEAST_BLUNDER      ? MARK_BLUNDER
           : beyond >= LEAST_MISTAKE    ? MARK_MISTAKE
           : beyond >= LEAST_INACCURATE ? MARK_INACCURATE
                                        : MARK_FINE;
}

/* By how much the seat's chance changes in a part, and whether that is beyond twice the
 * error. */
static int64_t swing_of(const Review *review, int index, int seat)
{
    const Tally *before = &review->parts[index].before[seat];
    const Tally *next = &review->parts[index + 1].before[seat];
    int64_t swing = llabs(tally_mean(next).win - tally_mean(before).win);
    int64_t error = tally_error(before).win + tally_error(next).win;

    return before->count > 0 && next->count > 0 && swing > 2 * error ? swing : 0;
}

int review_turning_points(const Review *review, int seat, int *parts, int count)
{
    int found = 0;

    for (int i = 0; i + 1 < review->part_count; i++) {
        int64_t swing =
            review->parts[i].kind == REVIEW_TURN ? swing_of(review, i, seat) : 0;
        int at = found < count ? found : count;
        if (swing == 0)
            continue;
        while (at > 0 && swing_of(review, parts[at - 1], seat) < swing)
            at--;
        if (at == count)
            continue;
        found += found < count;
        for (int k = found - 1; k > at; k--)
            parts[k] = parts[k - 1];
        parts[at] = i;
    }
    return found;
}
