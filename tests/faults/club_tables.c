/* club_tables.c: opens tables by blocking requests, while there is no fault. */
#include "club_inside.h"

#include "fleet.h"
#include "load/crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_MS = 20000, CLOCK_SECONDS = 60, SHORT_CLOCK_SECONDS = 2 };

static const int64_t MILLISECOND = 1000000;

static const char *const GAMES[] = { "freight-train", "take-a-train", "station-master" };

/* The status, and the value of a key in the reply. */
static int post_once(int node, const HttpRequest *request, const char *key, char *out,
                     size_t room)
{
    HttpReply reply = { 0 };
    Fault fault = { 0 };
    Http http;
    int status;

    http_open(&http, fleet_address(node));
    cr_assert(http_ask(&http, request, &reply, &fault), "%s", fault.sentence);
    status = reply.status;
    cr_assert(status == 503
                  || (status == 200
                      && scan_text(reply.body.bytes, reply.body.length, key, out, room)),
              "%s at node %d: %d %s", request->path, node, status, reply.body.bytes);
    http_close(&http);
    http_reply_free(&reply);
    return status;
}

/* A node that has just recovered may need a retry. */
static void post(int node, const char *token, const char *path, const char *body,
                 const char *key, char *out, size_t room)
{
    int64_t until = crowd_now() + ANSWER_MS * MILLISECOND;
    char origin[SERVER_HOST_MAX + 32];
    HttpRequest request = { .path = path, .body = body, .origin = origin, .token = token };

    snprintf(origin, sizeof origin, "http://%s:%d", fleet_address(node)->host,
             fleet_address(node)->port);
    while (post_once(node, &request, key, out, room) != 200) {
        cr_assert_lt(crowd_now(), until, "%s: node %d stores nothing", path, node);
        usleep(50000);
    }
}

const char *club_new_person(int node, const char *name)
{
    static char token[GUEST_TOKEN_ROOM];
    char body[64];

    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    post(node, NULL, "/api/1/guest", body, "token", token, sizeof token);
    return token;
}

typedef enum Outcome { OUTCOME_DONE, OUTCOME_NOT_STORED, OUTCOME_REFUSED } Outcome;

/* On a separate connection. */
static Outcome do_once(int node, const char *token, const char *message)
{
    HttpRequest request = { .path = "/ws/1", .token = token };
    Outcome outcome = OUTCOME_DONE;
    const char *answer;
    Fault fault = { 0 };
    Ws ws;

    if (!ws_open(&ws, fleet_address(node), &request, NULL, &fault))
        return OUTCOME_NOT_STORED;
    ws_send_text(&ws, message);
    do
        answer = ws_receive(&ws, ANSWER_MS);
    while (answer != NULL && scan_number(answer, strlen(answer), "id") != 1);
    if (answer == NULL || strstr(answer, "\"not-stored\"") != NULL)
        outcome = OUTCOME_NOT_STORED;
    else if (scan_is(answer, strlen(answer), "error"))
        outcome = OUTCOME_REFUSED;
    ws_close(&ws);
    return outcome;
}

/* An unanswered request may have been carried out: then the retry is refused. */
static void must_do(int node, const char *token, const char *what, const char *code)
{
    int64_t until = crowd_now() + ANSWER_MS * MILLISECOND;
    int tries = 1;
    char message[128];
    Outcome outcome;

    snprintf(message, sizeof message, "{\"do\":\"%s\",\"table\":\"%s\",\"id\":1}", what,
             code);
    while ((outcome = do_once(node, token, message)) == OUTCOME_NOT_STORED) {
        cr_assert_lt(crowd_now(), until, "no answer to %s at node %d", what, node);
        tries++;
        usleep(50000);
    }
    cr_assert(outcome == OUTCOME_DONE || tries > 1, "%s at node %d is refused", what, node);
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
    table->last_n = -1;
    table->bot_since = table->clock_since = 0;
    table->is_over = 0;
    start_player(table, 0, host);
    start_player(table, 1, other);
    start_player(table, RECORD_SPECTATOR, "");
}
