/* naive_score.c: the naive score of a day, from the rule text. */
#include "naive.h"

enum { MIXED = N_TYPES, KINDS = N_TYPES + 1 };

/* One player's train of a kind: how long, and worth how many times its points. */
typedef struct Entry {
    int cars, times;
} Entry;

static int cars_of(const NTrain *train)
{
    int cars = 0;

    for (int type = 0; type < N_TYPES; type++)
        cars += train->of_type[type];
    return cars;
}

static int have_same_type(const NTrain *a, const NTrain *b)
{
    for (int type = 0; type < N_TYPES; type++) {
        if (a->of_type[type] > 0 && b->of_type[type] > 0)
            return 1;
    }
    return 0;
}

/* FT-4.9, in its order. Returns the train, or -1: none is mixed. */
static int mixed_train(const NPlayer *player)
{
    const NTrain *trains = player->trains;

    for (int t = 0; t < N_TRAINS; t++) {
        if (ntrain_types(&trains[t]) >= 2)
            return t;
    }
    for (int a = 0; a < N_TRAINS; a++) {
        for (int b = a + 1; b < N_TRAINS; b++) {
            if (!have_same_type(&trains[a], &trains[b]))
                continue;
            if (cars_of(&trains[a]) != cars_of(&trains[b]))
                return cars_of(&trains[a]) < cars_of(&trains[b]) ? a : b;
            return trains[a].caboose ? b : a;
        }
    }
    return -1;
}

static void collect(const NPlayer *player, Entry *entries)
{
    int mixed = mixed_train(player);

    for (int kind = 0; kind < KINDS; kind++)
        entries[kind] = (Entry){ 0, 1 };
    for (int t = 0; t < N_TRAINS; t++) {
        const NTrain *train = &player->trains[t];
        Entry entry = { cars_of(train), train->caboose ? 2 : 1 };

        for (int type = 0; type < N_TYPES && t != mixed; type++) {
            if (train->of_type[type] > 0)
                entries[type] = entry;
        }
        if (t == mixed)
            entries[MIXED] = entry;
    }
}

/* How many opponents have a longer train, and how many an equally long one. */
static int count_longer(Entry entries[][KINDS], int seats, int kind, int cars)
{
    int longer = 0;

    for (int seat = 0; seat < seats; seat++)
        longer += entries[seat][kind].cars > cars;
    return longer;
}

static int count_as_long(Entry entries[][KINDS], int seats, int kind, int cars)
{
    int as_long = 0;

    for (int seat = 0; seat < seats; seat++)
        as_long += entries[seat][kind].cars == cars;
    return as_long;
}

/* FT-5.3 to 5.5: the points, given how many have a longer train and how many an equal
 * one. */
static int points_for(Entry entries[][KINDS], int seats, int kind, int seat)
{
    static const int longest[] = { 0, 3, 2, 1, 0, 0 };
    int cars = entries[seat][kind].cars;
    int longer = count_longer(entries, seats, kind, cars);
    int as_long = count_as_long(entries, seats, kind, cars);

    if (cars == 0)
        return 0;
    if (longer == 0)
        return longest[as_long];
    if (longer == 1 && as_long == 1)
        return 1;
    return 0;
}

/* FT-5.8. */
static int points_for_yard(const NTable *table, int seat)
{
    int cars = table->players[seat].yard[0].count + table->players[seat].yard[1].count;

    if (table->day == 1)
        return cars / 2;
    return table->day == 3 ? -cars : 0;
}

void nscore_day(NTable *table)
{
    Entry entries[N_SEATS][KINDS];

    for (int seat = 0; seat < table->seats; seat++)
        collect(&table->players[seat], entries[seat]);
    for (int seat = 0; seat < table->seats; seat++) {
        int points = points_for_yard(table, seat);

        for (int kind = 0; kind < KINDS; kind++) {
            if (kind != MIXED || table->mixed_scores)
                points += points_for(entries, table->seats, kind, seat)
                          * entries[seat][kind].times;
        }
        table->players[seat].points += points;
    }
}
