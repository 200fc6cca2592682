/* test_notation.c: actions written and read as text. */
#include "games/freight_train/ft.h"
#include "play/notation.h"
#include "play/random_match.h"

#include <criterion/criterion.h>
#include <string.h>

static int reads(const char *text, Action *action)
{
    return notation_read(&FREIGHT_TRAIN, text, strlen(text), action);
}

static void expect_both_ways(Action action, const char *text)
{
    Text written = { 0 };
    Action read = 0;

    notation_write(&written, &FREIGHT_TRAIN, action);
    cr_expect_str_eq(written.bytes, text);
    cr_expect(reads(text, &read), "%s", text);
    cr_expect_eq(read, action);
    text_free(&written);
}

Test(notation, says_the_word_and_then_the_fields)
{
    expect_both_ways(action_make(FT_TAKE, 3, 0), "take 3");
    expect_both_ways(action_make(FT_COUPLE, FT_BOX, 2), "couple box 2");
    expect_both_ways(action_make(FT_STORE, FT_COIL_STEEL, 0), "store coil-steel 0");
    expect_both_ways(action_make(FT_SWITCH, 1, 6), "switch 1 6");
    expect_both_ways(action_make(FT_DONE, 0, 0), "done");
}

Test(notation, refuses_everything_else)
{
    static const char *const wrong[] = {
        "",
        " ",
        "take",
        "take 3 ",
        " take 3",
        "take  3",
        "take 03",
        "take +3",
        "take -3",
        "take three",
        "take 3 4",
        "Take 3",
        "take3",
        "couple box",
        "couple 2 box",
        "couple boxx 2",
        "done 0",
        "take 4096",
        "take 3.0",
        "take 99999999999999999999",
        "couple end-of-day 1",
        "call up",
        "tak",
        "takes 3",
        "couple box 2 2",
        "take 3\n",
        "take\t3",
        "?",
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Action action = 12345;
        cr_expect_not(reads(wrong[i], &action), "\"%s\"", wrong[i]);
        cr_expect_eq(action, 12345, "\"%s\" changed the action", wrong[i]);
    }
}

Test(notation, every_action_of_a_game_comes_back)
{
    Match *match = random_match(&FREIGHT_TRAIN, 4, "notation", TO_THE_END);
    Text text = { 0 };

    cr_assert_gt(match_move_count(match), 100);
    for (int i = 0; i < match_move_count(match); i++) {
        Action action = 0;
        text_clear(&text);
        notation_write(&text, &FREIGHT_TRAIN, match_moves(match)[i].action);
        cr_assert(notation_read(&FREIGHT_TRAIN, text.bytes, text.length, &action));
        cr_assert_eq(action, match_moves(match)[i].action);
    }
    text_free(&text);
    match_free(match);
}

/* Amounts are in steps, and one word may stand for kinds with different fields. */
static const char *const LOTS[] = { "D3", "E1" };
static const Names LOT_NAMES = NAMES("lot", LOTS);
static const ActionKind AUCTION[] = {
    { "bid", { { "amount", FIELD_NUMBER, NULL, 50 } } },
    { "take", { { "card", FIELD_NAME, &LOT_NAMES, 0 } } },
    { "take", { { "card", FIELD_NAME, &LOT_NAMES, 0 }, { "seat", FIELD_SEAT, NULL, 0 } } },
};

Test(notation, amounts_go_in_the_steps_of_their_unit)
{
    const Game auction = { .action_kinds = AUCTION, .action_kind_count = 3 };
    Text text = { 0 };
    Action action = 0;

    notation_write(&text, &auction, action_make(0, 18, 0));
    cr_expect_str_eq(text.bytes, "bid 900");
    cr_expect(notation_read(&auction, "bid 900", 7, &action));
    cr_expect_eq(action, action_make(0, 18, 0));
    cr_expect_not(notation_read(&auction, "bid 910", 7, &action));
    text_free(&text);
}

Test(notation, one_word_serves_kinds_with_different_fields)
{
    const Game auction = { .action_kinds = AUCTION, .action_kind_count = 3 };
    Action action = 0;

    cr_expect(notation_read(&auction, "take E1", 7, &action));
    cr_expect_eq(action, action_make(1, 1, 0));
    cr_expect(notation_read(&auction, "take E1 2", 9, &action));
    cr_expect_eq(action, action_make(2, 1, 2));
}
