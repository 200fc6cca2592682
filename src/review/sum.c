/* sum.c: luck and skill: the result of a seat as a sum of differences. Every value is
 * rounded to a whole number before it is subtracted, so the sum is exact. */
#include "review/review.h"

/* The value of the position before a part. */
static ReviewValue value_before(const Review *review, int index, int seat)
{
    return tally_mean(&review->parts[index].before[seat]);
}

static int is_worked_out(const Review *review, int index)
{
    return review->parts[index].samples > 0 && review->parts[index + 1].samples > 0;
}

void review_part_sum(const Review *review, int index, int seat, ReviewSum *sum)
{
    const ReviewPart *part = &review->parts[index];

    *sum = (ReviewSum){ .luck = { 0, 0 } };
    if (part->kind == REVIEW_END || !is_worked_out(review, index))
        return;
    ReviewValue next = value_before(review, index + 1, seat);
    ReviewValue mean = part->has_chance ? tally_mean(&part->after[seat]) : next;
    sum->luck = value_minus(next, mean);
    if (part->kind == REVIEW_DEAL)
        return;
    ReviewValue before = value_before(review, index, seat);
    if (part->seat != seat) {
        sum->others = value_minus(mean, before);
        return;
    }
    ReviewValue played = tally_mean(&part->played);
    sum->own = value_minus(played, before);
    sum->unknown = value_minus(mean, played);
}

void review_sum(const Review *review, int seat, ReviewSum *sum)
{
    const ReviewPart *first = &review->parts[0];

    *sum = (ReviewSum){ .start =
                            tally_mean(first->kind == REVIEW_DEAL ? &first->after[seat]
                                                                  : &first->before[seat]) };
    for (int i = 0; i < review->part_count; i++) {
        ReviewSum part;
        review_part_sum(review, i, seat, &part);
        sum->luck = value_plus(sum->luck, part.luck);
        sum->own = value_plus(sum->own, part.own);
        sum->others = value_plus(sum->others, part.others);
        sum->unknown = value_plus(sum->unknown, part.unknown);
    }
    sum->result = value_before(review, review->part_count - 1, seat);
}
