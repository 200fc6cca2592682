/* all.c: the catalogue, followed by the games of the tests. */
#include "games/all.h"

#include "games/kuhn_poker.h"
#include "games/tic_tac_toe.h"

static const Game *const TEST_GAMES[] = { &TIC_TAC_TOE, &KUHN_POKER };

int all_games_count(void)
{
    return CATALOGUE_COUNT + (int)(sizeof TEST_GAMES / sizeof TEST_GAMES[0]);
}

const Game *all_games(int index)
{
    return index < CATALOGUE_COUNT ? CATALOGUE[index] : TEST_GAMES[index - CATALOGUE_COUNT];
}
