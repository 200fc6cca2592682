/* clocks.c: per-seat time control. `left` of a turn is the remaining time of each seat
 * when the turn was stored; from then on it runs for the seats that must act.
 *
 *     turn, days   a fixed time for each turn
 *     bank         a fixed time for the game, plus an increment for each turn
 *
 * A turn is a run of decisions. After each action within a turn the seat has at least a
 * minimum time, so that a long turn is not cut off. An action that was undone and
 * repeated gives its seat none; if it begins another seat's turn again, that turn goes on
 * with what was left of it.
 *
 * While a bot plays for a person, `left` stays as it was. Standing up and coming back
 * gains nothing: only the beginning of a turn adds time. */
#include "server/nodes.h"

static const int64_t LEAST_AFTER_ACTION = 15 * 1000;
static const int64_t LEAST_AFTER_TIMEOUT = 60 * 1000;

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int has_clock(const StoreTable *row, int seat)
{
    return row->clock.kind != CLOCK_NONE && row->state == TABLE_PLAYING
           && row->seats[seat].who != SEAT_BOT;
}

static int runs(const StoreTable *row, int seat)
{
    return has_clock(row, seat) && !seat_is_bots(&row->seats[seat]);
}

/* The turn of a seat begins. An empty bank: a bot has decided in the last turn. */
static int64_t begin_turn(const StoreClock *clock, int64_t left, int is_bots)
{
    if (clock->kind != CLOCK_BANK)
        return clock->time;
    if (left == 0)
        return least_of(clock->time, LEAST_AFTER_TIMEOUT) + clock->extra;
    return is_bots ? left : left + clock->extra;
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
    StoreTurn *turn = &row->turn;

    for (int seat = 0; seat < row->seat_count; seat++) {
        turn->left[seat] = row->clock.kind == CLOCK_NONE ? 0 : row->clock.time;
        if (row->clock.kind != CLOCK_NONE && seats_have(turn->waiting, seat))
            turn->left[seat] = begin_turn(&row->clock, turn->left[seat], 0);
    }
    clocks_set_deadline(row, turn, row->changed);
}

/* Live clocks (turn, bank) stop while there is no server or no database, since nobody
 * can move. */
static int64_t runs_since(const Table *table)
{
    const Core *core = table->core;
    int64_t changed = table->row.changed;

    if (table->row.clock.kind == CLOCK_DAYS)
        return changed;
    /* The database is just back: there may have been a pause that the next scan finds. */
    if (scan_is_overdue(core))
        return core->now;
    /* A stored time in the future came from a wrong clock. */
    return most_of(changed > core->now ? core->started : changed,
                   core->clocks_paused_until);
}

static int64_t time_left(const Table *table, int seat)
{
    const StoreTurn *turn = &table->row.turn;
    int64_t left = turn->left[seat];

    if (seats_have(turn->waiting, seat))
        left -= most_of(table->core->now - runs_since(table), 0);
    return most_of(left, 0);
}

int64_t clock_left(const Table *table, int seat)
{
    return runs(&table->row, seat) ? time_left(table, seat) : -1;
}

int clock_is_up(const Table *table, int seat)
{
    return has_clock(&table->row, seat) && seats_have(table->row.turn.waiting, seat)
           && time_left(table, seat) == 0;
}

/* Subtracts the time since the turn was stored from the seats that must act, also from
 * those that a bot is about to play: leaving and coming back within a turn does not stop
 * the clock. */
void clocks_pay(const Table *table, StoreTurn *turn)
{
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        if (has_clock(&table->row, seat))
            turn->left[seat] = time_left(table, seat);
    }
}

/* Not a turn that had begun before, by an action that was undone. */
static int begins_anew(const Undos *undos, int seat)
{
    return undos->turns[seat] + 1 > undos->granted[seat];
}

void clocks_step(const Table *table, const StoreEntry *entry, StoreTurn *turn)
{
    const StoreClock *clock = &table->row.clock;
    SeatSet before = table->row.turn.waiting;

    if (clock->kind == CLOCK_NONE)
        return;
    clocks_pay(table, turn);
    if (entry->done.is_by_bot) /* its thoughts cost the person nothing */
        turn->left[entry->done.seat] = table->row.turn.left[entry->done.seat];
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        int64_t *left = &turn->left[seat];
        if (!seats_have(turn->waiting, seat) || entry->done.kind == ENTRY_UNDO)
            continue;
        if (!seats_have(before, seat) && begins_anew(&table->undos, seat))
            *left = begin_turn(clock, *left, seat_is_bots(&table->row.seats[seat]));
        else if (seats_have(before, seat) && seat == entry->done.seat
                 && !entry->done.is_by_bot && table->undos.undone == 0)
            *left = go_on(clock, *left);
    }
    clocks_set_deadline(&table->row, turn, entry->at);
}

void clocks_set_deadline(const StoreTable *row, StoreTurn *turn, int64_t at)
{
    turn->deadline = 0;
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (!runs(row, seat) || !seats_have(turn->waiting, seat))
            continue;
        int64_t deadline = at + turn->left[seat];
        if (turn->deadline == 0 || deadline < turn->deadline)
            turn->deadline = deadline;
    }
}

void table_check_clock(Table *table)
{
    const StoreTable *row = &table->row;

    if (!table_is_ready(table) || row->state != TABLE_PLAYING || row->turn.deadline == 0
        || table->core->is_closing || table_is_foreign(table)
        || scan_is_overdue(table->core)
        || (row->clock.kind == CLOCK_DAYS && core_expiry_is_paused(table->core)))
        return;
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (seats_have(row->turn.waiting, seat) && clock_left(table, seat) == 0) {
            seat_set_away(table, seat, 1, NULL);
            return;
        }
    }
}
