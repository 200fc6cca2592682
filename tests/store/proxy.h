/* proxy.h: somebody between a store and its database, who cuts the lines, or lets them
 * go dead, at the worst moment. */
#ifndef ROUNDHOUSE_TESTS_STORE_PROXY_H
#define ROUNDHOUSE_TESTS_STORE_PROXY_H

typedef enum ProxyCut {
    CUT_NOTHING,
    /* The line on which the next COMMIT comes: */
    CUT_BEFORE_COMMIT, /* the database never gets it */
    CUT_HALF,          /* the same, and the database does not hear of the cut either */
    CUT_AFTER_COMMIT,  /* the database gets it, the store never the answer */
    CUT_AND_STAY_AWAY, /* the same, and nobody can connect any more */
    /* From the next COMMIT on, or from now on: */
    STALL_BEFORE_COMMIT, /* nothing is passed on, and nobody hears of that */
    STALL_AFTER_COMMIT,  /* the same, the database gets this one */
    STALL_ALL,
    /* Now: */
    CUT_ALL, /* all lines, and nobody can connect any more */
} ProxyCut;

/* Listens in a folder, as PostgreSQL would, and passes everything on, from a process
 * of its own, which ends with the test's. */
void proxy_start(const char *folder);
/* From now on. What waits for a COMMIT becomes CUT_NOTHING when it has cut, or CUT_ALL,
 * or STALL_ALL, which last until something else is said. */
void proxy_cut(ProxyCut cut);
ProxyCut proxy_now(void);
/* What is taken for a COMMIT: the word itself, unless said otherwise, or a node's entries
 * for logs, which commit by themselves. */
#define PROXY_COMMIT "COMMIT"
#define PROXY_APPEND "{\"e "
void proxy_watch_for(const char *mark);

#endif
