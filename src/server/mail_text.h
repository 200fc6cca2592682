/* mail_text.h: what mails say, in the language of whoever gets them, and the links in
 * them. Links begin with the address of the server, never with what a request said. */
#ifndef ROUNDHOUSE_SERVER_MAIL_TEXT_H
#define ROUNDHOUSE_SERVER_MAIL_TEXT_H

#include "server/core.h"
#include "server/mail_send.h"

enum { MAIL_ITEMS_MAX = 20, MAIL_ACCOUNTS_MAX = 5, UNSUBSCRIBE_MAX = 64 };

/* A kept name, and the token of a link for it. */
typedef struct MailAccount {
    StoreId user;
    char code[STORE_CODE_MAX + 1], name[STORE_NAME_MAX + 1];
    char token[TOKEN_MAX];
} MailAccount;

/* All that a mail needs to be written. */
typedef struct MailDraft {
    StoreMail mail;
    char to[STORE_ADDRESS_MAX + 1], key[STORE_ADDRESS_MAX + 1];
    Language language;
    MailAccount accounts[MAIL_ACCOUNTS_MAX]; /* one but of MAIL_RESET */
    int account_count;
    StoreMailItem items[MAIL_ITEMS_MAX];
    int is_told[MAIL_ITEMS_MAX]; /* or is not so any more */
    int item_count;
} MailDraft;

/* The whole message, headers included. 0: no memory. */
int mail_text_write(const MailSender *sender, const MailDraft *draft, int64_t now,
                    Text *out);

/* What ends the digests of a user at an address; it is stored nowhere. */
void unsubscribe_token(const MailSender *sender, const char *user_code, const char *key,
                       char token[UNSUBSCRIBE_MAX]);

#endif
