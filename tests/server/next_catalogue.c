/* next_catalogue.c: a program with the next version of Freight Train's rules and no
 * other. */
#include "games/catalogue.h"

#include "games/freight_train/ft.h"
#include "games/station_master/sm.h"
#include "games/take_a_train/tt.h"

static Game next_freight_train;

const Game *const CATALOGUE[] = {
    &next_freight_train,
    &STATION_MASTER,
    &TAKE_A_TRAIN,
};

const int CATALOGUE_COUNT = (int)(sizeof CATALOGUE / sizeof CATALOGUE[0]);

__attribute__((constructor)) static void make_next(void)
{
    next_freight_train = FREIGHT_TRAIN;
    next_freight_train.rules_version++;
}
