/* request.h: requests by name. The engine, the page's module, the WebSocket and the HTTP
 * API each have a table of them, and every row begins with a RequestForm. */
#ifndef ROUNDHOUSE_WIRE_REQUEST_H
#define ROUNDHOUSE_WIRE_REQUEST_H

#include "play/match.h"
#include "play/save.h"
#include "wire/errors.h"
#include "wire/json_in.h"

typedef struct RequestForm {
    const char *name;
    const char *keys; /* that it may have, with spaces between */
} RequestForm;

typedef struct RequestTable {
    const void *rows;
    size_t count, row_size;
    const char *name_key; /* "op": the key that has the name */
    /* Of its sentences: */
    const char *not_an_object; /* "A request must be an object." */
    const char *what;          /* "this request" */
    const char *unknown;       /* "There is no op" */
} RequestTable;

/* The row that a request names, if it has no keys but those of its form. NULL: error in
 * *fault. */
const void *request_find(const RequestTable *table, const Json *json, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Ops                                                                       */
/* ------------------------------------------------------------------------- */

/* Requests about one game, {"op":…}, answered at once: {"ok":true,…} or {"ok":false,
 * "error":"a sentence"}. */
typedef struct Ask {
    void *owner;        /* of the game */
    const Match *match; /* NULL: no game yet */
    const SavePlayers *players;
    const Json *json;
    JsonOut *out; /* the keys of the answer */
    Error error;
} Ask;

typedef struct Op {
    RequestForm form;
    int needs_game;
    /* 0: error in ask->error, and what was written is dropped. */
    int (*answer)(Ask *ask);
} Op;

typedef struct OpTable {
    const Op *ops;
    size_t count;
    const char *no_game; /* the error if there is none yet */
    int has_codes;       /* errors have "code", too */
} OpTable;

/* Appends the answer to one request. */
void op_answer(const OpTable *table, Ask ask, const char *request, size_t length,
               Text *out);
void op_refuse(const OpTable *table, const Error *error, Text *out);

/* Readers: the key "seat", and the same where null is a spectator (NOBODY). */
int ask_seat(Ask *ask, int *seat);
int ask_viewer(Ask *ask, int *seat);
/* "There is no memory left." */
int ask_no_memory(Ask *ask);
/* The key "file": the game as a save. */
int ask_save(Ask *ask);

#endif
