/* mail_send.h: hands mails to a mail server by SMTP, by libcurl: one after the other, by
 * one connection. TLS is required, but on the own machine. */
#ifndef ROUNDHOUSE_SERVER_MAIL_SEND_H
#define ROUNDHOUSE_SERVER_MAIL_SEND_H

#include "play/text.h"
#include "store/mail.h"

#include <stdatomic.h>

enum { MAIL_LOGIN_MAX = 256 };

/* The mail server, and who sends. */
typedef struct MailSender {
    const char *url; /* smtp://… or smtps://… */
    const char *ca;  /* a file of certificates instead of the system's; NULL: those */
    char user[MAIL_LOGIN_MAX + 1], password[MAIL_LOGIN_MAX + 1]; /* empty: no login */
    char from_name[STORE_NAME_MAX + 1], from[STORE_ADDRESS_MAX + 1];
    char base_url[300];                /* before links */
    uint8_t key[STORE_MAIL_KEY_BYTES]; /* of the links that end digests */
} MailSender;

/* Is it a URL of a mail server, without anything secret in it? 0: error in *fault. */
int mail_url_is_sound(const char *text, Fault *fault);

/* Sets the sender to "ADDRESS" or "NAME <ADDRESS>"; 0: it is neither. */
int mail_sender_read(MailSender *sender, const char *text);

typedef enum MailResult {
    MAIL_RETRY, /* no answer, or not now */
    MAIL_SENT,
    MAIL_REFUSED,  /* the address, for good */
    MAIL_REJECTED, /* the mail, for good */
} MailResult;

typedef struct MailLetter {
    const char *to;
    Text text;
    MailResult result;
    long status; /* the last answer, of SMTP; 0: none came */
} MailLetter;

/* Blocks until all have their result, or `stop` is set, or less than MAIL_ROUND_MS have
 * passed; those that were not begun by then are MAIL_RETRY. */
enum { MAIL_ROUND_MS = 50000 };
void mail_send(const MailSender *sender, MailLetter *letters, int count,
               const atomic_int *stop);

#endif
