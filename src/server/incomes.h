/* incomes.h: sums up what finished games have paid their players, in the background. */
#ifndef ROUNDHOUSE_SERVER_INCOMES_H
#define ROUNDHOUSE_SERVER_INCOMES_H

#include "server/internal.h"
#include "store/results.h"

/* Counts a few games, if there are any and none are being counted. */
void incomes_look(Core *core);
/* The key "paid" of a person's page. */
StoreStatus incomes_put(JsonOut *out, Store *store, const StoreWhose *whose,
                        Language language, Fault *fault);

#endif
