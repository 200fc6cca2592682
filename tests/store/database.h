/* database.h: stores in the PostgreSQL that `with_postgres` has started. */
#ifndef ROUNDHOUSE_TESTS_STORE_DATABASE_H
#define ROUNDHOUSE_TESTS_STORE_DATABASE_H

#include <stdint.h>

/* The argument of store_open for an empty store of this test. Test setups call it; the
 * schema is dropped after the test. */
void database_make(void);
void database_remove(void);
const char *database(void);
/* The schema; connection names begin with it. */
const char *database_name(void);
/* The same through the socket in a folder. */
const char *database_through(const char *folder);

/* Runs a query on a separate connection; returns the first value as a number. */
int64_t database_query(const char *statement);
/* Ends all connections of the test's store. */
void database_disconnect(void);
/* Kills PostgreSQL with all its processes; starts it again; or both. */
void database_kill(void);
void database_start(void);
void database_crash(void);

#endif
