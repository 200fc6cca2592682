/* admin_tables.c: the commands of admins and moderators about tables: list, close, hand
 * over a seat, remove somebody. Only rows are read and written; a game stays where it is.
 */
#include "server/admin.h"

#include "ai/ai.h"
#include "server/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const STATES[] = { "open", "playing", "over", "closed" };

static void put_seats(JsonOut *out, const StoreTable *row)
{
    json_put_list(out, "seats");
    for (int seat = 0; seat < row->seat_count; seat++) {
        const StoreSeat *at = &row->seats[seat];
        if (at->who == SEAT_BOT)
            json_name(out, at->level);
        else
            json_text(out, at->who == SEAT_OPEN ? "open" : at->name,
                      strlen(at->who == SEAT_OPEN ? "open" : at->name));
    }
    json_close_list(out);
}

static void put_table(JsonOut *out, const StoreTable *row)
{
    json_open_object(out);
    json_put_name(out, "table", row->code);
    json_put_name(out, "game", row->game);
    json_put_name(out, "state", STATES[row->state]);
    json_put_flag(out, "public", row->is_public);
    put_seats(out, row);
    json_put_number(out, "created", row->created);
    json_put_number(out, "changed", row->changed);
    json_close_object(out);
}

static StoreStatus run_tables(Admin *admin, Fault *fault)
{
    StoreTable *tables = malloc(ADMIN_LIST_MAX * sizeof *tables);
    int count = 0;
    StoreStatus status = tables == NULL
                             ? STORE_NO_MEMORY
                             : store_list_every(admin->store, admin->number, tables,
                                                ADMIN_LIST_MAX, &count, fault);

    json_put_list(admin->out, "tables");
    for (int i = 0; i < count; i++)
        put_table(admin->out, &tables[i]);
    json_close_list(admin->out);
    if (count == ADMIN_LIST_MAX)
        json_put_number(admin->out, "from", tables[count - 1].id);
    free(tables);
    return status;
}

/* The table, if it is not over; otherwise it is refused. */
static StoreStatus find_table(Admin *admin, StoreTable *row, Fault *fault)
{
    StoreStatus status = store_table_by_code(admin->store, admin->table, row, fault);

    if (status == STORE_NOT_FOUND || (status == STORE_OK && row->state == TABLE_CLOSED))
        return admin_refuse(admin, ERROR_NO_SUCH_TABLE, NULL);
    if (status == STORE_OK && row->state == TABLE_OVER)
        return admin_refuse(admin, ERROR_NOT_OPEN, NULL);
    return status;
}

/* Refused if a server has written the row meanwhile. row->changed stays as it is, because
 * the players' clocks are computed from it. */
static StoreStatus change_row(Admin *admin, const StoreTable *row, const char *more,
                              Fault *fault)
{
    StoreStatus status = store_table_set(admin->store, row, fault);

    if (status == STORE_CONFLICT)
        return admin_refuse(admin, ERROR_STALE, NULL);
    return status == STORE_OK ? admin_note(admin, more, fault) : status;
}

static StoreStatus run_close(Admin *admin, Fault *fault)
{
    StoreTable row;
    StoreStatus status = find_table(admin, &row, fault);

    if (status != STORE_OK || admin->is_refused)
        return status;
    row.state = TABLE_CLOSED;
    row.turn.waiting = 0;
    row.turn.deadline = 0;
    return change_row(admin, &row, NULL, fault);
}

/* "open", a bot's level, or a person. */
static StoreStatus choose(Admin *admin, const StoreTable *row, StoreSeat *seat,
                          Fault *fault)
{
    if (strcmp(admin->who, "open") == 0 && row->state == TABLE_OPEN) {
        seat_clear(seat);
        return STORE_OK;
    }
    if (bot_find(admin->who) != NULL) {
        *seat = (StoreSeat){ .who = SEAT_BOT };
        snprintf(seat->level, sizeof seat->level, "%.*s", STORE_WORD_MAX, admin->who);
        return STORE_OK;
    }
    StoreStatus status = admin_find_any(admin, fault);
    if (status != STORE_OK || admin->is_refused)
        return status;
    if (admin->person.banned > admin->now)
        return admin_refuse(admin, ERROR_BANNED, NULL);
    if (table_seat_of(row, admin->person.id) != NOBODY)
        return admin_refuse(admin, ERROR_SEAT_TAKEN, NULL);
    seat_give(seat, &admin->person);
    return STORE_OK;
}

/* While the cards are dealt, the participants are fixed: then the command is refused. */
static int is_dealing(Admin *admin, const StoreTable *row)
{
    if (!table_is_revealing(row))
        return 0;
    admin_refuse(admin, ERROR_NOT_OPEN, NULL);
    return 1;
}

static StoreStatus run_seat(Admin *admin, Fault *fault)
{
    StoreTable row;
    char more[STORE_NAME_MAX + 16];
    StoreStatus status = find_table(admin, &row, fault);

    if (status != STORE_OK || admin->is_refused || is_dealing(admin, &row))
        return status;
    if (row.daily != 0) /* the same players for everybody */
        return admin_refuse(admin, ERROR_NOT_ALLOWED, NULL);
    if (admin->seat >= row.seat_count)
        return admin_refuse(admin, ERROR_NO_SUCH_THING, NULL);
    status = choose(admin, &row, &row.seats[admin->seat], fault);
    if (status != STORE_OK || admin->is_refused)
        return status;
    snprintf(more, sizeof more, "%d %s", admin->seat + 1,
             admin->person.id != 0 ? admin->person.code : admin->who);
    return change_row(admin, &row, more, fault);
}

/* In a running game a bot takes over for good; at an open table the seat becomes free, and
 * if the person is the host, the table is closed. */
static StoreStatus run_kick(Admin *admin, Fault *fault)
{
    StoreTable row;
    StoreStatus status = find_table(admin, &row, fault);

    if (status == STORE_OK && !admin->is_refused)
        status = admin_find(admin, fault);
    if (status != STORE_OK || admin->is_refused || is_dealing(admin, &row))
        return status;
    int seat = table_seat_of(&row, admin->person.id);
    if (seat == NOBODY && row.host != admin->person.id)
        return admin_refuse(admin, ERROR_NO_SUCH_THING, NULL);
    if (row.state == TABLE_OPEN && row.host == admin->person.id)
        row.state = TABLE_CLOSED;
    if (seat != NOBODY && row.state == TABLE_PLAYING) {
        row.seats[seat] = (StoreSeat){ .who = SEAT_BOT };
        memcpy(row.seats[seat].level, row.sit_in, sizeof row.sit_in);
    } else if (seat != NOBODY) {
        seat_clear(&row.seats[seat]);
    }
    return change_row(admin, &row, NULL, fault);
}

const AdminCommand ADMIN_TABLES[] = {
    { "tables", "/ from", ROLE_MODERATOR, run_tables },
    { "close", "table / why", ROLE_ADMIN, run_close },
    { "seat", "table seat to / why", ROLE_ADMIN, run_seat },
    { "kick", "table who / why", ROLE_MODERATOR, run_kick },
    { .name = NULL },
};
