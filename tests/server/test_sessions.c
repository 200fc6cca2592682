/* test_sessions.c: sessions, their lists and ends, new tokens of cookies; names that look
 * the same; what is kept about somebody, and who may see a private table. */
#include "board.h"
#include "leaving.h"
#include "office.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int64_t HOUR = 3600 * 1000, DAY = 24LL * 3600 * 1000;
static const char FIREFOX[] = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) "
                              "Gecko/20100101 Firefox/128.0\r\n";

HOUSE_SUITE(sessions, HOUSE_OPEN);
TestSuite(names, .init = open_house, .fini = close_house);

/* ------------------------------------------------------------------------- */
/* Helpers                                                                   */
/* ------------------------------------------------------------------------- */

static Person kept_person(const char *name)
{
    Person person = person_new(house, name);
    char body[128];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    must_ask(house, &person, "/api/1/keep", "%s", body);
    return person;
}

static Person log_in(const char *name)
{
    Answer answer = ask(house, NULL, "/api/1/login",
                        "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    Person person = person_of(house, &answer);

    answer_free(&answer);
    return person;
}

static int is_signed_in(const Person *person)
{
    Answer answer = ask(house, person, "/api/1/hello", NULL);
    int is_known = json_is(json_at(answer.json, "you"), JSON_IS_OBJECT);

    answer_free(&answer);
    return is_known;
}

/* The code of the n-th session that is, or is not, the caller's own. */
static void session_code(const Person *person, int is_own, char code[32])
{
    Answer answer = ask(house, person, "/api/1/sessions", NULL);
    const Json *list = json_at(answer.json, "sessions");

    code[0] = '\0';
    for (int i = 0; i < (int)list->length; i++) {
        if (is_at(entry_at(list, i), "current") == is_own)
            snprintf(code, 32, "%s", text_at(entry_at(list, i), "session"));
    }
    answer_free(&answer);
}

static int session_count(const Person *person)
{
    Answer answer = ask(house, person, "/api/1/sessions", NULL);
    int count = (int)json_at(answer.json, "sessions")->length;

    answer_free(&answer);
    return count;
}

/* ------------------------------------------------------------------------- */
/* Passwords                                                                 */
/* ------------------------------------------------------------------------- */

Test(sessions, a_new_password_needs_the_old_one)
{
    Person ada = kept_person("Ada");

    must_not_ask(house, &ada, 403, "wrong-password", "/api/1/keep",
                 "{\"name\":\"Ada\",\"password\":\"mind the gap\"}");
    must_not_ask(
        house, &ada, 403, "wrong-password", "/api/1/keep",
        "{\"name\":\"Ada\",\"password\":\"mind the gap\",\"old\":\"a wild guess\"}");
    must_ask(house, NULL, "/api/1/login",
             "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    must_ask(house, &ada, "/api/1/keep",
             "{\"name\":\"Ada\",\"password\":\"mind the gap\",\"old\":\"all aboard!\"}");
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login",
                 "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    must_ask(house, NULL, "/api/1/login",
             "{\"name\":\"Ada\",\"password\":\"mind the gap\"}");
}

/* Whoever has stolen the cookie of this very browser is out, too. */
Test(sessions, a_new_password_gives_a_browser_a_new_cookie)
{
    Person ada = kept_person("Ada"), browser = log_in("Ada");
    Tab *tab = tab_open(house, &browser);
    char more[400], origin[128];
    HttpRequest request = {
        .path = "/api/1/keep",
        .origin = origin,
        .more = more,
        .body = "{\"name\":\"Ada\",\"password\":\"mind the gap\",\"old\":\"all aboard!\"}",
    };

    house_origin(house, origin, sizeof origin);
    snprintf(more, sizeof more, "Cookie: rh_session=%s\r\n", browser.token);
    Answer answer = ask_so(house, &request);
    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    const char *cookie = http_reply_header(&answer.reply, "set-cookie");
    cr_assert_not_null(cookie);
    snprintf(ada.token, sizeof ada.token, "%.*s", (int)strcspn(cookie + 11, ";"),
             cookie + 11);
    answer_free(&answer);
    cr_expect(tab_is_hung_up(tab));
    cr_expect_not(is_signed_in(&browser));
    cr_expect(is_signed_in(&ada));
    cr_expect_eq(session_count(&ada), 1);
    tab_close(tab);
}

/* ------------------------------------------------------------------------- */
/* Lists and ends                                                            */
/* ------------------------------------------------------------------------- */

Test(sessions, are_listed_with_their_device)
{
    Person ada = kept_person("Ada"), phone;
    char origin[128];
    HttpRequest request = {
        .path = "/api/1/login",
        .origin = origin,
        .more = FIREFOX,
        .body = "{\"name\":\"Ada\",\"password\":\"all aboard!\"}",
    };

    house_origin(house, origin, sizeof origin);
    Answer answer = ask_so(house, &request);
    phone = person_of(house, &answer);
    answer_free(&answer);
    answer = ask(house, &phone, "/api/1/sessions", NULL);
    const Json *list = json_at(answer.json, "sessions");
    cr_assert_eq(list->length, 2);
    for (int i = 0; i < 2; i++) {
        const Json *session = entry_at(list, i);
        cr_expect_gt(number_at(session, "seen"), 0);
        cr_expect_eq(text_at(session, "session")[0], 's');
        if (is_at(session, "current"))
            cr_expect_str_eq(text_at(session, "device"), "Firefox, Linux");
    }
    cr_assert_null(strstr(answer.reply.body.bytes, phone.token));
    answer_free(&answer);
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/sessions", NULL);
    cr_expect(is_signed_in(&ada));
}

Test(sessions, end_one_by_one)
{
    Person ada = kept_person("Ada"), phone = log_in("Ada"), ben = kept_person("Ben");
    Tab *own = tab_open(house, &ada), *other = tab_open(house, &phone);
    char code[32], body[64];

    session_code(&ada, 0, code);
    snprintf(body, sizeof body, "{\"session\":\"%s\"}", code);
    must_not_ask(house, &ben, 404, "no-such-thing", "/api/1/sessions/end", "%s", body);
    cr_expect(is_signed_in(&phone));
    must_ask(house, &ada, "/api/1/sessions/end", "%s", body);
    cr_expect(tab_is_hung_up(other));
    cr_expect_not(is_signed_in(&phone));
    cr_expect(is_signed_in(&ada));
    tab_must(own, "{\"do\":\"ping\"}");
    must_not_ask(house, &ada, 404, "no-such-thing", "/api/1/sessions/end", "%s", body);
    tab_close(own);
    tab_close(other);
}

Test(sessions, end_everywhere)
{
    Person ada = kept_person("Ada"), phone = log_in("Ada"), ben = kept_person("Ben");
    Tab *own = tab_open(house, &ada), *other = tab_open(house, &phone);

    must_ask(house, &phone, "/api/1/logout", "{\"everywhere\":true}");
    cr_expect(tab_is_hung_up(own));
    cr_expect(tab_is_hung_up(other));
    cr_expect_not(is_signed_in(&phone));
    cr_expect_not(is_signed_in(&ada));
    cr_expect(is_signed_in(&ben));
    tab_close(own);
    tab_close(other);
}

/* A program's token outlives its owner's password, and is listed and revoked by itself. */
Test(sessions, tokens_of_programs_are_listed_and_renewed)
{
    Person ada = kept_person("Ada"), program, renewed;
    Answer answer = ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    char body[64];

    program = person_of(house, &answer);
    answer_free(&answer);
    must_ask(house, &ada, "/api/1/keep",
             "{\"name\":\"Ada\",\"password\":\"mind the gap\",\"old\":\"all aboard!\"}");
    cr_expect(is_signed_in(&program));
    answer = ask(house, &ada, "/api/1/sessions", NULL);
    const Json *listed = entry_at(json_at(answer.json, "programs"), 0);
    cr_expect_str_eq(text_at(listed, "user"), program.user);
    cr_expect_gt(number_at(listed, "seen"), 0);
    answer_free(&answer);
    Tab *tab = tab_open(house, &program);
    snprintf(body, sizeof body, "{\"user\":\"%s\"}", program.user);
    answer = ask(house, &ada, "/api/1/programs/token", "%s", body);
    renewed = person_of(house, &answer);
    answer_free(&answer);
    cr_expect_str_eq(renewed.user, program.user);
    cr_expect(tab_is_hung_up(tab));
    cr_expect_not(is_signed_in(&program));
    cr_expect(is_signed_in(&renewed));
    tab_close(tab);
}

/* ------------------------------------------------------------------------- */
/* New tokens, old sessions                                                  */
/* ------------------------------------------------------------------------- */

/* GET hello as a browser does; the new token goes to `next`. 0: there is none. */
static int browse(const Person *person, Person *next)
{
    char more[400];
    HttpRequest request = { .path = "/api/1/hello", .more = more };

    snprintf(more, sizeof more, "Cookie: rh_session=%s\r\n", person->token);
    Answer answer = ask_so(house, &request);
    const char *cookie = http_reply_header(&answer.reply, "set-cookie");
    *next = *person;
    cr_assert(json_is(json_at(answer.json, "you"), JSON_IS_OBJECT));
    if (cookie != NULL)
        snprintf(next->token, sizeof next->token, "%.*s", (int)strcspn(cookie + 11, ";"),
                 cookie + 11);
    answer_free(&answer);
    return cookie != NULL;
}

Test(sessions, of_browsers_get_a_new_token_a_day)
{
    Person ada = person_new(house, "Ada"), next, same;

    cr_expect_not(browse(&ada, &same));
    house_move_clock(house, DAY + HOUR);
    cr_assert(browse(&ada, &next));
    cr_expect_not(browse(&ada, &same), "one at a time");
    /* The answer may have been lost: the old token is valid until the new one is used… */
    house_move_clock(house, 2 * HOUR);
    cr_expect(is_signed_in(&ada));
    cr_expect(is_signed_in(&next));
    cr_expect_eq(session_count(&next), 1);
    /* …and for an hour after that. */
    cr_expect(is_signed_in(&ada));
    house_move_clock(house, 2 * HOUR);
    cr_expect_not(is_signed_in(&ada));
    cr_expect(is_signed_in(&next));
}

/* A browser keeps a cookie as long as the server keeps the session: 90 days from its last
 * token. */
Test(sessions, of_browsers_have_cookies_of_90_days)
{
    static const char MAX_AGE[] = "; Max-Age=7776000";
    Answer answer = ask(house, NULL, "/api/1/guest", "{\"name\":\"Ada\"}");
    const char *cookie = http_reply_header(&answer.reply, "set-cookie");
    char more[400];
    HttpRequest request = { .path = "/api/1/hello", .more = more };

    cr_assert_not_null(cookie);
    cr_expect_not_null(strstr(cookie, MAX_AGE), "%s", cookie);
    snprintf(more, sizeof more, "Cookie: rh_session=%s\r\n", text_at(answer.json, "token"));
    answer_free(&answer);
    house_move_clock(house, 89 * DAY);
    answer = ask_so(house, &request);
    cookie = http_reply_header(&answer.reply, "set-cookie");
    cr_assert_not_null(cookie, "it is renewed with use");
    cr_expect_not_null(strstr(cookie, MAX_AGE), "%s", cookie);
    answer_free(&answer);
}

Test(sessions, of_other_programs_keep_their_token)
{
    Person ada = person_new(house, "Ada");

    house_move_clock(house, 2 * DAY);
    Answer answer = ask(house, &ada, "/api/1/hello", NULL);
    cr_expect_null(http_reply_header(&answer.reply, "set-cookie"));
    answer_free(&answer);
    house_move_clock(house, 80 * DAY);
    cr_expect(is_signed_in(&ada));
}

Test(sessions, end_after_90_days_unused)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben"), program;
    Answer answer = ask(house, &ben, "/api/1/programs", "{\"name\":\"Deep Yard\"}");

    program = person_of(house, &answer);
    answer_free(&answer);
    house_move_clock(house, 50 * DAY);
    cr_expect(is_signed_in(&ada));
    house_move_clock(house, 50 * DAY);
    cr_expect(is_signed_in(&ada), "used 50 days ago");
    cr_expect_not(is_signed_in(&ben));
    cr_expect(is_signed_in(&program));
    house_move_clock(house, 310 * DAY);
    cr_expect_not(is_signed_in(&ada));
    cr_expect(is_signed_in(&program));
}

/* ------------------------------------------------------------------------- */
/* Guests who log out                                                        */
/* ------------------------------------------------------------------------- */

static const Json *seat_of(Tab *tab, int seat)
{
    return entry_at(json_at(tab_wait_for(tab, "table"), "seats"), seat);
}

Test(sessions, guests_who_log_out_leave_their_seat_to_a_bot)
{
    Board *board = board_open(house, "station-master", 2, ",\"sit_in\":\"random\"");

    must_ask(house, &board->people[1], "/api/1/logout", "{}");
    while (!is_at(seat_of(board->tabs[0], 1), "away"))
        ;
    board_close(board);
}

Test(sessions, who_keep_their_name_keep_their_seat)
{
    Board *board = board_open(house, "station-master", 2, "");
    char path[64];

    must_ask(house, &board->people[1], "/api/1/keep",
             "{\"name\":\"Ben at home\",\"password\":\"all aboard!\"}");
    must_ask(house, &board->people[1], "/api/1/logout", "{}");
    snprintf(path, sizeof path, "/api/1/tables/%s", board->code);
    for (int i = 0; i < 3; i++) {
        Answer answer = ask(house, &board->people[0], path, NULL);
        cr_expect_not(is_at(entry_at(json_at(answer.json, "seats"), 1), "away"));
        answer_free(&answer);
    }
    board_close(board);
}

static void leave_by_ban(const House *at, const Person *who)
{
    office(at, "ban %s", who->user);
}

Test(sessions, who_log_out_keep_no_seat_by_requests_under_way)
{
    expect_open_seat(house, house, leave_by_logging_out);
    expect_bot_in_seat(house, house, leave_by_logging_out);
}

Test(sessions, who_delete_their_account_keep_no_seat_by_requests_under_way)
{
    expect_open_seat(house, house, leave_by_deleting);
    expect_bot_in_seat(house, house, leave_by_deleting);
    expect_no_chat(house, house);
}

Test(sessions, who_are_banned_keep_no_seat_by_requests_under_way)
{
    expect_open_seat(house, house, leave_by_ban);
    expect_bot_in_seat(house, house, leave_by_ban);
}

/* ------------------------------------------------------------------------- */
/* Private tables, chat, export                                              */
/* ------------------------------------------------------------------------- */

static void open_table(const Person *host, int is_public, char code[CODE_ROOM])
{
    table_new(house, host, code,
              "{\"game\":\"freight-train\",\"public\":%s,\"seats\":[\"me\",\"open\"]}",
              is_public ? "true" : "false");
}

Test(sessions, strangers_see_no_private_table)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    Tab *stranger = tab_open(house, NULL);
    char code[CODE_ROOM], path[64], save[64];

    open_table(&ada, 0, code);
    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    snprintf(save, sizeof save, "/api/1/tables/%s/save", code);
    must_not_ask(house, NULL, 404, "no-such-table", path, NULL);
    must_not_ask(house, NULL, 404, "no-such-table", save, NULL);
    tab_must_not(stranger, "no-such-table", "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    must_ask(house, &ben, path, NULL);
    must_not_ask(house, &ben, 409, "not-over", save, NULL);
    open_table(&ada, 1, code);
    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    must_ask(house, NULL, path, NULL);
    tab_close(stranger);
}

Test(sessions, deleted_accounts_leave_no_chat)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    open_table(&ada, 1, code);
    Tab *host = tab_open(house, &ada), *guest = tab_open(house, &ben);
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"my secret\"}", code);
    tab_must(host, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"first\"}", code);
    tab_must(guest, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"my other\"}", code);
    while (strcmp(text_at(tab_wait_for(host, "chat"), "text"), "my other") != 0)
        ;
    must_ask(house, &ben, "/api/1/delete", "{}");
    Tab *late = tab_open(house, NULL);
    tab_must(late, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"second\"}", code);
    cr_expect_str_eq(text_at(tab_wait_for(late, "chat"), "text"), "first");
    cr_expect_str_eq(text_at(tab_wait_for(late, "chat"), "text"), "second");
    cr_expect_eq(number_at(late->json, "k"), 4);
    tab_close(late);
    tab_close(host);
    tab_close(guest);
}

Test(sessions, everything_about_a_person_is_exported)
{
    Board *board = board_open(house, "station-master", 2, "");
    const Person *ada = &board->people[0];

    tab_must(board->tabs[0], "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"all aboard\"}",
             board->code);
    board_play(board, -1);
    must_ask(house, ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/export", NULL);
    Answer answer = ask(house, ada, "/api/1/export", NULL);
    cr_assert_eq(answer.status, 200);
    cr_assert_not_null(answer.json, "%s", answer.reply.body.bytes);
    cr_expect_str_eq(text_at(json_at(answer.json, "you"), "user"), ada->user);
    cr_expect_eq(json_at(answer.json, "sessions")->length, 1);
    cr_expect_str_eq(text_at(entry_at(json_at(answer.json, "programs"), 0), "name"),
                     "Deep Yard");
    const Json *table = entry_at(json_at(answer.json, "tables"), 0);
    cr_expect_str_eq(text_at(table, "table"), board->code);
    cr_expect_str_eq(text_at(table, "state"), "over");
    cr_expect_eq(number_at(table, "seat"), 0);
    cr_expect_gt(json_at(table, "moves")->length, 0);
    cr_expect_str_eq(text_at(entry_at(json_at(answer.json, "chat"), 0), "text"),
                     "all aboard");
    cr_expect_null(strstr(answer.reply.body.bytes, ada->token));
    cr_expect_null(strstr(answer.reply.body.bytes, board->people[1].user));
    cr_expect_not_null(http_reply_header(&answer.reply, "content-disposition"));
    answer_free(&answer);
    board_close(board);
}

/* The one who asks for a rematch of a deleted host's table is its host. */
Test(sessions, rematches_have_a_host)
{
    Board *board = board_open(house, "station-master", 2, "");
    char code[CODE_ROOM];

    board_play(board, -1);
    must_ask(house, &board->people[0], "/api/1/delete", "{}");
    tab_must(board->tabs[1], "{\"do\":\"rematch\",\"table\":\"%s\"}", board->code);
    do {
        tab_wait_for(board->tabs[1], "table");
    } while (!json_is(json_at(board->tabs[1]->json, "next"), JSON_IS_TEXT));
    snprintf(code, sizeof code, "%s", text_at(board->tabs[1]->json, "next"));
    tab_must(board->tabs[1], "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    cr_expect(is_at(board->tabs[1]->json, "host"));
    board_close(board);
}

/* ------------------------------------------------------------------------- */
/* Names                                                                     */
/* ------------------------------------------------------------------------- */

Test(names, that_look_the_same_are_the_same)
{
    static const char *const TAKEN[] = {
        "ADA",
        "\\u0410da",             /* Cyrillic A */
        "\\uff21\\uff24\\uff21", /* fullwidth */
        "\\ud835\\udc00da",      /* mathematical bold A */
        "A\\u200bda",            /* zero-width space */
        "\\u1d00\\u1d05\\u1d00", /* small capitals */
    };
    char body[128];

    kept_person("Ada");
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", TAKEN[i]);
        must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest", "%s", body);
    }
    kept_person("Ilse");
    must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest", "{\"name\":\"llse\"}");
    must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest", "{\"name\":\"ILSE\"}");
    kept_person("Tom"); /* in Cyrillic capitals */
    must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest",
                 "{\"name\":\"\\u0422\\u041e\\u041c\"}");
    kept_person("Beth"); /* in Greek capitals */
    must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest",
                 "{\"name\":\"\\u0392\\u0395\\u03a4\\u0397\"}");
    kept_person("\xC3\x89LAN");
    must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest",
                 "{\"name\":\"e\\u0301lan\"}");
    must_ask(house, NULL, "/api/1/guest", "{\"name\":\"Adam\"}");
    must_ask(house, NULL, "/api/1/guest", "{\"name\":\"Elan\"}");
    must_ask(house, NULL, "/api/1/login",
             "{\"name\":\"\\u00e9lan\",\"password\":\"all aboard!\"}");
}

Test(names, show)
{
    static const char *const REFUSED[] = {
        "\\u200b",       "\\u2800",    "\\u3164",
        "\\u00a0",       "Ada\\u200e", "\\u2067Ada",
        "Ada\\u2028Ben", "Ada\\ue000", "A\\u0301\\u0301\\u0301\\u0301da",
        "\\u0301",       "Ada\\u3000",
    };
    char body[128];

    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", REFUSED[i]);
        must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest", "%s", body);
    }
    Answer answer = ask(house, NULL, "/api/1/guest",
                        "{\"name\":\"Ada \\u00a0\\u200b \\u2764\\ufe0f\"}");
    cr_assert_eq(answer.status, 200);
    cr_expect_str_eq(text_at(json_at(answer.json, "you"), "name"), "Ada \xE2\x9D\xA4");
    answer_free(&answer);
}

Test(names, of_guests_change_when_somebody_keeps_them)
{
    Board *board = board_open(house, "station-master", 2, "");
    Person keeper = person_new(house, "Zoe");
    char name[64], body[128];

    snprintf(name, sizeof name, "%s", board->people[1].name);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    must_ask(house, &keeper, "/api/1/keep", "%s", body);
    strcat(name, " 2");
    cr_expect_str_eq(text_at(json_at(tab_wait_for(board->tabs[1], "you"), "you"), "name"),
                     name);
    while (strcmp(text_at(seat_of(board->tabs[0], 1), "name"), name) != 0)
        ;
    Answer answer = ask(house, &board->people[1], "/api/1/hello", NULL);
    cr_expect_str_eq(text_at(json_at(answer.json, "you"), "name"), name);
    answer_free(&answer);
    board_close(board);
}
