/* samples.c: all samples are kept; a run has some hundred thousand. */
#include "load/samples.h"

#include <math.h>
#include <stdlib.h>

void samples_free(Samples *samples)
{
    free(samples->values);
    *samples = (Samples){ 0 };
}

void samples_add(Samples *samples, int64_t nanoseconds)
{
    if (samples->count == samples->room) {
        size_t room = samples->room == 0 ? 4096 : 2 * samples->room;
        int64_t *values = realloc(samples->values, room * sizeof *values);
        if (values == NULL)
            return;
        samples->values = values;
        samples->room = room;
    }
    samples->values[samples->count++] = nanoseconds;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

double samples_below(Samples *samples, double share)
{
    size_t rank;

    if (samples->count == 0)
        return 0;
    qsort(samples->values, samples->count, sizeof *samples->values, compare);
    rank = (size_t)ceil(share * (double)samples->count);
    return (double)samples->values[rank == 0 ? 0 : rank - 1] * 1e-6;
}
