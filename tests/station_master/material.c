/* material.c: what is in the box (SM-1), compared with the lists of the rules page. */
#include "position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Locomotives                                                               */
/* ------------------------------------------------------------------------- */

static int locomotives(int seats)
{
    int count = 0;

    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++)
        count += sm_locomotives_in_play(kind, seats);
    return count;
}

static void expect_locomotives(const char *name, SmService service, int number, int copies)
{
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++) {
        if (strcmp(SM_LOCOMOTIVE_NAMES.items[kind], name) != 0)
            continue;
        cr_expect_eq(SM_LOCOMOTIVE_TABLE[kind].service, service);
        cr_expect_eq(SM_LOCOMOTIVE_TABLE[kind].number, number);
        cr_expect_eq(sm_locomotives_in_play(kind, 6), copies, "%s", name);
        return;
    }
    cr_expect_fail("no locomotive is called %s", name);
}

Test(material, SM_1_1_there_are_fifteen_locomotives)
{
    cr_expect_eq(locomotives(6), 15);
}

Test(material, SM_1_1_locomotives_are_ordinary_executive_or_the_one_freight_train)
{
    expect_locomotives("ordinary-3", SM_ORDINARY, 3, 3);
    expect_locomotives("ordinary-4", SM_ORDINARY, 4, 2);
    expect_locomotives("ordinary-5", SM_ORDINARY, 5, 2);
    expect_locomotives("ordinary-6", SM_ORDINARY, 6, 1);
    expect_locomotives("ordinary-7", SM_ORDINARY, 7, 1);
    expect_locomotives("ordinary-8", SM_ORDINARY, 8, 1);
    expect_locomotives("executive-4", SM_EXECUTIVE, 4, 2);
    expect_locomotives("executive-5", SM_EXECUTIVE, 5, 1);
    expect_locomotives("executive-6", SM_EXECUTIVE, 6, 1);
    expect_locomotives("freight-5", SM_FREIGHT, 5, 1);
}

/* The number is that of the carriages and that of the tokens. */
Test(material, SM_1_1_the_number_counts_carriages_and_tokens)
{
    SmState sm = quiet_position(2, "ordinary-3 ordinary-4");

    cr_expect_eq(sm_room(&sm.station[0]), 3);
    give_carriages(&sm, 0, "+4 +4");
    give_hand(&sm, 0, "+5 +6 -6");
    act(&sm, couple("+5", 0));
    cr_expect_str_eq(gone_words(&sm), "ordinary-3");
}

/* ------------------------------------------------------------------------- */
/* Cards                                                                     */
/* ------------------------------------------------------------------------- */

static void expect_copies(const char *names, const int *copies)
{
    SmState sm = dealt_position(4);
    char word[16];

    for (int used; sscanf(names, " %15s%n", word, &used) == 1; names += used, copies++)
        cr_expect_eq(copies_in_play(&sm, card_named(word)), *copies, "%s", word);
}

Test(material, SM_1_2_there_are_97_cards)
{
    int cards = 0;

    for (int card = 0; card < SM_CARD_KINDS; card++)
        cards += SM_CARD_TABLE[card].copies;
    cr_expect_eq(cards, 97);
}

Test(material, SM_1_2_carriages_of_plus_one_to_plus_six)
{
    expect_copies("+1 +2 +3 +4 +5 +6", (const int[]){ 5, 7, 8, 7, 5, 3 });
}

Test(material, SM_1_2_carriages_of_minus_one_to_minus_six)
{
    expect_copies("-1 -2 -3 -4 -5 -6", (const int[]){ 5, 7, 6, 5, 3, 2 });
}

Test(material, SM_1_2_first_and_executive_class_carriages)
{
    expect_copies("first executive", (const int[]){ 5, 3 });
}

Test(material, SM_1_2_the_specials)
{
    expect_copies("caboose royal reassign repair-3 repair-5 transfer standing",
                  (const int[]){ 4, 3, 3, 2, 2, 3, 3 });
    expect_copies("uncouple-1 uncouple-2 rush-hour", (const int[]){ 3, 2, 1 });
}

Test(material, SM_1_2_a_carriage_is_worth_what_its_name_says)
{
    for (int value = 1; value <= 6; value++) {
        cr_expect_eq(sm_carriage_value(SM_ORDINARY, SM_PLUS_1 + value - 1), value);
        cr_expect_eq(sm_carriage_value(SM_ORDINARY, SM_MINUS_1 + value - 1), -value);
    }
}

Test(material, SM_1_2_classed_carriages_are_positive_on_executive_trains_only)
{
    cr_expect_eq(sm_carriage_value(SM_EXECUTIVE, SM_FIRST_CLASS), 3);
    cr_expect_eq(sm_carriage_value(SM_EXECUTIVE, SM_EXECUTIVE_CLASS), 5);
    cr_expect_eq(sm_carriage_value(SM_ORDINARY, SM_FIRST_CLASS), -3);
    cr_expect_eq(sm_carriage_value(SM_ORDINARY, SM_EXECUTIVE_CLASS), -5);
}

Test(material, SM_1_3_everybody_has_six_tokens)
{
    SmState sm = dealt_position(6);

    for (int seat = 0; seat < 6; seat++) {
        cr_expect_str_eq(home_words(&sm, seat), "1 1 1 2 2 3");
        cr_expect_eq(sm.players[seat].home_count, 6);
    }
}

Test(material, SM_1_3_a_token_that_is_not_at_home_cannot_be_placed)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");

    give_token(&sm, 0, 0, 3);
    cr_expect(offers(&sm, board(2, 1)));
    cr_expect_not(offers(&sm, board(3, 1)));
}
