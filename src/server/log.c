/* log.c: one logfmt line per event. */
#include "server/log.h"

#include "server/times.h"

#include "play/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The only thing here that changes, and only before anything runs. */
static LogLevel log_least = LOG_INFO;

void log_from(LogLevel least)
{
    log_least = least;
}

static void add_time(Text *line, int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm utc;
    char text[64];

    gmtime_r(&seconds, &utc);
    size_t length = strftime(text, sizeof text, "time=%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, sizeof text - length, ".%03dZ", (int)(at % 1000));
    text_add(line, text);
}

/* Values from outside may hold anything: quoted, and nothing in them ends the line
 * or speaks to a terminal. */
static void add_value(Text *line, const char *value)
{
    text_add(line, "\"");
    for (const char *at = value; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == '\\')
            text_add(line, "\\");
        if (byte < ' ' || byte == 0x7F)
            text_add(line, "?");
        else
            text_append(line, at, 1);
    }
    text_add(line, "\"");
}

void log_format(Text *line, int64_t at, LogLevel level, const char *event,
                const LogPair *pairs)
{
    static const char *const names[] = { "debug", "info", "warning", "error" };

    add_time(line, at);
    text_add(line, " level=");
    text_add(line, names[level]);
    text_add(line, " event=");
    text_add(line, event);
    for (; pairs != NULL && pairs->key != NULL; pairs++) {
        text_add(line, " ");
        text_add(line, pairs->key);
        text_add(line, "=");
        add_value(line, pairs->value);
    }
    text_add(line, "\n");
}

void log_line(LogLevel level, const char *event, const LogPair *pairs)
{
    Text line = { 0 };

    if (level < log_least)
        return;
    log_format(&line, clock_ms(CLOCK_REALTIME), level, event, pairs);
    /* One write, so that lines of two threads do not mix. A failure cannot be
     * reported. */
    if (line.bytes != NULL && write(STDERR_FILENO, line.bytes, line.length) < 0)
        line.length = 0;
    text_free(&line);
}
