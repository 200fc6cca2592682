/* deals.c: deals that can be checked (docs/fair-deals.md): commit, start, reveal, and the
 * deadline of the reveals.
 *
 *     open ──start──> revealing ──all revealed, or REVEAL_MS later──> dealt (playing)
 *       ^ commit         ^ reveal
 *
 * The deal is in the row of the table, so it is stored before it is acknowledged, and the
 * row's version decides between several nodes. It also has the deadline of the reveals, so
 * that a server that starts finds it (wakes.c). */
#include "server/nodes.h"

#include "store/replay.h"
#include "wire/deal_json.h"

#include <string.h>

/* Long enough for a slow connection, too short to be annoying. */
enum { REVEAL_MS = 4000 };

int table_is_open(const StoreTable *row)
{
    return row->state == TABLE_OPEN && row->deal.until == 0;
}

int table_is_revealing(const StoreTable *row)
{
    return row->state == TABLE_OPEN && row->deal.until != 0;
}

/* Has the present player of the seat committed, not a previous one? */
static int is_committed(const StoreTable *row, int seat)
{
    return seat < row->seat_count && row->deal.shown.shares[seat].stage != SHARE_NONE
           && row->seats[seat].user == row->deal.users[seat];
}

void deal_format(JsonOut *out, const StoreTable *row, const uint8_t *secret)
{
    Deal shown = row->deal.shown;
    DealStage stage = table_is_open(row)        ? DEAL_STAGE_OPEN
                      : table_is_revealing(row) ? DEAL_STAGE_REVEALING
                                                : DEAL_STAGE_DEALT;

    for (int seat = 0; seat < SEATS_MAX && stage == DEAL_STAGE_OPEN; seat++) {
        if (!is_committed(row, seat))
            shown.shares[seat] = (DealShare){ .stage = SHARE_NONE };
    }
    if (deal_is_given(&shown) && (stage != DEAL_STAGE_DEALT || row->deal.until != 0))
        deal_put(out, &shown, stage, row->deal.until,
                 row->state == TABLE_OVER ? secret : NULL);
}

/* ------------------------------------------------------------------------- */
/* Dealing                                                                   */
/* ------------------------------------------------------------------------- */

static StoreStatus deal_run(Job *job, Store *store, Fault *fault)
{
    Write *write = (Write *)job;
    StoreTable *row = &write->row;

    match_free(write->match);
    write->match = NULL;
    StoreStatus status =
        replay_table(store, row, NULL, NULL, &write->match, write->secret, fault);
    if (status != STORE_OK)
        return status;
    row->state = TABLE_PLAYING;
    row->turn =
        (StoreTurn){ .waiting =
                         match_game(write->match)->waiting(match_state(write->match)) };
    clocks_begin(row);
    return STORE_OK;
}

static void publish_deal(Write *write)
{
    write->table->last = (Entry){ .seat = NOBODY };
    publish_row(write);
    broadcast_update(write->table, NULL, (RequestId){ 0 });
}

/* The row with all reveals that count: deals with it. */
static void submit_deal(Write *write)
{
    write->on_stored = publish_deal;
    write->job.run = deal_run;
    write_submit(write);
}

/* ------------------------------------------------------------------------- */
/* Start                                                                     */
/* ------------------------------------------------------------------------- */

/* Fixes the participants: seats whose player has committed and is connected. */
static void fix_list(const Table *table, StoreTable *row)
{
    SeatSet here =
        presence_here(table).seats | presence_elsewhere(table->core, row->code).seats;

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (is_committed(row, seat) && seats_have(here, seat))
            continue;
        row->deal.shown.shares[seat] = (DealShare){ .stage = SHARE_NONE };
        row->deal.users[seat] = 0;
    }
}

void table_start(Table *table, Message *message)
{
    Write *write = write_row_new(table, message, publish_row);

    if (write == NULL)
        return;
    StoreTable *row = &write->row;
    fix_list(table, row);
    row->deal.until = row->changed;
    if (deal_committed(&row->deal.shown) == 0) {
        submit_deal(write);
        return;
    }
    row->deal.until += REVEAL_MS;
    row->turn.deadline = row->deal.until;
    write_submit(write);
}

/* Whatever became of the clock, nobody waits longer than REVEAL_MS from now. */
void table_check_deal(Table *table)
{
    int64_t now = table->core->now, until = table->row.deal.until;

    if (!table_is_ready(table) || !table_is_revealing(&table->row)
        || table_is_foreign(table) || (until > now && until <= now + REVEAL_MS))
        return;
    Write *write = write_row_new(table, NULL, publish_deal);
    if (write != NULL)
        submit_deal(write);
}

/* ------------------------------------------------------------------------- */
/* Messages                                                                  */
/* ------------------------------------------------------------------------- */

/* The seat of the sender at a table that has a deal; NOBODY: refused. */
static int find_seat(const Conn *conn, const Table *table, Message *message)
{
    int seat = table_seat_of(&table->row, conn_user(conn));

    if (seat != NOBODY && deal_is_given(&table->row.deal.shown))
        return seat;
    message_refuse(message, ERROR_NOT_ALLOWED);
    return NOBODY;
}

int do_commit(Conn *conn, Table *table, Message *message)
{
    uint8_t commitment[SEED_BYTES];
    int seat = find_seat(conn, table, message);

    if (seat == NOBODY
        || !bytes_read(message->json, "commitment", commitment, &message->error.fault))
        return 0;
    const StoreDeal *deal = &table->row.deal;
    if (deal->shown.shares[seat].stage != SHARE_NONE && deal->users[seat] == conn_user(conn)
        && memcmp(deal->shown.shares[seat].commitment, commitment, SEED_BYTES) == 0) {
        conn_ok(conn, message->id);
        return 1;
    }
    if (!table_is_open(&table->row))
        return message_refuse(message, ERROR_NOT_OPEN);
    Write *write = write_row_new(table, message, publish_row);
    if (write == NULL)
        return 1;
    DealShare *share = &write->row.deal.shown.shares[seat];
    *share = (DealShare){ .stage = SHARE_COMMITTED };
    memcpy(share->commitment, commitment, SEED_BYTES);
    write->row.deal.users[seat] = conn_user(conn);
    write_submit(write);
    return 1;
}

/* Revealing the same bytes again is answered ok, even after the deal. */
int do_reveal(Conn *conn, Table *table, Message *message)
{
    uint8_t bytes[SEED_BYTES];
    int seat = find_seat(conn, table, message);

    if (seat == NOBODY || !bytes_read(message->json, "bytes", bytes, &message->error.fault))
        return 0;
    Deal deal = table->row.deal.shown;
    int was_revealed = deal.shares[seat].stage == SHARE_REVEALED;
    if (table_is_open(&table->row)) /* not started yet */
        return message_refuse(message, ERROR_NOT_PLAYING);
    if (!was_revealed && !table_is_revealing(&table->row))
        return message_refuse(message, ERROR_NOT_OPEN);
    if (table->row.deal.users[seat] != conn_user(conn) || !deal_reveal(&deal, seat, bytes))
        return fault_set(&message->error.fault,
                         "bytes must fit the commitment of your seat.");
    if (was_revealed) {
        conn_ok(conn, message->id);
        return 1;
    }
    Write *write = write_row_new(table, message, publish_row);
    if (write == NULL)
        return 1;
    write->row.deal.shown = deal;
    if (deal_missing(&deal) == 0)
        submit_deal(write);
    else
        write_submit(write);
    return 1;
}
