/* crew.c: threads for what takes a processor long. */
#include "server/crew.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { CREW_MAX = 64, CREW_NICENESS = 10 };

struct Crew {
    Inbox *inbox;
    pthread_t threads[CREW_MAX];
    int thread_count;
    atomic_int stop;
    pthread_mutex_t mutex; /* over what follows */
    pthread_cond_t has_work;
    ErrandQueue queue;
    int waiting;
};

Crew *crew_new(Inbox *inbox)
{
    Crew *crew = calloc(1, sizeof *crew);

    if (crew == NULL)
        return NULL;
    crew->inbox = inbox;
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->has_work, NULL);
    return crew;
}

/* Back to its owner, who frees it. */
static void send_back(Crew *crew, Errand *errand)
{
    ErrandQueue back = { NULL, NULL };

    errand->status = STORE_AWAY;
    errand_queue_put(&back, errand);
    inbox_put(crew->inbox, &back);
}

void crew_end(Crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->stop, 1);
    pthread_cond_broadcast(&crew->has_work);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->thread_count; i++)
        pthread_join(crew->threads[i], NULL);
    crew->thread_count = 0;
    for (Errand *errand; (errand = errand_queue_take(&crew->queue)) != NULL;)
        send_back(crew, errand);
}

void crew_free(Crew *crew)
{
    if (crew == NULL)
        return;
    crew_end(crew);
    pthread_cond_destroy(&crew->has_work);
    pthread_mutex_destroy(&crew->mutex);
    free(crew);
}

/* The next errand; NULL: the end, or, if nobody is to wait, none is there. */
static Errand *next_errand(Crew *crew, int may_wait)
{
    Errand *errand = NULL;

    pthread_mutex_lock(&crew->mutex);
    while (may_wait && crew->queue.first == NULL && !atomic_load(&crew->stop))
        pthread_cond_wait(&crew->has_work, &crew->mutex);
    if (!atomic_load(&crew->stop))
        errand = errand_queue_take(&crew->queue);
    crew->waiting -= errand != NULL;
    pthread_mutex_unlock(&crew->mutex);
    return errand;
}

static void run_one(Crew *crew, Errand *errand)
{
    ErrandQueue back = { NULL, NULL };

    errand->status = errand->run(errand, NULL, NULL);
    errand_queue_put(&back, errand);
    inbox_put(crew->inbox, &back);
}

static void *work(void *context)
{
    enum { MAY_WAIT = 1 };
    Crew *crew = context;

    /* On Linux this is the thread's own niceness. If it is refused, so be it. */
    (void)setpriority(PRIO_PROCESS, 0, CREW_NICENESS);
    for (Errand *errand; (errand = next_errand(crew, MAY_WAIT)) != NULL;)
        run_one(crew, errand);
    return NULL;
}

int crew_start(Crew *crew, int threads)
{
    while (crew->thread_count < threads && crew->thread_count < CREW_MAX) {
        if (pthread_create(&crew->threads[crew->thread_count], NULL, work, crew) != 0)
            break;
        crew->thread_count++;
    }
    return crew->thread_count;
}

void crew_post(Crew *crew, Errand *errand)
{
    if (atomic_load(&crew->stop)) {
        send_back(crew, errand);
        return;
    }
    pthread_mutex_lock(&crew->mutex);
    errand_queue_put(&crew->queue, errand);
    crew->waiting++;
    pthread_cond_signal(&crew->has_work);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_run(Crew *crew)
{
    enum { MAY_NOT_WAIT = 0 };

    for (Errand *errand; (errand = next_errand(crew, MAY_NOT_WAIT)) != NULL;)
        run_one(crew, errand);
}

const atomic_int *crew_stop(const Crew *crew)
{
    return &crew->stop;
}

int crew_waiting(Crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    int waiting = crew->waiting;
    pthread_mutex_unlock(&crew->mutex);
    return waiting;
}
