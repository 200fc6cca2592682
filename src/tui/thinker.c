/* thinker.c: one thread, which is given a question and writes a byte into a pipe
 * when it has the answer. What is asked and answered is under one lock. */
#include "tui/thinker.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum Progress { IDLE, ASKED, ANSWERED, ENDING } Progress;

struct Thinker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int pipe[2];
    atomic_int stop; /* answer at once: nobody waits for it any more */
    Progress progress;
    ThinkTo to;
    Bot bot;
    const Game *game;
    State view;
    int seat;
    uint64_t seed;
    Action action;
    Thoughts thoughts;
};

static void answer(Thinker *thinker)
{
    Budget budget = { .stop = &thinker->stop };
    Bot bot = bot_with_budget(&thinker->bot, &budget);
    Thoughts thoughts = { 0 };
    Rng rng;

    rng_seed(&rng, thinker->seed);
    Action action =
        thinker->to == THINK_TO_MOVE
            ? bot_choose(&bot, thinker->game, &thinker->view, thinker->seat, &rng)
            : bot_think(&bot, thinker->game, &thinker->view, thinker->seat, &rng,
                        &thoughts);
    pthread_mutex_lock(&thinker->lock);
    thinker->action = action;
    thinker->thoughts = thoughts;
    if (thinker->progress == ASKED)
        thinker->progress = ANSWERED;
    pthread_cond_signal(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    while (write(thinker->pipe[1], "!", 1) < 0 && errno == EINTR) {
    }
}

static void *work(void *argument)
{
    Thinker *thinker = argument;

    for (;;) {
        pthread_mutex_lock(&thinker->lock);
        while (thinker->progress == IDLE || thinker->progress == ANSWERED)
            pthread_cond_wait(&thinker->changed, &thinker->lock);
        int is_ending = thinker->progress == ENDING;
        pthread_mutex_unlock(&thinker->lock);
        if (is_ending)
            return NULL;
        answer(thinker);
    }
}

/* Signals are for the thread that has the terminal. */
static int start_thread(Thinker *thinker)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int is_started = pthread_create(&thinker->thread, NULL, work, thinker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

Thinker *thinker_new(void)
{
    Thinker *thinker = calloc(1, sizeof *thinker);

    if (thinker == NULL)
        return NULL;
    if (pipe(thinker->pipe) != 0) {
        free(thinker);
        return NULL;
    }
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->changed, NULL);
    if (!start_thread(thinker)) {
        close(thinker->pipe[0]);
        close(thinker->pipe[1]);
        free(thinker);
        return NULL;
    }
    return thinker;
}

void thinker_free(Thinker *thinker)
{
    if (thinker == NULL)
        return;
    atomic_store(&thinker->stop, 1);
    pthread_mutex_lock(&thinker->lock);
    thinker->progress = ENDING;
    pthread_cond_signal(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    pthread_cond_destroy(&thinker->changed);
    pthread_mutex_destroy(&thinker->lock);
    close(thinker->pipe[0]);
    close(thinker->pipe[1]);
    free(thinker);
}

int thinker_descriptor(const Thinker *thinker)
{
    return thinker->pipe[0];
}

void thinker_ask(Thinker *thinker, ThinkTo to, const Bot *bot, const Game *game,
                 const State *view, int seat, uint64_t seed)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->to = to;
    thinker->bot = *bot;
    thinker->game = game;
    thinker->view = *view;
    thinker->seat = seat;
    thinker->seed = seed;
    thinker->progress = ASKED;
    atomic_store(&thinker->stop, 0);
    pthread_cond_signal(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

int thinker_is_busy(const Thinker *thinker)
{
    Thinker *locked = (Thinker *)thinker;

    pthread_mutex_lock(&locked->lock);
    int is_busy = thinker->progress == ASKED;
    pthread_mutex_unlock(&locked->lock);
    return is_busy;
}

int thinker_take(Thinker *thinker, Action *action, Thoughts *thoughts)
{
    char byte;

    pthread_mutex_lock(&thinker->lock);
    int is_there = thinker->progress == ANSWERED;
    if (is_there) {
        *action = thinker->action;
        *thoughts = thinker->thoughts;
        thinker->progress = IDLE;
    }
    pthread_mutex_unlock(&thinker->lock);
    if (!is_there)
        return 0;
    while (read(thinker->pipe[0], &byte, 1) < 0 && errno == EINTR) {
    }
    return 1;
}

void thinker_drop(Thinker *thinker)
{
    Action action;
    Thoughts thoughts;

    atomic_store(&thinker->stop, 1);
    pthread_mutex_lock(&thinker->lock);
    while (thinker->progress == ASKED)
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
    thinker_take(thinker, &action, &thoughts);
}
