/* certificate.h: a certificate of the tests' own for 127.0.0.1, signed by itself. */
#ifndef ROUNDHOUSE_TESTS_PUSH_CERTIFICATE_H
#define ROUNDHOUSE_TESTS_PUSH_CERTIFICATE_H

#include <openssl/ssl.h>

/* A server's side of TLS with it; writes it to the file, for those who are to trust it. */
SSL_CTX *test_tls_new(const char *path);

#endif
