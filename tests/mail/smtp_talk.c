/* smtp_talk.c: SMTP, as strict as RFC 5321 allows. */
#include "mail/smtp_talk.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINE_ROOM = 1002 };

typedef struct Talk {
    const SmtpHost *host;
    int fd;
    SSL *tls;
    int is_greeted, is_over;
    Mailed mailed; /* has a sender once MAIL was accepted */
    char line[LINE_ROOM];
} Talk;

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

static void blame(Talk *talk, const char *why)
{
    if (talk->mailed.fault[0] == '\0')
        snprintf(talk->mailed.fault, sizeof talk->mailed.fault, "%s: %.60s", why,
                 talk->line);
}

static int read_byte(Talk *talk, char *byte)
{
    if (talk->tls != NULL)
        return SSL_read(talk->tls, byte, 1) == 1;
    return recv(talk->fd, byte, 1, 0) == 1;
}

/* A line without its CRLF; 0: the connection has ended. */
static int read_line(Talk *talk)
{
    size_t length = 0;
    char byte;

    while (read_byte(talk, &byte)) {
        if (byte == '\n' && length > 0 && talk->line[length - 1] == '\r') {
            talk->line[length - 1] = '\0';
            return 1;
        }
        talk->line[length] = '\0';
        if (byte == '\n' || byte == '\0' || (unsigned char)byte > 126
            || (length > 0 && talk->line[length - 1] == '\r'))
            blame(talk, "a byte that does not belong into a line");
        if (length + 1 == LINE_ROOM) {
            blame(talk, "a line of more than 1000 bytes");
            return 0;
        }
        talk->line[length++] = byte;
    }
    return 0;
}

static void answer(Talk *talk, const char *text)
{
    char line[256];
    int length = snprintf(line, sizeof line, "%s\r\n", text);

    talk->mailed.status = atoi(text);
    if (talk->tls != NULL)
        (void)SSL_write(talk->tls, line, length);
    else
        (void)send(talk->fd, line, (size_t)length, MSG_NOSIGNAL);
}

static int begins(const Talk *talk, const char *command)
{
    return strncasecmp(talk->line, command, strlen(command)) == 0;
}

/* What was tried is reported, and forgotten. */
static void report(Talk *talk)
{
    Mailed next = { .is_tls = talk->mailed.is_tls };

    memcpy(next.login, talk->mailed.login, sizeof next.login);
    if (talk->mailed.from[0] != '\0')
        talk->host->keep(talk->host->owner, &talk->mailed);
    talk->mailed = next;
}

/* ------------------------------------------------------------------------- */
/* Commands                                                                  */
/* ------------------------------------------------------------------------- */

static void greet(Talk *talk)
{
    int offers_tls = talk->host->tls == SMTP_STARTTLS && talk->tls == NULL;

    if (talk->line[5] == '\0')
        blame(talk, "EHLO without a name");
    talk->is_greeted = 1;
    answer(talk, "250-mail.test");
    if (offers_tls)
        answer(talk, "250-STARTTLS");
    else if (talk->host->login[0] != '\0')
        answer(talk, "250-AUTH PLAIN");
    answer(talk, "250 SIZE 100000");
}

static void start_tls(Talk *talk)
{
    if (talk->host->tls != SMTP_STARTTLS || talk->tls != NULL) {
        answer(talk, "502 No");
        return;
    }
    answer(talk, "220 Go ahead");
    talk->tls = SSL_new(talk->host->context);
    SSL_set_fd(talk->tls, talk->fd);
    talk->is_over = SSL_accept(talk->tls) != 1;
    talk->is_greeted = 0;
    talk->mailed.is_tls = 1;
}

/* "AUTH PLAIN", then base64 of NUL user NUL password, at once or on a line of its own. */
static void check_login(Talk *talk)
{
    unsigned char plain[400] = { 0 };
    const char *base64 = talk->line + strlen("AUTH PLAIN");

    if (*base64 == '\0') {
        answer(talk, "334 ");
        if (!read_line(talk))
            return;
        base64 = talk->line;
    }
    base64 += strspn(base64, " ");
    if (strlen(base64) > 500
        || EVP_DecodeBlock(plain, (const unsigned char *)base64, (int)strlen(base64)) < 0
        || plain[0] != '\0') {
        answer(talk, "501 No base64");
        return;
    }
    snprintf(talk->mailed.login, sizeof talk->mailed.login, "%s/%s", plain + 1,
             plain + 2 + strlen((const char *)plain + 1));
    int is_right = strcmp(talk->mailed.login, talk->host->login) == 0;
    if (!is_right)
        talk->mailed.login[0] = '\0';
    answer(talk, is_right ? "235 Welcome" : "535 Wrong");
}

/* "FROM:<ada@example.org>", and maybe a size. */
static int take_path(const char *at, char *out, size_t room)
{
    size_t length = *at == '<' ? strcspn(at + 1, "<> ") : 0;

    if (length == 0 || length >= room || at[1 + length] != '>')
        return 0;
    snprintf(out, room, "%.*s", (int)length, at + 1);
    return 1;
}

static void take_sender(Talk *talk)
{
    int needs_login = talk->host->login[0] != '\0' && talk->mailed.login[0] == '\0';

    if (!talk->is_greeted || talk->mailed.from[0] != '\0')
        blame(talk, "MAIL at the wrong time");
    if (talk->host->tls == SMTP_STARTTLS && talk->tls == NULL)
        answer(talk, "530 Must issue a STARTTLS command first");
    else if (needs_login)
        answer(talk, "530 Authentication required");
    else if (!take_path(talk->line + 10, talk->mailed.from, sizeof talk->mailed.from))
        answer(talk, "501 No address");
    else
        answer(talk, "250 OK");
}

static int recipient_is(const Talk *talk, const char *word)
{
    return strncmp(talk->mailed.to, word, strlen(word)) == 0;
}

static void take_recipient(Talk *talk)
{
    const SmtpHost *host = talk->host;

    if (talk->mailed.from[0] == '\0' || talk->mailed.to[0] != '\0')
        blame(talk, "RCPT at the wrong time");
    if (!take_path(talk->line + 8, talk->mailed.to, sizeof talk->mailed.to)) {
        answer(talk, "501 No address");
        return;
    }
    if (recipient_is(talk, "slow"))
        host->wait_until_well(host->owner);
    talk->is_over = recipient_is(talk, "drop") && !host->is_well(host->owner);
    if (talk->is_over)
        talk->mailed.status = 0;
    else if (recipient_is(talk, "gone") && host->is_well(host->owner))
        answer(talk, "550 There is no such person");
    else if (recipient_is(talk, "busy") && !host->is_well(host->owner))
        answer(talk, "451 Not now");
    else
        answer(talk, "250 OK");
}

/* The text, with its dots as they were. */
static void take_text(Talk *talk)
{
    Mailed *mailed = &talk->mailed;
    size_t length = 0;

    if (mailed->to[0] == '\0')
        blame(talk, "DATA at the wrong time");
    answer(talk, "354 Go ahead");
    while (read_line(talk)) {
        const char *line = talk->line[0] == '.' ? talk->line + 1 : talk->line;
        if (strcmp(talk->line, ".") == 0) {
            answer(talk, recipient_is(talk, "spam") ? "554 We do not like it" : "250 OK");
            report(talk);
            return;
        }
        /* A URL in a header cannot be folded. */
        if (strlen(line) > 78 && strncmp(line, " <http", 6) != 0)
            blame(talk, "a line of more than 78 characters");
        if (length + strlen(line) + 2 >= sizeof mailed->text)
            blame(talk, "a text that is too long");
        else
            length += (size_t)snprintf(mailed->text + length, sizeof mailed->text - length,
                                       "%s\n", line);
    }
    mailed->status = 0;
    talk->is_over = 1;
}

static void reset(Talk *talk)
{
    report(talk);
    answer(talk, "250 OK");
}

static void quit(Talk *talk)
{
    report(talk);
    answer(talk, "221 Bye");
    talk->is_over = 1;
}

static const struct {
    const char *command;
    void (*run)(Talk *talk);
} COMMANDS[] = {
    { "EHLO ", greet },
    { "STARTTLS", start_tls },
    { "AUTH PLAIN", check_login },
    { "MAIL FROM:", take_sender },
    { "RCPT TO:", take_recipient },
    { "DATA", take_text },
    { "RSET", reset },
    { "QUIT", quit },
};

static void obey(Talk *talk)
{
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (begins(talk, COMMANDS[i].command)) {
            COMMANDS[i].run(talk);
            return;
        }
    }
    blame(talk, "an unknown command");
    answer(talk, "500 What?");
}

void smtp_talk(const SmtpHost *host, int fd)
{
    Talk *talk = calloc(1, sizeof *talk);

    talk->host = host;
    talk->fd = fd;
    if (host->tls == SMTP_TLS) {
        talk->tls = SSL_new(host->context);
        SSL_set_fd(talk->tls, fd);
        talk->is_over = SSL_accept(talk->tls) != 1;
        talk->mailed.is_tls = 1;
    }
    if (!talk->is_over)
        answer(talk, "220 mail.test ESMTP");
    while (!talk->is_over && read_line(talk))
        obey(talk);
    report(talk);
    if (talk->tls != NULL)
        SSL_free(talk->tls);
    close(fd);
    free(talk);
}
