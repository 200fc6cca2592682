/* test_mail_sending.c: mail servers that refuse, break off, or want TLS and a login. */
#include "office.h"
#include "post.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { MINUTE_MS = 60000, DAY_MS = 24 * 3600 * 1000 };

static SmtpService *post;

HOUSE_SUITE(mail_sending, HOUSE_OPEN);

static void open_post(PostOptions options)
{
    post = post_open(house, &options);
}

static void recover(const char *who)
{
    must_ask(house, NULL, "/api/1/recover", "{\"who\":\"%s\"}", who);
}

static int is_refused(const Person *who)
{
    Answer answer = ask(house, who, "/api/1/mail", NULL);
    int is_so = is_at(answer.json, "refused");

    answer_free(&answer);
    return is_so;
}

Test(mail_sending, tries_again)
{
    static const char *const TO[] = { "busy@example.org", "drop@example.org" };
    Person people[2] = { person_kept(house, "Ada"), person_kept(house, "Ben") };

    open_post((PostOptions){ .tls = SMTP_PLAIN });
    for (int i = 0; i < 2; i++) {
        ask_for_mail(&people[i], TO[i], 0, "en");
        Mailed mailed = expect_mail(post, TO[i], i == 0 ? 451 : 0);
        cr_expect_str_empty(mailed.text);
    }
    expect_no_mail(house, post);
    smtp_service_recover(post);
    house_move_clock(house, 2 * MINUTE_MS);
    for (int i = 0; i < 2; i++) {
        Mailed mailed;
        cr_assert(smtp_service_next(post, PATIENCE_MS, &mailed));
        cr_expect_eq(mailed.status, 250);
    }
    expect_no_mail(house, post);
}

Test(mail_sending, gives_up_in_the_end)
{
    Person ada = person_kept(house, "Ada");
    Mailed mailed;

    open_post((PostOptions){ .tls = SMTP_PLAIN });
    ask_for_mail(&ada, "busy@example.org", 0, "en");
    for (int i = 0; i < 8; i++) {
        cr_assert(smtp_service_next(post, PATIENCE_MS, &mailed), "try %d", i);
        house_move_clock(house, (1 + i * i) * MINUTE_MS);
    }
    smtp_service_recover(post);
    expect_no_mail(house, post);
}

Test(mail_sending, stops_at_addresses_that_are_refused)
{
    Person ada = person_kept(house, "Ada");

    open_post((PostOptions){ .tls = SMTP_PLAIN });
    get_mail(house, post, &ada, "gone@example.org", 0, "en");
    smtp_service_recover(post);
    for (int i = 0; i < 3; i++) {
        cr_expect_not(is_refused(&ada));
        recover("Ada");
        expect_mail(post, "gone@example.org", 550);
        expect_no_mail(house, post); /* nor again */
    }
    cr_expect(is_refused(&ada));
    house_move_clock(house, DAY_MS);
    recover("Ada");
    expect_no_mail(house, post);
}

Test(mail_sending, drops_what_is_rejected)
{
    Person ada = person_kept(house, "Ada");

    open_post((PostOptions){ .tls = SMTP_PLAIN });
    ask_for_mail(&ada, "spam@example.org", 0, "en");
    expect_mail(post, "spam@example.org", 554);
    house_move_clock(house, 30 * MINUTE_MS);
    expect_no_mail(house, post);
}

/* Of a mail server that does not answer, nothing else waits. */
Test(mail_sending, holds_nothing_up)
{
    Person ada = person_kept(house, "Ada");

    open_post((PostOptions){ .tls = SMTP_PLAIN });
    ask_for_mail(&ada, "slow@example.org", 0, "en");
    must_ask(house, &ada, "/api/1/mail/settings", "{\"every\":24}");
    smtp_service_recover(post);
    expect_mail(post, "slow@example.org", 250);
}

Test(mail_sending, uses_starttls_and_a_login)
{
    Person ada = person_kept(house, "Ada");

    open_post((PostOptions){ .tls = SMTP_STARTTLS,
                             .login = "trains/s3cret ünd more",
                             .login_given = "trains\ns3cret ünd more\n" });
    ask_for_mail(&ada, "ada@example.org", 0, "en");
    Mailed mailed = expect_mail(post, "ada@example.org", 250);
    cr_expect(mailed.is_tls);
    cr_expect_str_eq(mailed.login, "trains/s3cret ünd more");
}

Test(mail_sending, uses_smtps)
{
    Person ada = person_kept(house, "Ada");

    open_post((PostOptions){ .tls = SMTP_TLS });
    ask_for_mail(&ada, "ada@example.org", 0, "en");
    cr_expect(expect_mail(post, "ada@example.org", 250).is_tls);
}

/* Nothing but the handshake is sent to somebody with another certificate. */
static void expect_silence(const PostOptions *options)
{
    Person ada = person_kept(house, "Ada");
    Mailed mailed;
    Answer metrics;
    int has_failed = 0;

    open_post(*options);
    ask_for_mail(&ada, "ada@example.org", 0, "en");
    for (int i = 0; i < PATIENCE_MS && !has_failed; i++) {
        metrics = ask_admin(house, "/metrics");
        has_failed =
            strstr(metrics.reply.body.bytes, "roundhouse_mails_failed_total 0") == NULL;
        answer_free(&metrics);
    }
    cr_expect(has_failed);
    cr_expect_not(smtp_service_next(post, 0, &mailed));
}

Test(mail_sending, trusts_no_other_certificate)
{
    expect_silence(&(PostOptions){ .tls = SMTP_STARTTLS, .trusts_other = 1 });
}

Test(mail_sending, does_not_go_on_with_a_wrong_login)
{
    expect_silence(&(PostOptions){
        .tls = SMTP_STARTTLS, .login = "trains/right", .login_given = "trains\nwrong\n" });
}

/* Without a mail server nothing is offered. */
Test(mail_sending, is_not_offered_without_a_server)
{
    Person ada = person_kept(house, "Ada");
    Answer answer = ask(house, NULL, "/api/1/hello", NULL);

    cr_expect_null(json_get(answer.json, "mail"));
    answer_free(&answer);
    must_not_ask(house, &ada, 403, "not-allowed", "/api/1/mail", NULL);
    must_not_ask(house, NULL, 403, "not-allowed", "/api/1/recover", "{\"who\":\"Ada\"}");
    open_post((PostOptions){ .tls = SMTP_PLAIN });
    answer = ask(house, NULL, "/api/1/hello", NULL);
    cr_expect(is_at(answer.json, "mail"));
    answer_free(&answer);
}
