/* full_pages.c: what is read on the full screen: help, rules, the log, a hint. */
#include "tui/full_inside.h"

#include "tui/markdown.h"
#include "wire/sentences.h"
#include "words/rules.h"

enum { KEY_COLUMN = 2, WORDS_COLUMN = 16 };

static Screen open_page(Full *full, const char *title)
{
    return page_open(&full->page, title, full->table->language, full->sitting.names.names,
                     term_width());
}

static void help_line(Screen *screen, const char *keys, const char *key)
{
    screen_go(screen, KEY_COLUMN);
    screen_put(screen, INK_KEY, keys);
    screen->indent = WORDS_COLUMN;
    screen_say(screen, INK_PLAIN, key, NULL, 0);
    screen->indent = 0;
    screen_line(screen);
}

typedef struct HelpLine {
    const char *keys, *words;
} HelpLine;

static const HelpLine PLAY_LINES[] = {
    { "▲ ▼ ◀ ▶", "play.full.help.arrows" },
    { "1 2 3 …", "play.full.help.digits" },
    { "Enter", "play.full.help.enter" },
    { "u", "play.full.help.undo" },
    { "h", "play.full.help.hint" },
    { "e", "play.full.help.line" },
    { "l", "play.full.help.log" },
    { "r", "play.full.help.rules" },
    { "s  o", "play.full.help.save" },
    { "n", "play.full.help.new" },
    { "q  Ctrl-C", "play.full.help.quit" },
    { "", "play.full.help.mouse" },
    { NULL, NULL },
};

static const HelpLine SERVER_LINES[] = {
    { "▲ ▼ ◀ ▶", "play.full.help.arrows" }, { "1 2 3 …", "play.full.help.digits" },
    { "Enter", "play.full.help.enter" },    { "u", "play.full.help.undo" },
    { "c", "play.full.help.chat" },         { "h", "play.full.help.hint" },
    { "e", "play.full.help.line" },         { "l", "play.full.help.log" },
    { "r", "play.full.help.rules" },        { "b", "play.full.help.back" },
    { "n", "play.full.help.rematch" },      { "q  Ctrl-C", "play.full.help.leave" },
    { "", "play.full.help.mouse" },         { NULL, NULL },
};

static const HelpLine REPLAY_LINES[] = {
    { "◀ ▶", "play.full.help.step" },
    { "▲ ▼", "play.full.help.turn" },
    { "Home End", "play.full.help.ends" },
    { "Tab", "play.full.help.side" },
    { "Space", "play.full.help.run" },
    { "l", "play.full.help.log" },
    { "r", "play.full.help.rules" },
    { "q", "play.help.quit" },
    { NULL, NULL },
};

static void put_keys(const Full *full, Screen *screen)
{
    const HelpLine *line = full->mode == MODE_REPLAY         ? REPLAY_LINES
                           : full_remote_table(full) != NULL ? SERVER_LINES
                                                             : PLAY_LINES;

    for (; line->keys != NULL; line++)
        help_line(screen, line->keys, line->words);
}

void full_open_help(Full *full)
{
    Screen screen = open_page(full, words_find(full->table->language, "play.help"));
    State view;

    screen_line(&screen);
    put_keys(full, &screen);
    screen_line(&screen);
    sitting_observe(&full->sitting, full->viewer, &view);
    screen_heading(&screen, game_title(full->table->language, full->sitting.game));
    draw_help(&screen, full->sitting.drawing, &view);
}

void full_open_rules(Full *full)
{
    const char *text = rules_find(full->table->language, full->sitting.game->id);

    if (text == NULL) {
        full_notice(full, INK_WARNING, "play.full.rules.none", NULL, 0);
        return;
    }
    Screen screen = open_page(full, game_title(full->table->language, full->sitting.game));
    markdown_print(&screen, text);
}

void full_open_log(Full *full)
{
    Screen screen = open_page(full, words_find(full->table->language, "play.log"));

    if (journal_has(&full->sitting.journal, 0, full->viewer))
        journal_print(&full->sitting.journal, &screen, full->sitting.game, 0, full->viewer);
    else
        screen_say(&screen, INK_FAINT, "play.log.empty", NULL, 0);
    if (full_remote_table(full) != NULL) {
        screen_line(&screen);
        full_remote_chat(full, &screen, TABLE_CHAT_MAX);
    }
    page_show_end(&full->page);
}

static void put_chance(Screen *screen, double chance)
{
    char text[16];

    snprintf(text, sizeof text, "%3d %%", (int)(chance * 100 + 0.5));
    screen_go(screen, KEY_COLUMN);
    screen_put(screen, INK_KEY, text);
}

static void put_considered(Full *full, Screen *screen, Action action, double value)
{
    char words[CHOICE_TEXT_MAX];

    choice_words(screen, &full->menu.question, action, "do", words);
    put_chance(screen, value);
    screen->indent = KEY_COLUMN + 8;
    screen_wrap(screen, INK_PLAIN, words);
    screen->indent = 0;
    screen_line(screen);
}

void full_open_thoughts(Full *full, const Thoughts *thoughts, Action best)
{
    enum { SHOWN = 8 };
    Screen screen = open_page(full, words_find(full->table->language, "play.full.hint"));
    char words[CHOICE_TEXT_MAX];

    choice_words(&screen, &full->menu.question, best, "do", words);
    screen_line(&screen);
    screen_go(&screen, KEY_COLUMN);
    screen_put(&screen, INK_GOOD, words);
    screen_line(&screen);
    screen_line(&screen);
    if (thoughts->iterations == 0)
        return;
    screen_heading(&screen, words_find(full->table->language, "play.full.hint.chances"));
    for (int i = 0; i < thoughts->count && i < SHOWN; i++)
        put_considered(full, &screen, thoughts->considered[i].action,
                       thoughts->considered[i].value);
    screen_line(&screen);
    screen_heading(&screen, words_find(full->table->language, "play.full.hint.now"));
    for (int seat = 0; seat < full->sitting.seats; seat++) {
        put_chance(&screen, thoughts->win[seat]);
        screen_go(&screen, KEY_COLUMN + 8);
        screen_name(&screen, INK_PLAIN, seat);
        screen_line(&screen);
    }
}
