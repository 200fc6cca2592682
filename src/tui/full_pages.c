/* full_pages.c: the pages of the full screen: help, rules, log, hint. */
#include "tui/full_inside.h"

#include "tui/advice.h"
#include "tui/markdown.h"
#include "tui/reports.h"
#include "tui/turns.h"
#include "wire/sentences.h"
#include "words/rules.h"

enum { KEY_COLUMN = 2 };

static Screen open_page(Full *full, void (*reopen)(Full *full), const char *title)
{
    full->reopen = reopen;
    return page_open(&full->page, title, full->language, full->course.names, term_width());
}

unsigned full_place(const Full *full)
{
    return full->course.mode == MODE_REPLAY ? KEY_REPLAY
           : full->course.at != NULL        ? KEY_SERVER
                                            : KEY_HOME;
}

void full_open_help(Full *full)
{
    Screen screen =
        open_page(full, full_open_help, words_find(full->language, "play.help"));
    State view;

    screen_line(&screen);
    keys_print(&screen, full_place(full));
    screen_line(&screen);
    course_observe(&full->course, full->course.viewer, &view);
    screen_heading(&screen, game_title(full->language, full->course.game));
    draw_help(&screen, full->course.drawing, &view);
}

void full_open_rules(Full *full)
{
    const char *text = rules_find(full->language, full->course.game->id);

    if (text == NULL) {
        course_warn(&full->course, "play.full.rules.none");
        return;
    }
    Screen screen =
        open_page(full, full_open_rules, game_title(full->language, full->course.game));
    markdown_print(&screen, text);
}

void full_open_log(Full *full)
{
    Screen screen = open_page(full, full_open_log, words_find(full->language, "play.log"));

    course_print_log(&full->course, &screen);
    if (full->course.at != NULL) {
        screen_line(&screen);
        at_table_print_chat(full->course.at, &screen, TABLE_CHAT_MAX);
    }
    page_show_end(&full->page);
}

void full_open_report(Full *full)
{
    Screen screen =
        open_page(full, full_open_report, words_find(full->language, "play.report"));

    full->page.reads_on = 1;
    screen_line(&screen);
    report_print(&full->course, &screen, &full->course.report);
}

static void open_turns(Full *full)
{
    const Course *course = &full->course;
    Screen screen = open_page(full, open_turns, words_find(full->language, "play.turns"));
    int begin = turns_begin(&course->journal, course->viewer);

    full->page.reads_on = 1;
    screen_line(&screen);
    turns_print_news(&course->journal, &screen, course->game, begin, course->viewer);
}

static int others_have_moved(const Journal *journal, int from, int seat)
{
    for (int i = from; i < journal->count; i++) {
        const Event *event = &journal->entries[i].event;
        if (event->seat != NOBODY && event->seat != seat)
            return 1;
    }
    return 0;
}

int full_open_unseen_turns(Full *full)
{
    const Course *course = &full->course;

    if (course->mode != MODE_ASK || full->turns_shown == TURNS_NONE)
        return 0;
    int *seen = &full->turns_seen[course->seat];
    int is_due = full->turns_shown == TURNS_CUT
                 && others_have_moved(&course->journal, *seen, course->seat);
    *seen = course->journal.count;
    if (is_due)
        open_turns(full);
    return is_due;
}

void full_open_account(Full *full)
{
    Screen screen =
        open_page(full, full_open_account, words_find(full->language, "play.account"));

    screen_line(&screen);
    report_print_now(&full->course, &screen);
    if (full->course.mode == MODE_REPLAY && !full_replay_is_over(full))
        return; /* the account is that of the whole game */
    account_print(&full->course, &screen);
}

void full_open_deal(Full *full)
{
    Screen screen =
        open_page(full, full_open_deal, words_find(full->language, "play.deal.title"));

    screen_line(&screen);
    at_table_print_deal(full->course.at, &screen);
}

void full_open_hint(Full *full)
{
    Screen screen =
        open_page(full, full_open_hint, words_find(full->language, "play.full.hint"));

    screen_line(&screen);
    advice_print(&screen, &full->course.menu.question, full->course.seats, full->hint,
                 &full->thoughts);
}
