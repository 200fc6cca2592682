/* position.h: positions of Freight Train in the words of its rulebooks, for
 * tests. A test begins with a quiet position (nothing in any yard or train, all
 * cars in the deck), moves cars to where it wants them, and acts once. Every car
 * comes from the deck, so none is lost or made. */
#ifndef ROUNDHOUSE_TESTS_FREIGHT_TRAIN_POSITION_H
#define ROUNDHOUSE_TESTS_FREIGHT_TRAIN_POSITION_H

#include "games/freight_train/ft.h"

/* ------------------------------------------------------------------------- */
/* Building                                                                  */
/* ------------------------------------------------------------------------- */

/* Options as "edition=mayfair cabooses=on"; seat 0 begins unless they say
 * otherwise. */
Setup setup_with(int seats, const char *options);

/* A game as it is dealt. */
FtState dealt_position(int seats, const char *options);

/* Day one, round one; yards, main yard and trains are empty, the end-of-day card
 * lies at the bottom of the deck. */
FtState quiet_position(int seats, const char *options);

/* Adds trains, with cars by name ("box box ore"), behind the next locomotives. */
void give_train(FtState *ft, int seat, const char *cars);
void give_closed_train(FtState *ft, int seat, const char *cars);
void close_given_train(FtState *ft, int seat, int train);
/* Adds cars from the closed end (the bumper) to the open end, after those already
 * there. */
void give_yard(FtState *ft, int seat, int siding, const char *cars);
void give_main(FtState *ft, int siding, const char *cars);

/* Puts these cards on top of the deck, the first one named first. "end-of-day" moves
 * that card there. */
void stack_deck(FtState *ft, const char *cards);
/* Gives all cars of the deck that are not named to the other seats; the named ones
 * stay, the top one first. The end-of-day card stays only if it is named; otherwise it
 * counts as drawn. */
void leave_in_deck(FtState *ft, const char *cards);

/* Gives cars from the deck to the other seats, while they have room, until this many
 * cards are left. */
void thin_deck(FtState *ft, int cards);
void shuffle_deck(FtState *ft, Rng *rng);

void give_points(FtState *ft, int seat, int points);
/* Sets the stock so that every seat has its locomotives of that day. */
void set_day(FtState *ft, int day);
void set_called(FtState *ft, int seat);
/* The round was begun by `first`, and it is the turn of `turn`. */
void set_turn(FtState *ft, int first, int turn);
/* The end-of-day card has been drawn earlier in this round. */
void set_ending(FtState *ft);

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

Action fill(int siding);
Action take(int siding);
Action switch_car(int siding, int train);
Action rearrange(void);
Action call_locomotive(void);
Action close_train(int train);
Action couple(FtCar car, int train);
Action store(FtCar car, int siding);
Action done(void);
Action pass(void);

/* Applies the action of the seat on turn; a refused action fails the test. */
void act(FtState *ft, Action action);
/* Is the action listed for the seat on turn? */
int offers(const FtState *ft, Action action);
/* The number of listed actions of that kind; of all kinds. */
int offers_of_kind(const FtState *ft, FtActionKind kind);
int offers_count(const FtState *ft);

/* Ends the turn with as little change as possible: by calling a locomotive, and on day
 * three by a rearrangement that changes nothing, with its point given beforehand. */
void end_turn_quietly(FtState *ft);
/* Ends the last turn of the day in that way: the day is scored. */
void end_day_quietly(FtState *ft);

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

/* "ore tank", or "" for nothing. Valid for the next eight calls. */
const char *yard_words(const FtState *ft, int seat, int siding);
const char *main_words(const FtState *ft, int siding);
const char *train_words(const FtState *ft, int seat, int train);
/* The deck, the top card first. */
const char *deck_words(const FtState *ft);

const char *card_name(int card);
int card_named(const char *name);
int yard_cars(const FtState *ft, int seat);
int main_cars(const FtState *ft);
int train_cars(const FtState *ft, int seat);
/* All cards of a type wherever they lie; FT_END_OF_DAY: in the deck. */
int cards_of_type(const FtState *ft, int type);
int cars_in_deck(const FtState *ft, int type);
/* The number of cards under the end-of-day card; -1 if it is not in the deck. */
int cards_under_the_end(const FtState *ft);

/* Fails the test if the position is not sound. */
void expect_sound(const FtState *ft);

#endif
