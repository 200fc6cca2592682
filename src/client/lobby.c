/* lobby.c: listing and opening tables over HTTP. */
#include "client/lobby.h"

#include "client/fetch.h"
#include "play/setup.h"
#include "wire/position.h"

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static TableClock read_clock(const Json *json)
{
    TableClock clock = { .seconds = (int)field_number(json, "seconds"),
                         .extra = (int)field_number(json, "extra"),
                         .days = (int)field_number(json, "days") };

    field_text(json, "kind", clock.kind, sizeof clock.kind);
    return clock;
}

/* Options of a game that we do not have, or that we do not understand, are left out. */
static void read_setup(const Json *json, TableEntry *entry)
{
    Fault fault = { 0 };

    entry->known = catalogue_find(entry->game);
    if (entry->known == NULL)
        return;
    game_default_setup(entry->known, entry->seat_count, &entry->setup);
    if (!setup_read_options(json_get(json, "options"), entry->known, &entry->setup, &fault))
        entry->known = NULL;
}

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
    entry->clock = read_clock(json_get(json, "clock"));
    read_setup(json, entry);
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

void table_clock_format(JsonOut *out, const TableClock *clock)
{
    json_open_object(out);
    json_put_name(out, "kind", clock->kind);
    if (clock->seconds >= 0)
        json_put_number(out, "seconds", clock->seconds);
    if (clock->extra >= 0)
        json_put_number(out, "extra", clock->extra);
    if (clock->days >= 0)
        json_put_number(out, "days", clock->days);
    json_close_object(out);
}

static void format_wish(JsonOut *out, const TableWish *wish)
{
    const Game *game = wish->game;

    json_open_object(out);
    json_put_name(out, "game", game->id);
    json_put_object(out, "options");
    for (int i = 0; i < game->option_count; i++)
        json_put_name(out, game->options[i].id,
                      game->options[i].values.items[wish->setup.options[i]]);
    json_close_object(out);
    json_put_list(out, "seats");
    json_name(out, "me");
    for (int seat = 1; seat < wish->setup.seats; seat++)
        json_name(out, seat <= wish->open ? "open" : wish->level);
    json_close_list(out);
    json_put_flag(out, "public", wish->is_public);
    if (wish->clock.kind[0] != '\0') {
        json_key(out, "clock");
        table_clock_format(out, &wish->clock);
    }
    json_close_object(out);
}

int lobby_open(const ServerAddress *server, const char *token, const TableWish *wish,
               char code[TABLE_CODE_MAX], Fault *fault)
{
    Text body = { 0 };
    JsonOut out = { .text = &body };

    format_wish(&out, wish);
    HttpRequest request = { .path = "/api/1/tables", .token = token, .body = body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(server, &request, fault);
    text_free(&body);
    if (json == NULL)
        return fault->sentence[0] == '\0' ? fault_set(fault, "there is no memory left") : 0;
    field_text(json, "table", code, TABLE_CODE_MAX);
    json_free(json);
    return code[0] != '\0' || fault_set(fault, "the server named no table");
}
