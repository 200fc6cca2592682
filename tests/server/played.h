/* played.h: a server on the data file of tests/store/version-2.sql: people, running
 * games of every rule set, finished games, open tables. */
#ifndef ROUNDHOUSE_TESTS_SERVER_PLAYED_H
#define ROUNDHOUSE_TESTS_SERVER_PLAYED_H

#include "talk.h"

#include <stdint.h>

/* The server's wall clock at its start: later than every time in the file. */
static const int64_t PLAYED_UNTIL = INT64_C(1800020000000);

/* The SQL of the file; never freed. */
const char *played_sql(void);
/* Values of its lines "-- token Ada VALUE USER" and "-- table mayfair CODE". */
Person played_person(House *house, const char *name);
void played_table(const char *name, char code[CODE_ROOM]);
/* A server with the default limits, or without limits. */
House *played_open(HouseLimits limits);

#endif
