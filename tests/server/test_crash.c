/* test_crash.c: the server is killed repeatedly while people play, and restarts on the
 * same file: every acknowledged move is stored, and finished games replay.
 * ROUNDHOUSE_KILLS is the number of kills. */
#include "board.h"

#include "load/crowd.h"
#include "load/scan.h"
#include "play/save.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 4 };

/* A seat of a table, played without waiting for the other. */
typedef struct Player {
    Person who;
    Tab *tab;
} Player;

typedef struct CrashTable {
    char code[CODE_ROOM];
    Player players[2];
    long last_n;     /* the highest number received */
    char *last_view; /* the last position that seat 0 received */
    long view_n;
    int is_over;
} CrashTable;

static CrashTable tables[TABLES];
static Rng rng;

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static void open_table(House *house, CrashTable *table)
{
    static const char *const GAMES[] = { "freight-train", "station-master",
                                         "take-a-train" };
    Tab *guest = tab_open(house, &table->players[1].who);
    Tab *host = tab_open(house, &table->players[0].who);

    table_new(house, &table->players[0].who, table->code,
              "{\"game\":\"%s\",\"seats\":[\"me\",\"open\"],\"public\":true}",
              GAMES[rng_below(&rng, 3)]);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", table->code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", table->code);
    tab_close(guest);
    tab_close(host);
    table->last_n = 0;
    table->view_n = -1;
    table->is_over = 0;
}

static void watch(House *house, CrashTable *table)
{
    for (int i = 0; i < 2; i++) {
        Player *player = &table->players[i];
        player->tab = tab_open(house, &player->who);
        tab_send(player->tab, "{\"do\":\"watch\",\"table\":\"%s\"}", table->code);
    }
}

/* A finished game must replay; a new table takes its place. */
static void replace_table(House *house, CrashTable *table)
{
    char path[64];
    Fault fault = { 0 };
    Answer answer;
    Match *match;

    snprintf(path, sizeof path, "/api/1/tables/%s/save", table->code);
    answer = ask(house, &table->players[0].who, path, NULL);
    cr_assert_eq(answer.status, 200, "%s", answer.reply.body.bytes);
    match = save_read(answer.reply.body.bytes, answer.reply.body.length, &SAVE_START_JSON,
                      NULL, &fault);
    cr_assert_not_null(match, "%s", fault.sentence);
    cr_assert_eq(match_move_count(match), table->last_n);
    match_free(match);
    answer_free(&answer);
    open_table(house, table);
}

/* ------------------------------------------------------------------------- */
/* Playing until the connection breaks                                       */
/* ------------------------------------------------------------------------- */

static void keep_view(CrashTable *table, long n, const Text *message)
{
    Piece position = scan_object(message->bytes, message->length, "position");

    free(table->last_view);
    table->last_view = strndup(position.bytes, position.length);
    table->view_n = n;
}

static void on_update(CrashTable *table, int seat, const Json *update)
{
    Tab *tab = table->players[seat].tab;
    const Text *message = &tab->ws.message;
    long n = (long)number_at(update, "n");
    int count = scan_action_count(message->bytes, message->length);
    char text[ACTION_ROOM + 128];
    Piece action;

    if (n > table->last_n)
        table->last_n = n;
    if (seat == 0)
        keep_view(table, n, message);
    table->is_over = is_at(json_at(update, "position"), "over");
    if (count == 0)
        return;
    action =
        scan_action(message->bytes, message->length, (int)rng_below(&rng, (uint32_t)count));
    snprintf(text, sizeof text,
             "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%.*s}", table->code, n,
             (int)action.length, action.bytes);
    ws_send_text(&tab->ws, text);
}

/* Handles one message of a player; 0: the connection is closed. */
static int listen_once(CrashTable *table, int seat, int milliseconds)
{
    Tab *tab = table->players[seat].tab;
    const Json *message = tab_next(tab, milliseconds);

    if (message != NULL && strcmp(text_at(message, "type"), "update") == 0)
        on_update(table, seat, message);
    /* With simultaneous decisions another act may have been first, or ended the game.
     * */
    if (message != NULL && strcmp(text_at(message, "type"), "error") == 0)
        cr_assert(strcmp(text_at(message, "code"), "stale") == 0
                      || strcmp(text_at(message, "code"), "not-playing") == 0,
                  "%s", tab->ws.message.bytes);
    return tab->ws.fd >= 0;
}

static void play_for(int64_t nanoseconds)
{
    int64_t until = crowd_now() + nanoseconds;

    while (crowd_now() < until) {
        for (int i = 0; i < 2 * TABLES; i++)
            listen_once(&tables[i / 2], i % 2, 1);
    }
}

static long acknowledged_in_all(void)
{
    long sum = 0;

    for (int i = 0; i < TABLES; i++)
        sum += tables[i].last_n;
    return sum;
}

/* Plays until moves flow, however slow the machine is: the kill must hit a busy server.
 * */
static void play_until_moves_flow(void)
{
    enum { MOVES = 12 };
    long before = acknowledged_in_all();
    int64_t until = crowd_now() + INT64_C(5000000000);

    play_for((int64_t)rng_below(&rng, 80) * 1000000);
    while (acknowledged_in_all() < before + MOVES && crowd_now() < until)
        play_for(5000000);
}

/* Messages that the server had sent before the kill count as well. */
static void drain(void)
{
    for (int i = 0; i < 2 * TABLES; i++) {
        while (listen_once(&tables[i / 2], i % 2, 5000))
            ;
    }
}

/* ------------------------------------------------------------------------- */
/* Checks                                                                    */
/* ------------------------------------------------------------------------- */

/* At most one move of a table was in progress at the kill: it may be stored or not.
 * Every acknowledged move is stored, and the position is the same. */
static void check_table(House *house, CrashTable *table)
{
    Tab *tab = tab_open(house, &table->players[0].who);
    const Json *update;
    long n;

    tab_send(tab, "{\"do\":\"watch\",\"table\":\"%s\"}", table->code);
    update = tab_wait_for(tab, "update");
    n = (long)number_at(update, "n");
    /* With secret bids both seats may have had a move in progress. */
    cr_assert(n >= table->last_n && n <= table->last_n + 2,
              "%s: %ld moves were acknowledged, %ld are stored", table->code, table->last_n,
              n);
    if (n == table->view_n) {
        Piece position =
            scan_object(tab->ws.message.bytes, tab->ws.message.length, "position");
        cr_assert_eq(position.length, strlen(table->last_view));
        cr_assert_arr_eq(position.bytes, table->last_view, position.length);
    }
    table->last_n = n;
    table->is_over = is_at(json_at(update, "position"), "over");
    tab_close(tab);
}

/* Returns the number of moves acknowledged before the kill. */
static long kill_once(House *house)
{
    long moves = -acknowledged_in_all();

    for (int i = 0; i < TABLES; i++)
        watch(house, &tables[i]);
    play_until_moves_flow();
    house_end(house, SIGKILL);
    drain();
    moves += acknowledged_in_all();
    for (int i = 0; i < 2 * TABLES; i++)
        tab_close(tables[i / 2].players[i % 2].tab);
    house_begin(house);
    for (int i = 0; i < TABLES; i++) {
        check_table(house, &tables[i]);
        if (tables[i].is_over)
            replace_table(house, &tables[i]);
    }
    return moves;
}

Test(crash, loses_no_acknowledged_move)
{
    House *house = house_open(HOUSE_OPEN);
    int kills = kills_wanted();
    long moves = 0;

    rng_seed(&rng, 6);
    for (int i = 0; i < TABLES; i++) {
        tables[i].players[0].who = person_new(house, "Ada");
        tables[i].players[1].who = person_new(house, "Ben");
        open_table(house, &tables[i]);
    }
    for (int i = 0; i < kills; i++)
        moves += kill_once(house);
    /* The kills hit a busy server, not an idle one. */
    cr_assert_gt(moves, 10L * kills);
    for (int i = 0; i < TABLES; i++)
        free(tables[i].last_view);
    house_close(house);
}
