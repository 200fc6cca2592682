/* test_nodes_crash.c: three servers over one PostgreSQL are killed, one after the
 * other, while people play at all of them: every move that anybody was told of is
 * there, and others go on. ROUNDHOUSE_KILLS says how often. */
#include "board.h"

#include "load/crowd.h"
#include "load/scan.h"
#include "store/database.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 3, TABLES = 6, USUAL_KILLS = 20 };

static const int64_t SECOND = 1000000000;

typedef struct NodePlayer {
    Person who;
    Tab *tab;
    int node;
} NodePlayer;

typedef struct NodeTable {
    char code[CODE_ROOM];
    NodePlayer players[2];
    long told; /* the highest number that anybody was told of */
    int is_over;
} NodeTable;

static House *nodes[NODES];
static NodeTable tables[TABLES];
static Rng rng;

static int kills_wanted(void)
{
    const char *said = getenv("ROUNDHOUSE_KILLS");

    return said != NULL ? atoi(said) : USUAL_KILLS;
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static void come_in(NodeTable *table, int seat, int node)
{
    NodePlayer *player = &table->players[seat];

    player->node = node;
    player->tab = tab_open(nodes[node], &player->who);
    tab_say(player->tab, "{\"do\":\"watch\",\"table\":\"%s\"}", table->code);
}

static void leave(NodePlayer *player)
{
    if (player->tab != NULL)
        tab_close(player->tab);
    player->tab = NULL;
}

static void open_table(NodeTable *table)
{
    int node = (int)rng_below(&rng, NODES);
    Answer answer = ask(nodes[node], &table->players[0].who, "/api/1/tables",
                        "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");

    cr_assert_eq(answer.status, 200);
    snprintf(table->code, sizeof table->code, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
    for (int seat = 0; seat < 2; seat++) {
        leave(&table->players[seat]);
        come_in(table, seat, (node + seat) % NODES);
    }
    tab_must(table->players[1].tab, "{\"do\":\"sit\",\"table\":\"%s\"}", table->code);
    tab_must(table->players[0].tab, "{\"do\":\"start\",\"table\":\"%s\"}", table->code);
    for (int seat = 0; seat < 2; seat++)
        tab_say(table->players[seat].tab, "{\"do\":\"watch\",\"table\":\"%s\"}",
                table->code);
    table->told = 0;
    table->is_over = 0;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static void hear_update(NodeTable *table, Tab *tab, const Json *update)
{
    const Text *message = &tab->ws.message;
    long n = (long)number_at(update, "n");
    int count = scan_action_count(message->bytes, message->length);

    if (n > table->told)
        table->told = n;
    table->is_over |= is_at(json_at(update, "position"), "over");
    if (count == 0 || n < table->told)
        return;
    Piece action =
        scan_action(message->bytes, message->length, (int)rng_below(&rng, (uint32_t)count));
    char text[ACTION_ROOM + 128];
    snprintf(text, sizeof text,
             "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%.*s}", table->code, n,
             (int)action.length, action.bytes);
    ws_say(&tab->ws, text);
}

/* What was in doubt is asked again; nothing else may be wrong. */
static void hear_error(NodeTable *table, Tab *tab, const Json *error)
{
    const char *code = text_at(error, "code");

    if (strcmp(code, "not-stored") == 0)
        tab_say(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", table->code);
    else
        cr_assert(strcmp(code, "stale") == 0 || strcmp(code, "not-playing") == 0, "%s",
                  tab->ws.message.bytes);
}

/* 0: the connection is gone. */
static int listen_once(NodeTable *table, int seat, int milliseconds)
{
    Tab *tab = table->players[seat].tab;
    const Json *message = tab_next(tab, milliseconds);

    if (message != NULL && strcmp(text_at(message, "type"), "update") == 0)
        hear_update(table, tab, message);
    if (message != NULL && strcmp(text_at(message, "type"), "error") == 0)
        hear_error(table, tab, message);
    return tab->ws.fd >= 0;
}

static void listen_to_all(void)
{
    for (int i = 0; i < 2 * TABLES; i++)
        listen_once(&tables[i / 2], i % 2, 1);
}

static void play_for(int64_t nanoseconds)
{
    for (int64_t until = crowd_now() + nanoseconds; crowd_now() < until;)
        listen_to_all();
}

/* Every table goes on, or is over, within a few seconds. */
static void play_until_all_go_on(void)
{
    int64_t until = crowd_now() + 15 * SECOND;
    long before[TABLES];
    int resting = TABLES;

    for (int i = 0; i < TABLES; i++)
        before[i] = tables[i].told;
    while (resting > 0) {
        cr_assert_lt(crowd_now(), until, "a table does not go on");
        listen_to_all();
        resting = 0;
        for (int i = 0; i < TABLES; i++)
            resting += tables[i].told == before[i] && !tables[i].is_over;
    }
}

/* ------------------------------------------------------------------------- */
/* Killing                                                                   */
/* ------------------------------------------------------------------------- */

/* Read at a node that lives: all that was told is there, or comes, if the node has not
 * read so far in the log yet. */
static void check_table(NodeTable *table, int node)
{
    Tab *tab = tab_open(nodes[node], &table->players[0].who);

    tab_say(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", table->code);
    while (number_at(tab_hear(tab, "update"), "n") < table->told)
        ;
    tab_close(tab);
}

static void kill_once(int victim)
{
    int living = (victim + 1) % NODES;

    play_for((int64_t)rng_below(&rng, 80) * SECOND / 1000);
    house_end(nodes[victim], SIGKILL);
    /* What it had sent before was told, too. */
    for (int i = 0; i < 2 * TABLES; i++) {
        NodePlayer *player = &tables[i / 2].players[i % 2];
        if (player->node != victim)
            continue;
        while (listen_once(&tables[i / 2], i % 2, 5000))
            ;
        leave(player);
    }
    for (int i = 0; i < TABLES; i++)
        check_table(&tables[i], living);
    for (int i = 0; i < 2 * TABLES; i++) {
        if (tables[i / 2].players[i % 2].tab == NULL)
            come_in(&tables[i / 2], i % 2, living);
    }
    house_begin(nodes[victim]);
    play_until_all_go_on();
    for (int i = 0; i < TABLES; i++) {
        if (tables[i].is_over)
            open_table(&tables[i]);
    }
}

static void open_all(void)
{
    database_make();
    rng_seed(&rng, 9);
    for (int i = 0; i < NODES; i++)
        nodes[i] = house_open_at(HOUSE_OPEN, database());
    for (int i = 0; i < TABLES; i++) {
        tables[i].players[0].who = person_new(nodes[0], "Ada");
        tables[i].players[1].who = person_new(nodes[1], "Ben");
        open_table(&tables[i]);
    }
}

static void close_all(void)
{
    for (int i = 0; i < 2 * TABLES; i++)
        leave(&tables[i / 2].players[i % 2]);
    for (int i = 0; i < NODES; i++)
        house_close(nodes[i]);
    database_remove();
}

Test(nodes_crash, no_node_takes_a_told_move_with_it, .init = open_all, .fini = close_all)
{
    int kills = kills_wanted();

    for (int i = 0; i < kills; i++)
        kill_once((int)rng_below(&rng, NODES));
}
