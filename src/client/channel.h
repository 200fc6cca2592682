/* channel.h: a connection to a server, plain or by TLS, on which every wait has a deadline.
 * Deadlines are milliseconds of channel_now. */
#ifndef ROUNDHOUSE_CLIENT_CHANNEL_H
#define ROUNDHOUSE_CLIENT_CHANNEL_H

#include "client/address.h"

#include <openssl/ssl.h>
#include <stdint.h>

typedef struct Channel {
    int fd;     /* -1: closed */
    SSL *ssl;   /* NULL: plain */
    int cancel; /* a descriptor that ends a wait when it can be read; -1: none */
} Channel;

typedef enum ChannelRead { CHANNEL_GOT, CHANNEL_WAITED, CHANNEL_ENDED } ChannelRead;

/* Milliseconds of the monotonic clock. */
int64_t channel_now(void);

/* `cancel` as in Channel. 0: error in *fault. A server by TLS must have a certificate for
 * its name that the system trusts. */
int channel_open(Channel *channel, const ServerAddress *server, int cancel, int64_t until,
                 Fault *fault);
void channel_close(Channel *channel);

/* Appends the next bytes. CHANNEL_WAITED: timed out or cancelled. */
ChannelRead channel_read(Channel *channel, Text *in, int64_t until);
/* All of it, whatever `cancel` says; 0: it cannot be written in time. */
int channel_write(Channel *channel, const char *bytes, size_t length, int64_t until);

#endif
