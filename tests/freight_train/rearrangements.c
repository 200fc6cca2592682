/* rearrangements.c: large yards have too many arrangements to list (FT-4.3), so
 * the ways through the decisions are counted and compared with the formula: the
 * orders of a multiset times the ways to split them over two sidings. */
#include "position.h"
#include "random_position.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

TestSuite(rearrangements, .timeout = 0);

/* The state that the rest of a rearrangement depends on, and its number of ends. */
typedef struct Rest {
    uint8_t held[FT_TYPES];
    uint8_t lengths[FT_YARD_SIDINGS];
    uint8_t is_used;
    int offered;
    uint64_t ways;
} Rest;

enum { RESTS = 1 << 19 };

typedef struct Counter {
    Rest *rests; /* a hash table */
    int used;
} Counter;

static Rest *rest_of(Counter *counter, const FtState *ft)
{
    Rest key = { .is_used = 1 };
    uint64_t hash = 0xcbf29ce484222325;
    size_t at;

    memcpy(key.held, ft->held, sizeof key.held);
    for (int s = 0; s < FT_YARD_SIDINGS; s++)
        key.lengths[s] = ft->players[ft->turn].yard[s].length;
    for (size_t i = 0; i < offsetof(Rest, is_used); i++)
        hash = (hash ^ ((const uint8_t *)&key)[i]) * 0x100000001b3;
    at = (hash ^ hash >> 32) & (RESTS - 1);
    while (counter->rests[at].is_used) {
        if (memcmp(&counter->rests[at], &key, offsetof(Rest, is_used)) == 0)
            return &counter->rests[at];
        at = (at + 1) & (RESTS - 1);
    }
    counter->rests[at] = key;
    cr_assert_lt(++counter->used, RESTS / 2);
    return &counter->rests[at];
}

/* The number of ways to put the held cars down. Equal states must have equal numbers.
 * */
static uint64_t count_ways(Counter *counter, const FtState *ft)
{
    Action actions[ACTIONS_MAX];
    int count = FREIGHT_TRAIN.list(ft, ft->turn, actions);
    Rest *rest = rest_of(counter, ft);
    uint64_t ways = 0;

    cr_assert_gt(count, 0, "a dead end");
    if (rest->offered > 0) {
        cr_assert_eq(rest->offered, count);
        return rest->ways;
    }
    for (int i = 0; i < count; i++) {
        FtState next = *ft;

        FREIGHT_TRAIN.apply(&next, ft->turn, actions[i], NULL);
        ways += next.stage == FT_REARRANGING ? count_ways(counter, &next) : 1;
    }
    rest->offered = count;
    rest->ways = ways;
    return ways;
}

/* n! / (a! b! ...), built up car by car so that nothing overflows. */
static uint64_t orders_of(const int *of_type)
{
    uint64_t orders = 1;
    int placed = 0;

    for (int type = 0; type < FT_TYPES; type++) {
        for (int i = 1; i <= of_type[type]; i++)
            orders = orders * (uint64_t)++placed / (uint64_t)i;
    }
    return orders;
}

static int splits_of(int cars)
{
    int splits = 0;

    for (int first = 0; first <= cars; first++)
        splits += first <= 8 && cars - first <= 8;
    return splits;
}

static uint64_t formula(const FtPlayer *player)
{
    int of_type[FT_TYPES] = { 0 };
    int cars = 0;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        for (int i = 0; i < player->yard[s].length; i++, cars++)
            of_type[player->yard[s].cars[i]]++;
    }
    return orders_of(of_type) * (uint64_t)splits_of(cars);
}

static uint64_t count_from(const FtState *ft)
{
    Counter counter = { .rests = calloc(RESTS, sizeof(Rest)) };
    FtState held = *ft;
    uint64_t ways;

    cr_assert_not_null(counter.rests);
    act(&held, rearrange());
    ways = count_ways(&counter, &held);
    free(counter.rests);
    return ways;
}

Test(rearrangements, FT_4_3_three_cars_have_24_arrangements)
{
    FtState ft = quiet_position(3, "edition=mayfair");

    give_yard(&ft, 0, 0, "box ore");
    give_yard(&ft, 0, 1, "tank");
    cr_expect_eq(formula(&ft.players[0]), 3 * 2 * 4);
    cr_expect_eq(count_from(&ft), 3 * 2 * 4);
}

/* Sixteen equal cars lie in one way; one of another type has sixteen places. */
Test(rearrangements, FT_4_3_a_full_yard_is_split_in_one_way)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    give_yard(&ft, 0, 0, "box box box box box box box ore");
    give_yard(&ft, 0, 1, "box box box box box box box box");
    cr_expect_eq(formula(&ft.players[0]), 16);
    cr_expect_eq(count_from(&ft), 16);
}

Test(rearrangements, FT_4_3_every_arrangement_is_reached_in_one_way)
{
    Rng rng;
    int counted = 0;

    rng_seed(&rng, 43);
    while (counted < proof_rounds(40)) {
        FtState ft = tight_position(&rng);

        if (!offers(&ft, rearrange()) || yard_cars(&ft, ft.turn) == 0)
            continue;
        cr_assert_eq(count_from(&ft), formula(&ft.players[ft.turn]));
        counted++;
    }
}

/* Follows a random path: the point is paid, the trains are unchanged. */
Test(rearrangements, FT_4_3_only_the_yard_and_the_points_change)
{
    Rng rng;
    int walked = 0;

    rng_seed(&rng, 44);
    while (walked < proof_rounds(300)) {
        FtState ft = tight_position(&rng);
        int seat = ft.turn, cars = yard_cars(&ft, seat);
        FtPlayer before = ft.players[seat];

        /* Not in the last turn of a round, which may end the day. */
        if (!offers(&ft, rearrange()) || seats_count(ft.played) == ft.seats - 1)
            continue;
        act(&ft, rearrange());
        while (ft.stage == FT_REARRANGING) {
            Action actions[ACTIONS_MAX];
            int count = FREIGHT_TRAIN.list(&ft, seat, actions);

            act(&ft, actions[rng_below(&rng, (uint32_t)count)]);
        }
        cr_assert_eq(ft.players[seat].points, before.points - 1);
        cr_assert_eq(yard_cars(&ft, seat), cars);
        cr_assert_eq(memcmp(ft.players[seat].trains, before.trains, sizeof before.trains),
                     0);
        walked++;
    }
}
