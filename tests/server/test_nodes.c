/* test_nodes.c: three servers over one PostgreSQL, with people at all of them: whole
 * games, seats, chat, presence. */
#include "nodes.h"
#include "exported.h"
#include "office.h"

#include "play/clock.h"

#include "store/database.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(nodes, .init = nodes_open, .fini = nodes_close, .timeout = 120);

/* ------------------------------------------------------------------------- */
/* Whole games                                                               */
/* ------------------------------------------------------------------------- */

static void play_across(const char *game, int seats)
{
    Board *board = board_open_spread(game, seats);

    board_play(board, -1);
    cr_expect(board->is_over);
    board->house = nodes[2];
    board_check(board);
    board_close(board);
}

Test(nodes, a_game_of_freight_train_across_three)
{
    play_across("freight-train", 3);
}

Test(nodes, a_game_of_take_a_train_across_three)
{
    play_across("take-a-train", 3);
}

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

/* Ada, who opens a table at node 0, Ben and a spectator, each at another node. */
typedef struct Party {
    Person ada, ben;
    char code[CODE_ROOM];
    Tab *tabs[NODES];
} Party;

static Party party_open(void)
{
    Party party = { .ada = person_new(nodes[0], "Ada"),
                    .ben = person_new(nodes[1], "Ben") };
    const Person *people[NODES] = { &party.ada, &party.ben, NULL };
    table_new(nodes[0], &party.ada, party.code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"],\"public\":true}");
    for (int i = 0; i < NODES; i++) {
        party.tabs[i] = tab_open(nodes[i], people[i]);
        tab_must(party.tabs[i], "{\"do\":\"watch\",\"table\":\"%s\"}", party.code);
    }
    tab_must(party.tabs[1], "{\"do\":\"sit\",\"table\":\"%s\"}", party.code);
    return party;
}

static void party_close(Party *party)
{
    for (int i = 0; i < NODES; i++)
        tab_close(party->tabs[i]);
}

/* Waits for a table state in which the seat's key has this value. */
static void wait_for_seat(Tab *tab, int seat, const char *key, const char *value)
{
    const Json *found;

    do {
        const Json *seats = json_at(tab_wait_for(tab, "table"), "seats");
        found = json_get(entry_at(seats, seat), key);
    } while (found == NULL
             || (json_is(found, JSON_IS_FLAG)
                     ? found->number != (strcmp(value, "true") == 0)
                     : strcmp(found->text, value) != 0));
}

Test(nodes, people_sit_down_and_start_from_anywhere)
{
    Party party = party_open();
    Tab *host = party.tabs[0], *guest = party.tabs[1];
    Tab *elsewhere = tab_open(nodes[2], &party.ada);

    wait_for_seat(host, 1, "name", "Ben");
    tab_must_not(guest, "not-allowed", "{\"do\":\"start\",\"table\":\"%s\"}", party.code);
    tab_must(elsewhere, "{\"do\":\"start\",\"table\":\"%s\"}", party.code);
    for (int i = 0; i < NODES; i++)
        cr_expect_eq(number_at(tab_wait_for(party.tabs[i], "update"), "n"), 0);
    tab_close(elsewhere);
    party_close(&party);
}

enum { LINES = 20 }; /* the burst of two people */

static void send_chat(Party *party, int line)
{
    tab_send(party->tabs[line % 2], "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%d\"}",
             party->code, line);
}

/* Every line once, by its author, in the order of the numbers. */
static void expect_chat(Tab *tab)
{
    int received[LINES] = { 0 };

    for (int i = 0; i < LINES; i++) {
        const Json *chat = tab_wait_for(tab, "chat");
        int line = atoi(text_at(chat, "text"));
        cr_expect_eq(number_at(chat, "k"), i + 1);
        cr_expect_str_eq(text_at(chat, "name"), line % 2 == 0 ? "Ada" : "Ben");
        cr_expect_eq(received[line]++, 0, "line %d came twice", line);
    }
}

Test(nodes, chat_at_two_nodes_at_once)
{
    Party party = party_open();

    for (int line = 0; line < LINES; line++)
        send_chat(&party, line);
    for (int i = 0; i < NODES; i++)
        expect_chat(party.tabs[i]);
    party_close(&party);
}

Test(nodes, a_spectator_joins_during_chat)
{
    Party party = party_open();
    Tab *late[LINES];

    for (int line = 0; line < LINES; line++) {
        late[line] = tab_open(nodes[line % NODES], NULL);
        send_chat(&party, line);
        tab_send(late[line], "{\"do\":\"watch\",\"table\":\"%s\"}", party.code);
    }
    for (int i = 0; i < NODES; i++)
        expect_chat(party.tabs[i]);
    for (int i = 0; i < LINES; i++) {
        expect_chat(late[i]);
        tab_close(late[i]);
    }
    party_close(&party);
}

Test(nodes, a_new_name_is_known_everywhere)
{
    Party party = party_open();
    Tab *elsewhere = tab_open(nodes[2], &party.ada);

    must_ask(nodes[0], &party.ada, "/api/1/rename", "{\"name\":\"Adele\"}");
    for (int i = 0; i < NODES; i++)
        wait_for_seat(party.tabs[i], 0, "name", "Adele");
    tab_must(elsewhere, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"It is me\"}",
             party.code);
    for (int i = 0; i < NODES; i++)
        cr_expect_str_eq(text_at(tab_wait_for(party.tabs[i], "chat"), "name"), "Adele");
    tab_close(elsewhere);
    party_close(&party);
}

/* Waits until the person's only table has this state. */
static void wait_for_mine(Tab *tab, const char *state)
{
    const Json *mine;

    do {
        mine = entry_at(json_at(tab_wait_for(tab, "mine"), "tables"), 0);
    } while (strcmp(text_at(mine, "state"), state) != 0);
}

Test(nodes, a_new_table_is_in_every_lobby)
{
    Party party = party_open();
    Tab *elsewhere = tab_open(nodes[2], &party.ada);

    for (int i = 0; i < NODES; i++) {
        Answer answer = ask(nodes[i], NULL, "/api/1/tables", NULL);
        const Json *table = entry_at(json_at(answer.json, "tables"), 0);
        cr_expect_str_eq(text_at(table, "table"), party.code);
        cr_expect_str_eq(text_at(table, "state"), "open");
        answer_free(&answer);
    }
    /* The people seated there are notified, too. */
    tab_must(elsewhere, "{\"do\":\"mine\"}");
    wait_for_mine(elsewhere, "open");
    tab_must(party.tabs[0], "{\"do\":\"start\",\"table\":\"%s\"}", party.code);
    wait_for_mine(elsewhere, "playing");
    tab_close(elsewhere);
    party_close(&party);
}

Test(nodes, presence_is_known_everywhere)
{
    Party party = party_open();

    for (int i = 0; i < NODES; i++)
        wait_for_seat(party.tabs[i], 1, "here", "true");
    tab_close(party.tabs[1]);
    wait_for_seat(party.tabs[0], 1, "here", "false");
    wait_for_seat(party.tabs[2], 1, "here", "false");
    party.tabs[1] = tab_open(nodes[2], &party.ben);
    tab_must(party.tabs[1], "{\"do\":\"watch\",\"table\":\"%s\"}", party.code);
    wait_for_seat(party.tabs[0], 1, "here", "true");
    party_close(&party);
}

/* The same columns as in SQLite, of which the export is tested: test_export.c. */
Test(nodes, have_no_column_that_an_export_does_not_know)
{
    char query[512];
    int known = 0;

    for (const Exported *entry = EXPORTED; entry->column != NULL; entry++) {
        snprintf(query, sizeof query,
                 "SELECT count(*) FROM information_schema.columns c JOIN pg_tables t ON "
                 "t.schemaname = c.table_schema AND t.tablename = c.table_name WHERE "
                 "c.table_schema = current_schema() "
                 "AND c.table_name || '.' || c.column_name = '%s'",
                 entry->column);
        known += (int)database_query(query);
    }
    cr_expect_eq(
        database_query("SELECT count(*) FROM information_schema.columns c JOIN pg_tables t "
                       "ON t.schemaname = c.table_schema AND t.tablename = c.table_name "
                       "WHERE c.table_schema = current_schema()"),
        known, "a column is new: is it exported?");
}

/* As an older version let them in; `roundhouse names` lists them. */
Test(nodes, names_that_look_alike_are_listed)
{
    char command[1024], line[256] = "";

    database_query("INSERT INTO users (code, kind, name, name_key, password, owner, "
                   "language, created, deleted, skeleton, twin) VALUES "
                   "('uone', 1, 'Ada', 'ada', 'x', NULL, '', 1, 0, 'ada', 0), "
                   "('utwo', 1, 'Аda', 'аda', 'x', NULL, '', 2, 0, 'ada', 1), "
                   "('uthree', 1, 'Ben', 'ben', 'x', NULL, '', 3, 0, 'ben', 0) "
                   "RETURNING 0");
    snprintf(command, sizeof command, "%s names --store '%s'", house_program(),
             node_url(0, NULL));
    FILE *names = popen(command, "r");
    cr_assert_not_null(names);
    cr_expect_not_null(fgets(line, sizeof line, names));
    cr_expect_str_eq(line, "Ada (uone), Аda (utwo)\n");
    cr_expect_null(fgets(line, sizeof line, names));
    cr_expect_eq(pclose(names), 0);
}

/* ------------------------------------------------------------------------- */
/* Sessions that end                                                         */
/* ------------------------------------------------------------------------- */

Test(nodes, a_session_that_ends_is_hung_up_everywhere)
{
    Person ada = person_new(nodes[0], "Ada");
    Tab *here = tab_open(nodes[0], &ada), *elsewhere = tab_open(nodes[2], &ada);

    must_ask(nodes[0], &ada, "/api/1/logout", "{}");
    cr_expect(tab_is_hung_up(here));
    cr_expect(tab_is_hung_up(elsewhere));
    tab_close(here);
    tab_close(elsewhere);
}

Test(nodes, a_new_password_hangs_up_the_other_sessions_everywhere)
{
    Person ada = person_new(nodes[0], "Ada"), thief;

    must_ask(nodes[0], &ada, "/api/1/keep",
             "{\"name\":\"Ada of the nodes\",\"password\":\"all aboard!\"}");
    Answer answer = ask(nodes[1], NULL, "/api/1/login",
                        "{\"name\":\"Ada of the nodes\",\"password\":\"all aboard!\"}");
    thief = person_of(nodes[1], &answer);
    answer_free(&answer);
    Tab *own = tab_open(nodes[1], &ada), *stolen = tab_open(nodes[2], &thief);
    must_ask(nodes[0], &ada, "/api/1/keep",
             "{\"name\":\"Ada of the nodes\",\"password\":\"mind the gap\","
             "\"old\":\"all aboard!\"}");
    cr_expect(tab_is_hung_up(stolen));
    tab_must(own, "{\"do\":\"ping\"}");
    must_not_ask(nodes[2], &thief, 401, "not-signed-in", "/api/1/sessions", NULL);
    tab_close(own);
    tab_close(stolen);
}

/* ------------------------------------------------------------------------- */
/* Acts of admins                                                            */
/* ------------------------------------------------------------------------- */

/* Without a notice, each would be read ten seconds after the one before. */
Test(nodes, announcements_of_the_command_line_are_shown_everywhere)
{
    enum { ANNOUNCED = 4, MOST_MS = 10000 };
    Person ada = person_new(nodes[0], "Ada"), ben = person_new(nodes[1], "Ben");
    Tab *tabs[] = { tab_open(nodes[0], &ada), tab_open(nodes[1], &ben) };
    int64_t waited = 0;

    for (int i = 0; i < ANNOUNCED; i++) {
        char text[32];
        snprintf(text, sizeof text, "train %d is late", i);
        office(nodes[2], "announce '%s'", text);
        int64_t since = clock_ms(CLOCK_MONOTONIC);
        for (int k = 0; k < 2; k++)
            cr_expect_str_eq(text_at(tab_wait_for(tabs[k], "announcement"), "text"), text);
        waited += clock_ms(CLOCK_MONOTONIC) - since;
    }
    cr_expect_lt(waited, MOST_MS, "%lld ms", (long long)waited);
    tab_close(tabs[0]);
    tab_close(tabs[1]);
}
