/* ranks.c: one tournament on several machines, by MPI. Only the first thread of
 * a rank calls MPI: it sends or listens while the others play. */
#include "arena/ranks.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What a rank sends to the chief. */
typedef enum ParcelKind {
    PARCEL_RESULT,
    PARCEL_ALIVE, /* nothing new */
    PARCEL_END,   /* its games are done, or as many as could be */
    PARCEL_FAULT, /* the same, and why not all */
} ParcelKind;

typedef struct Parcel {
    ParcelKind kind;
    long n;
    GameResult result;
    Fault fault;
} Parcel;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------------- */
/* Joining and parting                                                       */
/* ------------------------------------------------------------------------- */

/* MPI is not even asked where nobody wants it. */
static int was_started_by_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL;
}

Ranks ranks_join(void)
{
    Ranks ranks = { .own = CHIEF, .count = 1 };
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
        MPI_Bcast((char *)bytes + at, left < PIECE ? (int)left : PIECE, MPI_BYTE, CHIEF,
                  MPI_COMM_WORLD);
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
/* The others                                                                */
/* ------------------------------------------------------------------------- */

/* Games that are done and not yet sent. */
typedef struct Outbox {
    const ArenaRun *run;
    pthread_mutex_t mutex;
    long *games;
    long count;
    double sent; /* when something was sent last */
} Outbox;

static void send(Outbox *outbox, const Parcel *parcel)
{
    MPI_Send(parcel, sizeof *parcel, MPI_BYTE, CHIEF, 0, MPI_COMM_WORLD);
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
static int take_from_outbox(Outbox *outbox, Parcel *parcel)
{
    int has_one;

    pthread_mutex_lock(&outbox->mutex);
    has_one = outbox->count > 0;
    if (has_one) {
        parcel->kind = PARCEL_RESULT;
        parcel->n = outbox->games[--outbox->count];
        parcel->result = outbox->run->results[parcel->n];
    }
    pthread_mutex_unlock(&outbox->mutex);
    return has_one;
}

static void send_all(void *context, long played)
{
    enum { SILENCE = 1 };
    Outbox *outbox = context;
    Parcel parcel = { .kind = PARCEL_ALIVE };

    (void)played;
    while (take_from_outbox(outbox, &parcel))
        send(outbox, &parcel);
    parcel.kind = PARCEL_ALIVE;
    if (now() - outbox->sent >= SILENCE)
        send(outbox, &parcel);
}

static int run_as_hand(const Ranks *ranks, const ArenaRun *run, Fault *fault)
{
    ArenaRun part = *run;
    Outbox outbox = { .run = run, .sent = now() };
    Parcel parcel = { .kind = PARCEL_END };

    part.first = ranks->own;
    part.step = ranks->count;
    part.ledger = NULL;
    part.progress = send_all;
    part.finished = put_in_outbox;
    part.context = &outbox;
    outbox.games = calloc((size_t)(run->games / ranks->count) + 1, sizeof(long));
    pthread_mutex_init(&outbox.mutex, NULL);
    if (outbox.games == NULL)
        fault_set(&parcel.fault, "there is not enough memory");
    else
        arena_run(&part, &parcel.fault);
    if (outbox.games != NULL)
        send_all(&outbox, 0);
    if (parcel.fault.sentence[0] != '\0')
        parcel.kind = PARCEL_FAULT;
    send(&outbox, &parcel);
    pthread_mutex_destroy(&outbox.mutex);
    free(outbox.games);
    return parcel.kind == PARCEL_END || fault_set(fault, "%s", parcel.fault.sentence);
}

/* ------------------------------------------------------------------------- */
/* The chief                                                                 */
/* ------------------------------------------------------------------------- */

/* What the chief knows of another rank. */
typedef struct Hand {
    double heard; /* when, last */
    int is_at_end;
} Hand;

typedef struct Office {
    const Ranks *ranks;
    const RanksRun *run;
    Hand *hands; /* by rank */
    long own, gathered;
    Fault *fault; /* the first one */
} Office;

static void break_off(Office *office, int rank, const char *sentence)
{
    if (office->fault->sentence[0] == '\0')
        fault_set(office->fault, "rank %d: %s", rank, sentence);
    atomic_store(office->run->run->stop, 1);
}

static void keep_result(Office *office, int rank, const Parcel *parcel)
{
    const ArenaRun *run = office->run->run;
    Fault fault = { "" };

    run->results[parcel->n] = parcel->result;
    office->gathered++;
    if (run->ledger != NULL && !ledger_add(run->ledger, parcel->n, &parcel->result, &fault))
        break_off(office, rank, fault.sentence);
}

static void open_parcel(Office *office, int rank, const Parcel *parcel)
{
    Hand *hand = &office->hands[rank];

    hand->heard = now();
    if (parcel->kind == PARCEL_RESULT)
        keep_result(office, rank, parcel);
    if (parcel->kind == PARCEL_END || parcel->kind == PARCEL_FAULT)
        hand->is_at_end = 1;
    if (parcel->kind == PARCEL_FAULT)
        break_off(office, rank, parcel->fault.sentence);
}

static void look_for_lost(Office *office)
{
    for (int rank = 1; rank < office->ranks->count; rank++) {
        Hand *hand = &office->hands[rank];
        if (hand->is_at_end || now() - hand->heard < office->run->patience)
            continue;
        hand->is_at_end = 1;
        if (office->run->lost != NULL)
            office->run->lost(office->run->run->context, rank);
    }
}

static void show_progress(Office *office)
{
    const ArenaRun *run = office->run->run;

    if (run->progress != NULL)
        run->progress(run->context, office->own + office->gathered);
}

static void listen(Office *office)
{
    int is_there;
    MPI_Status status;

    for (;;) {
        Parcel parcel;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
        if (!is_there)
            break;
        MPI_Recv(&parcel, sizeof parcel, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
                 &status);
        open_parcel(office, status.MPI_SOURCE, &parcel);
    }
    look_for_lost(office);
    show_progress(office);
}

static void listen_while_playing(void *context, long played)
{
    Office *office = context;

    office->own = played;
    listen(office);
}

static int is_anyone_playing(const Office *office)
{
    for (int rank = 1; rank < office->ranks->count; rank++) {
        if (!office->hands[rank].is_at_end)
            return 1;
    }
    return 0;
}

static void wait_for_the_others(Office *office)
{
    const struct timespec moment = { 0, 20 * 1000 * 1000 };

    while (is_anyone_playing(office) && !atomic_load(office->run->run->stop)) {
        listen(office);
        nanosleep(&moment, NULL);
    }
    listen(office); /* what was on its way */
}

static int run_as_chief(const Ranks *ranks, const RanksRun *run, Fault *fault)
{
    ArenaRun part = *run->run;
    Office office = { .ranks = ranks, .run = run, .fault = fault };

    part.step = ranks->count;
    part.progress = listen_while_playing;
    part.context = &office;
    office.hands = calloc((size_t)ranks->count, sizeof *office.hands);
    if (office.hands == NULL)
        return fault_set(fault, "there is not enough memory");
    for (int rank = 0; rank < ranks->count; rank++)
        office.hands[rank].heard = now();
    if (arena_run(&part, fault))
        wait_for_the_others(&office);
    free(office.hands);
    return fault->sentence[0] == '\0';
}

int ranks_run(const Ranks *ranks, const RanksRun *run, Fault *fault)
{
    if (ranks->count == 1)
        return arena_run(run->run, fault);
    return ranks->own == CHIEF ? run_as_chief(ranks, run, fault)
                               : run_as_hand(ranks, run->run, fault);
}
