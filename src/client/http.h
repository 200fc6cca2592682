/* http.h: an HTTP/1.1 client for one server: a connection that is kept, a request and its
 * reply after the other, and the way from there to a WebSocket. */
#ifndef ROUNDHOUSE_CLIENT_HTTP_H
#define ROUNDHOUSE_CLIENT_HTTP_H

#include "client/channel.h"

typedef struct HttpRequest {
    const char *method; /* NULL: GET, or POST if there is a body */
    const char *path;
    const char *token;  /* the session's, as Authorization; NULL: none */
    const char *origin; /* NULL: not said */
    const char *body;   /* JSON; NULL: none */
    const char *more;   /* whole header lines besides, each with its CR LF; NULL: none */
    const int *cancel;  /* as the channel's; NULL: none */
} HttpRequest;

typedef struct HttpReply {
    int status;
    Text head, body;
} HttpReply;

void http_reply_free(HttpReply *reply);
/* The value of a header, up to the end of its line; NULL: there is none. The name
 * in lower case. */
const char *http_reply_header(const HttpReply *reply, const char *name);

typedef struct Http {
    ServerAddress address;
    Channel channel;
    Text in; /* received, not yet read */
} Http;

void http_open(Http *http, const ServerAddress *address);
void http_close(Http *http);

/* Sends a request and reads its reply, on the connection that there is or a new
 * one. 0: error in *fault. The reply is to be empty before (all zero, or freed). */
int http_ask(Http *http, const HttpRequest *request, HttpReply *reply, Fault *fault);

/* Turns the connection into a WebSocket at the request's path: then the channel, and in
 * http->in what came behind the reply, are the caller's. 0: error in *fault, and the reply
 * has the status. */
int http_upgrade(Http *http, const HttpRequest *request, HttpReply *reply, Fault *fault);

#endif
