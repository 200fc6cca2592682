/* database.h: stores in the PostgreSQL that `with_postgres` has started. */
#ifndef ROUNDHOUSE_TESTS_STORE_DATABASE_H
#define ROUNDHOUSE_TESTS_STORE_DATABASE_H

#include <stdint.h>

/* What store_open takes, for an empty store of the test's own. Setups of tests call
 * it; the schema is dropped after the test. */
void database_make(void);
void database_remove(void);
const char *database(void);
/* Its schema: with that, the names of its connections begin. */
const char *database_name(void);
/* The same behind the socket of a folder. */
const char *database_through(const char *folder);

/* Asks, and answers the first value as a number; on a connection of its own. */
int64_t database_query(const char *statement);
/* Ends all connections of the test's store. */
void database_disconnect(void);
/* Kills PostgreSQL, all of it at once; starts it again; or both. */
void database_kill(void);
void database_start(void);
void database_crash(void);

#endif
