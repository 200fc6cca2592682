/* post.h: a server that sends mail to the mail server of the tests, and what people do
 * with their mail. */
#ifndef ROUNDHOUSE_TESTS_SERVER_POST_H
#define ROUNDHOUSE_TESTS_SERVER_POST_H

#include "mail/mail_reader.h"
#include "mail/smtp_service.h"
#include "talk.h"

/* How a server is to reach the mail server. */
typedef struct PostOptions {
    SmtpTls tls;
    const char *login;       /* that the mail server wants; NULL: none */
    const char *login_given; /* in the file of the server: two lines; NULL: no file */
    int trusts_other;        /* another certificate than that of the mail server */
} PostOptions;

/* Opens a mail server, and starts the house again so that it uses it, under the name
 * http://127.0.0.1:PORT. */
SmtpService *post_open(House *house, const PostOptions *options);
/* The same for one more node, with a mail server that is there. */
void post_join(House *house, SmtpService *post);

/* A ticket of somebody with the password "all aboard!". */
void confirm_ticket(const Person *who, char ticket[256]);
/* Asks for mail at an address, every so many hours. */
void ask_for_mail(const Person *who, const char *address, int every, const char *language);

/* The next mail, which must be sound, and to this address; its status as given. */
Mailed expect_mail(SmtpService *post, const char *to, int status);
/* All that is due is done, and nothing was sent: a mail that is asked for now comes next.
 */
void expect_no_mail(House *house, SmtpService *post);
/* What follows `before` in the body, up to the end of the line. */
void mail_link(const Mailed *mailed, const char *before, char *rest, size_t room);
/* Has the decoded body, or a header, this text? */
int mail_says(const Mailed *mailed, const char *text);
int header_says(const Mailed *mailed, const char *name, const char *text);

/* Asks for mail and confirms the address by the link. */
void get_mail(House *house, SmtpService *post, const Person *who, const char *address,
              int every, const char *language);

#endif
