/* club_fill.h: fills a store with the people and the games of a club, by the calls of
 * store.h that a server makes, many in a batch. Only this tool has it: the product cannot
 * invent games. */
#ifndef ROUNDHOUSE_LOAD_CLUB_FILL_H
#define ROUNDHOUSE_LOAD_CLUB_FILL_H

#include "load/club_plan.h"

/* Adds finished games until there are `rows` results; the first time people, open tables
 * and games that are still played, too. The store must be empty then. 0: error in *fault.
 */
int club_fill(Club *club, Store *store, int rows, Fault *fault);

#endif
