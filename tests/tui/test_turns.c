/* test_turns.c: what the others did since the viewer's last turn, a line for each. */
#include "talk.h"

#include "games/freight_train/ft.h"
#include "play/setup.h"
#include "tui/turns.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const PLAYERS[SEATS_MAX] = { "Ada",       "Bartholome", "Cornelius1",
                                                "Dorothea2", "Élisabeth3", "Ferdinand4" };

/* The lines of one viewer, as text; the caller frees it. */
static char *turns_text(const Journal *journal, const Game *game, int seats, int viewer,
                        Language language, int rows)
{
    Canvas canvas = { .width = 200 };
    Screen screen = {
        .canvas = &canvas, .language = language, .players = PLAYERS, .width = SCREEN_WIDTH
    };
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);

    turns_print(journal, &screen, game, seats, viewer, rows);
    screen_print(&screen, out, 0);
    fclose(out);
    canvas_free(&canvas);
    return text;
}

/* Where one player has two long turns in a row, whole steps may be left out at the
 * beginning: "… parks 16 cars; couples 3 cars". */
typedef struct Count {
    int lines, shortened;
} Count;

static void expect_lines(const Journal *journal, const Game *game, int seats, Rng *rng,
                         Count *seen)
{
    int viewer = (int)rng_below(rng, (uint32_t)seats + 1) - 1; /* or NOBODY */
    char *text = turns_text(journal, game, seats, viewer,
                            (Language)rng_below(rng, LANGUAGES), SEATS_MAX);
    int lines = 0;

    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        lines++;
        cr_expect_leq(text_width(line), SCREEN_WIDTH, "%s: %s", game->id, line);
        seen->lines++;
        seen->shortened += strstr(line, "…") != NULL;
        cr_expect_null(strchr(line, '{'), "%s: %s", game->id, line);
    }
    cr_expect_leq(lines, turns_count(journal, seats, viewer), "%s", game->id);
    free(text);
}

/* Every position of a random game of every number of players. */
static void play_and_look(const Game *game, int seats, Count *seen)
{
    Journal journal = { 0 };
    Action actions[ACTIONS_MAX];
    Setup setup;
    State state;
    Rng rng;

    game_default_setup(game, seats, &setup);
    memset(&state, 0, sizeof state);
    game->setup(&state, &setup);
    rng_seed(&rng, (uint64_t)seats);
    for (int n = 0; !game_is_over(game, &state); n++) {
        Events events = { 0 };
        int seat = seats_first(game->waiting(&state));
        int count = game->list(&state, seat, actions);

        game->apply(&state, seat, actions[rng_below(&rng, (uint32_t)count)], &events);
        cr_assert(journal_add(&journal, n, &events));
        expect_lines(&journal, game, seats, &rng, seen);
    }
    journal_free(&journal);
}

Test(turns, of_every_game_fit_a_line_and_are_whole)
{
    Count seen = { 0, 0 };

    for (int i = 0; i < catalogue_count(); i++) {
        const Game *game = catalogue_game(i);
        for (int seats = game->least_seats; seats <= game->most_seats; seats++)
            play_and_look(game, seats, &seen);
    }
    cr_expect_gt(seen.lines, 10000);
    cr_expect_lt(seen.shortened * 1000, seen.lines, "%d of %d", seen.shortened, seen.lines);
}

/* A turn of Freight Train that began after the viewer's. */
Test(turns, say_what_went_where_and_count_what_is_alike)
{
    Journal journal = { 0 };
    Events events = { 0 };

    events_report(&events, FT_EVENT_CALLED, 0, .marks = 0);
    events_report(&events, FT_EVENT_TOOK, 1, .fields = { FT_BOX, 2 });
    events_report(&events, FT_EVENT_COUPLED, 1, .fields = { FT_BOX, 0 });
    events_report(&events, FT_EVENT_COUPLED, 1, .fields = { FT_BOX, 0 });
    events_report(&events, FT_EVENT_STORED, 1, .fields = { FT_TANK, 1 });
    events_report(&events, FT_EVENT_PASSED, 2, .marks = 0);
    cr_assert(journal_add(&journal, 0, &events));
    char *text = turns_text(&journal, &FREIGHT_TRAIN, 3, 0, LANGUAGE_EN, SEATS_MAX);
    cr_expect_str_eq(text, "  Bartholome couples BOX→1 ×2; parks TNK\n"
                           "  Cornelius1 has to pass\n");
    free(text);
    text = turns_text(&journal, &FREIGHT_TRAIN, 3, 0, LANGUAGE_EN, 1);
    cr_expect_str_eq(text, "  Cornelius1 has to pass\n", "the newest: %s", text);
    free(text);
    journal_free(&journal);
}

/* A new yard of sixteen cars. */
Test(turns, too_long_for_a_line_are_counted)
{
    Journal journal = { 0 };
    Events events = { 0 };

    events_report(&events, FT_EVENT_REARRANGES, 1, .marks = 0);
    for (int car = 0; car < FT_TYPES; car++)
        events_report(&events, FT_EVENT_STORED, 1, .fields = { car, 1 });
    cr_assert(journal_add(&journal, 0, &events));
    char *text = turns_text(&journal, &FREIGHT_TRAIN, 2, 0, LANGUAGE_FR, SEATS_MAX);
    cr_expect_not_null(strstr(text, "11 wagons"), "%s", text);
    free(text);
    journal_free(&journal);
}
