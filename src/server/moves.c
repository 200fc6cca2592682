/* moves.c: actions and undos, of people and of bots: checked against the match, done in
 * memory, stored, and published; taken back if the store has another entry instead. */
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
    table->core->counts.bot_moves += write->store.entry.done.is_by_bot;
    table_forget_final(table);
    tell_update(table, write->by, write->id);
    if (write->store.row != NULL)
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
    row->moment = write->store.entry.moment;
    row->changed = write->store.entry.at;
    game->scores(match_state(match), row->scores);
    game->ranking(match_state(match), row->places);
}

/* The match in memory has gone on; now the same goes to the store. */
static void write_entry(Write *write, const StoreEntry *entry, const Events *events)
{
    Table *table = write->table;
    StoreEntry *next = &write->store.entry;

    write->store.has_entry = 1;
    if (write->tries == 0)
        write->meant_for = table->row.moment.n;
    *next = *entry;
    next->moment = table->row.moment;
    table->match_n = ++next->moment.n;
    next->moment.waiting = table->game->waiting(match_state(table->match));
    clocks_step(table, next, &next->moment);
    next->hash = match_hash(table->match);
    if (next->author == 0)
        next->author = (int64_t)(rng_next(&table->core->rng) >> 1) + 1;
    if (next->moment.waiting == 0)
        write_result(write, table->match);
    write->events = events_kept(events);
    write->then = tell_move;
    write_post(write);
}

int write_entry_again(Write *write)
{
    Table *table = write->table;
    StoreEntry entry = write->store.entry;
    Events events;

    if (match_redo(table->match, &entry.done, &events) != MATCH_OK)
        return 0;
    entry.at = table->core->now;
    write->store.row = NULL;
    write_entry(write, &entry, &events);
    return 1;
}

static ErrorCode error_of(MatchStatus status, EntryKind kind)
{
    switch (status) {
    case MATCH_NOT_WAITING:
        return ERROR_NOT_YOUR_TURN;
    case MATCH_ILLEGAL:
        return kind == ENTRY_UNDO ? ERROR_CANNOT_UNDO : ERROR_ILLEGAL;
    default:
        return ERROR_NOT_STORED;
    }
}

/* Does an entry that somebody asks for. */
static void do_entry(Table *table, Conn *by, AnswerId id, const Entry *entry)
{
    Events events;
    int count = match_move_count(table->match);
    Write *write = write_new(table, by, id);

    if (write == NULL)
        return;
    if (count > 0)
        write->taken_back = match_moves(table->match)[count - 1];
    MatchStatus status = match_redo(table->match, entry, &events);
    if (status == MATCH_OK) {
        write_entry(write, &(StoreEntry){ .done = *entry, .at = table->core->now },
                    &events);
    } else {
        write_drop(write);
        conn_error(by, id, error_of(status, entry->kind));
    }
}

void bot_has_chosen(Table *table, int seat, Action action)
{
    const Entry entry = { ENTRY_ACT, seat, .is_by_bot = 1, .action = action };

    do_entry(table, NULL, (AnswerId){ 0 }, &entry);
}

/* ------------------------------------------------------------------------- */
/* Asked for                                                                 */
/* ------------------------------------------------------------------------- */

/* Is it meant for this position, or for an earlier one after which others have decided
 * for themselves? */
static int is_meant_for(const Table *table, long long n, int seat)
{
    return n == table->row.moment.n
           || (n >= table->quiet_since && n < table->row.moment.n
               && seats_have(table->row.moment.waiting, seat));
}

/* Has the sender seen more than memory has here? */
static int may_be_behind(const Table *table, long long n, int seat)
{
    return n > table->row.moment.n || seat == NOBODY || table->row.state != TABLE_PLAYING
           || table->row.seats[seat].is_away;
}

/* The seat of somebody who may change the game now, in the position that they think
 * it is in; NOBODY: told. */
static int acting_seat(Conn *conn, Table *table, Message *message)
{
    Fault fault = { "" };
    long long n;
    int seat = table_seat_of(&table->row, conn_user(conn));

    if (!strict_number(message->json, "n", 0, INT32_MAX, &n, &fault)) {
        conn_error_saying(conn, message->id, ERROR_BAD_REQUEST, fault.sentence);
    } else if (may_be_behind(table, n, seat) && table_reads_first(table, message)) {
        /* It runs again. */
    } else if (seat == NOBODY) {
        conn_error(conn, message->id, ERROR_NOT_ALLOWED);
    } else if (table->row.state != TABLE_PLAYING) {
        conn_error(conn, message->id, ERROR_NOT_PLAYING);
    } else if (!is_meant_for(table, n, seat)) {
        tell_stale(conn, table, message->id);
    } else if (table->row.seats[seat].is_away) {
        conn_error(conn, message->id, ERROR_NOT_ALLOWED);
    } else {
        return seat;
    }
    return NOBODY;
}

void do_act(Conn *conn, Table *table, Message *message)
{
    Fault fault = { "" };
    Entry entry = { .kind = ENTRY_ACT };

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
    do_entry(table, conn, message->id, &entry);
}

void do_undo(Conn *conn, Table *table, Message *message)
{
    Entry entry = { .kind = ENTRY_UNDO };

    entry.seat = acting_seat(conn, table, message);
    if (entry.seat != NOBODY)
        do_entry(table, conn, message->id, &entry);
}
