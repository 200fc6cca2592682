/* lines.h: a proxy between each node and PostgreSQL that can cut, stall, delay and
 * refuse connections, node by node, and apart for the connection that LISTENs.
 *
 *     node 0 ── folder/0/.s.PGSQL.5432 ──┐
 *     node 1 ── folder/1/.s.PGSQL.5432 ──┼── PostgreSQL
 *     node 2 ── folder/2/.s.PGSQL.5432 ──┘
 *
 * It runs in a process of its own, which ends with the test's. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_LINES_H
#define ROUNDHOUSE_TESTS_FAULTS_LINES_H

enum { LINES_MAX = 8 };

typedef enum LineMode {
    LINE_PASS,
    LINE_STALL,  /* accepted, nothing is delivered; what was held is delivered later */
    LINE_CUT,    /* closed; a new connection is accepted and closed at once */
    LINE_REFUSE, /* closed; nobody accepts */
} LineMode;

/* Which connections of a node. A new one counts as OTHERS until it sends LISTEN. */
typedef enum LineKind { LINE_OTHERS, LINE_LISTENER, LINE_ALL } LineKind;

/* Cut one of the OTHERS, once: */
typedef enum LineLoss {
    LOSE_NOTHING,
    LOSE_REQUEST, /* the next request is not delivered */
    LOSE_ANSWER,  /* the next request is delivered, its answer is not */
    LOSE_HALF,    /* as LOSE_REQUEST, but PostgreSQL's connection stays open */
} LineLoss;

/* Starts the proxy with a socket per node in `folder`. `database` is the path of
 * PostgreSQL's socket. */
void lines_start(const char *folder, const char *database, int nodes);
void lines_end(void);
/* The host in the node's database URL. */
const char *line_folder(int node);

void line_set(int node, LineKind kind, LineMode mode);
/* Adds latency in milliseconds, each way, in order, without limiting the bandwidth. */
void line_delay(int node, int milliseconds);
void line_lose(int node, LineLoss loss);
/* The loss that line_lose has requested and that has not happened yet. */
LineLoss line_loss(int node);
/* Removes all faults. */
void lines_heal(void);

#endif
