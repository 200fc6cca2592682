/* smtp_service.h: a mail server on loopback, in a thread. It is strict: lines end with
 * CRLF, are short and in ASCII, and commands come in their order; whatever is not so is in
 * Mailed.fault. What it does depends on the local part of the recipient:
 *
 *     gone…      550 to RCPT, after smtp_service_recover
 *     spam…      554 after the text
 *     busy…      451 to RCPT, until then
 *     drop…      closes the connection at RCPT, until then
 *     slow…      answers RCPT only after that
 *     others     are taken */
#ifndef ROUNDHOUSE_TESTS_MAIL_SMTP_SERVICE_H
#define ROUNDHOUSE_TESTS_MAIL_SMTP_SERVICE_H

#include <stddef.h>

typedef struct SmtpService SmtpService;

typedef enum SmtpTls { SMTP_PLAIN, SMTP_STARTTLS, SMTP_TLS } SmtpTls;

enum { MAILED_TEXT_MAX = 16384 };

/* A try to send a mail, from MAIL to its end. */
typedef struct Mailed {
    char from[300], to[300];
    int status; /* the last answer; 0: the connection was closed */
    int is_tls;
    char login[408]; /* user and password, as AUTH PLAIN has them, with slashes; or empty */
    char text[MAILED_TEXT_MAX];
    char fault[128]; /* empty: nothing was against the standard */
} Mailed;

/* With TLS, writes its certificate to `folder`, for smtp_service_ca. A login is wanted if
 * there is one ("user/password"). */
SmtpService *smtp_service_open(const char *folder, SmtpTls tls, const char *login);
void smtp_service_close(SmtpService *service);
/* "smtp://127.0.0.1:PORT", or smtps. */
const char *smtp_service_url(const SmtpService *service);
const char *smtp_service_ca(const SmtpService *service);
/* The next one; 0: none within this many milliseconds. */
int smtp_service_next(SmtpService *service, int milliseconds, Mailed *mailed);
void smtp_service_recover(SmtpService *service);

#endif
