/* clocks.c: per-seat time control. `left` of a turn is the remaining time of each seat
 * when the turn was stored; from then on it runs for the seats that must act.
 *
 *     turn, days   a fixed time for each turn
 *     bank         a fixed time for the game, plus an increment for each turn
 *
 * A turn is a run of decisions. After each action within a turn the seat has at least a
 * minimum time, so that a long turn is not cut off. An action that was undone and
 * repeated gives its seat none.
 *
 *          A acts                     A undoes
 *     A ─────┤· · · · · · · · · · · · · · ├──── A has thought all the time
 *     B      ├──────── B thinks ──────────┤     B has what B had when A acted
 *
 * So the time that an undo gives back to B is taken from A: no series of actions and undos
 * gives anybody time that another has not spent.
 *
 * While a bot plays for a person, `left` stays as it was. Standing up and coming back
 * gains nothing: only the beginning of a turn adds time. */
#include "server/nodes.h"

#include <string.h>

static const int64_t LEAST_AFTER_ACTION = 15 * 1000;
static const int64_t LEAST_AFTER_TIMEOUT = 60 * 1000;
/* Nodes estimate the database's time, each with an error of half a round trip, so an entry
 * of another node may seem to come from the near future (heartbeat.c: CUT_OFF_MS). */
static const int64_t AHEAD_MOST = 2000;

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

void clocks_fill(const StoreTable *row, StoreTurn *turn)
{
    for (int seat = 0; seat < row->seat_count; seat++)
        turn->left[seat] = row->clock.kind == CLOCK_NONE ? 0 : row->clock.time;
}

void clocks_begin(StoreTable *row)
{
    StoreTurn *turn = &row->turn;

    clocks_fill(row, turn);
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (row->clock.kind != CLOCK_NONE && seats_have(turn->waiting, seat))
            turn->left[seat] = begin_turn(&row->clock, turn->left[seat], 0);
    }
    clocks_set_deadline(row, turn, row->changed);
}

/* Live clocks (turn, bank) stop while there is no server or no database, since nobody
 * can move. */
static int64_t passed_since(const Table *table, int64_t at)
{
    const Core *core = table->core;

    if (table->row.clock.kind == CLOCK_DAYS)
        return most_of(core->now - at, 0);
    /* The database is just back: there may have been a pause that the next scan finds. */
    if (scan_is_overdue(core))
        return 0;
    /* A time in the far future came from a wrong clock. */
    int64_t since = at - core->now > AHEAD_MOST ? core->started : at;
    since = most_of(since, core->clocks_paused_until);
    return most_of(core->now - since, 0);
}

Base table_base(const Table *table)
{
    Base base = { .turn = table->row.turn, .changed = table->row.changed };

    memcpy(base.undone, table->undos.undone, sizeof base.undone);
    return base;
}

static int64_t left_after(const Table *table, const Base *base, int seat)
{
    int64_t left = base->turn.left[seat];

    if (seats_have(base->turn.waiting, seat))
        left -= passed_since(table, base->changed);
    return most_of(left, 0);
}

static int64_t time_left(const Table *table, int seat)
{
    const Base base = table_base(table);

    return left_after(table, &base, seat);
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
static void pay(const Table *table, const Base *base, StoreTurn *turn)
{
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        if (has_clock(&table->row, seat))
            turn->left[seat] = left_after(table, base, seat);
    }
}

void clocks_pay(const Table *table, StoreTurn *turn)
{
    const Base base = table_base(table);

    pay(table, &base, turn);
}

static void step_act(const Table *table, const Base *base, const StoreEntry *entry,
                     StoreTurn *turn)
{
    const StoreClock *clock = &table->row.clock;

    if (entry->done.is_by_bot) /* its thoughts cost the person nothing */
        turn->left[entry->done.seat] = base->turn.left[entry->done.seat];
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        int64_t *left = &turn->left[seat];
        if (!seats_have(turn->waiting, seat))
            continue;
        if (!seats_have(base->turn.waiting, seat))
            *left = begin_turn(clock, *left, seat_is_bots(&table->row.seats[seat]));
        else if (seat == entry->done.seat && !entry->done.is_by_bot
                 && base->undone[seat] == 0)
            *left = go_on(clock, *left);
    }
}

/* The time of a seat that takes back the action which ended its turn. */
static int64_t left_after_undo(const Table *table, int seat, const UndoPoint *point)
{
    return most_of(table->row.turn.left[seat] - passed_since(table, point->at), 0);
}

int clock_allows_undo(const Table *table, int seat)
{
    const Undos *undos = &table->undos;

    if (!has_clock(&table->row, seat) || seats_have(table->row.turn.waiting, seat))
        return 1;
    return undos->point_count > 0
           && left_after_undo(table, seat, &undos->points[undos->point_count - 1]) > 0;
}

/* Undo: the turns that the action had begun are cancelled, and the time since then counts
 * as that of the seat that takes it back. */
static void step_undo(const Table *table, const Base *base, const StoreEntry *entry,
                      StoreTurn *turn)
{
    const Undos *undos = &table->undos;
    int undoer = entry->done.seat;

    if (undos->point_count == 0)
        return; /* there was no memory for it */
    const UndoPoint *point = &undos->points[undos->point_count - 1];
    for (int seat = 0; seat < table->row.seat_count; seat++) {
        if (seats_have(base->turn.waiting, seat) && !seats_have(turn->waiting, seat))
            turn->left[seat] = point->left[seat];
    }
    if (has_clock(&table->row, undoer) && !seats_have(base->turn.waiting, undoer))
        turn->left[undoer] = left_after_undo(table, undoer, point);
}

void clocks_step(const Table *table, const Base *base, const StoreEntry *entry,
                 StoreTurn *turn)
{
    if (table->row.clock.kind == CLOCK_NONE)
        return;
    pay(table, base, turn);
    if (entry->done.kind == ENTRY_UNDO)
        step_undo(table, base, entry, turn);
    else
        step_act(table, base, entry, turn);
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
