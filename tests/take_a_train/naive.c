/* naive.c: see naive.h. */
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Rows of ends                                                              */
/* ------------------------------------------------------------------------- */

void nends_add(NEnds *ends, const NEnd *end)
{
    if (ends->count == ends->room) {
        ends->room = ends->room ? 2 * ends->room : 64;
        ends->items = realloc(ends->items, ends->room * sizeof *ends->items);
        if (ends->items == NULL)
            abort();
    }
    ends->items[ends->count++] = *end;
}

static int compare_ends(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(NEnd));
}

void nends_sort(NEnds *ends)
{
    if (ends->count > 0)
        qsort(ends->items, ends->count, sizeof *ends->items, compare_ends);
}

void nends_free(NEnds *ends)
{
    free(ends->items);
    *ends = (NEnds){ 0 };
}

static int compare_ints(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static void sort_ints(int *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_ints);
}

/* ------------------------------------------------------------------------- */
/* Facts from the names                                                      */
/* ------------------------------------------------------------------------- */

static const char *card_name(int card)
{
    return TT_CARD_NAMES.items[card];
}

static int is(int card, const char *name)
{
    return strcmp(card_name(card), name) == 0;
}

static int is_wagon(int card)
{
    return strchr(card_name(card), '-') != NULL;
}

static int value_of(int card)
{
    return atoi(strchr(card_name(card), '-') + 1);
}

static int same_type(int card, int other)
{
    size_t length = strcspn(card_name(card), "-");

    return strncmp(card_name(card), card_name(other), length + 1) == 0;
}

/* S1 to S7, D1 to D6, E1 to E5, in the order of the names. */
static const int MULTIPLIERS[] = { 1, 1, 1, 2, 2, 3, 4, 1, 1, 2, 2, 3, 4, 2, 2, 3, 3, 4 };

static int pays(const TtState *tt, const char *objective)
{
    static const struct {
        const char *name;
        int dollars;
    } PAYS[] = {
        { "two-objectives", 1000 }, { "special-card", 600 }, { "two-passenger", 300 },
        { "three-each", 800 },      { "ten-wagons", 800 },   { "three-oil", 600 },
        { "two-luxury", 400 },      { "four-food", 1000 },   { "four-cattle", 800 },
        { "three-coal", 800 },
    };

    (void)tt;
    for (size_t i = 0; i < sizeof PAYS / sizeof PAYS[0]; i++) {
        if (strcmp(PAYS[i].name, objective) == 0)
            return PAYS[i].dollars;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* A table of plain ints                                                     */
/* ------------------------------------------------------------------------- */

typedef struct NTrain {
    int card, is_down, multipliers, count;
    int wagons[8];
} NTrain;

typedef struct NPlayer {
    int money, held[3], held_count, achieved[3], achieved_count, has_special;
    NTrain trains[3];
} NPlayer;

typedef struct NTable {
    const TtState *start;
    int seats, mover, round, limit, passes;
    NPlayer players[6];
    int market[8], market_count, size;
    int deck[N_ROOM], deck_count; /* the top is the last */
    int discards[N_ROOM], discard_count;
    int boxed_count, is_uncertain, has_ended;
} NTable;

static void copy_bytes(int *to, const uint8_t *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

static void read_player(NPlayer *player, const TtPlayer *from)
{
    player->money = from->money;
    player->held_count = from->objective_count;
    copy_bytes(player->held, from->objectives, from->objective_count);
    player->achieved_count = from->achieved_count;
    copy_bytes(player->achieved, from->achieved, from->achieved_count);
    for (int i = 0; i < 3; i++) {
        NTrain *train = &player->trains[i];
        const TtLocomotive *locomotive = &from->locomotives[i];
        train->card = locomotive->card;
        train->is_down = locomotive->is_face_down;
        train->multipliers = locomotive->multiplier_cards;
        train->count = locomotive->wagon_count;
        copy_bytes(train->wagons, locomotive->wagons, locomotive->wagon_count);
    }
}

static void read_deck(NTable *table, TtState tt)
{
    tt_order_deck(&tt);
    table->deck_count = tt.deck_count;
    copy_bytes(table->deck, tt.deck, tt.deck_count);
}

static void read_table(NTable *table, const TtState *tt)
{
    memset(table, 0, sizeof *table);
    table->start = tt;
    table->seats = tt->seats;
    table->mover = tt->turn;
    table->round = tt->round;
    table->limit = tt->limit;
    table->passes = tt->passes;
    for (int seat = 0; seat < tt->seats; seat++)
        read_player(&table->players[seat], &tt->players[seat]);
    table->size = tt->seats <= 3 ? 3 : tt->seats <= 5 ? 4 : 5;
    table->market_count = tt->market_count;
    copy_bytes(table->market, tt->market, tt->market_count);
    read_deck(table, *tt);
    table->discard_count = tt->discard_count;
    copy_bytes(table->discards, tt->discard, tt->discard_count);
    table->boxed_count = tt->boxed_count;
}

/* ------------------------------------------------------------------------- */
/* Ends                                                                      */
/* ------------------------------------------------------------------------- */

static void end_player(NEnd *end, int seat, const NPlayer *player)
{
    end->money[seat] = player->money;
    end->achieved_count[seat] = player->achieved_count;
    memcpy(end->achieved[seat], player->achieved,
           (size_t)player->achieved_count * sizeof(int));
    sort_ints(end->achieved[seat], player->achieved_count);
}

static void end_trains(NEnd *end, int seat, const NPlayer *player)
{
    for (int i = 0; i < 3; i++) {
        const NTrain *train = &player->trains[i];
        end->wagon_count[seat][i] = train->count;
        memcpy(end->wagons[seat][i], train->wagons, (size_t)train->count * sizeof(int));
        end->multipliers[seat][i] = train->multipliers;
    }
}

static void write_end(NEnd *end, const NTable *table, int turn)
{
    memset(end, 0, sizeof *end);
    end->boxed_count = table->boxed_count;
    end->round = table->round + (table->has_ended && table->round < 3);
    end->is_over = table->has_ended && table->round == 3;
    for (int seat = 0; seat < table->seats; seat++)
        end_player(end, seat, &table->players[seat]);
    if (table->has_ended)
        return;
    for (int seat = 0; seat < table->seats; seat++)
        end_trains(end, seat, &table->players[seat]);
    end->limit = table->limit;
    end->passes = table->passes;
    end->turn = turn;
    end->market_count = table->market_count;
    memcpy(end->market, table->market, (size_t)table->market_count * sizeof(int));
    sort_ints(end->market, end->market_count);
    end->discard_count = table->discard_count;
    memcpy(end->discards, table->discards, (size_t)table->discard_count * sizeof(int));
    sort_ints(end->discards, end->discard_count);
    end->deck_count = table->deck_count;
    memcpy(end->deck, table->deck, (size_t)table->deck_count * sizeof(int));
}

void nend_of(NEnd *end, const TtState *tt, int round)
{
    NTable table;

    read_table(&table, tt);
    table.round = round;
    table.has_ended = tt->round != round || tt->step == TT_OVER;
    write_end(end, &table, tt->turn);
}

/* ------------------------------------------------------------------------- */
/* The rules                                                                 */
/* ------------------------------------------------------------------------- */

/* TT-5.4, TT-5.7 */
static void fill(NTable *table)
{
    while (table->market_count < table->size) {
        if (table->deck_count == 0) {
            table->is_uncertain |= table->discard_count > 0;
            return;
        }
        int card = table->deck[--table->deck_count];
        if (table->deck_count == 0)
            table->is_uncertain = 1;
        if (is(card, "trash")) {
            for (int i = 0; i < table->market_count; i++)
                table->discards[table->discard_count++] = table->market[i];
            table->market_count = 0;
            table->boxed_count++;
        } else if (is(card, "storage")) {
            table->limit = 6;
            table->boxed_count++;
        } else {
            table->market[table->market_count++] = card;
        }
    }
}

/* The wagons that a train's cards stand for. */
static int wagon_meant(const NTrain *train, int i)
{
    return is(train->wagons[i], "twin") ? train->wagons[i + 1] : train->wagons[i];
}

static int count_like(const NTrain *train, const char *name)
{
    int count = 0;

    for (int i = 0; i < train->count; i++)
        count += strncmp(card_name(wagon_meant(train, i)), name, strlen(name)) == 0;
    return count;
}

static int has_train_with(const NPlayer *player, const char *type, int wagons)
{
    for (int i = 0; i < 3; i++) {
        if (count_like(&player->trains[i], type) >= wagons)
            return 1;
    }
    return 0;
}

/* TT-7, as far as a turn of coupling can bring it about. */
static int is_fulfilled(const NPlayer *player, const char *objective)
{
    int all = 0, fewest = 99;

    for (int i = 0; i < 3; i++) {
        all += player->trains[i].count;
        fewest = player->trains[i].count < fewest ? player->trains[i].count : fewest;
    }
    if (strcmp(objective, "two-objectives") == 0)
        return player->achieved_count >= 2;
    if (strcmp(objective, "special-card") == 0)
        return player->has_special;
    if (strcmp(objective, "three-each") == 0)
        return fewest >= 3;
    if (strcmp(objective, "ten-wagons") == 0)
        return all >= 10;
    if (strcmp(objective, "two-passenger") == 0)
        return has_train_with(player, "passenger-", 2);
    if (strcmp(objective, "two-luxury") == 0)
        return has_train_with(player, "luxury-", 2);
    if (strcmp(objective, "three-oil") == 0)
        return has_train_with(player, "oil-", 3);
    if (strcmp(objective, "three-coal") == 0)
        return has_train_with(player, "coal-", 3);
    if (strcmp(objective, "four-food") == 0)
        return has_train_with(player, "food-", 4);
    return strcmp(objective, "four-cattle") == 0 && has_train_with(player, "cattle-", 4);
}

static void claim(NTable *table, NPlayer *player)
{
    for (int again = 1; again;) {
        again = 0;
        for (int i = 0; i < player->held_count && !again; i++) {
            const char *objective = TT_OBJECTIVE_NAMES.items[player->held[i]];
            if (!is_fulfilled(player, objective))
                continue;
            again = 1;
            player->money += pays(table->start, objective);
            player->achieved[player->achieved_count++] = player->held[i];
            player->held[i] = player->held[--player->held_count];
        }
    }
}

/* TT-6 */
static int profit(const NTrain *train)
{
    int sum = 0, best = 0;

    for (int i = 0; i < train->count; i++) {
        int value = value_of(wagon_meant(train, i));
        sum += value;
        best = value > best ? value : best;
    }
    return train->is_down ? best : sum * (MULTIPLIERS[train->card] + train->multipliers);
}

static void end_round(NTable *table)
{
    table->has_ended = 1;
    for (int seat = 0; seat < table->seats; seat++) {
        for (int i = 0; i < 3; i++)
            table->players[seat].money += profit(&table->players[seat].trains[i]);
    }
}

static int next_turn(const NTable *table)
{
    int token = table->start->players[table->mover].token % table->seats + 1;

    for (int seat = 0; seat < table->seats; seat++) {
        if (table->start->players[seat].token == token)
            return seat;
    }
    return -1;
}

/* TT-5.3, TT-5.5 */
static int may_couple(const NPlayer *player, int card, int which)
{
    const NTrain *train = &player->trains[which];

    if (is(card, "multiplier"))
        return !train->is_down;
    if (is(card, "twin"))
        return train->count > 0;
    if (!is_wagon(card))
        return 0;
    if (train->count > 0)
        return same_type(card, train->wagons[train->count - 1]);
    for (int i = 0; i < 3; i++) {
        const NTrain *other = &player->trains[i];
        if (other->count > 0 && same_type(card, other->wagons[other->count - 1]))
            return 0;
    }
    return 1;
}

static void couple(NTable *table, int card, int which)
{
    NPlayer *player = &table->players[table->mover];
    NTrain *train = &player->trains[which];

    if (is(card, "multiplier")) {
        train->multipliers++;
    } else if (is(card, "twin")) {
        memmove(train->wagons + 1, train->wagons, (size_t)train->count++ * sizeof(int));
        train->wagons[0] = card;
    } else {
        train->wagons[train->count++] = card;
    }
    player->has_special = !is_wagon(card);
    claim(table, player);
    if (train->count == table->limit)
        end_round(table);
}

/* ------------------------------------------------------------------------- */
/* Every way to play a turn                                                  */
/* ------------------------------------------------------------------------- */

static void finish(NEnds *ends, NTable *table, int has_taken)
{
    NEnd end;

    if (has_taken && !table->has_ended)
        fill(table);
    ends->is_uncertain |= table->is_uncertain;
    write_end(&end, table, next_turn(table));
    nends_add(ends, &end);
}

static void take_card(NEnds *ends, const NTable *table, int place)
{
    int card = table->market[place];
    NTable rest = *table;

    memmove(rest.market + place, rest.market + place + 1,
            (size_t)(--rest.market_count - place) * sizeof(int));
    rest.passes = 0;
    if (is(card, "bonus")) {
        NPlayer *player = &rest.players[rest.mover];
        rest.discards[rest.discard_count++] = card;
        player->money += 600;
        player->has_special = 1;
        claim(&rest, player);
        finish(ends, &rest, 1);
        return;
    }
    for (int which = 0; which < 3; which++) {
        NTable trial = rest;
        if (!may_couple(&trial.players[trial.mover], card, which))
            continue;
        couple(&trial, card, which);
        finish(ends, &trial, 1);
    }
}

static void take_or_pass(NEnds *ends, const NTable *table)
{
    NTable passed = *table;

    for (int place = 0; place < table->market_count; place++) {
        int is_repeated = 0;
        for (int before = 0; before < place; before++)
            is_repeated |= table->market[before] == table->market[place];
        if (!is_repeated)
            take_card(ends, table, place);
    }
    passed.passes++;
    if (passed.passes == passed.seats)
        end_round(&passed);
    finish(ends, &passed, 0);
}

/* TT-5.2 */
static int price(const NTable *table)
{
    int place = table->start->players[table->mover].token;

    return table->seats == 2 && place == 2 ? 300 : 700 - 100 * place;
}

static void replace_set(NTable *table, unsigned set)
{
    int kept = 0;

    table->players[table->mover].money -= price(table);
    for (int place = 0; place < table->market_count; place++) {
        if (set >> place & 1)
            table->discards[table->discard_count++] = table->market[place];
        else
            table->market[kept++] = table->market[place];
    }
    table->market_count = kept;
    fill(table);
}

void nends_of_turn(NEnds *ends, const TtState *tt)
{
    NTable table;

    read_table(&table, tt);
    take_or_pass(ends, &table);
    if (table.players[table.mover].money < price(&table))
        return;
    for (unsigned set = 1; set < 1u << table.market_count; set++) {
        NTable replaced = table;
        replace_set(&replaced, set);
        take_or_pass(ends, &replaced);
    }
}
