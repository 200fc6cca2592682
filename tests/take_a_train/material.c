/* material.c: what is in the box, and the course of the game (TT-1, TT-2). */
#include "position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* TT-1                                                                      */
/* ------------------------------------------------------------------------- */

static void expect_locomotive(const char *card, int propulsion, int multiplier, int power,
                              int speed)
{
    const TtLocomotiveCard *data = &TT_LOCOMOTIVE_TABLE[locomotive_named(card)];

    cr_expect(data->propulsion == propulsion && data->multiplier == multiplier
                  && data->power == power && data->speed == speed,
              "%s", card);
}

Test(material, TT_1_1_seven_steam_six_diesel_five_electric_locomotives)
{
    int count[TT_PROPULSIONS] = { 0 };

    for (int card = 0; card < TT_LOCOMOTIVES; card++)
        count[TT_LOCOMOTIVE_TABLE[card].propulsion]++;
    cr_expect(count[TT_STEAM] == 7 && count[TT_DIESEL] == 6 && count[TT_ELECTRIC] == 5);
}

Test(material, TT_1_1_each_has_power_speed_and_multiplier)
{
    expect_locomotive("S1", TT_STEAM, 1, 100, 70);
    expect_locomotive("S7", TT_STEAM, 4, 800, 165);
    expect_locomotive("D1", TT_DIESEL, 1, 100, 45);
    expect_locomotive("D3", TT_DIESEL, 2, 300, 120);
    expect_locomotive("D6", TT_DIESEL, 4, 900, 130);
    expect_locomotive("E1", TT_ELECTRIC, 2, 300, 194);
    expect_locomotive("E5", TT_ELECTRIC, 4, 700, 220);
}

Test(material, TT_1_2_eighty_two_wagons_and_five_specials)
{
    int count[TT_TYPES + 1] = { 0 };

    for (int card = 0; card < TT_CARDS; card++)
        count[TT_CARD_TABLE[card].type] += TT_CARD_TABLE[card].copies;
    cr_expect(count[TT_FOOD] == 25 && count[TT_CATTLE] == 19 && count[TT_COAL] == 15
              && count[TT_OIL] == 11 && count[TT_LUXURY] == 7 && count[TT_PASSENGER] == 5
              && count[TT_SPECIAL] == 5);
}

/* The name of a wagon says its type and its value. */
Test(material, TT_1_2_wagons_are_what_they_are_called)
{
    static const char *const TYPES[] = { "food", "cattle", "coal",
                                         "oil",  "luxury", "passenger" };

    for (int card = 0; card < TT_WAGONS; card++) {
        char called[32];
        snprintf(called, sizeof called, "%s-%d", TYPES[TT_CARD_TABLE[card].type],
                 TT_CARD_TABLE[card].value);
        cr_expect_str_eq(TT_CARD_NAMES.items[card], called);
        cr_expect(TT_CARD_TABLE[card].value >= 50 && TT_CARD_TABLE[card].value <= 500);
    }
}

Test(material, TT_1_3_tokens)
{
    cr_expect_eq(TT_OBJECTIVE_NAMES.count, 18);
    cr_expect_eq(TT_AUCTION_NAMES.count, 6);
    for (int place = 0; place < TT_SEATS; place++)
        cr_expect_eq(TT_PRICE_TABLE[1][place], 600 - 100 * place);
    cr_expect(TT_PRICE_TABLE[0][0] == 600 && TT_PRICE_TABLE[0][1] == 300);
}

Test(material, TT_1_4_everybody_starts_with_5000)
{
    for (int seats = 2; seats <= 6; seats++) {
        TtState tt = dealt_position(seats, "");
        for (int seat = 0; seat < seats; seat++)
            cr_expect_eq(money_of(&tt, seat), 5000);
    }
}

Test(material, TT_1_4_bids_are_multiples_of_50)
{
    TtState tt = before_auction(3, "", "pre-empted");

    begin_lot(&tt, 0);
    give_money(&tt, 1, 220);
    cr_expect_eq(offers_count(&tt, 0), 101);
    cr_expect(offers(&tt, 1, bid(200)) && offers_count(&tt, 1) == 5);
}

Test(material, TT_1_4_the_others_do_not_see_ones_money)
{
    TtState tt = dealt_position(3, ""), view;
    int scores[TT_SEATS];

    TAKE_A_TRAIN.observe(&tt, 1, &view);
    cr_expect(view.players[0].money == UNKNOWN && view.players[1].money == 5000);
    TAKE_A_TRAIN.scores(&view, scores);
    cr_expect(scores[0] == UNKNOWN && scores[1] == 5000 && scores[2] == UNKNOWN);
}

Test(material, TT_1_4_the_option_opens_the_money)
{
    TtState tt = dealt_position(3, "money=open"), view;

    TAKE_A_TRAIN.observe(&tt, 1, &view);
    cr_expect(view.players[0].money == 5000 && view.players[2].money == 5000);
}

/* ------------------------------------------------------------------------- */
/* TT-2                                                                      */
/* ------------------------------------------------------------------------- */

Test(game, TT_2_1_three_objectives_each_and_none_twice)
{
    TtState tt = dealt_position(6, "");
    uint32_t seen = 0;

    for (int seat = 0; seat < 6; seat++) {
        cr_expect_eq(tt.players[seat].objective_count, 3);
        for (int i = 0; i < 3; i++)
            seen |= 1u << tt.players[seat].objectives[i];
    }
    cr_expect_eq(seen, (1u << TT_OBJECTIVES) - 1);
}

Test(game, TT_2_1_objectives_are_hidden)
{
    TtState tt = dealt_position(4, ""), view;

    TAKE_A_TRAIN.observe(&tt, 2, &view);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(view.players[0].objectives[i], UNKNOWN_CARD);
        cr_expect_eq(view.players[2].objectives[i], tt.players[2].objectives[i]);
    }
}

/* A whole game at random; who started each round, and with which auction. */
typedef struct Course {
    int rounds, auction[TT_ROUNDS + 1], first[TT_ROUNDS + 1];
} Course;

static Course course_of(int seats, uint64_t seed, TtState *tt)
{
    Course course = { 0 };
    Setup setup = setup_with(seats, "first=random");
    Rng rng;

    rng_seed(&rng, seed);
    rng_fill(&rng, setup.seed, SEED_BYTES);
    TAKE_A_TRAIN.setup(tt, &setup);
    while (waiting_seats(tt) != 0) {
        Action actions[ACTIONS_MAX];
        int seat = seats_first(waiting_seats(tt));
        int count = TAKE_A_TRAIN.list(tt, seat, actions);
        course.auction[tt->round] = tt->auction;
        course.first[tt->round] = tt->first;
        course.rounds = tt->round;
        TAKE_A_TRAIN.apply(tt, seat, actions[rng_below(&rng, (uint32_t)count)], NULL);
    }
    return course;
}

Test(game, TT_2_2_three_rounds_with_three_different_auctions)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        TtState tt;
        Course course = course_of(2 + (int)(seed % 5), seed, &tt);
        cr_expect_eq(course.rounds, 3);
        cr_expect(course.auction[1] != course.auction[2]
                  && course.auction[1] != course.auction[3]
                  && course.auction[2] != course.auction[3]);
    }
}

Test(game, TT_2_2_every_auction_comes_first_sometimes)
{
    int seen[TT_AUCTIONS] = { 0 };
    TtState tt;

    for (uint64_t seed = 0; seed < 60; seed++)
        seen[course_of(2, seed, &tt).auction[1]]++;
    for (int auction = 0; auction < TT_AUCTIONS; auction++)
        cr_expect_gt(seen[auction], 0);
}

Test(game, TT_2_3_the_pile_is_three_locomotives_for_each_player)
{
    for (int seats = 2; seats <= 6; seats++) {
        TtState tt = dealt_position(seats, "");
        int count = tt.pile_count + tt.drawn_count;
        for (int seat = 0; seat < seats; seat++)
            count += tt.players[seat].hand_count;
        cr_expect_eq(count, 3 * seats);
    }
}

static TtState after_a_round_with(const char *deck)
{
    TtState tt = before_coupling(2, "");

    give_locomotives(&tt, 0, "S1 S2 S3");
    give_locomotives(&tt, 1, "S4 S5 S6");
    stack_deck(&tt, deck);
    begin_coupling(&tt);
    end_round_by_passing(&tt);
    return tt;
}

Test(game, TT_2_3_all_cards_are_shuffled_again_less_those_in_the_box)
{
    TtState tt = after_a_round_with("trash storage food-50 multiplier bonus");

    cr_expect_eq(tt.round, 2);
    cr_expect_eq(tt.deck_count, 85);
    cr_expect_null(memchr(tt.deck, TT_TRASH, tt.deck_count));
    cr_expect_null(memchr(tt.deck, TT_STORAGE, tt.deck_count));
    cr_expect_not_null(memchr(tt.deck, TT_BONUS, tt.deck_count));
    cr_expect_not_null(memchr(tt.deck, TT_MULTIPLIER, tt.deck_count));
    cr_expect(tt.market_count == 0 && tt.discard_count == 0);
}

Test(game, TT_2_3_the_market_is_dealt_when_the_order_is_fixed)
{
    TtState tt = dealt_position(3, "");

    cr_expect(tt.market_count == 0 && tt.deck_count == 87);
}

Test(game, TT_2_4_the_option_names_the_first_starter)
{
    cr_expect_eq(dealt_position(4, "first=2").first, 2);
    Setup setup = setup_with(3, "first=3");
    cr_expect_str_eq(TAKE_A_TRAIN.refuse(&setup), "first");
}

Test(game, TT_2_4_each_round_starts_one_seat_further_left)
{
    TtState tt;

    for (uint64_t seed = 0; seed < 20; seed++) {
        Course course = course_of(3, seed, &tt);
        cr_expect_eq(course.first[2], (course.first[1] + 1) % 3);
        cr_expect_eq(course.first[3], (course.first[1] + 2) % 3);
    }
}

static void expect_ranking(int money[3], int objectives[3], const char *expected)
{
    TtState tt = before_coupling(3, "");
    int places[TT_SEATS];
    char text[16];

    for (int seat = 0; seat < 3; seat++) {
        give_money(&tt, seat, money[seat]);
        tt.players[seat].achieved_count = (uint8_t)objectives[seat];
    }
    TAKE_A_TRAIN.ranking(&tt, places);
    snprintf(text, sizeof text, "%d %d %d", places[0], places[1], places[2]);
    cr_expect_str_eq(text, expected);
}

Test(game, TT_2_5_the_richest_wins)
{
    expect_ranking((int[]){ 100, 300, 200 }, (int[]){ 3, 0, 0 }, "3 1 2");
}

Test(game, TT_2_5_then_the_most_objectives_then_it_is_shared)
{
    expect_ranking((int[]){ 300, 300, 200 }, (int[]){ 1, 2, 3 }, "2 1 3");
    expect_ranking((int[]){ 300, 300, 200 }, (int[]){ 1, 1, 3 }, "1 1 3");
}

static void expect_ties(const int *money, const int *achieved, const char *counts)
{
    TtState tt = { .seats = 3, .step = TT_OVER };
    char said[32] = "";
    Terms terms = { 0 };

    for (int seat = 0; seat < 3; seat++) {
        tt.players[seat].money = money[seat];
        tt.players[seat].achieved_count = (uint8_t)achieved[seat];
    }
    tt_terms(&tt, NULL, &terms);
    for (int i = 0; i < terms.count; i++) {
        cr_expect_eq(terms.items[i].kind, TT_TERM_ACHIEVED);
        snprintf(said + strlen(said), sizeof said - strlen(said), "%d:%d ",
                 terms.items[i].seat, (int)terms.items[i].amount);
    }
    cr_expect_str_eq(said, counts);
}

Test(game, TT_2_5_what_decided_between_equals_is_a_term_of_each)
{
    expect_ties((int[]){ 300, 300, 200 }, (int[]){ 1, 2, 3 }, "0:1 1:2 ");
    expect_ties((int[]){ 300, 100, 200 }, (int[]){ 1, 2, 3 }, "");
}

Test(game, TT_2_5_at_the_end_the_money_is_shown)
{
    TtState tt, view;

    course_of(3, 7, &tt);
    TAKE_A_TRAIN.observe(&tt, 0, &view);
    cr_expect_eq(tt.step, TT_OVER);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(view.players[seat].money, money_of(&tt, seat));
}

/* ------------------------------------------------------------------------- */
/* TT-3                                                                      */
/* ------------------------------------------------------------------------- */

/* The rulebook's example: Louis 1400; Céline and Brice 900 each, her fastest
 * runs 194 km/h, his 150. */
Test(order, TT_3_1_the_rulebook_example)
{
    TtState tt = before_coupling(3, "");

    give_locomotives(&tt, 0, "D2 S6 S5"); /* Brice: 200 + 400 + 300 */
    give_locomotives(&tt, 1, "E1 E2 S4"); /* Céline: 300 + 400 + 200 */
    give_locomotives(&tt, 2, "E5 D5 S3"); /* Louis: 700 + 500 + 200 */
    begin_coupling(&tt);
    cr_expect_str_eq(order_of(&tt), "2 1 0");
    cr_expect_eq(waiting_seats(&tt), seat_bit(2));
}

Test(order, TT_3_1_equals_go_clockwise_from_the_first_starter)
{
    TtState tt = before_coupling(3, "");

    give_locomotives(&tt, 0, "-S1 -S2 -S3");
    give_locomotives(&tt, 1, "-D1 -D2 -D3");
    give_locomotives(&tt, 2, "-E1 -E2 -E3");
    tt.first = 1;
    begin_coupling(&tt);
    cr_expect_str_eq(order_of(&tt), "1 2 0");
}

Test(order, TT_3_1_a_replacement_has_no_speed)
{
    TtState tt = before_coupling(2, "");

    give_locomotives(&tt, 0, "S1 -E5 -D6"); /* 100, 70 km/h */
    give_locomotives(&tt, 1, "S2 -D1 -D2"); /* 100, 85 km/h */
    begin_coupling(&tt);
    cr_expect_str_eq(order_of(&tt), "1 0");
}
