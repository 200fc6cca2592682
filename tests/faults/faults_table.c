/* faults_table.c: the figures of a fault as a row of a table, and as JSON. */
#include "faults.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Times {
    const char *key;
    Samples *samples;
} Times;

enum { TIMES = 6 };

static void append(const char *variable, const char *text)
{
    const char *path = getenv(variable);
    FILE *file = path == NULL ? NULL : fopen(path, "a");

    if (file == NULL)
        return;
    fprintf(file, "%s\n", text);
    fclose(file);
}

static void write_json(char *out, size_t room, const char *name, const ClubFigures *figures,
                       const Times times[TIMES])
{
    int length =
        snprintf(out, room, "{\"fault\":\"%s\",\"moves\":%ld", name, figures->moves);

    for (int i = 0; i < TIMES; i++)
        length += snprintf(
            out + length, room - (size_t)length,
            ",\"%s\":{\"count\":%zu,\"p50\":%.1f,\"p99\":%.1f,\"max\":%.1f}", times[i].key,
            times[i].samples->count, samples_below(times[i].samples, 0.5),
            samples_below(times[i].samples, 0.99), samples_below(times[i].samples, 1));
    snprintf(out + length, room - (size_t)length,
             ",\"stayed\":%d,\"not_stored\":%ld,\"stale\":%ld,\"abandoned\":%ld}",
             figures->stayed, figures->not_stored, figures->stale, figures->abandoned);
}

static void add_cell(char *row, size_t room, Samples *samples, double share)
{
    size_t length = 0;

    while (row[length] != '\0')
        length++;
    if (samples->count == 0)
        snprintf(row + length, room - length, " |");
    else
        snprintf(row + length, room - length, " %.0f |",
                 ceil(samples_below(samples, share)));
}

void faults_report(const char *name, ClubFigures *figures)
{
    const Times times[TIMES] = {
        { "others", &figures->others }, { "elsewhere", &figures->elsewhere },
        { "bots", &figures->bots },     { "clocks", &figures->clocks },
        { "seen", &figures->seen },     { "seen_there", &figures->seen_late },
    };
    char json[2048], row[512];

    write_json(json, sizeof json, name, figures, times);
    snprintf(row, sizeof row, "| %s | %ld |", name, figures->moves);
    for (int i = 0; i < TIMES; i++) {
        if (i == 0)
            add_cell(row, sizeof row, times[i].samples, 0.5);
        add_cell(row, sizeof row, times[i].samples, i == 0 ? 0.99 : 1);
        if (i == 0)
            add_cell(row, sizeof row, times[i].samples, 1);
    }
    size_t length = 0;
    while (row[length] != '\0')
        length++;
    snprintf(row + length, sizeof row - length, " %d | %ld | %ld | %ld |", figures->stayed,
             figures->not_stored, figures->stale, figures->abandoned);
    append("ROUNDHOUSE_FAULTS_JSON", json);
    append("ROUNDHOUSE_FAULTS_TABLE", row);
    cr_log_info("%s", json);
}
