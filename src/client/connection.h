/* connection.h: the WebSocket to a server, in a thread of its own. Reconnects with
 * exponential backoff; both events are reported as news. */
#ifndef ROUNDHOUSE_CLIENT_CONNECTION_H
#define ROUNDHOUSE_CLIENT_CONNECTION_H

#include "client/address.h"
#include "client/http.h"

typedef struct Connection Connection;

typedef enum NewsKind {
    NEWS_NONE,
    NEWS_CONNECTED, /* for the first time, or again */
    NEWS_LOST,
    NEWS_MESSAGE,
} NewsKind;

typedef struct News {
    NewsKind kind;
    Text message; /* the caller frees it */
} News;

/* `token` may be NULL. NULL: no memory, or no thread. */
Connection *connection_open(const ServerAddress *server, const char *token);
void connection_close(Connection *connection);
/* Where parts in deals are kept (deal_file.h); borrowed. NULL, the default: nowhere. */
void connection_keep_deals(Connection *connection, const char *prefix);
const char *connection_deals(const Connection *connection);

int connection_is_there(Connection *connection);
/* Readable while connection_take has something. */
int connection_descriptor(const Connection *connection);
/* The oldest event; NEWS_NONE: none. */
News connection_take(Connection *connection);
/* A text message; dropped while there is no connection. */
void connection_send(Connection *connection, const char *text, size_t length);
/* A GET of the same server, by the same session; waits for the reply, which is all zero
 * before and freed by the caller. 0: error in *fault. */
int connection_fetch(const Connection *connection, const char *path, HttpReply *reply,
                     Fault *fault);

#endif
