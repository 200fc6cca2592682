/* times.c: now, out of a steady clock and a reference that may be set. */
#include "server/times.h"

#include "server/log.h"

#include <stdio.h>

static const int64_t STEP_MS = 5000;
static const int64_t DOUBT_MS = INT64_C(24) * 3600 * 1000;
/* A server that was off for longer asks first. */
static const int64_t FAR_MS = INT64_C(30) * 24 * 3600 * 1000;

static void report(const char *event, int64_t ahead)
{
    char seconds[32];

    snprintf(seconds, sizeof seconds, "%+.3f", (double)ahead / 1000);
    log_line(LOG_WARNING, event, LOG_PAIRS({ "seconds", seconds }));
}

static void doubt(Times *times, TimeTrust trust, int64_t steady)
{
    times->trust = trust;
    times->since = steady;
}

static void accept(Times *times, int64_t steady, int64_t reference)
{
    report("clock-accepted", reference - steady - times->offset);
    times->trust = TIME_TRUSTED;
    times->offset = reference - steady;
}

/* Can it be that much later than what was stored last? */
static int is_plausible(const Times *times, int64_t steady, int64_t reference)
{
    int64_t after = reference - (times->latest + steady - times->began);

    return times->latest == 0 || (after >= -STEP_MS && after <= FAR_MS);
}

void times_begin(Times *times, int64_t steady, int64_t reference, int64_t latest)
{
    *times = (Times){ .offset = reference - steady, .latest = latest, .began = steady };
    if (is_plausible(times, steady, reference))
        return;
    report("clock-implausible", reference - latest);
    doubt(times, TIME_UNKNOWN, steady);
}

static void step(Times *times, int64_t steady, int64_t reference)
{
    if (times->trust == TIME_UNKNOWN) {
        times->offset = reference - steady;
        if (is_plausible(times, steady, reference))
            accept(times, steady, reference);
    } else if (times->trust == TIME_TRUSTED) {
        report("clock-stepped", reference - steady - times->offset);
        doubt(times, TIME_DOUBTED, steady);
    }
}

int64_t times_read(Times *times, int64_t steady, int64_t reference)
{
    int64_t ahead = reference - (steady + times->offset);

    if (ahead < -STEP_MS || ahead > STEP_MS) {
        step(times, steady, reference);
    } else if (times->trust == TIME_DOUBTED) {
        accept(times, steady, reference);
    } else {
        times->offset += ahead;
    }
    if (times->trust != TIME_TRUSTED && steady - times->since >= DOUBT_MS)
        accept(times, steady, reference);
    return steady + times->offset;
}

void times_confirm(Times *times, int64_t steady, int64_t reference)
{
    if (times->trust != TIME_TRUSTED)
        accept(times, steady, reference);
}
