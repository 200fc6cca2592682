/* test_match.c: logging of actions, undo, and who may undo. */
#include "games/freight_train/ft.h"
#include "games/kuhn_poker.h"
#include "games/station_master/sm.h"
#include "games/tic_tac_toe.h"
#include "play/match.h"
#include "play/random_match.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int same_state(const Match *match, const State *state)
{
    return memcmp(match_state(match), state, (size_t)match_game(match)->state_size) == 0;
}

Test(match, begins_with_the_deal_of_its_setup)
{
    Setup setup = setup_of(&FREIGHT_TRAIN, 3, "deal");
    Match *match = match_new(&FREIGHT_TRAIN, &setup);
    State deal = { { 0 } };

    FREIGHT_TRAIN.setup(&deal, &setup);
    cr_expect(same_state(match, &deal));
    cr_expect(match_is_from_deal(match));
    cr_expect_eq(match_move_count(match), 0);
    cr_expect_eq(match_setup(match)->seats, 3);
    match_free(match);
}

/* Over more than two checkpoints, forward and all the way back. */
Test(match, undo_passes_every_state_again_in_reverse)
{
    enum { MOVES = 150 };
    static State states[MOVES + 1];
    Match *match = random_match(&FREIGHT_TRAIN, 4, "undo", 0);

    for (int i = 0; i < MOVES; i++) {
        states[i] = *match_state(match);
        play_at_random(match, (uint64_t)i, 1);
    }
    cr_assert_eq(match_move_count(match), MOVES);
    for (int i = MOVES - 1; i >= 0; i--) {
        cr_assert(match_undo(match));
        cr_assert(same_state(match, &states[i]), "after taking back action %d", i);
        cr_assert_eq(match_move_count(match), i);
    }
    match_free(match);
}

/* Checkpoints of undone actions must not be used again. */
Test(match, another_line_of_play_after_undo_has_its_own_checkpoints)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "lines", 70);

    for (int i = 0; i < 40; i++)
        match_undo(match);
    play_at_random(match, 99, 50);
    State reached = *match_state(match);
    play_at_random(match, 5, 1);
    cr_assert(match_undo(match));
    cr_expect(same_state(match, &reached));
    match_free(match);
}

Test(match, replaying_the_moves_gives_the_same_bytes)
{
    Match *match = random_match(&FREIGHT_TRAIN, 5, "replay", TO_THE_END);
    Match *again = match_new(match_game(match), match_setup(match));

    for (int i = 0; i < match_move_count(match); i++) {
        const Move *move = &match_moves(match)[i];
        cr_assert(match_apply(again, move->seat, move->action, NULL) == MATCH_OK);
    }
    cr_expect(same_state(again, match_state(match)));
    match_free(match);
    match_free(again);
}

Test(match, nothing_can_be_undone_at_the_start)
{
    Match *match = random_match(&TIC_TAC_TOE, 2, "", 0);

    cr_expect_not(match_undo(match));
    cr_expect_not(match_can_undo(match, 0));
    match_free(match);
}

Test(match, a_refused_action_changes_nothing)
{
    Match *match = random_match(&TIC_TAC_TOE, 2, "", 3);
    State before = *match_state(match);
    Events events = { .count = 0 };
    int waiting = seats_first(TIC_TAC_TOE.waiting(&before));
    Action taken = match_moves(match)[0].action;

    cr_expect(match_apply(match, !waiting, taken, &events) == MATCH_NOT_WAITING);
    cr_expect(match_apply(match, NOBODY, taken, &events) == MATCH_NOT_WAITING);
    cr_expect(match_apply(match, waiting, taken, &events) == MATCH_ILLEGAL);
    cr_expect(same_state(match, &before));
    cr_expect_eq(match_move_count(match), 3);
    cr_expect_eq(events.count, 0);
    match_free(match);
}

Test(match, players_take_back_their_own_last_action_only)
{
    Match *match = random_match(&TIC_TAC_TOE, 2, "", 1);
    int mover = match_moves(match)[0].seat;

    cr_expect(match_can_undo(match, mover));
    cr_expect_not(match_can_undo(match, !mover));
    match_free(match);
}

/* Logs of old games have undos of what a bot did: those are still done. */
Test(match, nobody_takes_back_what_a_bot_did_for_the_seat)
{
    Setup setup = setup_of(&KUHN_POKER, 2, "cards");
    Match *match = match_new(&KUHN_POKER, &setup);
    const Entry bet = { .is_by_bot = 1, .action = action_make(KUHN_BET, 0, 0) };
    const Entry undo = { .kind = ENTRY_UNDO };

    cr_assert_eq(match_apply_entry(match, &bet, NULL), MATCH_OK);
    cr_expect_not(match_can_take_back(match, 0));
    cr_expect_eq(match_apply_entry(match, &undo, NULL), MATCH_OK);
    cr_assert_eq(match_apply(match, bet.seat, bet.action, NULL), MATCH_OK);
    cr_expect(match_can_take_back(match, 0));
    match_free(match);
}

Test(match, nobody_takes_back_what_revealed_cards)
{
    Setup setup = setup_of(&KUHN_POKER, 2, "cards");
    Match *match = match_new(&KUHN_POKER, &setup);

    cr_assert(match_apply(match, 0, action_make(KUHN_BET, 0, 0), NULL) == MATCH_OK);
    cr_expect(match_can_undo(match, 0), "a bet shows nothing");
    cr_assert(match_apply(match, 1, action_make(KUHN_BET, 0, 0), NULL) == MATCH_OK);
    cr_expect_not(match_can_undo(match, 1), "the showdown does");
    cr_expect(match_undo(match), "a tool may all the same");
    match_free(match);
}

Test(match, knows_before_whether_an_action_is_the_last_word)
{
    Setup setup = setup_of(&KUHN_POKER, 2, "cards");
    Match *match = match_new(&KUHN_POKER, &setup);
    Action bet = action_make(KUHN_BET, 0, 0);

    cr_expect_not(match_is_last_word(match, 0, bet), "a bet shows nothing");
    cr_assert(match_apply(match, 0, bet, NULL) == MATCH_OK);
    State before = *match_state(match);
    cr_expect(match_is_last_word(match, 1, bet), "the showdown does");
    cr_expect_not(match_is_last_word(match, 0, bet), "it is not this seat's turn");
    cr_expect_eq(match_move_count(match), 1);
    cr_expect_arr_eq(match_state(match), &before, sizeof before);
    match_free(match);
}

/* A log with undos gives the same game, and an invalid entry is refused. */
Test(match, redo_does_the_entries_of_a_log_again)
{
    Match *match = random_match(&TIC_TAC_TOE, 2, "", 0);
    Match *played = random_match(&TIC_TAC_TOE, 2, "", 2);
    const Move *moves = match_moves(played);
    const Entry first = { .seat = moves[0].seat, .action = moves[0].action };
    const Entry second = { .seat = moves[1].seat, .action = moves[1].action };
    const Entry undo = { .kind = ENTRY_UNDO, .seat = second.seat };
    const Entry not_its_own = { .kind = ENTRY_UNDO, .seat = first.seat };
    const Entry log[] = { first, second, undo, second };
    Events events = { .count = 3 };

    for (int i = 0; i < 4; i++) {
        cr_assert_eq(match_apply_entry(match, &log[i], &events), MATCH_OK);
        cr_expect_eq(events.count, log[i].kind == ENTRY_ACT);
    }
    cr_expect(same_state(match, match_state(played)));
    cr_expect_eq(match_apply_entry(match, &first, NULL), MATCH_ILLEGAL);
    cr_expect_eq(match_apply_entry(match, &second, NULL), MATCH_NOT_WAITING);
    cr_expect_eq(match_apply_entry(match, &not_its_own, NULL), MATCH_ILLEGAL);
    cr_expect(same_state(match, match_state(played)));
    match_free(match);
    match_free(played);
}

Test(match, redo_refuses_the_undo_of_what_revealed_cards)
{
    Setup setup = setup_of(&KUHN_POKER, 2, "cards");
    Match *match = match_new(&KUHN_POKER, &setup);
    const Entry undo = { .kind = ENTRY_UNDO, .seat = 1 };

    for (int seat = 0; seat < 2; seat++)
        cr_assert_eq(match_apply(match, seat, action_make(KUHN_BET, 0, 0), NULL), MATCH_OK);
    cr_expect_eq(match_apply_entry(match, &undo, NULL), MATCH_ILLEGAL);
    cr_expect_eq(match_move_count(match), 2);
    match_free(match);
}

Test(match, events_are_added_to_those_there_are)
{
    Match *match = random_match(&TIC_TAC_TOE, 2, "", 0);
    Events events = { .count = 0 };
    Action actions[ACTIONS_MAX];

    for (int i = 0; i < 2; i++) {
        int seat = seats_first(TIC_TAC_TOE.waiting(match_state(match)));
        TIC_TAC_TOE.list(match_state(match), seat, actions);
        cr_assert(match_apply(match, seat, actions[0], &events) == MATCH_OK);
    }
    cr_expect_eq(events.count, 2);
    match_free(match);
}

Test(match, can_begin_in_the_middle)
{
    Match *match = random_match(&FREIGHT_TRAIN, 4, "middle", 200);
    Match *later = match_new_at(match_game(match), match_setup(match), match_state(match));

    cr_expect_not(match_is_from_deal(later));
    cr_expect_not(match_undo(later));
    play_at_random(match, 3, 100);
    play_at_random(later, 3, 100);
    cr_expect(same_state(later, match_state(match)));
    for (int i = 0; i < 100; i++)
        cr_assert(match_undo(later));
    cr_expect_not(match_undo(later));
    cr_expect(same_state(later, match_start(later)));
    match_free(match);
    match_free(later);
}

/* What a seat would remember that had followed every action. */
static Memory memory_of_log(const Match *match, int seat)
{
    const Game *game = match_game(match);
    State state = *match_start(match);
    Memory memory = { { 0 } };

    for (int i = 0; i < match_move_count(match); i++) {
        Events events;
        move_redo(game, &match_moves(match)[i], &state, &events);
        game_remember(game, &memory, seat, &events);
    }
    return memory;
}

static void expect_recalled(const Match *match, const Match *from, const char *when)
{
    for (int seat = 0; seat < match_setup(match)->seats; seat++) {
        Memory wanted = memory_of_log(from, seat), recalled;
        match_recall(match, seat, &recalled);
        cr_assert_eq(memcmp(&wanted, &recalled, sizeof wanted), 0, "seat %d %s", seat,
                     when);
    }
}

Test(match, remembers_what_its_log_says_after_undos_and_forgetting)
{
    Match *all = random_match(&STATION_MASTER, 3, "remember", 0);
    Match *some = random_match(&STATION_MASTER, 3, "remember", 0);
    static const Memory NONE;
    int recalls_something = 0;

    for (int i = 0; i < 60; i++) {
        Memory memory;
        play_at_random(all, (uint64_t)i, 1);
        play_at_random(some, (uint64_t)i, 1);
        match_forget(some);
        expect_recalled(all, all, "after an action");
        expect_recalled(some, all, "after forgetting");
        match_recall(some, 1, &memory);
        recalls_something |= memcmp(&memory, &NONE, sizeof memory) != 0;
        if (i % 5 == 0 && match_move_count(some) > 0) {
            match_undo(all);
            match_undo(some);
            expect_recalled(some, all, "after an undo");
        }
    }
    cr_expect(recalls_something);
    match_free(all);
    match_free(some);
}

Test(match, remembers_nothing_of_a_position_that_was_loaded)
{
    Match *match = random_match(&STATION_MASTER, 2, "loaded", 30);
    Match *later = match_new_at(match_game(match), match_setup(match), match_state(match));
    static const Memory NONE;
    Memory memory;

    match_recall(later, 0, &memory);
    cr_expect_eq(memcmp(&memory, &NONE, sizeof memory), 0);
    play_at_random(later, 1, 10);
    expect_recalled(later, later, "after a loaded position");
    match_free(match);
    match_free(later);
}

/* Afterwards exactly the same undos are allowed as before. */
Test(match, forgetting_changes_nothing_that_a_player_could_do)
{
    Match *all = random_match(&FREIGHT_TRAIN, 3, "forget", 0);
    Match *some = random_match(&FREIGHT_TRAIN, 3, "forget", 0);
    int most_kept = 0;

    for (int i = 0; i < 400; i++) {
        play_at_random(all, (uint64_t)i, 1);
        play_at_random(some, (uint64_t)i, 1);
        match_forget(some);
        cr_assert(same_state(some, match_state(all)), "after action %d", i);
        for (int seat = 0; seat < 3; seat++)
            cr_assert_eq(match_can_undo(some, seat), match_can_undo(all, seat));
        if (match_move_count(some) > most_kept)
            most_kept = match_move_count(some);
        if (i % 7 == 0 && match_move_count(some) > 0) {
            match_undo(all);
            match_undo(some);
            cr_assert(same_state(some, match_state(all)), "back from action %d", i);
        }
    }
    cr_expect_gt(most_kept, 1);
    cr_expect_lt(most_kept, 300);
    cr_expect_lt(match_move_count(some), match_move_count(all));
    match_free(all);
    match_free(some);
}
