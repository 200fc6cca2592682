/* passwords.h: hashes of passwords; counts wrong ones and delays further attempts.
 *
 *     counted for          free   delay             who is exempt
 *     name and address        5   1 s … 5 min       (20 free where it signed in before)
 *     name                   10   1 s … 30 s        addresses where it signed in before
 *     address                20   1 s … 1 min       the same
 *
 * After the free ones each wrong password doubles the delay, during which passwords are
 * refused without being looked at. An hour after the last one all is forgotten. The
 * delay of a name is shorter than that of a name at one address, so that a stranger
 * cannot keep the owner out: one address closes a name for a tenth of the time at most,
 * and where the owner signed in before not at all. Sessions are never concerned.
 *
 * A name that nobody has is treated like any other. */
#ifndef ROUNDHOUSE_SERVER_PASSWORDS_H
#define ROUNDHOUSE_SERVER_PASSWORDS_H

#include "server/internal.h"

/* Is this the password of the hash? It takes long, as the next. */
int password_fits(const char *hash, const char *typed);
/* Takes as long as password_fits for a wrong password. 0: no memory. */
int password_pretend(const char *typed);
/* 0: no memory. */
int password_hash(const char *typed, char hash[STORE_PASSWORD_MAX + 1]);

/* Whose password is tried, and from where. */
typedef struct Attempt {
    const char *name; /* as it is compared; NULL: none */
    const char *address;
    int has_session; /* of that name */
} Attempt;

/* Before verifying: counts the attempt as wrong until passwords_were_right. 0: go on;
 * otherwise the seconds to wait. */
int passwords_wait(Core *core, const Attempt *attempt);
void passwords_were_right(Core *core, const Attempt *attempt);
void passwords_were_wrong(Core *core, const Attempt *attempt);
/* A session with that name exists at that address. */
void passwords_know(Core *core, const char *name, const char *address);

/* The queue of the thread is bounded in number and time, and fair between addresses. Names
 * that signed in from the same address before, and people with a session, have priority, so
 * that a flood of strangers does not keep them out; but they are bounded, too.
 * `attempt->name` NULL: a new password. 0: there is room; otherwise the seconds after which
 * there may be. */
int passwords_are_full(Core *core, const Attempt *attempt);
/* A password has taken that many milliseconds. */
void passwords_took(Core *core, int64_t duration);
void passwords_submit(Core *core, Job *job, const Attempt *attempt);

void passwords_sweep(Core *core);
void passwords_free(Core *core);

#endif
