/* progress.h: how far a long run is: a bar with the time left on a terminal, and
 * nothing anywhere else. */
#ifndef ROUNDHOUSE_CLI_PROGRESS_H
#define ROUNDHOUSE_CLI_PROGRESS_H

typedef struct Progress {
    int is_shown;
    long games;         /* of the whole run */
    long before;        /* of those, done before it began */
    double began, next; /* when it began, and when to show it again */
} Progress;

double seconds_now(void);

Progress progress_begin(long games, long before);
/* So many are done, those from before with them. Call it as often as you like. */
void progress_show(Progress *progress, long done);
void progress_end(const Progress *progress);

#endif
