/* clocks.c: per-seat time control. `left` of a moment is the remaining time of each seat
 * when the moment was stored; from then on it runs for the seats that must act.
 *
 *     turn, days   a fixed time for each turn
 *     bank         a fixed time for the game, plus an increment for each turn
 *
 * A turn is a run of decisions. After each action within a turn the seat has at least a
 * minimum time, so that a long turn is not cut off. An action that was undone and
 * repeated gives none. */
#include "server/nodes.h"

static const int64_t LEAST_AFTER_ACTION = 15 * 1000;
static const int64_t LEAST_ON_RETURN = 60 * 1000;

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int runs(const StoreTable *row, int seat)
{
    return row->clock.kind != CLOCK_NONE && row->state == TABLE_PLAYING
           && !seat_is_bots(&row->seats[seat]);
}

/* The turn of a seat begins. */
static int64_t begin_turn(const StoreClock *clock, int64_t left)
{
    return clock->kind == CLOCK_BANK ? left + clock->extra : clock->time;
}

/* A seat has acted and must act again. */
static int64_t go_on(const StoreClock *clock, int64_t left)
{
    if (clock->kind == CLOCK_DAYS)
        return clock->time;
    if (clock->kind == CLOCK_TURN)
        return most_of(left, least_of(clock->time, LEAST_AFTER_ACTION));
    return left;
}

void clocks_begin(StoreTable *row)
{
    StoreMoment *moment = &row->moment;

    for (int seat = 0; seat < row->seat_count; seat++) {
        moment->left[seat] = row->clock.kind == CLOCK_NONE ? 0 : row->clock.time;
        if (row->clock.kind != CLOCK_NONE && seats_have(moment->waiting, seat))
            moment->left[seat] = begin_turn(&row->clock, moment->left[seat]);
    }
    clocks_set_deadline(row, moment, row->changed);
}

/* Subtracts the time since the present moment from the seats that must act. */
void clocks_pay(const Table *table, StoreMoment *moment)
{
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        int64_t left = clock_left(table, seat);
        if (left >= 0)
            moment->left[seat] = left;
    }
}

void clocks_step(const Table *table, const StoreEntry *entry, StoreMoment *moment)
{
    const StoreClock *clock = &table->row.clock;
    SeatSet before = table->row.moment.waiting;

    if (clock->kind == CLOCK_NONE)
        return;
    clocks_pay(table, moment);
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        int64_t *left = &moment->left[seat];
        if (!seats_have(moment->waiting, seat) || entry->done.kind == ENTRY_UNDO)
            continue;
        if (!seats_have(before, seat))
            *left = begin_turn(clock, *left);
        else if (seat == entry->done.seat && table->undone == 0)
            *left = go_on(clock, *left);
    }
    clocks_set_deadline(&table->row, moment, entry->at);
}

void clocks_set_deadline(const StoreTable *row, StoreMoment *moment, int64_t at)
{
    moment->deadline = 0;
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (!runs(row, seat) || !seats_have(moment->waiting, seat))
            continue;
        int64_t deadline = at + moment->left[seat];
        if (moment->deadline == 0 || deadline < moment->deadline)
            moment->deadline = deadline;
    }
}

void clocks_return(const StoreClock *clock, int64_t *left)
{
    if (clock->kind == CLOCK_TURN || clock->kind == CLOCK_DAYS)
        *left = clock->time;
    else if (clock->kind == CLOCK_BANK)
        *left = most_of(*left, least_of(clock->time, LEAST_ON_RETURN) + clock->extra);
}

/* Live clocks (turn, bank) stop while there is no server or no database, since nobody
 * can move. */
static int64_t runs_since(const Table *table)
{
    const Core *core = table->core;
    int64_t changed = table->row.changed;

    if (table->row.clock.kind == CLOCK_DAYS)
        return changed;
    /* A stored time in the future came from a wrong clock. */
    return most_of(changed > core->now ? core->started : changed, core->stood_until);
}

int64_t clock_left(const Table *table, int seat)
{
    const StoreTable *row = &table->row;
    int64_t left = row->moment.left[seat];

    if (!runs(row, seat))
        return -1;
    if (seats_have(row->moment.waiting, seat))
        left -= most_of(table->core->now - runs_since(table), 0);
    return most_of(left, 0);
}

void table_check_clock(Table *table)
{
    const StoreTable *row = &table->row;

    if (!table_is_ready(table) || row->state != TABLE_PLAYING || row->moment.deadline == 0
        || table->core->is_closing || table_is_foreign(table) || pulse_is_lost(table->core)
        || (row->clock.kind == CLOCK_DAYS && core_expiry_is_paused(table->core)))
        return;
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (seats_have(row->moment.waiting, seat) && clock_left(table, seat) == 0) {
            seat_set_away(table, seat, 1, NULL);
            return;
        }
    }
}
