/* test_take_a_train.c: Take a Train in the dialogue: amounts instead of menus. */
#include "talk.h"

#include "games/take_a_train/tt.h"
#include "play/setup.h"
#include "tui/menu.h"
#include "tui/screen.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A match of which the first auction is of that kind. */
static Match *match_with(int seats, int auction)
{
    Setup setup;
    State state = { { 0 } };

    game_default_setup(&TAKE_A_TRAIN, seats, &setup);
    setup.options[TT_OPTION_FIRST] = 1; /* seat 0 */
    do {
        setup.seed[0]++;
        TAKE_A_TRAIN.setup(&state, &setup);
    } while (((const TtState *)(const void *)&state)->auction != auction);
    Match *match = match_new(&TAKE_A_TRAIN, &setup);
    cr_assert_not_null(match);
    return match;
}

static const TtState *position(const Talk *talk)
{
    return (const TtState *)(const void *)match_state(talk->match);
}

static void expect_printed(const Talk *talk, const char *text)
{
    cr_expect_not_null(strstr(talk->out, text), "not said: %s\nin:\n%s", text, talk->out);
}

Test(amounts, a_bid_is_typed_and_not_chosen_from_a_menu)
{
    Talk talk = { .match = match_with(2, TT_PRE_EMPTED) };

    talk_run(&talk, "");
    expect_printed(&talk, "1) Bid $0, or type an amount up to 5000, in steps of 50");
    expect_printed(&talk, "Ada, an amount or ?:");
    cr_expect_null(strstr(talk.out, "2) "));
    talk_run(&talk, "1250\n");
    cr_expect_eq(match_move_count(talk.match) > 0, 1);
    expect_printed(&talk, "Your secret bid: $1250.");
    talk_free(&talk);
}

/* Seat 0 is a bot and has bid: the bid of seat 1 shows both. */
Test(amounts, a_secret_bid_that_shows_all_bids_is_confirmed_first)
{
    Talk talk = { .match = match_with(2, TT_PRE_EMPTED),
                  .humans = 1 << 1,
                  .confirms_turns = 1 };

    talk_run(&talk, "1250\nu\n");
    expect_printed(&talk, "Bid $1250? That cannot be undone: Enter does it, u chooses");
    expect_printed(&talk, "Undone.");
    cr_expect_eq(match_move_count(talk.match), 1, "the bid is not made");
    talk_run(&talk, "1300\n\n");
    expect_printed(&talk, "shows $1300");
    cr_expect_gt(match_move_count(talk.match), 1);
    talk_free(&talk);
}

Test(take_a_train, open_objectives_and_sums_have_no_plus_sign)
{
    Talk talk = { .match = match_with(2, TT_DOUBLE_BLIND) };

    talk_run(&talk, "a\n");
    expect_printed(&talk, "Objectives still open, and what they pay");
    cr_expect_null(strstr(talk.out, "If the round ended now"), "nothing would be paid");
    expect_printed(&talk, "At the beginning");
    cr_expect_null(strchr(talk.out, '+'));
    talk_free(&talk);
}

Test(take_a_train, an_auction_says_how_it_goes)
{
    Talk talk = { .match = match_with(2, TT_DOUBLE_BLIND) };

    talk_run(&talk, "");
    expect_printed(&talk, "double blind auction: two secret bids, added up");
    talk_free(&talk);
}

Test(amounts, others_are_refused_with_a_reason)
{
    Talk talk = { .match = match_with(2, TT_PRE_EMPTED) };

    talk_run(&talk, "-50\n5050\n120\n99999999999999\n7 7\n1 x\n");
    expect_printed(&talk, "−50 is too little: it takes 0 at least");
    expect_printed(&talk, "5050 is too much: 5000 at most");
    expect_printed(&talk, "120 does not go: amounts are in steps of 50");
    expect_printed(&talk, "Type 1, or ? for help.");
    cr_expect_eq(match_move_count(talk.match), 0);
    talk_free(&talk);
}

Test(amounts, a_number_of_the_menu_goes_before_an_amount)
{
    Talk talk = { .match = match_with(2, TT_OPEN) };
    const TtState *tt = position(&talk);
    int power = TT_LOCOMOTIVE_TABLE[tt->up].power;
    char script[32];

    talk_run(&talk, "1\n");
    cr_expect_eq(match_moves(talk.match)[0].action,
                 action_make(TT_BID, power / TT_DOLLARS, 0));
    talk_free(&talk);

    talk = (Talk){ .match = match_with(2, TT_OPEN) };
    snprintf(script, sizeof script, "1 %d\n", power + 100);
    talk_run(&talk, script);
    cr_expect_eq(match_moves(talk.match)[0].action,
                 action_make(TT_BID, power / TT_DOLLARS + 2, 0));
    talk_free(&talk);
}

static void expect_whole_game(int seats, Language language)
{
    Talk talk = { .match = match_with(seats, TT_ROTATING), .language = language };
    char *script = repeat("1\n", 4000);

    talk_run(&talk, script);
    cr_expect_eq(talk.end, COURSE_OVER);
    char *copy = strdup(talk.out);
    for (char *line = strtok(copy, "\n"); line != NULL; line = strtok(NULL, "\n"))
        cr_expect_leq(text_width(line), SCREEN_WIDTH, "too wide: %s", line);
    free(copy);
    cr_expect_null(strstr(talk.out, "{"));
    cr_expect_null(strstr(talk.out, "take-a-train."));
    cr_expect_null(strstr(talk.out, "play."));
    free(script);
    talk_free(&talk);
}

/* TT-4.15: by the option, the sum of the powers alone. */
Test(take_a_train, help_says_what_the_rotating_auction_costs_here)
{
    Match *match = match_with(2, TT_ROTATING);
    State view;

    TAKE_A_TRAIN.observe(match_state(match), 0, &view);
    char *product = helped(&DRAWING_TAKE_A_TRAIN, &view);
    ((TtState *)(void *)&view)->options[TT_OPTION_ROTATING] = TT_ROTATING_SUM;
    char *sum = helped(&DRAWING_TAKE_A_TRAIN, &view);
    cr_expect_not_null(strstr(product, "three locomotives times"), "%s", product);
    cr_expect_null(strstr(sum, "three locomotives times"), "%s", sum);
    free(product);
    free(sum);
    match_free(match);
}

Test(take_a_train, plays_whole_games_in_both_languages)
{
    for (int seats = 2; seats <= TT_SEATS; seats++) {
        expect_whole_game(seats, LANGUAGE_EN);
        expect_whole_game(seats, LANGUAGE_FR);
    }
}

Test(take_a_train, nobody_reads_what_another_has)
{
    Talk talk = { .match = match_with(3, TT_ROTATING) };

    talk_run(&talk, "?\n");
    expect_printed(&talk, "$5000");
    expect_printed(&talk, "$?");
    expect_printed(&talk, "Your objectives");
    talk_free(&talk);
}
