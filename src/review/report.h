/* report.h: a review for people and programs: numbers, marks and sentences as JSON, and
 * why a turn would have been better. */
#ifndef ROUNDHOUSE_REVIEW_REPORT_H
#define ROUNDHOUSE_REVIEW_REPORT_H

#include "review/review.h"
#include "wire/json_out.h"
#include "wire/sentences.h"

/* The reader's language, and the players' names in it. */
typedef struct ReviewReader {
    Language language;
    const PlayerNames *names;
} ReviewReader;

enum { REVIEW_TURNING_POINTS = 3 };

/* Why the better turn is better, from the terms of the score; the chances if no term says
 * it. Empty for turns that are neither mistakes nor blunders. */
void review_why(const Review *review, int index, const ReviewReader *reader,
                char out[SENTENCE_MAX]);

/* The sentences of a turn, one action each: as it was played, or the better one. `say` is
 * called for each. */
typedef void ReviewSay(void *context, Action action, const char *sentence);
void review_say_played(const Review *review, int index, const ReviewReader *reader,
                       ReviewSay *say, void *context);
void review_say_best(const Review *review, int index, const ReviewReader *reader,
                     ReviewSay *say, void *context);

/* Keys of an object that is open: "evaluator", "over", "parts", "seats", "turns", "end"
 * (docs/formats.md). Parts that are not worked out are left out. */
void review_format(JsonOut *out, const Review *review, const ReviewReader *reader);

#endif
