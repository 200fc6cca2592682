/* test_advice.c: a hint shows the numbers of the search. */
#include "tui/advice.h"

#include "ai/ai.h"
#include "games/station_master/sm.h"
#include "wire/hint.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES_OF[SEATS_MAX] = { "Ada", "Bruno", "Chloe" };
enum { SEATS = 3 };

typedef struct Asked {
    Question question;
    Action hint;
    Thoughts thoughts;
} Asked;

static void ask(Asked *asked)
{
    Bot bot = BOT_MEDIUM;
    State state = { 0 }, view;
    Setup setup;
    Rng rng;

    rng_seed(&rng, 8);
    game_default_setup(&STATION_MASTER, SEATS, &setup);
    STATION_MASTER.setup(&state, &setup);
    int seat = seats_first(STATION_MASTER.waiting(&state));
    STATION_MASTER.observe(&state, seat, &view);
    question_make(&asked->question, &STATION_MASTER, &view, seat);
    bot.budget.iterations = 200;
    asked->hint =
        bot_think(&bot, &STATION_MASTER, &view, NULL, seat, &rng, &asked->thoughts);
}

/* What is printed, to free. */
static char *print(const Asked *asked, Language language)
{
    Canvas canvas = { .width = SCREEN_WIDTH };
    Screen screen = {
        .canvas = &canvas, .language = language, .players = NAMES_OF, .width = SCREEN_WIDTH
    };
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    advice_print(&screen, &asked->question, SEATS, asked->hint, &asked->thoughts);
    screen_print(&screen, file, 0);
    canvas_free(&canvas);
    fclose(file);
    return text;
}

static void expect_line(const char *text, const char *line)
{
    cr_expect_not_null(strstr(text, line), "not there: %s\nin:\n%s", line, text);
}

Test(advice, chances_are_those_of_the_search)
{
    Asked *asked = calloc(1, sizeof *asked);
    char line[64];

    ask(asked);
    char *text = print(asked, LANGUAGE_EN);
    expect_line(text, "── Chances to win after the hint ─");
    for (int seat = 0; seat < SEATS; seat++) {
        snprintf(line, sizeof line, "%5d %%   %s",
                 (int)(asked->thoughts.win[seat] * 100 + 0.5), NAMES_OF[seat]);
        expect_line(text, line);
    }
    for (int i = 0; i < 3; i++) {
        double win = asked->thoughts.considered[i].win[asked->question.seat];
        snprintf(line, sizeof line, "%5d %%   ", (int)(win * 100 + 0.5));
        expect_line(text, line);
    }
    free(text);
    free(asked);
}

Test(advice, leads_stand_where_every_chance_is_0_or_100)
{
    Asked *asked = calloc(1, sizeof *asked);

    ask(asked);
    for (int seat = 0; seat < SEATS; seat++) {
        asked->thoughts.win[seat] = seat == 1 ? 0.997 : 0.0015;
        asked->thoughts.lead[seat] = seat == 1 ? 41.6 : -41.6 - seat;
    }
    char *text = print(asked, LANGUAGE_EN);
    expect_line(text, "── Expected leads after the hint ─");
    expect_line(text, "  −42     Ada");
    expect_line(text, "  +42     Bruno");
    expect_line(text, "  −44     Chloe");
    cr_expect_null(strchr(text, '%'));
    free(text);
    free(asked);
}

/* The reasons there are, in both languages. */
Test(advice, reason_says_what_the_turn_brings_and_who_would_do_it)
{
    Asked *asked = calloc(1, sizeof *asked);

    ask(asked);
    Reason *reason = &asked->thoughts.reason;
    *reason = (Reason){ .has_term = 1,
                        .term = { .kind = SM_TERM_PASSENGERS,
                                  .seat = (int8_t)asked->question.seat,
                                  .amount = 12,
                                  .fields = { 0, 0, 3, 4 } },
                        .before = -6,
                        .rival = 1 };
    char *en = print(asked, LANGUAGE_EN), *fr = print(asked, LANGUAGE_FR);
    expect_line(en, "Your turn brings +12 instead of −6: ");
    expect_line(en, "; otherwise");
    expect_line(en, "Bruno would probably do it.");
    expect_line(fr, "Votre tour rapporte +12 au lieu de −6");
    expect_line(fr, "sinon, ");
    free(en);
    free(fr);
    reason->term.seat = 0;
    reason->rival = NOBODY;
    cr_assert_neq(asked->question.seat, 0);
    en = print(asked, LANGUAGE_EN);
    expect_line(en, "Your turn leaves Ada +12 instead of −6: ");
    free(en);
    *reason = (Reason){ .rival = NOBODY };
    en = print(asked, LANGUAGE_EN);
    expect_line(en, "The next best wins in ");
    free(en);
    free(asked);
}
