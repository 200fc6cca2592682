/* samples.h: measured durations, and their percentiles. */
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
/* Dropped if there is no memory. */
void samples_add(Samples *samples, int64_t nanoseconds);
/* The percentile (0.99) in milliseconds; sorts the samples. 0 if there are none. */
double samples_below(Samples *samples, double share);

#endif
