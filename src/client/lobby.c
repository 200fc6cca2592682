/* lobby.c: listing and opening tables over HTTP. */
#include "client/lobby.h"

#include "client/fetch.h"
#include "wire/json_out.h"

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static void read_entry(const Json *json, TableEntry *entry)
{
    const Json *seat;
    uint32_t seats = field_list(json, "seats", &seat);

    *entry = (TableEntry){ .state = table_state_read(json),
                           .is_mine = field_number(json, "you") >= 0 };
    field_text(json, "table", entry->code, sizeof entry->code);
    field_text(json, "game", entry->game, sizeof entry->game);
    for (; seats > 0 && entry->seat_count < SEATS_MAX; seats--, seat = json_beside(seat))
        table_seat_read(seat, &entry->seats[entry->seat_count++]);
}

int lobby_list(const ServerAddress *server, const char *token, WhichTables which,
               TableList *list, Fault *fault)
{
    HttpRequest request = {
        .path = which == TABLES_MINE ? "/api/1/tables?mine=1" : "/api/1/tables",
        .token = token,
    };
    Json *json = fetch_json(server, &request, fault);
    const Json *entry;
    uint32_t count = field_list(json, "tables", &entry);

    list->count = 0;
    if (json == NULL)
        return 0;
    for (; count > 0 && list->count < TABLE_ENTRIES_MAX;
         count--, entry = json_beside(entry))
        read_entry(entry, &list->entries[list->count++]);
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
    json_put_name(out, "game", game->id);
    json_key(out, "options");
    json_open_object(out);
    for (int i = 0; i < game->option_count; i++)
        json_put_name(out, game->options[i].id,
                      game->options[i].values.items[setup->options[i]]);
    json_close_object(out);
    json_key(out, "seats");
    json_open_list(out);
    json_name(out, "me");
    for (int seat = 1; seat < setup->seats; seat++)
        json_name(out, seat <= open ? "open" : level);
    json_close_list(out);
    json_put_flag(out, "public", is_public);
    json_close_object(out);
}

int lobby_open(const ServerAddress *server, const char *token, const Game *game,
               const Setup *setup, int open, const char *level, int is_public,
               char code[TABLE_CODE_MAX], Fault *fault)
{
    Text body = { 0 };
    JsonOut out = { .text = &body };

    write_wish(&out, game, setup, open, level, is_public);
    HttpRequest request = { .path = "/api/1/tables", .token = token, .body = body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(server, &request, fault);
    text_free(&body);
    if (json == NULL)
        return fault_set(fault, "there is no memory left");
    field_text(json, "table", code, TABLE_CODE_MAX);
    json_free(json);
    return code[0] != '\0' || fault_set(fault, "the server named no table");
}
