/* scene.c: a game of two in which one does not look. */
#include "scene.h"

#include <criterion/criterion.h>
#include <stdio.h>

Scene scene_open_with(House *house, const char *more)
{
    Scene scene = { .board = board_open(house, "freight-train", 2, more) };

    scene.present = board_pick_seat(scene.board);
    scene.absent = 1 - scene.present;
    return scene;
}

Scene scene_open(House *house)
{
    return scene_open_with(house, "");
}

int absent_is_here(const Scene *scene)
{
    const Board *board = scene->board;
    char path[64];

    snprintf(path, sizeof path, "/api/1/tables/%s", board->code);
    Answer answer = ask(board->house, &board->people[scene->present], path, NULL);
    int is_here = is_at(entry_at(json_at(answer.json, "seats"), scene->absent), "here");
    answer_free(&answer);
    return is_here;
}

void scene_leave(Scene *scene)
{
    tab_close(scene->board->tabs[scene->absent]);
    scene->board->tabs[scene->absent] = NULL;
    for (int i = 0; i < PATIENCE_MS && absent_is_here(scene); i++)
        ;
    cr_assert_not(absent_is_here(scene));
}

const Person *absent_of(const Scene *scene)
{
    return &scene->board->people[scene->absent];
}

void play_until_their_turn(Scene *scene)
{
    while (scene->board->actions[scene->present][0] != '\0')
        board_act(scene->board, scene->present);
    cr_assert_not(scene->board->is_over);
}
