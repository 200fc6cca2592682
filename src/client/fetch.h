/* fetch.h: one request over HTTP, and its answer; waits for it. */
#ifndef ROUNDHOUSE_CLIENT_FETCH_H
#define ROUNDHOUSE_CLIENT_FETCH_H

#include "client/http.h"
#include "wire/json_in.h"

typedef struct FetchRequest {
    const ServerAddress *server;
    const char *path;  /* "/api/1/hello" */
    const char *token; /* the session's; NULL: none */
    const char *body;  /* JSON, then it is a POST; NULL: none */
} FetchRequest;

/* 0: there was no answer, error in *fault. The reply is empty before (all zero), and freed
 * by the caller in any case. */
int fetch(const FetchRequest *request, HttpReply *reply, Fault *fault);

/* The same with an answer in JSON, which json_free frees; NULL: error in *fault: no answer,
 * or the refusal in the server's words. */
Json *fetch_json(const FetchRequest *request, Fault *fault);

#endif
