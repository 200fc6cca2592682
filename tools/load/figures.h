/* figures.h: the capacity of a server: moves per second of its processor time, the
 * latency of a move, the memory of an idle table, compared with a plain echo. */
#ifndef ROUNDHOUSE_LOAD_FIGURES_H
#define ROUNDHOUSE_LOAD_FIGURES_H

#include "load/players.h"

enum { NODES_FIGURES_MAX = 8, NODES_MAX = 16 };

typedef struct LoadPlan {
    const char *program; /* roundhouse, to start servers from */
    const char *self;    /* this program, to start the echo from */
    const char *url;     /* of a server that runs already; NULL: one is started */
    const char *game;
    int is_json;
    int seconds;     /* for each figure */
    int tables;      /* tables that play as fast as possible, with a connection per seat */
    int moves_per_s; /* rate at which the latency of a move is measured */
    int open_tables; /* open tables */
    int connections; /* idle connections meanwhile */
    const char *profile; /* folder where callgrind's profiles are kept; NULL: nowhere */
    /* Alternatively: servers over one database, as many as each of these numbers. */
    const char *store; /* NULL: no */
    int nodes[NODES_FIGURES_MAX];
    int node_figures;
} LoadPlan;

/* Measures and prints one figure after the other. Those that need the server's
 * processor time and memory are left out for a server that is not our child. 0: error
 * in *fault. */
int figures_measure(const LoadPlan *plan, Fault *fault);
/* The same people at one, two and three nodes: the gain of each. */
int figures_measure_nodes(const LoadPlan *plan, Fault *fault);

/* User instructions of the server for a move, by callgrind, which does not depend on what
 * else the machine does. Without valgrind, or with a program that does not run under it,
 * says so on standard error. */
void figures_measure_instructions(const LoadPlan *plan);

/* Shared by the files of the figures. */
enum { FIGURE_NUMBERS_MAX = 12 };

typedef struct Figure {
    const char *name;
    struct {
        const char *key;
        double value;
        int decimals;
    } numbers[FIGURE_NUMBERS_MAX];
    int count;
} Figure;

void figure_add(Figure *figure, const char *key, double value, int decimals);
/* Prints the numbers as JSON, or the line for people. */
void figure_print(const LoadPlan *plan, const Figure *figure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
double per(double count, double seconds);
/* Plays; errors and lost connections invalidate a figure, so they are errors here. */
int play_cleanly(Party *party, const PlayersPlan *plan, PlayersResult *result,
                 Fault *fault);

#endif
