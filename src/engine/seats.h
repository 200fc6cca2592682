/* seats.h: who sits at the table. Seats count from 0; left is the next higher
 * seat, and the highest has seat 0 on the left. */
#ifndef ROUNDHOUSE_ENGINE_SEATS_H
#define ROUNDHOUSE_ENGINE_SEATS_H

#include <stdint.h>

enum { SEATS_MAX = 6, NOBODY = -1 };

/* A set of seats, a bit each. */
typedef uint8_t SeatSet;

static inline SeatSet seat_bit(int seat)
{
    return (SeatSet)(1u << seat);
}

static inline int seats_have(SeatSet set, int seat)
{
    return set >> seat & 1;
}

static inline SeatSet seats_all(int count)
{
    return (SeatSet)((1u << count) - 1);
}

static inline int seats_count(SeatSet set)
{
    return __builtin_popcount(set);
}

/* Quicker than counting them. */
static inline int seats_are_several(SeatSet set)
{
    return (set & (set - 1)) != 0;
}

/* The lowest seat of the set, or NOBODY. */
static inline int seats_first(SeatSet set)
{
    return set ? __builtin_ctz(set) : NOBODY;
}

static inline int seat_left_of(int seat, int count)
{
    return seat + 1 == count ? 0 : seat + 1;
}

#endif
