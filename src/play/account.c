/* account.c: the lines of scores, added up as events come. */
#include "play/account.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_OF_AN_ACTION = 36 }; /* at most: six kinds of each seat */

void account_begin(Account *account, const Game *game, const State *start)
{
    *account = (Account){ 0 };
    game->scores(start, account->start);
}

void account_free(Account *account)
{
    free(account->lines);
    *account = (Account){ 0 };
}

int account_reserve(Account *account)
{
    int room = account->room == 0 ? LINES_OF_AN_ACTION : account->room;

    while (room < account->count + LINES_OF_AN_ACTION)
        room *= 2;
    if (room == account->room)
        return 1;
    Term *lines = realloc(account->lines, (size_t)room * sizeof *lines);
    if (lines == NULL)
        return 0;
    account->lines = lines;
    account->room = room;
    return 1;
}

static int is_line(const Term *term)
{
    return term->depth == 0 && term->seat != NOBODY;
}

/* The line of this kind, seat and fields that came last; -1: none. */
static int find_line(const Account *account, const Term *term)
{
    int i = account->count - 1;

    while (i >= 0
           && (account->lines[i].kind != term->kind || account->lines[i].seat != term->seat
               || memcmp(account->lines[i].fields, term->fields, sizeof term->fields) != 0))
        i--;
    return i;
}

static void add_line(Account *account, const Game *game, const Term *term)
{
    int line = game->term_kinds[term->kind].is_merged ? find_line(account, term) : -1;

    if (line >= 0) {
        account->lines[line].amount += term->amount;
        return;
    }
    assert(account->count < account->room);
    account->lines[account->count++] = *term;
}

static void remove_line(Account *account, const Game *game, const Term *term)
{
    int line = find_line(account, term);

    assert(line >= 0);
    account->lines[line].amount -= term->amount;
    if (game->term_kinds[term->kind].is_merged && account->lines[line].amount != 0)
        return;
    account->count--;
    memmove(account->lines + line, account->lines + line + 1,
            (size_t)(account->count - line) * sizeof *account->lines);
}

static void each_line(Account *account, const Game *game, const Events *events,
                      void (*change)(Account *account, const Game *game, const Term *term))
{
    Terms terms;

    if (game->terms == NULL)
        return;
    terms.count = 0;
    game->terms(NULL, events, &terms);
    for (int i = 0; i < terms.count; i++) {
        if (is_line(&terms.items[i]))
            change(account, game, &terms.items[i]);
    }
}

void account_add(Account *account, const Game *game, const Events *events)
{
    each_line(account, game, events, add_line);
}

void account_remove(Account *account, const Game *game, const Events *events)
{
    each_line(account, game, events, remove_line);
}
