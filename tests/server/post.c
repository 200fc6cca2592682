/* post.c: a server that sends mail, and people who read theirs. */
#include "post.h"

#include "office.h"
#include "push/certificate.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_ROOM = 320 };

/* They must outlive the house. */
typedef struct Words {
    char words[HOUSE_OPTIONS][OPTION_ROOM];
    int count;
} Words;

static void add_option(House *house, Words *words, const char *option, const char *value)
{
    snprintf(words->words[words->count], OPTION_ROOM, "%s=%s", option, value);
    house->more[words->count] = words->words[words->count];
    words->count++;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static void restart(House *house, SmtpService *post, const PostOptions *options)
{
    static Words all[4];
    static int used;
    Words *words = &all[used++ % 4];
    char url[64], path[128];

    words->count = 0;
    snprintf(house->port, sizeof house->port, "%d", house->child.address.port);
    snprintf(url, sizeof url, "http://127.0.0.1:%s", house->port);
    house_end(house, SIGTERM);
    add_option(house, words, "--base-url", url);
    add_option(house, words, "--smtp", smtp_service_url(post));
    add_option(house, words, "--mail-from", "Gare d’Été <trains@example.org>");
    snprintf(path, sizeof path, "%s/other.pem", house->folder);
    if (options->trusts_other)
        SSL_CTX_free(test_tls_new(path));
    if (options->tls != SMTP_PLAIN)
        add_option(house, words, "--smtp-ca",
                   options->trusts_other ? path : smtp_service_ca(post));
    snprintf(path, sizeof path, "%s/login", house->folder);
    if (options->login_given != NULL) {
        write_file(path, options->login_given);
        add_option(house, words, "--smtp-login", path);
    }
    house_begin(house);
}

SmtpService *post_open(House *house, const PostOptions *options)
{
    SmtpService *post = smtp_service_open(house->folder, options->tls, options->login);

    restart(house, post, options);
    return post;
}

void post_join(House *house, SmtpService *post)
{
    restart(house, post, &(PostOptions){ .tls = SMTP_PLAIN });
}

/* ------------------------------------------------------------------------- */
/* Asking for mail                                                           */
/* ------------------------------------------------------------------------- */

void confirm_ticket(const Person *who, char ticket[256])
{
    Answer answer =
        ask(who->house, who, "/api/1/confirm", "{\"password\":\"all aboard!\"}");

    cr_assert_eq(answer.status, 200);
    snprintf(ticket, 256, "%s", text_at(answer.json, "confirm"));
    answer_free(&answer);
}

void ask_for_mail(const Person *who, const char *address, int every, const char *language)
{
    char ticket[256], path[64];

    confirm_ticket(who, ticket);
    snprintf(path, sizeof path, "/api/1/mail?lang=%s", language);
    must_ask(who->house, who, path, "{\"address\":\"%s\",\"every\":%d,\"confirm\":\"%s\"}",
             address, every, ticket);
}

void get_mail(House *house, SmtpService *post, const Person *who, const char *address,
              int every, const char *language)
{
    char token[128];

    ask_for_mail(who, address, every, language);
    Mailed mailed = expect_mail(post, address, 250);
    mail_link(&mailed, "/mail#", token, sizeof token);
    must_ask(house, NULL, "/api/1/mail/confirm", "{\"token\":\"%s\"}", token);
}

/* ------------------------------------------------------------------------- */
/* Reading it                                                                */
/* ------------------------------------------------------------------------- */

Mailed expect_mail(SmtpService *post, const char *to, int status)
{
    Mailed mailed;

    cr_assert(smtp_service_next(post, PATIENCE_MS, &mailed), "no mail for %s", to);
    cr_assert_str_eq(mailed.to, to, "%s: %s", mailed.to, mailed.text);
    cr_assert_str_eq(mailed.from, "trains@example.org");
    cr_assert_str_empty(mailed.fault);
    cr_assert_eq(mailed.status, status, "%s was answered by %d", to, mailed.status);
    if (mailed.text[0] != '\0') {
        cr_assert_str_empty(mail_fault(mailed.text), "%s\n%s", mail_fault(mailed.text),
                            mailed.text);
        cr_assert(header_says(&mailed, "From", "Gare d’Été <trains@example.org>"));
    }
    return mailed;
}

void expect_no_mail(House *house, SmtpService *post)
{
    static int number;
    char name[32], address[64];

    snprintf(name, sizeof name, "Sentinel %d", ++number);
    snprintf(address, sizeof address, "sentinel%d@example.org", number);
    Person sentinel = person_kept(house, name);
    ask_for_mail(&sentinel, address, 0, "en");
    expect_mail(post, address, 250);
    must_ask(house, &sentinel, "/api/1/delete", "{\"password\":\"all aboard!\"}");
}

int mail_says(const Mailed *mailed, const char *text)
{
    char body[MAILED_TEXT_MAX];

    mail_body(mailed->text, body, sizeof body);
    return strstr(body, text) != NULL;
}

int header_says(const Mailed *mailed, const char *name, const char *text)
{
    char value[2048];

    return mail_header(mailed->text, name, value, sizeof value)
           && strstr(value, text) != NULL;
}

void mail_link(const Mailed *mailed, const char *before, char *rest, size_t room)
{
    char body[MAILED_TEXT_MAX];

    mail_body(mailed->text, body, sizeof body);
    const char *at = strstr(body, before);
    cr_assert_not_null(at, "%s is not in %s", before, body);
    at += strlen(before);
    snprintf(rest, room, "%.*s", (int)strcspn(at, "\n"), at);
}
