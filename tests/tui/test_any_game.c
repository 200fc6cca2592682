/* test_any_game.c: a game without a drawing of its own can be played, and shows no more
 * than its seat may know. */
#include "talk.h"

#include "games/all.h"
#include "games/kuhn_poker.h"
#include "tui/draw.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const Game *game_of(const char *id)
{
    for (int i = 0; i < all_games_count(); i++) {
        if (strcmp(all_games(i)->id, id) == 0)
            return all_games(i);
    }
    cr_assert_fail("no game %s", id);
    return NULL;
}

static Match *default_match(const Game *game)
{
    Setup setup;

    game_default_setup(game, game->least_seats, &setup);
    Match *match = match_new(game, &setup);
    cr_assert_not_null(match);
    return match;
}

Test(any_game, can_be_played_to_its_end)
{
    for (int i = 0; i < all_games_count(); i++) {
        Talk talk = { .match = default_match(all_games(i)),
                      .humans = seats_all(SEATS_MAX) };
        char *script = repeat("1\n", 5000);

        talk_run(&talk, script);
        cr_expect_eq(talk.end, COURSE_OVER, "%s", all_games(i)->id);
        cr_expect_not_null(strstr(talk.out, "── Result ──"));
        free(script);
        talk_free(&talk);
    }
}

Test(any_game, without_words_every_choice_can_still_be_told)
{
    Talk talk = { .match = default_match(game_of("tic-tac-toe")), .humans = seats_all(2) };

    talk_run(&talk, "");
    cr_expect_not_null(strstr(talk.out, "1) tic-tac-toe.do.mark cell 1"), "%s", talk.out);
    cr_expect_not_null(strstr(talk.out, "9) tic-tac-toe.do.mark cell 9"), "%s", talk.out);
    talk_free(&talk);
}

/* The output of DRAWING_GENERIC for a seat; the caller frees it. */
static char *outline(const Match *match, int seat)
{
    State view = { { 0 } };
    const Scene scene = { match_game(match), &view, seat, NOBODY, 0 };

    match_game(match)->observe(match_state(match), seat, &view);
    return drawn(&DRAWING_GENERIC, &scene, NULL, LANGUAGE_EN, DETAIL_WHOLE);
}

Test(any_game, hides_what_the_seat_may_not_know)
{
    static const char *const CARDS[] = { "jack", "queen", "king" };
    Match *match = default_match(&KUHN_POKER);
    const KuhnState *kuhn = (const KuhnState *)(const void *)match_state(match);

    for (int seat = 0; seat < KUHN_SEATS; seat++) {
        char *text = outline(match, seat);
        cr_expect_not_null(strstr(text, CARDS[kuhn->cards[seat]]), "%s", text);
        cr_expect_null(strstr(text, CARDS[kuhn->cards[1 - seat]]), "%s", text);
        cr_expect_not_null(strstr(text, "?"), "%s", text);
        free(text);
    }
    match_free(match);
}

/* ------------------------------------------------------------------------- */
/* Several people and hidden information                                     */
/* ------------------------------------------------------------------------- */

enum { PAGE = 50 };

/* The number of empty lines right before `at`. */
static int blank_lines_before(const char *text, const char *at)
{
    int lines = 0;

    while (at > text && *--at == '\n')
        lines++;
    return lines;
}

static int count_many(const Scene *scene)
{
    (void)scene;
    return 40;
}

static void draw_mark(Screen *screen, const Scene *scene)
{
    (void)scene;
    screen_put(screen, INK_PLAIN, "#");
}

Test(any_game, may_have_many_blocks)
{
    static const Block BLOCKS[] = { { .width = 2, .count = count_many, .draw = draw_mark },
                                    { 0 } };
    const Drawing drawing = { .blocks = BLOCKS };
    const Scene scene = { .seat = NOBODY };
    const LayoutRoom room = { 20, 20, 20 };
    Canvas canvas = { .width = 80 };
    Screen screen = { .canvas = &canvas, .width = 80 };
    int shown = 0;

    layout_table(&screen, &drawing, &scene, &room);
    for (int column = 0; column < 80; column++) {
        const Cell *cell = canvas_at(&canvas, 0, column);
        shown += cell != NULL && cell->text[0] == '#';
    }
    cr_expect_eq(shown, 40);
    canvas_free(&canvas);
}

Test(any_game, hands_over_before_another_persons_view)
{
    Talk talk = { .match = default_match(&KUHN_POKER), .humans = seats_all(2) };

    talk_run(&talk, "\n1\n");
    const char *first = strstr(talk.out, "Ada, it is your turn. Press Enter");
    const char *second = strstr(talk.out, "Ben, it is your turn. Press Enter");
    cr_assert(first != NULL && second != NULL, "%s", talk.out);
    cr_expect_not_null(strstr(first, "card: "), "Ada has seen her card");
    cr_expect_geq(blank_lines_before(talk.out, second), PAGE, "and it is gone");
    cr_expect_null(strstr(second, "card: "), "Ben has not pressed Enter yet");
    talk_free(&talk);
}

Test(any_game, can_be_left_while_handing_over)
{
    Talk talk = { .match = default_match(&KUHN_POKER), .humans = seats_all(2) };

    talk_run(&talk, "p\nl\nu\nq\n1\n");
    cr_expect_null(strstr(talk.out, "card: "), "commands show nothing yet");
    cr_expect_eq(talk.end, COURSE_LEFT);
    cr_expect_eq(match_move_count(talk.match), 0);
    talk_free(&talk);
}

Test(any_game, one_person_need_not_hand_over)
{
    Talk talk = { .match = default_match(&KUHN_POKER), .humans = seat_bit(0) };

    talk_run(&talk, "1\n1\n");
    cr_expect_null(strstr(talk.out, "Press Enter"));
    talk_free(&talk);
}

/* At the end all see the table: one bets, the other gives up, and no card is shown. */
Test(any_game, the_end_shows_what_a_spectator_sees)
{
    Talk talk = { .match = default_match(&KUHN_POKER), .humans = seats_all(2) };
    char *script = repeat("\n2\n\n1\n", 20);

    talk_run(&talk, script);
    cr_expect_eq(talk.end, COURSE_OVER);
    const char *last = NULL;
    for (const char *at = talk.out; (at = strstr(at, "players:")) != NULL; at++)
        last = at;
    cr_assert_not_null(last);
    cr_expect_not_null(strstr(last, "card: ?"));
    for (const char *at = last; (at = strstr(at, "card: ")) != NULL; at++)
        cr_expect_eq(at[6], '?', "%s", last);
    free(script);
    talk_free(&talk);
}
