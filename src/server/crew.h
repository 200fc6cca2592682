/* crew.h: worker threads for long computations (bots, passwords), at a lower priority
 * than the rest of the server. */
#ifndef ROUNDHOUSE_SERVER_CREW_H
#define ROUNDHOUSE_SERVER_CREW_H

#include "server/errand.h"

#include <stdatomic.h>

typedef struct Crew Crew;

/* Borrows the inbox. Without threads, crew_run does the work. NULL: no memory. */
Crew *crew_new(Inbox *inbox);
void crew_free(Crew *crew);
/* How many could be started. */
int crew_start(Crew *crew, int threads);
/* The threads end. Errands that have not begun, and those posted later, come back with a
 * status other than STORE_OK. */
void crew_end(Crew *crew);

/* Always from the same thread. Owners share the threads fairly, by the processor time
 * that their errands use; those of one owner run in order. While an errand runs,
 * it has a deadline, which comes closer when another owner waits. */
void crew_post(Crew *crew, Errand *errand, uint64_t owner);
void crew_run(Crew *crew);

/* Set when the crew is to end: long computations poll it. */
const atomic_int *crew_stop(const Crew *crew);
/* Errands that nobody has begun, and how many owners have errands, begun or not. */
typedef struct CrewLoad {
    int waiting, waiting_of_owner, owners;
} CrewLoad;

CrewLoad crew_load(Crew *crew, uint64_t owner);
int crew_waiting(Crew *crew);

#endif
