/* moves.c: actions and undos, of people and of bots: checked against the match,
 * done in memory, stored, and told. */
#include "server/inside.h"

#include "wire/strict.h"
#include "wire/table_json.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Told                                                                      */
/* ------------------------------------------------------------------------- */

void table_forget_final(Table *table)
{
    Match *match = table->match;
    int count = match_move_count(match);

    if (count > 0 && match_moves(match)[count - 1].is_final)
        match_forget(match);
}

static void tell_move(Write *write)
{
    Table *table = write->table;

    table->core->counts.moves++;
    table->core->counts.bot_moves += write->entry.is_by_bot;
    table_forget_final(table);
    tell_update(table, write->by, write->id);
    if (write->has_row)
        tell_table(table);
    tell_mine_of(table);
}

/* ------------------------------------------------------------------------- */
/* Done                                                                      */
/* ------------------------------------------------------------------------- */

/* The game is over: the result is stored with its last action. */
static void write_result(Write *write, const Match *match)
{
    StoreTable *row = write_row(write);
    const Game *game = match_game(match);

    row->state = TABLE_OVER;
    row->moment = write->entry.moment;
    row->changed = write->entry.at;
    game->scores(match_state(match), row->scores);
    game->ranking(match_state(match), row->places);
}

/* The match in memory has gone on; now the same goes to the store. */
static void write_entry(Write *write, const StoreEntry *entry, const Events *events)
{
    Table *table = write->table;
    StoreMoment *moment = &write->entry.moment;

    write->has_entry = 1;
    write->entry = *entry;
    *moment = table->row.moment;
    table->match_n = ++moment->n;
    moment->waiting = table->game->waiting(match_state(table->match));
    clocks_step(table, &write->entry, moment);
    if (entry->kind == ENTRY_UNDO)
        table->undone++;
    else if (table->undone > 0)
        table->undone--;
    if (moment->waiting == 0)
        write_result(write, table->match);
    table_keep_events(table, events);
    table->last_by = entry->seat;
    table->last_is_undo = entry->kind == ENTRY_UNDO;
    table->last_is_bots = entry->is_by_bot;
    write->then = tell_move;
    write_post(write);
}

static ErrorCode error_of(MatchStatus status)
{
    switch (status) {
    case MATCH_NOT_WAITING:
        return ERROR_NOT_YOUR_TURN;
    case MATCH_ILLEGAL:
        return ERROR_ILLEGAL;
    default:
        return ERROR_NOT_STORED;
    }
}

static void apply(Table *table, Conn *by, AnswerId id, const StoreEntry *entry)
{
    Events events;
    Write *write = write_new(table, by, id);

    if (write == NULL)
        return;
    events.count = 0;
    MatchStatus status = match_apply(table->match, entry->seat, entry->action, &events);
    if (status == MATCH_OK) {
        write_entry(write, entry, &events);
    } else {
        write_drop(write);
        conn_error(by, id, error_of(status));
    }
}

void bot_has_chosen(Table *table, int seat, Action action)
{
    const StoreEntry entry = { .kind = ENTRY_ACT,
                               .seat = seat,
                               .is_by_bot = 1,
                               .action = action,
                               .at = table->core->now };

    apply(table, NULL, (AnswerId){ 0 }, &entry);
}

/* ------------------------------------------------------------------------- */
/* Asked for                                                                 */
/* ------------------------------------------------------------------------- */

/* The seat of somebody who may change the game now, in the position that they think
 * it is in; NOBODY: told. */
static int acting_seat(Conn *conn, Table *table, const Message *message)
{
    Fault fault = { "" };
    long long n;
    int seat = table_seat_of(&table->row, conn_user(conn));

    if (!strict_number(message->json, "n", 0, INT32_MAX, &n, &fault)) {
        conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
    } else if (seat == NOBODY) {
        conn_error(conn, message->id, ERROR_NOT_ALLOWED);
    } else if (table->row.state != TABLE_PLAYING) {
        conn_error(conn, message->id, ERROR_NOT_PLAYING);
    } else if (n != table->row.moment.n) {
        Watch *watch = watch_find(conn, table);
        conn_error(conn, message->id, ERROR_STALE);
        tell_update_to(conn, table, watch == NULL ? UPDATE_WHOLE : watch->parts,
                       (AnswerId){ 0 });
    } else if (table->row.seats[seat].is_away) {
        conn_error(conn, message->id, ERROR_NOT_ALLOWED);
    } else {
        return seat;
    }
    return NOBODY;
}

void do_act(Conn *conn, Table *table, const Message *message)
{
    Fault fault = { "" };
    StoreEntry entry = { .kind = ENTRY_ACT, .at = conn->core->now };

    entry.seat = acting_seat(conn, table, message);
    if (entry.seat == NOBODY)
        return;
    if (!seats_have(table->row.moment.waiting, entry.seat)) {
        conn_error(conn, message->id, ERROR_NOT_YOUR_TURN);
        return;
    }
    const Json *json = strict_object(message->json, "action", &fault);
    if (json == NULL
        || !action_read(json, table->game, match_state(table->match), entry.seat,
                        &entry.action, &fault)) {
        conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
        return;
    }
    apply(table, conn, message->id, &entry);
}

void do_undo(Conn *conn, Table *table, const Message *message)
{
    StoreEntry entry = { .kind = ENTRY_UNDO, .at = conn->core->now };

    entry.seat = acting_seat(conn, table, message);
    if (entry.seat == NOBODY)
        return;
    if (!match_can_undo(table->match, entry.seat)) {
        conn_error(conn, message->id, ERROR_CANNOT_UNDO);
        return;
    }
    Write *write = write_new(table, conn, message->id);
    if (write == NULL)
        return;
    match_undo(table->match);
    write_entry(write, &entry, NULL);
}
