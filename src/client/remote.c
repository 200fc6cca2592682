/* remote.c: messages in, requests out. */
#include "client/remote.h"

#include "client/deal_file.h"
#include "client/fetch.h"
#include "play/setup.h"
#include "wire/json_out.h"
#include "wire/position.h"
#include "wire/table_json.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* The table                                                                 */
/* ------------------------------------------------------------------------- */

void table_seat_read(const Json *json, TableSeat *seat)
{
    *seat = (TableSeat){ .who = field_is(json, "who", "bot")      ? REMOTE_SEAT_BOT
                                : field_is(json, "who", "person") ? REMOTE_SEAT_PERSON
                                                                  : REMOTE_SEAT_OPEN,
                         .is_here = field_is_true(json, "here"),
                         .is_away = field_is_true(json, "away") };
    if (seat->who != REMOTE_SEAT_OPEN)
        field_text(json, seat->who == REMOTE_SEAT_BOT ? "level" : "name", seat->name,
                   sizeof seat->name);
}

RemoteState table_state_read(const Json *json)
{
    static const char *const STATES[] = {
        [REMOTE_OPEN] = "open",
        [REMOTE_PLAYING] = "playing",
        [REMOTE_OVER] = "over",
        [REMOTE_CLOSED] = "closed",
    };

    for (int state = REMOTE_OPEN; state <= REMOTE_CLOSED; state++) {
        if (field_is(json, "state", STATES[state]))
            return (RemoteState)state;
    }
    return REMOTE_UNKNOWN;
}

/* The game, its options and how many play; 0: we do not have such a game. */
static int take_setup(RemoteTable *table, const Json *json, int seats)
{
    const Json *id = json_get(json, "game"), *options = json_get(json, "options");
    Fault fault = { 0 };

    if (table->game != NULL)
        return seats == table->setup.seats;
    const Game *game =
        id == NULL || !json_is(id, JSON_IS_TEXT) ? NULL : catalogue_find(id->text);
    if (game == NULL || field_number(json, "rules") != game->rules_version
        || seats < game->least_seats || seats > game->most_seats)
        return 0;
    game_default_setup(game, seats, &table->setup);
    if (!setup_read_options(options, game, &table->setup, &fault))
        return 0;
    table->game = game;
    return 1;
}

static void take_part(RemoteTable *table, const Json *json);
static void keep_part(RemoteTable *table);

static void take_table(RemoteTable *table, const Json *json)
{
    const Json *seat;
    uint32_t seats = field_list(json, "seats", &seat);
    RemoteState state = table_state_read(json);

    if (seats == 0 || seats > SEATS_MAX || !take_setup(table, json, (int)seats))
        return;
    for (uint32_t i = 0; i < seats; i++, seat = json_beside(seat))
        table_seat_read(seat, &table->seats[i]);
    if (state != REMOTE_UNKNOWN)
        table->state = state;
    long long you = field_number(json, "you");
    table->seat = you < 0 || you >= table->setup.seats ? NOBODY : (int)you;
    table->is_away = table->seat != NOBODY && table->seats[table->seat].is_away;
    table->is_host = field_is_true(json, "host");
    field_text(json, "next", table->next, sizeof table->next);
    take_part(table, json);
}

/* ------------------------------------------------------------------------- */
/* What happens                                                              */
/* ------------------------------------------------------------------------- */

static void take_events(RemoteTable *table, const Json *json)
{
    const Json *entry;
    uint32_t count = field_list(json, "events", &entry);
    Events events = { 0 };
    Fault fault = { 0 };

    if (field_is_true(json, "back")) {
        table->log.undone(table->log.context);
        return;
    }
    for (; count > 0 && events.count < EVENTS_MAX; count--, entry = json_beside(entry))
        events.count += event_read(entry, table->game, table->setup.seats,
                                   &events.items[events.count], &fault);
    table->log.happened(table->log.context, events.items, events.count);
}

/* Skips entries that we have. */
static void take_log(RemoteTable *table, const Json *json)
{
    const Json *entry;
    uint32_t count = table->game == NULL ? 0 : field_list(json, "entries", &entry);

    for (; count > 0; count--, entry = json_beside(entry)) {
        if (field_number(entry, "n") != table->n + 1)
            continue;
        take_events(table, entry);
        table->n++;
    }
}

static void take_clocks(RemoteTable *table, const Json *json, long long now)
{
    const Json *entry;
    uint32_t count = field_list(json, "clocks", &entry);

    table->clocks_at = now;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        table->clocks[seat] = -1;
        if (seat >= count)
            continue;
        if (json_is(entry, JSON_IS_NUMBER))
            table->clocks[seat] = entry->number;
        entry = json_beside(entry);
    }
}

static void watch(RemoteTable *table);

static void take_update(RemoteTable *table, const Json *json, long long now)
{
    const Json *position = json_get(json, "position");
    long long n = field_number(json, "n");
    long long seat = field_number(json, "seat");
    Position found;
    Fault fault = { 0 };

    if (table->game == NULL || position == NULL || n < 0)
        return;
    if (!position_read_view(position, seat < 0 ? NOBODY : (int)seat, &found, &fault)
        || found.game != table->game) {
        snprintf(table->error, sizeof table->error, "%s", fault.sentence);
        return;
    }
    if (n == table->n + 1)
        take_events(table, json);
    else if (n != table->n) { /* entries are missing in between */
        watch(table);
        return;
    }
    table->n = (int)n;
    table->view = found.state;
    table->has_view = 1;
    table->can_undo = field_is_true(json, "undo");
    take_clocks(table, json, now);
    deal_part_see_view(&table->deal, (int)n, seat < 0 ? NOBODY : (int)seat, &table->view,
                       game_is_over(table->game, &table->view));
}

static void take_chat(RemoteTable *table, const Json *json)
{
    long long k = field_number(json, "k");

    if (k >= 0 && k < table->chat_total)
        return; /* received before the connection was lost */
    if (table->chat_count == TABLE_CHAT_MAX) {
        memmove(table->chat, table->chat + 1, sizeof table->chat - sizeof table->chat[0]);
        table->chat_count--;
    }
    ChatLine *line = &table->chat[table->chat_count++];
    field_text(json, "name", line->name, sizeof line->name);
    field_text(json, "text", line->text, sizeof line->text);
    table->chat_total = k < 0 ? table->chat_total + 1 : (int)k + 1;
}

static void take_message(RemoteTable *table, const Json *json, long long now)
{
    if (deal_part_answered(&table->deal, json))
        return;
    if (field_is(json, "type", "error")) {
        field_text(json, "text", table->error, sizeof table->error);
        return;
    }
    if (field_is(json, "type", "announcement"))
        field_text(json, "text", table->announcement, sizeof table->announcement);
    if (!field_is(json, "table", table->code))
        return;
    if (field_is(json, "type", "table"))
        take_table(table, json);
    else if (field_is(json, "type", "update"))
        take_update(table, json, now);
    else if (field_is(json, "type", "log"))
        take_log(table, json);
    else if (field_is(json, "type", "chat"))
        take_chat(table, json);
}

void remote_take(RemoteTable *table, const News *news, long long now)
{
    Fault fault = { 0 };

    if (news->kind == NEWS_CONNECTED || news->kind == NEWS_LOST)
        table->is_connected = news->kind == NEWS_CONNECTED;
    if (news->kind == NEWS_CONNECTED)
        watch(table);
    if (news->kind != NEWS_MESSAGE)
        return;
    Json *json = json_read(news->message.bytes, news->message.length, "", &fault);
    if (json != NULL && json_is(json, JSON_IS_OBJECT)) {
        take_message(table, json, now);
        keep_part(table);
    }
    json_free(json);
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

typedef struct Request {
    Text text;
    JsonOut out;
} Request;

static void begin(Request *request, const RemoteTable *table, const char *verb)
{
    *request = (Request){ { 0 }, { 0 } };
    request->out.text = &request->text;
    json_open_object(&request->out);
    json_put_name(&request->out, "do", verb);
    json_put_name(&request->out, "table", table->code);
}

static void end(Request *request, const RemoteTable *table)
{
    json_close_object(&request->out);
    if (!request->text.has_failed)
        connection_send(table->connection, request->text.bytes, request->text.length);
    text_free(&request->text);
}

/* From where we are on; from the beginning if the log is not ours any more. */
static void watch(RemoteTable *table)
{
    Request request;

    deal_part_connected(&table->deal);
    begin(&request, table, "watch");
    json_put_list(&request.out, "with");
    json_name(&request.out, "position");
    json_name(&request.out, "events");
    json_close_list(&request.out);
    json_put_number(&request.out, "since", table->n);
    end(&request, table);
}

void remote_act(RemoteTable *table, Action action)
{
    Request request;

    begin(&request, table, "act");
    json_put_number(&request.out, "n", table->n);
    json_key(&request.out, "action");
    action_format(&request.out, table->game, action, NULL);
    end(&request, table);
}

void remote_undo(RemoteTable *table)
{
    Request request;

    begin(&request, table, "undo");
    json_put_number(&request.out, "n", table->n);
    end(&request, table);
}

void remote_chat(RemoteTable *table, const char *text)
{
    Request request;

    begin(&request, table, "chat");
    json_put_text(&request.out, "text", text);
    end(&request, table);
}

static void keep_part(RemoteTable *table)
{
    if (table->deal.is_changed)
        deal_file_write(&table->deal, connection_deals(table->connection), table->game,
                        &table->setup);
}

/* What to do for the deal of this table, once it is on disk. */
static DealWish see_deal(RemoteTable *table, const Json *json)
{
    DealPart *part = &table->deal;
    const char *prefix = connection_deals(table->connection);
    int before = part->memory.kept.seat;

    deal_file_read(part, prefix, table->seat);
    DealWish wish = deal_part_see(part, json, table->seat);
    if (before != NOBODY && before != part->memory.kept.seat)
        deal_file_remove(part, prefix, before);
    keep_part(table);
    return wish;
}

/* Our part in the deal, without anybody pressing anything. */
static void take_part(RemoteTable *table, const Json *json)
{
    DealPart *part = &table->deal;
    DealWish wish = see_deal(table, json);
    Request request;

    if (wish == DEAL_WISH_NOTHING)
        return;
    int is_commit = wish == DEAL_WISH_COMMIT;
    begin(&request, table, is_commit ? "commit" : "reveal");
    json_put_number(&request.out, "id", is_commit ? DEAL_COMMIT_ID : DEAL_REVEAL_ID);
    json_put_bytes(&request.out, is_commit ? "commitment" : "bytes",
                   is_commit ? part->own : part->memory.kept.bytes, SEED_BYTES);
    end(&request, table);
}

int remote_check_deal(RemoteTable *table, SaveCheck *result, Fault *fault)
{
    char path[64];
    HttpReply reply = { 0 };
    const DealMemory *memory = table->deal.is_begun ? &table->deal.memory : NULL;

    snprintf(path, sizeof path, "/api/1/tables/%s/save", table->code);
    int is_checked = connection_fetch(table->connection, path, &reply, fault);
    if (is_checked && reply.status != 200)
        is_checked =
            fault_set(fault, "The server does not give the save (%d).", reply.status);
    is_checked = is_checked
                 && save_check(reply.body.bytes, reply.body.length, memory, result, fault);
    http_reply_free(&reply);
    return is_checked;
}

void remote_do(RemoteTable *table, const char *verb)
{
    remote_seat(table, verb, NOBODY, NULL);
}

void remote_seat(RemoteTable *table, const char *verb, int seat, const char *who)
{
    Request request;

    begin(&request, table, verb);
    if (seat != NOBODY)
        json_put_number(&request.out, "seat", seat);
    if (who != NULL)
        json_put_name(&request.out, "who", who);
    end(&request, table);
}

SeatSet remote_waiting(const RemoteTable *table)
{
    return table->has_view && table->state != REMOTE_OVER
               ? table->game->waiting(&table->view)
               : 0;
}

void remote_sit_down(RemoteTable *table, Connection *connection, const char *code,
                     const TableLog *log)
{
    *table = (RemoteTable){ .connection = connection, .seat = NOBODY, .log = *log };
    snprintf(table->code, sizeof table->code, "%s", code);
    deal_part_begin(&table->deal, code);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->clocks[seat] = -1;
    table->is_connected = connection_is_there(connection);
    if (table->is_connected)
        watch(table);
}
