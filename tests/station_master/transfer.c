/* transfer.c: Transfer Passengers, token by token (SM-5.5). */
#include "position.h"

#include <criterion/criterion.h>

/* Four tokens on the first train, the others empty. */
static SmState with_transfer(void)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    give_hand(&sm, 0, "transfer -6 -6");
    give_token(&sm, 0, 0, 1);
    give_token(&sm, 0, 1, 2);
    give_token(&sm, 0, 2, 3);
    give_token(&sm, 0, 1, 1);
    return sm;
}

Test(transfer, SM_5_5_up_to_three_tokens_of_anybody_go_to_one_other_train)
{
    SmState sm = with_transfer();

    act(&sm, transfer(0, 1));
    act(&sm, move(1));
    act(&sm, move(1));
    act(&sm, move(1));
    cr_expect_str_eq(token_words(&sm, 0), "0:1");
    cr_expect_str_eq(token_words(&sm, 1), "1:2 2:3 1:1");
    cr_expect_str_eq(discard_words(&sm), "transfer");
    cr_expect_eq(sm.turn, 1);
    cr_expect_eq(sm.players[0].hand_count, 3);
}

Test(transfer, SM_5_5_three_are_the_most)
{
    SmState sm = with_transfer();

    act(&sm, transfer(0, 1));
    for (int i = 0; i < 3; i++)
        act(&sm, move(0));
    cr_expect_eq(sm.turn, 1);
    cr_expect_str_eq(token_words(&sm, 0), "1:1");
}

Test(transfer, SM_5_5_fewer_will_do)
{
    SmState sm = with_transfer();

    act(&sm, transfer(0, 2));
    cr_expect_not(offers(&sm, done()));
    act(&sm, move(2));
    act(&sm, done());
    cr_expect_str_eq(token_words(&sm, 0), "0:1 1:2 1:1");
    cr_expect_str_eq(token_words(&sm, 2), "2:3");
    cr_expect_eq(sm.turn, 1);
}

/* Places before the last one chosen are skipped, so that each set of tokens is chosen
 * in one way. */
Test(transfer, SM_5_5_tokens_are_pointed_at_singly_by_their_place)
{
    SmState sm = with_transfer();

    act(&sm, transfer(0, 1));
    cr_expect_eq(offers_of_kind(&sm, SM_MOVE), 4);
    act(&sm, move(2));
    cr_expect_eq(offers_of_kind(&sm, SM_MOVE), 1);
    cr_expect(offers(&sm, move(2)));
    cr_expect_eq(offers_count(&sm), 2);
}

Test(transfer, SM_5_5_after_the_last_place_the_turn_ends)
{
    SmState sm = with_transfer();

    act(&sm, transfer(0, 1));
    act(&sm, move(3));
    cr_expect_eq(sm.turn, 1);
}

Test(transfer, SM_5_5_the_other_train_must_have_room_for_them)
{
    SmState sm = with_transfer();

    give_token(&sm, 2, 0, 1);
    give_token(&sm, 2, 0, 1);
    act(&sm, transfer(0, 2));
    act(&sm, move(0));
    cr_expect_eq(sm.turn, 1);
    cr_expect_str_eq(token_words(&sm, 2), "0:1 0:1 0:1");
}

Test(transfer, SM_5_5_a_train_without_room_is_not_offered)
{
    SmState sm = with_transfer();

    for (int i = 0; i < 3; i++)
        give_token(&sm, 2, 2, i < 2 ? 2 : 1);
    cr_expect_eq(offers_of_kind(&sm, SM_PLAY(SM_TRANSFER)), 1 + 2);
    cr_expect(offers(&sm, transfer(0, 1)));
    cr_expect(offers(&sm, transfer(2, 0)));
    cr_expect(offers(&sm, transfer(2, 1)));
}

Test(transfer, SM_5_5_a_standing_room_makes_room_for_one_more)
{
    SmState sm = with_transfer();

    for (int i = 0; i < 3; i++)
        give_token(&sm, 2, 2, i < 2 ? 2 : 1);
    give_standing(&sm, 2);
    act(&sm, transfer(0, 2));
    act(&sm, move(0));
    cr_expect_str_eq(token_words(&sm, 2), "2:2 2:2 2:1 0:1");
    cr_expect_eq(sm.turn, 1);
}

Test(transfer, SM_5_5_a_train_without_tokens_gives_none)
{
    SmState sm = with_transfer();

    cr_expect_not(offers(&sm, transfer(1, 0)));
    cr_expect_not(offers(&sm, transfer(0, 0)));
}

/* Choices and events are the same whatever the values are. */
Test(transfer, SM_5_5_nobody_looks_at_a_value)
{
    SmState sm = with_transfer(), other;
    Events events = { 0 }, other_events = { 0 };

    act(&sm, transfer(0, 1));
    other = sm;
    other.station[0].tokens[1].value = 1;
    other.station[0].tokens[3].value = 2;
    act_watched(&sm, move(1), &events);
    act_watched(&other, move(1), &other_events);
    cr_assert_eq(events.count, other_events.count);
    cr_expect_arr_eq(events.items, other_events.items,
                     (size_t)events.count * sizeof events.items[0]);
    cr_expect_eq(offers_count(&sm), offers_count(&other));
}
