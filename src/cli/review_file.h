/* review_file.h: the worked-out parts of a review on disk, so that it can go on after an
 * interruption, or with a larger budget. docs/formats.md has it in full:
 *
 *     roundhouse review 1
 *     game <64 digits>            of the save without its players
 *     evaluator 1
 *     seed 1
 *
 *     3 samples 512 …             a part a line (review/part_text.h)
 *
 * A last line without a line feed is truncated and dropped, a damaged one skipped. */
#ifndef ROUNDHOUSE_CLI_REVIEW_FILE_H
#define ROUNDHOUSE_CLI_REVIEW_FILE_H

#include "review/part_text.h"

#include <stdio.h>

/* Opens a file to append to, and locks it; if it is there already, its parts are read into
 * the review first. NULL: error in *fault. */
FILE *review_file_open(const char *path, const char *key, uint64_t seed, Review *review,
                       Fault *fault);

/* Appends a part; 0: error in *fault. */
int review_file_add(FILE *file, const Review *review, int index, Fault *fault);

#endif
