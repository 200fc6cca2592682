/* tls.c: TLS by OpenSSL. */
#include "edge/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <openssl/err.h>
#include <string.h>
#include <unistd.h>

static int refuse(Fault *fault, const char *what, const char *path)
{
    unsigned long code = ERR_peek_error();
    const char *reason = code == 0 ? NULL : ERR_reason_error_string(code);

    if (access(path, R_OK) != 0)
        return fault_set(fault, "The %s %s cannot be read: %s.", what, path,
                         strerror(errno));
    return fault_set(fault, "The %s %s cannot be used: %s.", what, path,
                     reason != NULL ? reason : "it is not PEM");
}

static int choose_http(SSL *ssl, const unsigned char **out, unsigned char *length,
                       const unsigned char *offered, unsigned offered_length, void *context)
{
    static const unsigned char OURS[] = "\x08http/1.1";
    unsigned char *chosen;

    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&chosen, length, OURS, sizeof OURS - 1, offered,
                              offered_length)
        != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

static int load(SSL_CTX *context, const char *cert, const char *key, Fault *fault)
{
    ERR_clear_error();
    if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        return refuse(fault, "certificate", cert);
    ERR_clear_error();
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1
        || SSL_CTX_check_private_key(context) != 1)
        return refuse(fault, "key", key);
    return 1;
}

SSL_CTX *tls_server_new(const char *cert, const char *key, Fault *fault)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());

    if (context == NULL) {
        fault_set(fault, "OpenSSL does not start.");
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION
                                     | SSL_OP_CIPHER_SERVER_PREFERENCE
                                     | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE
                                  | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
                                  | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_alpn_select_cb(context, choose_http, NULL);
    if (!load(context, cert, key, fault)) {
        SSL_CTX_free(context);
        return NULL;
    }
    return context;
}

SSL *tls_accept_new(SSL_CTX *context, int fd)
{
    SSL *ssl = SSL_new(context);

    if (ssl != NULL && SSL_set_fd(ssl, fd) == 1) {
        SSL_set_accept_state(ssl);
        return ssl;
    }
    SSL_free(ssl);
    return NULL;
}

static int aim(SSL *ssl, int fd, const char *host)
{
    static const unsigned char OURS[] = "\x08http/1.1";
    struct in6_addr number;
    int is_number =
        inet_pton(AF_INET, host, &number) == 1 || inet_pton(AF_INET6, host, &number) == 1;

    /* SNI has no numeric addresses: RFC 6066. */
    return SSL_set_fd(ssl, fd) == 1 && SSL_set1_host(ssl, host) == 1
           && (is_number || SSL_set_tlsext_host_name(ssl, host) == 1)
           && SSL_set_alpn_protos(ssl, OURS, sizeof OURS - 1) == 0;
}

SSL *tls_connect_new(int fd, const char *host)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL *ssl = NULL;

    if (context == NULL)
        return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE);
    if (SSL_CTX_set_default_verify_paths(context) == 1)
        ssl = SSL_new(context);
    SSL_CTX_free(context);
    if (ssl != NULL && aim(ssl, fd, host))
        return ssl;
    SSL_free(ssl);
    return NULL;
}

TlsWait tls_why(SSL *ssl, int result)
{
    int error = SSL_get_error(ssl, result);

    ERR_clear_error();
    switch (error) {
    case SSL_ERROR_WANT_READ:
        return TLS_WAIT_READ;
    case SSL_ERROR_WANT_WRITE:
        return TLS_WAIT_WRITE;
    case SSL_ERROR_ZERO_RETURN:
        return TLS_ENDED;
    default:
        return TLS_FAILED;
    }
}
