/* advice.c: a hint, the same in a dialogue of lines and on the full screen. */
#include "tui/advice.h"

#include "wire/hint.h"

enum { INDENT = 2, CHANCE_WIDTH = 8, SHOWN = 8 };

/* The chance to win, or the expected lead where every chance is 0 or 100 %. */
static void put_chance(Screen *screen, double win, double lead, int is_decided)
{
    char lead_text[WORDS_DIGITS];

    screen_go(screen, INDENT);
    words_number(lead_text, hint_points(lead), "+");
    if (is_decided)
        screen_put(screen, INK_KEY, lead_text);
    else
        screen_format(screen, INK_KEY, "%3d %%", hint_percent(win));
    screen_go(screen, INDENT + CHANCE_WIDTH);
}

static void put_wrapped(Screen *screen, int column, Ink ink, const char *words)
{
    screen->indent = column;
    screen_go(screen, column);
    screen_wrap(screen, ink, words);
    screen->indent = 0;
    screen_line(screen);
}

static void put_reason(Screen *screen, const Question *question, int seats,
                       const Thoughts *thoughts)
{
    char why[SENTENCE_MAX];
    PlayerNames names = { 0 };

    for (int seat = 0; seat < seats; seat++)
        names.names[seat] = screen->players[seat];
    hint_reason(screen->language, question->game, &question->view, question->seat, thoughts,
                &names, why);
    put_wrapped(screen, INDENT, INK_PLAIN, why);
}

static void put_considered(Screen *screen, const Question *question,
                           const Thoughts *thoughts, int is_decided)
{
    char words[CHOICE_TEXT_MAX];

    screen_heading(screen,
                   words_find(screen->language, is_decided ? "play.full.hint.leads"
                                                           : "play.full.hint.chances"));
    for (int i = 0; i < thoughts->count && i < SHOWN; i++) {
        const Considered *one = &thoughts->considered[i];
        if (one->visits == 0)
            continue;
        choice_words(screen, question, one->action, "do", words);
        put_chance(screen, one->win[question->seat], one->lead[question->seat], is_decided);
        put_wrapped(screen, INDENT + CHANCE_WIDTH, INK_PLAIN, words);
    }
}

void advice_print(Screen *screen, const Question *question, int seats, Action hint,
                  const Thoughts *thoughts)
{
    int is_decided = hint_is_decided(thoughts, seats);
    char words[CHOICE_TEXT_MAX];

    choice_words(screen, question, hint, "do", words);
    put_wrapped(screen, INDENT, INK_GOOD, words);
    if (thoughts->iterations == 0)
        return;
    put_reason(screen, question, seats, thoughts);
    screen_line(screen);
    put_considered(screen, question, thoughts, is_decided);
    screen_line(screen);
    screen_heading(screen,
                   words_find(screen->language, is_decided ? "play.full.hint.now.leads"
                                                           : "play.full.hint.now"));
    for (int seat = 0; seat < seats; seat++) {
        put_chance(screen, thoughts->win[seat], thoughts->lead[seat], is_decided);
        screen_name(screen, INK_PLAIN, seat);
        screen_line(screen);
    }
}
