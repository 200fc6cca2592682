/* test_nodes_migrate.c: nodes of this version open a PostgreSQL database of version 1
 * with running games of every rule set: it is migrated, people play on at different
 * nodes, bots finish the games. */
#define _GNU_SOURCE
#include "nodes.h"

#include "load/scan.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PEOPLE = 4, TABLES = 12, ACTS = 6, FEWEST_ACTS = 20, AWAY = 4, LOOKS_MS = 1500 };

static const char *const NAMES[PEOPLE] = { "Ada", "Ben", "Cleo", "Yard" };

static Person people[PEOPLE];
static Tab *tabs[PEOPLE];
static char codes[TABLES][CODE_ROOM];
static int acts;

static char *read_fixture(void)
{
    char *sql = NULL;
    size_t room = 0;
    FILE *file = fopen(VERSION_1_POSTGRES, "r");

    cr_assert_not_null(file, "%s", VERSION_1_POSTGRES);
    cr_assert_gt(getdelim(&sql, &room, '\0', file), 0);
    fclose(file);
    return sql;
}

/* The lines "-- token Ada VALUE USER" and "-- table mayfair CODE". */
static void read_names(const char *sql)
{
    const char *at = sql;

    for (int i = 0; i < TABLES; i++) {
        at = strstr(at, "\n-- table ") + 1;
        cr_assert_eq(sscanf(at, "-- table %*s %10s", codes[i]), 1);
    }
    for (int i = 0; i < PEOPLE; i++) {
        at = strstr(at, "\n-- token ") + 1;
        people[i] = (Person){ .house = nodes[i % NODES] };
        snprintf(people[i].name, sizeof people[i].name, "%s", NAMES[i]);
        cr_assert_eq(sscanf(at, "-- token %*s %127s %31s", people[i].token, people[i].user),
                     2);
        tabs[i] = tab_open(nodes[i % NODES], &people[i]);
    }
}

/* Moves the sessions' expiry to today. */
static void open_old_database(void)
{
    char *sql = read_fixture();

    database_make();
    database_query(sql);
    database_query("UPDATE sessions SET seen = extract(epoch FROM now()) * 1000, "
                   "expires = extract(epoch FROM now()) * 1000 + 86400000");
    for (int i = 0; i < NODES; i++)
        nodes[i] = house_open_at(HOUSE_OPEN, node_url(i, NULL));
    read_names(sql);
    free(sql);
}

static Answer get_table(const char *code)
{
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%.10s", code);
    return ask(nodes[0], &people[0], path, NULL);
}

/* Which of the people sits on this seat; -1: none of them. */
static int person_on(const Json *seats, int seat)
{
    const Json *user = json_get(entry_at(seats, seat), "user");

    for (int i = 0; user != NULL && i < PEOPLE; i++) {
        if (strcmp(people[i].user, user->text) == 0)
            return i;
    }
    return -1;
}

static void all_do(const char *code, void (*act)(Tab *, const char *))
{
    Answer table = get_table(code);
    const Json *seats = json_at(table.json, "seats");

    for (int seat = 0; seat < (int)seats->length; seat++) {
        int person = person_on(seats, seat);
        if (person >= 0)
            act(tabs[person], code);
    }
    answer_free(&table);
}

/* Which of the people must act; -1: only bots must. */
static int find_actor(const char *code)
{
    Answer table = get_table(code);
    const Json *waiting = json_at(table.json, "waiting");
    int person = -1;

    for (int i = 0; i < (int)waiting->length && person < 0; i++)
        person = person_on(json_at(table.json, "seats"), (int)entry_at(waiting, i)->number);
    answer_free(&table);
    return person;
}

/* People play the first listed action, until a bot must act. */
static void play(const char *code)
{
    for (int i = 0, person; i < ACTS && (person = find_actor(code)) >= 0; i++) {
        Tab *tab = tabs[person];
        tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[\"actions\"]}", code);
        tab_wait_for(tab, "update");
        const Text *update = &tab->ws.message;
        long n = (long)number_at(tab->json, "n");
        if (scan_action_count(update->bytes, update->length) > 0) {
            char action[512];
            Piece piece = scan_action(update->bytes, update->length, 0);
            snprintf(action, sizeof action, "%.*s", (int)piece.length, piece.bytes);
            tab_must(tab, "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}", code,
                     n, action);
            acts++;
        }
        tab_must(tab, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    }
}

static void wait_for_end(const char *code)
{
    const Json *table =
        tab_do(tabs[0], "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);

    while (strcmp(text_at(table, "state"), "over") != 0
           || strcmp(text_at(table, "table"), code) != 0)
        table = tab_wait_for(tabs[0], "table");
    tab_must(tabs[0], "{\"do\":\"leave\",\"table\":\"%s\"}", code);
}

/* Nodes of version 1 left no pulse: how long there was no node is unknown, and live clocks
 * stood all the time. */
static void expect_nobody_lost_time(void)
{
    int64_t from = database_query("SELECT max(at) FROM log");

    while (database_query("SELECT beat FROM pulse") < from)
        usleep(50000);
    from = database_query("SELECT beat FROM pulse");
    while (database_query("SELECT beat FROM pulse") < from + LOOKS_MS)
        usleep(50000);
    cr_expect_eq(database_query("SELECT count(*) FROM seats WHERE is_away = 1"), AWAY);
}

Test(nodes_migrate, games_of_version_1_are_played_to_their_end, .init = open_old_database,
     .fini = nodes_close, .timeout = 240)
{
    long before = (long)database_query("SELECT count(*) FROM log");

    cr_expect_eq(database_query("SELECT max(version) FROM roundhouse"), 6);
    expect_nobody_lost_time();
    for (int i = 0; i < TABLES; i++) {
        all_do(codes[i], tab_return);
        play(codes[i]);
    }
    cr_expect_geq(acts, FEWEST_ACTS, "only %d actions of people", acts);
    cr_expect_geq(database_query("SELECT count(*) FROM log"), before + acts);
    for (int i = 0; i < TABLES; i++)
        all_do(codes[i], tab_stand);
    for (int i = 0; i < TABLES; i++)
        wait_for_end(codes[i]);
    cr_expect_eq(database_query("SELECT count(*) FROM tables WHERE state <> 2"), 0);
    cr_expect_eq(database_query("SELECT count(*) FROM results"),
                 database_query("SELECT sum(seat_count) FROM tables"));
    for (int i = 0; i < PEOPLE; i++)
        tab_close(tabs[i]);
}
