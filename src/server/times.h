/* times.h: the two clocks of a server, wall and monotonic.
 *
 *     steady   never set, never goes back: live clocks, rates, everything that waits in
 *              memory. CLOCK_BOOTTIME, which counts on while the machine sleeps, as the
 *              wall clock does: a suspended machine is a late tick, not a wrong clock.
 *     now      milliseconds since 1970: whatever is stored, and whatever is compared
 *              with that. now = steady + offset.
 *
 * `now` follows a reference clock, the system's. A step of the reference is no passing of
 * time: until it is known which of the two is right, `now` goes on by the steady clock,
 * and nothing expires (sessions, day clocks, tables and guests that are tidied away).
 *
 *                  more than STEP_MS apart
 *     TRUSTED ────────────────────────────────> DOUBTED      `now` by the steady clock
 *        ^ <── together again; confirmed; DOUBT_MS ──┘
 *        │ <── plausible; confirmed; DOUBT_MS ──┐
 *                                            UNKNOWN         `now` by the reference
 *                                               ^
 *                 start: the clock is before the latest time stored, or far after it */
#ifndef ROUNDHOUSE_SERVER_TIMES_H
#define ROUNDHOUSE_SERVER_TIMES_H

#include "play/clock.h"

typedef enum TimeTrust { TIME_TRUSTED, TIME_DOUBTED, TIME_UNKNOWN } TimeTrust;

typedef struct Times {
    int64_t offset; /* now - steady */
    TimeTrust trust;
    int64_t since;  /* when the doubt began, steady */
    int64_t latest; /* the latest time stored before the start, and… */
    int64_t began;  /* …when that start was, steady */
} Times;

/* `latest`: the latest time that the store has; 0: it is empty. */
void times_begin(Times *times, int64_t steady, int64_t reference, int64_t latest);
/* Both clocks, read at the same moment; now. */
int64_t times_read(Times *times, int64_t steady, int64_t reference);
/* An operator says that the reference is right. */
void times_confirm(Times *times, int64_t steady, int64_t reference);

#endif
