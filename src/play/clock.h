/* clock.h: the clocks of the system, such as CLOCK_MONOTONIC, in three units. */
#ifndef ROUNDHOUSE_PLAY_CLOCK_H
#define ROUNDHOUSE_PLAY_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ns(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline int64_t clock_ms(clockid_t id)
{
    return clock_ns(id) / 1000000;
}

static inline double clock_seconds(clockid_t id)
{
    return (double)clock_ns(id) * 1e-9;
}

#endif
