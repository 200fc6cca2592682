/* mail.h: persistent storage of mail: the addresses of people, the queue, and what digests
 * will say. The rules of store.h hold.
 *
 *     users ──  mailboxes       a confirmed address, and one that waits for that
 *       ├────<  mail_items >── tables     for the next digest
 *       └ ─ ─<  mails           the queue
 *               mail_limits     token buckets: of a person, of an address
 *
 * A row of the queue says what is wanted, and no more: whose address it is, and the token
 * of a link, are decided by the server that sends it. So a request takes the same time
 * whether it leads to a mail or not, and tokens are stored nowhere but as hashes. A claim
 * moves the time, as those of notices do (store/notices.h). */
#ifndef ROUNDHOUSE_STORE_MAIL_H
#define ROUNDHOUSE_STORE_MAIL_H

#include "store/notices.h"

enum {
    STORE_ADDRESS_MAX = 254,
    STORE_MAIL_KEY_BYTES = 32,
    STORE_FAILURES_MAX = 3, /* refusals in a row, after which an address gets no mail */
};

typedef struct StoreMailbox {
    char address[STORE_ADDRESS_MAX + 1]; /* confirmed; empty: none */
    char key[STORE_ADDRESS_MAX + 1];     /* the address without case */
    char pending[STORE_ADDRESS_MAX + 1]; /* waits for confirmation; empty: none */
    char language[STORE_WORD_MAX + 1];
    int every;    /* hours between digests; 0: none */
    int64_t sent; /* the last digest; 0: never */
    int failures; /* in a row */
} StoreMailbox;

/* Empty, if there is none. */
StoreStatus store_mailbox_get(Store *store, StoreId user, StoreMailbox *box, Fault *fault);
/* Writes pending, language and every; a confirmed address stays until the other is. */
StoreStatus store_mailbox_ask(Store *store, StoreId user, const StoreMailbox *box,
                              Fault *fault);
/* The pending address, whose key this is, is confirmed. STORE_NOT_FOUND: there is none. */
StoreStatus store_mailbox_confirm(Store *store, StoreId user, const char *key,
                                  Fault *fault);
/* Writes every, and the language unless it is empty. */
StoreStatus store_mailbox_set(Store *store, StoreId user, const StoreMailbox *box,
                              Fault *fault);
/* A mail was taken for the address with this key, or refused for good. `digest` is when a
 * digest was sent; 0: it was none. */
StoreStatus store_mailbox_sent(Store *store, StoreId user, const char *key, int64_t digest,
                               Fault *fault);
StoreStatus store_mailbox_failed(Store *store, StoreId user, const char *key, Fault *fault);
/* With all that waits for it. */
StoreStatus store_mailbox_drop(Store *store, StoreId user, Fault *fault);
/* Who has confirmed it, the oldest first. */
StoreStatus store_mailbox_owners(Store *store, const char *key, StoreId *users, int room,
                                 int *count, Fault *fault);

typedef enum MailKind {
    MAIL_CONFIRM,
    MAIL_RESET,
    MAIL_DIGEST,
    MAIL_CHANGED, /* the password was changed by a mailed link */
    MAIL_KINDS
} MailKind;

typedef struct StoreMail {
    MailKind kind;
    StoreId user;                       /* 0 for MAIL_RESET */
    char wanted[STORE_ADDRESS_MAX + 1]; /* MAIL_RESET: a name or an address, as typed */
    char language[STORE_WORD_MAX + 1];  /* empty: that of the mailbox */
    int tries;                          /* this one included */
    int64_t made, due;
} StoreMail;

/* One of a kind for a user or a wanted address: it replaces another. */
StoreStatus store_mail_put(Store *store, const StoreMail *mail, Fault *fault);
/* When the next one is due; 0: there is none. */
StoreStatus store_mail_next(Store *store, int64_t *due, Fault *fault);
/* Claims what is due, the longest due first. Servers that share the store get different
 * ones. `due` is not set. */
StoreStatus store_mail_claim(Store *store, const StorePushClaim *claim, StoreMail *mails,
                             int room, int *count, Fault *fault);
/* It was sent, or need not be. One that was put again since is left alone, here and
 * below. */
StoreStatus store_mail_done(Store *store, const StoreMail *mail, Fault *fault);
StoreStatus store_mail_later(Store *store, const StoreMail *mail, int64_t due,
                             Fault *fault);

/* Puts a digest into the queue, if there is something to say: not before `due`, nor before
 * the last one is old enough. */
StoreStatus store_mail_digest(Store *store, StoreId user, int64_t due, int64_t made,
                              Fault *fault);
/* Part of store_notice_add: what the next digest of the user says, if the user has any. */
StoreStatus store_mail_notice(Store *store, const PushNotice *notice, Fault *fault);

typedef struct StoreMailItem {
    StoreId table;
    NoticeKind kind;
    int n;
    char code[STORE_CODE_MAX + 1]; /* of the table */
    char game[STORE_WORD_MAX + 1];
    TableState state;
    int seat; /* or NOBODY */
    int is_turn;
    char by[STORE_NAME_MAX + 1];
} StoreMailItem;

/* Those that were not sent, the oldest first. */
StoreStatus store_mail_items(Store *store, StoreId user, StoreMailItem *items, int room,
                             int *count, Fault *fault);
/* It was sent; or it is not so any more, and may be added again. */
StoreStatus store_mail_item_sent(Store *store, StoreId user, const StoreMailItem *item,
                                 Fault *fault);
StoreStatus store_mail_item_drop(Store *store, StoreId user, const StoreMailItem *item,
                                 Fault *fault);

/* Takes from a token bucket: `burst` at once, and one more after each `interval`. */
typedef struct StoreMailLimit {
    uint8_t key[STORE_HASH_BYTES];
    int64_t now, interval;
    int burst;
} StoreMailLimit;

StoreStatus store_mail_limit(Store *store, const StoreMailLimit *limit, int *is_within,
                             Fault *fault);

/* Forgets items made before then, and limits that do not count any more. */
StoreStatus store_mail_sweep(Store *store, int64_t before, int64_t now, Fault *fault);

/* The secret behind the links that end digests: *key becomes it, if there is none yet. */
StoreStatus store_mail_key(Store *store, uint8_t key[STORE_MAIL_KEY_BYTES], Fault *fault);

#endif
