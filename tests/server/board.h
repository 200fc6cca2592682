/* board.h: a table with its players and a spectator, in lockstep: a seat that must act
 * plays a random action, and every reader receives the update before the next seat
 * acts. Everything that a reader receives is kept. At the end it is compared with what
 * the rules, replayed from the save file, let that reader see. */
#ifndef ROUNDHOUSE_TESTS_SERVER_BOARD_H
#define ROUNDHOUSE_TESTS_SERVER_BOARD_H

#include "talk.h"

#include "engine/random.h"
#include "engine/seats.h"
#include "play/match.h"

enum { READERS = SEATS_MAX + 1, SPECTATOR = SEATS_MAX, ACTION_ROOM = 512 };

/* What a reader received after one action; empty: nothing. */
typedef struct Shown {
    char *position; /* its bytes */
    char *events;   /* names of the events, each followed by a space */
    int actions;
} Shown;

typedef struct Board {
    House *house;
    char code[CODE_ROOM];
    int seats;
    Person people[SEATS_MAX];
    Tab *tabs[READERS]; /* the last is the spectator's; NULL: not connected */
    long n;
    int is_over;
    char actions[SEATS_MAX][ACTION_ROOM]; /* by seat; empty: not its turn */
    Rng rng;
    Shown (*shown)[READERS]; /* by n */
    long shown_room;
} Board;

/* The first person opens a public table (`more`: other keys, with a comma before
 * each), the others sit down, all watch, it starts. */
Board *board_open(House *house, const char *game, int seats, const char *more);
/* The same with existing people. */
Board *board_open_for(House *house, const Person *people, const char *game, int seats,
                      const char *more);
void board_close(Board *board);

/* All readers, or one, receive the update of number n. */
void board_receive(Board *board);
void board_receive_one(Board *board, int reader);
/* A random seat of those that must act; the game is not over. */
int board_pick_seat(Board *board);
/* Plays the seat's action; all readers receive the update. */
void board_act(Board *board, int seat);
void board_play(Board *board, long moves); /* or to the end; -1: to the end */
/* A reader's connection breaks; it reconnects with `since`. */
void board_reconnect(Board *board, int reader);

/* A public table of this person and a bot, whose log has twice as many entries: an action
 * done and undone, again and again. */
void table_with_undos(const House *house, const Person *person, int undos,
                      char code[CODE_ROOM]);

/* After the end of a game without undo: replays the save and compares. */
void board_check(Board *board);
/* Checks a position that the seat (or NOBODY) received against the rules. */
void check_position(const Match *match, int seat, const char *shown);

#endif
