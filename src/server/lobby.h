/* lobby.h: opening tables, and finding them. */
#ifndef ROUNDHOUSE_SERVER_LOBBY_H
#define ROUNDHOUSE_SERVER_LOBBY_H

#include "ai/ai.h"
#include "server/internal.h"

/* "open", a level, or "program:u…", which is looked up later: then the seat has the
 * code and no user yet. 0: error in *fault. */
int seat_read(const Json *who, StoreSeat *seat, Fault *fault);

void seat_clear(StoreSeat *seat);
void seat_give(StoreSeat *seat, const StoreUser *user);
/* On a database thread: finds the programs that seats of this row name.
 * STORE_NOT_FOUND: one is not the host's. */
StoreStatus seats_invite(Store *store, StoreTable *row, Fault *fault);

#endif
