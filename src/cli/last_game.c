/* last_game.c: finding the file. */
#include "cli/last_game.h"

#include "play/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ASIDE_MAX = 1000 };

int last_game_folder(char path[LAST_GAME_PATH])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length;

    if (state != NULL && state[0] == '/')
        length = snprintf(path, LAST_GAME_PATH, "%s/roundhouse", state);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, LAST_GAME_PATH, "%s/.local/state/roundhouse", home);
    else
        return 0;
    return length < LAST_GAME_PATH - 64;
}

int last_game_path(const Game *game, char path[LAST_GAME_PATH])
{
    if (!last_game_folder(path))
        return 0;
    size_t length = strlen(path);
    snprintf(path + length, LAST_GAME_PATH - length, "/%s.save", game->id);
    return 1;
}

/* Saves end with a line "result …" or "unfinished". */
static int has_line(const char *path, const char *word)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    int is_found = 0;

    while (file != NULL && getline(&line, &room, file) >= 0)
        is_found |= strncmp(line, word, strlen(word)) == 0;
    free(line);
    if (file != NULL)
        fclose(file);
    return is_found;
}

int last_game_find(char path[LAST_GAME_PATH])
{
    struct timespec newest = { 0, 0 };
    int is_found = 0;

    for (int i = 0; i < catalogue_count(); i++) {
        char candidate[LAST_GAME_PATH];
        struct stat status;

        if (!last_game_path(catalogue_game(i), candidate) || stat(candidate, &status) != 0
            || !has_line(candidate, "unfinished"))
            continue;
        if (is_found
            && (status.st_mtim.tv_sec < newest.tv_sec
                || (status.st_mtim.tv_sec == newest.tv_sec
                    && status.st_mtim.tv_nsec < newest.tv_nsec)))
            continue;
        newest = status.st_mtim;
        memcpy(path, candidate, LAST_GAME_PATH);
        is_found = 1;
    }
    return is_found;
}

void last_game_put_aside(const Game *game)
{
    char path[LAST_GAME_PATH], aside[LAST_GAME_PATH];

    /* A damaged file is put aside, too: somebody may mend it. */
    if (!last_game_path(game, path) || has_line(path, "result"))
        return;
    size_t length = strlen(path) - strlen(".save");
    snprintf(aside, sizeof aside, "%.*s.before.save", (int)length, path);
    for (int n = 2; n < ASIDE_MAX && access(aside, F_OK) == 0; n++)
        snprintf(aside, sizeof aside, "%.*s.before-%d.save", (int)length, path, n);
    rename(path, aside); /* where that fails, the old one is lost: no reason to stop */
}
