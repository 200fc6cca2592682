/* smtp_talk.h: one connection to the mail server of the tests, from greeting to end. */
#ifndef ROUNDHOUSE_TESTS_MAIL_SMTP_TALK_H
#define ROUNDHOUSE_TESTS_MAIL_SMTP_TALK_H

#include "mail/smtp_service.h"

#include <openssl/ssl.h>

typedef struct SmtpHost {
    SmtpTls tls;
    SSL_CTX *context;
    const char *login; /* wanted; empty: none */
    /* Has it recovered? And waits until it has, or the end. */
    int (*is_well)(void *owner);
    void (*wait_until_well)(void *owner);
    void (*keep)(void *owner, const Mailed *mailed);
    void *owner;
} SmtpHost;

/* Closes the socket. */
void smtp_talk(const SmtpHost *host, int fd);

#endif
