/* journal.h: the events of a match, for the log. They are put into words when the log is
 * printed, for a seat that may see them. */
#ifndef ROUNDHOUSE_TUI_JOURNAL_H
#define ROUNDHOUSE_TUI_JOURNAL_H

#include "play/match.h"
#include "tui/screen.h"

typedef struct JournalEntry {
    int move; /* the number of the move that brought it, from 0 */
    Event event;
    int is_reported; /* a report shows what it paid */
} JournalEntry;

typedef struct Journal {
    JournalEntry *entries;
    int count, room;
} Journal;

void journal_free(Journal *journal);

/* Both return 0 if there is no memory. */
int journal_add(Journal *journal, int move, const Events *events);
/* Everything from the match's first move on. */
int journal_rebuild(Journal *journal, const Match *match);

/* Forgets what moves from `move` on have brought: they were taken back. */
void journal_cut(Journal *journal, int move);

/* Marks the events of the last move whose payments a report shows. */
void journal_mark_reported(Journal *journal, const Game *game, const Events *events);

/* Entries from `from` on, as `seat` may see them. */
void journal_print(const Journal *journal, Screen *screen, const Game *game, int from,
                   int seat);
/* The same before `to`, without what a report has shown. */
void journal_print_news(const Journal *journal, Screen *screen, const Game *game, int from,
                        int to, int seat);
/* The newest entries that fit into the rows, in whole sentences; clears the canvas. */
void journal_print_last(const Journal *journal, Screen *screen, const Game *game, int seat,
                        int rows);
/* Is there anything in it from `from` on that `seat` may see? */
int journal_has(const Journal *journal, int from, int seat);

#endif
