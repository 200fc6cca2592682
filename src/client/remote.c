/* remote.c: messages in, requests out. */
#include "client/remote.h"

#include "play/setup.h"
#include "wire/json_out.h"
#include "wire/position.h"
#include "wire/table_json.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Taking values                                                             */
/* ------------------------------------------------------------------------- */

static int is_flag_set(const Json *object, const char *key)
{
    const Json *value = json_get(object, key);

    return value != NULL && json_is(value, JSON_IS_FLAG) && value->number;
}

/* -1: there is no such whole number. */
static long long number_of(const Json *object, const char *key)
{
    const Json *value = json_get(object, key);

    return value == NULL || !json_is(value, JSON_IS_NUMBER) ? -1 : value->number;
}

/* Text that a terminal can show; cut to its room. */
static void copy_text(const Json *object, const char *key, char *out, size_t size)
{
    const Json *value = json_get(object, key);

    out[0] = '\0';
    if (value == NULL || !json_is(value, JSON_IS_TEXT)
        || !text_is_harmless(value->text, value->length))
        return;
    size_t length = value->length < size ? value->length : size - 1;
    memcpy(out, value->text, length);
    while (length > 0 && !text_is_utf8(out, length))
        length--;
    out[length] = '\0';
}

static int is_text(const Json *object, const char *key, const char *text)
{
    const Json *value = json_get(object, key);

    return value != NULL && json_is(value, JSON_IS_TEXT) && strcmp(value->text, text) == 0;
}

/* ------------------------------------------------------------------------- */
/* The table                                                                 */
/* ------------------------------------------------------------------------- */

static void hear_seat(const Json *json, TableSeat *seat)
{
    *seat = (TableSeat){ 0 };
    if (!json_is(json, JSON_IS_OBJECT))
        return;
    if (is_text(json, "who", "open"))
        return;
    seat->who = is_text(json, "who", "bot") ? REMOTE_SEAT_BOT : REMOTE_SEAT_PERSON;
    copy_text(json, seat->who == REMOTE_SEAT_BOT ? "level" : "name", seat->name,
              sizeof seat->name);
    seat->is_here = is_flag_set(json, "here");
    seat->is_away = is_flag_set(json, "away");
}

/* The game, its options and how many play; 0: we do not have such a game. */
static int hear_setup(RemoteTable *table, const Json *json, int seats)
{
    const Json *id = json_get(json, "game"), *options = json_get(json, "options");
    Fault fault = { "" };

    if (table->game != NULL)
        return seats == table->setup.seats;
    const Game *game =
        id == NULL || !json_is(id, JSON_IS_TEXT) ? NULL : catalogue_find(id->text);
    if (game == NULL || number_of(json, "rules") != game->rules_version
        || seats < game->least_seats || seats > game->most_seats)
        return 0;
    game_default_setup(game, seats, &table->setup);
    if (!setup_read_options(options, game, &table->setup, &fault))
        return 0;
    table->game = game;
    return 1;
}

static void hear_table(RemoteTable *table, const Json *json)
{
    static const char *const STATES[] = {
        [REMOTE_OPEN] = "open",
        [REMOTE_PLAYING] = "playing",
        [REMOTE_OVER] = "over",
        [REMOTE_CLOSED] = "closed",
    };
    const Json *seats = json_get(json, "seats");

    if (seats == NULL || !json_is(seats, JSON_IS_LIST) || seats->length > SEATS_MAX
        || !hear_setup(table, json, (int)seats->length))
        return;
    const Json *entry = json_first(seats);
    for (uint32_t i = 0; i < seats->length; i++, entry = json_beside(entry))
        hear_seat(entry, &table->seats[i]);
    for (int state = REMOTE_OPEN; state <= REMOTE_CLOSED; state++) {
        if (is_text(json, "state", STATES[state]))
            table->state = (RemoteState)state;
    }
    long long you = number_of(json, "you");
    table->seat = you < 0 || you >= table->setup.seats ? NOBODY : (int)you;
    table->is_away = table->seat != NOBODY && table->seats[table->seat].is_away;
    table->is_host = is_flag_set(json, "host");
    copy_text(json, "next", table->next, sizeof table->next);
}

/* ------------------------------------------------------------------------- */
/* What happens                                                              */
/* ------------------------------------------------------------------------- */

static void hear_events(RemoteTable *table, const Json *json)
{
    const Json *list = json_get(json, "events");
    Events events = { 0 };

    if (is_flag_set(json, "back")) {
        table->log.undone(table->log.context);
        return;
    }
    if (list != NULL && json_is(list, JSON_IS_LIST)) {
        const Json *entry = json_first(list);
        for (uint32_t i = 0; i < list->length && events.count < EVENTS_MAX;
             i++, entry = json_beside(entry)) {
            Fault fault = { "" };
            if (event_read(entry, table->game, table->setup.seats,
                           &events.items[events.count], &fault))
                events.count++;
        }
    }
    table->log.happened(table->log.context, events.items, events.count);
}

/* Entries that we have already are passed over. */
static void hear_log(RemoteTable *table, const Json *json)
{
    const Json *list = json_get(json, "entries");

    if (table->game == NULL || list == NULL || !json_is(list, JSON_IS_LIST))
        return;
    const Json *entry = json_first(list);
    for (uint32_t i = 0; i < list->length; i++, entry = json_beside(entry)) {
        if (!json_is(entry, JSON_IS_OBJECT) || number_of(entry, "n") != table->n + 1)
            continue;
        hear_events(table, entry);
        table->n++;
    }
}

static void hear_clocks(RemoteTable *table, const Json *json, long long now)
{
    const Json *list = json_get(json, "clocks");

    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->clocks[seat] = -1;
    table->clocks_at = now;
    if (list == NULL || !json_is(list, JSON_IS_LIST))
        return;
    const Json *entry = json_first(list);
    for (uint32_t i = 0; i < list->length && i < SEATS_MAX; i++, entry = json_beside(entry))
        table->clocks[i] = json_is(entry, JSON_IS_NUMBER) ? entry->number : -1;
}

static void watch(RemoteTable *table);

static void hear_update(RemoteTable *table, const Json *json, long long now)
{
    const Json *position = json_get(json, "position");
    long long n = number_of(json, "n");
    long long seat = number_of(json, "seat");
    Position found;
    Fault fault = { "" };

    if (table->game == NULL || position == NULL || n < 0)
        return;
    if (!position_read_view(position, seat < 0 ? NOBODY : (int)seat, &found, &fault)
        || found.game != table->game) {
        snprintf(table->error, sizeof table->error, "%s", fault.sentence);
        return;
    }
    if (n == table->n + 1)
        hear_events(table, json);
    else if (n != table->n) { /* something is missing in between */
        watch(table);
        return;
    }
    table->n = (int)n;
    table->view = found.state;
    table->has_view = 1;
    table->can_undo = is_flag_set(json, "undo");
    hear_clocks(table, json, now);
}

static void hear_chat(RemoteTable *table, const Json *json)
{
    long long k = number_of(json, "k");

    if (k >= 0 && k < table->chat_total)
        return; /* heard before the connection was lost */
    if (table->chat_count == TABLE_CHAT_MAX) {
        memmove(table->chat, table->chat + 1, sizeof table->chat - sizeof table->chat[0]);
        table->chat_count--;
    }
    ChatLine *line = &table->chat[table->chat_count++];
    copy_text(json, "name", line->name, sizeof line->name);
    copy_text(json, "text", line->text, sizeof line->text);
    table->chat_total = k < 0 ? table->chat_total + 1 : (int)k + 1;
}

static void hear_message(RemoteTable *table, const Json *json, long long now)
{
    if (is_text(json, "type", "error")) {
        copy_text(json, "text", table->error, sizeof table->error);
        return;
    }
    if (!is_text(json, "table", table->code))
        return;
    if (is_text(json, "type", "table"))
        hear_table(table, json);
    else if (is_text(json, "type", "update"))
        hear_update(table, json, now);
    else if (is_text(json, "type", "log"))
        hear_log(table, json);
    else if (is_text(json, "type", "chat"))
        hear_chat(table, json);
}

void remote_hear(RemoteTable *table, const News *news, long long now)
{
    Fault fault = { "" };

    if (news->kind == NEWS_CONNECTED || news->kind == NEWS_LOST)
        table->is_connected = news->kind == NEWS_CONNECTED;
    if (news->kind == NEWS_CONNECTED)
        watch(table);
    if (news->kind != NEWS_MESSAGE)
        return;
    Json *json = json_read(news->message.bytes, news->message.length, "", &fault);
    if (json != NULL && json_is(json, JSON_IS_OBJECT))
        hear_message(table, json, now);
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
    json_key(&request->out, "do");
    json_name(&request->out, verb);
    json_key(&request->out, "table");
    json_name(&request->out, table->code);
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

    begin(&request, table, "watch");
    json_key(&request.out, "with");
    json_open_list(&request.out);
    json_name(&request.out, "position");
    json_name(&request.out, "events");
    json_close_list(&request.out);
    json_key(&request.out, "since");
    json_number(&request.out, table->n);
    end(&request, table);
}

void remote_act(RemoteTable *table, Action action)
{
    Request request;

    begin(&request, table, "act");
    json_key(&request.out, "n");
    json_number(&request.out, table->n);
    json_key(&request.out, "action");
    action_write(&request.out, table->game, action, NULL);
    end(&request, table);
}

void remote_undo(RemoteTable *table)
{
    Request request;

    begin(&request, table, "undo");
    json_key(&request.out, "n");
    json_number(&request.out, table->n);
    end(&request, table);
}

void remote_chat(RemoteTable *table, const char *text)
{
    Request request;

    begin(&request, table, "chat");
    json_key(&request.out, "text");
    json_text(&request.out, text, strlen(text));
    end(&request, table);
}

void remote_do(RemoteTable *table, const char *verb)
{
    Request request;

    begin(&request, table, verb);
    end(&request, table);
}

void remote_sit(RemoteTable *table, int seat)
{
    Request request;

    begin(&request, table, "sit");
    json_key(&request.out, "seat");
    json_number(&request.out, seat);
    end(&request, table);
}

void remote_set_seat(RemoteTable *table, int seat, const char *who)
{
    Request request;

    begin(&request, table, "seat");
    json_key(&request.out, "seat");
    json_number(&request.out, seat);
    json_key(&request.out, "who");
    json_name(&request.out, who);
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
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->clocks[seat] = -1;
    table->is_connected = connection_is_there(connection);
    if (table->is_connected)
        watch(table);
}
