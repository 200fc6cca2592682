/* serve_mail.h: the options of `serve` about mail that is secret: the login of the mail
 * server. */
#ifndef ROUNDHOUSE_CLI_SERVE_MAIL_H
#define ROUNDHOUSE_CLI_SERVE_MAIL_H

#include "server/mail_send.h"

/* User and password, of a file (NULL: none) or of the environment. Returns the status to
 * exit with. */
int mail_find_login(const char *program, MailSender *mail, const char *path);

#endif
