/* full_pages.c: the pages of the full screen: help, rules, log, hint. */
#include "tui/full_inside.h"

#include "tui/markdown.h"
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

static void put_chance(Screen *screen, double chance)
{
    char text[16];

    snprintf(text, sizeof text, "%3d %%", (int)(chance * 100 + 0.5));
    screen_put_at(screen, KEY_COLUMN, INK_KEY, text);
}

static void put_considered(Full *full, Screen *screen, Action action, double value)
{
    char words[CHOICE_TEXT_MAX];

    choice_words(screen, &full->course.menu.question, action, "do", words);
    put_chance(screen, value);
    screen->indent = KEY_COLUMN + 8;
    screen_wrap(screen, INK_PLAIN, words);
    screen->indent = 0;
    screen_line(screen);
}

void full_open_hint(Full *full)
{
    const Thoughts *thoughts = &full->thoughts;
    enum { SHOWN = 8 };
    Screen screen =
        open_page(full, full_open_hint, words_find(full->language, "play.full.hint"));
    char words[CHOICE_TEXT_MAX];

    choice_words(&screen, &full->course.menu.question, full->hint, "do", words);
    screen_line(&screen);
    screen_put_at(&screen, KEY_COLUMN, INK_GOOD, words);
    screen_line(&screen);
    screen_line(&screen);
    if (thoughts->iterations == 0)
        return;
    screen_heading(&screen, words_find(full->language, "play.full.hint.chances"));
    for (int i = 0; i < thoughts->count && i < SHOWN; i++)
        put_considered(full, &screen, thoughts->considered[i].action,
                       thoughts->considered[i].value);
    screen_line(&screen);
    screen_heading(&screen, words_find(full->language, "play.full.hint.now"));
    for (int seat = 0; seat < full->course.seats; seat++) {
        put_chance(&screen, thoughts->win[seat]);
        screen_go(&screen, KEY_COLUMN + 8);
        screen_name(&screen, INK_PLAIN, seat);
        screen_line(&screen);
    }
}
