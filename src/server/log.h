/* log.h: the server's log: one logfmt line per event on standard error, from any thread.
 *
 *     time=2026-11-15T20:04:05.678Z level=info event=listening address="…" */
#ifndef ROUNDHOUSE_SERVER_LOG_H
#define ROUNDHOUSE_SERVER_LOG_H

#include "play/text.h"

#include <stdint.h>

typedef enum LogLevel { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR, LOG_NOTHING } LogLevel;

/* Lines below this level are not written. Set before there are other threads. */
void log_from(LogLevel least);

typedef struct LogPair {
    const char *key, *value;
} LogPair;

/* The pairs end with one that has no key; NULL: there are none. */
void log_line(LogLevel level, const char *event, const LogPair *pairs);

/* The line alone. `at`: milliseconds since 1970. */
void log_format(Text *line, int64_t at, LogLevel level, const char *event,
                const LogPair *pairs);

/* log_line(LOG_INFO, "listening", LOG_PAIRS({ "address", address })); */
#define LOG_PAIRS(...) ((const LogPair[]){ __VA_ARGS__, { NULL, NULL } })

#endif
