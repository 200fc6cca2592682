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
static char *turns_text(const Journal *journal, const Game *game, int viewer,
                        Language language, int rows)
{
    Canvas canvas = { .width = 200 };
    Screen screen = {
        .canvas = &canvas, .language = language, .players = PLAYERS, .width = SCREEN_WIDTH
    };
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);

    turns_print(journal, &screen, game, viewer, rows);
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

static int count_of(const char *text, const char *what)
{
    int count = 0;

    while ((text = strstr(text, what)) != NULL) {
        text += strlen(what);
        count++;
    }
    return count;
}

static void expect_lines(const Journal *journal, const Game *game, int seats, Rng *rng,
                         Count *seen)
{
    int viewer = (int)rng_below(rng, (uint32_t)seats + 1) - 1; /* or NOBODY */
    Language language = (Language)rng_below(rng, LANGUAGES);
    char *text = turns_text(journal, game, viewer, language, SEATS_MAX);
    int lines = 0;

    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        lines++;
        cr_expect_leq(text_width(line), SCREEN_WIDTH, "%s: %s", game->id, line);
        seen->lines++;
        seen->shortened += strstr(line, "…") != NULL;
        cr_expect_null(strchr(line, '{'), "%s: %s", game->id, line);
        if (language == LANGUAGE_FR) /* a space that does not break stands before it */
            cr_expect_eq(count_of(line, ";"), count_of(line, "\u00a0;"), "%s", line);
    }
    cr_expect_leq(lines, turns_count(journal, viewer), "%s", game->id);
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
    char *text = turns_text(&journal, &FREIGHT_TRAIN, 0, LANGUAGE_EN, SEATS_MAX);
    cr_expect_str_eq(text, "  Bartholome couples BOX→1 ×2; parks TNK\n"
                           "  Cornelius1 has to pass\n");
    free(text);
    text = turns_text(&journal, &FREIGHT_TRAIN, 0, LANGUAGE_EN, 1);
    cr_expect_str_eq(text, "  Cornelius1 has to pass\n", "the newest: %s", text);
    free(text);
    journal_free(&journal);
}

/* The text of a line that is too long to stand beside another. */
Test(turns, of_which_not_all_have_room_are_the_newest)
{
    Journal journal = { 0 };
    Events events = { 0 };

    for (int car = 0; car < 5; car++)
        events_report(&events, FT_EVENT_COUPLED, 1, .fields = { car, car });
    events_report(&events, FT_EVENT_PASSED, 2, .marks = 0);
    events_report(&events, FT_EVENT_PASSED, 3, .marks = 0);
    cr_assert(journal_add(&journal, 0, &events));
    char *text = turns_text(&journal, &FREIGHT_TRAIN, 0, LANGUAGE_EN, 1);
    cr_expect_str_eq(text, "  Cornelius1 has to pass                  "
                           "Dorothea2  has to pass\n");
    free(text);
    text = turns_text(&journal, &FREIGHT_TRAIN, 0, LANGUAGE_EN, 2);
    cr_expect_not_null(strstr(text, "  Bartholome couples"), "%s", text);
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
    char *text = turns_text(&journal, &FREIGHT_TRAIN, 0, LANGUAGE_FR, SEATS_MAX);
    cr_expect_not_null(strstr(text, "11 wagons"), "%s", text);
    free(text);
    journal_free(&journal);
}

/* ------------------------------------------------------------------------- */
/* In the dialogue of lines                                                  */
/* ------------------------------------------------------------------------- */

/* Where the first of the steps stands; what the viewer did and the table's events in the
 * words of the log. */
Test(turns, of_the_news_are_one_line_for_each_of_the_others)
{
    Canvas canvas = { .width = SCREEN_WIDTH };
    Screen screen = { .canvas = &canvas, .players = PLAYERS, .width = SCREEN_WIDTH };
    Journal journal = { 0 };
    Events events = { 0 };
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);

    events_report(&events, FT_EVENT_CALLED, 1, .marks = 0); /* read before */
    events_report(&events, FT_EVENT_STORED, 0, .fields = { FT_BOX, 1 });
    events_report(&events, FT_EVENT_COUPLED, 1, .fields = { FT_BOX, 0 });
    events_report(&events, FT_EVENT_DAY_BEGAN, NOBODY, .fields = { 2 });
    events_report(&events, FT_EVENT_PASSED, 2, .marks = 0);
    events_report(&events, FT_EVENT_STORED, 1, .fields = { FT_TANK, 1 });
    cr_assert(journal_add(&journal, 0, &events));
    turns_print_news(&journal, &screen, &FREIGHT_TRAIN, 1, 0);
    screen_print(&screen, out, 0);
    fclose(out);
    cr_expect_str_eq(text, "  Ada        parks the box car on siding 2\n"
                           "  Bartholome couples BOX→1; parks TNK\n"
                           "  Day 2 begins.\n"
                           "  Cornelius1 has to pass\n");
    free(text);
    canvas_free(&canvas);
    journal_free(&journal);
}

/* A paragraph goes on below its name. */
static int goes_on(const char *line)
{
    return strncmp(line, "             ", 13) == 0;
}

/* Below each heading every other player begins one line at most, which does not go on. */
static int expect_news_of_lines(char *out, const Game *game)
{
    static const char *const OTHERS[] = { "  Ben ", "  Cleo ", "  Dora ", "  Élise ",
                                          "  Flo " };
    int times[5] = { 0 }, is_news = 0, lines = 0, was_others = 0;

    for (char *line = out, *end; line != NULL && *line != '\0'; line = end) {
        end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        if (strstr(line, "── Meanwhile") == line) {
            memset(times, 0, sizeof times);
            is_news = 1;
        }
        is_news &= line[0] != '\0';
        cr_expect_not(is_news && was_others && goes_on(line), "%s: %s", game->id, line);
        was_others = 0;
        for (int i = 0; i < 5 && is_news; i++) {
            if (strncmp(line, OTHERS[i], strlen(OTHERS[i])) != 0)
                continue;
            cr_expect_eq(++times[i], 1, "%s: twice: %s", game->id, line);
            was_others = 1;
            lines++;
        }
    }
    return lines;
}

Test(turns, of_every_game_are_one_line_for_each_of_the_others_in_the_dialogue)
{
    for (int i = 0; i < catalogue_count(); i++) {
        const Game *game = catalogue_game(i);
        char *script = repeat("1\n", 4000);
        Talk talk = { 0 };
        Setup setup;

        game_default_setup(game, game->most_seats, &setup);
        talk.match = match_new(game, &setup);
        talk_run(&talk, script);
        cr_expect_eq(talk.end, COURSE_OVER, "%s", game->id);
        cr_expect_gt(expect_news_of_lines(talk.out, game), 20, "%s", game->id);
        free(script);
        talk_free(&talk);
    }
}
