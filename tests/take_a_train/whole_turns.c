/* whole_turns.c: turns of coupling, played in every possible way by the rules and by
 * the naive referee: the ends are the same, and each is reached equally often. */
#include "naive.h"
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

enum { TURNS = 1500 };

/* ------------------------------------------------------------------------- */
/* By the rules                                                              */
/* ------------------------------------------------------------------------- */

static void play_on(NEnds *ends, const TtState *tt, int mover, int round)
{
    Action actions[ACTIONS_MAX];
    NEnd end;

    if (tt->round != round || tt->step == TT_OVER || tt->turn != mover) {
        nend_of(&end, tt, round);
        nends_add(ends, &end);
        return;
    }
    int count = TAKE_A_TRAIN.list(tt, mover, actions);
    cr_assert_gt(count, 0);
    for (int i = 0; i < count; i++) {
        TtState next = *tt;
        TAKE_A_TRAIN.apply(&next, mover, actions[i], NULL);
        play_on(ends, &next, mover, round);
    }
}

/* Compares if the order of the deck is known; returns whether it did. */
static int compare_turn(const TtState *tt)
{
    NEnds by_rules = { 0 }, naively = { 0 };
    int is_certain;

    nends_of_turn(&naively, tt);
    is_certain = !naively.is_uncertain;
    if (is_certain) {
        play_on(&by_rules, tt, tt->turn, tt->round);
        nends_sort(&by_rules);
        nends_sort(&naively);
        cr_assert_eq(by_rules.count, naively.count, "%zu ends, not %zu", by_rules.count,
                     naively.count);
        for (size_t i = 0; i < naively.count; i++)
            cr_assert_eq(memcmp(&by_rules.items[i], &naively.items[i], sizeof(NEnd)), 0,
                         "end %zu of %zu differs", i, naively.count);
    }
    nends_free(&by_rules);
    nends_free(&naively);
    return is_certain;
}

/* ------------------------------------------------------------------------- */
/* Positions                                                                 */
/* ------------------------------------------------------------------------- */

/* Plays at random, preferring coupling to passing, so that trains grow. */
static void step(TtState *tt, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    SeatSet waiting = waiting_seats(tt);
    int seat = seats_first(waiting);
    int count = TAKE_A_TRAIN.list(tt, seat, actions);
    int couples = offers_of_kind(tt, seat, TT_COUPLE);

    if (couples > 0 && rng_below(rng, 4) > 0)
        count = couples;
    TAKE_A_TRAIN.apply(tt, seat, actions[rng_below(rng, (uint32_t)count)], NULL);
}

/* One of the specials that are still in the deck comes near to the top. */
static void raise_special(TtState *tt, Rng *rng)
{
    int card = TT_TRASH + (int)rng_below(rng, TT_CARDS - TT_TRASH);

    tt_order_deck(tt);
    uint8_t *found = memchr(tt->deck, card, tt->deck_count);
    int place = tt->deck_count - 1 - (int)rng_below(rng, 4);

    if (found == NULL || place < 0)
        return;
    *found = tt->deck[place];
    tt->deck[place] = (uint8_t)card;
}

static int is_fresh_turn(const TtState *tt)
{
    return tt->step == TT_COUPLING && !tt->has_replaced;
}

static int compare_games(int seats, const char *options, uint64_t seed, int turns)
{
    Setup setup = setup_with(seats, options);
    int compared = 0;
    Rng rng;

    rng_seed(&rng, seed);
    while (compared < turns) {
        TtState tt;
        rng_fill(&rng, setup.seed, SEED_BYTES);
        TAKE_A_TRAIN.setup(&tt, &setup);
        while (tt.step != TT_OVER) {
            if (is_fresh_turn(&tt)) {
                if (rng_below(&rng, 2) == 0)
                    raise_special(&tt, &rng);
                if (rng_below(&rng, 3) == 0)
                    tt.players[tt.turn].money += 600;
                compared += compare_turn(&tt);
            }
            step(&tt, &rng);
        }
    }
    return compared;
}

Test(whole_turns, TT_5_2_every_turn_with_two_players)
{
    cr_expect_geq(compare_games(2, "", 2, TURNS), TURNS);
}

Test(whole_turns, TT_5_2_every_turn_with_three_players)
{
    cr_expect_geq(compare_games(3, "", 3, TURNS), TURNS);
}

Test(whole_turns, TT_5_2_every_turn_with_four_players)
{
    cr_expect_geq(compare_games(4, "objectives=printed", 4, TURNS), TURNS);
}

Test(whole_turns, TT_5_2_every_turn_with_five_players)
{
    cr_expect_geq(compare_games(5, "", 5, TURNS / 2), TURNS / 2);
}

Test(whole_turns, TT_5_2_every_turn_with_six_players)
{
    cr_expect_geq(compare_games(6, "rotating=sum", 6, TURNS / 2), TURNS / 2);
}
