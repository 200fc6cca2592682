/* test_station_master.c: Station Master drawn. */
#include "talk.h"

#include "games/station_master/sm.h"
#include "tui/draw.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const PLAYERS[] = { "Ada",  "Ben",          "Cleo",
                                       "Dora", "Elisabeth II", "François" };

/* The drawing of a position as a seat sees it; the caller frees it. */
static char *drawing(const SmState *sm, int seat, Language language, Detail detail)
{
    State view = { { 0 } };
    const Scene scene = { &STATION_MASTER, &view, seat, NOBODY, 0 };

    STATION_MASTER.observe(sm, seat, &view);
    return drawn(&DRAWING_STATION_MASTER, &scene, PLAYERS, language, detail);
}

/* A small position of two players, set by hand. */
static SmState small_position(void)
{
    SmState sm = {
        .seats = 2,
        .players = { { 12, 10, 2, { SM_PLUS_6, SM_REPAIR_5 }, 4, { 2, 1, 1 } },
                     { -3, 0, 3, { SM_PLUS_1, SM_PLUS_1, SM_ROYAL }, 3, { 2, 1 } } },
        .station_count = 2,
        .station = { { .locomotive = 2, /* ordinary-5 */
                       .royals = 1,
                       .standings = 2,
                       .carriage_count = 3,
                       .carriages = { SM_PLUS_6, SM_MINUS_1, SM_FIRST_CLASS },
                       .token_count = 5,
                       .tokens = { { 0, 2 }, { 1, 3 }, { 1, 1 }, { 0, 1 }, { 1, 2 } } },
                     { .locomotive = 6 /* executive-4 */ } },
        .deck_count = 62,
        .pile_count = 1,
        .discard_count = 6,
        .discard = { SM_CABOOSE, SM_PLUS_1, SM_MINUS_6, SM_STANDING, SM_EXECUTIVE_CLASS,
                     SM_TRANSFER },
    };

    sm_keep_room(&sm);
    return sm;
}

static void expect_drawn(int seat, Language language, const char *expected)
{
    SmState sm = small_position();
    char *text = drawing(&sm, seat, language, DETAIL_WHOLE);

    cr_expect_str_eq(text, expected, "drawn:\n%s", text);
    free(text);
}

Test(station_master_drawing, in_english)
{
    expect_drawn(
        0, LANGUAGE_EN,
        "── Deck 62 · discards 6 · 1 locomotive to come ─────────────────────────────────\n"
        "  Players      pts best hand home\n"
        "> A Ada         12   10    2 1 1 2 3\n"
        "  B Ben         −3    0    3 ? ? ?\n"
        "── Station ─────────────────────────────────────── worth aboard ────────── you ─\n"
        "  1 ordinary 5  RSS  +6  −1 1st  ·   ·                −2 A2B?B?A1B?· ·      −6\n"
        "  2 executive 4      ·   ·   ·   ·                     0 ·  ·  ·  ·\n"
        "── Cards ───────────────────────────────────────────────────────────────────────\n"
        "  Discards    Transfer Passengers   executive class   Standing Room   −6   +1  …\n"
        "  Your hand   +6   Repair 5\n");
}

Test(station_master_drawing, in_french)
{
    expect_drawn(
        0, LANGUAGE_FR,
        "── Pioche 62 · défausse 6 · encore 1 locomotive ────────────────────────────────\n"
        "  Joueurs      pts  max main jetons\n"
        "> A Ada         12   10    2 1 1 2 3\n"
        "  B Ben         −3    0    3 ? ? ?\n"
        "── Gare ─────────────────────────────────────────── vaut à bord ───────── vous ─\n"
        "  1 ordinaire 5 RSS  +6  −1 1re  ·   ·                −2 A2B?B?A1B?· ·      −6\n"
        "  2 affaires 4       ·   ·   ·   ·                     0 ·  ·  ·  ·\n"
        "── Cartes ──────────────────────────────────────────────────────────────────────\n"
        "  Défausse    Correspondance   classe affaires   Places debout   −6   +1  …\n"
        "  Votre main  +6   Réparation 5\n");
}

Test(station_master_drawing, a_spectator_sees_no_hand_and_no_value)
{
    SmState sm = small_position();
    char *text = drawing(&sm, NOBODY, LANGUAGE_EN, DETAIL_WHOLE);

    cr_expect_null(strstr(text, "Repair 5"), "%s", text);
    cr_expect_null(strstr(text, "A2"), "%s", text);
    cr_expect_not_null(strstr(text, "A?"), "%s", text);
    free(text);
}

Test(station_master_drawing, within_a_turn_only_what_the_decision_needs)
{
    SmState sm = small_position();

    sm.stage = SM_ADMITTING;
    char *text = drawing(&sm, 0, LANGUAGE_EN, DETAIL_TURN);
    cr_expect_eq(strncmp(text, "── Station", strlen("── Station")), 0, "%s", text);
    free(text);
}

static int widest_line(const char *text)
{
    int widest = 0;

    while (*text != '\0') {
        char line[1024] = "";
        size_t length = strcspn(text, "\n");
        memcpy(line, text, length);
        if (text_width(line) > widest)
            widest = text_width(line);
        text += length + 1;
    }
    return widest;
}

/* Every position of a random game of six, in both languages. */
Test(station_master_drawing, six_players_fit_the_page)
{
    Action actions[ACTIONS_MAX];
    Setup setup;
    SmState sm;
    Rng rng;

    game_default_setup(&STATION_MASTER, SM_SEATS, &setup);
    STATION_MASTER.setup(&sm, &setup);
    rng_seed(&rng, 6);
    while (sm.stage != SM_OVER) {
        char *text = drawing(&sm, 4, (Language)rng_below(&rng, LANGUAGES), DETAIL_WHOLE);
        cr_assert_leq(widest_line(text), SCREEN_WIDTH, "%s", text);
        free(text);
        int count = STATION_MASTER.list(&sm, sm.turn, actions);
        STATION_MASTER.apply(&sm, sm.turn, actions[rng_below(&rng, (uint32_t)count)], NULL);
    }
}
