/* admin_api.c: HTTP requests of admins and moderators, and what their links lead to: a new
 * password. */
#include "server/api.h"

#include "server/acts.h"
#include "server/admin.h"
#include "server/nodes.h"
#include "server/sessions.h"
#include "store/mail.h"
#include "store/passkeys.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Commands                                                                  */
/* ------------------------------------------------------------------------- */

static int read_admin(ApiCall *call, const Json *body)
{
    call->admin = calloc(1, sizeof *call->admin);
    if (call->admin == NULL)
        return error_set(&call->error, ERROR_NOT_STORED);
    call->admin->error.fault = fault_like(&call->error.fault);
    if (admin_read(call->admin, body))
        return 1;
    call->error = call->admin->error;
    return 0;
}

/* The job may be retried, so it works on a copy of the parsed command. */
static StoreStatus admin_format(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    Admin admin = *call->admin;

    admin.store = store;
    admin.now = call->now;
    admin.role = call->you.role;
    admin.actor = call->you.code;
    admin.base_url = call->core->config.base_url;
    admin.out = out;
    StoreStatus status = admin_run(&admin, fault);
    call->error = admin.error;
    call->is_refused = admin.is_refused;
    return status;
}

static void admin_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    acts_hurry(call->core);
}

/* ------------------------------------------------------------------------- */
/* A new password by a link                                                  */
/* ------------------------------------------------------------------------- */

static int read_reset(ApiCall *call, const Json *body)
{
    const Json *token = strict_text(body, "token", &call->error.fault);

    if (token == NULL || !account_read_new_password(call, body))
        return 0;
    if (token->length >= sizeof call->token)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->token, token->text, token->length + 1);
    return 1;
}

/* Hashes the token alone: reset_store checks it, after the new password was hashed. */
static StoreStatus reset_look(ApiCall *call, Store *store, Fault *fault)
{
    (void)store;
    (void)fault;
    token_hash(call->token, call->link);
    return STORE_OK;
}

/* Ends all sessions, and drops passkeys and recovery codes: they may be lost together with
 * the password. */
static StoreStatus change_password(ApiCall *call, Store *store, Fault *fault)
{
    StoreUser *user = &call->other;

    memcpy(user->password, call->hash, sizeof user->password);
    StoreStatus status = store_user_set(store, user, fault);
    if (status == STORE_OK)
        status = store_ways_in_drop(store, user->id, fault);
    if (status == STORE_OK)
        status = store_links_drop_of(store, user->id, fault);
    if (status == STORE_OK)
        status = sessions_end(call->core, store, user->id, END_OTHERS, "", fault);
    return status == STORE_OK ? api_give_token(call, store, fault) : status;
}

/* Whoever has the mailed link has the address, which stays, and gets a mail about it. A
 * link of an admin is for somebody who has lost the account: the address may be that of a
 * thief. */
static StoreStatus settle_mailbox(ApiCall *call, Store *store, LinkKind kind, Fault *fault)
{
    const StoreMail mail = {
        .kind = MAIL_CHANGED, .user = call->other.id, .made = call->now, .due = call->now
    };

    return kind == LINK_MAILED ? store_mail_put(store, &mail, fault)
                               : store_mailbox_drop(store, call->other.id, fault);
}

static StoreStatus use_link(ApiCall *call, Store *store, LinkKind kind, Fault *fault)
{
    StoreLink link = { .kind = kind };
    StoreId user = 0;

    memcpy(link.hash, call->link, sizeof link.hash);
    StoreStatus status = store_link_use(store, &link, call->now, &user, fault);
    if (status == STORE_OK)
        status = store_user_get(store, user, &call->other, fault);
    if (status == STORE_OK && call->other.banned > call->now)
        return api_refuse_in_store(call, ERROR_BANNED);
    if (status == STORE_OK)
        status = settle_mailbox(call, store, kind, fault);
    return status == STORE_OK ? change_password(call, store, fault) : status;
}

static StoreStatus reset_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = use_link(call, store, LINK_PASSWORD, fault);

    return status == STORE_NOT_FOUND ? use_link(call, store, LINK_MAILED, fault) : status;
}

static void reset_answer(ApiCall *call, JsonOut *out)
{
    sessions_hang_up(call->core, call->other.id, END_OTHERS, call->session.code);
    account_signed_in(call, out);
}

const Route ADMIN_ROUTES[] = {
    ROUTE_POST("/admin",
               "do who role days hours why find list from table seat to name value text "
               "uses note invitation report",
               CALLER_PERSON, .read = read_admin, .format = admin_format,
               .answer = admin_answer),
    ROUTE_POST("/reset", "token password", CALLER_ANY, .event = "password-set",
               .counts_as_entry = 1, .read = read_reset, .password = PASSWORD_CHANGE,
               .look = reset_look, .store = reset_store, .answer = reset_answer),
    { .form.name = NULL },
};
