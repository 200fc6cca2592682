/* part_text.h: a worked-out part of a review as a line of text, to keep it and to pass it
 * between Workers. docs/formats.md has it in full:
 *
 *     3 samples 512 iterations 800 before 512 250112345 … line 65539 65540 sum 5ad0c2b1
 *
 * The review itself says what the part is (who acts, which moves), so a line has only
 * numbers that were worked out. */
#ifndef ROUNDHOUSE_REVIEW_PART_TEXT_H
#define ROUNDHOUSE_REVIEW_PART_TEXT_H

#include "play/save.h"
#include "review/review.h"

/* Which game a review belongs to: the hash of its save without the players, in hexadecimal
 * digits. 0: no memory. */
enum { REVIEW_KEY_DIGITS = 64 };
int review_key(const Match *match, const SaveStart *start, char key[REVIEW_KEY_DIGITS + 1]);

/* Appends the line of parts[index], without a line feed. */
void part_write(Text *out, const Review *review, int index);

/* Reads a line into the part that it names, unless that is better (review_take_part). 0,
 * and nothing changes: error in *fault. */
int part_read(const char *line, size_t length, Review *review, Fault *fault);

#endif
