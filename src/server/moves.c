/* moves.c: actions and undos, of people and of bots: checked, applied to the match in
 * memory, stored (write.c), then published. A move is a log entry:
 *
 *     do_act, do_undo, bot_act ──> move ──> write_entry ──> write_submit ··stored··>
 *     publish_move */
#include "server/internal.h"

#include "wire/strict.h"
#include "wire/table_json.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Publishing                                                                */
/* ------------------------------------------------------------------------- */

void table_forget_final(Table *table)
{
    Match *match = table->match;
    int count = match_move_count(match);

    if (count > 0 && match_moves(match)[count - 1].is_final)
        match_forget(match);
}

static void publish_move(Write *write)
{
    Table *table = write->table;

    table->core->counts.moves++;
    table->core->counts.bot_moves += write->store.entry.done.is_by_bot;
    table_forget_final(table);
    broadcast_update(table, write->by, write->id);
    if (write->store.row != NULL)
        broadcast_table(table);
    mine_changed(table);
}

/* ------------------------------------------------------------------------- */
/* Applying and storing                                                      */
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

/* The entry is applied to the match in memory: makes its record, and stores it. */
static void write_entry(Write *write, const StoreEntry *entry, const Events *events)
{
    Table *table = write->table;
    StoreEntry *next = &write->store.entry;

    write->store.has_entry = 1;
    if (write->tries == 0)
        write->base_n = table->row.moment.n;
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
    write->on_stored = publish_move;
    write_submit(write);
}

int write_entry_again(Write *write)
{
    Table *table = write->table;
    StoreEntry entry = write->store.entry;
    Events events;

    if (match_apply_entry(table->match, &entry.done, &events) != MATCH_OK)
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
        write_entry(write, &(StoreEntry){ .done = *entry, .at = table->core->now },
                    &events);
        return 1;
    }
    write_free(write);
    return message == NULL || message_refuse(message, error_of(status, entry->kind));
}

void bot_act(Table *table, int seat, Action action)
{
    const Entry entry = { ENTRY_ACT, seat, .is_by_bot = 1, .action = action };

    move(table, NULL, &entry);
}

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

/* Is the move based on this position, or on an earlier one after which only independent
 * decisions were made? */
static int is_current(const Table *table, int n, int seat)
{
    return n == table->row.moment.n
           || (n >= table->independent_since && n < table->row.moment.n
               && seats_have(table->row.moment.waiting, seat));
}

/* Has the sender seen a newer position than this node? */
static int may_be_behind(const Table *table, int n, int seat)
{
    return n > table->row.moment.n || seat == NOBODY || table->row.state != TABLE_PLAYING
           || table->row.seats[seat].is_away;
}

/* The seat of the sender, if it may change the game now, in the position that it has seen.
 * NOBODY: the message was answered, or runs again. */
static int find_actor(Conn *conn, Table *table, Message *message, int *actor)
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
    if (!seats_have(table->row.moment.waiting, entry.seat))
        return message_refuse(message, ERROR_NOT_YOUR_TURN);
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
    return entry.seat == NOBODY || move(table, message, &entry);
}
