/* naive.c: the naive table: reading it from a state, its canonical ends, and
 * how a turn, a round and a day end. The turns are in naive_turn.c. */
#include "naive.h"

#include "naive_turn.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Sets of ends                                                              */
/* ------------------------------------------------------------------------- */

void nends_add(NEnds *ends, const NEnd *end)
{
    if (ends->count == ends->room) {
        ends->room = ends->room == 0 ? 256 : ends->room * 2;
        ends->items = realloc(ends->items, ends->room * sizeof *ends->items);
        if (ends->items == NULL)
            abort();
    }
    ends->items[ends->count++] = *end;
}

static int compare_ends(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(NEnd));
}

void nends_settle(NEnds *ends)
{
    size_t kept = 0;

    if (ends->count == 0)
        return;
    qsort(ends->items, ends->count, sizeof *ends->items, compare_ends);
    for (size_t i = 1; i < ends->count; i++) {
        if (compare_ends(&ends->items[kept], &ends->items[i]) != 0)
            ends->items[++kept] = ends->items[i];
    }
    ends->count = kept + 1;
}

void nends_free(NEnds *ends)
{
    free(ends->items);
    *ends = (NEnds){ 0 };
}

/* ------------------------------------------------------------------------- */
/* From a state                                                              */
/* ------------------------------------------------------------------------- */

static void row_of(NRow *row, const uint8_t *cars, int count)
{
    row->count = count;
    for (int i = 0; i < count; i++)
        row->cars[i] = cars[i];
}

static void train_of(NTrain *train, const FtTrain *from)
{
    int types = __builtin_popcount(from->types);

    for (int type = 0; type < N_TYPES; type++) {
        if (from->types >> type & 1)
            train->of_type[type] = types == 1 ? from->cars : 1;
    }
    train->caboose = from->is_closed;
}

static void player_of(NPlayer *player, const FtPlayer *from)
{
    player->points = from->points;
    player->locomotives = from->locomotives;
    player->called = from->has_called;
    for (int t = 0; t < from->locomotives; t++)
        train_of(&player->trains[t], &from->trains[t]);
    for (int s = 0; s < 2; s++)
        row_of(&player->yard[s], from->yard[s].cars, from->yard[s].length);
}

static void options_of(NTable *table, const uint8_t *options)
{
    table->is_mayfair = options[FT_OPTION_EDITION] == FT_MAYFAIR;
    table->is_plain = options[FT_OPTION_SEQUENCE] == FT_SEQUENCE_PLAIN;
    table->has_cabooses = options[FT_OPTION_CABOOSES];
    table->mixed_scores =
        options[FT_OPTION_MIXED] == FT_MIXED_SCORES
        || (options[FT_OPTION_MIXED] == FT_MIXED_AS_EDITION && table->is_mayfair);
}

void ntable_of(NTable *table, const FtState *ft)
{
    memset(table, 0, sizeof *table);
    options_of(table, ft->options);
    table->seats = ft->seats;
    table->day = ft->day;
    table->round = ft->round;
    table->first = ft->first;
    table->turn = ft->turn;
    table->ending = ft->is_ending;
    table->over = ft->stage == FT_OVER;
    table->bottom = ft->bottom;
    for (int seat = 0; seat < ft->seats; seat++) {
        table->played[seat] = seats_have(ft->played, seat);
        table->passed[seat] = seats_have(ft->passed, seat);
        player_of(&table->players[seat], &ft->players[seat]);
    }
    for (int s = 0; s < 5; s++)
        row_of(&table->main[s], ft->main[s].cars, ft->main[s].length);
    table->deck_count = ft->deck_count;
    for (int i = 0; i < ft->deck_count; i++)
        table->deck[i] = ft->deck[i];
}

/* ------------------------------------------------------------------------- */
/* The canonical form                                                        */
/* ------------------------------------------------------------------------- */

static int compare_trains(const void *a, const void *b)
{
    return memcmp(b, a, N_TYPES + 1);
}

static void write_row(uint8_t *out, const NRow *row)
{
    out[0] = (uint8_t)row->count;
    for (int i = 0; i < row->count; i++)
        out[1 + i] = (uint8_t)row->cars[i];
}

static void write_trains(NEnd *end, const NPlayer *player)
{
    for (int t = 0; t < N_TRAINS; t++) {
        for (int type = 0; type < N_TYPES; type++)
            end->trains[t][type] = (uint8_t)player->trains[t].of_type[type];
        end->trains[t][N_TYPES] = (uint8_t)player->trains[t].caboose;
    }
    qsort(end->trains, N_TRAINS, sizeof end->trains[0], compare_trains);
}

static void write_turn(NEnd *end, const NTable *table)
{
    end->round = (uint8_t)table->round;
    end->first = (uint8_t)table->first;
    end->turn = (uint8_t)table->turn;
    end->ending = (uint8_t)table->ending;
    for (int seat = 0; seat < table->seats; seat++) {
        end->played |= (uint8_t)(table->played[seat] << seat);
        end->passed |= (uint8_t)(table->passed[seat] << seat);
    }
}

void nend_of(NEnd *end, const NTable *table, int mover, int day)
{
    memset(end, 0, sizeof *end);
    for (int seat = 0; seat < table->seats; seat++) {
        end->points[seat] = (int16_t)table->players[seat].points;
        end->locomotives[seat] = (uint8_t)table->players[seat].locomotives;
        end->called[seat] = (uint8_t)table->players[seat].called;
    }
    for (int s = 0; s < 2; s++)
        write_row(end->yard[s], &table->players[mover].yard[s]);
    end->day = (uint8_t)table->day;
    end->over = (uint8_t)table->over;
    end->deck_count = (uint8_t)table->deck_count;
    end->bottom = (uint8_t)table->bottom;
    if (!table->over)
        write_turn(end, table);
    if (table->day != day)
        return;
    write_trains(end, &table->players[mover]);
    for (int s = 0; s < 5; s++)
        write_row(end->main[s], &table->main[s]);
}

/* ------------------------------------------------------------------------- */
/* The end of a turn, a round, a day                                         */
/* ------------------------------------------------------------------------- */

/* FT-5.9, 6.1, 6.2. Which cars come up is chance; how many lie where is not. */
static void begin_next_day(NTable *table)
{
    int cars = 0;

    for (int i = 0; i < table->deck_count; i++)
        cars += table->deck[i] != N_END_CARD;
    for (int s = 0; s < 5; s++)
        cars += table->main[s].count;
    for (int seat = 0; seat < table->seats; seat++) {
        NPlayer *player = &table->players[seat];

        for (int t = 0; t < N_TRAINS; t++) {
            for (int type = 0; type < N_TYPES; type++)
                cars += player->trains[t].of_type[type];
        }
        memset(player->trains, 0, sizeof player->trains);
        player->locomotives += !player->called;
        player->called = 0;
    }
    table->day++;
    table->round = 1;
    table->ending = 0;
    table->deck_count = cars - 25 + 1;
    table->bottom = (cars - 25) / (table->day == 2 ? 3 : 4) + 1;
}

static int all_have(const int *flags, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        if (!flags[seat])
            return 0;
    }
    return 1;
}

/* FT-3.1, 3.2, 3.7, 5.2: who is next after this turn. */
void nfinish_turn(NTable *table)
{
    int day_ends;

    table->played[table->turn] = 1;
    table->turn = (table->turn + 1) % table->seats;
    if (!all_have(table->played, table->seats))
        return;
    day_ends = table->ending || all_have(table->passed, table->seats);
    if (day_ends)
        nscore_day(table);
    if (day_ends && table->day == 3) {
        table->over = 1;
        return;
    }
    memset(table->played, 0, sizeof table->played);
    memset(table->passed, 0, sizeof table->passed);
    table->round++;
    if (!table->is_plain)
        table->first = (table->first + 1) % table->seats;
    table->turn = table->first;
    if (day_ends)
        begin_next_day(table);
}

int ntrain_types(const NTrain *train)
{
    int types = 0;

    for (int type = 0; type < N_TYPES; type++)
        types += train->of_type[type] > 0;
    return types;
}
