/* log.h: what happens, for those who run the server: one logfmt line each on
 * standard error, from any thread.
 *
 *     time=2026-11-15T20:04:05.678Z level=info event=listening address="…" */
#ifndef ROUNDHOUSE_SERVER_LOG_H
#define ROUNDHOUSE_SERVER_LOG_H

typedef enum LogLevel { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR, LOG_NOTHING } LogLevel;

/* Lines below this level are not written. Set before there are other threads. */
void log_from(LogLevel least);

/* Keys and values in turn, all strings, until a NULL key. */
void log_line(LogLevel level, const char *event, ...) __attribute__((sentinel));

#endif
