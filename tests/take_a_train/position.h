/* position.h: positions of Take a Train in the words of its rulebook, for tests.
 * A test begins before an auction or before the coupling, says who has what,
 * begins, and acts. Nobody has objectives unless the test gives some, so that
 * money changes only by what is tested. */
#ifndef ROUNDHOUSE_TESTS_TAKE_A_TRAIN_POSITION_H
#define ROUNDHOUSE_TESTS_TAKE_A_TRAIN_POSITION_H

#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* Building                                                                  */
/* ------------------------------------------------------------------------- */

/* Options as "rotating=sum money=open"; seat 0 starts unless they say otherwise. */
Setup setup_with(int seats, const char *options);

/* A game as it is dealt. */
TtState dealt_position(int seats, const char *options);

/* Round one, an auction of that kind ("blind") that has not begun: nobody has a
 * locomotive or an objective, everybody has $5000. */
TtState before_auction(int seats, const char *options, const char *auction);

/* The same in coupling: `begin` fixes the order and deals the market. */
TtState before_coupling(int seats, const char *options);

void give_money(TtState *tt, int seat, int dollars);
/* "S1 D2 E5"; one with a minus sign is a replacement: "-S1". */
void give_locomotives(TtState *tt, int seat, const char *cards);
void give_objectives(TtState *tt, int seat, const char *objectives);
/* Adds wagons from the deck to the player's locomotive of that place, from the front.
 * */
void give_wagons(TtState *tt, int seat, int locomotive, const char *cards);
void give_multiplier(TtState *tt, int seat, int locomotive);

/* Puts these on top, the first named first. */
void stack_pile(TtState *tt, const char *cards);
void stack_deck(TtState *tt, const char *cards);
/* Moves all cards of the deck but the named ones, in their order, to the discards. */
void leave_in_deck(TtState *tt, const char *cards);
/* Seat 0 has S7 E4 S3 (×4, ×3, ×1), seat 1 D6 D3 S1, seat 2 E1 S4 and a
 * replacement S2: they couple in the order 0, 1, 2. */
TtState three_players(const char *deck);
/* … and removes those: the test plays without them. */
void drop_discards(TtState *tt);

/* Begins what was prepared: the lot of `due`, or the coupling. */
void begin_lot(TtState *tt, int due);
void begin_coupling(TtState *tt);

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

Action name(const char *card);
Action take(const char *card);
Action keep(const char *card);
Action turn_down(const char *card);
Action bid(int dollars);
Action choose(int seat);
Action couple(const char *card, int locomotive);
Action collect(void);
Action discard(int place);
Action replace(void);
Action hold(void);
Action pass(void);

/* A refused action fails the test. */
void act(TtState *tt, int seat, Action action);
int offers(const TtState *tt, int seat, Action action);
int offers_count(const TtState *tt, int seat);
int offers_of_kind(const TtState *tt, int seat, TtActionKind kind);
SeatSet waiting_seats(const TtState *tt);
/* All seats pass in turn until the round is over. */
void end_round_by_passing(TtState *tt);

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

int money_of(const TtState *tt, int seat);
/* "S1 -D2": the player's locomotives, in the order they came. */
const char *locomotives_of(const TtState *tt, int seat);
const char *wagons_of(const TtState *tt, int seat, int locomotive);
const char *market_of(const TtState *tt);
const char *drawn_of(const TtState *tt);
const char *aside_of(const TtState *tt);
const char *discards_of(const TtState *tt);
const char *achieved_of(const TtState *tt, int seat);
/* "2 0 1": the seats in the order of coupling. */
const char *order_of(const TtState *tt);
int locomotive_named(const char *word);
int card_named(const char *word);
int objective_named(const char *word);

#endif
