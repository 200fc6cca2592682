/* listener.c: receives the notices of other nodes. */
#include "server/listener.h"

#include "server/node_protocol.h"
#include "server/times.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOK_UP_MS = 200, SILENCE_MS = 3000 };

struct Listener {
    Store *store;
    Inbox *inbox;
    OnNotice on_notice;
    void *context;
    char node[STORE_WORD_MAX + 1];
    atomic_llong *beat_began; /* of the beat whose notice is awaited; 0: of none */
    pthread_t thread;
    atomic_int is_ending;
};

typedef struct Received {
    Job job;
    OnNotice on_notice;
    void *context;
    int has_gap;
    char channel[STORE_WORD_MAX + 1];
    char lines[];
} Received;

/* ------------------------------------------------------------------------- */
/* The thread                                                                */
/* ------------------------------------------------------------------------- */

static void received_done(Job *job)
{
    Received *received = (Received *)job;

    received->on_notice(received->context, received->channel,
                        received->has_gap ? NULL : received->lines);
    free(received);
}

/* What comes together is from one node: "K NODE …", or its name alone. */
static int is_own(const Listener *listener, const StoreNotice *notice, int skip)
{
    size_t length = strlen(listener->node);

    return strnlen(notice->text, (size_t)skip) == (size_t)skip
           && strncmp(notice->text + skip, listener->node, length) == 0
           && strchr(" \n", notice->text[(size_t)skip + length]) != NULL;
}

/* 0: no memory. */
static int pass_one(Listener *listener, const StoreNotice *notice)
{
    size_t size = strlen(notice->text) + 1;
    Received *received = malloc(sizeof *received + size);

    if (received == NULL)
        return 0;
    *received = (Received){ .job = { .done = received_done },
                            .on_notice = listener->on_notice,
                            .context = listener->context,
                            .has_gap = notice->has_gap };
    memcpy(received->channel, notice->channel, sizeof received->channel);
    memcpy(received->lines, notice->text, size);
    JobQueue one = { &received->job, &received->job };
    inbox_put(listener->inbox, &one);
    /* cppcheck-suppress memleak ; received_done frees it */
    return 1;
}

/* Passes on what has come from others; anything but STORE_NOT_FOUND: the connection is
 * lost. */
static StoreStatus pass_on(Listener *listener)
{
    StoreNotice notice;
    StoreStatus status;

    while ((status = store_receive(listener->store, &notice, NULL)) == STORE_OK) {
        int is_name = strcmp(notice.channel, EVERY_NODE) == 0;
        int is_ours = is_own(listener, &notice, is_name ? 0 : 2);
        if (is_name && is_ours)
            atomic_store(listener->beat_began, 0);
        if (!is_ours && !pass_one(listener, &notice))
            return STORE_NO_MEMORY;
    }
    return status;
}

/* A beat that waits for other work of its connection has not begun: a busy database is no
 * reason to connect anew, since catching up afterwards would make it busier. */
static int is_silent(const Listener *listener)
{
    long long began = atomic_load(listener->beat_began);

    return began != 0 && clock_ms(CLOCK_MONOTONIC) - began >= SILENCE_MS;
}

static void *listen_on(void *context)
{
    Listener *listener = context;
    const struct timespec pause = { .tv_nsec = LOOK_UP_MS * 1000000L };

    while (!atomic_load(&listener->is_ending)) {
        struct pollfd end = { store_descriptor(listener->store), POLLIN, 0 };
        if (end.fd >= 0)
            poll(&end, 1, LOOK_UP_MS);
        int is_lost = pass_on(listener) != STORE_NOT_FOUND;
        if (!is_lost && !is_silent(listener))
            continue;
        /* Once it is made anew, the gap is known. */
        if (store_reconnect(listener->store, NULL) != STORE_OK)
            nanosleep(&pause, NULL);
        atomic_store(listener->beat_began, 0);
    }
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

Listener *listener_new(const char *where, const char *node, atomic_llong *beat_began,
                       Inbox *inbox, OnNotice on_notice, void *context, Fault *fault)
{
    Listener *listener = calloc(1, sizeof *listener);

    if (listener == NULL) {
        fault_set(fault, "There is no memory left.");
        return NULL;
    }
    listener->inbox = inbox;
    listener->on_notice = on_notice;
    listener->context = context;
    listener->beat_began = beat_began;
    snprintf(listener->node, sizeof listener->node, "%s", node);
    if (store_open(where, &listener->store, fault) != STORE_OK
        || store_listen(listener->store, ALL_NODES, fault) != STORE_OK
        || store_listen(listener->store, EVERY_NODE, fault) != STORE_OK
        || store_listen(listener->store, node, fault) != STORE_OK
        || pthread_create(&listener->thread, NULL, listen_on, listener) != 0) {
        fault_set(fault, "The system gives no threads.");
        store_free(listener->store);
        free(listener);
        return NULL;
    }
    return listener;
}

void listener_hurry(Listener *listener, int milliseconds)
{
    if (listener != NULL)
        store_hurry(listener->store, milliseconds);
}

void listener_free(Listener *listener)
{
    if (listener == NULL)
        return;
    atomic_store(&listener->is_ending, 1);
    pthread_join(listener->thread, NULL);
    store_free(listener->store);
    free(listener);
}
