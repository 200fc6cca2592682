/* deals.h: requests of the page about deals that can be checked. */
#ifndef ROUNDHOUSE_WASM_DEALS_H
#define ROUNDHOUSE_WASM_DEALS_H

#include "play/deal.h"
#include "wire/request.h"

int answer_deal_commit(Ask *ask);
int answer_deal_open(Ask *ask);
int answer_deal_check(Ask *ask);

/* The key "deal" of a new game without a server: the secret of the worker, and the bytes
 * of the page for one seat. Makes the seed of them; 0: error in *fault. */
int deal_on_device(const Json *json, int seats, DealProof *proof, uint8_t seed[SEED_BYTES],
                   Fault *fault);

#endif
