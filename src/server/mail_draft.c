/* mail_draft.c: what a mail of the queue needs to be written: whose address it goes to, by
 * which limits, and the tokens of its links. */
#include "server/mail.h"

#include "edge/mail_address.h"
#include "server/names.h"
#include "server/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const int64_t HOUR = 3600 * 1000;

enum {
    CONFIRM_HOURS = 24, /* links are valid for so long… */
    RESET_HOURS = 2,
    ASKED_HOURS = 2, /* …and what was asked for longer ago is not sent any more */
};

/* What strangers can have sent to an address: so many at once, then one in so many hours.
 * There is always a link for a new password that is valid, or may be sent. */
static const struct {
    const char *what;
    int burst, hours;
} LIMITS[MAIL_KINDS] = {
    [MAIL_CONFIRM] = { "confirm", 3, 24 }, [MAIL_RESET] = { "reset", 3, RESET_HOURS }
};

void mail_limit_key(const char *what, const char *whose, uint8_t key[STORE_HASH_BYTES])
{
    char text[STORE_ADDRESS_MAX + 32];

    snprintf(text, sizeof text, "%s %s", what, whose);
    crypto_generichash(key, STORE_HASH_BYTES, (const unsigned char *)text, strlen(text),
                       NULL, 0);
}

void mail_bind(const char *key, char note[STORE_NAME_MAX + 1])
{
    uint8_t hash[STORE_HASH_BYTES];

    mail_limit_key("address", key, hash);
    sodium_bin2hex(note, STORE_NAME_MAX + 1, hash, sizeof hash);
}

/* Retries do not count. */
static StoreStatus take_limit(Store *store, int64_t now, const MailDraft *draft,
                              int *is_due, Fault *fault)
{
    MailKind kind = draft->mail.kind;
    StoreMailLimit limit = { .now = now,
                             .interval = LIMITS[kind].hours * HOUR,
                             .burst = LIMITS[kind].burst };

    if (draft->mail.tries > 1)
        return STORE_OK;
    mail_limit_key(LIMITS[kind].what, draft->key, limit.key);
    return store_mail_limit(store, &limit, is_due, fault);
}

static int may_get_mail(const StoreUser *user, int64_t now)
{
    return user->kind == USER_KEPT && user->deleted == 0 && user->banned <= now;
}

static void address_draft(MailDraft *draft, const char *address, const char *language)
{
    int found = language_find(language);

    draft->language = found < 0 ? LANGUAGE_EN : (Language)found;
    snprintf(draft->to, sizeof draft->to, "%s", address);
    mail_address_key(address, draft->key);
}

static void add_account(MailDraft *draft, const StoreUser *user)
{
    MailAccount *account = &draft->accounts[draft->account_count++];

    *account = (MailAccount){ .user = user->id };
    snprintf(account->code, sizeof account->code, "%s", user->code);
    snprintf(account->name, sizeof account->name, "%s", user->name);
}

/* A new token, which replaces the one before. */
static StoreStatus make_link(Store *store, int64_t now, MailDraft *draft,
                             MailAccount *account, Fault *fault)
{
    int is_reset = draft->mail.kind == MAIL_RESET;
    StoreLink link = { .kind = is_reset ? LINK_MAILED : LINK_ADDRESS,
                       .uses = 1,
                       .user = account->user,
                       .created = now,
                       .expires = now + (is_reset ? RESET_HOURS : CONFIRM_HOURS) * HOUR };
    StoreStatus status = store_links_drop_kind(store, account->user, link.kind, fault);

    token_make(account->token);
    token_hash(account->token, link.hash);
    link.code[0] = 'l';
    code_make(link.code + 1, TABLE_CODE_LENGTH);
    mail_bind(draft->key, link.note);
    return status == STORE_OK ? store_link_add(store, &link, fault) : status;
}

static StoreStatus make_links(Store *store, int64_t now, MailDraft *draft, Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < draft->account_count && status == STORE_OK; i++)
        status = make_link(store, now, draft, &draft->accounts[i], fault);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Kinds                                                                     */
/* ------------------------------------------------------------------------- */

static StoreStatus read_confirm(Store *store, int64_t now, MailDraft *draft,
                                const StoreMailbox *box, int *is_due, Fault *fault)
{
    *is_due = box->pending[0] != '\0' && now - draft->mail.made < ASKED_HOURS * HOUR;
    if (!*is_due)
        return STORE_OK;
    address_draft(draft, box->pending, box->language);
    StoreStatus status = take_limit(store, now, draft, is_due, fault);
    return status == STORE_OK && *is_due ? make_links(store, now, draft, fault) : status;
}

static StoreStatus read_digest(Store *store, int64_t now, MailDraft *draft,
                               const StoreMailbox *box, int *is_due, Fault *fault)
{
    int64_t next = box->sent == 0 ? 0 : box->sent + box->every * HOUR;

    *is_due = box->address[0] != '\0' && box->every > 0
              && box->failures < STORE_FAILURES_MAX && next <= now;
    if (box->every > 0 && next > now)
        draft->mail.due = next;
    if (!*is_due)
        return STORE_OK;
    address_draft(draft, box->address, box->language);
    StoreStatus status = store_mail_items(store, draft->mail.user, draft->items,
                                          MAIL_ITEMS_MAX, &draft->item_count, fault);
    *is_due = draft->item_count > 0;
    return status;
}

static void read_changed(MailDraft *draft, const StoreMailbox *box, int *is_due)
{
    *is_due = box->address[0] != '\0' && box->failures < STORE_FAILURES_MAX;
    address_draft(draft, box->address, box->language);
}

/* A mail to the user of the row. */
static StoreStatus read_own(Store *store, int64_t now, MailDraft *draft, int *is_due,
                            Fault *fault)
{
    StoreUser user;
    StoreMailbox box;
    StoreStatus status = store_user_get(store, draft->mail.user, &user, fault);

    if (status == STORE_NOT_FOUND || (status == STORE_OK && !may_get_mail(&user, now)))
        return STORE_OK;
    if (status == STORE_OK)
        status = store_mailbox_get(store, user.id, &box, fault);
    if (status != STORE_OK)
        return status;
    add_account(draft, &user);
    if (draft->mail.kind == MAIL_CONFIRM)
        return read_confirm(store, now, draft, &box, is_due, fault);
    if (draft->mail.kind == MAIL_DIGEST)
        return read_digest(store, now, draft, &box, is_due, fault);
    read_changed(draft, &box, is_due);
    return STORE_OK;
}

/* The account, if its address is confirmed and works. */
static StoreStatus consider(Store *store, int64_t now, MailDraft *draft,
                            const StoreUser *user, Fault *fault)
{
    StoreMailbox box;
    StoreStatus status = store_mailbox_get(store, user->id, &box, fault);

    if (status != STORE_OK || !may_get_mail(user, now) || box.address[0] == '\0'
        || box.failures >= STORE_FAILURES_MAX)
        return status;
    if (draft->account_count == 0)
        address_draft(draft, box.address, box.language);
    add_account(draft, user);
    return STORE_OK;
}

static StoreStatus find_by_address(Store *store, int64_t now, MailDraft *draft,
                                   Fault *fault)
{
    StoreId users[MAIL_ACCOUNTS_MAX];
    StoreUser user;
    char key[MAIL_ADDRESS_MAX + 1];
    int count = 0;

    if (!mail_address_is_sound(draft->mail.wanted, strlen(draft->mail.wanted)))
        return STORE_OK;
    mail_address_key(draft->mail.wanted, key);
    StoreStatus status =
        store_mailbox_owners(store, key, users, MAIL_ACCOUNTS_MAX, &count, fault);
    for (int i = 0; i < count && status == STORE_OK; i++) {
        status = store_user_get(store, users[i], &user, fault);
        if (status == STORE_OK)
            status = consider(store, now, draft, &user, fault);
    }
    return status;
}

static StoreStatus find_by_name(Store *store, int64_t now, MailDraft *draft, Fault *fault)
{
    void (*const keys[])(const char *, char *) = { name_key, name_old_key };
    StoreStatus status = STORE_NOT_FOUND;
    char key[STORE_NAME_MAX + 1];
    StoreUser user;

    if (strlen(draft->mail.wanted) > STORE_NAME_MAX)
        return STORE_OK;
    for (int i = 0; i < 2 && status == STORE_NOT_FOUND; i++) {
        keys[i](draft->mail.wanted, key);
        status = store_user_by_key(store, key, &user, fault);
    }
    if (status == STORE_NOT_FOUND)
        return STORE_OK;
    return status == STORE_OK ? consider(store, now, draft, &user, fault) : status;
}

static StoreStatus read_reset(Store *store, int64_t now, MailDraft *draft, int *is_due,
                              Fault *fault)
{
    if (now - draft->mail.made >= ASKED_HOURS * HOUR)
        return STORE_OK;
    StoreStatus status = find_by_address(store, now, draft, fault);
    if (status == STORE_OK && draft->account_count == 0)
        status = find_by_name(store, now, draft, fault);
    if (status != STORE_OK || draft->account_count == 0)
        return status;
    *is_due = 1;
    status = take_limit(store, now, draft, is_due, fault);
    return status == STORE_OK && *is_due ? make_links(store, now, draft, fault) : status;
}

StoreStatus mail_draft_read(Store *store, int64_t now, MailDraft *draft, int *is_due,
                            Fault *fault)
{
    *is_due = 0;
    return draft->mail.kind == MAIL_RESET ? read_reset(store, now, draft, is_due, fault)
                                          : read_own(store, now, draft, is_due, fault);
}
