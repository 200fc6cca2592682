/* link.h: what net.c, ws.c and http.c share: one connection as libwebsockets has
 * it. */
#ifndef ROUNDHOUSE_SERVER_LINK_H
#define ROUNDHOUSE_SERVER_LINK_H

#include "server/net.h"

#include <ev.h>
#include <libwebsockets.h>

typedef struct Exchange Exchange;

/* Zeroed by the library when a connection begins. */
typedef struct Link {
    struct lws *wsi;
    Net *net;
    /* Of a WebSocket: */
    Conn *conn;
    Text in; /* a message that came in pieces */
    int is_hanging_up;
    int speaker; /* its place among those who have something to say, from 1; 0: none */
    /* Of HTTP: the request that is being answered. */
    Exchange *exchange;
} Link;

struct Net {
    NetConfig config;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws *listener;
    int spare_fd;         /* given up for a moment when there are no more files */
    struct ev_loop *loop; /* NULL: the library polls by itself */
    ev_timer tick;
    lws_sorted_usec_list_t polled_tick;
    Link **speakers; /* links with posts, to be written when the round is over */
    int speaker_count, speaker_room;
    int port;
    Core *core;
    int exchanges; /* being answered */
};

enum { HEADER_MAX = 512 };

/* A header as a string; empty if it is missing or too long. */
void header_copy(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size);
/* Who is at the other end, an IPv6 network as one. */
void link_address(const Net *net, struct lws *wsi, char *address, size_t size);
/* The session's token, and whether it came in the Authorization header. */
int link_token(struct lws *wsi, char token[TOKEN_MAX]);
/* Does the request have an Origin, and is it another site's? */
typedef enum OriginKind { ORIGIN_NONE, ORIGIN_OURS, ORIGIN_OTHER } OriginKind;
OriginKind link_origin(const Net *net, struct lws *wsi);
Language link_language(struct lws *wsi, const char *query);

int ws_event(Net *net, struct lws *wsi, enum lws_callback_reasons reason, Link *link,
             void *bytes, size_t length);
int http_event(Net *net, struct lws *wsi, enum lws_callback_reasons reason, Link *link,
               void *bytes, size_t length);
void http_answered(void *link);

/* The link has posts: they are written at the end of the round, or when the socket
 * can take them. */
void link_wants_write(Link *link);
void link_forget(Link *link);
/* Outside the library's own callback. */
void ws_speak(Link *link);

#endif
