/* ceremony.h: the ceremonies of WebAuthn, between a request and the store: making a
 * passkey (registration), and signing with it (assertion). Attestation is not asked for.
 *
 *     challenge ──> browser, authenticator ──> client data, authenticator data, signature
 *                        ──> the challenge is used up, whatever comes ──> checked here
 *
 * Files: tickets.h has the challenges, edge/authenticator.h the bytes of the
 * authenticator, edge/signature.h the signatures. */
#ifndef ROUNDHOUSE_SERVER_CEREMONY_H
#define ROUNDHOUSE_SERVER_CEREMONY_H

#include "edge/authenticator.h"
#include "edge/signature.h"
#include "server/api.h"
#include "server/tickets.h"

enum {
    PASSKEYS_MAX = 10, /* of a user */
    CLIENT_MAX = 2048, /* bytes of client data */
    HANDLE_MAX = 64,
    RECOVERY_CODES = 10,
    RECOVERY_CODE_TEXT = 20, /* "K7QX-2M9P-RTVW-X3ND" and a NUL */
};

/* What a request about passkeys or recovery codes has and gets, beside the ApiCall. */
typedef struct Ceremony {
    /* From the request; each route has some of it. */
    uint8_t credential[CREDENTIAL_MAX], authenticator[AUTHENTICATOR_MAX];
    uint8_t client[CLIENT_MAX], signature[SIGNATURE_MAX], handle[HANDLE_MAX];
    size_t credential_length, authenticator_length;
    size_t client_length, signature_length, handle_length;
    char label[STORE_NAME_MAX + 1];
    char confirm[TICKET_TEXT];
    char code[RECOVERY_CODE_TEXT];
    char attempt[STORE_NAME_MAX + 1]; /* what passwords.h counts wrong ones by */
    const char *alarm;                /* for the security log, if it is refused */
    /* From the store. */
    uint8_t secret[STORE_SECRET_BYTES];
    StorePasskey passkeys[PASSKEYS_MAX];
    int passkey_count, codes_left;
    /* For the answer. */
    char ticket[TICKET_TEXT];
    char codes[RECOVERY_CODES][RECOVERY_CODE_TEXT];
} Ceremony;

/* Zeroes its secrets and frees it; `ceremony` may be NULL. */
void ceremony_free(Ceremony *ceremony);

/* The site of passkeys, out of the server's address. */
typedef struct PasskeySite {
    char id[256];     /* the domain; empty: passkeys do not work at this address */
    char origin[300]; /* as browsers name it */
} PasskeySite;

/* WebAuthn wants a domain and TLS, or localhost. */
void passkey_site_read(const char *base_url, PasskeySite *site);

/* A passkey in a list; of passkeys.c. */
void passkey_export(JsonOut *out, const StorePasskey *passkey);

/* Route.read functions, which create call->ceremony. 0: error in call->error. */
int ceremony_begin(ApiCall *call, const Json *body);
int ceremony_read_confirm(ApiCall *call, const Json *body); /* may be missing */
int ceremony_read_label(ApiCall *call, const Json *body);
int ceremony_read_credential(ApiCall *call, const Json *body);
int ceremony_read_new(ApiCall *call, const Json *body);
int ceremony_read_assertion(ApiCall *call, const Json *body);

/* A route's at_once and refused: delays after wrong passkeys and codes, by the rules of
 * passwords.h. */
int ceremony_must_wait(ApiCall *call);
void ceremony_refused(ApiCall *call);
/* It was right. */
void ceremony_succeeded(ApiCall *call, const StoreUser *user);

/* On a database thread. All refuse through api_refuse_in_store: see call->is_refused. */
StoreStatus ceremony_learn_secret(ApiCall *call, Store *store, Fault *fault);
/* Has the user just signed in? Guests have nothing to sign in with. */
StoreStatus ceremony_must_be_confirmed(ApiCall *call, Store *store, Fault *fault);
/* Checks a new passkey of call->you, and fills it in. */
StoreStatus ceremony_check_new(ApiCall *call, Store *store, StorePasskey *passkey,
                               Fault *fault);
/* Checks a signature; call->other becomes the user. */
StoreStatus ceremony_check_assertion(ApiCall *call, Store *store, Fault *fault);

/* A new ticket in call->ceremony->ticket. */
void ceremony_give_challenge(ApiCall *call, TicketFor purpose, StoreId user);
/* For the user of call->session, whose identity was just confirmed. */
void ceremony_give_confirm(ApiCall *call, const StoreUser *user);

#endif
