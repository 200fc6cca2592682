/* serve_mail.c: the options of `serve` about mail. */
#include "cli/serve_mail.h"

#include "cli/common.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Neither the list of processes nor a log shows them. */
static int copy_login(const char *text, char out[MAIL_LOGIN_MAX + 1])
{
    size_t length = strcspn(text, "\r\n");

    if (length > MAIL_LOGIN_MAX)
        return 0;
    memcpy(out, text, length);
    out[length] = '\0';
    return 1;
}

static int read_login_file(const char *path, MailSender *mail)
{
    char lines[2][MAIL_LOGIN_MAX + 3] = { "", "" };
    FILE *file = fopen(path, "re");

    if (file == NULL)
        return 0;
    int is_read = fgets(lines[0], sizeof lines[0], file) != NULL
                  && fgets(lines[1], sizeof lines[1], file) != NULL;
    fclose(file);
    return is_read && copy_login(lines[0], mail->user)
           && copy_login(lines[1], mail->password) && mail->user[0] != '\0';
}

int mail_find_login(const char *program, MailSender *mail, const char *path)
{
    const char *user = getenv("ROUNDHOUSE_SMTP_USER");
    const char *password = getenv("ROUNDHOUSE_SMTP_PASSWORD");

    if (mail->url == NULL)
        return EXIT_FINE;
    if (path != NULL && !read_login_file(path, mail))
        return world_error(program,
                           in_locale("--smtp-login: '%s' has no user on its first line "
                                     "and password on its second"),
                           path);
    if (path == NULL && user != NULL && password != NULL
        && (!copy_login(user, mail->user) || !copy_login(password, mail->password)))
        return world_error(program, "%s",
                           in_locale("ROUNDHOUSE_SMTP_USER and ROUNDHOUSE_SMTP_PASSWORD "
                                     "are too long"));
    return EXIT_FINE;
}
