/* mail_api.c: HTTP requests about mail: the address of somebody, its confirmation, the end
 * of digests by a link, and the request for a new password. */
#include "server/api.h"

#include "edge/mail_address.h"
#include "server/ceremony.h"
#include "server/mail.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Somebody may ask for so many confirmations at once, then for one in so many hours. */
enum { PERSON_BURST = 5, PERSON_HOURS = 2 };

static const int64_t HOUR = 3600 * 1000;

/* What the calls of this file need. */
struct MailCall {
    StoreMailbox box;
    char wanted[STORE_ADDRESS_MAX + 1]; /* a name or an address */
    char unsubscribe[UNSUBSCRIBE_MAX];  /* the token of a link */
    char user_code[STORE_CODE_MAX + 1]; /* the part of it that says whose it is */
};

static int begin(ApiCall *call)
{
    if (call->core->config.mail == NULL)
        return api_refuse(call, ERROR_NOT_ALLOWED);
    call->mail = calloc(1, sizeof *call->mail);
    return call->mail != NULL || api_refuse(call, ERROR_NO_MEMORY);
}

static const char *language_of(const ApiCall *call)
{
    return call->request->language == LANGUAGE_FR ? "fr" : "en";
}

static int read_nothing(ApiCall *call, const Json *body)
{
    (void)body;
    return begin(call);
}

/* ------------------------------------------------------------------------- */
/* Showing                                                                   */
/* ------------------------------------------------------------------------- */

static StoreStatus show_store(ApiCall *call, Store *store, Fault *fault)
{
    return store_mailbox_get(store, call->you.id, &call->mail->box, fault);
}

static void put_mailbox(JsonOut *out, const StoreMailbox *box)
{
    json_put_text(out, "address", box->address);
    json_put_text(out, "pending", box->pending);
    json_put_number(out, "every", box->every);
    json_put_flag(out, "refused", box->failures >= STORE_FAILURES_MAX);
}

static void show_answer(ApiCall *call, JsonOut *out)
{
    put_mailbox(out, &call->mail->box);
}

StoreStatus mail_export(ApiCall *call, JsonOut *out, Store *store, Fault *fault)
{
    StoreMailbox box;
    StoreStatus status = store_mailbox_get(store, call->you.id, &box, fault);

    json_put_object(out, "mail");
    if (status == STORE_OK) {
        put_mailbox(out, &box);
        json_put_name(out, "language", box.language);
        json_put_number(out, "sent", box.sent);
    }
    json_close_object(out);
    return status;
}

/* ------------------------------------------------------------------------- */
/* An address                                                                */
/* ------------------------------------------------------------------------- */

static int read_every(ApiCall *call, const Json *body)
{
    return strict_int_if(body, "every", 0, MAIL_EVERY_MAX, &call->mail->box.every,
                         &call->error.fault);
}

static int read_address(ApiCall *call, const Json *body)
{
    const Json *address = strict_text(body, "address", &call->error.fault);

    if (address == NULL || !begin(call) || !read_every(call, body)
        || !ceremony_read_confirm(call, body))
        return 0;
    StoreMailbox *box = &call->mail->box;
    if (!mail_address_is_sound(address->text, address->length))
        return fault_set(&call->error.fault,
                         "address must be an address of mail, such as ada@example.org.");
    memcpy(box->pending, address->text, address->length + 1);
    snprintf(box->language, sizeof box->language, "%s", language_of(call));
    return 1;
}

/* Whether the address gets too much is decided when the mail is sent: nobody learns here
 * what others have asked for. */
static StoreStatus check_limit(ApiCall *call, Store *store, Fault *fault)
{
    StoreMailLimit limit = { .now = call->now,
                             .interval = PERSON_HOURS * HOUR,
                             .burst = PERSON_BURST };
    int is_within = 0;

    mail_limit_key("person", call->you.code, limit.key);
    StoreStatus status = store_mail_limit(store, &limit, &is_within, fault);
    if (status == STORE_OK && !is_within)
        api_refuse_for(call, ERROR_TOO_MANY, PERSON_HOURS * 3600);
    return status;
}

/* An address is a way in, like a passkey: the identity must be confirmed first. */
static StoreStatus may_change(ApiCall *call, Store *store, Fault *fault)
{
    if (call->you.kind != USER_KEPT)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    StoreStatus status = store_user_lock(store, call->you.id, fault);
    if (status == STORE_OK)
        status = ceremony_must_be_confirmed(call, store, fault);
    return status == STORE_OK && !call->is_refused ? check_limit(call, store, fault)
                                                   : status;
}

static StoreStatus put_confirm(ApiCall *call, Store *store, Fault *fault)
{
    StoreMail mail = {
        .kind = MAIL_CONFIRM, .user = call->you.id, .made = call->now, .due = call->now
    };

    snprintf(mail.language, sizeof mail.language, "%s", language_of(call));
    return store_mail_put(store, &mail, fault);
}

static StoreStatus address_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = may_change(call, store, fault);

    if (status != STORE_OK || call->is_refused)
        return status;
    status = store_links_drop_kind(store, call->you.id, LINK_ADDRESS, fault);
    if (status == STORE_OK)
        status = store_mailbox_ask(store, call->you.id, &call->mail->box, fault);
    return status == STORE_OK ? put_confirm(call, store, fault) : status;
}

static int read_settings(ApiCall *call, const Json *body)
{
    if (!begin(call) || !read_every(call, body))
        return 0;
    snprintf(call->mail->box.language, sizeof call->mail->box.language, "%s",
             language_of(call));
    return 1;
}

static StoreStatus settings_store(ApiCall *call, Store *store, Fault *fault)
{
    return store_mailbox_set(store, call->you.id, &call->mail->box, fault);
}

/* Links that were mailed there end with it. */
static StoreStatus remove_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = store_user_lock(store, call->you.id, fault);

    if (status == STORE_OK)
        status = store_mailbox_drop(store, call->you.id, fault);
    if (status == STORE_OK)
        status = store_links_drop_kind(store, call->you.id, LINK_ADDRESS, fault);
    return status == STORE_OK
               ? store_links_drop_kind(store, call->you.id, LINK_MAILED, fault)
               : status;
}

/* ------------------------------------------------------------------------- */
/* Confirming it                                                             */
/* ------------------------------------------------------------------------- */

static int read_token(ApiCall *call, const Json *body)
{
    const Json *token = strict_text(body, "token", &call->error.fault);

    if (token == NULL || !begin(call))
        return 0;
    token_hash(token->text, call->link);
    return 1;
}

/* The link is good for one address of one person: if another address waits by now, it is
 * good for nothing. */
static StoreStatus confirm(ApiCall *call, Store *store, const StoreLink *link, Fault *fault)
{
    StoreMailbox *box = &call->mail->box;
    char key[MAIL_ADDRESS_MAX + 1], note[STORE_NAME_MAX + 1];
    StoreStatus status = store_mailbox_get(store, link->user, box, fault);

    mail_address_key(box->pending, key);
    mail_bind(key, note);
    if (status == STORE_OK && strcmp(note, link->note) != 0)
        return STORE_NOT_FOUND;
    if (status == STORE_OK)
        status = store_mailbox_confirm(store, link->user, key, fault);
    return status == STORE_OK ? store_links_drop_kind(store, link->user, LINK_MAILED, fault)
                              : status;
}

static StoreStatus confirm_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreLink link = { .kind = LINK_ADDRESS };
    StoreId user = 0;

    memcpy(link.hash, call->link, sizeof link.hash);
    StoreStatus status = store_link_find(store, &link, fault);
    if (status == STORE_OK)
        status = store_user_lock(store, link.user, fault);
    if (status == STORE_OK)
        status = store_link_use(store, &link, call->now, &user, fault);
    if (status == STORE_OK)
        status = store_user_get(store, user, &call->other, fault);
    return status == STORE_OK ? confirm(call, store, &link, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* The end of digests                                                        */
/* ------------------------------------------------------------------------- */

/* The link may be opened by anybody whom the mail was passed on to, and by machines: only
 * a POST changes something (RFC 8058). */
static int read_unsubscribe(ApiCall *call, const Json *body)
{
    static const char BEFORE[] = "/api/1/mail/unsubscribe/";
    const char *token = call->request->path + sizeof BEFORE - 1;
    size_t length = strcspn(token, "-");

    (void)body;
    if (!begin(call))
        return 0;
    if (strlen(token) >= UNSUBSCRIBE_MAX || length > STORE_CODE_MAX)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->mail->unsubscribe, token, strlen(token) + 1);
    snprintf(call->mail->user_code, sizeof call->mail->user_code, "%.*s", (int)length,
             token);
    return 1;
}

static StoreStatus unsubscribe_store(ApiCall *call, Store *store, Fault *fault)
{
    MailCall *mail = call->mail;
    char wanted[UNSUBSCRIBE_MAX] = "";
    StoreUser user;
    StoreStatus status = store_user_by_code(store, mail->user_code, &user, fault);

    if (status == STORE_OK)
        status = store_mailbox_get(store, user.id, &mail->box, fault);
    if (status != STORE_OK)
        return status;
    unsubscribe_token(call->core->config.mail, user.code, mail->box.key, wanted);
    if (mail->box.key[0] == '\0' || strlen(wanted) != strlen(mail->unsubscribe)
        || sodium_memcmp(wanted, mail->unsubscribe, strlen(wanted)) != 0)
        return STORE_NOT_FOUND;
    return store_mailbox_set(store, user.id, &(StoreMailbox){ .every = 0 }, fault);
}

/* ------------------------------------------------------------------------- */
/* A forgotten password                                                      */
/* ------------------------------------------------------------------------- */

static int read_recover(ApiCall *call, const Json *body)
{
    const Json *who = strict_text(body, "who", &call->error.fault);

    if (who == NULL || !begin(call))
        return 0;
    if (who->length == 0 || who->length > STORE_ADDRESS_MAX
        || !text_is_harmless(who->text, who->length))
        return fault_set(&call->error.fault, "who must be a name or an address of mail.");
    memcpy(call->mail->wanted, who->text, who->length + 1);
    return 1;
}

/* Nothing is looked up here: answer and time are the same whoever it is. */
static StoreStatus recover_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreMail mail = { .kind = MAIL_RESET, .made = call->now, .due = call->now };

    memcpy(mail.wanted, call->mail->wanted, sizeof mail.wanted);
    return store_mail_put(store, &mail, fault);
}

const Route MAIL_ROUTES[] = {
    ROUTE_GET("/mail", CALLER_PERSON, .read = read_nothing, .store = show_store,
              .answer = show_answer),
    ROUTE_POST("/mail", "address every confirm", CALLER_PERSON, .counts_as_entry = 1,
               .event = "address-asked", .read = read_address, .store = address_store),
    ROUTE_POST("/mail/settings", "every", CALLER_PERSON, .read = read_settings,
               .store = settings_store),
    ROUTE_POST("/mail/remove", "", CALLER_PERSON, .event = "address-removed",
               .read = read_nothing, .store = remove_store),
    ROUTE_POST("/mail/confirm", "token", CALLER_ANY, .counts_as_entry = 1,
               .event = "address-confirmed", .read = read_token, .store = confirm_store),
    ROUTE_POST("/mail/unsubscribe/NAME", "", CALLER_ANY, .takes_any = 1,
               .read = read_unsubscribe, .store = unsubscribe_store),
    ROUTE_POST("/recover", "who", CALLER_ANY, .counts_as_entry = 1,
               .event = "recovery-asked", .read = read_recover, .store = recover_store),
    { .form.name = NULL },
};
