/* ceremony.c: the ceremonies of WebAuthn, checked. */
#include "server/ceremony.h"

#include "server/characters.h"
#include "server/passwords.h"
#include "server/security.h"
#include "server/who.h"
#include "wire/strict.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t CHALLENGE_MS = 5 * 60 * 1000, CONFIRMED_MS = 10 * 60 * 1000;

enum { LABEL_CHARACTERS = 32 };

void ceremony_free(Ceremony *ceremony)
{
    if (ceremony != NULL)
        sodium_memzero(ceremony, sizeof *ceremony);
    free(ceremony);
}

/* ------------------------------------------------------------------------- */
/* The site                                                                  */
/* ------------------------------------------------------------------------- */

static int is_address(const char *host)
{
    unsigned char bytes[16];

    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

static int is_localhost(const char *host)
{
    static const char NAME[] = "localhost", UNDER[] = ".localhost";
    size_t length = strlen(host);

    return strcmp(host, NAME) == 0
           || (length > sizeof UNDER - 1
               && strcmp(host + length - (sizeof UNDER - 1), UNDER) == 0);
}

void passkey_site_read(const char *base_url, PasskeySite *site)
{
    Site named = { 0 };

    *site = (PasskeySite){ 0 };
    if (!site_read(&named, base_url) || is_address(named.host)
        || (!named.is_secure && !is_localhost(named.host)))
        return;
    const char *scheme = named.is_secure ? "https" : "http";
    snprintf(site->id, sizeof site->id, "%s", named.host);
    if (named.port == (named.is_secure ? 443 : 80))
        snprintf(site->origin, sizeof site->origin, "%s://%s", scheme, named.host);
    else
        snprintf(site->origin, sizeof site->origin, "%s://%s:%d", scheme, named.host,
                 named.port);
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

int ceremony_begin(ApiCall *call, const Json *body)
{
    (void)body;
    call->ceremony = calloc(1, sizeof *call->ceremony);
    return call->ceremony != NULL || error_set(&call->error, ERROR_NOT_STORED);
}

/* 1 to `room` bytes in base64url. */
static int read_bytes(ApiCall *call, const Json *body, const char *key, uint8_t *out,
                      size_t room, size_t *length)
{
    const Json *text = strict_text(body, key, &call->error.fault);

    if (text == NULL)
        return 0;
    if (sodium_base642bin(out, room, text->text, text->length, NULL, length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING)
            != 0
        || *length == 0)
        return fault_set(&call->error.fault, "%s must be base64url of 1 to %zu bytes.", key,
                         room);
    return 1;
}

int ceremony_read_confirm(ApiCall *call, const Json *body)
{
    const Json *confirm = NULL;

    if (!ceremony_begin(call, body)
        || !strict_get_if(body, "confirm", JSON_IS_TEXT, &confirm, &call->error.fault))
        return 0;
    if (confirm != NULL && confirm->length < TICKET_TEXT)
        memcpy(call->ceremony->confirm, confirm->text, confirm->length + 1);
    return 1;
}

int ceremony_read_label(ApiCall *call, const Json *body)
{
    const Json *label = strict_text(body, "label", &call->error.fault);
    int characters = 0;
    unsigned code;

    if (label == NULL)
        return 0;
    int is_sound = label->length > 0 && label->length <= STORE_NAME_MAX
                   && text_is_harmless(label->text, label->length)
                   && text_shows(label->text, label->length) && label->text[0] != ' '
                   && label->text[label->length - 1] != ' ';
    for (size_t at = 0; is_sound && at < label->length; characters++)
        at += text_decode(label->text + at, label->length - at, &code);
    if (!is_sound || characters > LABEL_CHARACTERS)
        return fault_set(&call->error.fault,
                         "label must have 1 to %d characters that show, and no space at "
                         "either end.",
                         LABEL_CHARACTERS);
    memcpy(call->ceremony->label, label->text, label->length + 1);
    return 1;
}

int ceremony_read_credential(ApiCall *call, const Json *body)
{
    Ceremony *ceremony = call->ceremony;

    if (!read_bytes(call, body, "passkey", ceremony->credential,
                    sizeof ceremony->credential, &ceremony->credential_length))
        return 0;
    /* Wrong ones are counted by the beginning of the id. */
    snprintf(
        ceremony->attempt, sizeof ceremony->attempt, "passkey %s",
        quote(json_get(body, "passkey")->text, json_get(body, "passkey")->length).text);
    return 1;
}

static int read_said(ApiCall *call, const Json *body)
{
    Ceremony *ceremony = call->ceremony;

    return read_bytes(call, body, "client", ceremony->client, sizeof ceremony->client,
                      &ceremony->client_length)
           && read_bytes(call, body, "authenticator", ceremony->authenticator,
                         sizeof ceremony->authenticator, &ceremony->authenticator_length);
}

int ceremony_read_new(ApiCall *call, const Json *body)
{
    return ceremony_read_confirm(call, body) && ceremony_read_label(call, body)
           && read_said(call, body);
}

int ceremony_read_assertion(ApiCall *call, const Json *body)
{
    if (!ceremony_begin(call, body))
        return 0;
    Ceremony *ceremony = call->ceremony;
    return ceremony_read_credential(call, body) && read_said(call, body)
           && read_bytes(call, body, "signature", ceremony->signature,
                         sizeof ceremony->signature, &ceremony->signature_length)
           && read_bytes(call, body, "user", ceremony->handle, sizeof ceremony->handle,
                         &ceremony->handle_length);
}

/* ------------------------------------------------------------------------- */
/* Delays                                                                    */
/* ------------------------------------------------------------------------- */

static Attempt attempt_of(const ApiCall *call)
{
    return (Attempt){ .name = call->ceremony->attempt, .address = call->request->address };
}

int ceremony_must_wait(ApiCall *call)
{
    const Attempt attempt = attempt_of(call);
    int seconds = passwords_wait(call->core, &attempt);

    if (seconds == 0)
        return 0;
    call->core->counts.refused++;
    core_note_refusal(call->core, "passwords", attempt.address);
    api_refuse_for(call, ERROR_WRONG_TOO_OFTEN, seconds);
    return 1;
}

void ceremony_refused(ApiCall *call)
{
    if (call->ceremony == NULL || call->ceremony->alarm == NULL)
        return;
    const Attempt attempt = attempt_of(call);
    if (attempt.name[0] != '\0') /* not of a new passkey */
        passwords_were_wrong(call->core, &attempt);
    security_event(call->core, call->ceremony->alarm, call->request->address,
                   call->other.code);
}

void ceremony_succeeded(ApiCall *call, const StoreUser *user)
{
    const Attempt attempt = attempt_of(call);

    passwords_were_right(call->core, &attempt);
    passwords_know(call->core, user->key, call->request->address);
}

/* ------------------------------------------------------------------------- */
/* Tickets                                                                   */
/* ------------------------------------------------------------------------- */

StoreStatus ceremony_learn_secret(ApiCall *call, Store *store, Fault *fault)
{
    randombytes_buf(call->ceremony->secret, sizeof call->ceremony->secret);
    return store_secret(store, call->ceremony->secret, fault);
}

void ceremony_give_challenge(ApiCall *call, TicketFor purpose, StoreId user)
{
    const TicketHolder holder = { .purpose = purpose, .user = user };

    ticket_make(call->ceremony->secret, &holder, call->now + CHALLENGE_MS,
                call->ceremony->ticket);
}

/* The user has shown who they are in call->session. */
static TicketHolder confirmed(const ApiCall *call, const StoreUser *user)
{
    return (TicketHolder){ TICKET_CONFIRMED, user->id, call->session.code, user->password };
}

void ceremony_give_confirm(ApiCall *call, const StoreUser *user)
{
    const TicketHolder holder = confirmed(call, user);

    ticket_make(call->ceremony->secret, &holder, call->now + CONFIRMED_MS,
                call->ceremony->ticket);
}

StoreStatus ceremony_must_be_confirmed(ApiCall *call, Store *store, Fault *fault)
{
    const Ceremony *ceremony = call->ceremony;
    const TicketHolder holder = confirmed(call, &call->you);
    Ticket ticket;

    if (call->you.kind != USER_KEPT)
        return STORE_OK;
    StoreStatus status = ceremony_learn_secret(call, store, fault);
    if (status == STORE_OK
        && !ticket_read(ceremony->secret, &holder, call->expiry_time, ceremony->confirm,
                        &ticket))
        return api_refuse_in_store(call, ERROR_NOT_CONFIRMED);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

static int has_text(const Json *object, const char *key, const char *wanted)
{
    const Json *found = json_get(object, key);

    return found != NULL && json_is(found, JSON_IS_TEXT)
           && strcmp(found->text, wanted) == 0;
}

/* The page must be ours, and in no frame of another's. */
static int client_is_ours(const Json *client, const char *type, const PasskeySite *site)
{
    const Json *cross = json_get(client, "crossOrigin");

    return has_text(client, "type", type) && has_text(client, "origin", site->origin)
           && (cross == NULL || (json_is(cross, JSON_IS_FLAG) && cross->number == 0))
           && json_get(client, "topOrigin") == NULL;
}

/* Does the answer name a challenge of this server, from a page of this site? Any answer,
 * right or wrong, uses the challenge up. *is_ours is 0 if not, if the challenge was used
 * before, or if the store failed. */
static StoreStatus take_answer(const ApiCall *call, Store *store, const char *type,
                               const TicketHolder *holder, int *is_ours, Fault *fault)
{
    const Ceremony *ceremony = call->ceremony;
    StoreStatus status = STORE_OK;
    Fault ignored = { 0 };
    PasskeySite site;
    Ticket ticket;
    Json *client =
        json_read((const char *)ceremony->client, ceremony->client_length, "", &ignored);
    const Json *challenge = client != NULL && json_is(client, JSON_IS_OBJECT)
                                ? json_get(client, "challenge")
                                : NULL;

    *is_ours = 0;
    passkey_site_read(call->core->config.base_url, &site);
    if (challenge != NULL && json_is(challenge, JSON_IS_TEXT)
        && ticket_read(ceremony->secret, holder, call->expiry_time, challenge->text,
                       &ticket)) {
        status = store_challenge_use(store, ticket.nonce, ticket.expires, fault);
        *is_ours =
            status == STORE_OK && site.id[0] != '\0' && client_is_ours(client, type, &site);
    }
    json_free(client);
    return status == STORE_TAKEN ? STORE_OK : status;
}

/* Is the authenticator data for this site, with user presence and user verification? */
static int check_authenticator(const ApiCall *call, AuthenticatorData *data)
{
    const Ceremony *ceremony = call->ceremony;
    uint8_t hash[crypto_hash_sha256_BYTES];
    PasskeySite site;

    passkey_site_read(call->core->config.base_url, &site);
    crypto_hash_sha256(hash, (const unsigned char *)site.id, strlen(site.id));
    return authenticator_read(
               (Bytes){ ceremony->authenticator, ceremony->authenticator_length }, data)
           && memcmp(data->site_hash, hash, sizeof hash) == 0 && data->is_present
           && data->is_verified;
}

static StoreStatus refuse(ApiCall *call, const char *alarm)
{
    call->ceremony->alarm = alarm;
    return api_refuse_in_store(call, ERROR_WRONG_PASSKEY);
}

StoreStatus ceremony_check_new(ApiCall *call, Store *store, StorePasskey *passkey,
                               Fault *fault)
{
    const TicketHolder holder = { .purpose = TICKET_NEW_PASSKEY, .user = call->you.id };
    AuthenticatorData data;
    int is_ours = 0;
    StoreStatus status = ceremony_learn_secret(call, store, fault);

    call->ceremony->alarm = NULL;
    if (status == STORE_OK)
        status = take_answer(call, store, "webauthn.create", &holder, &is_ours, fault);
    if (status != STORE_OK)
        return status;
    if (!is_ours || !check_authenticator(call, &data) || !data.has_credential
        || !public_key_is_usable(data.key))
        return refuse(call, "wrong-passkey");
    *passkey = (StorePasskey){ .id_length = data.credential.length,
                               .user = call->you.id,
                               .key_length = data.key.length,
                               .counter = data.counter,
                               .created = call->now };
    memcpy(passkey->id, data.credential.at, data.credential.length);
    memcpy(passkey->key, data.key.at, data.key.length);
    memcpy(passkey->label, call->ceremony->label, sizeof passkey->label);
    return STORE_OK;
}

static int check_signature(const ApiCall *call, const StorePasskey *passkey,
                           uint32_t *counter)
{
    const Ceremony *ceremony = call->ceremony;
    const StoreUser *user = &call->other;
    AuthenticatorData data;

    if (user->kind != USER_KEPT || user->deleted != 0
        || ceremony->handle_length != strlen(user->code)
        || memcmp(ceremony->handle, user->code, ceremony->handle_length) != 0
        || !check_authenticator(call, &data) || data.has_credential)
        return 0;
    *counter = data.counter;
    return signature_is_valid(
        (Bytes){ passkey->key, passkey->key_length },
        (Bytes){ ceremony->authenticator, ceremony->authenticator_length },
        (Bytes){ ceremony->client, ceremony->client_length },
        (Bytes){ ceremony->signature, ceremony->signature_length });
}

/* A counter that has not grown: there may be two of the same key. */
static StoreStatus note_use(ApiCall *call, Store *store, StorePasskey *passkey,
                            uint32_t counter, Fault *fault)
{
    passkey->counter = counter;
    passkey->used = call->now;
    StoreStatus status = store_passkey_used(store, passkey, fault);
    return status == STORE_CONFLICT ? refuse(call, "passkey-copied") : status;
}

StoreStatus ceremony_check_assertion(ApiCall *call, Store *store, Fault *fault)
{
    static const TicketHolder ANYBODY = { .purpose = TICKET_SIGN_IN };
    Ceremony *ceremony = call->ceremony;
    StorePasskey passkey;
    uint32_t counter;
    int is_ours = 0;
    StoreStatus status = ceremony_learn_secret(call, store, fault);

    ceremony->alarm = NULL;
    call->other = (StoreUser){ 0 };
    if (status == STORE_OK)
        status = take_answer(call, store, "webauthn.get", &ANYBODY, &is_ours, fault);
    if (status == STORE_OK)
        status = store_passkey_find(store, ceremony->credential,
                                    ceremony->credential_length, &passkey, fault);
    if (status == STORE_NOT_FOUND)
        return refuse(call, "wrong-passkey");
    if (status == STORE_OK)
        status = store_user_get(store, passkey.user, &call->other, fault);
    if (status != STORE_OK)
        return status;
    return is_ours && check_signature(call, &passkey, &counter)
               ? note_use(call, store, &passkey, counter, fault)
               : refuse(call, "wrong-passkey");
}
