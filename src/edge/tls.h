/* tls.h: TLS by OpenSSL: 1.2 and 1.3, HTTP/1.1 only, no renegotiation. */
#ifndef ROUNDHOUSE_EDGE_TLS_H
#define ROUNDHOUSE_EDGE_TLS_H

#include "play/text.h"

#include <openssl/ssl.h>

/* NULL: error in *fault. */
SSL_CTX *tls_server_new(const char *cert, const char *key, Fault *fault);

/* A connection over a socket that does not block. NULL: no memory. */
SSL *tls_accept_new(SSL_CTX *context, int fd);
/* A client's end: the server must have a certificate for this host that the system
 * trusts. NULL: OpenSSL does not start. */
SSL *tls_connect_new(int fd, const char *host);

/* The event that an unfinished call waits for. */
typedef enum TlsWait { TLS_WAIT_READ, TLS_WAIT_WRITE, TLS_ENDED, TLS_FAILED } TlsWait;
TlsWait tls_why(SSL *ssl, int result);

#endif
