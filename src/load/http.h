/* http.h: a plain, blocking HTTP client for one server: a connection that is kept,
 * a request and its reply after the other, and the way from there to a WebSocket. */
#ifndef ROUNDHOUSE_LOAD_HTTP_H
#define ROUNDHOUSE_LOAD_HTTP_H

#include "play/text.h"

/* Where a server listens. */
typedef struct Address {
    char host[128];
    char port[8];
    char from[48]; /* our own end, an IPv4 address of this machine; empty: any */
} Address;

/* "http://127.0.0.1:8080", with or without a path behind it; 0, told: it is not. */
int address_read(const char *url, Address *address, Fault *fault);
/* A connected socket without delay, that gives up after `seconds` without a byte;
 * -1: told. */
int address_connect(const Address *address, int seconds, Fault *fault);

typedef struct HttpRequest {
    const char *method; /* NULL: GET, or POST if there is a body */
    const char *path;
    const char *token;  /* the session's, as Authorization; NULL: none */
    const char *origin; /* NULL: not said */
    const char *body;   /* NULL: none */
    const char *more;   /* whole header lines besides, each with its CR LF; NULL: none */
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
    Address address;
    int fd;  /* -1: not connected now */
    Text in; /* what has come and was not asked for yet */
} Http;

void http_open(Http *http, const Address *address);
void http_close(Http *http);

/* Sends a request and reads its reply, on the connection that there is or a new
 * one. 0: told. The reply is to be emptied before (all zero, or freed). */
int http_ask(Http *http, const HttpRequest *request, HttpReply *reply, Fault *fault);

/* Turns the connection into a WebSocket at the request's path: the socket, which is
 * the caller's from here on, and in `in` what came behind the reply; -1: told, and
 * the reply says with what status. */
int http_upgrade(Http *http, const HttpRequest *request, HttpReply *reply, Text *in,
                 Fault *fault);

/* Writes all of it to a blocking socket; 0: it cannot be. */
int send_all(int fd, const char *bytes, size_t length);

#endif
