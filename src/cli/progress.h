/* progress.h: a progress bar with the time left, on a terminal only. */
#ifndef ROUNDHOUSE_CLI_PROGRESS_H
#define ROUNDHOUSE_CLI_PROGRESS_H

typedef struct Progress {
    int is_shown;
    long games;         /* or other things, of the whole run */
    long before;        /* of those, done before it began */
    double began, next; /* when it began, and when to show it again */
    const char *unit;   /* what is counted; NULL: games */
} Progress;

Progress progress_begin(long games, long before);
/* Sets the number of finished games, earlier runs included. Redraws at most a few times
 * a second. */
void progress_show(Progress *progress, long done);
void progress_end(const Progress *progress);

#endif
