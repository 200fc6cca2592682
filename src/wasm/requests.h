/* requests.h: the requests of the page, a JSON object in, one out. Updates and log
 * entries are those of docs/protocol.md.
 *
 * Every answer has "ok": true, or "ok": false with "code" (of docs/protocol.md) and
 * "error", a sentence, and then nothing has changed.
 *
 *   {"op":"games"}                         games: as a lobby offers them; levels
 *   {"op":"check","game":…,"seats":…,"options":{…}}   refusal: why that does not go
 *                                          together, or null
 *   {"op":"new","game":…,"seats":…,"options":{…},"seed":"64 digits","players":["Ada",…],
 *    "bots":[1]}                           begins; names may be empty
 *   {"op":"load","file":"…","bots":[1]}    goes on with the game of a save; setting
 *   {"op":"update","seat":0}               update: what the seat (null: everybody) sees
 *   {"op":"at","n":7,"seat":0}             update: what it saw after number 7
 *   {"op":"log","seat":0,"from":0}         entries: what happened after number `from`
 *   {"op":"act","seat":0,"action":{…}}
 *   {"op":"undo","seat":0}                 the seat's own last action, if nothing was seen
 *   {"op":"save"}                          file: the text of a save
 *   {"op":"think","seat":1,"level":"hard","search_seed":7}   begins; iterations, ms: the
 *                                          level's own budget, 0: no matter
 *   {"op":"iterate","iterations":100}      iterations: how many there have been
 *   {"op":"decide"}                        action, win, considered, iterations
 *   {"op":"review","samples":512,"iterations":800,"review_seed":1}   of a finished game:
 *                                          key, evaluator, parts
 *   {"op":"review-part","part":3}          begins a part
 *   {"op":"review-step","steps":10}        done; and then line: the part as text
 *   {"op":"review-put","line":"…"}         a part that was worked out elsewhere
 *   {"op":"review-report"}                 review: as docs/formats.md has it
 *
 * Requests whose answers have sentences may have "lang". */
#ifndef ROUNDHOUSE_WASM_REQUESTS_H
#define ROUNDHOUSE_WASM_REQUESTS_H

#include "play/deal.h"
#include "wasm/table.h"
#include "wire/request.h"

/* Appends the answer to one request. */
void request_answer(Table *table, const char *request, size_t length, Text *out);

/* Of deals.c: deals that can be checked. */
int answer_deal_commit(Ask *ask);
int answer_deal_open(Ask *ask);
int answer_deal_check(Ask *ask);
/* The key "deal" of a new game without a server: the secret of the worker, and the bytes
 * of the page for one seat. Makes the seed of them; 0: error in *fault. */
int deal_on_device(const Json *json, int seats, DealProof *proof, uint8_t seed[SEED_BYTES],
                   Fault *fault);

#endif
