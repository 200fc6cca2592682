/* lobby.c: listing and opening tables over HTTP. */
#include "client/lobby.h"

#include "client/fetch.h"
#include "wire/json_out.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static const char *text_of(const Json *object, const char *key)
{
    const Json *value = json_get(object, key);

    return value != NULL && json_is(value, JSON_IS_TEXT)
                   && text_is_harmless(value->text, value->length)
               ? value->text
               : "";
}

static void read_seats(const Json *list, TableEntry *entry)
{
    if (list == NULL || !json_is(list, JSON_IS_LIST))
        return;
    const Json *json = json_first(list);
    for (uint32_t i = 0; i < list->length && i < SEATS_MAX; i++, json = json_beside(json)) {
        TableSeat *seat = &entry->seats[entry->seat_count++];
        const char *who = json_is(json, JSON_IS_OBJECT) ? text_of(json, "who") : "";
        int is_bot = strcmp(who, "bot") == 0;

        seat->who = is_bot                       ? REMOTE_SEAT_BOT
                    : strcmp(who, "person") == 0 ? REMOTE_SEAT_PERSON
                                                 : REMOTE_SEAT_OPEN;
        if (seat->who != REMOTE_SEAT_OPEN)
            snprintf(seat->name, sizeof seat->name, "%s",
                     text_of(json, is_bot ? "level" : "name"));
    }
}

static void read_entry(const Json *json, TableList *list)
{
    TableEntry *entry = &list->entries[list->count];

    if (!json_is(json, JSON_IS_OBJECT) || list->count == TABLE_ENTRIES_MAX)
        return;
    memset(entry, 0, sizeof *entry);
    snprintf(entry->code, sizeof entry->code, "%s", text_of(json, "table"));
    snprintf(entry->game, sizeof entry->game, "%s", text_of(json, "game"));
    const char *state = text_of(json, "state");
    entry->state = strcmp(state, "open") == 0      ? REMOTE_OPEN
                   : strcmp(state, "playing") == 0 ? REMOTE_PLAYING
                                                   : REMOTE_OVER;
    const Json *you = json_get(json, "you");
    entry->is_mine = you != NULL && json_is(you, JSON_IS_NUMBER);
    read_seats(json_get(json, "seats"), entry);
    list->count++;
}

int lobby_list(const ServerAddress *server, const char *token, WhichTables which,
               TableList *list, Fault *fault)
{
    FetchRequest request = {
        server, which == TABLES_MINE ? "/api/1/tables?mine=1" : "/api/1/tables", token, NULL
    };
    Json *json = fetch_json(&request, fault);
    const Json *tables = json == NULL ? NULL : json_get(json, "tables");

    list->count = 0;
    if (json == NULL)
        return 0;
    if (tables != NULL && json_is(tables, JSON_IS_LIST)) {
        const Json *entry = json_first(tables);
        for (uint32_t i = 0; i < tables->length; i++, entry = json_beside(entry))
            read_entry(entry, list);
    }
    json_free(json);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Opening one                                                               */
/* ------------------------------------------------------------------------- */

static void write_wish(JsonOut *out, const Game *game, const Setup *setup, int open,
                       const char *level, int is_public)
{
    json_open_object(out);
    json_key(out, "game");
    json_name(out, game->id);
    json_key(out, "options");
    json_open_object(out);
    for (int i = 0; i < game->option_count; i++) {
        json_key(out, game->options[i].id);
        json_name(out, game->options[i].values.items[setup->options[i]]);
    }
    json_close_object(out);
    json_key(out, "seats");
    json_open_list(out);
    json_name(out, "me");
    for (int seat = 1; seat < setup->seats; seat++)
        json_name(out, seat <= open ? "open" : level);
    json_close_list(out);
    json_key(out, "public");
    json_flag(out, is_public);
    json_close_object(out);
}

int lobby_open(const ServerAddress *server, const char *token, const Game *game,
               const Setup *setup, int open, const char *level, int is_public,
               char code[TABLE_CODE_MAX], Fault *fault)
{
    Text body = { 0 };
    JsonOut out = { .text = &body };

    write_wish(&out, game, setup, open, level, is_public);
    FetchRequest request = { server, "/api/1/tables", token, body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(&request, fault);
    text_free(&body);
    if (json == NULL)
        return fault_set(fault, "there is no memory left");
    snprintf(code, TABLE_CODE_MAX, "%s", text_of(json, "table"));
    json_free(json);
    return code[0] != '\0' || fault_set(fault, "the server named no table");
}
