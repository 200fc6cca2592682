/* club.h: the pages of a club of many people, games and results: how large each is, and how
 * long it takes, as the club grows. */
#ifndef ROUNDHOUSE_LOAD_CLUB_H
#define ROUNDHOUSE_LOAD_CLUB_H

#include "load/club_plan.h"

/* Fills a store, starts a server on it and prints a figure for each page; for a hundredth,
 * a tenth and all of the results. 0: error in *fault. */
int club_measure(const ClubPlan *plan, Fault *fault);

#endif
