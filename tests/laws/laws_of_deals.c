/* laws_of_deals.c: deals from derived seeds (play/deal.h) are like any other: the golden
 * games have their seeds and positions still (tests/golden), and over 100,000 derived
 * seeds (ROUNDHOUSE_PROOF: per cent of them) the first cards are distributed as they lie in
 * the box. The seeds are fixed, so that the result is always the same. */
#include "games/freight_train/ft.h"
#include "games/station_master/sm.h"
#include "games/take_a_train/tt.h"
#include "play/deal.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { DEALS = 100000, KINDS_MAX = 64 };

/* The 0.999 quantiles of chi-square, by degrees of freedom. */
static const double LIMIT_10 = 29.588, LIMIT_22 = 48.268, LIMIT_23 = 49.728;

_Static_assert(FT_TYPES == 11 && TT_CARDS == 23 && SM_CARD_KINDS == 24,
               "one more than the degrees of freedom");

/* Seed n: a secret, and the bytes of two seats, of which the last is missing in each third
 * deal. */
static void derive(int n, uint8_t seed[SEED_BYTES])
{
    Deal deal;
    uint8_t secret[SEED_BYTES] = { 0 }, bytes[SEED_BYTES] = { 0 };

    memcpy(secret, &n, sizeof n);
    deal_open(&deal, "LAWS", secret);
    for (int seat = 0; seat < 2; seat++) {
        bytes[0] = (uint8_t)(n + seat);
        deal_share_commitment(&deal, seat, bytes, deal.shares[seat].commitment);
        deal.shares[seat].stage = SHARE_COMMITTED;
        if (seat == 0 || n % 3 != 0)
            cr_assert(deal_reveal(&deal, seat, bytes));
    }
    deal_seed(&deal, secret, seed);
}

typedef struct First {
    const Game *game;
    int seats;
    int kinds;                /* that the first card can be of */
    int copies[KINDS_MAX];    /* of each kind in the box */
    int (*of)(const State *); /* the kind of the first card */
    double limit;             /* of chi-square, exceeded with a probability of 0.001 */
} First;

static int deals_wanted(void)
{
    const char *percent = getenv("ROUNDHOUSE_PROOF");

    return percent != NULL ? DEALS / 100 * atoi(percent) : DEALS;
}

static void expect_fair(const First *first)
{
    static State state;
    Setup setup;
    int seen[KINDS_MAX] = { 0 }, all = 0, deals = deals_wanted();
    double sum = 0;

    game_default_setup(first->game, first->seats, &setup);
    for (int n = 0; n < deals; n++) {
        derive(n, setup.seed);
        first->game->setup(&state, &setup);
        int kind = first->of(&state);
        cr_assert(kind >= 0 && kind < first->kinds);
        seen[kind]++;
    }
    for (int kind = 0; kind < first->kinds; kind++)
        all += first->copies[kind];
    for (int kind = 0; kind < first->kinds; kind++) {
        double expected = (double)deals * first->copies[kind] / all;
        sum += (seen[kind] - expected) * (seen[kind] - expected) / expected;
    }
    cr_expect_lt(sum, first->limit, "%s: %f", first->game->id, sum);
}

static int first_car(const State *state)
{
    return ((const FtState *)state)->main[0].cars[0];
}

Test(laws, first_cars_of_derived_deals_are_distributed_as_in_the_box)
{
    First first = { &FREIGHT_TRAIN, 4, FT_TYPES, { 0 }, first_car, LIMIT_10 };

    for (int kind = 0; kind < FT_TYPES; kind++)
        first.copies[kind] = 1;
    expect_fair(&first);
}

static int first_card(const State *state)
{
    const SmState *sm = (const SmState *)state;

    return sm->deck[sm->deck_count - 1];
}

Test(laws, first_cards_of_derived_deals_are_distributed_as_in_the_box)
{
    First first = { &STATION_MASTER, 4, SM_CARD_KINDS, { 0 }, first_card, LIMIT_23 };

    for (int kind = 0; kind < SM_CARD_KINDS; kind++)
        first.copies[kind] = SM_CARD_TABLE[kind].copies;
    expect_fair(&first);
}

static int first_wagon(const State *state)
{
    const TtState *tt = (const TtState *)state;

    return tt->deck[tt->deck_count - 1];
}

Test(laws, first_wagons_of_derived_deals_are_distributed_as_in_the_box)
{
    First first = { &TAKE_A_TRAIN, 4, TT_CARDS, { 0 }, first_wagon, LIMIT_22 };

    for (int kind = 0; kind < TT_CARDS; kind++)
        first.copies[kind] = TT_CARD_TABLE[kind].copies;
    expect_fair(&first);
}

/* One car too many of 176 would be noticed. */
Test(laws, the_distribution_of_first_cars_is_tested_finely_enough)
{
    double even = 1.0 / FT_TYPES, all = 16 * FT_TYPES + 1;
    double more = 17 / all - even, less = 16 / all - even;

    cr_expect_gt(DEALS * (more * more + (FT_TYPES - 1) * less * less) / even, LIMIT_10);
}
