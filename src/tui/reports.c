/* reports.c: what was paid, and what the result is made of, line by line. */
#include "tui/reports.h"

#include "wire/sentences.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMN = 2, TEXT_COLUMN = NAME_COLUMN + NAME_COLUMNS + 1, PART_INDENT = 2 };

/* A column of amounts, not too far from the words. */
static int amount_column(const Screen *screen)
{
    enum { AMOUNT_MOST = 90, AMOUNT_ROOM = 9 };

    return (screen->width < AMOUNT_MOST ? screen->width : AMOUNT_MOST) - AMOUNT_ROOM;
}

/* `plus` stands before what is added. */
static void put_amount(Screen *screen, Ink ink, int amount, const char *plus)
{
    char text[WORDS_DIGITS];

    words_number(text, amount, plus);
    screen_go(screen, amount_column(screen));
    screen_cell(screen, ink, text, 7);
    screen_line(screen);
}

static void put_text(Screen *screen, Ink ink, const char *text, int indent)
{
    int width = screen->width;

    screen->indent = indent;
    screen->width = amount_column(screen);
    screen_go(screen, indent);
    screen_wrap(screen, ink, text);
    screen->width = width;
    screen->indent = 0;
}

static int is_open(const Game *game, const Term *term)
{
    return game->term_kinds[term->kind].use == TERM_OPEN;
}

static void put_term(Screen *screen, const Game *game, const Term *term)
{
    char text[SCREEN_TEXT_MAX];
    Phrase phrase;
    Ink ink = term->depth == 0 ? INK_STRONG : INK_PLAIN;

    phrase_of_term(&phrase, game->term_kinds, term);
    words_phrase(screen->language, game, &phrase, screen->players, text, sizeof text);
    if (term->depth == 0 && term->seat != NOBODY) {
        screen_go(screen, NAME_COLUMN);
        screen_name(screen, ink, term->seat);
    }
    put_text(screen, ink, text,
             (term->seat == NOBODY ? NAME_COLUMN : TEXT_COLUMN)
                 + PART_INDENT * term->depth);
    put_amount(screen, ink, term->amount, is_open(game, term) ? "" : "+");
}

int report_is_due(const Terms *paid)
{
    for (int i = 0; i < paid->count; i++) {
        if (paid->items[i].depth > 0 || paid->items[i].seat == NOBODY)
            return 1;
    }
    return 0;
}

/* Who reads a report; NOBODY: several people do, who may have secrets from each other. */
static int reader_of(const Course *course)
{
    return seats_count(course->humans) == 1 ? seats_first(course->humans) : NOBODY;
}

/* Of hidden scores the reader's own. */
static void print_scores(const Course *course, Screen *screen)
{
    int scores[SEATS_MAX], printed = 0;
    State view;

    course_observe(course, reader_of(course), &view);
    course->game->scores(&view, scores);
    for (int seat = 0; seat < course->seats; seat++) {
        if (scores[seat] == UNKNOWN)
            continue;
        if (printed++ == 0)
            screen_heading(screen, screen_words(screen, "play.report.now"));
        screen_go(screen, NAME_COLUMN);
        screen_name(screen, INK_PLAIN, seat);
        screen_go(screen, amount_column(screen));
        screen_number(screen, INK_STRONG, scores[seat], 7);
        screen_line(screen);
    }
}

void report_print(const Course *course, Screen *screen, const Terms *paid)
{
    for (int i = 0; i < paid->count; i++)
        put_term(screen, course->game, &paid->items[i]);
    screen_line(screen);
    print_scores(course, screen);
}

/* ------------------------------------------------------------------------- */
/* The account                                                               */
/* ------------------------------------------------------------------------- */

static void put_line(Screen *screen, Ink ink, const char *key, int amount)
{
    put_text(screen, ink, screen_words(screen, key), TEXT_COLUMN);
    put_amount(screen, ink, amount, "");
}

static void put_account(const Course *course, Screen *screen, const ScoreSheet *account,
                        int seat, const char *sum)
{
    int total = account->start[seat];

    screen_go(screen, NAME_COLUMN);
    screen_name(screen, INK_STRONG, seat);
    if (total != 0)
        put_line(screen, INK_PLAIN, "play.account.start", total);
    for (int i = 0; i < account->count; i++) {
        Term line = account->lines[i];
        if (line.seat != seat)
            continue;
        total += line.amount;
        line.depth = 1; /* the name stands before the first */
        put_term(screen, course->game, &line);
    }
    put_line(screen, INK_STRONG, sum, total);
    screen_line(screen);
}

/* At a server's table the events are in the journal, and the start is what is left. */
static int account_of_journal(const Course *course, ScoreSheet *account)
{
    const Journal *journal = &course->journal;
    State view;

    course_observe(course, NOBODY, &view);
    score_sheet_begin(account, course->game, &view);
    for (int i = 0; i < journal->count;) {
        int move = journal->entries[i].move;
        Events events;

        events.count = 0;
        for (; i < journal->count && journal->entries[i].move == move; i++)
            events_keep(&events, journal->entries[i].event);
        if (!score_sheet_reserve(account))
            return 0;
        score_sheet_add(account, course->game, &events);
    }
    for (int i = 0; i < account->count; i++)
        account->start[account->lines[i].seat] -= account->lines[i].amount;
    return 1;
}

void account_print(const Course *course, Screen *screen)
{
    ScoreSheet own = { 0 };
    const ScoreSheet *account =
        course->match != NULL ? match_score_sheet(course->match) : &own;
    int scores[SEATS_MAX];
    State view;

    if (course->match == NULL && !account_of_journal(course, &own)) {
        score_sheet_free(&own);
        return;
    }
    course_observe(course, course->viewer, &view);
    course->game->scores(&view, scores);
    int is_over = game_is_over(course->game, &view);
    if (!is_over)
        screen_heading(screen, screen_words(screen, "play.account.so-far"));
    for (int seat = 0; seat < course->seats; seat++) {
        if (scores[seat] != UNKNOWN)
            put_account(course, screen, account, seat,
                        is_over ? "play.account.end" : "play.account.now");
    }
    score_sheet_free(&own);
}

/* ------------------------------------------------------------------------- */
/* Now                                                                       */
/* ------------------------------------------------------------------------- */

/* Those that count now, or those that are still open, below a heading of the game. */
static void print_terms(const Course *course, Screen *screen, const Terms *now, int open)
{
    char key[64];
    int printed = 0;

    snprintf(key, sizeof key, open ? "%s.open" : "%s.now", course->game->id);
    for (int i = 0; i < now->count; i++) {
        if (is_open(course->game, &now->items[i]) != open)
            continue;
        if (printed++ == 0)
            screen_heading(screen, screen_words(screen, key));
        put_term(screen, course->game, &now->items[i]);
    }
    if (printed > 0)
        screen_line(screen);
}

void report_print_now(const Course *course, Screen *screen)
{
    State view;
    Terms now;

    now.count = 0;
    course_observe(course, course->viewer, &view);
    if (course->game->terms != NULL && !game_is_over(course->game, &view))
        course->game->terms(&view, NULL, &now);
    print_terms(course, screen, &now, 0);
    print_terms(course, screen, &now, 1);
}

/* ------------------------------------------------------------------------- */
/* The result                                                                */
/* ------------------------------------------------------------------------- */

/* What decided between equal scores: at the end, the terms of the table. Empty: there is
 * nothing to decide. */
static void say_tie(const Course *course, const Screen *screen, const State *view, int seat,
                    char *text, size_t size)
{
    Phrase phrase;
    Terms ties;

    text[0] = '\0';
    ties.count = 0;
    if (course->game->terms != NULL)
        course->game->terms(view, NULL, &ties);
    for (int i = 0; i < ties.count; i++) {
        if (ties.items[i].seat != seat)
            continue;
        phrase_of_term(&phrase, course->game->term_kinds, &ties.items[i]);
        words_phrase(screen->language, course->game, &phrase, screen->players, text, size);
    }
}

static void print_place(const Course *course, Screen *screen, const State *view, int seat,
                        int place)
{
    char line[SCREEN_TEXT_MAX], tie[SCREEN_TEXT_MAX / 2];
    int scores[SEATS_MAX];

    course->game->scores(view, scores);
    const WordsArgument arguments[] = {
        { "place", NULL, place },
        { "player", course->names[seat], 0 },
        { "points", NULL, scores[seat] },
    };
    words_write(screen->language, result_key(course->game), arguments, 3, line,
                sizeof line);
    say_tie(course, screen, view, seat, tie, sizeof tie);
    if (tie[0] != '\0') {
        size_t length = strlen(line);
        snprintf(line + length, sizeof line - length, " (%s)", tie);
    }
    screen_wrap(screen, place == 1 ? INK_GOOD : INK_PLAIN, line);
}

void result_print(const Course *course, Screen *screen, int columns)
{
    int places[SEATS_MAX];
    int rows = (course->seats + columns - 1) / columns, top = screen->row, shown = 0;
    State view;

    course_observe(course, NOBODY, &view);
    course->game->ranking(&view, places);
    for (int i = 0; i < course->seats * course->seats; i++) {
        int place = i / course->seats + 1, seat = i % course->seats;

        if (places[seat] != place)
            continue;
        screen->row = top + shown % rows;
        screen->column = 0;
        screen->indent = 2 + shown++ / rows * (screen->width / columns);
        print_place(course, screen, &view, seat, place);
    }
    screen->row = top + rows;
    screen->column = screen->indent = 0;
}
