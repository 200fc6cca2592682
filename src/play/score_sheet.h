/* score_sheet.h: what each seat's score is made of since the beginning: a line for each
 * kind of income and cost. At every moment, start + lines = score. */
#ifndef ROUNDHOUSE_PLAY_SCORE_SHEET_H
#define ROUNDHOUSE_PLAY_SCORE_SHEET_H

#include "engine/game.h"

/* Lines are terms of depth 0 that have a seat, in the order in which they came; those of
 * a merged kind with equal fields are one. */
typedef struct ScoreSheet {
    int start[SEATS_MAX]; /* scores at the beginning */
    int count, room;
    Term *lines;
} ScoreSheet;

void score_sheet_begin(ScoreSheet *sheet, const Game *game, const State *start);
void score_sheet_free(ScoreSheet *sheet);

/* Room for the lines of one more action; 0: no memory. */
int score_sheet_reserve(ScoreSheet *sheet);

/* What the events of an action paid; after score_sheet_reserve. */
void score_sheet_add(ScoreSheet *sheet, const Game *game, const Events *events);
/* The same back, of the action that was added last. */
void score_sheet_remove(ScoreSheet *sheet, const Game *game, const Events *events);

#endif
