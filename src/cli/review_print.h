/* review_print.h: a review as a table for people, and as a picture. */
#ifndef ROUNDHOUSE_CLI_REVIEW_PRINT_H
#define ROUNDHOUSE_CLI_REVIEW_PRINT_H

#include "review/report.h"

void review_print(const Review *review, const ReviewReader *reader);

/* The chances of each seat over the turns, as SVG or PNG. 0: error in *fault. */
int review_plot(const Review *review, const ReviewReader *reader, const char *path,
                Fault *fault);

#endif
