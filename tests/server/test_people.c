/* test_people.c: guests, kept names, other devices, logging out, deleting an account.
 * */
#include "board.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

HOUSE_SUITE(people, HOUSE_OPEN);

/* The name of the session's user; empty: none. */
static void expect_you(const Person *who, const char *name, const char *kind)
{
    Answer answer = ask(house, who, "/api/1/hello", NULL);
    const Json *you;

    cr_assert_eq(answer.status, 200);
    cr_assert_eq(number_at(answer.json, "protocol"), 1);
    you = json_at(answer.json, "you");
    if (name == NULL) {
        cr_assert(json_is(you, JSON_IS_NOTHING));
    } else {
        cr_assert_str_eq(text_at(you, "name"), name);
        cr_assert_str_eq(text_at(you, "kind"), kind);
    }
    answer_free(&answer);
}

static Person log_in(const char *name, const char *password)
{
    Answer answer = ask(house, NULL, "/api/1/login",
                        "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    Person person = person_of(house, &answer);

    answer_free(&answer);
    return person;
}

Test(people, come_in_as_guests)
{
    Person ada = person_new(house, "Ada"), other = person_new(house, "Ada");

    expect_you(NULL, NULL, NULL);
    expect_you(&ada, "Ada", "guest");
    cr_assert_str_neq(ada.user, other.user);
    cr_assert_str_neq(ada.token, other.token);
    must_ask(house, &ada, "/api/1/logout", "{}");
    expect_you(&ada, NULL, NULL);
    expect_you(&other, "Ada", "guest");
}

Test(people, need_a_name)
{
    static const char *const NAMES[] = { "",
                                         " Ada",
                                         "Ada ",
                                         "A\\u0007",
                                         "\\u202Eada",
                                         "a\\nb",
                                         "123456789012345678901234567890123" };
    char body[128];

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", NAMES[i]);
        must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest", "%s", body);
    }
    must_ask(house, NULL, "/api/1/guest", "{\"name\":\"<b>Zoé</b> 🚂\"}");
}

Test(people, are_refused_what_is_not_understood)
{
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest", "{\"name\":\"Ada\"");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest", "[]");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest", "{}");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest", "{\"name\":7}");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest",
                 "{\"name\":\"Ada\",\"role\":\"admin\"}");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/guest",
                 "{\"name\":\"Ada\",\"name\":\"Ben\"}");
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/rename", "{\"name\":\"Ada\"}");
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/nothing", NULL);
}

Test(people, keep_a_name_and_come_from_another_device)
{
    Person ada = person_new(house, "Ada"), other = person_new(house, "Ben"), phone;

    must_not_ask(house, &ada, 400, "bad-request", "/api/1/keep",
                 "{\"name\":\"Ada\",\"password\":\"short\"}");
    must_ask(house, &ada, "/api/1/keep",
             "{\"name\":\"Ada\",\"password\":\"correct horse\"}");
    expect_you(&ada, "Ada", "kept");
    must_not_ask(house, &other, 400, "bad-request", "/api/1/keep",
                 "{\"name\":\"Ben\",\"password\":\"         \"}");
    must_not_ask(house, &other, 400, "bad-request", "/api/1/keep",
                 "{\"name\":\"Ben\",\"password\":\"\\u00a0\\u200b\\u2003\\u3164\"}");
    must_not_ask(house, &other, 409, "name-taken", "/api/1/keep",
                 "{\"name\":\"Ada\",\"password\":\"another one\"}");
    must_not_ask(house, &other, 409, "name-taken", "/api/1/keep",
                 "{\"name\":\"ADA\",\"password\":\"another one\"}");
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login",
                 "{\"name\":\"Ada\",\"password\":\"incorrect horse\"}");
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login",
                 "{\"name\":\"Nobody\",\"password\":\"incorrect horse\"}");
    phone = log_in("Ada", "correct horse");
    cr_assert_str_eq(phone.user, ada.user);
    cr_assert_str_neq(phone.token, ada.token);
    must_ask(house, &ada, "/api/1/logout", "{}");
    expect_you(&phone, "Ada", "kept");
}

/* Changes one user's row while the server is off. */
static void change_in_file(char *update)
{
    sqlite3 *db = NULL;

    house_end(house, SIGTERM);
    cr_assert_eq(sqlite3_open(house->data, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, update, NULL, NULL, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_changes(db), 1);
    sqlite3_free(update);
    sqlite3_close(db);
    house_begin(house);
}

/* Composed or not, as the keyboard has it; also by a hash of a version that did not
 * normalize. */
Test(people, have_one_password_on_all_keyboards)
{
    static const char COMPOSED[] = "{\"name\":\"Ada\",\"password\":\"caf\\u00e9 \\u1e69\"}",
                      TYPED[] =
                          "{\"name\":\"Ada\",\"password\":\"cafe\\u0301 s\\u0307\\u0323\"}";
    static const char OLD[] = "cafe\u0301 s\u0307\u0323";
    Person ada = person_new(house, "Ada");
    char hash[crypto_pwhash_STRBYTES];

    must_ask(house, &ada, "/api/1/keep", "%s", TYPED);
    must_ask(house, NULL, "/api/1/login", "%s", TYPED);
    must_ask(house, NULL, "/api/1/login", "%s", COMPOSED);
    cr_assert_eq(crypto_pwhash_str(hash, OLD, strlen(OLD),
                                   crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                   crypto_pwhash_MEMLIMIT_INTERACTIVE),
                 0);
    change_in_file(
        sqlite3_mprintf("UPDATE users SET password = %Q WHERE code = %Q", hash, ada.user));
    must_ask(house, NULL, "/api/1/login", "%s", TYPED);
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login", "%s", COMPOSED);
}

/* Eight bytes typed are six in the normal form, and 120 are 240. */
Test(people, have_passwords_whose_length_is_that_of_the_normal_form)
{
    Person ada = person_new(house, "Ada");
    char typed[6 * 40 + 1] = "", composed[12 * 40 + 1] = "";

    must_not_ask(house, &ada, 400, "bad-request", "/api/1/keep",
                 "{\"name\":\"Ada\",\"password\":\"e\\u0301e\\u0301ab\"}");
    for (int i = 0; i < 40; i++) {
        strcat(typed, "\\u0958");
        strcat(composed, "\\u0915\\u093c");
    }
    must_ask(house, &ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"%s\"}", typed);
    must_ask(house, NULL, "/api/1/login", "{\"name\":\"Ada\",\"password\":\"%s\"}", typed);
    must_ask(house, NULL, "/api/1/login", "{\"name\":\"Ada\",\"password\":\"%s\"}",
             composed);
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/keep",
                 "{\"name\":\"Ada\",\"password\":\"%s%s\"}", typed, typed);
}

/* The same seat from the second device, in the middle of the game. */
Test(people, play_on_from_another_device)
{
    Board *board = board_open(house, "station-master", 2, "");
    Tab *phone;

    must_ask(house, &board->people[1], "/api/1/keep",
             "{\"name\":\"Ben at home\",\"password\":\"correct horse\"}");
    board_play(board, 20);
    board->people[1] = log_in("Ben at home", "correct horse");
    phone = tab_open(house, &board->people[1]);
    tab_send(phone, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_close(board->tabs[1]);
    board->tabs[1] = phone;
    board_receive_one(board, 1);
    board_play(board, -1);
    board_check(board);
    board_close(board);
}

Test(people, are_forgotten_but_not_their_games)
{
    Board *board = board_open(house, "station-master", 2, "");
    Person deleted = board->people[1];
    char path[64];
    Answer answer;

    board_play(board, -1);
    must_ask(house, &deleted, "/api/1/delete", "{}");
    expect_you(&deleted, NULL, NULL);
    board_check(board);
    snprintf(path, sizeof path, "/api/1/tables/%s", board->code);
    answer = ask(house, &board->people[0], path, NULL);
    cr_assert_null(strstr(answer.reply.body.bytes, "Ben"));
    answer_free(&answer);
    snprintf(path, sizeof path, "/api/1/tables/%s/save", board->code);
    answer = ask(house, &board->people[0], path, NULL);
    cr_assert_null(strstr(answer.reply.body.bytes, "Ben"));
    answer_free(&answer);
    board_close(board);
}

Test(people, delete_a_kept_account_with_its_password_only)
{
    Person ada = person_new(house, "Ada");

    must_ask(house, &ada, "/api/1/keep",
             "{\"name\":\"Ada\",\"password\":\"correct horse\"}");
    must_not_ask(house, &ada, 403, "wrong-password", "/api/1/delete",
                 "{\"password\":\"incorrect horse\"}");
    expect_you(&ada, "Ada", "kept");
    must_ask(house, &ada, "/api/1/delete", "{\"password\":\"correct horse\"}");
    expect_you(&ada, NULL, NULL);
    /* The name is free again. */
    ada = person_new(house, "Ada");
    must_ask(house, &ada, "/api/1/keep",
             "{\"name\":\"Ada\",\"password\":\"battery staple\"}");
}

Test(people, rename_themselves)
{
    Person ada = person_new(house, "Ada");

    must_ask(house, &ada, "/api/1/rename", "{\"name\":\"Countess\"}");
    expect_you(&ada, "Countess", "guest");
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/rename", "{\"name\":\"\"}");
    expect_you(&ada, "Countess", "guest");
}

Test(people, have_programs)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben"), program;
    Answer answer = ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    char body[64];

    program = person_of(house, &answer);
    answer_free(&answer);
    expect_you(&program, "Deep Yard", "program");
    answer = ask(house, &ada, "/api/1/programs", NULL);
    cr_assert_not_null(strstr(answer.reply.body.bytes, program.user));
    cr_assert_null(strstr(answer.reply.body.bytes, program.token));
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"user\":\"%s\"}", program.user);
    must_not_ask(house, &ben, 404, "no-such-thing", "/api/1/programs/delete", "%s", body);
    expect_you(&program, "Deep Yard", "program");
    must_ask(house, &ada, "/api/1/programs/delete", "%s", body);
    expect_you(&program, NULL, NULL);
}

/* A program's token plays, and no more: somebody else may have it. */
Test(people, keep_their_programs_accounts_to_themselves)
{
    Person ada = person_new(house, "Ada"), program;
    Answer answer = ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    char body[64];

    program = person_of(house, &answer);
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"user\":\"%s\"}", program.user);
    must_not_ask(house, &program, 403, "not-allowed", "/api/1/rename",
                 "{\"name\":\"Ada’s Yard\"}");
    must_not_ask(house, &program, 403, "not-allowed", "/api/1/keep",
                 "{\"name\":\"Deep Yard\",\"password\":\"all aboard!\"}");
    must_not_ask(house, &program, 403, "not-allowed", "/api/1/programs",
                 "{\"name\":\"Deeper Yard\"}");
    must_not_ask(house, &program, 403, "not-allowed", "/api/1/programs/delete", "%s", body);
    must_not_ask(house, &program, 403, "not-allowed", "/api/1/delete", "{}");
    expect_you(&program, "Deep Yard", "program");
}

/* ------------------------------------------------------------------------- */
/* Sessions that end                                                         */
/* ------------------------------------------------------------------------- */

Test(people, who_log_out_are_out_at_once)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    Tab *tab = tab_open(house, &ada), *other = tab_open(house, &ben);

    must_ask(house, &ada, "/api/1/logout", "{}");
    cr_assert(tab_is_hung_up(tab));
    tab_must(other, "{\"do\":\"ping\"}");
    tab_close(tab);
    tab_close(other);
}

static const Json *seat_of(Tab *tab, const char *code, int seat)
{
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    return entry_at(json_at(tab->json, "seats"), seat);
}

/* The client need not even answer. */
Test(people, who_log_out_are_at_no_table_any_more)
{
    Board *board = board_open(house, "station-master", 2, "");

    cr_assert(is_at(seat_of(board->tabs[0], board->code, 1), "here"));
    must_ask(house, &board->people[1], "/api/1/logout", "{}");
    cr_assert_not(is_at(seat_of(board->tabs[0], board->code, 1), "here"));
    board_close(board);
}

static void open_table(const Person *host, const char *seats, char code[CODE_ROOM])
{
    table_new(house, host, code,
              "{\"game\":\"freight-train\",\"public\":true,\"seats\":%s}", seats);
}

Test(people, who_delete_their_account_leave_a_seat_that_is_open)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    open_table(&ada, "[\"me\",\"open\"]", code);
    Tab *host = tab_open(house, &ada), *guest = tab_open(house, &ben);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    must_ask(house, &ben, "/api/1/delete", "{}");
    do {
        tab_wait_for(host, "table");
    } while (strcmp(text_at(entry_at(json_at(host->json, "seats"), 1), "who"), "open")
             != 0);
    tab_close(guest);
    tab_close(host);
}

/* The table of a host who is gone belongs to the next person who sits there. */
static void expect_handed_over(const char *path)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben"),
           cleo = person_new(house, "Cleo");
    char code[CODE_ROOM];

    open_table(&ada, "[\"open\",\"easy\",\"me\",\"open\"]", code);
    Tab *first = tab_open(house, &ben), *next = tab_open(house, &cleo);
    tab_must(first, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":0}", code);
    tab_must(next, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":3}", code);
    tab_must(first, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(next, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    must_ask(house, &ada, path, "{}");
    while (!is_at(tab_wait_for(next, "table"), "host"))
        ;
    cr_expect_str_eq(text_at(entry_at(json_at(next->json, "seats"), 2), "who"), "open");
    tab_must_not(first, "not-allowed", "{\"do\":\"close\",\"table\":\"%s\"}", code);
    tab_must(next, "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":2,\"who\":\"easy\"}", code);
    /* It stays so, and goes on to the other one. */
    house_end(house, SIGTERM);
    house_begin(house);
    Tab *again = tab_open(house, &ben);
    must_ask(house, &cleo, path, "{}");
    tab_must(again, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    while (!is_at(again->json, "host"))
        tab_wait_for(again, "table");
    tab_close(first);
    tab_close(next);
    tab_close(again);
}

Test(people, who_delete_their_account_hand_their_open_tables_over)
{
    expect_handed_over("/api/1/delete");
}

/* As if the server had been killed right after the account was deleted. */
static void delete_in_file(const Person *person)
{
    change_in_file(sqlite3_mprintf(
        "UPDATE users SET deleted = 1, name = '' WHERE code = %Q", person->user));
}

static void expect_closed(const Person *person, const char *code)
{
    int status = 0;
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    for (int i = 0; i < 2000 && status != 404; i++) {
        Answer answer = ask(house, person, path, NULL);
        status = answer.status;
        answer_free(&answer);
        usleep(10 * 1000);
    }
    cr_expect_eq(status, 404, "nobody is left at that table");
}

/* Not only as many as one round of tidying takes. */
Test(people, who_delete_their_account_leave_no_table_after_a_kill)
{
    enum { TABLES = 130 };
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char last[CODE_ROOM];

    for (int i = 0; i < TABLES; i++)
        open_table(&ada, "[\"open\",\"open\"]", last);
    delete_in_file(&ada);
    expect_closed(&ben, last);
}

/* Also if the host does not sit there. */
Test(people, who_delete_their_account_hand_their_open_tables_over_after_a_kill)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char with_ben[CODE_ROOM], without[CODE_ROOM];

    open_table(&ada, "[\"open\",\"open\"]", with_ben);
    open_table(&ada, "[\"open\",\"open\"]", without);
    Tab *tab = tab_open(house, &ben);
    tab_must(tab, "{\"do\":\"sit\",\"table\":\"%s\"}", with_ben);
    tab_close(tab);
    delete_in_file(&ada);
    tab = tab_open(house, &ben);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", with_ben);
    while (!is_at(tab->json, "host"))
        tab_wait_for(tab, "table");
    expect_closed(&ben, without);
    tab_close(tab);
}

Test(people, who_log_out_as_a_guest_hand_their_open_tables_over)
{
    expect_handed_over("/api/1/logout");
}

Test(people, who_delete_their_account_close_open_tables_without_other_people)
{
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM], other[CODE_ROOM];

    open_table(&ada, "[\"me\",\"open\"]", code);
    open_table(&ada, "[\"open\",\"easy\"]", other);
    Tab *guest = tab_open(house, &ben);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", other);
    must_ask(house, &ada, "/api/1/delete", "{}");
    for (int closed = 0; closed < 2;)
        closed += strcmp(text_at(tab_wait_for(guest, "table"), "state"), "closed") == 0;
    tab_must_not(guest, "no-such-table", "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must_not(guest, "no-such-table", "{\"do\":\"watch\",\"table\":\"%s\"}", other);
    tab_close(guest);
}

/* Also those where they have no seat, and that nobody has looked at since the start. */
Test(people, who_delete_their_account_close_tables_that_nobody_watches)
{
    Person ada = person_new(house, "Ada");
    char code[CODE_ROOM], path[64];
    int status = 0;

    open_table(&ada, "[\"open\",\"easy\"]", code);
    house_end(house, SIGTERM);
    house_begin(house);
    must_ask(house, &ada, "/api/1/delete", "{}");
    snprintf(path, sizeof path, "/api/1/tables/%s", code);
    for (int i = 0; i < PATIENCE_MS / 20; i++) {
        Answer answer = ask(house, NULL, path, NULL);
        status = answer.status;
        answer_free(&answer);
        if (status == 404)
            return;
        usleep(20000);
    }
    cr_expect_eq(status, 404);
}

Test(people, who_delete_their_account_take_their_programs_along)
{
    Person ada = person_new(house, "Ada"), program;
    Answer answer = ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    Tab *tab;

    program = person_of(house, &answer);
    answer_free(&answer);
    tab = tab_open(house, &program);
    tab_must(tab, "{\"do\":\"ping\"}");
    must_ask(house, &ada, "/api/1/delete", "{}");
    cr_assert(tab_is_hung_up(tab));
    tab_close(tab);
}

/* A stolen session ends with a new password. */
Test(people, who_set_a_new_password_end_their_other_sessions)
{
    Person ada = person_new(house, "Ada"), thief;
    Tab *own, *stolen;
    Answer answer;

    must_ask(house, &ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    answer =
        ask(house, NULL, "/api/1/login", "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    thief = person_of(house, &answer);
    answer_free(&answer);
    own = tab_open(house, &ada);
    stolen = tab_open(house, &thief);
    must_ask(house, &ada, "/api/1/keep",
             "{\"name\":\"Ada\",\"password\":\"mind the gap\",\"old\":\"all aboard!\"}");
    cr_assert(tab_is_hung_up(stolen));
    tab_must(own, "{\"do\":\"mine\"}");
    must_not_ask(house, &thief, 401, "not-signed-in", "/api/1/programs",
                 "{\"name\":\"Deep Yard\"}");
    must_ask(house, &ada, "/api/1/programs", "{\"name\":\"Deep Yard\"}");
    tab_close(own);
    tab_close(stolen);
}

Test(people, cannot_hide_in_a_kept_name)
{
    static const char *const NAMES[] = {
        "Ada\\u200b", "A\\u00adda",        "\\u2060Ada",
        "ADA\\ufe0f", "Ada\\udb40\\udc41", "A\\u3164da",
    };
    Person ada = person_new(house, "Ada");
    char body[128];

    must_ask(house, &ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", NAMES[i]);
        must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest", "%s", body);
    }
    must_ask(house, NULL, "/api/1/guest", "{\"name\":\"Adam \xE2\x9D\xA4\xEF\xB8\x8F\"}");
}
