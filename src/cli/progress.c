/* progress.c: how far a long run is, on a terminal. */
#include "cli/progress.h"

#include "play/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { BAR_WIDTH = 30 };

/* A short run shows none. */
Progress progress_begin(long games, long before)
{
    double now = clock_seconds(CLOCK_MONOTONIC);

    return (Progress){ isatty(STDERR_FILENO), games, before, now, now + 0.5, NULL };
}

static void print_time_left(double seconds)
{
    long left = (long)(seconds + 0.5);

    if (left >= 3600)
        fprintf(stderr, ", %ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
    else
        fprintf(stderr, ", %ld:%02ld left", left / 60, left % 60);
}

void progress_show(Progress *progress, long done)
{
    double now;
    int filled;

    if (!progress->is_shown)
        return;
    now = clock_seconds(CLOCK_MONOTONIC);
    if (now < progress->next)
        return;
    filled = (int)(BAR_WIDTH * done / progress->games);
    fprintf(stderr, "\r\033[K[");
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %ld of %ld %s", done, progress->games,
            progress->unit == NULL ? "games" : progress->unit);
    if (done > progress->before)
        print_time_left((now - progress->began) / (double)(done - progress->before)
                        * (double)(progress->games - done));
    progress->next = now + 0.2;
}

void progress_end(const Progress *progress)
{
    if (progress->is_shown)
        fprintf(stderr, "\r\033[K");
}
