/* setup.c: setups in words: names to numbers, and what is refused. */
#include "play/setup.h"

#include "games/catalogue.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Finding                                                                   */
/* ------------------------------------------------------------------------- */

int catalogue_count(void)
{
    return CATALOGUE_COUNT;
}

const Game *catalogue_game(int index)
{
    return CATALOGUE[index];
}

const Game *catalogue_find(const char *id)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        if (strcmp(CATALOGUE[i]->id, id) == 0)
            return CATALOGUE[i];
    }
    return NULL;
}

int names_find(const Names *names, const char *name)
{
    for (int i = 0; i < names->count; i++) {
        /* Compare the first letter before calling strcmp. */
        if (names->items[i][0] == name[0] && strcmp(names->items[i], name) == 0)
            return i;
    }
    return -1;
}

int option_find(const Game *game, const char *id)
{
    for (int i = 0; i < game->option_count; i++) {
        if (strcmp(game->options[i].id, id) == 0)
            return i;
    }
    return -1;
}

/* ------------------------------------------------------------------------- */
/* Choosing                                                                  */
/* ------------------------------------------------------------------------- */

SetupStatus setup_set_option(const Game *game, Setup *setup, const char *id,
                             const char *value)
{
    int option = option_find(game, id);

    if (option < 0)
        return SETUP_NO_OPTION;
    int index = names_find(&game->options[option].values, value);
    if (index < 0)
        return SETUP_NO_VALUE;
    setup->options[option] = (uint8_t)index;
    return SETUP_OK;
}

const char *setup_refusal(const Game *game, const Setup *setup)
{
    if (setup->seats < game->least_seats || setup->seats > game->most_seats)
        return "seats";
    return game->refuse(setup);
}
