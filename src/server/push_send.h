/* push_send.h: sends messages to the push services of browsers, by libcurl: several at a
 * time, by https and to public addresses alone. Every address is checked when its socket
 * is opened, so that no name leads elsewhere between the check and the connection. */
#ifndef ROUNDHOUSE_SERVER_PUSH_SEND_H
#define ROUNDHOUSE_SERVER_PUSH_SEND_H

#include "edge/web_push.h"
#include "store/notices.h"

#include <stdatomic.h>

/* Who sends. */
typedef struct PushSender {
    PushKeys keys;
    char subject[300]; /* the address of this server */
    /* For tests: a file with the certificates of push services on loopback, to which alone
     * it sends then. NULL: none. */
    const char *loopback_ca;
} PushSender;

typedef struct PushMessage {
    const StorePush *to;
    Text text;
    int64_t now;
    long status;      /* the answer, of HTTP; 0: none came */
    int is_forbidden; /* it led to an address that is not public */
} PushMessage;

/* Blocks until all have their answer, `stop` is set, or the time is over
 * (a name that resolves slowly is waited for). */
void push_send(const PushSender *sender, PushMessage *messages, int count,
               const atomic_int *stop);

/* May a browser give such an endpoint? https, the default port, no password. The origin of
 * it is appended. */
int push_endpoint_is_sound(const PushSender *sender, const char *endpoint, Text *origin);

#endif
