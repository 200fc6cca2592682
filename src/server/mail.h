/* mail.h: mail to people who want it: a link that confirms an address, one for a new
 * password, and digests of what waits for them. The queue is in the store; every node looks
 * there for what is due, and claims it, as with notices (notify.h).
 *
 *     tick ──> store: claim, look up whose address it is, make tokens
 *          ──> core: what of a digest is still so, and not seen already?
 *          ──> mailer: write and send ──> store: done, later, refused */
#ifndef ROUNDHOUSE_SERVER_MAIL_H
#define ROUNDHOUSE_SERVER_MAIL_H

#include "server/internal.h"
#include "server/mail_text.h"

enum { MAIL_EVERY_MAX = 24 * 7 }; /* hours between digests */

/* When what happens now may be in a digest at the earliest: much is seen before that. 0:
 * there is no mail. */
int64_t mail_gathers_until(const Core *core, int64_t now);

/* On a database thread: all that the mail needs, looked up within a batch. 0 in *is_due: it
 * need not be sent, or not before draft->mail.due if that is set. mail_draft.c. */
StoreStatus mail_draft_read(Store *store, int64_t now, MailDraft *draft, int *is_due,
                            Fault *fault);

/* Hashes of an address: for the note of the link that confirms it, and with a word for a
 * limit. */
void mail_bind(const char *key, char note[STORE_NAME_MAX + 1]);
void mail_limit_key(const char *what, const char *whose, uint8_t key[STORE_HASH_BYTES]);

/* Looks for mail that is due, once a second. */
void mail_look(Core *core);

#endif
