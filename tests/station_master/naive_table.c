/* naive_table.c: converts a position to the naive referee's, by the names of things. */
#include "naive.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int card_of(int card)
{
    static const struct {
        const char *name;
        int card;
    } NAMED[] = {
        { "first", N_FIRST },           { "executive", N_EXECUTIVE },
        { "caboose", N_CABOOSE },       { "royal", N_ROYAL },
        { "reassign", N_REASSIGN },     { "repair-3", N_REPAIR_3 },
        { "repair-5", N_REPAIR_5 },     { "transfer", N_TRANSFER },
        { "standing", N_STANDING },     { "uncouple-1", N_UNCOUPLE_1 },
        { "uncouple-2", N_UNCOUPLE_2 }, { "rush-hour", N_RUSH_HOUR },
    };
    const char *name = SM_CARD_NAMES.items[card];

    for (size_t i = 0; i < sizeof NAMED / sizeof NAMED[0]; i++) {
        if (strcmp(NAMED[i].name, name) == 0)
            return NAMED[i].card;
    }
    cr_assert(name[0] == '+' || name[0] == '-', "%s is no card", name);
    return atoi(name);
}

static int locomotive_of(int locomotive)
{
    const char *name = SM_LOCOMOTIVE_NAMES.items[locomotive];
    int number = atoi(strchr(name, '-') + 1);

    switch (name[0]) {
    case 'e':
        return 10 + number;
    case 'f':
        return 20 + number;
    default:
        return number;
    }
}

static void copy_pile(NPile *pile, const uint8_t *cards, int count, int (*name)(int card))
{
    pile->count = (int16_t)count;
    for (int i = 0; i < count; i++)
        pile->cards[i] = (int16_t)name(cards[i]);
}

static void copy_train(NTrain *train, const SmTrain *from)
{
    train->locomotive = (int16_t)locomotive_of(from->locomotive);
    train->royals = (int16_t)from->royals;
    train->standings = (int16_t)from->standings;
    train->carriage_count = (int16_t)from->carriage_count;
    for (int i = 0; i < from->carriage_count; i++)
        train->carriages[i] = (int16_t)card_of(from->carriages[i]);
    train->token_count = (int16_t)from->token_count;
    for (int i = 0; i < from->token_count; i++) {
        train->seats[i] = (int16_t)from->tokens[i].seat;
        train->values[i] = (int16_t)from->tokens[i].value;
    }
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int16_t *)a - *(const int16_t *)b;
}

static void copy_player(NPlayer *player, const SmPlayer *from)
{
    player->score = from->score;
    player->best = from->best;
    player->hand_count = (int16_t)from->hand_count;
    for (int i = 0; i < from->hand_count; i++)
        player->hand[i] = (int16_t)card_of(from->hand[i]);
    qsort(player->hand, (size_t)player->hand_count, sizeof player->hand[0],
          compare_numbers);
    for (int value = 1; value <= 3; value++) {
        for (int i = 0; i < from->home[value - 1]; i++)
            player->home[player->home_count++] = (int16_t)value;
    }
    cr_assert_eq(player->home_count, from->home_count);
}

void ntable_of(NTable *table, const SmState *sm)
{
    memset(table, 0, sizeof *table);
    table->seats = sm->seats;
    table->over = STATION_MASTER.waiting(sm) == 0;
    table->turn = sm->turn;
    table->station_count = sm->station_count;
    copy_pile(&table->deck, sm->deck, sm->deck_count, card_of);
    copy_pile(&table->discard, sm->discard, sm->discard_count, card_of);
    copy_pile(&table->pile, sm->pile, sm->pile_count, locomotive_of);
    copy_pile(&table->gone, sm->gone, sm->gone_count, locomotive_of);
    for (int t = 0; t < sm->station_count; t++)
        copy_train(&table->station[t], &sm->station[t]);
    for (int seat = 0; seat < sm->seats; seat++)
        copy_player(&table->players[seat], &sm->players[seat]);
}
