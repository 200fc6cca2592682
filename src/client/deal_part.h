/* deal_part.h: a terminal's part in the deal of a server's table (docs/fair-deals.md): it
 * commits to random bytes when its player sits there, shows them when the list is fixed,
 * and keeps what it saw, for the check at the end. */
#ifndef ROUNDHOUSE_CLIENT_DEAL_PART_H
#define ROUNDHOUSE_CLIENT_DEAL_PART_H

#include "wire/deal_json.h"

/* What the requests of a part have as `id`. */
enum { DEAL_COMMIT_ID = 7001, DEAL_REVEAL_ID };

typedef struct DealPart {
    int is_begun;            /* memory has the server's commitment */
    int committed_for;       /* the seat whose commitment was sent; NOBODY: of none */
    int is_committed;        /* the server has it */
    int is_changed;          /* since it was last kept on disk: deal_file.c */
    uint8_t own[SEED_BYTES]; /* the commitment to our bytes */
    DealMemory memory;
} DealPart;

typedef enum DealWish { DEAL_WISH_NOTHING, DEAL_WISH_COMMIT, DEAL_WISH_REVEAL } DealWish;

void deal_part_begin(DealPart *part, const char *table);
/* Goes on with what was kept of this table, by a program that has ended. */
void deal_part_resume(DealPart *part, const DealMemory *memory);
/* The table as the server describes it, and our seat there. What to send: `own`, or the
 * bytes of memory.kept. */
DealWish deal_part_see(DealPart *part, const Json *table, int seat);
/* A position after entry n, as our seat sees it. */
void deal_part_see_view(DealPart *part, int n, int seat, const State *view, int is_over);
/* A new connection: a commitment without a reply may not have reached the server. */
void deal_part_connected(DealPart *part);
/* The reply to one of the two requests, or to another. 1: it was ours. */
int deal_part_answered(DealPart *part, const Json *message);

#endif
