/* scene.h: a game of two in which one does not look, and will be to move. */
#ifndef ROUNDHOUSE_TESTS_SERVER_SCENE_H
#define ROUNDHOUSE_TESTS_SERVER_SCENE_H

#include "board.h"

typedef struct Scene {
    Board *board;
    int present, absent; /* seats */
} Scene;

Scene scene_open(House *house);
/* With keys of the table, a comma before each. */
Scene scene_open_with(House *house, const char *more);
/* The absent one closes the tab; returns when the server has seen it. */
void scene_leave(Scene *scene);
const Person *absent_of(const Scene *scene);
int absent_is_here(const Scene *scene);
/* The other plays until it is the turn of the absent one. */
void play_until_their_turn(Scene *scene);

#endif
