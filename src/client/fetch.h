/* fetch.h: one request over HTTP, and its answer; waits for it. */
#ifndef ROUNDHOUSE_CLIENT_FETCH_H
#define ROUNDHOUSE_CLIENT_FETCH_H

#include "client/address.h"
#include "wire/json_in.h"

typedef struct FetchRequest {
    const ServerAddress *server;
    const char *path;  /* "/api/1/hello" */
    const char *token; /* the session's; NULL: none */
    const char *body;  /* JSON, then it is a POST; NULL: none */
} FetchRequest;

typedef struct FetchAnswer {
    int status;
    Text body;
} FetchAnswer;

/* 0, told: there was no answer. The body is freed by the caller in any case. */
int fetch(const FetchRequest *request, FetchAnswer *answer, Fault *fault);

/* The same with an answer in JSON, which json_free frees; NULL, told: there was none,
 * or the server said no, in its own words. */
Json *fetch_json(const FetchRequest *request, Fault *fault);

#endif
