/* score_sheet.c: the lines of scores, added up as events come. */
#include "play/score_sheet.h"

#include "play/array.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_OF_AN_ACTION = 36 }; /* at most: six kinds of each seat */

void score_sheet_begin(ScoreSheet *sheet, const Game *game, const State *start)
{
    *sheet = (ScoreSheet){ 0 };
    game->scores(start, sheet->start);
}

void score_sheet_free(ScoreSheet *sheet)
{
    free(sheet->lines);
    *sheet = (ScoreSheet){ 0 };
}

int score_sheet_reserve(ScoreSheet *sheet)
{
    Term *lines = array_grown(sheet->lines, &sheet->room, sheet->count + LINES_OF_AN_ACTION,
                              sizeof *lines);

    if (lines != NULL)
        sheet->lines = lines;
    return lines != NULL;
}

static int is_line(const Term *term)
{
    return term->depth == 0 && term->seat != NOBODY;
}

/* The line of this kind, seat and fields that came last; -1: none. */
static int find_line(const ScoreSheet *sheet, const Term *term)
{
    int i = sheet->count - 1;

    while (i >= 0
           && (sheet->lines[i].kind != term->kind || sheet->lines[i].seat != term->seat
               || memcmp(sheet->lines[i].fields, term->fields, sizeof term->fields) != 0))
        i--;
    return i;
}

static void add_line(ScoreSheet *sheet, const Game *game, const Term *term)
{
    int line =
        game->term_kinds[term->kind].use == TERM_MERGED ? find_line(sheet, term) : -1;

    if (line >= 0) {
        sheet->lines[line].amount += term->amount;
        return;
    }
    assert(sheet->count < sheet->room);
    sheet->lines[sheet->count++] = *term;
}

static void remove_line(ScoreSheet *sheet, const Game *game, const Term *term)
{
    int line = find_line(sheet, term);

    assert(line >= 0);
    sheet->lines[line].amount -= term->amount;
    if (game->term_kinds[term->kind].use == TERM_MERGED && sheet->lines[line].amount != 0)
        return;
    sheet->count--;
    memmove(sheet->lines + line, sheet->lines + line + 1,
            (size_t)(sheet->count - line) * sizeof *sheet->lines);
}

static void each_line(ScoreSheet *sheet, const Game *game, const Events *events,
                      void (*change)(ScoreSheet *sheet, const Game *game, const Term *term))
{
    Terms terms;

    if (game->terms == NULL)
        return;
    terms.count = 0;
    game->terms(NULL, events, &terms);
    for (int i = 0; i < terms.count; i++) {
        if (is_line(&terms.items[i]))
            change(sheet, game, &terms.items[i]);
    }
}

void score_sheet_add(ScoreSheet *sheet, const Game *game, const Events *events)
{
    each_line(sheet, game, events, add_line);
}

void score_sheet_remove(ScoreSheet *sheet, const Game *game, const Events *events)
{
    each_line(sheet, game, events, remove_line);
}
