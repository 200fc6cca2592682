/* moves.c: actions and undos, of people and of bots. A move is stored as an entry of its
 * table's log, and nobody sees it before it is on disk:
 *
 *     core's thread
 *       message.c    parses {"do":"act",…}, or bots.c has chosen an action
 *       do_act       checks the seat, and the position that the sender saw
 *       move         applies the entry to the match in memory, if it is legal
 *       entry_complete   its number, clocks and hash
 *       submit       gives it a write id
 *       write.c      write_submit: the table is WRITING, messages for it wait
 *     database thread
 *       db_pool.c    collects the writes of many tables: run_each
 *       store/tables.c   store_write_many: inserts the entry, if its number is the next
 *                    one and the table's row has not changed; commits
 *     core's thread
 *       write.c      write_done: stored, a conflict with another node, or failed; unless
 *                    it is stored, the match is reverted
 *       publish      sends the update to everybody who watches the table
 *
 * A run of actions (runs.c) goes the same way as one write of several entries. After a
 * conflict it is refused, not tried again: it was made for the position that was seen. */
#include "server/daily.h"
#include "server/internal.h"
#include "server/runs.h"

#include "wire/strict.h"
#include "wire/table_json.h"

#include <stdlib.h>
#include <string.h>

static int move(Table *table, Message *message, const Entry *entry);
static int move_run(Table *table, Message *message, int seat);
static void submit(Write *write, const StoreEntry *entry, const Events *events);
static void publish(Write *write);

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

/* Is the move based on this position, or on an earlier one after which only independent
 * decisions were made? */
static int is_current(const Table *table, int n, int seat)
{
    return n == table->row.turn.n
           || (n >= table->independent_since && n < table->row.turn.n
               && seats_have(table->row.turn.waiting, seat));
}

/* Has the sender seen a newer position than this node? */
static int may_be_behind(const Table *table, int n, int seat)
{
    return n > table->row.turn.n || seat == NOBODY || table->row.state != TABLE_PLAYING
           || table->row.seats[seat].is_away;
}

int find_actor(Conn *conn, Table *table, Message *message, int *actor)
{
    int n, seat = table_seat_of(&table->row, conn_user(conn));

    *actor = NOBODY;
    if (!strict_int(message->json, "n", 0, INT32_MAX, &n, &message->error.fault))
        return 0;
    if (may_be_behind(table, n, seat) && table_reads_first(table, message))
        return 1;
    if (seat == NOBODY)
        return message_refuse(message, ERROR_NOT_ALLOWED);
    if (table->row.state != TABLE_PLAYING)
        return message_refuse(message, ERROR_NOT_PLAYING);
    if (table_waits_for_bots(table, message, seat))
        return 1;
    if (!is_current(table, n, seat)) {
        send_stale(conn, table, message->id);
        return 1;
    }
    if (table->row.seats[seat].is_away)
        return message_refuse(message, ERROR_NOT_ALLOWED);
    *actor = seat;
    return 1;
}

int do_act(Conn *conn, Table *table, Message *message)
{
    Fault *fault = &message->error.fault;
    Entry entry = { .kind = ENTRY_ACT };

    if (!find_actor(conn, table, message, &entry.seat))
        return 0;
    if (entry.seat == NOBODY)
        return 1;
    if (!seats_have(table->row.turn.waiting, entry.seat))
        return message_refuse(message, ERROR_NOT_YOUR_TURN);
    if (json_get(message->json, "actions") != NULL)
        return move_run(table, message, entry.seat);
    const Json *json = strict_object(message->json, "action", fault);
    return json != NULL
           && action_read(json, table->game, match_state(table->match), entry.seat,
                          &entry.action, fault)
           && move(table, message, &entry);
}

int do_undo(Conn *conn, Table *table, Message *message)
{
    Entry entry = { .kind = ENTRY_UNDO };

    if (!find_actor(conn, table, message, &entry.seat))
        return 0;
    if (entry.seat == NOBODY)
        return 1;
    if (table->undos.count[entry.seat] >= UNDOS_MAX)
        return message_refuse(message, ERROR_NO_MORE_UNDO);
    /* Otherwise time that ran out would be gained back from the bot's turn. */
    if (!match_can_take_back(table->match, entry.seat))
        return message_refuse(message, ERROR_CANNOT_UNDO);
    if (!clock_allows_undo(table, entry.seat))
        return message_refuse(message, ERROR_TIME_UP);
    return move(table, message, &entry);
}

void bot_act(Table *table, int seat, Action action)
{
    const Entry entry = { ENTRY_ACT, seat, .is_by_bot = 1, .action = action };

    move(table, NULL, &entry);
}

/* ------------------------------------------------------------------------- */
/* Applying                                                                  */
/* ------------------------------------------------------------------------- */

ErrorCode move_error(MatchStatus status, EntryKind kind)
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

/* Applies and stores an entry. `message` is NULL for a bot. */
static int move(Table *table, Message *message, const Entry *entry)
{
    Events events;
    int count = match_move_count(table->match);
    Write *write = write_new(table, message);

    if (write == NULL)
        return 1;
    if (count > 0)
        write->undone_move = match_moves(table->match)[count - 1];
    MatchStatus status = match_apply_entry(table->match, entry, &events);
    if (status == MATCH_OK) {
        StoreEntry next = { .done = *entry, .at = table->core->now };
        const Base base = table_base(table);
        entry_complete(table, &base, &next);
        submit(write, &next, &events);
        return 1;
    }
    write_free(write);
    return message == NULL || message_refuse(message, move_error(status, entry->kind));
}

/* Applies and stores a run of actions, all or none. */
static int move_run(Table *table, Message *message, int seat)
{
    Run run;

    if (!run_apply(table, message, seat, &run))
        return 0;
    int before = run.count - 1;
    Write *write = write_new(table, message);
    StoreEntry *kept = calloc((size_t)before + 1, sizeof *kept);
    if (write == NULL || kept == NULL) {
        if (write != NULL)
            write_free(write);
        free(kept);
        match_undo_many(table->match, run.count);
        return write == NULL || message_refuse(message, ERROR_NOT_STORED);
    }
    memcpy(kept, run.entries, (size_t)before * sizeof *kept);
    write->store.before = write->before = kept;
    write->store.before_count = before;
    submit(write, &run.entries[before], &run.events);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Storing                                                                   */
/* ------------------------------------------------------------------------- */

/* The game is over: the result is stored with its last action. */
static void add_result(Write *write, const Match *match)
{
    StoreTable *row = write_row(write);
    const Game *game = match_game(match);

    row->state = TABLE_OVER;
    row->turn = write->store.entry.turn;
    row->changed = write->store.entry.at;
    game->scores(match_state(match), row->scores);
    game->ranking(match_state(match), row->places);
}

void entry_complete(const Table *table, const Base *base, StoreEntry *entry)
{
    entry->turn = base->turn;
    entry->turn.n++;
    entry->turn.waiting = table->game->waiting(match_state(table->match));
    clocks_step(table, base, entry, &entry->turn);
    entry->hash = match_hash(table->match);
}

/* Stores the entry, which is complete, and applied to the match in memory. */
static void submit(Write *write, const StoreEntry *entry, const Events *events)
{
    Table *table = write->table;
    StoreEntry *next = &write->store.entry;

    write->store.has_entry = 1;
    if (write->tries == 0)
        write->base_n = table->row.turn.n;
    *next = *entry;
    table->match_n = next->turn.n;
    if (next->write_id == 0)
        next->write_id = (int64_t)(rng_next(&table->core->rng) >> 1) + 1;
    if (next->turn.waiting == 0)
        add_result(write, table->match);
    write->events = events_kept(events);
    write->on_stored = publish;
    write_submit(write);
}

int write_entry_again(Write *write)
{
    Table *table = write->table;
    StoreEntry entry = write->store.entry;
    const Base base = table_base(table);
    Events events;

    if (write->store.before_count > 0 /* a run was made for the position that was seen */
        || match_apply_entry(table->match, &entry.done, &events) != MATCH_OK)
        return 0;
    entry.at = table->core->now;
    entry_complete(table, &base, &entry);
    write->store.row = NULL;
    submit(write, &entry, &events);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Publishing                                                                */
/* ------------------------------------------------------------------------- */

void table_forget_final(Table *table)
{
    Match *match = table->match;
    int count = match_move_count(match);

    if (count > 0 && match_moves(match)[count - 1].is_final)
        match_forget(match);
    if (match_move_count(match) == 0)
        undos_forget_points(&table->undos);
}

static void publish(Write *write)
{
    Table *table = write->table;

    table->core->counts.moves += 1 + write->store.before_count;
    table->core->counts.bot_moves += write->store.entry.done.is_by_bot;
    table_forget_final(table);
    broadcast_update(table, write->by, write->id);
    if (write->store.row != NULL)
        broadcast_table(table);
    mine_changed(table);
}
