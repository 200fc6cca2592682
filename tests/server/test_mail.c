/* test_mail.c: addresses are confirmed, and digests come to them, at a mail server of the
 * tests' own. */
#include "office.h"
#include "post.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MINUTE_MS = 60000,
    HOUR_MS = 3600000,
    GATHER_MS = 16 * MINUTE_MS,
    DAY_MINUTES = 1440
};

static SmtpService *post;

HOUSE_SUITE(mail, HOUSE_OPEN, post = post_open(house, &(PostOptions){ .login = NULL }));

static Person keep(const Person *guest)
{
    must_ask(house, guest, "/api/1/keep", "{\"name\":\"%s\",\"password\":\"all aboard!\"}",
             guest->name);
    return *guest;
}

/* A game in which the absent one gets digests at ada@example.org. */
static Scene scene_with_mail(const char *more, int every, const char *language)
{
    Scene scene = scene_open_with(house, more);

    keep(absent_of(&scene));
    scene_leave(&scene);
    get_mail(house, post, absent_of(&scene), "ada@example.org", every, language);
    return scene;
}

static void expect_mailbox(const Person *who, const char *address, const char *pending,
                           int every)
{
    Answer answer = ask(house, who, "/api/1/mail", NULL);

    cr_assert_eq(answer.status, 200);
    cr_expect_str_eq(text_at(answer.json, "address"), address);
    cr_expect_str_eq(text_at(answer.json, "pending"), pending);
    cr_expect_eq(number_at(answer.json, "every"), every);
    answer_free(&answer);
}

/* ------------------------------------------------------------------------- */
/* Addresses                                                                 */
/* ------------------------------------------------------------------------- */

Test(mail, confirms_an_address_once)
{
    Person ada = person_kept(house, "Ada.example/x");
    char token[128], link[256];

    expect_mailbox(&ada, "", "", 0);
    ask_for_mail(&ada, "Ada@Example.org", 24, "en");
    expect_mailbox(&ada, "", "Ada@Example.org", 24);
    Mailed mailed = expect_mail(post, "Ada@Example.org", 250);
    cr_expect(header_says(&mailed, "Subject", "Confirm your address for Roundhouse"));
    cr_expect(mail_says(&mailed, "“Ada example x”"), "a name must not become a link");
    mail_link(&mailed, "http://", link, sizeof link);
    cr_expect_eq(strncmp(link, "127.0.0.1:", 10), 0);
    mail_link(&mailed, "/mail#", token, sizeof token);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/mail/confirm",
                 "{\"token\":\"x%s\"}", token);
    must_ask(house, NULL, "/api/1/mail/confirm", "{\"token\":\"%s\"}", token);
    expect_mailbox(&ada, "Ada@Example.org", "", 24);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/mail/confirm",
                 "{\"token\":\"%s\"}", token);
}

Test(mail, confirms_the_last_address_that_was_asked_for)
{
    Person ada = person_kept(house, "Ada");
    char first[128], second[128];

    ask_for_mail(&ada, "one@example.org", 0, "en");
    Mailed mailed = expect_mail(post, "one@example.org", 250);
    mail_link(&mailed, "/mail#", first, sizeof first);
    ask_for_mail(&ada, "two@example.org", 0, "fr");
    mailed = expect_mail(post, "two@example.org", 250);
    cr_expect(mail_says(&mailed, "dans la journée"));
    mail_link(&mailed, "/mail#", second, sizeof second);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/mail/confirm",
                 "{\"token\":\"%s\"}", first);
    expect_mailbox(&ada, "", "two@example.org", 0);
    must_ask(house, NULL, "/api/1/mail/confirm", "{\"token\":\"%s\"}", second);
    /* The old one counts until the new one is confirmed, which must be within a day. */
    ask_for_mail(&ada, "three@example.org", 0, "en");
    mailed = expect_mail(post, "three@example.org", 250);
    mail_link(&mailed, "/mail#", first, sizeof first);
    expect_mailbox(&ada, "two@example.org", "three@example.org", 0);
    house_move_clock(house, 25LL * HOUR_MS);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/mail/confirm",
                 "{\"token\":\"%s\"}", first);
}

Test(mail, is_only_for_kept_names_that_were_confirmed)
{
    Person guest = person_new(house, "Guest"), ada = person_kept(house, "Ada");

    must_not_ask(house, &guest, 403, "not-allowed", "/api/1/mail",
                 "{\"address\":\"a@example.org\"}");
    must_not_ask(house, &ada, 403, "not-confirmed", "/api/1/mail",
                 "{\"address\":\"a@example.org\"}");
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/mail", NULL);
    expect_no_mail(house, post);
}

Test(mail, refuses_addresses_that_are_none)
{
    static const char *const WRONG[] = {
        "",
        "ada",
        "ada@localhost",
        "ada@[127.0.0.1]",
        "ada@127.0.0.1",
        "a@b@example.org",
        "\\\"a b\\\"@example.org",
        "ada@example.org\\r\\nRCPT TO:<eve@example.org>",
        "ada@example.org\\nBcc: eve@example.org",
        "ada@example.org>",
        "ada@example.org,eve@example.org",
        "ada@exam\\u0440le.org", /* a Cyrillic er */
        "\\u0430da@example.org",
        "ada@example.org\\u0000",
        ".ada@example.org",
        "ada@-example.org",
    };
    Person ada = person_kept(house, "Ada");
    char ticket[256], much[300];

    confirm_ticket(&ada, ticket);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        must_not_ask(house, &ada, 400, "bad-request", "/api/1/mail",
                     "{\"address\":\"%s\",\"confirm\":\"%s\"}", WRONG[i], ticket);
    memset(much, 'a', sizeof much - 1);
    much[sizeof much - 1] = '\0';
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/mail",
                 "{\"address\":\"a@%s.org\",\"confirm\":\"%s\"}", much, ticket);
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/mail/settings",
                 "{\"every\":1000}");
    expect_no_mail(house, post);
}

Test(mail, never_floods_an_address)
{
    static const char VICTIM[] = "victim@example.org";
    char name[16];

    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "Eve %d", i);
        Person eve = person_kept(house, name);
        ask_for_mail(&eve, i % 2 == 0 ? VICTIM : "VICTIM@example.org", 0, "en");
        if (i < 3)
            expect_mail(post, i % 2 == 0 ? VICTIM : "VICTIM@example.org", 250);
    }
    expect_no_mail(house, post);
}

Test(mail, limits_what_a_person_asks_for)
{
    Person ada = person_kept(house, "Ada");
    char address[32], ticket[256];

    for (int i = 0; i < 5; i++) {
        snprintf(address, sizeof address, "a%d@example.org", i);
        ask_for_mail(&ada, address, 0, "en");
        expect_mail(post, address, 250);
    }
    confirm_ticket(&ada, ticket);
    must_not_ask(house, &ada, 429, "too-many", "/api/1/mail",
                 "{\"address\":\"a6@example.org\",\"confirm\":\"%s\"}", ticket);
    expect_mailbox(&ada, "", "a4@example.org", 0);
}

Test(mail, ends_when_the_address_or_the_account_is_removed)
{
    Scene scene = scene_with_mail("", 24, "en");

    play_until_their_turn(&scene);
    must_ask(house, absent_of(&scene), "/api/1/mail/remove", "{}");
    expect_mailbox(absent_of(&scene), "", "", 0);
    house_move_clock(house, GATHER_MS);
    expect_no_mail(house, post);
    board_close(scene.board);
    Person cleo = person_kept(house, "Cleo");
    get_mail(house, post, &cleo, "cleo@example.org", 24, "fr");
    Answer answer = ask(house, &cleo, "/api/1/export", NULL);
    const Json *mail = json_at(answer.json, "mail");
    cr_expect_str_eq(text_at(mail, "address"), "cleo@example.org");
    cr_expect_eq(number_at(mail, "every"), 24);
    cr_expect_str_eq(text_at(mail, "language"), "fr");
    answer_free(&answer);
    must_ask(house, &cleo, "/api/1/delete", "{\"password\":\"all aboard!\"}");
    must_ask(house, NULL, "/api/1/recover", "{\"who\":\"cleo@example.org\"}");
    expect_no_mail(house, post);
}

/* ------------------------------------------------------------------------- */
/* Digests                                                                   */
/* ------------------------------------------------------------------------- */

Test(mail, gathers_what_waits)
{
    Scene scene = scene_with_mail("", 24, "en");
    char link[64];

    play_until_their_turn(&scene);
    house_move_clock(house, 10 * MINUTE_MS); /* it may be seen in the meantime */
    expect_no_mail(house, post);
    house_move_clock(house, GATHER_MS);
    Mailed mailed = expect_mail(post, "ada@example.org", 250);
    cr_expect(header_says(&mailed, "Subject", "Roundhouse waits for you"));
    cr_expect(mail_says(&mailed, "It is your turn in Freight Train."));
    snprintf(link, sizeof link, "/t/%s\n", scene.board->code);
    cr_expect(mail_says(&mailed, link));
    cr_expect(header_says(&mailed, "List-Unsubscribe", "<http://127.0.0.1:"));
    cr_expect(header_says(&mailed, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    Answer metrics = ask_admin(house, "/metrics");
    cr_expect(strstr(metrics.reply.body.bytes, "roundhouse_mails_total") != NULL);
    answer_free(&metrics);
    house_move_clock(house, 25LL * HOUR_MS); /* it was said */
    expect_no_mail(house, post);
    board_close(scene.board);
}

static void invite(const Person *host, const char *name)
{
    char code[CODE_ROOM], path[64];

    table_new(house, host, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"]}");
    snprintf(path, sizeof path, "/api/1/tables/%s/invite", code);
    must_ask(house, host, path, "{\"name\":\"%s\"}", name);
}

Test(mail, comes_at_most_once_in_the_hours_somebody_wants)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");

    get_mail(house, post, &ada, "ada@example.org", 6, "fr");
    invite(&ben, "Ada");
    invite(&ben, "Ada");
    house_move_clock(house, GATHER_MS);
    Mailed mailed = expect_mail(post, "ada@example.org", 250);
    cr_expect(mail_says(&mailed, "Ben vous invite à une partie ("));
    cr_expect(header_says(&mailed, "Subject", "Roundhouse vous attend"));
    cr_expect(header_says(&mailed, "Content-Language", "fr"));
    invite(&ben, "Ada");
    house_move_clock(house, 5 * HOUR_MS);
    expect_no_mail(house, post);
    house_move_clock(house, HOUR_MS);
    expect_mail(post, "ada@example.org", 250);
    /* Less often from now on. */
    invite(&ben, "Ada");
    must_ask(house, &ada, "/api/1/mail/settings?lang=en", "{\"every\":48}");
    house_move_clock(house, 7 * HOUR_MS);
    expect_no_mail(house, post);
    house_move_clock(house, 42LL * HOUR_MS);
    mailed = expect_mail(post, "ada@example.org", 250);
    cr_expect(mail_says(&mailed, "Ben invites you to a game of "));
}

Test(mail, says_nothing_of_what_somebody_sees)
{
    Scene scene = scene_with_mail("", 1, "en");
    Tab *tab = tab_open(house, absent_of(&scene));

    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", scene.board->code);
    play_until_their_turn(&scene);
    house_move_clock(house, GATHER_MS);
    expect_no_mail(house, post);
    tab_close(tab);
    for (int i = 0; i < PATIENCE_MS && absent_is_here(&scene); i++)
        ;
    house_move_clock(house, GATHER_MS);
    expect_mail(post, "ada@example.org", 250);
    board_close(scene.board);
}

Test(mail, does_not_come_for_live_games)
{
    Scene scene =
        scene_with_mail(",\"clock\":{\"kind\":\"turn\",\"seconds\":3600}", 1, "en");

    play_until_their_turn(&scene);
    house_move_clock(house, GATHER_MS);
    expect_no_mail(house, post);
    board_close(scene.board);
}

Test(mail, waits_for_the_end_of_quiet_hours)
{
    Scene scene = scene_with_mail("", 1, "en");
    int minute = (int)(time(NULL) / 60 % DAY_MINUTES);

    must_ask(house, absent_of(&scene), "/api/1/notices",
             "{\"turn\":true,\"begin\":true,\"invited\":true,\"from\":%d,\"to\":%d,"
             "\"zone\":\"Etc/UTC\"}",
             (minute + DAY_MINUTES - 60) % DAY_MINUTES, (minute + 120) % DAY_MINUTES);
    play_until_their_turn(&scene);
    house_move_clock(house, GATHER_MS);
    expect_no_mail(house, post);
    house_move_clock(house, 2 * HOUR_MS);
    expect_mail(post, "ada@example.org", 250);
    board_close(scene.board);
}

/* ------------------------------------------------------------------------- */
/* The end of digests                                                        */
/* ------------------------------------------------------------------------- */

Test(mail, ends_by_one_click_and_only_by_a_post)
{
    Scene scene = scene_with_mail("", 24, "en");
    char path[128], wrong[128], value[512];

    play_until_their_turn(&scene);
    house_move_clock(house, GATHER_MS);
    Mailed mailed = expect_mail(post, "ada@example.org", 250);
    mail_header(mailed.text, "List-Unsubscribe", value, sizeof value);
    cr_assert_not_null(strstr(value, "/unsubscribe/"));
    snprintf(path, sizeof path, "%.*s", (int)strcspn(strstr(value, "/unsubscribe/"), ">"),
             strstr(value, "/unsubscribe/"));
    Answer page = ask_so(house, &(HttpRequest){ .path = path });
    answer_free(&page);
    expect_mailbox(absent_of(&scene), "ada@example.org", "", 24);
    snprintf(wrong, sizeof wrong, "%s", path);
    wrong[strlen(wrong) - 1] ^= 1;
    Answer answer = ask_so(
        house, &(HttpRequest){ .path = wrong, .body = "List-Unsubscribe=One-Click" });
    cr_expect_eq(answer.status, 404);
    answer_free(&answer);
    expect_mailbox(absent_of(&scene), "ada@example.org", "", 24);
    /* As a mail program does: no session, no Origin, a form. */
    for (int i = 0; i < 2; i++) {
        answer = ask_so(
            house, &(HttpRequest){ .path = path, .body = "List-Unsubscribe=One-Click" });
        cr_expect_eq(answer.status, 200);
        answer_free(&answer);
    }
    expect_mailbox(absent_of(&scene), "ada@example.org", "", 0);
    board_close(scene.board);
}
