/* test_admin.c: whoever runs the server: roles, bans, mutes, new passwords, tables, the log
 * of acts; on the data beside the server, and by its address. */
#include "board.h"
#include "office.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

HOUSE_SUITE(admin, HOUSE_OPEN);

static const char LOGIN[] = "{\"name\":\"Ben\",\"password\":\"all aboard!\"}";

/* Waits until the server knows the role. */
static Person person_with(const char *name, const char *role)
{
    Person person = person_kept(house, name);

    office(house, "role %s %s", name, role);
    wait_for_answer(house, &person, 200, NULL, "/api/1/admin", "{\"do\":\"people\"}");
    return person;
}

static const char *role_of(const Person *person)
{
    static char role[32];
    Answer answer = ask(house, person, "/api/1/hello", NULL);
    const Json *found = json_get(json_at(answer.json, "you"), "role");

    snprintf(role, sizeof role, "%s", found == NULL ? "" : found->text);
    answer_free(&answer);
    return role;
}

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

Test(admin, the_first_admin_is_made_on_the_command_line)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");

    must_not_ask(house, &ada, 403, "not-allowed", "/api/1/admin", "{\"do\":\"people\"}");
    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/admin", "{\"do\":\"people\"}");
    Tab *tab = tab_open(house, &ada);
    office(house, "role ada admin");
    const Json *you = json_at(tab_wait_for(tab, "you"), "you");
    cr_expect_str_eq(text_at(you, "role"), "admin");
    tab_close(tab);
    cr_expect_str_eq(role_of(&ada), "admin");
    cr_expect_str_eq(role_of(&ben), "");
    Answer answer = ask(house, &ada, "/api/1/admin", "{\"do\":\"people\",\"find\":\"EN\"}");
    cr_assert_eq(answer.status, 200);
    const Json *people = json_at(answer.json, "people");
    cr_assert_eq(people->length, 1);
    cr_expect_str_eq(text_at(entry_at(people, 0), "user"), ben.user);
    answer_free(&answer);
    must_ask(house, &ada, "/api/1/admin",
             "{\"do\":\"role\",\"who\":\"Ben\",\"role\":\"moderator\"}");
    cr_expect_str_eq(role_of(&ben), "moderator");
    office(house, "role Ada none");
    must_not_ask(house, &ada, 403, "not-allowed", "/api/1/admin", "{\"do\":\"people\"}");
}

Test(admin, says_what_is_wrong)
{
    Person guest = person_new(house, "Guest");

    cr_expect_not_null(strstr(office_refuses(house, 1, "ban Nobody"), "nobody"));
    cr_expect_not_null(strstr(office_refuses(house, 1, "ban"), "who is missing."));
    cr_expect_not_null(
        strstr(office_refuses(house, 1, "role %s admin", guest.user), "kept name"));
    cr_expect_not_null(strstr(office_refuses(house, 1, "set color red"), "no setting"));
    cr_expect_not_null(strstr(office_refuses(house, 1, "set entry maybe"), "cannot be"));
    cr_expect_not_null(
        strstr(office_refuses(house, 1, "token %s", guest.user), "neither admin"));
    office_refuses(house, 2, "promote Ada");
    office_refuses(house, 2, "log now");
    office_refuses(house, 2, "log --at http://localhost:1");
    office_refuses(house, 1, "close AAAAAAAAAA");
    office_refuses(house, 1, "settle 7");
    office_refuses(house, 1, "uninvite l7");
}

Test(admin, a_ban_is_honoured_at_once)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Board *board = board_open_for(house, people, "freight-train", 2, "");
    Tab *tab = tab_open(house, &people[1]);

    cr_expect_not_null(strstr(office(house, "ban Ben --days 3 --why rude"), "until"));
    cr_expect(tab_is_hung_up(tab));
    tab_close(tab);
    must_not_ask(house, &people[1], 401, "not-signed-in", "/api/1/sessions", NULL);
    must_not_ask(house, NULL, 403, "banned", "/api/1/login", "%s", LOGIN);
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login",
                 "{\"name\":\"Ben\",\"password\":\"all ashore!\"}");
    /* A bot goes on in the seat. */
    const Json *table;
    do
        table = json_at(tab_wait_for(board->tabs[0], "table"), "seats");
    while (!is_at(entry_at(table, 1), "away"));
    cr_expect_not_null(strstr(office(house, "people --list banned"), "Ben"));
    office(house, "unban Ben");
    must_ask(house, NULL, "/api/1/login", "%s", LOGIN);
    cr_expect_null(strstr(office(house, "people --list banned"), "Ben"));
    board_close(board);
}

Test(admin, a_ban_ends)
{
    person_kept(house, "Ben");
    office(house, "ban Ben --hours 1");
    must_not_ask(house, NULL, 403, "banned", "/api/1/login", "%s", LOGIN);
    house_move_clock(house, 3601 * 1000);
    wait_for_answer(house, NULL, 200, NULL, "/api/1/login", LOGIN);
}

Test(admin, programs_go_with_their_owner)
{
    Person ada = person_kept(house, "Ada"), ben = person_kept(house, "Ben");
    Answer answer = ask(house, &ben, "/api/1/programs", "{\"name\":\"Robot\"}");
    Person robot = person_of(house, &answer), people[] = { ada, robot };

    answer_free(&answer);
    Board *board = board_open_for(house, people, "freight-train", 2, "");
    Tab *tab = tab_open(house, &robot);
    office(house, "ban Ben");
    cr_expect(tab_is_hung_up(tab));
    tab_close(tab);
    /* A bot goes on in the seat. */
    const Json *seats;
    do
        seats = json_at(tab_wait_for(board->tabs[0], "table"), "seats");
    while (!is_at(entry_at(seats, 1), "away"));
    board_close(board);
    must_not_ask(house, &robot, 401, "not-signed-in", "/api/1/sessions", NULL);
}

Test(admin, the_muted_read_and_play)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Board *board = board_open_for(house, people, "freight-train", 2, "");
    Tab *tab = tab_open(house, &people[1]);

    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_must(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"Hello\"}", board->code);
    office(house, "mute Ben --hours 1");
    const Json *reply;
    do
        reply = tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"More\"}",
                       board->code);
    while (strcmp(text_at(reply, "type"), "error") != 0);
    cr_expect_str_eq(text_at(reply, "code"), "muted");
    board_play(board, 4);
    house_move_clock(house, 3601 * 1000);
    do
        reply = tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"Again\"}",
                       board->code);
    while (strcmp(text_at(reply, "type"), "error") == 0);
    tab_close(tab);
    board_close(board);
}

Test(admin, a_deleted_person_is_gone)
{
    Person ben = person_kept(house, "Ben");
    Tab *tab = tab_open(house, &ben);

    office(house, "delete Ben --why asked");
    cr_expect(tab_is_hung_up(tab));
    tab_close(tab);
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login", "%s", LOGIN);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/people/Ben", NULL);
    cr_expect_null(strstr(office(house, "people"), "Ben"));
}

Test(admin, a_link_sets_a_new_password_once)
{
    Person ben = person_kept(house, "Ben");
    char first[128], token[128];

    link_token(office(house, "reset Ben --base-url https://example.org"), first);
    const char *printed = office(house, "reset Ben --base-url https://example.org");
    cr_expect_not_null(strstr(printed, "https://example.org/reset#"), "%s", printed);
    link_token(printed, token);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                 "{\"token\":\"%s\",\"password\":\"new train!\"}", first);
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/reset",
                 "{\"token\":\"%s\",\"password\":\"short\"}", token);
    Answer answer = ask(house, NULL, "/api/1/reset",
                        "{\"token\":\"%s\",\"password\":\"new train!\"}", token);
    cr_assert_eq(answer.status, 200);
    cr_expect_str_eq(text_at(json_at(answer.json, "you"), "user"), ben.user);
    answer_free(&answer);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                 "{\"token\":\"%s\",\"password\":\"new train!\"}", token);
    must_not_ask(house, &ben, 401, "not-signed-in", "/api/1/sessions", NULL);
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login", "%s", LOGIN);
    must_ask(house, NULL, "/api/1/login", "{\"name\":\"Ben\",\"password\":\"new train!\"}");
}

Test(admin, a_link_for_a_password_ends)
{
    char token[128];

    person_kept(house, "Ben");
    link_token(office(house, "reset Ben --hours 1"), token);
    house_move_clock(house, 3601 * 1000);
    must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                 "{\"token\":\"%s\",\"password\":\"new train!\"}", token);
}

/* Somebody keeps a name that is the code of a guest. */
Test(admin, a_code_is_a_code_whatever_names_there_are)
{
    Person guest = person_new(house, "Troll");
    Person decoy = person_kept(house, guest.user);

    office(house, "ban %s", guest.user);
    must_not_ask(house, &guest, 401, "not-signed-in", "/api/1/sessions", NULL);
    must_ask(house, &decoy, "/api/1/sessions", NULL);
}

Test(admin, the_muted_do_not_speak_by_a_program)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Board *board = board_open_for(house, people, "freight-train", 2, "");
    Answer answer = ask(house, &people[1], "/api/1/programs", "{\"name\":\"Robot\"}");
    Person robot = person_of(house, &answer);

    answer_free(&answer);
    Tab *tab = tab_open(house, &robot);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    office(house, "mute Ben");
    const Json *reply;
    do
        reply = tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"For Ben\"}",
                       board->code);
    while (strcmp(text_at(reply, "type"), "error") != 0);
    cr_expect_str_eq(text_at(reply, "code"), "muted");
    tab_close(tab);
    must_not_ask(house, &people[1], 403, "muted", "/api/1/programs",
                 "{\"name\":\"Another\"}");
    tab = tab_open(house, &robot);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    reply =
        tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"For Ben\"}", board->code);
    cr_expect_str_eq(text_at(reply, "code"), "muted");
    tab_close(tab);
    board_close(board);
}

Test(admin, a_link_for_a_password_is_void_after_a_role_or_a_ban)
{
    static const char *const ACTS[] = { "role Ben moderator", "role Ben none", "ban Ben" };
    char token[128];

    person_kept(house, "Ben");
    for (int i = 0; i < 3; i++) {
        link_token(office(house, "reset Ben"), token);
        office(house, "%s", ACTS[i]);
        must_not_ask(house, NULL, 404, "no-such-thing", "/api/1/reset",
                     "{\"token\":\"%s\",\"password\":\"new train!\"}", token);
    }
}

/* ------------------------------------------------------------------------- */
/* Moderators                                                                */
/* ------------------------------------------------------------------------- */

Test(admin, moderators_mute_and_kick_and_no_more)
{
    Person mod = person_with("Mod", "moderator"), ben = person_kept(house, "Ben");
    char code[CODE_ROOM];

    person_with("Ada", "admin");
    table_new(house, &ben, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    must_ask(house, &mod, "/api/1/admin", "{\"do\":\"mute\",\"who\":\"Ben\",\"hours\":1}");
    must_ask(house, &mod, "/api/1/admin", "{\"do\":\"unmute\",\"who\":\"%s\"}", ben.user);
    must_not_ask(house, &mod, 403, "not-allowed", "/api/1/admin",
                 "{\"do\":\"ban\",\"who\":\"Ben\"}");
    must_not_ask(house, &mod, 403, "not-allowed", "/api/1/admin",
                 "{\"do\":\"mute\",\"who\":\"Ada\"}");
    must_not_ask(house, &mod, 403, "not-allowed", "/api/1/admin",
                 "{\"do\":\"role\",\"who\":\"Mod\",\"role\":\"admin\"}");
    must_not_ask(house, &mod, 403, "not-allowed", "/api/1/admin", "{\"do\":\"log\"}");
    must_not_ask(house, &mod, 403, "not-allowed", "/api/1/admin",
                 "{\"do\":\"token\",\"who\":\"Ada\"}");
    must_not_ask(house, &mod, 400, "bad-request", "/api/1/admin",
                 "{\"do\":\"mute\",\"who\":\"Ben\",\"color\":1}");
    must_not_ask(house, &mod, 400, "bad-request", "/api/1/admin",
                 "{\"do\":\"mute\",\"who\":\"Ben\",\"hours\":0}");
    must_not_ask(house, &mod, 400, "bad-request", "/api/1/admin", "{\"do\":\"dance\"}");
    Tab *tab = tab_open(house, &ben);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    must_ask(house, &mod, "/api/1/admin",
             "{\"do\":\"kick\",\"table\":\"%s\",\"who\":\"Ben\"}", code);
    const Json *table;
    do
        table = tab_wait_for(tab, "table");
    while (strcmp(text_at(table, "state"), "closed") != 0);
    tab_close(tab);
    const char *log = office(house, "log");
    cr_expect_not_null(strstr(log, "by: Mod  did: kick"), "%s", log);
    cr_expect_not_null(strstr(log, "by: Mod  did: unmute"));
    cr_expect_not_null(strstr(log, "by: -  did: role"));
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* Whoever had the seat sees no hand any more, and the new player does. */
Test(admin, a_seat_is_handed_over)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Person cleo = person_kept(house, "Cleo");
    Board *board = board_open_for(house, people, "station-master", 2, "");
    Tab *tab = tab_open(house, &cleo);

    cr_expect_not_null(strstr(office(house, "tables"), board->code));
    office_refuses(house, 1, "seat %s 2 Ada", board->code);
    office_refuses(house, 1, "seat %s 2 open", board->code);
    cr_expect_not_null(
        strstr(office_refuses(house, 2, "seat %s 7 Cleo", board->code), "from 1 to 6"));
    office_refuses(house, 2, "seat %s 0 Cleo", board->code);
    office_refuses(house, 2, "seat %s two Cleo", board->code);
    office_refuses(house, 1, "seat %s 3 Cleo", board->code);
    office(house, "seat %s 2 Cleo", board->code);
    const Json *table;
    do
        table = json_at(tab_wait_for(board->tabs[1], "table"), "seats");
    while (strcmp(text_at(entry_at(table, 1), "name"), "Cleo") != 0);
    tab_must_not(board->tabs[1], "not-allowed", "{\"do\":\"stand\",\"table\":\"%s\"}",
                 board->code);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    tab_must(tab, "{\"do\":\"stand\",\"table\":\"%s\"}", board->code);
    tab_close(tab);
    board_close(board);
}

Test(admin, a_table_is_closed)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Board *board = board_open_for(house, people, "freight-train", 2, "");

    board_play(board, 3);
    office(house, "close %s --why spam", board->code);
    const Json *table;
    do
        table = tab_wait_for(board->tabs[0], "table");
    while (strcmp(text_at(table, "state"), "closed") != 0);
    tab_must_not(board->tabs[0], "no-such-table", "{\"do\":\"watch\",\"table\":\"%s\"}",
                 board->code);
    cr_expect_null(strstr(office(house, "tables"), board->code));
    office_refuses(house, 1, "close %s", board->code);
    const char *noted = strstr(office(house, "log"), board->code);
    cr_assert_not_null(noted);
    cr_expect_null(strstr(noted + 1, board->code), "once");
    board_close(board);
}

Test(admin, a_kicked_player_is_replaced_by_a_bot)
{
    Person people[] = { person_kept(house, "Ada"), person_kept(house, "Ben") };
    Board *board =
        board_open_for(house, people, "freight-train", 2, ",\"sit_in\":\"random\"");

    office(house, "kick %s Ben", board->code);
    const Json *seat;
    do
        seat = entry_at(json_at(tab_wait_for(board->tabs[0], "table"), "seats"), 1);
    while (strcmp(text_at(seat, "who"), "bot") != 0);
    tab_must_not(board->tabs[1], "not-allowed", "{\"do\":\"return\",\"table\":\"%s\"}",
                 board->code);
    board_close(board);
}

/* ------------------------------------------------------------------------- */
/* The server                                                                */
/* ------------------------------------------------------------------------- */

static void come_in(const char *token, int status)
{
    Answer answer =
        ask(house, NULL, "/api/1/guest", "{\"name\":\"New\",\"invitation\":\"%s\"}", token);

    cr_expect_eq(answer.status, status);
    answer_free(&answer);
}

/* Until `hello` says so: memory learns of a setting a moment later. */
static void wait_for_entry(const char *entry)
{
    enum { TRIES = 200, PAUSE_US = 50000 };
    int is_there = 0;

    for (int i = 0; i < TRIES && !is_there; i++) {
        Answer answer = ask(house, NULL, "/api/1/hello", NULL);
        const Json *found = json_get(answer.json, "entry");
        is_there = found != NULL && strcmp(found->text, entry) == 0;
        answer_free(&answer);
        if (!is_there)
            usleep(PAUSE_US);
    }
    cr_expect(is_there);
}

Test(admin, new_people_need_an_invitation)
{
    Person ada = person_kept(house, "Ada");
    char token[128], second[128];

    office(house, "set entry invited");
    must_not_ask(house, NULL, 403, "by-invitation", "/api/1/guest", "{\"name\":\"New\"}");
    wait_for_entry("invited");
    const char *printed = office(house, "invite --uses 2 --note 'The club'");
    link_token(printed, token);
    come_in("nonsense", 403);
    must_not_ask(house, NULL, 409, "name-taken", "/api/1/guest",
                 "{\"name\":\"Ada\",\"invitation\":\"%s\"}", token);
    come_in(token, 200);
    cr_expect_not_null(strstr(office(house, "invitations"), "1  "), "one use is left");
    come_in(token, 200);
    come_in(token, 403);
    printed = office(house, "invite");
    link_token(printed, second);
    char code[32] = "";
    sscanf(strstr(printed, "invitation: "), "invitation: %31s", code);
    office(house, "uninvite %s", code);
    come_in(second, 403);
    must_ask(house, &ada, "/api/1/logout", "{}");
    must_ask(house, NULL, "/api/1/login",
             "{\"name\":\"Ada\",\"password\":\"all aboard!\"}");
    office(house, "set entry open");
    wait_for_answer(house, NULL, 200, NULL, "/api/1/guest", "{\"name\":\"New\"}");
}

Test(admin, an_announcement_reaches_everybody)
{
    Person ada = person_new(house, "Ada");
    Tab *tab = tab_open(house, &ada);

    office(house, "announce 'We close at ten.' --hours 1");
    cr_expect_str_eq(text_at(tab_wait_for(tab, "announcement"), "text"),
                     "We close at ten.");
    Tab *late = tab_open(house, NULL);
    cr_expect_str_eq(text_at(tab_wait_for(late, "announcement"), "text"),
                     "We close at ten.");
    tab_close(late);
    Answer answer = ask(house, NULL, "/api/1/hello", NULL);
    cr_expect_str_eq(text_at(answer.json, "announcement"), "We close at ten.");
    answer_free(&answer);
    office(house, "announce ''");
    cr_expect_str_eq(text_at(tab_wait_for(tab, "announcement"), "text"), "");
    office(house, "announce 'Until one.' --hours 1");
    cr_expect_str_eq(text_at(tab_wait_for(tab, "announcement"), "text"), "Until one.");
    house_move_clock(house, 3601 * 1000);
    cr_expect_str_eq(text_at(tab_wait_for(tab, "announcement"), "text"), "");
    tab_close(tab);
}

Test(admin, settings_survive_a_restart)
{
    Person ada = person_kept(house, "Ada");
    static const char OPEN[] = "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}";

    office(house, "set tables-per-person 1");
    house_end(house, SIGTERM);
    house_begin(house);
    must_ask(house, &ada, "/api/1/tables", OPEN);
    wait_for_answer(house, &ada, 429, "too-many", "/api/1/tables", OPEN);
    office(house, "set tables-per-person ''");
    wait_for_answer(house, &ada, 200, NULL, "/api/1/tables", OPEN);
    cr_expect_null(strstr(office(house, "settings"), "tables-per-person"));
}

Test(admin, works_by_the_address_with_a_token)
{
    char token[128], command[1024], line[256] = "";

    person_kept(house, "Ada");
    person_kept(house, "Ben");
    office(house, "role Ada admin");
    link_token(office(house, "token Ada"), token);
    snprintf(command, sizeof command,
             "ROUNDHOUSE_TOKEN=%s '%s' admin --at http://127.0.0.1:%d figures --json",
             token, house_program(), house->child.address.port);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(fgets(line, sizeof line, pipe));
    cr_expect_eq(pclose(pipe), 0);
    cr_expect_not_null(strstr(line, "\"kept\":2,"), "%s", line);
}
