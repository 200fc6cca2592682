/* test_tables.c: the tables of the full screen, in random games of every kind: they
 * fit, and the things that an action is about are marked. */
#include "games/catalogue.h"
#include "games/freight_train/ft.h"
#include "play/setup.h"
#include "tui/layout.h"
#include "tui/course.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, HEIGHT = 24, AROUND = 6 }; /* bar, log, rule, two of menu, keys */

static const char *const PLAYERS[SEATS_MAX] = { "Ada", "Zoé", "Bo", "Cy", "Dot", "Eve" };

static void draw(Canvas *canvas, const Game *game, const State *view, int seat,
                 Language language, int width)
{
    Screen screen = {
        .language = language, .players = PLAYERS, .width = width, .canvas = canvas
    };
    const Scene scene = { game, view, seat, NOBODY, 0 };
    const LayoutRoom room = { HEIGHT - AROUND, HEIGHT - AROUND, HEIGHT - AROUND };

    canvas_clear(canvas, width);
    layout_table(&screen, drawing_of(game), &scene, &room);
}

/* All that is drawn: is_drawn[spot]. */
static void find_spots(const Canvas *canvas, uint8_t is_drawn[UINT16_MAX + 1])
{
    memset(is_drawn, 0, UINT16_MAX + 1);
    for (int row = 0; row < canvas->height; row++) {
        for (int column = 0; column < canvas->width; column++)
            is_drawn[canvas_at(canvas, row, column)->spot] = 1;
    }
}

static void expect_spots(const Canvas *canvas, const Game *game, const State *view,
                         int seat, const Action *actions, int count)
{
    uint8_t is_drawn[UINT16_MAX + 1];

    find_spots(canvas, is_drawn);
    for (int i = 0; i < count; i++) {
        int spots[TOUCHED_MAX];
        int touched = drawing_of(game)->touch(view, seat, actions[i], spots);

        cr_assert_leq(touched, TOUCHED_MAX);
        for (int s = 0; s < touched; s++)
            cr_assert(is_drawn[spots[s]], "%s: action %x is about %d, not drawn", game->id,
                      actions[i], spots[s]);
    }
}

/* A random game, drawn before each decision: at every width, with the sanitizers at one
 * of them in turn. */
static void play_and_look(const Game *game, const Setup *setup, Language language,
                          uint64_t seed)
{
    enum { VIEWS = 3 };
    static const int WIDTHS[VIEWS] = { WIDTH, 108, 170 };
    int step = getenv("ROUNDHOUSE_PROOF") != NULL ? VIEWS : 1, first = 0;
    State state, view;
    Action actions[ACTIONS_MAX];
    Canvas canvas = { 0 };
    Rng rng;

    game->setup(&state, setup);
    rng_seed(&rng, seed);
    while (!game_is_over(game, &state)) {
        int seat = seats_first(game->waiting(&state));

        memset(&view, 0, sizeof view);
        game->observe(&state, seat, &view);
        int count = game->list(&view, seat, actions);
        first = (first + 1) % step;
        for (int w = first; w < VIEWS; w += step) {
            draw(&canvas, game, &view, seat, language, WIDTHS[w]);
            cr_assert_leq(canvas.height, HEIGHT - AROUND, "%s for %d: %d rows", game->id,
                          setup->seats, canvas.height);
            expect_spots(&canvas, game, &view, seat, actions, count);
        }
        game->apply(&state, seat, actions[rng_below(&rng, (uint32_t)count)], NULL);
    }
    memset(&view, 0, sizeof view);
    game->observe(&state, NOBODY, &view);
    draw(&canvas, game, &view, NOBODY, language, WIDTH);
    canvas_free(&canvas);
}

Test(tables, fit_on_24_rows_of_any_width_and_show_what_actions_are_about)
{
    enum { GAMES = 3 };

    setlocale(LC_CTYPE, "C.UTF-8");
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        for (int seats = game->least_seats; seats <= game->most_seats; seats++) {
            for (int n = 0; n < GAMES; n++) {
                Setup setup;

                game_default_setup(game, seats, &setup);
                setup.seed[0] = (uint8_t)n;
                if (n == 1 && option_find(game, "cabooses") >= 0)
                    setup_set_option(game, &setup, "cabooses", "on");
                play_and_look(game, &setup, n == 2 ? LANGUAGE_FR : LANGUAGE_EN,
                              (uint64_t)n);
            }
        }
    }
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

/* Continuation lines of a sentence are indented. */
static int begins_sentence(const Canvas *canvas)
{
    enum { FIRST_COLUMN = 2 };

    return canvas->height == 0 || canvas_at(canvas, 0, FIRST_COLUMN)->text[0] != '\0';
}

static void look_at_log(const Journal *journal, const Game *game, int rows)
{
    Canvas canvas = { .width = WIDTH };
    Screen screen = { .players = PLAYERS, .width = WIDTH, .canvas = &canvas };

    journal_print_last(journal, &screen, game, 0, rows);
    cr_assert_leq(canvas.height, rows, "%s: %d rows of %d", game->id, canvas.height, rows);
    cr_assert(begins_sentence(&canvas), "%s: begins within a sentence", game->id);
    canvas_free(&canvas);
}

Test(log, shows_the_newest_in_whole_sentences)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        Setup setup;
        Journal journal = { 0 };
        Action actions[ACTIONS_MAX];
        int seat;

        game_default_setup(game, 3, &setup);
        Match *match = match_new(game, &setup);
        for (int n = 0;
             n < 150 && (seat = seats_first(game->waiting(match_state(match)))) != NOBODY;
             n++) {
            int count = game->list(match_state(match), seat, actions);
            Events events = { 0 };
            cr_assert_eq(match_apply(match, seat, actions[n % count], &events), MATCH_OK);
            cr_assert(journal_add(&journal, n, &events));
            for (int rows = 2; rows <= 12; rows += 5)
                look_at_log(&journal, game, rows);
        }
        journal_free(&journal);
        match_free(match);
    }
}

/* ------------------------------------------------------------------------- */
/* The menu                                                                  */
/* ------------------------------------------------------------------------- */

Test(menu, leads_to_every_choice_by_arrows_and_by_clicks)
{
    Setup setup;
    static Menu menu;
    Canvas canvas = { .width = WIDTH };
    Screen screen = { .players = PLAYERS, .width = WIDTH, .canvas = &canvas };

    setlocale(LC_CTYPE, "C.UTF-8");
    game_default_setup(CATALOGUE[0], 3, &setup);
    Match *match = match_new(CATALOGUE[0], &setup);
    const State *state = match_state(match);
    menu_ask(&menu, CATALOGUE[0], state, seats_first(CATALOGUE[0]->waiting(state)));
    menu_draw(&menu, &screen, MENU_SHORT);
    for (int i = 0; i < menu.question.count; i++) {
        const Cell *cell = canvas_at(&canvas, menu.places[menu.chosen].row,
                                     menu.places[menu.chosen].column);

        cr_expect_eq(menu.chosen, i);
        cr_expect_eq(cell->spot, CHOICE_SPOT + i);
        cr_expect_eq(menu_find(&menu, menu_action(&menu)), i);
        menu_go(&menu, 0, 1);
    }
    cr_expect_eq(menu.chosen, 0, "after the last comes the first");
    menu_go(&menu, 1, 0);
    cr_expect_gt(menu.places[menu.chosen].row, 0);
    menu_go(&menu, -1, 0);
    cr_expect_eq(menu.places[menu.chosen].row, 0);
    canvas_free(&canvas);
    match_free(match);
}

/* Does the action make a mixed train for its player, who had none? */
static int makes_mixed_train(const State *state, int seat, Action action)
{
    State after = *state;
    const FtState *ft = (const FtState *)(const void *)state;
    const FtState *then = (const FtState *)(const void *)&after;

    FREIGHT_TRAIN.apply(&after, seat, action, NULL);
    return ft_mixed_train(&ft->players[seat]) < 0
           && ft_mixed_train(&then->players[seat]) >= 0;
}

/* The default choice does not, unless there is no other. */
Test(menu, makes_no_mixed_train_that_nobody_asked_for)
{
    static Menu menu;
    State state = { { 0 } };
    Setup setup;
    Rng rng;
    int avoided = 0;

    game_default_setup(&FREIGHT_TRAIN, 3, &setup);
    FREIGHT_TRAIN.setup(&state, &setup);
    rng_seed(&rng, 1);
    while (!game_is_over(&FREIGHT_TRAIN, &state)) {
        int seat = seats_first(FREIGHT_TRAIN.waiting(&state));

        menu_ask(&menu, &FREIGHT_TRAIN, &state, seat);
        avoided += makes_mixed_train(&state, seat, menu.question.actions[0])
                   && !makes_mixed_train(&state, seat, menu_action(&menu));
        for (int i = 0; i < menu.question.action_count; i++) {
            if (makes_mixed_train(&state, seat, menu_action(&menu)))
                cr_assert(makes_mixed_train(&state, seat, menu.question.actions[i]));
        }
        int n = (int)rng_below(&rng, (uint32_t)menu.question.action_count);
        FREIGHT_TRAIN.apply(&state, seat, menu.question.actions[n], NULL);
    }
    cr_expect_gt(avoided, 0);
}
