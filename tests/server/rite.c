/* rite.c: the ceremonies of passkeys, as a browser with an authenticator does them. */
#include "rite.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

const Rite RITE = { 0 };

void rite_encode(const void *bytes, size_t length, char out[FIELD])
{
    sodium_bin2base64(out, FIELD, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void rite_challenge(const House *at, const Person *who, const char *path,
                    char challenge[FIELD])
{
    Answer answer = ask(at, who, path, "{}");

    cr_assert_eq(answer.status, 200);
    cr_assert_str_eq(text_at(answer.json, "site"), "localhost");
    snprintf(challenge, FIELD, "%s", text_at(answer.json, "challenge"));
    answer_free(&answer);
}

static size_t client_data(const House *at, const Rite *rite, const char *challenge,
                          const char *type, char out[FIELD])
{
    char origin[128];

    snprintf(origin, sizeof origin, "http://localhost:%d", at->child.address.port);
    return (size_t)snprintf(out, FIELD,
                            "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\","
                            "\"crossOrigin\":false%s}",
                            rite->type != NULL ? rite->type : type, challenge,
                            rite->origin != NULL ? rite->origin : origin,
                            rite->more != NULL ? rite->more : "");
}

void rite_make(const House *at, const Person *who, const SoftKey *key, const Rite *rite,
               const char *extra, char body[BODY])
{
    char challenge[FIELD], client[FIELD], said[FIELD], shown[FIELD];
    uint8_t data[SOFT_DATA_MAX];

    rite_challenge(at, who, "/api/1/passkeys/challenge", challenge);
    size_t length =
        client_data(at, rite, rite->challenge != NULL ? rite->challenge : challenge,
                    "webauthn.create", client);
    rite_encode(client, length, said);
    length = soft_data(key, rite->site != NULL ? rite->site : "localhost",
                       rite->flags != 0 ? rite->flags : SOFT_MAKING, rite->counter, data);
    rite_encode(data, length, shown);
    snprintf(body, BODY,
             "{\"label\":\"Phone\",\"client\":\"%s\",\"authenticator\":\"%s\"%s}", said,
             shown, extra);
}

void rite_sign(const House *at, const char *user, const SoftKey *key, const Rite *rite,
               char body[BODY])
{
    char challenge[FIELD], client[FIELD];
    char said[FIELD], shown[FIELD], id[FIELD], signature[FIELD], handle[FIELD];
    uint8_t data[SOFT_DATA_MAX], signedby[SOFT_SIGNATURE_MAX];

    rite_challenge(at, NULL, "/api/1/login/challenge", challenge);
    size_t length =
        client_data(at, rite, rite->challenge != NULL ? rite->challenge : challenge,
                    "webauthn.get", client);
    Bytes client_bytes = { (const uint8_t *)client, length };
    rite_encode(client, length, said);
    length = soft_data(key, rite->site != NULL ? rite->site : "localhost",
                       rite->flags != 0 ? rite->flags : SOFT_SIGNING, rite->counter, data);
    rite_encode(data, length, shown);
    length = soft_sign(key, (Bytes){ data, length }, client_bytes, signedby);
    signedby[length - 1] ^= (uint8_t)(rite->spoils_signature != 0);
    rite_encode(signedby, length, signature);
    rite_encode(key->id, sizeof key->id, id);
    rite_encode(rite->user != NULL ? rite->user : user,
                strlen(rite->user != NULL ? rite->user : user), handle);
    snprintf(body, BODY,
             "{\"passkey\":\"%s\",\"client\":\"%s\",\"authenticator\":\"%s\","
             "\"signature\":\"%s\",\"user\":\"%s\"}",
             id, said, shown, signature, handle);
}
