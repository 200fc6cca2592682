/* naive_turn.c: finds every end of a turn by trying everything. Cars are placed one by
 * one, and a branch is cut as soon as the trains are illegal: legal trains stay legal
 * when a car is removed, so no end is lost. */
#include "naive_turn.h"

#include <string.h>

enum { TAKEN = 3, SWITCHED = 4 };

/* ------------------------------------------------------------------------- */
/* Trains                                                                    */
/* ------------------------------------------------------------------------- */

static int has_one_of_each_at_most(const NTrain *train)
{
    for (int type = 0; type < N_TYPES; type++) {
        if (train->of_type[type] > 1)
            return 0;
    }
    return 1;
}

/* The definition, with train `mixed` read as the mixed one (-1: none is). */
static int reading_is_legal(const NPlayer *player, int mixed)
{
    int trains_of_type[N_TYPES] = { 0 };

    if (mixed >= 0 && !has_one_of_each_at_most(&player->trains[mixed]))
        return 0;
    for (int t = 0; t < player->locomotives; t++) {
        if (t == mixed)
            continue;
        if (ntrain_types(&player->trains[t]) > 1)
            return 0;
        for (int type = 0; type < N_TYPES; type++)
            trains_of_type[type] += player->trains[t].of_type[type] > 0;
    }
    for (int type = 0; type < N_TYPES; type++) {
        if (trains_of_type[type] > 1)
            return 0;
    }
    return 1;
}

int ntrains_are_legal(const NPlayer *player)
{
    for (int mixed = -1; mixed < player->locomotives; mixed++) {
        if (reading_is_legal(player, mixed))
            return 1;
    }
    return 0;
}

/* Locomotives without cars are alike: only the first one is tried. */
static int is_like_an_earlier_one(const NPlayer *player, int train)
{
    if (ntrain_types(&player->trains[train]) > 0)
        return 0;
    for (int t = 0; t < train; t++) {
        if (ntrain_types(&player->trains[t]) == 0)
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* Placing cars                                                              */
/* ------------------------------------------------------------------------- */

typedef struct Turn {
    NEnds *ends;
    int mover, day;
    int found; /* a legal end */
} Turn;

static void finish(Turn *turn, const NTable *table)
{
    NTable after = *table;
    NEnd end;

    nfinish_turn(&after);
    nend_of(&end, &after, turn->mover, turn->day);
    nends_add(turn->ends, &end);
    turn->found = 1;
}

typedef struct Hand {
    int count, cars[SWITCHED];
} Hand;

typedef enum Targets { TRAINS_ONLY, TRAINS_AND_YARD } Targets;

static void place_all(Turn *turn, NTable *table, const Hand *hand, Targets targets);

static void try_trains(Turn *turn, NTable *table, int car, const Hand *rest,
                       Targets targets)
{
    NPlayer *player = &table->players[turn->mover];

    for (int t = 0; t < player->locomotives; t++) {
        if (player->trains[t].caboose || is_like_an_earlier_one(player, t))
            continue;
        player->trains[t].of_type[car]++;
        if (ntrains_are_legal(player))
            place_all(turn, table, rest, targets);
        player->trains[t].of_type[car]--;
    }
}

static void try_yard(Turn *turn, NTable *table, int car, const Hand *rest)
{
    for (int s = 0; s < 2; s++) {
        NRow *row = &table->players[turn->mover].yard[s];

        if (row->count == 8)
            continue;
        row->cars[row->count++] = car;
        place_all(turn, table, rest, TRAINS_AND_YARD);
        row->count--;
    }
}

static int is_like_an_earlier_car(const Hand *hand, int i)
{
    for (int k = 0; k < i; k++) {
        if (hand->cars[k] == hand->cars[i])
            return 1;
    }
    return 0;
}

/* Any car in hand may be the next. */
static void place_all(Turn *turn, NTable *table, const Hand *hand, Targets targets)
{
    if (hand->count == 0)
        finish(turn, table);
    for (int i = 0; i < hand->count; i++) {
        Hand rest = *hand;

        if (is_like_an_earlier_car(hand, i))
            continue;
        rest.cars[i] = rest.cars[--rest.count];
        try_trains(turn, table, hand->cars[i], &rest, targets);
        if (targets == TRAINS_AND_YARD)
            try_yard(turn, table, hand->cars[i], &rest);
    }
}

/* Moves cars from the open end of a row to the hand. */
static int take_from(NRow *row, int count, Hand *hand)
{
    if (row->count < count)
        return 0;
    for (int i = 0; i < count; i++)
        hand->cars[hand->count++] = row->cars[--row->count];
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The actions                                                               */
/* ------------------------------------------------------------------------- */

/* FT-4.1: every way to take three in all from five sidings. */
static void try_taking(Turn *turn, const NTable *table, int siding, const Hand *hand)
{
    if (hand->count == TAKEN) {
        NTable trial = *table;

        place_all(turn, &trial, hand, TRAINS_AND_YARD);
        return;
    }
    if (siding == 5)
        return;
    for (int count = 0; hand->count + count <= TAKEN; count++) {
        NTable trial = *table;
        Hand more = *hand;

        if (take_from(&trial.main[siding], count, &more))
            try_taking(turn, &trial, siding + 1, &more);
    }
}

/* FT-4.2: every number of cars from either siding. */
static void try_switching(Turn *turn, const NTable *table)
{
    for (int first = 0; first <= SWITCHED; first++) {
        for (int second = 0; first + second <= SWITCHED; second++) {
            NTable trial = *table;
            Hand hand = { 0 };
            NRow *yard = trial.players[turn->mover].yard;

            if (first + second > 0 && take_from(&yard[0], first, &hand)
                && take_from(&yard[1], second, &hand))
                place_all(turn, &trial, &hand, TRAINS_ONLY);
        }
    }
}

static void arrange_all(Turn *turn, NTable *table, const int *cars, int count)
{
    NRow *yard = table->players[turn->mover].yard;

    if (count == 0)
        finish(turn, table);
    for (int i = 0; i < count; i++) {
        int rest[16];

        memcpy(rest, cars, sizeof(int) * (size_t)count);
        rest[i] = rest[count - 1];
        for (int s = 0; s < 2; s++) {
            if (yard[s].count == 8 || (s == 0 && yard[1].count > 0))
                continue;
            yard[s].cars[yard[s].count++] = cars[i];
            arrange_all(turn, table, rest, count - 1);
            yard[s].count--;
        }
    }
}

/* FT-4.3. Of a large yard only the fact is recorded. */
static void try_rearranging(Turn *turn, const NTable *table)
{
    NTable trial = *table;
    NPlayer *player = &trial.players[turn->mover];
    int cars[16], count = 0;

    for (int s = 0; s < 2; s++) {
        while (player->yard[s].count > 0)
            cars[count++] = player->yard[s].cars[--player->yard[s].count];
    }
    if (player->points < 1 || (table->is_mayfair && count == 0))
        return;
    player->points--;
    if (count <= N_FULL_REARRANGEMENT) {
        arrange_all(turn, &trial, cars, count);
    } else {
        NEnd end;

        memset(&end, 0, sizeof end);
        end.rearranged_many = 1;
        for (int s = 0; s < 5; s++)
            end.main[s][0] = (uint8_t)trial.main[s].count;
        nends_add(turn->ends, &end);
        turn->found = 1;
    }
}

/* FT-4.4. */
static void try_calling(Turn *turn, const NTable *table)
{
    NTable trial = *table;
    NPlayer *player = &trial.players[turn->mover];

    if (table->day == 3 || player->called)
        return;
    player->called = 1;
    player->locomotives++;
    finish(turn, &trial);
}

static int cabooses_out(const NTable *table)
{
    int out = 0;

    for (int seat = 0; seat < table->seats; seat++) {
        for (int t = 0; t < N_TRAINS; t++)
            out += table->players[seat].trains[t].caboose;
    }
    return out;
}

/* FT-4.5. */
static void try_closing(Turn *turn, const NTable *table)
{
    if (!table->has_cabooses || cabooses_out(table) == 7)
        return;
    for (int t = 0; t < N_TRAINS; t++) {
        NTable trial = *table;
        NTrain *train = &trial.players[turn->mover].trains[t];

        if (ntrain_types(train) == 0 || train->caboose)
            continue;
        train->caboose = 1;
        finish(turn, &trial);
    }
}

/* Tries every action; returns whether any has a legal end. */
static int try_actions(Turn *turn, const NTable *table)
{
    Hand nothing = { 0 };

    turn->found = 0;
    try_taking(turn, table, 0, &nothing);
    try_switching(turn, table);
    try_rearranging(turn, table);
    try_calling(turn, table);
    try_closing(turn, table);
    return turn->found;
}

/* ------------------------------------------------------------------------- */
/* The whole turn                                                            */
/* ------------------------------------------------------------------------- */

static void pass_turn(Turn *turn, const NTable *table)
{
    NTable trial = *table;

    trial.passed[turn->mover] = 1;
    finish(turn, &trial);
}

/* FT-3.3: two sidings without a car, and a card to draw. */
static int may_fill(const NTable *table)
{
    int empty = 0;

    for (int s = 0; s < 5; s++)
        empty += table->main[s].count == 0;
    return empty >= 2 && table->deck_count > 0;
}

/* FT-3.5, 5.1. */
static void fill_siding(NTable *table, int siding)
{
    NRow *row = &table->main[siding];

    while (row->count < 5 && table->deck_count > 0) {
        int card = table->deck[--table->deck_count];

        if (card == N_END_CARD)
            table->ending = 1;
        else
            row->cars[row->count++] = card;
    }
    if (table->ending)
        table->bottom = 0;
    else if (table->bottom > table->deck_count)
        table->bottom = table->deck_count;
}

/* FT-3.4, 3.7: a player who can act without filling need not fill; one who cannot must
 * fill, and passes if that does not help. */
void nends_of_turn(NEnds *ends, const NTable *table)
{
    Turn turn = { .ends = ends, .mover = table->turn, .day = table->day };
    int can_act = try_actions(&turn, table);

    if (!may_fill(table) && !can_act)
        pass_turn(&turn, table);
    for (int s = 0; s < 5 && may_fill(table); s++) {
        NTable filled = *table;

        if (table->main[s].count > 0)
            continue;
        fill_siding(&filled, s);
        if (!try_actions(&turn, &filled))
            pass_turn(&turn, &filled);
    }
    nends_settle(ends);
}
