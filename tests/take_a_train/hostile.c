/* hostile.c: every auction and every game ends, whatever the players do and however
 * poor they are (TT-4.7). */
#include "position.h"

#include <criterion/criterion.h>

enum { AUCTION_MAX = 4000, GAME_MAX = 20000 };

/* Strategies that try to keep an auction from ending. */
typedef enum Manner {
    ALL_IN,  /* the highest bid there is */
    MINIMUM, /* the lowest raise there is, never leaving */
    QUIET,   /* pass, hold, or bid as little as possible */
    RANDOM,
    CHANGING, /* one of these each time */
    MANNERS,
} Manner;

static int last_bid(const Action *actions, int count)
{
    int last = -1;

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == TT_BID)
            last = i;
    }
    return last;
}

static int is_quiet(Action action)
{
    return action_kind(action) == TT_HOLD || action_kind(action) == TT_PASS;
}

static Action choose_by(Manner manner, const Action *actions, int count, Rng *rng)
{
    int last = last_bid(actions, count);

    if (manner == CHANGING)
        manner = (Manner)rng_below(rng, CHANGING);
    switch (manner) {
    case ALL_IN:
        return actions[last >= 0 ? last : 0];
    case QUIET:
        return is_quiet(actions[count - 1]) ? actions[count - 1] : actions[0];
    case RANDOM:
        return actions[rng_below(rng, (uint32_t)count)];
    default:
        return actions[0];
    }
}

static void decide(TtState *tt, const Manner *manners, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int seat = seats_first(waiting_seats(tt));
    int count = TAKE_A_TRAIN.list(tt, seat, actions);

    cr_assert_gt(count, 0, "seat %d waits for nothing in step %d", seat, tt->step);
    TAKE_A_TRAIN.apply(tt, seat, choose_by(manners[seat], actions, count, rng), NULL);
}

static void expect_auction_ends(int seats, const char *auction, const int *money,
                                const Manner *manners, Rng *rng)
{
    TtState tt = before_auction(seats, "", auction);
    int decisions = 0;

    for (int seat = 0; seat < seats; seat++)
        give_money(&tt, seat, money[seat]);
    for (begin_lot(&tt, 0); tt.step < TT_COUPLING; decisions++) {
        cr_assert_lt(decisions, AUCTION_MAX, "the %s auction of %d does not end", auction,
                     seats);
        decide(&tt, manners, rng);
    }
    for (int seat = 0; seat < seats; seat++) {
        cr_assert_eq(tt.players[seat].locomotive_count, TT_OWN);
        cr_assert_geq(money_of(&tt, seat), 0);
    }
    cr_assert_eq(tt.pile_count + tt.aside_count + tt.drawn_count, 0);
}

static void expect_all_auctions_end(const int *money, const Manner *manners, Rng *rng)
{
    for (int auction = 0; auction < TT_AUCTIONS; auction++) {
        for (int seats = 2; seats <= TT_SEATS; seats++)
            expect_auction_ends(seats, TT_AUCTION_NAMES.items[auction], money, manners,
                                rng);
    }
}

Test(hostile, TT_4_7_every_auction_ends_if_all_play_alike)
{
    static const int PURSES[] = { 0, 50, 100, 450, 900, 5000, 20000 };
    Rng rng;

    rng_seed(&rng, 1);
    for (int i = 0; i < (int)(sizeof PURSES / sizeof PURSES[0]); i++) {
        for (int manner = 0; manner < MANNERS; manner++) {
            int money[TT_SEATS];
            Manner manners[TT_SEATS];
            for (int seat = 0; seat < TT_SEATS; seat++) {
                money[seat] = PURSES[i];
                manners[seat] = (Manner)manner;
            }
            expect_all_auctions_end(money, manners, &rng);
        }
    }
}

Test(hostile, TT_4_7_every_auction_ends_for_rich_and_poor_in_any_mixture)
{
    static const int PURSES[] = { 0, 50, 150, 300, 850, 2000, 5000, 9000 };
    Rng rng;

    rng_seed(&rng, 2);
    for (int i = 0; i < 300; i++) {
        int money[TT_SEATS];
        Manner manners[TT_SEATS];
        for (int seat = 0; seat < TT_SEATS; seat++) {
            money[seat] = PURSES[rng_below(&rng, sizeof PURSES / sizeof PURSES[0])];
            manners[seat] = (Manner)rng_below(&rng, MANNERS);
        }
        expect_all_auctions_end(money, manners, &rng);
    }
}

static void expect_game_ends(uint64_t seed, int seats, const Manner *manners)
{
    Setup setup = setup_with(seats, "first=random");
    TtState tt;
    Rng rng;
    int decisions = 0;

    rng_seed(&rng, seed);
    rng_fill(&rng, setup.seed, SEED_BYTES);
    TAKE_A_TRAIN.setup(&tt, &setup);
    for (; tt.step != TT_OVER; decisions++) {
        const char *fault = TAKE_A_TRAIN.unsound(&tt);
        cr_assert_null(fault, "%s", fault);
        cr_assert_lt(decisions, GAME_MAX, "a game of %d does not end", seats);
        decide(&tt, manners, &rng);
    }
    cr_assert_null(TAKE_A_TRAIN.unsound(&tt));
}

Test(hostile, TT_5_6_every_game_ends_whatever_the_players_do)
{
    Rng rng;

    rng_seed(&rng, 3);
    for (uint64_t seed = 0; seed < 300; seed++) {
        Manner manners[TT_SEATS];
        for (int seat = 0; seat < TT_SEATS; seat++)
            manners[seat] =
                seed % 2 ? (Manner)(seed / 2 % MANNERS) : (Manner)rng_below(&rng, MANNERS);
        expect_game_ends(seed, 2 + (int)(seed % 5), manners);
    }
}
