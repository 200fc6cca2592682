/* arena_report.h: what came out of a tournament: for people, as JSON, as a picture. */
#ifndef ROUNDHOUSE_CLI_ARENA_REPORT_H
#define ROUNDHOUSE_CLI_ARENA_REPORT_H

#include "arena/ratings.h"
#include "arena/statistics.h"

typedef struct ArenaReport {
    const Tournament *tournament;
    const Standings *standings;
    const Rating *ratings; /* NULL: there are none, but in a round robin */
    long planned;          /* games; fewer are done if it was interrupted */
    double seconds;        /* that this run took */
} ArenaReport;

void arena_print(const ArenaReport *report);
void arena_print_json(const ArenaReport *report);
/* 0, and a sentence in *fault: it cannot be written. */
int arena_plot(const ArenaReport *report, const char *path, Fault *fault);

#endif
