/* party.h: many people at many tables of one server. Persons 2k and 2k + 1 are a pair:
 * table t belongs to pair t modulo the number of pairs, and its even person is the
 * host. */
#ifndef ROUNDHOUSE_LOAD_PARTY_H
#define ROUNDHOUSE_LOAD_PARTY_H

#include "load/crowd.h"
#include "client/http.h"
#include "load/scan.h"

enum { TOKEN_MAX = 128 };

typedef struct Party {
    ServerAddress address;
    /* Several nodes: person p connects to number p modulo their count; 0: there is one.
     * */
    const ServerAddress *nodes;
    int node_count;
    const char *game; /* with its default options */
    int people;
    char (*tokens)[TOKEN_MAX];
    int tables;
    char (*codes)[CODE_MAX];
} Party;

/* Signs in `people` guests, an even number. 0: error in *fault. */
int party_invite(Party *party, const ServerAddress *address, const char *game, int people,
                 Fault *fault);
void party_free(Party *party);

/* Opens and starts that many further tables, a multiple of the pairs. */
int party_sit_down(Party *party, int tables, Fault *fault);

/* Connects everybody; person p is connection p. NULL: error in *fault. */
Crowd *party_connect(const Party *party, Fault *fault);

#endif
