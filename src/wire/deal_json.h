/* deal_json.h: deals that can be checked (play/deal.h), as JSON and in words. */
#ifndef ROUNDHOUSE_WIRE_DEAL_JSON_H
#define ROUNDHOUSE_WIRE_DEAL_JSON_H

#include "play/save.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/sentences.h"

/* ------------------------------------------------------------------------- */
/* In messages                                                               */
/* ------------------------------------------------------------------------- */

typedef enum DealStage {
    DEAL_STAGE_OPEN,      /* clients may commit */
    DEAL_STAGE_REVEALING, /* the list is fixed */
    DEAL_STAGE_DEALT,
    DEAL_STAGES,
} DealStage;

/* The key "deal" of a table. `until`: the deadline of DEAL_STAGE_REVEALING. `secret`: only
 * when the game is over, or NULL. Bytes are written once it is dealt. */
void deal_put(JsonOut *out, const Deal *deal, DealStage stage, int64_t until,
              const uint8_t *secret);
/* The value of "deal" as a client gets it. The table's code is set by the caller, before.
 * 0: error in *fault. */
int deal_read(const Json *json, Deal *deal, DealStage *stage, Fault *fault);
/* 64 hexadecimal digits; 0: error in *fault. */
int bytes_read(const Json *object, const char *key, uint8_t bytes[SEED_BYTES],
               Fault *fault);

/* ------------------------------------------------------------------------- */
/* Checking a save                                                           */
/* ------------------------------------------------------------------------- */

/* What a client has kept, positions included. */
typedef struct DealMemory {
    DealKept kept;
    int has_first, has_last;
    State first, last; /* views of kept.seat */
} DealMemory;

/* {"table":…,"commitment":…,"seats":[…],"seat":0,"bytes":…,"acknowledged":true,
 * "first":{…},"last":{…}}, of which "seats", "seat" with "bytes", "first" and "last" may be
 * missing. 0: error in *fault. */
int deal_memory_read(const Json *json, DealMemory *memory, Fault *fault);
/* The same object. Game and setup are those of the positions, if there are some. */
void deal_memory_format(JsonOut *out, const DealMemory *memory, const Game *game,
                        const Setup *setup);

typedef struct SaveCheck {
    int has_proof; /* 0: the save is of version 1, and no step of a proof was checked */
    DealCheck check;
    SavePlayers players;
} SaveCheck;

/* Reads a save and checks its proof; `memory` may be NULL. 0, error in *fault: it is not
 * a save. */
int save_check(const char *text, size_t length, const DealMemory *memory, SaveCheck *result,
               Fault *fault);

/* "proved", "broken" …, or "none". */
const char *save_check_verdict(const SaveCheck *result);
/* Step i, and the verdict, as sentences. */
void save_check_step(const SaveCheck *result, int i, Language language,
                     char out[SENTENCE_MAX]);
void save_check_sentence(const SaveCheck *result, Language language,
                         char out[SENTENCE_MAX]);
/* The keys "verdict", "text", "table" and "steps". */
void save_check_format(JsonOut *out, const SaveCheck *result, Language language);

#endif
