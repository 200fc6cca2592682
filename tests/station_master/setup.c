/* setup.c: how a game begins (SM-2). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

/* Deals many games with seeds of their own. */
static SmState deal_number(int number, int seats, const char *first)
{
    Setup setup = setup_with(seats, first);
    SmState sm;

    setup.seed[0] = (uint8_t)number;
    setup.seed[1] = (uint8_t)(number >> 8);
    STATION_MASTER.setup(&sm, &setup);
    expect_sound(&sm);
    return sm;
}

/* How many locomotives of a number are in pile and station. */
static int locomotives_of(const SmState *sm, int number)
{
    int count = 0;

    for (int i = 0; i < sm->pile_count; i++)
        count += SM_LOCOMOTIVE_TABLE[sm->pile[i]].number == number;
    for (int t = 0; t < sm->station_count; t++)
        count += SM_LOCOMOTIVE_TABLE[sm->station[t].locomotive].number == number;
    return count;
}

Test(setup, SM_2_1_fewer_than_four_play_without_the_green_stripe)
{
    for (int seats = 2; seats <= 3; seats++) {
        SmState sm = dealt_position(seats);
        cr_expect_eq(sm.pile_count + sm.station_count, 11);
        for (int number = 6; number <= 8; number++)
            cr_expect_eq(locomotives_of(&sm, number), 0);
    }
}

Test(setup, SM_2_1_four_play_without_the_8)
{
    SmState sm = dealt_position(4);

    cr_expect_eq(sm.pile_count + sm.station_count, 14);
    cr_expect_eq(locomotives_of(&sm, 8), 0);
    cr_expect_eq(locomotives_of(&sm, 7), 1);
    cr_expect_eq(locomotives_of(&sm, 6), 2);
}

Test(setup, SM_2_1_five_or_six_play_with_all_locomotives)
{
    for (int seats = 5; seats <= 6; seats++) {
        SmState sm = dealt_position(seats);
        cr_expect_eq(sm.pile_count + sm.station_count, 15);
        cr_expect_eq(locomotives_of(&sm, 8), 1);
    }
}

static int is_without_rush_hour(const SmState *sm)
{
    return sm->discard_count == 0;
}

Test(setup, SM_2_2_as_many_locomotives_as_players_are_in_the_station)
{
    for (int deal = 0; deal < 60; deal++) {
        SmState sm = deal_number(deal, 2 + deal % 5, "0");
        if (is_without_rush_hour(&sm))
            cr_assert_eq(sm.station_count, sm.seats);
        for (int t = 0; t < sm.station_count; t++)
            cr_assert(sm.station[t].carriage_count == 0 && sm.station[t].token_count == 0);
    }
}

Test(setup, SM_2_2_any_locomotive_may_come_first)
{
    int seen[SM_LOCOMOTIVE_KINDS] = { 0 };

    for (int deal = 0; deal < 600; deal++) {
        SmState sm = deal_number(deal, 6, "0");
        seen[sm.station[0].locomotive]++;
    }
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++)
        cr_expect_gt(seen[kind], 15, "%s", SM_LOCOMOTIVE_NAMES.items[kind]);
}

Test(setup, SM_2_3_everybody_has_three_cards_and_the_rest_is_the_deck)
{
    SmState sm = dealt_position(5);

    for (int seat = 0; seat < 5; seat++)
        cr_expect_eq(sm.players[seat].hand_count, 3);
    cr_expect_eq(sm.deck_count + sm.discard_count, 97 - 5 * 3);
}

/* One deal in 97 / 18 or so has it. */
Test(setup, SM_2_3_a_rush_hour_dealt_takes_effect_at_once_and_is_replaced)
{
    int dealt = 0;

    for (int deal = 0; deal < 300; deal++) {
        SmState sm = deal_number(deal, 6, "0");
        if (is_without_rush_hour(&sm))
            continue;
        dealt++;
        cr_assert_str_eq(discard_words(&sm), "rush-hour");
        cr_assert_eq(sm.station_count, 7);
        cr_assert_eq(sm.pile_count, 15 - 7);
        cr_assert_eq(sm.deck_count, 97 - 18 - 1);
        for (int seat = 0; seat < 6; seat++)
            cr_assert_eq(sm.players[seat].hand_count, 3);
    }
    cr_expect(dealt > 30 && dealt < 90, "%d", dealt);
}

Test(setup, SM_2_4_anybody_may_be_drawn_as_the_first_player)
{
    int began[5] = { 0 };

    for (int deal = 0; deal < 500; deal++) {
        SmState sm = deal_number(deal, 5, "random");
        cr_assert_lt(sm.turn, 5);
        began[sm.turn]++;
    }
    for (int seat = 0; seat < 5; seat++)
        cr_expect(began[seat] > 60 && began[seat] < 140, "%d", began[seat]);
}

Test(setup, SM_2_4_the_option_fixes_the_first_player)
{
    for (int deal = 0; deal < 20; deal++)
        cr_expect_eq(deal_number(deal, 6, "5").turn, 5);
}

Test(setup, SM_2_4_the_option_changes_no_card)
{
    SmState one = deal_number(7, 4, "random"), other = deal_number(7, 4, "2");

    other.turn = one.turn;
    cr_expect_eq(memcmp(&one, &other, sizeof one), 0);
}

Test(setup, SM_2_4_a_seat_that_nobody_has_cannot_be_first)
{
    for (int seats = 2; seats <= 6; seats++) {
        Setup setup = setup_with(seats, "random");
        for (int first = 0; first < 6; first++) {
            setup.options[SM_OPTION_FIRST] = (uint8_t)(first + 1);
            if (first < seats)
                cr_expect_null(STATION_MASTER.refuse(&setup));
            else
                cr_expect_str_eq(STATION_MASTER.refuse(&setup), "first");
        }
    }
}

Test(setup, SM_2_3_equal_seeds_deal_alike_and_others_do_not)
{
    SmState one = deal_number(1, 4, "0"), again = deal_number(1, 4, "0");
    SmState two = deal_number(2, 4, "0");

    cr_expect_eq(memcmp(&one, &again, sizeof one), 0);
    cr_expect_str_neq(deck_words(&one), deck_words(&two));
}
