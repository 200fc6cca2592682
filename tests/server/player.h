/* player.h: somebody who plays the deal of the day alone, against the server's bots. */
#ifndef ROUNDHOUSE_TESTS_SERVER_PLAYER_H
#define ROUNDHOUSE_TESTS_SERVER_PLAYER_H

#include "talk.h"

#include "engine/random.h"

/* How a player decides: by the same chance the same decisions. */
typedef enum Habit { HABIT_STRAIGHT, HABIT_UNDOES } Habit;

typedef struct Player {
    Person person;
    Tab *tab;
    char code[CODE_ROOM];
    int attempt, is_ranked;
    Rng rng;
    Habit habit;
    char *last; /* the position at which it stopped */
} Player;

/* A name that is kept. */
Person person_keeping(House *house, const char *name);
/* Begins an attempt, or goes on with it, and watches. */
Player player_start(House *house, const Person *person, const char *game, Habit habit);
/* Plays the game, at most so many turns of decisions; -1: to the end. */
void player_play(Player *player, int decisions);
void player_close(Player *player);

#endif
