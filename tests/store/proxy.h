/* proxy.h: somebody between a store and its database, who cuts the line at the worst
 * moment. */
#ifndef ROUNDHOUSE_TESTS_STORE_PROXY_H
#define ROUNDHOUSE_TESTS_STORE_PROXY_H

/* When it sees COMMIT: */
typedef enum ProxyCut {
    CUT_NOTHING,
    CUT_BEFORE_COMMIT, /* the database never gets it */
    CUT_AFTER_COMMIT,  /* the database gets it, the store never the answer */
    CUT_AND_STAY_AWAY, /* the same, and nobody can connect any more */
} ProxyCut;

/* Listens in a folder, as PostgreSQL would, and passes everything on, from a process
 * of its own, which ends with the test's. */
void proxy_start(const char *folder);
/* The next COMMIT is cut so; then all goes on as before. */
void proxy_cut(ProxyCut cut);

#endif
