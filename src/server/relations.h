/* relations.h: whom people block, as far as memory needs it: their lines of chat are not
 * sent. All else is asked from the store when it matters. */
#ifndef ROUNDHOUSE_SERVER_RELATIONS_H
#define ROUNDHOUSE_SERVER_RELATIONS_H

#include "server/internal.h"

typedef struct Blocked {
    StoreCode *codes;
    int count;
} Blocked;

/* On a database thread. May be called again. */
StoreStatus blocked_read(Blocked *blocked, Store *store, StoreId user, Fault *fault);
/* Takes the codes over. `person` may be NULL. */
void blocked_set(Person *person, Blocked *blocked);
/* Reads them again, if the person is in memory. */
void blocked_ask(Core *core, StoreId user);
/* `person` may be NULL, and `code` empty. */
int person_blocks(const Person *person, const char *code);

#endif
