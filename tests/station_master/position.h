/* position.h: positions of Station Master in the words of its rulebook, for
 * tests. A test begins with a quiet position (bare trains, all tokens at home),
 * moves cards and tokens to where it wants them, and acts once. Every card comes
 * from the deck, so none is lost or made.
 *
 * Cards and locomotives are named as in docs/formats.md: "+5 first caboose",
 * "ordinary-5 freight-5". Piles are written from the top. */
#ifndef ROUNDHOUSE_TESTS_STATION_MASTER_POSITION_H
#define ROUNDHOUSE_TESTS_STATION_MASTER_POSITION_H

#include "games/station_master/sm.h"

/* ------------------------------------------------------------------------- */
/* Building                                                                  */
/* ------------------------------------------------------------------------- */

/* Seat 0 begins, or with `first` another ("random", "3"). */
Setup setup_with(int seats, const char *first);
/* A game as it is dealt. */
SmState dealt_position(int seats);

/* It is the turn of seat 0. As many locomotives as there are players are in the
 * station, the rest in the pile; everybody holds three cards of "+1" to "+3";
 * the Rush Hour lies at the bottom of the deck. */
SmState quiet_position(int seats, const char *locomotives);

/* Puts the hand under the deck, and gives these cards instead. */
void give_hand(SmState *sm, int seat, const char *cards);
/* Couples these at the tail, in this order. */
void give_carriages(SmState *sm, int train, const char *carriages);
void give_royal(SmState *sm, int train);
void give_standing(SmState *sm, int train);
/* Places tokens from home, after those aboard. */
void give_token(SmState *sm, int train, int seat, int value);
void give_score(SmState *sm, int seat, int score, int best);

/* Puts these cards of the deck on top. */
void stack_deck(SmState *sm, const char *cards);
/* Moves these cards of the deck to the discards. */
void stack_discards(SmState *sm, const char *cards);
/* Moves all other cards of the deck under the discards. If the Rush Hour is among them,
 * it has brought a locomotive to the end of the row. */
void leave_in_deck(SmState *sm, const char *cards);
/* Puts these locomotives on top of the pile. */
void stack_pile(SmState *sm, const char *locomotives);
/* Removes all locomotives of the pile, as if they had left. */
void empty_pile(SmState *sm);
/* Also removes all trains but the first ones, as if they had left by cabooses; the pile
 * is empty. */
void leave_trains(SmState *sm, int trains);

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

Action board(int value, int train);
Action couple(const char *card, int train);
Action caboose(int train);
Action royal(int train);
Action standing(int train);
Action reassign(int from, int to);
Action repair(const char *special, const char *card, int train);
Action transfer(int from, int to);
Action uncouple(const char *special, int train);
Action move(int place);
Action done(void);
Action waste(const char *card);

/* Applies the action of the seat on turn; the test fails if it is refused or leads to
 * an unsound position. */
void act(SmState *sm, Action action);
/* The same, and returns its events. */
void act_watched(SmState *sm, Action action, Events *events);
/* Is the action listed for the seat on turn? */
int offers(const SmState *sm, Action action);
int offers_of_kind(const SmState *sm, int kind);
int offers_count(const SmState *sm);
int events_of_kind(const Events *events, SmEventKind kind);

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

/* "+5 first", or "" for nothing. Valid for the next eight calls. */
const char *hand_words(const SmState *sm, int seat);
const char *deck_words(const SmState *sm);
const char *discard_words(const SmState *sm);
const char *carriage_words(const SmState *sm, int train);
const char *station_words(const SmState *sm);
const char *pile_words(const SmState *sm);
const char *gone_words(const SmState *sm);
/* Owner and value: "0:2 1:3". */
const char *token_words(const SmState *sm, int train);
/* "1 1 1 2 2 3" */
const char *home_words(const SmState *sm, int seat);

int card_named(const char *name);
/* All copies of a card, wherever they lie. */
int copies_in_play(const SmState *sm, int card);
int score_of(const SmState *sm, int seat);
void expect_sound(const SmState *sm);

#endif
