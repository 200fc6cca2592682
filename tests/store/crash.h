/* crash.h: a process that writes is killed, again and again; what it was told is
 * stored, is there, and no batch by half. */
#ifndef ROUNDHOUSE_TESTS_STORE_CRASH_H
#define ROUNDHOUSE_TESTS_STORE_CRASH_H

/* What a database is there to do, NULL if it is none. */
typedef struct CrashDatabase {
    /* Every other time while somebody writes, who has to get over it. */
    void (*crash)(void);
    /* After a writer was killed: until nobody is at work for it any more. */
    void (*settle)(void);
} CrashDatabase;

/* On an empty store. `ROUNDHOUSE_KILLS` says how often, otherwise 20 times. */
void survives_crashes(const char *where, const CrashDatabase *database);

#endif
