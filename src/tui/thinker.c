/* thinker.c: a thread for each question, which writes a byte into a pipe when it has the
 * answer. The thread is joined before anybody reads what it wrote. */
#include "tui/thinker.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct Thinker {
    pthread_t thread;
    int is_busy;    /* its answer was not taken */
    int has_thread; /* … which a thread makes */
    int pipe[2];
    atomic_int stop; /* answer at once: nobody waits for it any more */
    ThinkTo to;
    Bot bot;
    const Game *game;
    State view;
    int seat;
    uint64_t seed;
    Action action;
    Thoughts thoughts;
};

static void *answer(void *argument)
{
    Thinker *thinker = argument;
    Budget budget = { .stop = &thinker->stop };
    Bot bot = bot_with_budget(&thinker->bot, &budget);
    Rng rng;

    rng_seed(&rng, thinker->seed);
    thinker->thoughts = (Thoughts){ 0 };
    thinker->action =
        thinker->to == THINK_TO_MOVE
            ? bot_choose(&bot, thinker->game, &thinker->view, thinker->seat, &rng)
            : bot_think(&bot, thinker->game, &thinker->view, thinker->seat, &rng,
                        &thinker->thoughts);
    while (write(thinker->pipe[1], "!", 1) < 0 && errno == EINTR) {
    }
    return NULL;
}

Thinker *thinker_new(void)
{
    Thinker *thinker = calloc(1, sizeof *thinker);

    if (thinker == NULL || pipe(thinker->pipe) == 0)
        return thinker;
    free(thinker);
    return NULL;
}

void thinker_free(Thinker *thinker)
{
    if (thinker == NULL)
        return;
    thinker_drop(thinker);
    close(thinker->pipe[0]);
    close(thinker->pipe[1]);
    free(thinker);
}

int thinker_descriptor(const Thinker *thinker)
{
    return thinker->pipe[0];
}

/* Signals are for the thread that has the terminal. Without a thread the answer is
 * made here: it takes the screen's time, but it comes. */
void thinker_ask(Thinker *thinker, ThinkTo to, const Bot *bot, const Game *game,
                 const State *view, int seat, uint64_t seed)
{
    sigset_t all, before;

    thinker->to = to;
    thinker->bot = *bot;
    thinker->game = game;
    thinker->view = *view;
    thinker->seat = seat;
    thinker->seed = seed;
    atomic_store(&thinker->stop, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    thinker->is_busy = 1;
    thinker->has_thread = pthread_create(&thinker->thread, NULL, answer, thinker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!thinker->has_thread)
        answer(thinker);
}

/* The answer's byte is read, the thread joined. */
static void finish(Thinker *thinker)
{
    char byte;

    while (read(thinker->pipe[0], &byte, 1) < 0 && errno == EINTR) {
    }
    if (thinker->has_thread)
        pthread_join(thinker->thread, NULL);
    thinker->is_busy = thinker->has_thread = 0;
}

int thinker_take(Thinker *thinker, Action *action, Thoughts *thoughts)
{
    struct pollfd polled = { .fd = thinker->pipe[0], .events = POLLIN };

    if (poll(&polled, 1, 0) != 1)
        return 0;
    finish(thinker);
    *action = thinker->action;
    *thoughts = thinker->thoughts;
    return 1;
}

void thinker_drop(Thinker *thinker)
{
    atomic_store(&thinker->stop, 1);
    if (thinker->is_busy)
        finish(thinker);
}
