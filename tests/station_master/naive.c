/* naive.c: the naive rules, as on the rules page. */
#include "naive.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Sets of ends                                                              */
/* ------------------------------------------------------------------------- */

void nends_add(NEnds *ends, const NTable *table)
{
    if (ends->count == ends->room) {
        ends->room = ends->room == 0 ? 256 : 2 * ends->room;
        ends->items = realloc(ends->items, ends->room * sizeof *ends->items);
        if (ends->items == NULL)
            abort();
    }
    ends->items[ends->count++] = *table;
}

static int compare_tables(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(NTable));
}

void nends_settle(NEnds *ends)
{
    size_t kept = 0;

    qsort(ends->items, ends->count, sizeof *ends->items, compare_tables);
    for (size_t i = 0; i < ends->count; i++) {
        if (kept == 0 || compare_tables(&ends->items[kept - 1], &ends->items[i]) != 0)
            ends->items[kept++] = ends->items[i];
    }
    ends->count = kept;
}

void nends_free(NEnds *ends)
{
    free(ends->items);
    *ends = (NEnds){ 0 };
}

/* ------------------------------------------------------------------------- */
/* Rows of cards                                                             */
/* ------------------------------------------------------------------------- */

static void take_at(int16_t *row, int16_t *count, int at)
{
    for (int i = at; i < *count - 1; i++)
        row[i] = row[i + 1];
    row[--*count] = 0;
}

static void put_in_order(int16_t *row, int16_t *count, int card)
{
    int at = *count;

    for (; at > 0 && row[at - 1] > card; at--)
        row[at] = row[at - 1];
    row[at] = (int16_t)card;
    ++*count;
}

static void put_on(NPile *pile, int card)
{
    pile->cards[pile->count++] = (int16_t)card;
}

static int take_top(NPile *pile)
{
    int card = pile->cards[--pile->count];

    pile->cards[pile->count] = 0;
    return card;
}

static int is_carriage(int card)
{
    return card < N_CABOOSE;
}

/* ------------------------------------------------------------------------- */
/* Departure (SM-6)                                                          */
/* ------------------------------------------------------------------------- */

static int number_of(const NTrain *train)
{
    return train->locomotive % 10;
}

static int room_of(const NTrain *train)
{
    return number_of(train) + train->standings - train->token_count;
}

/* SM-6.1, SM-6.2 */
static int value_on(const NTrain *train, int card)
{
    int is_executive = train->locomotive / 10 == 1,
        is_freight = train->locomotive / 10 == 2;

    if (card == N_FIRST)
        return is_executive ? 3 : -3;
    if (card == N_EXECUTIVE)
        return is_executive ? 5 : -5;
    return is_freight ? -card : card;
}

/* SM-5.2 */
static int worth_of(const NTrain *train)
{
    int worth = 0;

    for (int i = 0; i < train->carriage_count; i++)
        worth += value_on(train, train->carriages[i]);
    for (int royal = 0, times = 1; royal < train->royals; royal++, times *= 2) {
        for (int back = 1; back <= 2 && back <= train->carriage_count; back++)
            worth +=
                times * value_on(train, train->carriages[train->carriage_count - back]);
    }
    return worth;
}

static void score_train(NTable *table, const NTrain *train)
{
    for (int seat = 0; seat < table->seats; seat++) {
        NPlayer *player = &table->players[seat];
        int gain = 0;
        for (int i = 0; i < train->token_count; i++) {
            if (train->seats[i] != seat)
                continue;
            gain += worth_of(train) * train->values[i];
            put_in_order(player->home, &player->home_count, train->values[i]);
        }
        player->score = (int16_t)(player->score + gain);
        if (gain > player->best)
            player->best = (int16_t)gain;
    }
}

/* SM-6.3 */
static void leave(NTable *table, int t)
{
    NTrain train = table->station[t];

    score_train(table, &train);
    for (int i = 0; i < train.royals; i++)
        put_on(&table->discard, N_ROYAL);
    for (int i = 0; i < train.standings; i++)
        put_on(&table->discard, N_STANDING);
    for (int i = 0; i < train.carriage_count; i++)
        put_on(&table->discard, train.carriages[i]);
    put_on(&table->gone, train.locomotive);
    memset(&table->station[t], 0, sizeof(NTrain));
    if (table->pile.count > 0) {
        table->station[t].locomotive = (int16_t)take_top(&table->pile);
        return;
    }
    for (; t < table->station_count; t++)
        table->station[t] = table->station[t + 1];
    table->station_count--;
}

/* SM-4.2 */
static void couple(NTable *table, int t, int card)
{
    NTrain *train = &table->station[t];

    train->carriages[train->carriage_count++] = (int16_t)card;
    if (train->carriage_count == number_of(train))
        leave(table, t);
}

/* ------------------------------------------------------------------------- */
/* The end of a turn (SM-3)                                                  */
/* ------------------------------------------------------------------------- */

static int can_move(const NTable *table, int seat)
{
    const NPlayer *player = &table->players[seat];

    if (player->hand_count > 0)
        return 1;
    for (int t = 0; t < table->station_count; t++) {
        if (player->home_count > 0 && room_of(&table->station[t]) > 0)
            return 1;
    }
    return 0;
}

/* SM-3.3 */
static void end_turn(NEnds *ends, NTable table)
{
    for (int i = 0; i < table.seats; i++) {
        table.turn = (int16_t)((table.turn + 1) % table.seats);
        if (can_move(&table, table.turn)) {
            nends_add(ends, &table);
            return;
        }
    }
    table.over = 1;
    nends_add(ends, &table);
}

/* SM-3.2, SM-5.8 */
static void draw(NTable *table)
{
    NPlayer *player = &table->players[table->turn];

    while (table->deck.count > 0) {
        int card = take_top(&table->deck);
        if (card != N_RUSH_HOUR) {
            put_in_order(player->hand, &player->hand_count, card);
            return;
        }
        put_on(&table->discard, card);
        if (table->pile.count > 0)
            table->station[table->station_count++].locomotive =
                (int16_t)take_top(&table->pile);
    }
}

/* SM-3.4, SM-6.4 */
static void end_card(NEnds *ends, NTable table)
{
    if (table.station_count == 0) {
        table.over = 1;
        nends_add(ends, &table);
        return;
    }
    draw(&table);
    end_turn(ends, table);
}

static void end_special(NEnds *ends, NTable table, int card)
{
    put_on(&table.discard, card);
    end_card(ends, table);
}

/* ------------------------------------------------------------------------- */
/* Tokens (SM-4.1)                                                           */
/* ------------------------------------------------------------------------- */

static void board(NTable *table, int t, int i)
{
    NPlayer *player = &table->players[table->turn];
    NTrain *train = &table->station[t];

    train->seats[train->token_count] = (int16_t)table->turn;
    train->values[train->token_count++] = player->home[i];
    take_at(player->home, &player->home_count, i);
}

static void try_tokens(NEnds *ends, const NTable *table)
{
    for (int i = 0; i < table->players[table->turn].home_count; i++) {
        for (int t = 0; t < table->station_count; t++) {
            NTable next = *table;
            if (room_of(&next.station[t]) <= 0)
                continue;
            board(&next, t, i);
            end_turn(ends, next);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Cards (SM-5). In `table` the card has left the hand already.              */
/* ------------------------------------------------------------------------- */

static void try_carriage(NEnds *ends, const NTable *table, int card)
{
    for (int t = 0; t < table->station_count; t++) {
        NTable next = *table;
        couple(&next, t, card);
        end_card(ends, next);
    }
}

static void try_caboose(NEnds *ends, const NTable *table)
{
    for (int t = 0; t < table->station_count; t++) {
        NTable next = *table;
        leave(&next, t);
        end_special(ends, next, N_CABOOSE);
    }
}

static void try_royal(NEnds *ends, const NTable *table)
{
    for (int t = 0; t < table->station_count; t++) {
        NTable next = *table;
        next.station[t].royals++;
        end_card(ends, next);
    }
}

static void try_reassign(NEnds *ends, const NTable *table)
{
    int found = 0;

    for (int from = 0; from < table->station_count; from++) {
        for (int to = 0; to < table->station_count; to++) {
            NTable next = *table;
            NTrain *train = &next.station[from];
            if (from == to || train->carriage_count == 0)
                continue;
            int card = train->carriages[train->carriage_count - 1];
            take_at(train->carriages, &train->carriage_count, train->carriage_count - 1);
            couple(&next, to, card);
            end_special(ends, next, N_REASSIGN);
            found = 1;
        }
    }
    if (!found)
        end_special(ends, *table, N_REASSIGN);
}

static void try_repair(NEnds *ends, const NTable *table, int special, int reach)
{
    const NPile *discard = &table->discard;

    end_special(ends, *table, special);
    for (int deep = 1; deep <= reach && deep <= discard->count; deep++) {
        int at = discard->count - deep, card = discard->cards[at];
        int is_topmost = 1;
        for (int above = at + 1; above < discard->count; above++)
            is_topmost &= discard->cards[above] != card;
        if (!is_carriage(card) || !is_topmost)
            continue;
        for (int t = 0; t < table->station_count; t++) {
            NTable next = *table;
            memmove(&next.discard.cards[at], &next.discard.cards[at + 1],
                    (size_t)(deep - 1) * sizeof next.discard.cards[0]);
            take_top(&next.discard);
            couple(&next, t, card);
            end_special(ends, next, special);
        }
    }
}

/* A set of places as bits; in their old order. */
static void move_tokens(NTable *table, int from, int to, unsigned places)
{
    NTrain *source = &table->station[from], *target = &table->station[to];
    NTrain left = *source;

    memset(left.seats, 0, sizeof left.seats);
    memset(left.values, 0, sizeof left.values);
    left.token_count = 0;
    for (int i = 0; i < source->token_count; i++) {
        NTrain *train = places >> i & 1 ? target : &left;
        train->seats[train->token_count] = source->seats[i];
        train->values[train->token_count++] = source->values[i];
    }
    *source = left;
}

static void try_transfer(NEnds *ends, const NTable *table)
{
    end_special(ends, *table, N_TRANSFER);
    for (int from = 0; from < table->station_count; from++) {
        for (int to = 0; to < table->station_count; to++) {
            unsigned sets = 1u << table->station[from].token_count;
            for (unsigned places = 1; from != to && places < sets; places++) {
                NTable next = *table;
                int count = __builtin_popcount(places);
                if (count > 3 || count > room_of(&table->station[to]))
                    continue;
                move_tokens(&next, from, to, places);
                end_special(ends, next, N_TRANSFER);
            }
        }
    }
}

static void try_standing(NEnds *ends, const NTable *table)
{
    for (int t = 0; t < table->station_count; t++) {
        NTable next = *table;
        next.station[t].standings++;
        end_card(ends, next);
        for (int i = 0; i < table->players[table->turn].home_count; i++) {
            NTable boarded = next;
            board(&boarded, t, i);
            end_card(ends, boarded);
        }
    }
}

static void try_uncouple(NEnds *ends, const NTable *table, int special, int carriages)
{
    end_special(ends, *table, special);
    for (int t = 0; t < table->station_count; t++) {
        NTable next = *table;
        NTrain *train = &next.station[t];
        for (int i = 0; i < carriages && train->carriage_count > 0; i++) {
            put_on(&next.discard, train->carriages[train->carriage_count - 1]);
            take_at(train->carriages, &train->carriage_count, train->carriage_count - 1);
        }
        end_special(ends, next, special);
    }
}

static void try_card(NEnds *ends, const NTable *table, int card)
{
    switch (card) {
    case N_CABOOSE:
        try_caboose(ends, table);
        break;
    case N_ROYAL:
        try_royal(ends, table);
        break;
    case N_REASSIGN:
        try_reassign(ends, table);
        break;
    case N_REPAIR_3:
        try_repair(ends, table, card, 3);
        break;
    case N_REPAIR_5:
        try_repair(ends, table, card, 5);
        break;
    case N_TRANSFER:
        try_transfer(ends, table);
        break;
    case N_STANDING:
        try_standing(ends, table);
        break;
    case N_UNCOUPLE_1:
        try_uncouple(ends, table, card, 1);
        break;
    case N_UNCOUPLE_2:
        try_uncouple(ends, table, card, 2);
        break;
    default:
        try_carriage(ends, table, card);
        break;
    }
}

void nends_of_turn(NEnds *ends, const NTable *table)
{
    const NPlayer *player = &table->players[table->turn];

    try_tokens(ends, table);
    for (int i = 0; i < player->hand_count; i++) {
        NTable next = *table;
        NPlayer *mover = &next.players[next.turn];
        take_at(mover->hand, &mover->hand_count, i);
        try_card(ends, &next, player->hand[i]);
    }
    nends_settle(ends);
}
