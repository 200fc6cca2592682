/* club_people.h: the people of a club, with sessions and follows, and the tables that are
 * open or played. For club_fill.c. */
#ifndef ROUNDHOUSE_LOAD_CLUB_PEOPLE_H
#define ROUNDHOUSE_LOAD_CLUB_PEOPLE_H

#include "load/club_plan.h"

/* The store's id of a person: an empty store numbers its users from 1. */
StoreId club_user(int person);
/* In a batch of the caller's. STORE_TAKEN: the store is not empty. */
StoreStatus club_add_people(const Club *club, Store *store, Fault *fault);
StoreStatus club_add_running(const Club *club, Store *store, Fault *fault);

/* Of club_fill.c: everything of a table but its code, times and state. */
void club_sit_down(StoreTable *table, const ClubGame *game);
/* The first moves of a game; sets table->turn. */
StoreStatus club_append(Store *store, StoreTable *table, const PoolGame *played, int moves,
                        Fault *fault);

#endif
