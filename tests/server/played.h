/* played.h: a server on the data file of tests/store/version-2.sql: people, running
 * games of every rule set, games that are over, tables that are open. */
#ifndef ROUNDHOUSE_TESTS_SERVER_PLAYED_H
#define ROUNDHOUSE_TESTS_SERVER_PLAYED_H

#include "talk.h"

#include <stdint.h>

/* The server's wall clock stands here when it starts: every time in the file is
 * earlier, every time that the server adds is later. */
static const int64_t PLAYED_UNTIL = INT64_C(1800020000000);

/* The SQL of the file; it lasts as long as the process. */
const char *played_sql(void);
/* The values of its lines "-- token Ada VALUE USER" and "-- table mayfair CODE". */
Person played_person(House *house, const char *name);
void played_table(const char *name, char code[CODE_ROOM]);
/* A server with its default limits, or without any. */
House *played_open(HouseLimits limits);

#endif
