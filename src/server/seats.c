/* seats.c: the seats of a table: sit, stand, return; of the host: seat, close, start. */
#include "server/internal.h"

#include "store/relations.h"
#include "wire/strict.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Seats                                                                     */
/* ------------------------------------------------------------------------- */

int table_seat_of(const StoreTable *row, StoreId user)
{
    for (int seat = 0; user != 0 && seat < row->seat_count; seat++) {
        const StoreSeat *at = &row->seats[seat];
        if ((at->who == SEAT_PERSON || at->who == SEAT_PROGRAM) && at->user == user)
            return seat;
    }
    return NOBODY;
}

/* An account that was deleted has no name. */
int seat_is_person(const StoreSeat *seat)
{
    return (seat->who == SEAT_PERSON || seat->who == SEAT_PROGRAM) && seat->name[0] != '\0';
}

int seat_is_deserted(const StoreSeat *seat)
{
    return seat->who != SEAT_OPEN && seat->who != SEAT_BOT && !seat_is_person(seat);
}

int seat_is_bots(const StoreSeat *seat)
{
    return seat->who == SEAT_BOT || seat->is_away || seat_is_deserted(seat);
}

void seat_clear(StoreSeat *seat)
{
    *seat = (StoreSeat){ .who = SEAT_OPEN };
}

void seat_give(StoreSeat *seat, const StoreUser *user)
{
    *seat = (StoreSeat){ .who = user->kind == USER_PROGRAM ? SEAT_PROGRAM : SEAT_PERSON,
                         .user = user->id,
                         .kind = user->kind };
    memcpy(seat->name, user->name, sizeof seat->name);
    memcpy(seat->code, user->code, sizeof seat->code);
}

int seat_read(const Json *who, StoreSeat *seat, Fault *fault)
{
    static const char program[] = "program:";
    const size_t prefix = sizeof program - 1;

    seat_clear(seat);
    if (strcmp(who->text, "open") == 0)
        return 1;
    if (bot_find(who->text) != NULL) {
        seat->who = SEAT_BOT;
        memcpy(seat->level, who->text, who->length + 1);
        return 1;
    }
    if (strncmp(who->text, program, prefix) == 0
        && who->length - prefix <= STORE_CODE_MAX) {
        seat->who = SEAT_PROGRAM;
        memcpy(seat->code, who->text + prefix, who->length - prefix + 1);
        return 1;
    }
    return fault_set(fault, "\"%s\" is neither open, nor a bot's level, nor a program.",
                     QUOTED_JSON(who));
}

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

static int first_open(const StoreTable *row)
{
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (row->seats[seat].who == SEAT_OPEN)
            return seat;
    }
    return NOBODY;
}

/* People who block each other do not meet. */
static StoreStatus sit_run(Job *job, Store *store, Fault *fault)
{
    const Write *write = (const Write *)job;
    int may_meet = 0;
    StoreStatus status =
        store_may_meet(store, write->asker, write->row.id, &may_meet, fault);

    return status == STORE_OK && !may_meet ? STORE_NOT_FOUND : status;
}

int do_sit(Conn *conn, Table *table, Message *message)
{
    const StoreTable *row = &table->row;
    int is_named = json_get(message->json, "seat") != NULL;
    int seat = first_open(row), own = table_seat_of(row, conn_user(conn));

    if (!strict_int_if(message->json, "seat", 0, row->seat_count - 1, &seat,
                       &message->error.fault))
        return 0;
    if (!table_is_open(row))
        return message_refuse(message, ERROR_NOT_OPEN);
    if (own != NOBODY && (own == seat || !is_named)) {
        conn_ok(conn, message->id);
        return 1;
    }
    if (seat == NOBODY || row->seats[seat].who != SEAT_OPEN)
        return message_refuse(message, is_named ? ERROR_SEAT_TAKEN : ERROR_TABLE_FULL);
    Write *write = write_row_new(table, message, publish_row);
    if (write == NULL)
        return 1;
    if (own != NOBODY) {
        seat_clear(&write->row.seats[own]);
    } else {
        write->asker = conn_user(conn);
        write->job.run = sit_run;
        write->refusal = ERROR_APART;
    }
    seat_give(&write->row.seats[seat], &conn->person->user);
    write_submit(write);
    return 1;
}

void seat_set_away(Table *table, int seat, int is_away, Message *message)
{
    Write *write = write_row_new(table, message, publish_row);

    if (write == NULL)
        return;
    StoreTable *row = &write->row;
    clocks_pay(table, &row->turn);
    row->seats[seat].is_away = is_away;
    clocks_set_deadline(row, &row->turn, row->changed);
    write_submit(write);
}

int do_stand(Conn *conn, Table *table, Message *message)
{
    int seat = table_seat_of(&table->row, conn_user(conn));

    if (seat == NOBODY)
        return message_refuse(message, ERROR_NOT_ALLOWED);
    if (table->row.state == TABLE_OVER || table->row.seats[seat].is_away)
        return message_refuse(message, ERROR_NOT_OPEN);
    if (table->row.state == TABLE_PLAYING) {
        seat_set_away(table, seat, 1, message);
        return 1;
    }
    if (!table_is_open(&table->row))
        return message_refuse(message, ERROR_NOT_OPEN);
    Write *write = write_row_new(table, message, publish_row);
    if (write == NULL)
        return 1;
    seat_clear(&write->row.seats[seat]);
    write_submit(write);
    return 1;
}

int do_return(Conn *conn, Table *table, Message *message)
{
    int seat = table_seat_of(&table->row, conn_user(conn));

    if (seat == NOBODY)
        return message_refuse(message, ERROR_NOT_ALLOWED);
    if (table->row.state != TABLE_PLAYING)
        return message_refuse(message, ERROR_NOT_PLAYING);
    if (table->row.seats[seat].is_away && table->row.daily != 0)
        return message_refuse(message, ERROR_NOT_ALLOWED); /* no bot helps out */
    if (table->row.seats[seat].is_away && clock_is_up(table, seat))
        return message_refuse(message, ERROR_TIME_UP);
    if (table->row.seats[seat].is_away)
        seat_set_away(table, seat, 0, message);
    else
        conn_ok(conn, message->id);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The host                                                                  */
/* ------------------------------------------------------------------------- */

/* May this person, as the host, change the open table? */
static int host_may(const Conn *conn, const Table *table, Message *message)
{
    if (table->row.host != conn_user(conn))
        return message_refuse(message, ERROR_NOT_ALLOWED);
    return table_is_open(&table->row) || message_refuse(message, ERROR_NOT_OPEN);
}

StoreStatus seats_invite(Store *store, StoreTable *row, Fault *fault)
{
    StoreUser program;

    for (int seat = 0; seat < row->seat_count; seat++) {
        StoreSeat *at = &row->seats[seat];
        if (at->who != SEAT_PROGRAM || at->user != 0)
            continue;
        StoreStatus status = store_user_by_code(store, at->code, &program, fault);
        if (status != STORE_OK)
            return status;
        if (program.owner != row->host || program.deleted != 0
            || table_seat_of(row, program.id) != NOBODY)
            return STORE_NOT_FOUND;
        seat_give(at, &program);
    }
    return STORE_OK;
}

static StoreStatus invite_run(Job *job, Store *store, Fault *fault)
{
    return seats_invite(store, &((Write *)job)->row, fault);
}

int do_seat(Conn *conn, Table *table, Message *message)
{
    Fault *fault = &message->error.fault;
    StoreSeat chosen;
    int seat;

    if (!host_may(conn, table, message)
        || !strict_int(message->json, "seat", 0, table->row.seat_count - 1, &seat, fault))
        return 0;
    const Json *who = strict_text(message->json, "who", fault);
    if (who == NULL || !seat_read(who, &chosen, fault))
        return 0;
    Write *write = write_row_new(table, message, publish_row);
    if (write == NULL)
        return 1;
    write->row.seats[seat] = chosen;
    if (chosen.who == SEAT_PROGRAM)
        write->job.run = invite_run;
    write_submit(write);
    return 1;
}

static void publish_close(Write *write)
{
    publish_row(write);
    write->table->cache = CACHE_MISSING;
}

void table_close(Table *table, Message *message)
{
    Write *write = write_row_new(table, message, publish_close);

    if (write == NULL)
        return;
    write->row.state = TABLE_CLOSED;
    write_submit(write);
}

int do_close(Conn *conn, Table *table, Message *message)
{
    if (!host_may(conn, table, message))
        return 0;
    table_close(table, message);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Start                                                                     */
/* ------------------------------------------------------------------------- */

int do_start(Conn *conn, Table *table, Message *message)
{
    if (!host_may(conn, table, message))
        return 0;
    if (first_open(&table->row) != NOBODY)
        return message_refuse(message, ERROR_SEATS_OPEN);
    table_start(table, message);
    return 1;
}
