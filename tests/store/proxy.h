/* proxy.h: a proxy between a store and its database that cuts or stalls connections at
 * the worst moment. */
#ifndef ROUNDHOUSE_TESTS_STORE_PROXY_H
#define ROUNDHOUSE_TESTS_STORE_PROXY_H

typedef enum ProxyCut {
    CUT_NOTHING,
    /* The connection with the next COMMIT: */
    CUT_BEFORE_COMMIT, /* the database never gets it */
    CUT_HALF,          /* the same, and the database's connection stays open */
    CUT_AFTER_COMMIT,  /* the database gets it, the store gets no reply */
    CUT_AND_STAY_AWAY, /* the same, and new connections are refused */
    /* From the next COMMIT on, or from now on: */
    STALL_BEFORE_COMMIT, /* nothing is forwarded, and both connections stay open */
    STALL_AFTER_COMMIT,  /* the same, but this COMMIT is forwarded */
    STALL_ALL,
    /* Each connection with a COMMIT, from now on; the others are left alone: */
    CUT_EVERY_COMMIT,
    /* Now: */
    CUT_ALL, /* all connections; new ones are refused */
} ProxyCut;

/* Listens in a folder, as PostgreSQL would, and forwards everything. Runs in its own
 * process, which ends with the test's. */
void proxy_start(const char *folder);
/* Sets the fault. One that waits for a COMMIT turns into CUT_NOTHING after the cut, or
 * into CUT_ALL or STALL_ALL, which last until the next call. */
void proxy_cut(ProxyCut cut);
ProxyCut proxy_now(void);
/* Sets the bytes that count as a COMMIT: by default the word itself; or a node's
 * statement that adds entries, or its question who is present, which commit by
 * themselves. */
#define PROXY_COMMIT           "COMMIT"
#define PROXY_APPEND           "{\"e "
#define PROXY_PRESENCE_REQUEST "q 6-" /* of node_protocol.h */
void proxy_watch_for(const char *mark);

#endif
