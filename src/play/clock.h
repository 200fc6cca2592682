/* clock.h: a clock of the system in milliseconds, such as CLOCK_MONOTONIC. */
#ifndef ROUNDHOUSE_PLAY_CLOCK_H
#define ROUNDHOUSE_PLAY_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ms(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

#endif
