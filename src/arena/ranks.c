/* ranks.c: one tournament on several machines, by MPI. Only the first thread of
 * a rank calls MPI: it sends or listens while the others play. */
#include "arena/ranks.h"

#include "play/clock.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Sent by a worker to the coordinator. */
typedef enum MessageKind {
    MESSAGE_RESULT,
    MESSAGE_ALIVE, /* nothing new */
    MESSAGE_END,   /* its games are done, or as many as could be */
    MESSAGE_FAULT, /* the same, and why not all */
} MessageKind;

typedef struct Message {
    MessageKind kind;
    long n;
    GameResult result;
    Fault fault;
} Message;

static double now(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

/* ------------------------------------------------------------------------- */
/* Joining and parting                                                       */
/* ------------------------------------------------------------------------- */

/* MPI is initialized only under mpirun. */
static int was_started_by_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL;
}

Ranks ranks_join(void)
{
    Ranks ranks = { .own = COORDINATOR, .count = 1 };
    int provided;

    if (!was_started_by_mpirun())
        return ranks;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.count);
    return ranks;
}

void ranks_part(const Ranks *ranks, Parting parting, int status)
{
    (void)ranks;
    if (!was_started_by_mpirun())
        return;
    fflush(NULL);
    if (parting == PART_BROKEN)
        MPI_Abort(MPI_COMM_WORLD, status);
    MPI_Finalize();
}

void ranks_share(const Ranks *ranks, void *bytes, size_t length)
{
    enum { PIECE = 1 << 20 };

    for (size_t at = 0; at < length && ranks->count > 1; at += PIECE) {
        size_t left = length - at;
        MPI_Bcast((char *)bytes + at, left < PIECE ? (int)left : PIECE, MPI_BYTE,
                  COORDINATOR, MPI_COMM_WORLD);
    }
}

int ranks_have_terminal(const Ranks *ranks)
{
    char name[64], target[64];
    ssize_t length;

    if (isatty(STDERR_FILENO) || ranks->count == 1)
        return isatty(STDERR_FILENO);
    snprintf(name, sizeof name, "/proc/%ld/fd/2", (long)getppid());
    length = readlink(name, target, sizeof target - 1);
    target[length > 0 ? length : 0] = '\0';
    return strncmp(target, "/dev/pts/", 9) == 0 || strncmp(target, "/dev/tty", 8) == 0;
}

/* ------------------------------------------------------------------------- */
/* Workers                                                                   */
/* ------------------------------------------------------------------------- */

/* Games that are done and not yet sent. */
typedef struct Outbox {
    const ArenaRun *run;
    pthread_mutex_t mutex;
    long *games;
    long count;
    double sent; /* time of the last message sent */
} Outbox;

static void send(Outbox *outbox, const Message *message)
{
    MPI_Send(message, sizeof *message, MPI_BYTE, COORDINATOR, 0, MPI_COMM_WORLD);
    outbox->sent = now();
}

static void put_in_outbox(void *context, long n, const GameResult *result)
{
    Outbox *outbox = context;

    (void)result;
    pthread_mutex_lock(&outbox->mutex);
    outbox->games[outbox->count++] = n;
    pthread_mutex_unlock(&outbox->mutex);
}

/* Returns 0 if there was none. */
static int take_from_outbox(Outbox *outbox, Message *message)
{
    int has_one;

    pthread_mutex_lock(&outbox->mutex);
    has_one = outbox->count > 0;
    if (has_one) {
        message->kind = MESSAGE_RESULT;
        message->n = outbox->games[--outbox->count];
        message->result = outbox->run->results[message->n];
    }
    pthread_mutex_unlock(&outbox->mutex);
    return has_one;
}

static void send_all(void *context, long played)
{
    enum { SILENCE = 1 };
    Outbox *outbox = context;
    Message message = { .kind = MESSAGE_ALIVE };

    (void)played;
    while (take_from_outbox(outbox, &message))
        send(outbox, &message);
    message.kind = MESSAGE_ALIVE;
    if (now() - outbox->sent >= SILENCE)
        send(outbox, &message);
}

static int run_as_worker(const Ranks *ranks, const ArenaRun *run, Fault *fault)
{
    ArenaRun part = *run;
    Outbox outbox = { .run = run, .sent = now() };
    Message message = { .kind = MESSAGE_END };

    part.first = ranks->own;
    part.step = ranks->count;
    part.ledger = NULL;
    part.progress = send_all;
    part.finished = put_in_outbox;
    part.context = &outbox;
    outbox.games = calloc((size_t)(run->games / ranks->count) + 1, sizeof(long));
    pthread_mutex_init(&outbox.mutex, NULL);
    if (outbox.games == NULL)
        fault_set(&message.fault, "there is not enough memory");
    else
        arena_run(&part, &message.fault);
    if (outbox.games != NULL)
        send_all(&outbox, 0);
    if (message.fault.sentence[0] != '\0')
        message.kind = MESSAGE_FAULT;
    send(&outbox, &message);
    pthread_mutex_destroy(&outbox.mutex);
    free(outbox.games);
    return message.kind == MESSAGE_END || fault_set(fault, "%s", message.fault.sentence);
}

/* ------------------------------------------------------------------------- */
/* The coordinator                                                           */
/* ------------------------------------------------------------------------- */

/* A worker, as the coordinator sees it. */
typedef struct Worker {
    double last_message; /* when, last */
    int is_done;
} Worker;

typedef struct Coordinator {
    const Ranks *ranks;
    const RanksRun *run;
    Worker *workers; /* by rank */
    long own, gathered;
    Fault *fault; /* the first one */
} Coordinator;

static void fail_run(Coordinator *coordinator, int rank, const char *sentence)
{
    if (coordinator->fault->sentence[0] == '\0')
        fault_set(coordinator->fault, "rank %d: %s", rank, sentence);
    atomic_store(coordinator->run->run->stop, 1);
}

static void keep_result(Coordinator *coordinator, int rank, const Message *message)
{
    const ArenaRun *run = coordinator->run->run;
    Fault fault = { 0 };

    run->results[message->n] = message->result;
    coordinator->gathered++;
    if (run->ledger != NULL
        && !ledger_add(run->ledger, message->n, &message->result, &fault))
        fail_run(coordinator, rank, fault.sentence);
}

static void handle_message(Coordinator *coordinator, int rank, const Message *message)
{
    Worker *worker = &coordinator->workers[rank];

    worker->last_message = now();
    if (message->kind == MESSAGE_RESULT)
        keep_result(coordinator, rank, message);
    if (message->kind == MESSAGE_END || message->kind == MESSAGE_FAULT)
        worker->is_done = 1;
    if (message->kind == MESSAGE_FAULT)
        fail_run(coordinator, rank, message->fault.sentence);
}

static void check_timeouts(Coordinator *coordinator)
{
    for (int rank = 1; rank < coordinator->ranks->count; rank++) {
        Worker *worker = &coordinator->workers[rank];
        if (worker->is_done || now() - worker->last_message < coordinator->run->patience)
            continue;
        worker->is_done = 1;
        if (coordinator->run->lost != NULL)
            coordinator->run->lost(coordinator->run->run->context, rank);
    }
}

static void show_progress(Coordinator *coordinator)
{
    const ArenaRun *run = coordinator->run->run;

    if (run->progress != NULL)
        run->progress(run->context, coordinator->own + coordinator->gathered);
}

static void listen(Coordinator *coordinator)
{
    int is_there;
    MPI_Status status;

    for (;;) {
        Message message;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
        if (!is_there)
            break;
        MPI_Recv(&message, sizeof message, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
                 &status);
        handle_message(coordinator, status.MPI_SOURCE, &message);
    }
    check_timeouts(coordinator);
    show_progress(coordinator);
}

static void listen_while_playing(void *context, long played)
{
    Coordinator *coordinator = context;

    coordinator->own = played;
    listen(coordinator);
}

static int is_anyone_playing(const Coordinator *coordinator)
{
    for (int rank = 1; rank < coordinator->ranks->count; rank++) {
        if (!coordinator->workers[rank].is_done)
            return 1;
    }
    return 0;
}

static void wait_for_the_others(Coordinator *coordinator)
{
    const struct timespec pause = { 0, 20 * 1000 * 1000 };

    while (is_anyone_playing(coordinator) && !atomic_load(coordinator->run->run->stop)) {
        listen(coordinator);
        nanosleep(&pause, NULL);
    }
    listen(coordinator); /* messages in transit */
}

static int run_as_coordinator(const Ranks *ranks, const RanksRun *run, Fault *fault)
{
    ArenaRun part = *run->run;
    Coordinator coordinator = { .ranks = ranks, .run = run, .fault = fault };

    part.step = ranks->count;
    part.progress = listen_while_playing;
    part.context = &coordinator;
    coordinator.workers = calloc((size_t)ranks->count, sizeof *coordinator.workers);
    if (coordinator.workers == NULL)
        return fault_set(fault, "there is not enough memory");
    for (int rank = 0; rank < ranks->count; rank++)
        coordinator.workers[rank].last_message = now();
    if (arena_run(&part, fault))
        wait_for_the_others(&coordinator);
    free(coordinator.workers);
    return fault->sentence[0] == '\0';
}

int ranks_run(const Ranks *ranks, const RanksRun *run, Fault *fault)
{
    if (ranks->count == 1)
        return arena_run(run->run, fault);
    return ranks->own == COORDINATOR ? run_as_coordinator(ranks, run, fault)
                                     : run_as_worker(ranks, run->run, fault);
}
