/* catalogue.c: every game in the house. A new game adds its two lines here. */
#include "games/catalogue.h"

#include "games/freight_train/ft.h"
#include "games/station_master/sm.h"
#include "games/take_a_train/tt.h"

const Game *const CATALOGUE[] = {
    &FREIGHT_TRAIN,
    &STATION_MASTER,
    &TAKE_A_TRAIN,
};

const int CATALOGUE_COUNT = (int)(sizeof CATALOGUE / sizeof CATALOGUE[0]);
