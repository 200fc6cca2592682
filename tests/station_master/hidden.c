/* hidden.c: what a view shows (SM-2.2, 2.3, 4.1, 5.8), and what a determinized state
 * may be. */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static SmState view_of(const SmState *sm, int seat)
{
    SmState view;

    STATION_MASTER.observe(sm, seat, &view);
    return view;
}

/* Tokens of all on two trains, and everybody's hand different. */
static SmState busy_position(void)
{
    SmState sm = quiet_position(3, "ordinary-5 ordinary-4 ordinary-3");

    give_hand(&sm, 0, "+4 caboose -1");
    give_hand(&sm, 1, "-6 royal +5");
    give_hand(&sm, 2, "first executive +6");
    give_token(&sm, 0, 0, 3);
    give_token(&sm, 0, 1, 3);
    give_token(&sm, 1, 2, 2);
    give_token(&sm, 1, 1, 1);
    give_carriages(&sm, 0, "-2 +2");
    stack_discards(&sm, "uncouple-1 -3");
    return sm;
}

/* ------------------------------------------------------------------------- */
/* Views                                                                     */
/* ------------------------------------------------------------------------- */

Test(hidden, SM_2_2_no_view_shows_a_locomotive_of_the_pile)
{
    SmState sm = busy_position();

    for (int seat = NOBODY; seat < 3; seat++) {
        SmState view = view_of(&sm, seat);
        cr_expect_eq(view.pile_count, 8);
        cr_expect_str_eq(pile_words(&view), "? ? ? ? ? ? ? ?");
    }
}

Test(hidden, SM_2_3_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, 1);

    cr_expect_str_eq(hand_words(&view, 1), "+5 -6 royal");
    cr_expect_str_eq(hand_words(&view, 0), "? ? ?");
    cr_expect_str_eq(hand_words(&view, 2), "? ? ?");
}

Test(hidden, SM_2_3_no_view_shows_a_card_of_the_deck)
{
    SmState sm = busy_position();

    for (int seat = NOBODY; seat < 3; seat++) {
        SmState view = view_of(&sm, seat);
        cr_expect_eq(view.deck_count, sm.deck_count);
        for (int i = 0; i < view.deck_count; i++)
            cr_assert_eq(view.deck[i], UNKNOWN_CARD);
    }
}

Test(hidden, SM_4_1_a_seat_sees_whose_tokens_lie_where_but_only_its_own_values)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, 1);

    cr_expect_str_eq(token_words(&view, 0), "0:0 1:3");
    cr_expect_str_eq(token_words(&view, 1), "2:0 1:1");
}

Test(hidden, SM_4_1_a_seat_sees_its_own_tokens_at_home_and_how_many_the_others_have)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, 1);

    cr_expect_str_eq(home_words(&view, 1), "1 1 2 2");
    cr_expect_str_eq(home_words(&view, 0), "");
    cr_expect_eq(view.players[0].home_count, 5);
}

Test(hidden, SM_4_1_a_spectator_sees_no_hand_and_no_value)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, NOBODY);

    for (int seat = 0; seat < 3; seat++) {
        cr_expect_str_eq(hand_words(&view, seat), "? ? ?");
        cr_expect_str_eq(home_words(&view, seat), "");
    }
    cr_expect_str_eq(token_words(&view, 0), "0:0 1:0");
}

Test(hidden, SM_6_3_discards_departed_locomotives_and_trains_are_open)
{
    SmState sm = busy_position();

    act(&sm, caboose(0));
    SmState view = view_of(&sm, 2);
    cr_expect_str_eq(discard_words(&view), "caboose +2 -2 uncouple-1 -3");
    cr_expect_str_eq(gone_words(&view), "ordinary-5");
    cr_expect_str_eq(station_words(&view), station_words(&sm));
}

/* Permuting hidden hands, values and piles does not change seat 0's view. */
Test(hidden, SM_2_3_what_is_hidden_changes_no_byte_of_a_view)
{
    SmState sm = busy_position(), other = sm;
    SmPlayer *one = &other.players[1];

    memcpy(other.players[2].hand, sm.players[1].hand, SM_HAND);
    memcpy(one->hand, sm.players[2].hand, SM_HAND);
    other.station[0].tokens[1].value = 1;
    other.station[1].tokens[1].value = 2;
    memcpy(one->home, (const uint8_t[]){ 2, 1, 1 }, SM_VALUES);
    other.deck[0] = sm.deck[1];
    other.deck[1] = sm.deck[0];
    other.pile[0] = sm.pile[7];
    other.pile[7] = sm.pile[0];
    expect_sound(&other);
    SmState view = view_of(&sm, 0), other_view = view_of(&other, 0);
    cr_expect_eq(memcmp(&view, &other_view, sizeof view), 0);
}

/* All seats see that a card was drawn; only its player sees which. */
Test(hidden, SM_3_1_a_draw_is_seen_by_all_and_its_card_by_one)
{
    SmState sm = busy_position();
    Events events = { 0 };

    act_watched(&sm, couple("+4", 1), &events);
    cr_expect_eq(events_of_kind(&events, SM_EVENT_DRAWS), 1);
    cr_expect_eq(events_of_kind(&events, SM_EVENT_DREW), 1);
    for (int i = 0; i < events.count; i++) {
        const Event *event = &events.items[i];
        int is_private = event->kind == SM_EVENT_DREW;
        cr_expect(event_is_seen_by(event, 0));
        cr_expect_eq(event_is_seen_by(event, 1), !is_private);
        cr_expect_eq(event_is_seen_by(event, NOBODY), !is_private);
    }
}

/* ------------------------------------------------------------------------- */
/* Guesses                                                                   */
/* ------------------------------------------------------------------------- */

static int has_card(const uint8_t *cards, int count, int card)
{
    return memchr(cards, card, (size_t)count) != NULL;
}

Test(hidden, SM_5_8_a_guess_never_puts_the_rush_hour_into_a_hand)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, 0), guess;
    int places[SM_CARDS] = { 0 };
    Rng rng;

    leave_in_deck(&sm, "+6 rush-hour -5 -4");
    view = view_of(&sm, 0);
    rng_seed(&rng, 1);
    for (int i = 0; i < 400; i++) {
        STATION_MASTER.determinize(&view, 0, &rng, &guess);
        expect_sound(&guess);
        for (int seat = 0; seat < 3; seat++)
            cr_assert_not(has_card(guess.players[seat].hand, SM_HAND, SM_RUSH_HOUR));
        const uint8_t *card = memchr(guess.deck, SM_RUSH_HOUR, guess.deck_count);
        places[card - guess.deck]++;
    }
    for (int place = 0; place < 4; place++)
        cr_expect(places[place] > 60 && places[place] < 140, "%d", places[place]);
}

/* Seat 1 has two tokens aboard: any two of six values. The 3 lies on the first
 * in a sixth of all guesses. */
Test(hidden, SM_1_3_a_guess_deals_any_split_of_the_six_values)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, 0), guess;
    int first[SM_VALUES + 1] = { 0 };
    Rng rng;

    rng_seed(&rng, 2);
    for (int i = 0; i < 600; i++) {
        STATION_MASTER.determinize(&view, 0, &rng, &guess);
        expect_sound(&guess);
        first[guess.station[0].tokens[1].value]++;
        cr_assert_str_eq(home_words(&guess, 0), "1 1 1 2 2");
        cr_assert_eq(guess.station[0].tokens[0].value, 3);
    }
    cr_expect_eq(first[0], 0);
    cr_expect(first[1] > 250 && first[1] < 350, "%d", first[1]);
    cr_expect(first[2] > 150 && first[2] < 250, "%d", first[2]);
    cr_expect(first[3] > 60 && first[3] < 140, "%d", first[3]);
}

/* The last "+6" cannot be where the seat sees all three. */
Test(hidden, SM_1_2_a_guess_deals_only_what_is_unseen)
{
    SmState sm = busy_position(), view, guess;
    Rng rng;

    give_hand(&sm, 2, "-4 -4 -4");
    give_carriages(&sm, 1, "+6 +6");
    stack_discards(&sm, "+6");
    view = view_of(&sm, 0);
    rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++) {
        STATION_MASTER.determinize(&view, 0, &rng, &guess);
        expect_sound(&guess);
        cr_assert_not(has_card(guess.deck, guess.deck_count, SM_PLUS_6));
        cr_assert_not(has_card(guess.players[1].hand, SM_HAND, SM_PLUS_6));
    }
}

Test(hidden, SM_2_3_guesses_deal_the_others_any_hand)
{
    SmState sm = busy_position();
    SmState view = view_of(&sm, 0), guess;
    int seen[SM_CARD_KINDS] = { 0 };
    Rng rng;

    rng_seed(&rng, 4);
    for (int i = 0; i < 2000; i++) {
        STATION_MASTER.determinize(&view, 0, &rng, &guess);
        for (int k = 0; k < SM_HAND; k++)
            seen[guess.players[1].hand[k]]++;
    }
    for (int card = 0; card < SM_RUSH_HOUR; card++)
        cr_expect_gt(seen[card], 10, "%s", SM_CARD_NAMES.items[card]);
}

/* ------------------------------------------------------------------------- */
/* Memory                                                                    */
/* ------------------------------------------------------------------------- */

static void act_and_remember(SmState *sm, Memory *memory, int seat, Action action)
{
    Events events = { .count = 0 };
    Status status = game_apply(&STATION_MASTER, sm, sm->turn, action, &events);

    cr_assert_eq(status, STATUS_OK);
    game_remember(&STATION_MASTER, memory, seat, &events);
}

Test(hidden, a_memory_keeps_when_tokens_came_aboard_and_what_the_train_was)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");
    Memory memory = { { 0 } };
    const SmMemory *recalled = (const void *)&memory;

    give_hand(&sm, 0, "+4 first -1");
    act_and_remember(&sm, &memory, 1, couple("+4", 1));
    act_and_remember(&sm, &memory, 1, board(3, 1));
    act_and_remember(&sm, &memory, 1, couple("first", 1));
    act_and_remember(&sm, &memory, 1, board(1, 1));
    cr_assert_eq(recalled->count, 2);
    cr_expect_eq(recalled->boardings[0].seat, 1);
    cr_expect_eq(recalled->boardings[0].home, 6);
    cr_expect_eq(recalled->boardings[0].tally.plain, 4);
    cr_expect_eq(recalled->boardings[0].tally.carriages, 1);
    cr_expect_eq(recalled->boardings[1].home, 5);
    cr_expect_eq(recalled->boardings[1].tally.classed, -3);
    cr_expect_eq(recalled->plays[0], 2);
    cr_expect_eq(recalled->waits[1], 2);
}

Test(hidden, SM_5_6_a_token_after_a_standing_room_is_no_turn_without_a_card)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");
    Memory memory = { { 0 } };
    const SmMemory *recalled = (const void *)&memory;

    give_hand(&sm, 0, "standing +4 -1");
    act_and_remember(&sm, &memory, 1, standing(1));
    act_and_remember(&sm, &memory, 1, board(3, 1));
    cr_expect_eq(recalled->plays[0], 1);
    cr_expect_eq(recalled->waits[0], 0);
    act_and_remember(&sm, &memory, 1, board(3, 1));
    act_and_remember(&sm, &memory, 1, board(1, 1));
    cr_expect_eq(recalled->waits[0], 1);
    cr_expect_eq(recalled->waits[1], 1);
}

Test(hidden, a_memory_lets_go_of_a_train_that_has_left)
{
    SmState sm = quiet_position(2, "ordinary-5 ordinary-4");
    Memory memory = { { 0 } };
    const SmMemory *recalled = (const void *)&memory;

    give_hand(&sm, 0, "+4 +3 -1");
    give_hand(&sm, 1, "caboose +2 -1");
    empty_pile(&sm);
    act_and_remember(&sm, &memory, 0, board(2, 0));
    act_and_remember(&sm, &memory, 0, board(3, 1));
    act_and_remember(&sm, &memory, 0, couple("+4", 1));
    act_and_remember(&sm, &memory, 0, caboose(0));
    cr_assert_eq(recalled->count, 1);
    cr_expect_eq(recalled->boardings[0].seat, 1);
    cr_expect_eq(recalled->boardings[0].train, 0);
    cr_expect_eq(recalled->tallies[0].plain, 4);
    cr_expect_eq(recalled->tallies[1].carriages, 0);
}
