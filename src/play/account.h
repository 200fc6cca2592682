/* account.h: what each seat's score is made of since the beginning: a line for each kind
 * of income and cost. At every moment, start + lines = score. */
#ifndef ROUNDHOUSE_PLAY_ACCOUNT_H
#define ROUNDHOUSE_PLAY_ACCOUNT_H

#include "engine/game.h"

/* Lines are terms of depth 0 that have a seat, in the order in which they came; those of
 * a merged kind with equal fields are one. */
typedef struct Account {
    int start[SEATS_MAX]; /* scores at the beginning */
    int count, room;
    Term *lines;
} Account;

void account_begin(Account *account, const Game *game, const State *start);
void account_free(Account *account);

/* Room for the lines of one more action; 0: no memory. */
int account_reserve(Account *account);

/* What the events of an action paid; after account_reserve. */
void account_add(Account *account, const Game *game, const Events *events);
/* The same back, of the action that was added last. */
void account_remove(Account *account, const Game *game, const Events *events);

#endif
