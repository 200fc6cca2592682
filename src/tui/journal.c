/* journal.c: the log, put into words. What one player does in a row becomes one
 * paragraph:
 *
 *     Nora   takes the box car (2), the ore car (2); couples the box car to train 1
 *
 * An event with a verb ("<game>.verb.<word>", "<game>.brief.<word>") joins such a
 * paragraph; any other stands on a line of its own. One whose verb is "-" happens in every
 * turn, and is not told. */
#include "tui/journal.h"

#include "play/array.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256, NAME_COLUMN = 2, TEXT_COLUMN = NAME_COLUMN + NAME_COLUMNS + 1 };

void journal_free(Journal *journal)
{
    free(journal->entries);
    *journal = (Journal){ 0 };
}

int journal_add(Journal *journal, int move, const Events *events)
{
    int wanted = journal->count + events->count;
    JournalEntry *entries =
        array_grown(journal->entries, &journal->room,
                    wanted < FIRST_ROOM ? FIRST_ROOM : wanted, sizeof *entries);

    if (entries == NULL)
        return 0;
    journal->entries = entries;
    for (int i = 0; i < events->count; i++)
        journal->entries[journal->count++] = (JournalEntry){ move, events->items[i], 0 };
    return 1;
}

int journal_rebuild(Journal *journal, const Match *match)
{
    const Game *game = match_game(match);
    State state = *match_start(match);

    journal->count = 0;
    for (int i = 0; i < match_move_count(match); i++) {
        Events events;

        move_redo(game, &match_moves(match)[i], &state, &events);
        if (!journal_add(journal, i, &events))
            return 0;
    }
    return 1;
}

/* An event is shown by a report if the terms are others without it. */
void journal_mark_reported(Journal *journal, const Game *game, const Events *events)
{
    int first = journal->count - events->count;
    Terms all, without;
    Events rest;

    all.count = 0;
    game->terms(NULL, events, &all);
    for (int i = 0; i < events->count; i++) {
        without.count = rest.count = 0;
        for (int other = 0; other < events->count; other++) {
            if (other != i)
                events_keep(&rest, events->items[other]);
        }
        game->terms(NULL, &rest, &without);
        journal->entries[first + i].is_reported =
            without.count != all.count
            || memcmp(without.items, all.items, (size_t)all.count * sizeof(Term)) != 0;
    }
}

void journal_cut(Journal *journal, int move)
{
    while (journal->count > 0 && journal->entries[journal->count - 1].move >= move)
        journal->count--;
}

int journal_has(const Journal *journal, int from, int seat)
{
    for (int i = from; i < journal->count; i++) {
        if (event_is_seen_by(&journal->entries[i].event, seat))
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* In words                                                                  */
/* ------------------------------------------------------------------------- */

/* The paragraph being written. */
typedef struct Paragraph {
    Screen *screen;
    const Game *game;
    int seat;         /* its player, or NOBODY: none is open */
    const char *word; /* the last event's: its verb is not said twice */
} Paragraph;

static const char *verb_of(const Paragraph *paragraph, const Phrase *phrase)
{
    char key[128];

    snprintf(key, sizeof key, "%s.verb.%s", paragraph->game->id, phrase->word);
    return words_find(paragraph->screen->language, key);
}

static void close_paragraph(Paragraph *paragraph)
{
    if (paragraph->seat == NOBODY)
        return;
    screen_line(paragraph->screen);
    paragraph->seat = NOBODY;
    paragraph->word = NULL;
}

static void open_paragraph(Paragraph *paragraph, int seat)
{
    Screen *screen = paragraph->screen;

    screen_go(screen, NAME_COLUMN);
    screen_name(screen, INK_STRONG, seat);
    screen_go(screen, TEXT_COLUMN - 1);
    paragraph->seat = seat;
}

/* "takes the box car (2)", or only ", the box car (2)" after another taking. */
static void go_on(Paragraph *paragraph, const Phrase *phrase, const char *verb)
{
    Screen *screen = paragraph->screen;
    int is_same = paragraph->word != NULL && strcmp(paragraph->word, phrase->word) == 0;
    char rest[SCREEN_TEXT_MAX];

    if (paragraph->word != NULL)
        screen_put(screen, INK_PLAIN,
                   is_same ? "," : words_find(screen->language, "play.log.next"));
    if (!is_same)
        screen_wrap(screen, INK_PLAIN, verb);
    words_phrase_as(screen->language, paragraph->game, "brief", phrase, screen->players,
                    rest, sizeof rest);
    screen_wrap(screen, INK_PLAIN, rest);
    paragraph->word = phrase->word;
}

static void put_alone(const Paragraph *paragraph, const Phrase *phrase)
{
    Screen *screen = paragraph->screen;
    char text[SCREEN_TEXT_MAX];

    words_phrase(screen->language, paragraph->game, phrase, screen->players, text,
                 sizeof text);
    screen->indent = NAME_COLUMN;
    screen_wrap(screen, INK_PLAIN, text);
    screen_line(screen);
}

/* What a thing was worth, part by part: "+3 (+3), … = +13". */
static void put_worth(const Paragraph *paragraph, const Event *event)
{
    Screen *screen = paragraph->screen;
    Events alone = { .count = 1 };
    char amount[WORDS_DIGITS];
    Terms terms;

    terms.count = 0;
    alone.items[0] = *event;
    if (paragraph->game->terms != NULL)
        paragraph->game->terms(NULL, &alone, &terms);
    if (terms.count < 2 || terms.items[0].seat != NOBODY)
        return;
    screen->indent = 2 * NAME_COLUMN;
    screen_go(screen, screen->indent);
    for (int i = 1; i < terms.count; i++) {
        char words[SCREEN_TEXT_MAX], text[SCREEN_TEXT_MAX + 32];
        Phrase phrase;

        phrase_of_term(&phrase, paragraph->game->term_kinds, &terms.items[i]);
        words_phrase(screen->language, paragraph->game, &phrase, screen->players, words,
                     sizeof words);
        words_number(amount, terms.items[i].amount, "+");
        snprintf(text, sizeof text, "%s (%s)%s", words, amount,
                 i + 1 < terms.count ? "," : "");
        screen_wrap(screen, INK_FAINT, text);
    }
    words_number(amount, terms.items[0].amount, "+");
    screen_wrap(screen, INK_FAINT, "=");
    screen_wrap(screen, INK_FAINT, amount);
    screen_line(screen);
}

/* Of what a report has shown, nothing but that it happened. */
static void print_event(Paragraph *paragraph, const Event *event, int is_reported)
{
    Phrase phrase;

    phrase_of_event(&phrase, paragraph->game->event_kinds, event);
    const char *verb = verb_of(paragraph, &phrase);
    if (verb != NULL && strcmp(verb, "-") == 0)
        return;
    if (verb == NULL || event->seat == NOBODY) {
        close_paragraph(paragraph);
        put_alone(paragraph, &phrase);
        if (!is_reported)
            put_worth(paragraph, event);
        return;
    }
    if (event->seat != paragraph->seat) {
        close_paragraph(paragraph);
        open_paragraph(paragraph, event->seat);
    }
    paragraph->screen->indent = TEXT_COLUMN;
    go_on(paragraph, &phrase, verb);
}

typedef enum Reported { REPORTED_TOO, REPORTED_NOT } Reported;

static void print_range(const Journal *journal, Screen *screen, const Game *game, int from,
                        int to, int seat, Reported reported)
{
    Paragraph paragraph = { screen, game, NOBODY, NULL };

    for (int i = from; i < to; i++) {
        const JournalEntry *entry = &journal->entries[i];
        int is_reported = entry->is_reported && reported == REPORTED_NOT;
        if (event_is_seen_by(&entry->event, seat)
            && !(is_reported && entry->event.seat != NOBODY))
            print_event(&paragraph, &entry->event, is_reported);
    }
    close_paragraph(&paragraph);
    screen->indent = 0;
}

void journal_print(const Journal *journal, Screen *screen, const Game *game, int from,
                   int seat)
{
    print_range(journal, screen, game, from, journal->count, seat, REPORTED_TOO);
}

void journal_print_news(const Journal *journal, Screen *screen, const Game *game, int from,
                        int to, int seat)
{
    print_range(journal, screen, game, from, to, seat, REPORTED_NOT);
}

/* Does a paragraph begin with this entry? */
static int begins_paragraph(const Journal *journal, int i)
{
    return i == 0 || journal->entries[i].event.seat != journal->entries[i - 1].event.seat
           || journal->entries[i].event.seat == NOBODY;
}

void journal_print_last(const Journal *journal, Screen *screen, const Game *game, int seat,
                        int rows)
{
    enum { IN_SIGHT = 400 }; /* more are never in sight */
    int least = journal->count > IN_SIGHT ? journal->count - IN_SIGHT : 0;
    int most = journal->count - 1;

    canvas_clear(screen->canvas, screen->canvas->width);
    screen->row = screen->column = 0;
    while (most >= 0) {
        int from = (least + most) / 2;

        canvas_clear(screen->canvas, screen->canvas->width);
        screen->row = screen->column = 0;
        if (least >= most)
            break;
        journal_print(journal, screen, game, from, seat);
        if (screen->row > rows)
            least = from + 1;
        else
            most = from;
    }
    while (most >= 0 && most < journal->count && !begins_paragraph(journal, most))
        most++;
    if (most >= 0)
        journal_print(journal, screen, game, most, seat);
}
