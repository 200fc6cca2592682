/* job.c: queues of jobs, and the inbox. */
#include "server/job.h"

#include <stddef.h>

void job_queue_put(JobQueue *queue, Job *job)
{
    job->next = NULL;
    if (queue->first == NULL)
        queue->first = job;
    else
        queue->last->next = job;
    queue->last = job;
}

void job_queue_join(JobQueue *queue, JobQueue *more)
{
    if (more->first == NULL)
        return;
    if (queue->first == NULL)
        queue->first = more->first;
    else
        queue->last->next = more->first;
    queue->last = more->last;
    more->first = more->last = NULL;
}

Job *job_queue_take(JobQueue *queue)
{
    Job *job = queue->first;

    if (job != NULL)
        queue->first = job->next;
    return job;
}

void inbox_init(Inbox *inbox, void (*wake)(void *waker), void *waker)
{
    *inbox = (Inbox){ .wake = wake, .waker = waker };
    pthread_mutex_init(&inbox->mutex, NULL);
}

void inbox_destroy(Inbox *inbox)
{
    pthread_mutex_destroy(&inbox->mutex);
}

void inbox_put(Inbox *inbox, JobQueue *jobs)
{
    int was_empty;

    if (jobs->first == NULL)
        return;
    pthread_mutex_lock(&inbox->mutex);
    was_empty = inbox->queue.first == NULL;
    job_queue_join(&inbox->queue, jobs);
    pthread_mutex_unlock(&inbox->mutex);
    if (was_empty && inbox->wake != NULL)
        inbox->wake(inbox->waker);
}

int inbox_empty(Inbox *inbox)
{
    JobQueue back = { NULL, NULL };
    int count = 0;

    pthread_mutex_lock(&inbox->mutex);
    job_queue_join(&back, &inbox->queue);
    pthread_mutex_unlock(&inbox->mutex);
    for (Job *job; (job = job_queue_take(&back)) != NULL; count++) {
        if (job->counter != NULL)
            --*job->counter;
        job->done(job);
    }
    return count;
}
