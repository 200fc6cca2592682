/* whole_turns.c: turns of small decisions compared with turns of the rulebook, in
 * positions counted by hand and drawn at random. */
#include "compare_turns.h"
#include "naive.h"
#include "position.h"
#include "random_position.h"

#include <criterion/criterion.h>

TestSuite(whole_turns, .timeout = 0);

static void expect_ends(const SmState *sm, int ends)
{
    Coverage coverage = { 0 };
    NEnds naive = { 0 };
    NTable table;

    ntable_of(&table, sm);
    nends_of_turn(&naive, &table);
    cr_expect_eq(naive.count, (size_t)ends, "%zu by the naive referee", naive.count);
    cr_expect_eq(compare_turn(sm, &coverage), ends);
    nends_free(&naive);
}

/* ------------------------------------------------------------------------- */
/* Counted by hand                                                           */
/* ------------------------------------------------------------------------- */

/* Three values on two trains; one kind of carriage on two trains. */
Test(whole_turns, three_equal_carriages_and_two_bare_trains_end_in_8_ways)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    expect_ends(&sm, 3 * 2 + 2);
}

/* Both trains are full, all tokens of seat 0 aboard, and there is one card. */
static SmState only_card(const char *card)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    leave_trains(&sm, 2);
    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 0, 1);
    for (int i = 0; i < 2; i++)
        give_token(&sm, 1, 0, 2);
    give_token(&sm, 1, 0, 3);
    give_hand(&sm, 0, card);
    give_hand(&sm, 1, "");
    leave_in_deck(&sm, "");
    return sm;
}

Test(whole_turns, a_re_assign_without_carriages_ends_in_one_way)
{
    SmState sm = only_card("reassign");

    expect_ends(&sm, 1);
}

Test(whole_turns, a_transfer_between_full_trains_ends_in_one_way)
{
    SmState sm = only_card("transfer");

    expect_ends(&sm, 1);
}

/* One place more on either train, and nobody at home to take it. */
Test(whole_turns, a_standing_room_ends_in_two_ways)
{
    SmState sm = only_card("standing");

    expect_ends(&sm, 2);
}

/* A token on the empty train; unused; one, two or three of equal tokens. */
Test(whole_turns, a_transfer_of_three_tokens_ends_by_what_is_left)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    leave_trains(&sm, 2);
    for (int i = 0; i < 3; i++)
        give_token(&sm, 0, 1, 1);
    give_hand(&sm, 0, "transfer");
    give_hand(&sm, 1, "");
    leave_in_deck(&sm, "");
    expect_ends(&sm, 3 + 1 + 3);
}

/* Unused; the top three are two carriages for two trains, and a special. */
Test(whole_turns, a_repair_ends_in_5_ways)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-3");

    leave_trains(&sm, 2);
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < 3; i++)
            give_token(&sm, seat, seat, 1);
    }
    give_hand(&sm, 0, "repair-3");
    give_hand(&sm, 1, "");
    leave_in_deck(&sm, "+4 -5 royal");
    stack_discards(&sm, "+4 -5 royal");
    expect_ends(&sm, 1 + 2 * 2);
}

/* ------------------------------------------------------------------------- */
/* Random positions                                                          */
/* ------------------------------------------------------------------------- */

Test(whole_turns, of_random_play)
{
    Coverage coverage = { 0 };
    Rng rng;

    rng_seed(&rng, 2004);
    for (int i = proof_rounds(300); i > 0; i--) {
        SmState sm = random_play_position(&rng);
        compare_turn(&sm, &coverage);
    }
    cr_expect_gt(coverage.ends, 1000);
}

/* Every way for a train to leave and for a game to end has occurred. */
Test(whole_turns, of_tight_positions)
{
    static const int CAUSES[] = { SM_PLUS_1,   SM_MINUS_6,  SM_FIRST_CLASS, SM_CABOOSE,
                                  SM_REASSIGN, SM_REPAIR_3, SM_REPAIR_5 };
    Coverage coverage = { 0 };
    Rng rng;

    rng_seed(&rng, 2005);
    for (int i = proof_rounds(1500); i > 0; i--) {
        SmState sm = tight_position(&rng);
        compare_turn(&sm, &coverage);
    }
    for (size_t i = 0; i < sizeof CAUSES / sizeof CAUSES[0]; i++)
        cr_expect_gt(coverage.departures_by[CAUSES[i]], 0, "no train left by %s",
                     SM_CARD_NAMES.items[CAUSES[i]]);
    cr_expect_gt(coverage.rush_hours, 0);
    cr_expect_gt(coverage.skips, 0);
    cr_expect_gt(coverage.same_again, 0);
    cr_expect_gt(coverage.empty_decks, 0);
    cr_expect_gt(coverage.over_by_last_train, 0);
    cr_expect_gt(coverage.over_by_standstill, 0);
}
