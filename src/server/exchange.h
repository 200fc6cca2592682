/* exchange.h: one request and its answer. It outlives the connection if that closes
 * before the core has answered. */
#ifndef ROUNDHOUSE_SERVER_EXCHANGE_H
#define ROUNDHOUSE_SERVER_EXCHANGE_H

#include "server/link.h"

struct Exchange {
    Request request; /* first: the core's link is the exchange */
    Net *net;
    Link *link;  /* NULL: closed */
    int is_head; /* the head of the answer is all that is wanted */
    int must_close;
    int is_with_core; /* which will answer */
    /* The request's body */
    int is_chunked;
    Chunks chunks;
    uint64_t body_left; /* unless it is chunked */
    /* The answer: a head, and bytes of a file or of request.answer */
    const File *page; /* a request to the core is for its tags; NULL: none */
    const File *file;
    FileCoding coding;
    int is_unchanged; /* the client has the file already */
    Text head;
    const char *bytes;
    size_t length, sent; /* sent: of head and bytes */
};

void exchange_free(Exchange *exchange);

/* Answers with what request.status and request.answer say. */
void answer_send(Exchange *exchange);
void answer_send_text(Exchange *exchange, int status, const char *text);
void answer_send_file(Exchange *exchange, const File *file, FileCoding coding,
                      int is_unchanged);
/* The exchange's page with what the core has said about it, at the end of its head;
 * without, as any other file. */
void answer_send_page(Exchange *exchange);
/* Answers with an error, after which the connection ends. */
void answer_refuse(Exchange *exchange, int status);

#endif
