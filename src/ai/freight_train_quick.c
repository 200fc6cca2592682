/* freight_train_quick.c: quick moves of Freight Train, for playouts.
 *
 * What the trains of a player take is worked out when they change, and not again for
 * each decision. A turn is played at once: each type of car gets its value, and the
 * verbs of the rules do the rest. A yard that is nearly full is the exception, since not
 * every taking can be placed then: there the rules are asked for what is possible,
 * decision by decision. */
#include "ai/freight_train.h"
#include "ai/freight_train_mover.h"

#include <string.h>

enum {
    NOWHERE = 1,         /* value of a car that no train takes */
    ON_LONE = 2,         /* beside a lone car, which would become the mixed train */
    ON_MIXED = 4,        /* on the mixed train */
    WORTH_SWITCHING = 4, /* value from which on a car leaves the yard */
    POOR = 17,           /* value of a taking that makes one look for another turn */
    LENGTH_MOST = 16,    /* of a train of one type: there are no more of its cars */
};

/* The value of one more car, by the lead over the longest train of the others (index
 * LENGTH_MOST: level). About tenths of a point. */
static const uint8_t GROWTH[2 * LENGTH_MOST + 1] = {
    2,  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 8, 10, /* behind */
    10,                                               /* level */
    8,  5, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,  /* before */
};
/* The value of a first car, by the length of the longest train of the others. */
static const uint8_t START[LENGTH_MOST + 1] = {
    9, 8, 7, 6, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
};
/* How unwelcome cars in the yard are, by day (FT-5.8). */
static const int8_t YARD_BURDEN[FT_DAYS + 1] = { 0, -20, -8, 3 };

/* A game that is played out. */
typedef struct Table {
    FtState *ft;
    Rng *rng;
    Action *done; /* or NULL */
    int count;    /* of what is done */
    FtMover movers[FT_SEATS];
    /* Of the turn: */
    const FtPlayer *player;
    const FtWelcome *welcome;
    FtMover *mover;
    uint8_t rivals[FT_LINES]; /* the longest of the others' trains, by type */
    uint8_t values[FT_LINES]; /* of a car of each type, in tenths of a point */
} Table;

/* ------------------------------------------------------------------------- */
/* Who has what                                                              */
/* ------------------------------------------------------------------------- */

static void look_at_table(Table *table)
{
    for (int seat = 0; seat < table->ft->seats; seat++)
        ft_mover_look(&table->movers[seat], &table->ft->players[seat],
                      &table->ft->welcome[seat]);
}

/* ------------------------------------------------------------------------- */
/* What cars are worth                                                       */
/* ------------------------------------------------------------------------- */

static void measure_rivals(Table *table)
{
    memset(table->rivals, 0, sizeof table->rivals);
    for (int seat = 0; seat < table->ft->seats; seat++) {
        const uint8_t *lengths = table->movers[seat].lengths;
        if (seat == table->ft->turn)
            continue;
        for (int type = 0; type < FT_LINES; type++)
            table->rivals[type] =
                lengths[type] > table->rivals[type] ? lengths[type] : table->rivals[type];
    }
}

static int growth_of(const Table *table, int type)
{
    return GROWTH[LENGTH_MOST + table->mover->lengths[type] - table->rivals[type]];
}

static int start_of(const Table *table, int type)
{
    return START[table->rivals[type]];
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* 1 or 0, to multiply by: a branch would be mispredicted half the time. */
static int has_type(uint32_t types, int type)
{
    return (int)(types >> type & 1);
}

static void value_car(Table *table, int type)
{
    const FtMover *mover = table->mover;
    int value = most(NOWHERE, ON_LONE * has_type(mover->lone, type));

    value = most(value, ON_MIXED * has_type(mover->mixed, type));
    value = most(value, has_type(mover->start, type) * start_of(table, type));
    value = most(value, has_type(mover->own, type) * growth_of(table, type));
    table->values[type] = (uint8_t)value;
}

static void value_cars(Table *table)
{
    for (int type = 0; type < FT_TYPES; type++)
        value_car(table, type);
}

/* Only the types that placing needs: in hand, and at the open ends of the yard. */
static void value_for_placing(Table *table, const uint8_t *cars, int count)
{
    for (int i = 0; i < count; i++)
        value_car(table, cars[i]);
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        const FtYardSiding *track = &table->player->yard[s];
        if (track->length > 0)
            value_car(table, track->cars[track->length - 1]);
    }
}

/* ------------------------------------------------------------------------- */
/* Doing                                                                     */
/* ------------------------------------------------------------------------- */

/* An action that is carried out now; the list of what was done has it, too. */
static Act noted(Table *table, int kind, int a, int b)
{
    Act act = { .action = action_make(kind, a, b), .seat = table->ft->turn };

    if (table->done != NULL)
        table->done[table->count] = act.action;
    table->count++;
    return act;
}

/* The train for a car, or -1: the yard. */
static int train_for(const Table *table, int car)
{
    int value = table->values[car];

    if (table->mover->own >> car & 1 && growth_of(table, car) == value)
        return table->mover->own_train[car];
    if (table->mover->start >> car & 1 && start_of(table, car) == value)
        return table->player->locomotives - table->mover->idle;
    if (table->mover->mixed >> car & 1)
        return table->mover->mixed_train;
    return table->mover->lone >> car & 1 ? table->mover->lone_train : -1;
}

/* After a car was coupled. Returns whether other types have new values. */
static int look_again(Table *table, int car, int train)
{
    if (ft_mover_coupled(table->mover, table->player, table->welcome, car, train))
        return 1;
    table->values[car] = (uint8_t)growth_of(table, car);
    return 0;
}

/* The open end where a car hinders least: onto its like, else before the cars
 * that cannot go anyway. */
static int siding_for(const Table *table, int car)
{
    int best = 0, highest = -1;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        const FtYardSiding *track = &table->player->yard[s];
        if (track->length == FT_YARD_ROOM)
            continue;
        int end = track->length > 0 ? track->cars[track->length - 1] : car;
        int wish =
            (end == car ? 40 : 20 - 2 * table->values[end]) + FT_YARD_ROOM - track->length;
        if (wish > highest) {
            highest = wish;
            best = s;
        }
    }
    return best;
}

/* The car in hand that goes first: the best, and those there are several of. */
static int car_to_place(const Table *table, const uint8_t *cars, int count)
{
    int best = 0, highest = -1;

    for (int i = 0; i < count; i++) {
        int wish = table->values[cars[i]] + 4 * table->ft->held[cars[i]];
        if (wish > highest) {
            highest = wish;
            best = i;
        }
    }
    return best;
}

/* There is room in the yard for all of them. */
static void place_all(Table *table, uint8_t *cars, int count)
{
    while (count > 0) {
        int i = car_to_place(table, cars, count);
        int car = cars[i], train = train_for(table, car);
        cars[i] = cars[--count];
        if (train < 0) {
            int siding = siding_for(table, car);
            ft_store(table->ft, noted(table, FT_STORE, car, siding));
            continue;
        }
        ft_couple(table->ft, noted(table, FT_COUPLE, car, train));
        if (look_again(table, car, train) && count > 0)
            value_for_placing(table, cars, count);
    }
}

/* ------------------------------------------------------------------------- */
/* Taking                                                                    */
/* ------------------------------------------------------------------------- */

/* What will be taken. */
typedef struct Taking {
    int count;
    int value;
    uint8_t sidings[FT_TAKEN];
    uint8_t cars[FT_TAKEN];
} Taking;

/* A main siding, as far as nothing is taken yet. */
typedef struct Track {
    int length;
    int car;  /* at its open end */
    int wish; /* to take that */
} Track;

enum { NO_WISH = -1, LUCK_BITS = 4, ALIKE = 8 };

/* Good cars with more good cars behind them, plus a little noise. */
static void look_at_track(const Table *table, const FtMainSiding *siding, int luck,
                          Track *track)
{
    int length = track->length;

    track->wish = NO_WISH;
    if (length == 0)
        return;
    track->car = siding->cars[length - 1];
    track->wish =
        8 * table->values[track->car] + ALIKE * table->ft->held[track->car] + luck;
    if (length > 1)
        track->wish += 2 * table->values[siding->cars[length - 2]];
}

static int best_track(const Track *tracks)
{
    int best = 0;

    for (int s = 1; s < FT_MAIN_SIDINGS; s++)
        best = tracks[s].wish > tracks[best].wish ? s : best;
    return best;
}

/* Further sidings with the same car at the open end become more attractive. */
static void add_to_taking(const Table *table, Taking *taking, Track *tracks, int s)
{
    int car = tracks[s].car;

    taking->sidings[taking->count] = (uint8_t)s;
    taking->cars[taking->count++] = (uint8_t)car;
    taking->value += table->values[car];
    tracks[s].length--;
    look_at_track(table, &table->ft->main[s], 0, &tracks[s]);
    for (int i = 0; i < FT_MAIN_SIDINGS; i++) {
        if (tracks[i].wish != NO_WISH && tracks[i].car == car)
            tracks[i].wish += ALIKE;
    }
}

static void plan_taking(const Table *table, int cars, Taking *taking)
{
    uint64_t luck = rng_next(table->rng);
    Track tracks[FT_MAIN_SIDINGS];

    taking->count = taking->value = 0;
    for (int s = 0; s < FT_MAIN_SIDINGS; s++, luck >>= LUCK_BITS) {
        tracks[s].length = table->ft->main[s].length;
        look_at_track(table, &table->ft->main[s], (int)luck & 15, &tracks[s]);
    }
    while (taking->count < cars)
        add_to_taking(table, taking, tracks, best_track(tracks));
}

static void take(Table *table, const Taking *taking)
{
    uint8_t cars[FT_TAKEN];
    int count = ft_list_held(table->ft, cars);

    for (int i = 0; i < taking->count; i++) {
        ft_take(table->ft, noted(table, FT_TAKE, taking->sidings[i], 0));
        cars[count++] = taking->cars[i];
    }
    place_all(table, cars, count);
}

/* ------------------------------------------------------------------------- */
/* Switching                                                                 */
/* ------------------------------------------------------------------------- */

/* The siding of the own yard with the best car that can go, or -1. */
static int siding_to_switch(const Table *table, const uint8_t *lengths)
{
    int best = -1, highest = WORTH_SWITCHING - 1;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        if (lengths[s] == 0)
            continue;
        int value = table->values[table->player->yard[s].cars[lengths[s] - 1]];
        if (value > highest) {
            highest = value;
            best = s;
        }
    }
    return best;
}

/* The approximate value of a switching turn. */
static int value_of_switching(const Table *table)
{
    const FtYardSiding *yard = table->player->yard;
    uint8_t lengths[FT_YARD_SIDINGS] = { yard[0].length, yard[1].length };
    int idle = table->mover->idle, sum = 0;

    for (int i = 0; i < FT_SWITCHED; i++) {
        int s = siding_to_switch(table, lengths);
        if (s < 0)
            break;
        int car = yard[s].cars[--lengths[s]];
        int is_start =
            (table->mover->own >> car & 1) == 0 && table->mover->start >> car & 1;
        if (is_start && idle-- <= 0)
            break;
        sum += table->values[car];
    }
    return sum;
}

static void switch_cars(Table *table)
{
    FtState *ft = table->ft;

    do {
        const FtYardSiding *yard = table->player->yard;
        uint8_t lengths[FT_YARD_SIDINGS] = { yard[0].length, yard[1].length };
        int s = siding_to_switch(table, lengths);
        if (s < 0) {
            ft_done(ft, noted(table, FT_DONE, 0, 0));
            return;
        }
        int car = yard[s].cars[lengths[s] - 1], train = train_for(table, car);
        ft_switch(ft, noted(table, FT_SWITCH, s, train));
        if (look_again(table, car, train) && ft->stage == FT_SWITCHING)
            value_cars(table);
    } while (ft->stage == FT_SWITCHING);
}

/* ------------------------------------------------------------------------- */
/* A turn                                                                    */
/* ------------------------------------------------------------------------- */

/* Any action, but no rearranging and no caboose unless there is nothing else. */
static void do_anything(Table *table)
{
    FtState *ft = table->ft;
    Action actions[ACTIONS_MAX];
    int count = FREIGHT_TRAIN.list(ft, ft->turn, actions), kept = 0;

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) != FT_REARRANGE && action_kind(actions[i]) != FT_CLOSE)
            actions[kept++] = actions[i];
    }
    Action action = actions[rng_below(table->rng, (uint32_t)(kept > 0 ? kept : count))];
    noted(table, action_kind(action), action_a(action), action_b(action));
    FREIGHT_TRAIN.apply(ft, ft->turn, action, NULL);
    ft_mover_look(table->mover, table->player, table->welcome);
}

static void fill(Table *table)
{
    int s = 0;

    while (table->ft->main[s].length > 0)
        s++;
    ft_fill(table->ft, noted(table, FT_FILL, s, 0));
}

static int wants_locomotive(const Table *table, int taking)
{
    return taking < POOR && table->mover->idle == 0 && table->ft->day < FT_DAYS
           && !table->player->has_called && ft_locomotives_left(table->ft) > 0;
}

/* Compares taking with switching, plus a little noise. */
static void choose_turn(Table *table, int room)
{
    int luck = (int)(rng_next(table->rng) >> 61);
    int can_take = ft_main_cars(table->ft) >= FT_TAKEN && room >= FT_TAKEN;
    int switching = value_of_switching(table);
    Taking taking = { .value = 0 };

    if (can_take)
        plan_taking(table, FT_TAKEN, &taking);
    if (switching > 0
        && (!can_take || switching + YARD_BURDEN[table->ft->day] + luck > taking.value)) {
        switch_cars(table);
    } else if (wants_locomotive(table, taking.value)) {
        ft_call(table->ft, noted(table, FT_CALL, 0, 0));
        ft_mover_look(table->mover, table->player, table->welcome);
    } else if (can_take) {
        take(table, &taking);
    } else {
        do_anything(table);
    }
}

static void go_on_taking(Table *table)
{
    Taking taking;

    plan_taking(table, FT_TAKEN - table->ft->held_count, &taking);
    take(table, &taking);
}

static void go_on_placing(Table *table)
{
    uint8_t cars[FT_TAKEN];
    int count = ft_list_held(table->ft, cars);

    place_all(table, cars, count);
}

static void give_turn(Table *table)
{
    table->player = &table->ft->players[table->ft->turn];
    table->welcome = &table->ft->welcome[table->ft->turn];
    table->mover = &table->movers[table->ft->turn];
    measure_rivals(table);
    value_cars(table);
}

/* The rest of a turn; where the yard is nearly full, one decision of it. */
static void play_turn(Table *table)
{
    FtState *ft = table->ft;

    give_turn(table);
    int room = FT_YARD_CARS - ft_yard_cars(table->player);
    switch (ft->stage) {
    case FT_TURN:
        /* More cars to choose from are always good. */
        if (ft_can_fill(ft, ft_sidings_with_cars(ft)))
            fill(table);
        choose_turn(table, room);
        break;
    case FT_SWITCHING:
        switch_cars(table);
        break;
    case FT_TAKING:
        room >= FT_TAKEN ? go_on_taking(table) : do_anything(table);
        break;
    case FT_PLACING:
        room >= ft->held_count ? go_on_placing(table) : do_anything(table);
        break;
    default:
        do_anything(table);
    }
}

int ft_play(void *state, int seat, Rng *rng, Action *done)
{
    Table table = { .ft = state, .rng = rng, .done = done };

    (void)seat;
    look_at_table(&table);
    play_turn(&table);
    return table.count;
}

int ft_play_day(void *state, Rng *rng)
{
    FtState *ft = state;
    Table table = { .ft = ft, .rng = rng };
    int day = ft->day;

    look_at_table(&table);
    while (ft->stage != FT_OVER && ft->day == day)
        play_turn(&table);
    return table.count;
}
