/* thinker.c: a thread for each question, which signals an eventfd when it has the answer.
 * The thread is joined before its answer is read. */
#include "tui/thinker.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Thinker {
    pthread_t thread;
    int is_busy;     /* its answer was not taken */
    int has_thread;  /* to join */
    int done;        /* an eventfd: the answer is there */
    atomic_int stop; /* answer at once: it will be dropped */
    ThinkTo to;
    Bot bot;
    const Game *game;
    State view;
    Memory memory;
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
    thinker->action = thinker->to == THINK_TO_MOVE
                          ? bot_choose(&bot, thinker->game, &thinker->view,
                                       &thinker->memory, thinker->seat, &rng)
                          : bot_think(&bot, thinker->game, &thinker->view, &thinker->memory,
                                      thinker->seat, &rng, &thinker->thoughts);
    eventfd_write(thinker->done, 1);
    return NULL;
}

Thinker *thinker_new(void)
{
    Thinker *thinker = calloc(1, sizeof *thinker);

    if (thinker != NULL && (thinker->done = eventfd(0, EFD_CLOEXEC)) < 0) {
        free(thinker);
        return NULL;
    }
    return thinker;
}

void thinker_free(Thinker *thinker)
{
    if (thinker == NULL)
        return;
    thinker_drop(thinker);
    close(thinker->done);
    free(thinker);
}

int thinker_descriptor(const Thinker *thinker)
{
    return thinker->done;
}

/* The main thread handles signals. Without a thread the bot runs here and blocks the
 * screen. */
void thinker_ask(Thinker *thinker, ThinkTo to, const Bot *bot, const Game *game,
                 const State *view, const Memory *memory, int seat, uint64_t seed)
{
    sigset_t all, before;

    thinker->to = to;
    thinker->bot = *bot;
    thinker->game = game;
    thinker->view = *view;
    thinker->memory = *memory;
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

/* Waits for the answer and joins the thread. */
static void finish(Thinker *thinker)
{
    eventfd_t count;

    eventfd_read(thinker->done, &count);
    if (thinker->has_thread)
        pthread_join(thinker->thread, NULL);
    thinker->is_busy = thinker->has_thread = 0;
}

int thinker_take(Thinker *thinker, Action *action, Thoughts *thoughts)
{
    struct pollfd polled = { .fd = thinker->done, .events = POLLIN };

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
