/* run.c: a tournament from its first game to its last. */
#include "arena/run.h"

#include "arena/workers.h"
#include "play/save.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Shared by the threads. */
typedef struct RunState {
    const ArenaRun *run;
    atomic_long played;
    pthread_mutex_t mutex; /* of the fault */
    Fault fault;           /* the first one; it stops the run */
} RunState;

static void fail_run(RunState *state, const Fault *fault)
{
    pthread_mutex_lock(&state->mutex);
    fault_set(&state->fault, "%s", fault->sentence);
    pthread_mutex_unlock(&state->mutex);
    atomic_store(state->run->stop, 1);
}

/* ------------------------------------------------------------------------- */
/* Keeping a game                                                            */
/* ------------------------------------------------------------------------- */

static int write_file(const char *path, const Text *text, Fault *fault)
{
    FILE *file = fopen(path, "w");
    size_t written;

    if (file == NULL)
        return fault_set(fault, "cannot write %s: %s", path, strerror(errno));
    written = fwrite(text->bytes, 1, text->length, file);
    if (fclose(file) != 0 || written != text->length)
        return fault_set(fault, "cannot write %s: %s", path, strerror(errno));
    return 1;
}

/* The save names the players by their labels. */
static int keep(const ArenaRun *run, long n, const Match *match, Fault *fault)
{
    SavePlayers players = { 0 };
    char path[PATH_MAX];
    Text text = { 0 };
    Sitting sitting;
    int is_kept;

    if (snprintf(path, sizeof path, "%s/game-%06ld.save", run->directory, n)
        >= (int)sizeof path)
        return fault_set(fault, "the name of the directory is too long");
    schedule_sitting(&run->tournament->schedule, n, &sitting);
    for (int seat = 0; seat < run->tournament->setup.seats; seat++) {
        const Contender *contender = &run->tournament->contenders[sitting.contenders[seat]];
        snprintf(players.names[seat], sizeof players.names[seat], "%s", contender->label);
        save_seat_bot(&players.seats[seat], contender->label);
    }
    save_write(&text, match, &players, NULL);
    is_kept = text.has_failed ? fault_set(fault, "there is not enough memory")
                              : write_file(path, &text, fault);
    text_free(&text);
    return is_kept;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

/* 0: the game is not done, since it was stopped or for what *fault says. */
static int play(const ArenaRun *run, long n, Match *match, GameResult *result, Fault *fault)
{
    switch (tournament_play(run->tournament, n, run->stop, match, result)) {
    case GAME_DONE:
        return match == NULL || keep(run, n, match, fault);
    case GAME_NO_MEMORY:
        return fault_set(fault, "there is not enough memory");
    default:
        return 0;
    }
}

static int play_and_keep(const ArenaRun *run, long n, GameResult *result, Fault *fault)
{
    Match *match;
    Setup setup;
    int is_done;

    if (run->directory == NULL)
        return play(run, n, NULL, result, fault);
    tournament_setup(run->tournament, n, &setup);
    match = match_new(run->tournament->game, &setup);
    if (match == NULL)
        return fault_set(fault, "there is not enough memory");
    is_done = play(run, n, match, result, fault);
    match_free(match);
    return is_done;
}

static int step_of(const ArenaRun *run)
{
    return run->step > 0 ? run->step : 1;
}

static long count_jobs(const ArenaRun *run)
{
    return run->first >= run->games
               ? 0
               : (run->games - run->first + step_of(run) - 1) / step_of(run);
}

static void work(void *context, long job)
{
    RunState *state = context;
    const ArenaRun *run = state->run;
    long n = run->first + job * step_of(run);
    Fault fault = { 0 };
    GameResult result;

    if (run->results[n].is_done)
        return;
    if (play_and_keep(run, n, &result, &fault)
        && (run->ledger == NULL || ledger_add(run->ledger, n, &result, &fault))) {
        run->results[n] = result;
        if (run->finished != NULL)
            run->finished(run->context, n, &result);
        atomic_fetch_add(&state->played, 1);
    }
    if (fault.sentence[0] != '\0')
        fail_run(state, &fault);
}

static void tick(void *context)
{
    RunState *state = context;

    if (state->run->progress != NULL)
        state->run->progress(state->run->context, atomic_load(&state->played));
}

int arena_run(const ArenaRun *run, Fault *fault)
{
    RunState state = { .run = run };
    const Jobs jobs = { count_jobs(run), work, tick, &state, run->stop };
    int threads;

    pthread_mutex_init(&state.mutex, NULL);
    threads = workers_run(&jobs, run->threads);
    pthread_mutex_destroy(&state.mutex);
    if (threads == 0)
        return fault_set(fault, "the system has no thread to give");
    if (state.fault.sentence[0] != '\0')
        return fault_set(fault, "%s", state.fault.sentence);
    return 1;
}
