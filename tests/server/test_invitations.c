/* test_invitations.c: what whoever has the link of a table sees before they have a name. */
#include "talk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static Person ada, ben;

HOUSE_SUITE(invitations, HOUSE_LIMITED, ada = person_new(house, "Ada");
            ben = person_new(house, "Ben"));

/* Ada opens a private table, and Ben sits there. */
static void open_table(char code[CODE_ROOM], char path[64])
{
    Answer table = ask(house, &ada, "/api/1/tables",
                       "{\"game\":\"freight-train\",\"options\":{\"edition\":\"mayfair\"},"
                       "\"seats\":[\"me\",\"open\",\"open\",\"hard\"],\"public\":false}");

    cr_assert_eq(table.status, 200);
    snprintf(code, CODE_ROOM, "%s", text_at(table.json, "table"));
    snprintf(path, 64, "/api/1/tables/%s/invitation", code);
    answer_free(&table);
    Tab *tab = tab_open(house, &ben);
    tab_must(tab, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":1}", code);
    tab_close(tab);
}

static void expect_seat(const Answer *invitation, int seat, const char *who)
{
    const Json *at = entry_at(json_at(invitation->json, "seats"), seat);

    cr_expect_str_eq(text_at(at, "who"), who);
    cr_expect_null(json_get(at, "name"));
    cr_expect_null(json_get(at, "user"));
}

Test(invitations, say_game_and_host_to_who_has_the_link)
{
    char code[CODE_ROOM], path[64];

    open_table(code, path);
    Answer invitation = ask(house, NULL, path, NULL);
    cr_assert_eq(invitation.status, 200);
    cr_expect_str_eq(text_at(invitation.json, "game"), "freight-train");
    cr_expect_str_eq(text_at(invitation.json, "host"), "Ada");
    cr_expect_str_eq(text_at(json_at(invitation.json, "options"), "edition"), "mayfair");
    cr_expect_eq(json_at(invitation.json, "seats")->length, 4);
    expect_seat(&invitation, 0, "person");
    expect_seat(&invitation, 1, "person");
    expect_seat(&invitation, 2, "open");
    expect_seat(&invitation, 3, "bot");
    cr_expect_null(strstr(invitation.reply.body.bytes, "Ben"), "only the host invites");
    cr_expect_null(strstr(invitation.reply.body.bytes, ada.user));
    cr_expect_null(json_get(invitation.json, "deal"));
    answer_free(&invitation);
}

static void close_table(Tab *host, const char *code)
{
    tab_must(host, "{\"do\":\"close\",\"table\":\"%s\"}", code);
}

static void start_table(Tab *host, const char *code)
{
    tab_must(host, "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":2,\"who\":\"easy\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
}

/* Whether the table runs, is closed or never was: the bytes are the same. */
Test(invitations, end_when_the_table_is_no_longer_open)
{
    void (*const ends[])(Tab *, const char *) = { start_table, close_table };
    Answer never = ask(house, NULL, "/api/1/tables/23456789AB/invitation", NULL);
    char code[CODE_ROOM], path[64];

    cr_assert_eq(never.status, 404);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        open_table(code, path);
        Tab *host = tab_open(house, &ada);
        ends[i](host, code);
        Answer late = ask(house, NULL, path, NULL);
        cr_expect_eq(late.status, 404);
        cr_expect_str_eq(late.reply.body.bytes, never.reply.body.bytes);
        must_not_ask(house, &ben, 404, "no-such-table", path, NULL);
        answer_free(&late);
        tab_close(host);
    }
    answer_free(&never);
}

/* As many other requests are within the limits. */
Test(invitations, cannot_be_found_by_guessing)
{
    enum { GUESSES = 1000 };
    int status = 404, guesses = 0;

    while (status == 404 && guesses++ < GUESSES) {
        char path[64];
        snprintf(path, sizeof path, "/api/1/tables/23456789%c%c/invitation",
                 'A' + guesses % 8, 'A' + guesses / 8 % 8);
        Answer guess = ask(house, NULL, path, NULL);
        status = guess.status;
        answer_free(&guess);
    }
    cr_expect_eq(status, 429, "%d guesses were answered", guesses);
    must_ask(house, NULL, "/api/1/hello", NULL); /* nothing else is refused */
}
