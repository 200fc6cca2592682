/* passkeys.c: requests about passkeys: keep a name with one, sign in with one, list,
 * rename and remove them. */
#include "server/ceremony.h"

#include "wire/strict.h"

#include <sodium.h>
#include <string.h>

static void put_bytes(JsonOut *out, const char *key, const uint8_t *bytes, size_t length)
{
    char text[sodium_base64_ENCODED_LEN(CREDENTIAL_MAX,
                                        sodium_base64_VARIANT_URLSAFE_NO_PADDING)];

    sodium_bin2base64(text, sizeof text, bytes, length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (key != NULL)
        json_put_name(out, key, text);
    else
        json_name(out, text);
}

static int has_site(ApiCall *call)
{
    PasskeySite site;

    passkey_site_read(call->core->config.base_url, &site);
    return site.id[0] != '\0' || api_refuse(call, ERROR_NOT_ALLOWED);
}

static StoreStatus list_passkeys(ApiCall *call, Store *store, Fault *fault)
{
    Ceremony *ceremony = call->ceremony;

    return store_passkeys(store, call->you.id, ceremony->passkeys, PASSKEYS_MAX,
                          &ceremony->passkey_count, fault);
}

/* ------------------------------------------------------------------------- */
/* How one can sign in here                                                  */
/* ------------------------------------------------------------------------- */

static int answer_at_once(ApiCall *call)
{
    (void)call;
    return 1;
}

static void site_answer(ApiCall *call, JsonOut *out)
{
    PasskeySite site;

    passkey_site_read(call->core->config.base_url, &site);
    json_key(out, "passkeys");
    if (site.id[0] == '\0') {
        json_nothing(out);
        return;
    }
    json_open_object(out);
    json_put_text(out, "site", site.id);
    json_put_text(out, "origin", site.origin);
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* Challenges                                                                */
/* ------------------------------------------------------------------------- */

static int refuse_without_site(ApiCall *call)
{
    return !has_site(call);
}

static StoreStatus sign_in_challenge(ApiCall *call, Store *store, Fault *fault)
{
    return ceremony_learn_secret(call, store, fault);
}

static int read_new_challenge(ApiCall *call, const Json *body)
{
    if (json_get(body, "name") != NULL && !account_read_name(call, body))
        return 0;
    return ceremony_begin(call, body);
}

/* A name that is taken is refused before the authenticator has made a passkey for it. */
static StoreStatus new_challenge(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = ceremony_learn_secret(call, store, fault);

    if (status == STORE_OK && call->name[0] != '\0')
        status = account_check_name(call, store, fault);
    return status == STORE_OK && !call->is_refused ? list_passkeys(call, store, fault)
                                                   : status;
}

static void challenge_format(ApiCall *call, JsonOut *out)
{
    PasskeySite site;

    passkey_site_read(call->core->config.base_url, &site);
    json_put_name(out, "challenge", call->ceremony->ticket);
    json_put_text(out, "site", site.id);
}

static void sign_in_challenge_answer(ApiCall *call, JsonOut *out)
{
    ceremony_give_challenge(call, TICKET_SIGN_IN, 0);
    challenge_format(call, out);
}

static void new_challenge_answer(ApiCall *call, JsonOut *out)
{
    static const KeyKind KINDS[] = { KEY_ES256, KEY_EDDSA, KEY_RS256 };
    const Ceremony *ceremony = call->ceremony;

    ceremony_give_challenge(call, TICKET_NEW_PASSKEY, call->you.id);
    challenge_format(call, out);
    put_bytes(out, "user", (const uint8_t *)call->you.code, strlen(call->you.code));
    json_put_list(out, "algorithms");
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        json_number(out, KINDS[i]);
    json_close_list(out);
    json_put_list(out, "passkeys");
    for (int i = 0; i < ceremony->passkey_count; i++)
        put_bytes(out, NULL, ceremony->passkeys[i].id, ceremony->passkeys[i].id_length);
    json_close_list(out);
}

/* ------------------------------------------------------------------------- */
/* Keeping a name, adding                                                    */
/* ------------------------------------------------------------------------- */

static int read_new(ApiCall *call, const Json *body)
{
    if (json_get(body, "name") != NULL && !account_read_name(call, body))
        return 0;
    return ceremony_read_new(call, body);
}

/* A guest keeps the name with it; others have the name already. If the name is refused,
 * the passkey goes. */
static StoreStatus keep_name(ApiCall *call, Store *store, const StorePasskey *passkey,
                             Fault *fault)
{
    if (call->you.kind != USER_GUEST)
        return STORE_OK;
    if (call->name[0] == '\0')
        memcpy(call->name, call->you.name, sizeof call->name);
    StoreStatus status = account_keep(call, store, fault);
    return status == STORE_OK && call->is_refused
               ? store_passkey_drop(store, passkey, fault)
               : status;
}

static StoreStatus add_checked(ApiCall *call, Store *store, const StorePasskey *passkey,
                               Fault *fault)
{
    StoreStatus status = store_passkey_add(store, passkey, fault);

    if (status == STORE_TAKEN)
        return api_refuse_in_store(call, ERROR_WRONG_PASSKEY);
    return status == STORE_OK ? keep_name(call, store, passkey, fault) : status;
}

static StoreStatus add_store(ApiCall *call, Store *store, Fault *fault)
{
    StorePasskey passkey;
    StoreStatus status = store_user_lock(store, call->you.id, fault);

    if (status == STORE_OK)
        status = ceremony_must_be_confirmed(call, store, fault);
    if (status == STORE_OK && !call->is_refused)
        status = list_passkeys(call, store, fault);
    if (status != STORE_OK || call->is_refused)
        return status;
    if (call->ceremony->passkey_count == PASSKEYS_MAX)
        return api_refuse_in_store(call, ERROR_TOO_MANY);
    status = ceremony_check_new(call, store, &passkey, fault);
    return status == STORE_OK && !call->is_refused
               ? add_checked(call, store, &passkey, fault)
               : status;
}

/* ------------------------------------------------------------------------- */
/* Signing in, confirming                                                    */
/* ------------------------------------------------------------------------- */

static StoreStatus sign_in_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = ceremony_check_assertion(call, store, fault);

    return status == STORE_OK && !call->is_refused ? api_give_token(call, store, fault)
                                                   : status;
}

static void sign_in_answer(ApiCall *call, JsonOut *out)
{
    ceremony_succeeded(call, &call->other);
    ceremony_give_confirm(call, &call->other);
    account_signed_in(call, out);
    json_put_name(out, "confirm", call->ceremony->ticket);
}

static StoreStatus confirm_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = ceremony_check_assertion(call, store, fault);

    if (status != STORE_OK || call->is_refused || call->other.id == call->you.id)
        return status;
    call->ceremony->alarm = "wrong-passkey";
    return api_refuse_in_store(call, ERROR_WRONG_PASSKEY);
}

static void confirm_answer(ApiCall *call, JsonOut *out)
{
    ceremony_succeeded(call, &call->you);
    ceremony_give_confirm(call, &call->you);
    json_put_name(out, "confirm", call->ceremony->ticket);
}

/* ------------------------------------------------------------------------- */
/* The list                                                                  */
/* ------------------------------------------------------------------------- */

static StoreStatus list_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = list_passkeys(call, store, fault);

    return status == STORE_OK
               ? store_codes_left(store, call->you.id, &call->ceremony->codes_left, fault)
               : status;
}

static void put_passkey(JsonOut *out, const StorePasskey *passkey)
{
    put_bytes(out, "passkey", passkey->id, passkey->id_length);
    json_put_text(out, "label", passkey->label);
    json_put_number(out, "created", passkey->created);
    json_put_number(out, "used", passkey->used);
}

void passkey_export(JsonOut *out, const StorePasskey *passkey)
{
    json_open_object(out);
    put_passkey(out, passkey);
    put_bytes(out, "key", passkey->key, passkey->key_length);
    json_put_number(out, "counter", passkey->counter);
    json_close_object(out);
}

static void put_listed(JsonOut *out, const StorePasskey *passkey)
{
    json_open_object(out);
    put_passkey(out, passkey);
    json_close_object(out);
}

static void list_answer(ApiCall *call, JsonOut *out)
{
    const Ceremony *ceremony = call->ceremony;

    json_put_flag(out, "password", call->you.password[0] != '\0');
    json_put_number(out, "codes", ceremony->codes_left);
    json_put_list(out, "passkeys");
    for (int i = 0; i < ceremony->passkey_count; i++)
        put_listed(out, &ceremony->passkeys[i]);
    json_close_list(out);
}

static int read_rename(ApiCall *call, const Json *body)
{
    return ceremony_begin(call, body) && ceremony_read_credential(call, body)
           && ceremony_read_label(call, body);
}

static StorePasskey named_passkey(const ApiCall *call)
{
    const Ceremony *ceremony = call->ceremony;
    StorePasskey passkey = { .id_length = ceremony->credential_length,
                             .user = call->you.id };

    memcpy(passkey.id, ceremony->credential, ceremony->credential_length);
    memcpy(passkey.label, ceremony->label, sizeof passkey.label);
    return passkey;
}

static StoreStatus rename_store(ApiCall *call, Store *store, Fault *fault)
{
    const StorePasskey passkey = named_passkey(call);

    return store_passkey_rename(store, &passkey, fault);
}

static int read_delete(ApiCall *call, const Json *body)
{
    return ceremony_read_confirm(call, body) && ceremony_read_credential(call, body);
}

static int is_listed(const Ceremony *ceremony, const StorePasskey *passkey)
{
    for (int i = 0; i < ceremony->passkey_count; i++) {
        const StorePasskey *listed = &ceremony->passkeys[i];
        if (listed->id_length == passkey->id_length
            && memcmp(listed->id, passkey->id, passkey->id_length) == 0)
            return 1;
    }
    return 0;
}

/* Something must be left to sign in with: a password, another passkey, or a code. */
static StoreStatus delete_store(ApiCall *call, Store *store, Fault *fault)
{
    const Ceremony *ceremony = call->ceremony;
    const StorePasskey passkey = named_passkey(call);
    StoreStatus status = store_user_lock(store, call->you.id, fault);

    if (status == STORE_OK)
        status = ceremony_must_be_confirmed(call, store, fault);
    if (status == STORE_OK && !call->is_refused)
        status = list_store(call, store, fault);
    if (status != STORE_OK || call->is_refused)
        return status;
    if (!is_listed(ceremony, &passkey))
        return STORE_NOT_FOUND;
    if (call->you.password[0] == '\0' && ceremony->passkey_count == 1
        && ceremony->codes_left == 0)
        return api_refuse_in_store(call, ERROR_LAST_WAY_IN);
    return store_passkey_drop(store, &passkey, fault);
}

/* ------------------------------------------------------------------------- */
/* The routes                                                                */
/* ------------------------------------------------------------------------- */

const Route PASSKEY_ROUTES[] = {
    ROUTE_GET("/login", CALLER_ANY, .at_once = answer_at_once, .answer = site_answer),
    ROUTE_POST("/login/challenge", "", CALLER_ANY, .read = ceremony_begin,
               .at_once = refuse_without_site, .store = sign_in_challenge,
               .answer = sign_in_challenge_answer),
    ROUTE_POST("/login/passkey", "passkey client authenticator signature user", CALLER_ANY,
               .event = "signed-in-by-passkey", .counts_as_entry = 1,
               .read = ceremony_read_assertion, .at_once = ceremony_must_wait,
               .store = sign_in_store, .answer = sign_in_answer,
               .refused = ceremony_refused),
    ROUTE_POST("/confirm/passkey", "passkey client authenticator signature user",
               CALLER_PERSON, .counts_as_entry = 1, .read = ceremony_read_assertion,
               .at_once = ceremony_must_wait, .store = confirm_store,
               .answer = confirm_answer, .refused = ceremony_refused),
    ROUTE_POST("/passkeys/challenge", "name", CALLER_PERSON, .counts_as_entry = 1,
               .read = read_new_challenge, .at_once = refuse_without_site,
               .store = new_challenge, .answer = new_challenge_answer),
    ROUTE_POST("/passkeys", "name label client authenticator confirm", CALLER_PERSON,
               .event = "passkey-added", .counts_as_entry = 1, .read = read_new,
               .store = add_store, .answer = account_changed, .refused = ceremony_refused),
    ROUTE_GET("/passkeys", CALLER_PERSON, .read = ceremony_begin, .store = list_store,
              .answer = list_answer),
    ROUTE_POST("/passkeys/rename", "passkey label", CALLER_PERSON, .read = read_rename,
               .store = rename_store),
    ROUTE_POST("/passkeys/delete", "passkey confirm", CALLER_PERSON,
               .event = "passkey-removed", .counts_as_entry = 1, .read = read_delete,
               .store = delete_store),
    { .form.name = NULL },
};
