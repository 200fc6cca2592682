/* samples.h: times that were measured, and what share of them is below what. */
#ifndef ROUNDHOUSE_LOAD_SAMPLES_H
#define ROUNDHOUSE_LOAD_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

/* Starts as all zero. */
typedef struct Samples {
    int64_t *values; /* nanoseconds */
    size_t count, room;
} Samples;

void samples_free(Samples *samples);
/* One that finds no memory is not kept. */
void samples_add(Samples *samples, int64_t nanoseconds);
/* Milliseconds that this share (0.99) of the samples does not exceed; puts them in
 * order. 0 if there are none. */
double samples_below(Samples *samples, double share);

#endif
