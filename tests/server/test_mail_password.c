/* test_mail_password.c: a new password by mail, and what others cannot learn or do by it.
 */
#include "office.h"
#include "post.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { HOUR_MS = 3600000 };

static SmtpService *post;

HOUSE_SUITE(mail_password, HOUSE_OPEN,
            post = post_open(house, &(PostOptions){ .login = NULL }));

static void recover(const char *who)
{
    Answer answer = ask(house, NULL, "/api/1/recover", "{\"who\":\"%s\"}", who);

    cr_assert_eq(answer.status, 200);
    cr_assert_str_eq(answer.reply.body.bytes, "{}");
    answer_free(&answer);
}

Test(mail_password, comes_by_name_or_address_and_ends_all_else)
{
    static const char *const WAYS[] = { "ada", "Ada@EXAMPLE.org" };
    Person ada = person_kept(house, "Ada");
    char token[128], password[32];

    get_mail(house, post, &ada, "ada@example.org", 0, "en");
    for (int i = 0; i < 2; i++) {
        recover(WAYS[i]);
        Mailed mailed = expect_mail(post, "ada@example.org", 250);
        cr_expect(header_says(&mailed, "Subject", "A new password for Roundhouse"));
        cr_expect(mail_says(&mailed, "For the account “Ada”:\nhttp://127.0.0.1:"));
        mail_link(&mailed, "/reset#", token, sizeof token);
        snprintf(password, sizeof password, "new password %d", i);
        Answer answer = ask(house, NULL, "/api/1/reset",
                            "{\"token\":\"%s\",\"password\":\"%s\"}", token, password);
        Person again = person_of(house, &answer);
        answer_free(&answer);
        must_not_ask(house, &ada, 401, "not-signed-in", "/api/1/sessions", NULL);
        mailed = expect_mail(post, "ada@example.org", 250);
        cr_expect(header_says(&mailed, "Subject", "Your password was changed"));
        must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                     "{\"token\":\"%s\",\"password\":\"something else\"}", token);
        must_ask(house, NULL, "/api/1/login", "{\"name\":\"Ada\",\"password\":\"%s\"}",
                 password);
        /* The address stays. */
        answer = ask(house, &again, "/api/1/mail", NULL);
        cr_expect_str_eq(text_at(answer.json, "address"), "ada@example.org");
        answer_free(&answer);
        ada = again;
    }
}

Test(mail_password, names_all_accounts_of_an_address)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");

    get_mail(house, post, &ada, "both@example.org", 0, "fr");
    get_mail(house, post, &ben, "both@example.org", 0, "fr");
    recover("both@example.org");
    Mailed mailed = expect_mail(post, "both@example.org", 250);
    cr_expect(mail_says(&mailed, "Pour le compte «\u00a0Ada\u00a0»\u00a0:\n"));
    cr_expect(mail_says(&mailed, "Pour le compte «\u00a0Ben\u00a0»\u00a0:\n"));
    recover("Ben");
    mailed = expect_mail(post, "both@example.org", 250);
    cr_expect_not(mail_says(&mailed, "Ada"));
}

/* Whoever is known or not: the same answer, and a mail only to whom it belongs. */
Test(mail_password, tells_nobody_who_is_known)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");

    ask_for_mail(&ada, "ada@example.org", 0, "en"); /* not confirmed */
    expect_mail(post, "ada@example.org", 250);
    recover("Ada");
    recover("ada@example.org");
    recover("Ben");
    recover("Nobody");
    recover("nobody@example.org");
    recover("Ben\\u0020<ben@example.org>");
    (void)ben;
    expect_no_mail(house, post);
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/recover", "{\"who\":\"\"}");
}

Test(mail_password, ends_after_two_hours_and_floods_nobody)
{
    Person ada = person_kept(house, "Ada");
    char token[128];

    get_mail(house, post, &ada, "ada@example.org", 0, "en");
    for (int i = 0; i < 5; i++) {
        recover(i % 2 == 0 ? "Ada" : "ada@example.org");
        if (i >= 3)
            continue;
        Mailed mailed = expect_mail(post, "ada@example.org", 250);
        mail_link(&mailed, "/reset#", token, sizeof token);
    }
    expect_no_mail(house, post);
    house_move_clock(house, 2 * HOUR_MS + 60000);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                 "{\"token\":\"%s\",\"password\":\"something new\"}", token);
    recover("Ada");
    expect_mail(post, "ada@example.org", 250);
}

/* A thief may have confirmed an address: the link of an admin ends it. A request by mail
 * does not end the link of an admin. */
Test(mail_password, gives_way_to_a_link_of_an_admin)
{
    Person ada = person_kept(house, "Ada");
    char mailed_token[128], token[128];

    get_mail(house, post, &ada, "thief@example.org", 24, "en");
    link_token(office(house, "reset Ada"), token);
    recover("Ada");
    Mailed mailed = expect_mail(post, "thief@example.org", 250);
    mail_link(&mailed, "/reset#", mailed_token, sizeof mailed_token);
    Answer answer = ask(house, NULL, "/api/1/reset",
                        "{\"token\":\"%s\",\"password\":\"mine again\"}", token);
    Person again = person_of(house, &answer);
    answer_free(&answer);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                 "{\"token\":\"%s\",\"password\":\"the thief's\"}", mailed_token);
    answer = ask(house, &again, "/api/1/mail", NULL);
    cr_expect_str_eq(text_at(answer.json, "address"), "");
    answer_free(&answer);
    recover("Ada");
    expect_no_mail(house, post);
}

Test(mail_password, does_not_come_to_the_banned)
{
    Person ada = person_kept(house, "Ada");

    get_mail(house, post, &ada, "ada@example.org", 24, "en");
    office(house, "ban Ada");
    recover("Ada");
    expect_no_mail(house, post);
}
