/* errand.c: queues of errands, and the inbox. */
#include "server/errand.h"

#include <stddef.h>

void errand_queue_put(ErrandQueue *queue, Errand *errand)
{
    errand->next = NULL;
    if (queue->first == NULL)
        queue->first = errand;
    else
        queue->last->next = errand;
    queue->last = errand;
}

void errand_queue_join(ErrandQueue *queue, ErrandQueue *more)
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

Errand *errand_queue_take(ErrandQueue *queue)
{
    Errand *errand = queue->first;

    if (errand != NULL)
        queue->first = errand->next;
    return errand;
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

void inbox_put(Inbox *inbox, ErrandQueue *errands)
{
    int was_empty;

    if (errands->first == NULL)
        return;
    pthread_mutex_lock(&inbox->mutex);
    was_empty = inbox->queue.first == NULL;
    errand_queue_join(&inbox->queue, errands);
    pthread_mutex_unlock(&inbox->mutex);
    if (was_empty && inbox->wake != NULL)
        inbox->wake(inbox->waker);
}

int inbox_empty(Inbox *inbox)
{
    ErrandQueue back = { NULL, NULL };
    int count = 0;

    pthread_mutex_lock(&inbox->mutex);
    errand_queue_join(&back, &inbox->queue);
    pthread_mutex_unlock(&inbox->mutex);
    for (Errand *errand; (errand = errand_queue_take(&back)) != NULL; count++)
        errand->done(errand);
    return count;
}
