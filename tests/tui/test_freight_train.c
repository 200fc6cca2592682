/* test_freight_train.c: Freight Train drawn, and its yard in one line. */
#include "talk.h"

#include "games/freight_train/ft.h"
#include "tui/draw.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const PLAYERS[] = { "Ada", "Ben", "Cleo", "Dora", "Elisabeth II" };

static FtState *position_of(State *state)
{
    return (FtState *)(void *)state;
}

/* The drawing of a position as seat 0 sees it; the caller frees it. */
static char *drawing(const State *state, Language language, Detail detail)
{
    const Scene scene = { &FREIGHT_TRAIN, state, 0, NOBODY, 0 };

    return drawn(&DRAWING_FREIGHT_TRAIN, &scene, PLAYERS, language, detail);
}

static void siding(FtYardSiding *yard, int length, const uint8_t *cars)
{
    *yard = (FtYardSiding){ .length = (uint8_t)length };
    memcpy(yard->cars, cars, (size_t)length);
}

/* A small position of two players, set by hand. */
static State small_position(void)
{
    State state = { { 0 } };
    FtState *ft = position_of(&state);
    FtPlayer *ada = &ft->players[0], *ben = &ft->players[1];

    ft->options[FT_OPTION_EDITION] = FT_MAYFAIR;
    ft->seats = 2;
    ft->day = 2;
    ft->round = 7;
    ft->first = 1;
    ft->deck_count = 30;
    ft->bottom = 12;
    ft->stage = FT_PLACING;
    ft->held_count = 2;
    ft->held[FT_TANK] = 2;
    ft->main[0] = (FtMainSiding){ 2, { FT_TANK, FT_ORE } };
    ft->main[4] =
        (FtMainSiding){ 5, { FT_BOX, FT_BOX, FT_COIL_STEEL, FT_STOCK, FT_PIGGYBACK } };
    siding(&ada->yard[0], 3, (const uint8_t[]){ FT_HOPPER, FT_GONDOLA, FT_BOX });
    siding(&ben->yard[1], 8,
           (const uint8_t[]){ FT_ORE, FT_ORE, FT_ORE, FT_ORE, FT_ORE, FT_ORE, FT_ORE,
                              FT_TANK });
    ada->points = 12;
    ada->locomotives = 5;
    ada->has_called = 1;
    ada->trains[0] = (FtTrain){ 1u << FT_BOX, 3, 0 };
    ada->trains[1] = (FtTrain){ 1u << FT_ORE, 10, 1 };
    ada->trains[2] = (FtTrain){ 1u << FT_BOX | 1u << FT_TANK, 2, 0 };
    ben->points = -3;
    ben->locomotives = 1;
    ben->trains[0] = (FtTrain){ 1u << FT_STOCK, 1, 0 };
    ft_keep_welcome(ft, 0);
    ft_keep_welcome(ft, 1);
    return state;
}

static void expect_drawn(Language language, const char *expected)
{
    State state = small_position();
    char *text = drawing(&state, language, DETAIL_WHOLE);

    cr_expect_str_eq(text, expected, "drawn:\n%s", text);
    free(text);
}

Test(freight_train_drawing, in_english)
{
    expect_drawn(
        LANGUAGE_EN,
        "── Day 2 of 3 · round 7 · deck 30, end of day among the last 12 ────────────────\n"
        "  Trains      pts  AUT BOX COI CON GON HOP ORE PIG REF STO TNK MIX   free  day\n"
        "> Ada          12    ·  3*   ·   ·   ·   ·10*#   ·   ·   ·   ·  2*     2+  +12\n"
        "* Ben          −3    ·   ·   ·   ·   ·   ·   ·   ·   ·  1*   ·   ·      0   +3\n"
        "── Yards of the others ─────────────────────────────────────────────────────────\n"
        "  Ben        ]>                                ]ORE-ORE-ORE-ORE-ORE-ORE-ORE-TNK>\n"
        "── Main yard ───────────────────────────────────────────────────────────────────\n"
        "  1 ]TNK-ORE>\n"
        "  2 ]>\n"
        "  3 ]>\n"
        "  4 ]>\n"
        "  5 ]BOX-BOX-COI-STO-PIG>\n"
        "── Your yard and trains, Ada ───────────────────────────────────────────────────\n"
        "  1 ]HOP-GON-BOX>\n"
        "  2 ]>\n"
        "  In hand  TNK×2\n"
        "  1 BOX×3  2 ORE×10#  3 BOX+TNK  4–5 free\n");
}

Test(freight_train_drawing, says_nothing_of_a_day_when_the_game_is_over)
{
    State state = small_position();

    position_of(&state)->stage = FT_OVER;
    char *text = drawing(&state, LANGUAGE_EN, DETAIL_WHOLE);
    cr_expect_not_null(strstr(text, "MIX   free\n"), "drawn:\n%s", text);
    cr_expect_null(strstr(text, " day\n"), "drawn:\n%s", text);
    free(text);
}

Test(freight_train_drawing, in_french)
{
    expect_drawn(
        LANGUAGE_FR,
        "── Journée 2 sur 3 · tour de table 7 · pioche 30, fin parmi les 12 dernières ───\n"
        "  Trains      pts  AUT COU BOB CON TOM TRE MIN REM FRI BES CIT MIX libres jour\n"
        "> Ada          12    ·  3*   ·   ·   ·   ·10*#   ·   ·   ·   ·  2*     2+  +12\n"
        "* Ben          −3    ·   ·   ·   ·   ·   ·   ·   ·   ·  1*   ·   ·      0   +3\n"
        "── Garages des autres ──────────────────────────────────────────────────────────\n"
        "  Ben        ]>                                ]MIN-MIN-MIN-MIN-MIN-MIN-MIN-CIT>\n"
        "── Triage ──────────────────────────────────────────────────────────────────────\n"
        "  1 ]CIT-MIN>\n"
        "  2 ]>\n"
        "  3 ]>\n"
        "  4 ]>\n"
        "  5 ]COU-COU-BOB-BES-REM>\n"
        "── Votre garage et vos trains, Ada ─────────────────────────────────────────────\n"
        "  1 ]TRE-TOM-COU>\n"
        "  2 ]>\n"
        "  En main  CIT×2\n"
        "  1 COU×3  2 MIN×10#  3 COU+CIT  4–5 libres\n");
}

Test(freight_train_drawing, within_a_turn_only_what_the_decision_needs)
{
    State state = small_position();
    char *text = drawing(&state, LANGUAGE_EN, DETAIL_TURN);

    cr_expect_eq(strncmp(text, "── Main yard", strlen("── Main yard")), 0, "%s", text);
    cr_expect_not_null(strstr(text, "In hand  TNK×2"));
    free(text);
}

Test(freight_train_drawing, says_when_the_day_may_end)
{
    State state = small_position();
    FtState *ft = position_of(&state);

    ft->bottom = ft->deck_count;
    char *soon = drawing(&state, LANGUAGE_EN, DETAIL_WHOLE);
    cr_expect_not_null(strstr(soon, "the day may end any time"));
    ft->bottom = 0;
    ft->is_ending = 1;
    char *ending = drawing(&state, LANGUAGE_EN, DETAIL_WHOLE);
    cr_expect_not_null(strstr(ending, "last round of the day"));
    free(soon);
    free(ending);
}

Test(freight_train_drawing, five_players_fit_the_page)
{
    Match *match = freight_train_match(FT_SEATS, "five");
    char *text = drawing(match_state(match), LANGUAGE_EN, DETAIL_WHOLE);
    int lines = 0;

    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    cr_expect_leq(lines, 22);
    cr_expect_not_null(strstr(text, "Elisabeth…"), "a long name is cut, not lost");
    free(text);
    match_free(match);
}

static char *help_with(int edition, int mixed)
{
    State state = small_position();

    position_of(&state)->options[FT_OPTION_EDITION] = (uint8_t)edition;
    position_of(&state)->options[FT_OPTION_MIXED] = (uint8_t)mixed;
    return helped(&DRAWING_FREIGHT_TRAIN, &state);
}

Test(freight_train_drawing, help_says_whether_mixed_trains_score)
{
    static const struct {
        int edition, mixed, scores;
    } cases[] = {
        { FT_MAYFAIR, FT_MIXED_AS_EDITION, 1 },
        { FT_WHITE_WIND, FT_MIXED_AS_EDITION, 0 },
        { FT_MAYFAIR, FT_MIXED_NONE, 0 },
        { FT_WHITE_WIND, FT_MIXED_SCORES, 1 },
    };

    for (int i = 0; i < 4; i++) {
        char *text = help_with(cases[i].edition, cases[i].mixed);
        cr_expect_eq(strstr(text, "the mixed trains score as well") != NULL,
                     cases[i].scores);
        cr_expect_eq(strstr(text, "mixed trains score nothing") != NULL, !cases[i].scores);
        free(text);
    }
}

/* ------------------------------------------------------------------------- */
/* The whole yard in one line                                                */
/* ------------------------------------------------------------------------- */

enum { YARD_LINE_MAX = 256 };

/* The yard of seat 0 as a line, the second siding first and backwards. */
static void turned_yard(const Match *match, char line[YARD_LINE_MAX])
{
    const FtState *ft = (const FtState *)(const void *)match_state(match);
    const FtYardSiding *yard = ft->players[0].yard;

    line[0] = '\0';
    for (int s = FT_YARD_SIDINGS - 1; s >= 0; s--) {
        for (int i = yard[s].length - 1; i >= 0; i--) {
            strcat(line, words_name(LANGUAGE_EN, &FREIGHT_TRAIN,
                                    DRAWING_FREIGHT_TRAIN.names[0], yard[s].cars[i]));
            strcat(line, " ");
        }
        strcat(line, s > 0 ? "/ " : "\n");
    }
}

static void expect_turned(const FtState *before, const FtState *after)
{
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        const FtYardSiding *old = &before->players[0].yard[1 - s];
        const FtYardSiding *new = &after->players[0].yard[s];

        cr_assert_eq(new->length, old->length);
        for (int i = 0; i < new->length; i++)
            cr_expect_eq(new->cars[i], old->cars[old->length - 1 - i]);
    }
}

Test(freight_train_line, rearranges_the_whole_yard_for_one_point)
{
    Talk talk = { .match = freight_train_match(2, "line"), .confirms_turns = 1 };
    State before = *match_state(talk.match);
    char line[YARD_LINE_MAX];

    turned_yard(talk.match, line);
    talk_run(&talk, line);
    const FtState *after = (const FtState *)(const void *)match_state(talk.match);
    expect_turned(position_of(&before), after);
    cr_expect_eq(after->players[0].points, FT_FIRST_POINTS - 1);
    cr_expect_neq(after->turn, 0);
    talk_free(&talk);
}

Test(freight_train_line, is_taken_back_in_one_and_can_be_typed_again)
{
    Talk talk = { .match = freight_train_match(2, "line"), .confirms_turns = 1 };
    State before = *match_state(talk.match);
    char line[YARD_LINE_MAX], script[3 * YARD_LINE_MAX];

    turned_yard(talk.match, line);
    snprintf(script, sizeof script, "%su\n", line);
    talk_run(&talk, script);
    cr_expect_eq(match_move_count(talk.match), 0);
    cr_expect_arr_eq(match_state(talk.match), &before, sizeof before);

    snprintf(script, sizeof script, "%su\n%s", line, line);
    talk_run(&talk, script);
    expect_turned(position_of(&before),
                  (const FtState *)(const void *)match_state(talk.match));
    talk_free(&talk);
}

/* Steps are undone one by one, before and after a whole line. */
Test(freight_train_line, steps_are_still_taken_back_one_by_one)
{
    Talk talk = { .match = freight_train_match(2, "line"), .confirms_turns = 1 };
    char line[YARD_LINE_MAX], script[2 * YARD_LINE_MAX];

    turned_yard(talk.match, line);
    snprintf(script, sizeof script, "%su\n1\n1\nu\n", line);
    talk_run(&talk, script);
    cr_expect_eq(match_move_count(talk.match), 1);
    talk_free(&talk);
}

Test(freight_train_line, goes_on_from_what_is_down_already)
{
    Talk talk = { .match = freight_train_match(2, "line"), .confirms_turns = 1 };
    State before = *match_state(talk.match);
    const FtYardSiding *second = &position_of(&before)->players[0].yard[1];
    int first_car = second->cars[second->length - 1];
    char line[YARD_LINE_MAX];

    turned_yard(talk.match, line);
    match_apply(talk.match, 0, action_make(FT_REARRANGE, 0, 0), NULL);
    match_apply(talk.match, 0, action_make(FT_STORE, first_car, 0), NULL);
    talk_run(&talk, line);
    expect_turned(position_of(&before),
                  (const FtState *)(const void *)match_state(talk.match));
    talk_free(&talk);
}

static void expect_error(const char *line, const char *error)
{
    Talk talk = { .match = freight_train_match(2, "line") };

    talk_run(&talk, line);
    cr_expect_not_null(strstr(talk.out, error), "%s", talk.out);
    cr_expect_eq(match_move_count(talk.match), 0);
    talk_free(&talk);
}

Test(freight_train_line, a_wrong_line_is_explained_and_changes_nothing)
{
    expect_error("BOX / ORE\n", "Use every car of your yard exactly once.");
    expect_error("box zug\n", "\"zug\" is no car");
    expect_error("/ / BOX\n", "Your yard has two sidings");
    expect_error("/\n", "Use every car of your yard exactly once.");
    expect_error("BOX BOX BOX BOX BOX BOX BOX BOX BOX\n", "eight cars at most");
    expect_error("/ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "is no car");
}

/* Only one siding has cars left: there is one number to type. */
Test(freight_train_line, one_choice_is_not_a_range)
{
    Talk talk = { .match = freight_train_match(2, "one") };
    State start = *match_state(talk.match);
    FtState *ft = position_of(&start);

    for (int s = 1; s < FT_MAIN_SIDINGS; s++)
        ft->main[s].length = 0;
    ft->stage = FT_TAKING;
    ft->held_count = 1;
    ft->held[FT_BOX] = 1;
    Match *match = match_new_at(&FREIGHT_TRAIN, match_setup(talk.match), &start);
    match_free(talk.match);
    talk.match = match;
    talk_run(&talk, "7\n");
    cr_expect_not_null(strstr(talk.out, "Type 1, or ? for help."), "%s", talk.out);
    talk_free(&talk);
}
