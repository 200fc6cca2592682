/* deal.h: deals that can be checked (docs/fair-deals.md): what is committed to, how the
 * seed is made of it, and whether a finished deal is what was committed to.
 *
 *     secret of the server ──> its commitment ─────────────────────┐ published first
 *     bytes of a seat ──> the seat's commitment ──> list, fixed ───┤
 *                                                                  v
 *     table, secret, bytes of the list in seat order ──────────> seed
 *
 * Everything is SHA-256 over lines of ASCII. Pure: it also runs in WebAssembly. */
#ifndef ROUNDHOUSE_PLAY_DEAL_H
#define ROUNDHOUSE_PLAY_DEAL_H

#include "engine/random.h"
#include "engine/seats.h"
#include "play/text.h"

#include <stdint.h>

enum { DEAL_TABLE_MAX = 16 }; /* letters and digits of a table's code */

typedef enum ShareStage { SHARE_NONE, SHARE_COMMITTED, SHARE_REVEALED } ShareStage;

/* What one seat adds to the seed. */
typedef struct DealShare {
    ShareStage stage;
    uint8_t commitment[SEED_BYTES];
    uint8_t bytes[SEED_BYTES]; /* of SHARE_REVEALED; otherwise zero */
} DealShare;

/* What may be public while the game runs. A seat whose stage is SHARE_NONE has no part. */
typedef struct Deal {
    char table[DEAL_TABLE_MAX + 1]; /* empty: this deal has no proof */
    uint8_t commitment[SEED_BYTES]; /* of the server */
    DealShare shares[SEATS_MAX];
} Deal;

/* The proof of a deal, once it may be known. */
typedef struct DealProof {
    Deal deal;
    uint8_t secret[SEED_BYTES];
} DealProof;

static inline int deal_is_given(const Deal *deal)
{
    return deal->table[0] != '\0';
}

/* 1 to DEAL_TABLE_MAX letters and digits? */
int deal_can_name(const char *table, size_t length);

/* A deal without shares. The table's code can be named. */
void deal_open(Deal *deal, const char *table, const uint8_t secret[SEED_BYTES]);
void deal_commitment(const char *table, const uint8_t secret[SEED_BYTES],
                     uint8_t commitment[SEED_BYTES]);
/* The commitment of a seat. */
void deal_share_commitment(const Deal *deal, int seat, const uint8_t bytes[SEED_BYTES],
                           uint8_t commitment[SEED_BYTES]);
/* The seat shows its bytes; 0: they do not fit its commitment, or it has none. */
int deal_reveal(Deal *deal, int seat, const uint8_t bytes[SEED_BYTES]);
/* The seats that have committed, and of those the ones that have not revealed. */
SeatSet deal_committed(const Deal *deal);
SeatSet deal_missing(const Deal *deal);

void deal_seed(const Deal *deal, const uint8_t secret[SEED_BYTES],
               uint8_t seed[SEED_BYTES]);

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

/* What a client knew when it revealed, whatever the server says afterwards. */
typedef struct DealKept {
    Deal deal;                 /* table, the server's commitment, the list */
    int has_list;              /* of deal */
    int seat;                  /* its own, or NOBODY */
    uint8_t bytes[SEED_BYTES]; /* its own, if it has a seat */
    int is_acknowledged;       /* the server has taken them */
} DealKept;

typedef enum DealStepKind {
    DEAL_STEP_SECRET,      /* the secret fits the server's commitment */
    DEAL_STEP_SHARE,       /* the bytes of a seat fit its commitment */
    DEAL_STEP_MISSING,     /* a seat did not reveal in time */
    DEAL_STEP_SEED,        /* the seed is made of these */
    DEAL_STEP_KEPT_SERVER, /* the server's commitment is the one that was kept */
    DEAL_STEP_KEPT_LIST,   /* the list is */
    DEAL_STEP_KEPT_OWN,    /* the client's own bytes are in the deal */
    DEAL_STEP_LEFT_OUT,    /* they are not, and the server never took them */
    DEAL_STEP_GAME,        /* the game follows from the seed by the rules */
    DEAL_STEP_FIRST,       /* the first position is the one that was seen */
    DEAL_STEP_LAST,        /* the last one is */
    DEAL_STEP_PROOF,       /* the save has no proof, of a deal that a client took part in */
    DEAL_STEP_KINDS,
} DealStepKind;

typedef struct DealStep {
    DealStepKind kind;
    int seat; /* or NOBODY */
    int holds;
} DealStep;

typedef enum DealVerdict {
    DEAL_BROKEN,    /* a step does not hold */
    DEAL_UNSHARED,  /* all hold, but no player added anything */
    DEAL_LEFT_OUT,  /* all hold, but the bytes of this client are not in it */
    DEAL_HOLDS,     /* all hold, by the file alone */
    DEAL_PROVED,    /* all hold, and the bytes of this client are in it */
    DEAL_ON_DEVICE, /* all hold; the table was on the player's own device */
    DEAL_VERDICTS,
} DealVerdict;

/* The table of games without a server. It is no code of a server's table. */
#define DEAL_DEVICE_TABLE "THISDEVICE"

enum { DEAL_STEPS_MAX = SEATS_MAX + 8 };

typedef struct DealCheck {
    DealStep steps[DEAL_STEPS_MAX];
    int count;
    int is_unshared, is_on_device;
} DealCheck;

/* Checks a proof against the seed of a game; `kept` may be NULL. */
void deal_check(DealCheck *check, const DealProof *proof, const uint8_t seed[SEED_BYTES],
                const DealKept *kept);
/* One more step. */
void deal_check_add(DealCheck *check, DealStepKind kind, int seat, int holds);
DealVerdict deal_verdict(const DealCheck *check);

/* ------------------------------------------------------------------------- */
/* In saves                                                                  */
/* ------------------------------------------------------------------------- */

/* The lines "deal …" of a save. */
void deal_write_lines(Text *out, const DealProof *proof, int seats);
/* Reads one of them, without "deal"; NULL, or what is wrong with it. */
const char *deal_read_line(TextPiece line, int seats, DealProof *proof);
/* Have the table's and the server's line been read? */
int deal_is_complete(const DealProof *proof);

#endif
