/* club_tables.c: tables are opened, by one request after the other. Everything is well
 * then. */
#include "club_inside.h"

#include "fleet.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { ANSWER_MS = 20000, CLOCK_SECONDS = 60, SHORT_CLOCK_SECONDS = 2 };

static const char *const GAMES[] = { "freight-train", "take-a-train", "station-master" };

/* The text of a key in the answer to a POST. */
static void post(int node, const char *token, const char *path, const char *body,
                 const char *key, char *out, size_t room)
{
    char origin[200];
    HttpRequest request = { .path = path, .body = body, .origin = origin };
    HttpReply reply = { 0 };
    Fault fault = { 0 };
    Http http;

    snprintf(origin, sizeof origin, "http://%s:%s", fleet_address(node)->host,
             fleet_address(node)->port);
    request.token = token;
    http_open(&http, fleet_address(node));
    cr_assert(http_ask(&http, &request, &reply, &fault), "%s", fault.sentence);
    cr_assert(reply.status == 200
                  && scan_text(reply.body.bytes, reply.body.length, key, out, room),
              "%s at node %d: %d %s", path, node, reply.status, reply.body.bytes);
    http_close(&http);
    http_reply_free(&reply);
}

const char *club_new_person(int node, const char *name)
{
    static char token[GUEST_TOKEN_ROOM];
    char body[64];

    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    post(node, NULL, "/api/1/guest", body, "token", token, sizeof token);
    return token;
}

/* On a connection for this alone: it must be done. */
static void must_do(int node, const char *token, const char *what, const char *code)
{
    HttpRequest request = { .path = "/ws/1", .token = token };
    char message[128];
    const char *answer;
    Fault fault = { 0 };
    Ws ws;

    cr_assert(ws_open(&ws, fleet_address(node), &request, NULL, &fault), "%s",
              fault.sentence);
    snprintf(message, sizeof message, "{\"do\":\"%s\",\"table\":\"%s\",\"id\":1}", what,
             code);
    ws_say(&ws, message);
    do {
        answer = ws_hear(&ws, ANSWER_MS);
        cr_assert_not_null(answer, "no answer to %s at node %d", what, node);
    } while (scan_number(answer, strlen(answer), "id") != 1);
    cr_assert(!scan_is(answer, strlen(answer), "error"), "%s: %s", what, answer);
    ws_close(&ws);
}

static void write_table(char *body, size_t room, const ClubTable *table)
{
    const char *game = GAMES[table->number % 3];
    const char *other = table->kind == CLUB_BOT ? "greedy" : "open";
    int seconds = table->kind == CLUB_CLOCK ? SHORT_CLOCK_SECONDS : CLOCK_SECONDS;

    snprintf(body, room,
             "{\"game\":\"%s\",\"seats\":[\"me\",\"%s\"],\"public\":true,"
             "\"sit_in\":\"random\",\"clock\":{\"kind\":\"turn\",\"seconds\":%d}}",
             game, other, seconds);
}

static void start_player(ClubTable *table, int reader, const char *token)
{
    Player *player = &table->players[reader];
    int home = (table->number + reader) % FLEET;

    *player = (Player){ .home = home,
                        .turn = -1,
                        .is_here = reader != 1 || table->kind != CLUB_BOT };
    guest_start(&player->guest, token, home);
}

void club_open_table(ClubTable *table)
{
    int node = table->number % FLEET;
    char host[GUEST_TOKEN_ROOM], other[GUEST_TOKEN_ROOM], body[256];

    snprintf(host, sizeof host, "%s", club_new_person(node, "Ada"));
    snprintf(other, sizeof other, "%s", club_new_person((node + 1) % FLEET, "Ben"));
    write_table(body, sizeof body, table);
    post(node, host, "/api/1/tables", body, "table", table->code, sizeof table->code);
    if (table->kind != CLUB_BOT)
        must_do((node + 1) % FLEET, other, "sit", table->code);
    must_do(node, host, "start", table->code);
    table->record = record_new();
    table->told = -1;
    table->bot_since = table->clock_since = 0;
    table->is_over = 0;
    start_player(table, 0, host);
    start_player(table, 1, other);
    start_player(table, RECORD_SPECTATOR, "");
}
