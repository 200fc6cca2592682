/* tickets.h: signed tickets that expire: the challenges of passkeys, and the proof that a
 * person has just shown who they are.
 *
 *     16 random bytes │ 8 expiry time │ 32 BLAKE2b of both, the purpose, the user and what
 *                                        it is bound to, keyed with the secret of the store
 *
 * A proof is bound to the session in which it was given and to the password of that time,
 * so it ends with either.
 *
 * Nothing is stored when a ticket is given out, so strangers cannot fill the store with
 * challenges, and any node can check what another gave out. What must be used once is
 * stored when it is used: store_challenge_use. */
#ifndef ROUNDHOUSE_SERVER_TICKETS_H
#define ROUNDHOUSE_SERVER_TICKETS_H

#include "store/passkeys.h"

enum { TICKET_BYTES = 56, TICKET_TEXT = 76 }; /* base64url, and a NUL */

typedef enum TicketFor {
    TICKET_SIGN_IN = 1, /* a challenge, for anybody: user 0 */
    TICKET_NEW_PASSKEY, /* a challenge, for one user */
    TICKET_CONFIRMED,   /* this user has just signed in */
} TicketFor;

typedef struct Ticket {
    uint8_t nonce[STORE_NONCE_BYTES];
    int64_t expires;
} Ticket;

/* Whose ticket it is, and for what. */
typedef struct TicketHolder {
    TicketFor purpose;
    StoreId user;
    const char *session, *password; /* that the ticket is bound to; NULL: to none */
} TicketHolder;

void ticket_make(const uint8_t secret[STORE_SECRET_BYTES], const TicketHolder *holder,
                 int64_t expires, char text[TICKET_TEXT]);
/* 0: the signature is wrong, the ticket is another holder's, or it has expired. */
int ticket_read(const uint8_t secret[STORE_SECRET_BYTES], const TicketHolder *holder,
                int64_t now, const char *text, Ticket *ticket);

#endif
