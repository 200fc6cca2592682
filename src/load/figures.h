/* figures.h: what a server can carry, in figures: moves per second of its processor
 * time, how long a move takes, what an idle table weighs, beside a plain echo. */
#ifndef ROUNDHOUSE_LOAD_FIGURES_H
#define ROUNDHOUSE_LOAD_FIGURES_H

#include "play/text.h"

enum { NODES_FIGURES_MAX = 8, NODES_MAX = 16 };

typedef struct LoadPlan {
    const char *program; /* the path of this one, to start servers from */
    const char *url;     /* of a server that runs already; NULL: one is started */
    const char *game;
    double seconds;     /* for each figure */
    int tables;         /* that play as fast as they can, a connection for each seat */
    double moves_per_s; /* when the time of a move is taken */
    int open_tables;    /* that are held open */
    int connections;    /* that are held while they are */
    /* Or else: servers over one database, as many as each of these says. */
    const char *store; /* NULL: not that */
    int nodes[NODES_FIGURES_MAX];
    int node_figures;
} LoadPlan;

enum { FIGURE_NUMBERS_MAX = 12 };

typedef struct FigureNumber {
    const char *key;
    double value;
    int decimals;
} FigureNumber;

typedef struct Figure {
    const char *name;
    FigureNumber numbers[FIGURE_NUMBERS_MAX];
    int count;
    char line[160]; /* the same for people */
} Figure;

/* Measures one figure after the other and tells each as soon as it is there. Those
 * that rest on the server's own processor time and memory are left out for a server
 * that is not our child. 0: told. */
int figures_measure(const LoadPlan *plan, void (*tell)(void *context, const Figure *figure),
                    void *context, Fault *fault);

/* The same party at one node, two, three: what each more of them brings. */
int figures_measure_nodes(const LoadPlan *plan,
                          void (*tell)(void *context, const Figure *figure), void *context,
                          Fault *fault);

#endif
