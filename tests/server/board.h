/* board.h: a table with all who sit at it, in step: whoever must act does something
 * at random, and everybody hears of it before the next one acts. All that each
 * reader was shown is kept, and compared in the end with what the rules, replayed
 * from the save file, let that reader see. */
#ifndef ROUNDHOUSE_TESTS_SERVER_BOARD_H
#define ROUNDHOUSE_TESTS_SERVER_BOARD_H

#include "talk.h"

#include "engine/random.h"
#include "engine/seats.h"
#include "play/match.h"

enum { READERS = SEATS_MAX + 1, SPECTATOR = SEATS_MAX, ACTION_ROOM = 512 };

/* What a reader was shown after one action. Empty: nothing. */
typedef struct Shown {
    char *position; /* its bytes */
    char *events;   /* the names of the events, a space behind each */
    int actions;
} Shown;

typedef struct Board {
    House *house;
    char code[CODE_ROOM];
    int seats;
    Person people[SEATS_MAX];
    Tab *tabs[READERS]; /* the spectator's is the last; NULL: nobody there */
    long n;
    int is_over;
    char actions[SEATS_MAX][ACTION_ROOM]; /* what each will do; empty: not its turn */
    Rng rng;
    Shown (*shown)[READERS]; /* by n */
    long shown_room;
} Board;

/* The first person opens a public table (`more`: other keys, with a comma before
 * each), the others sit down, all watch, it starts. */
Board *board_open(House *house, const char *game, int seats, const char *more);
/* With people who are there already. */
Board *board_open_for(House *house, const Person *people, const char *game, int seats,
                      const char *more);
void board_close(Board *board);

/* Everybody, or one, hears the update of number n. */
void board_receive(Board *board);
void board_receive_one(Board *board, int reader);
/* A seat that must act, by chance; the game is not over. */
int board_pick_seat(Board *board);
/* It acts, and everybody hears. */
void board_act(Board *board, int seat);
void board_play(Board *board, long moves); /* or to the end; -1: to the end */
/* The connection of a reader is lost, and it comes back with `since`. */
void board_reconnect(Board *board, int reader);

/* After the end, if nothing was taken back: replays the save, and compares. */
void board_check(Board *board);
/* What the seat (or NOBODY) was shown is what the rules let it see. */
void check_position(const Match *match, int seat, const char *shown);

#endif
