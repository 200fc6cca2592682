/* crash.h: a writing process is killed repeatedly: every acknowledged batch is stored,
 * and no batch in part. */
#ifndef ROUNDHOUSE_TESTS_STORE_CRASH_H
#define ROUNDHOUSE_TESTS_STORE_CRASH_H

/* Functions for a database server; NULL: none. */
typedef struct CrashDatabase {
    /* Restarts it during every second run, which the writer must survive. */
    void (*crash)(void);
    /* Waits until the database has ended the killed writer's work. */
    void (*settle)(void);
} CrashDatabase;

/* On an empty store. `ROUNDHOUSE_KILLS` is the number of kills, default 20. */
void survives_crashes(const char *where, const CrashDatabase *database);

#endif
