/* journal.c: the log, put into words. What one player does in a row becomes one
 * paragraph:
 *
 *     Nora   takes the box car (2), the ore car (2); couples the box car to train 1
 *
 * An event with a verb ("<game>.verb.<word>", "<game>.brief.<word>") joins such a
 * paragraph; any other stands on a line of its own. */
#include "tui/journal.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256, NAME_COLUMN = 2, TEXT_COLUMN = NAME_COLUMN + NAME_COLUMNS + 1 };

void journal_free(Journal *journal)
{
    free(journal->entries);
    *journal = (Journal){ 0 };
}

static int make_room(Journal *journal, int more)
{
    int room = journal->room == 0 ? FIRST_ROOM : journal->room;

    while (room < journal->count + more)
        room *= 2;
    if (room == journal->room)
        return 1;
    JournalEntry *entries = realloc(journal->entries, (size_t)room * sizeof *entries);
    if (entries == NULL)
        return 0;
    journal->entries = entries;
    journal->room = room;
    return 1;
}

int journal_add(Journal *journal, int move, const Events *events)
{
    if (!make_room(journal, events->count))
        return 0;
    for (int i = 0; i < events->count; i++)
        journal->entries[journal->count++] = (JournalEntry){ move, events->items[i] };
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

static void print_event(Paragraph *paragraph, const Event *event)
{
    Phrase phrase;

    phrase_of_event(&phrase, paragraph->game->event_kinds, event);
    const char *verb = verb_of(paragraph, &phrase);
    if (verb == NULL || event->seat == NOBODY) {
        close_paragraph(paragraph);
        put_alone(paragraph, &phrase);
        return;
    }
    if (event->seat != paragraph->seat) {
        close_paragraph(paragraph);
        open_paragraph(paragraph, event->seat);
    }
    paragraph->screen->indent = TEXT_COLUMN;
    go_on(paragraph, &phrase, verb);
}

void journal_print(const Journal *journal, Screen *screen, const Game *game, int from,
                   int seat)
{
    Paragraph paragraph = { screen, game, NOBODY, NULL };

    for (int i = from; i < journal->count; i++) {
        if (event_is_seen_by(&journal->entries[i].event, seat))
            print_event(&paragraph, &journal->entries[i].event);
    }
    close_paragraph(&paragraph);
    screen->indent = 0;
}

/* What one player does in a row may begin with a later step of it. */
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
        journal_print(journal, screen, game, least >= most ? most : from, seat);
        if (least >= most)
            return;
        if (screen->row > rows)
            least = from + 1;
        else
            most = from;
    }
}
