/* test_passkeys.c: passkeys and recovery codes over real sockets, with an authenticator
 * in software: what people do, and what somebody tries who wants to be another. */
#include "rite.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

HOUSE_SUITE(passkeys, HOUSE_OPEN);

/* ------------------------------------------------------------------------- */
/* A browser with an authenticator                                           */
/* ------------------------------------------------------------------------- */

#define KEPT "{\"name\":\"%s\",\"password\":\"correct horse\"%s}"

static void must_keep(const Person *who, const char *name, const char *extra)
{
    must_ask(house, who, "/api/1/keep", KEPT, name, extra);
}

static void must_add(const Person *who, const SoftKey *key, const char *extra)
{
    char body[BODY];

    rite_make(house, who, key, &RITE, extra, body);
    must_ask(house, who, "/api/1/passkeys", "%s", body);
}

static void must_not_add_with(const Person *who, const SoftKey *key, const Rite *rite,
                              const char *extra, int status, const char *error)
{
    char body[BODY];

    rite_make(house, who, key, rite, extra, body);
    must_not_ask(house, who, status, error, "/api/1/passkeys", "%s", body);
}

static void must_not_add(const Person *who, const SoftKey *key, const Rite *rite)
{
    must_not_add_with(who, key, rite, "", 403, "wrong-passkey");
}

static Person sign_in(House *at, const char *user, const SoftKey *key, uint32_t counter)
{
    char body[BODY];

    rite_sign(at, user, key, &(Rite){ .counter = counter }, body);
    Answer answer = ask(at, NULL, "/api/1/login/passkey", "%s", body);
    Person person = person_of(at, &answer);
    answer_free(&answer);
    return person;
}

static void must_not_sign_in(const char *user, const SoftKey *key, const Rite *rite)
{
    char body[BODY];

    rite_sign(house, user, key, rite, body);
    must_not_ask(house, NULL, 403, "wrong-passkey", "/api/1/login/passkey", "%s", body);
}

/* A key "confirm", from the answer to a request of this person. */
static void confirm_by(const Person *who, const char *path, const char *body,
                       char extra[FIELD])
{
    Answer answer = ask(house, who, path, "%s", body);

    cr_assert_eq(answer.status, 200, "%s: %d", path, answer.status);
    snprintf(extra, FIELD, ",\"confirm\":\"%s\"", text_at(answer.json, "confirm"));
    answer_free(&answer);
}

static void confirm_by_password(const Person *who, char extra[FIELD])
{
    confirm_by(who, "/api/1/confirm", "{\"password\":\"correct horse\"}", extra);
}

static void confirm_by_passkey(const Person *who, const SoftKey *key, uint32_t counter,
                               char extra[FIELD])
{
    char body[BODY];

    rite_sign(house, who->user, key, &(Rite){ .counter = counter }, body);
    confirm_by(who, "/api/1/confirm/passkey", body, extra);
}

static void expect_you(const Person *who, const char *name, const char *kind)
{
    Answer answer = ask(house, who, "/api/1/hello", NULL);
    const Json *you = json_at(answer.json, "you");

    cr_assert_str_eq(text_at(you, "name"), name);
    cr_assert_str_eq(text_at(you, "kind"), kind);
    answer_free(&answer);
}

static void expect_ways_in(const Person *who, int passkeys, int codes, int password)
{
    Answer answer = ask(house, who, "/api/1/passkeys", NULL);

    cr_assert_eq(answer.status, 200);
    cr_expect_eq((int)json_at(answer.json, "passkeys")->length, passkeys);
    cr_expect_eq(number_at(answer.json, "codes"), codes);
    cr_expect_eq(is_at(answer.json, "password"), password);
    answer_free(&answer);
}

/* ------------------------------------------------------------------------- */
/* What people do                                                            */
/* ------------------------------------------------------------------------- */

Test(passkeys, keep_a_name_and_sign_in_elsewhere)
{
    static const KeyKind KINDS[] = { KEY_ES256, KEY_EDDSA, KEY_RS256 };
    static const char *const NAMES[] = { "Ada", "Ben", "Cleo" };

    for (int i = 0; i < 3; i++) {
        SoftKey key = soft_key_new(KINDS[i]);
        Person guest = person_new(house, "Guest");
        char extra[FIELD];
        snprintf(extra, sizeof extra, ",\"name\":\"%s\"", NAMES[i]);
        must_add(&guest, &key, extra);
        expect_you(&guest, NAMES[i], "kept");
        expect_ways_in(&guest, 1, 0, 0);
        Person phone = sign_in(house, guest.user, &key, 0);
        cr_assert_str_eq(phone.user, guest.user);
        cr_assert_str_neq(phone.token, guest.token);
        expect_you(&phone, NAMES[i], "kept");
        soft_key_free(&key);
    }
}

Test(passkeys, a_name_that_is_kept_is_refused_before_the_passkey)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada"), other = person_new(house, "Other");

    must_add(&ada, &key, "");
    expect_you(&ada, "Ada", "kept");
    must_not_ask(house, &other, 409, "name-taken", "/api/1/passkeys/challenge",
                 "{\"name\":\"ada\"}");
    SoftKey second = soft_key_new(KEY_ES256);
    must_not_add_with(&other, &second, &RITE, ",\"name\":\"Ada\"", 409, "name-taken");
    expect_you(&other, "Other", "guest");
    expect_ways_in(&other, 0, 0, 0);
    must_not_sign_in(other.user, &second, &RITE);
    soft_key_free(&key);
    soft_key_free(&second);
}

Test(passkeys, several_are_listed_renamed_and_removed)
{
    SoftKey one = soft_key_new(KEY_ES256), two = soft_key_new(KEY_EDDSA);
    Person ada = person_new(house, "Ada");
    char confirm[FIELD], id[FIELD], body[BODY];

    must_add(&ada, &one, "");
    confirm_by_passkey(&ada, &one, 1, confirm);
    must_add(&ada, &two, confirm);
    expect_ways_in(&ada, 2, 0, 0);
    rite_encode(one.id, sizeof one.id, id);
    must_ask(house, &ada, "/api/1/passkeys/rename",
             "{\"passkey\":\"%s\",\"label\":\"Blue key 🔑\"}", id);
    Answer answer = ask(house, &ada, "/api/1/passkeys", NULL);
    const Json *first = entry_at(json_at(answer.json, "passkeys"), 0);
    cr_expect_str_eq(text_at(first, "passkey"), id);
    cr_expect_str_eq(text_at(first, "label"), "Blue key 🔑");
    cr_expect_gt(number_at(first, "used"), 0);
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"passkey\":\"%s\"%s}", id, confirm);
    must_ask(house, &ada, "/api/1/passkeys/delete", "%s", body);
    must_not_ask(house, &ada, 404, "no-such-thing", "/api/1/passkeys/delete", "%s", body);
    must_not_sign_in(ada.user, &one, &(Rite){ .counter = 9 });
    sign_in(house, ada.user, &two, 0);
    /* The last one stays, unless something else is left. */
    rite_encode(two.id, sizeof two.id, id);
    snprintf(body, sizeof body, "{\"passkey\":\"%s\"%s}", id, confirm);
    must_not_ask(house, &ada, 409, "last-way-in", "/api/1/passkeys/delete", "%s", body);
    must_ask(house, &ada, "/api/1/codes", "{%s}", confirm + 1);
    must_ask(house, &ada, "/api/1/passkeys/delete", "%s", body);
    expect_ways_in(&ada, 0, 10, 0);
    soft_key_free(&one);
    soft_key_free(&two);
}

Test(passkeys, a_password_can_be_used_beside_them)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada");
    char confirm[FIELD];

    must_keep(&ada, "Ada", "");
    must_not_ask(house, &ada, 403, "wrong-password", "/api/1/confirm",
                 "{\"password\":\"incorrect horse\"}");
    confirm_by_password(&ada, confirm);
    must_add(&ada, &key, confirm);
    expect_ways_in(&ada, 1, 0, 1);
    sign_in(house, ada.user, &key, 0);
    must_ask(house, NULL, "/api/1/login", KEPT, "Ada", "");
    soft_key_free(&key);
}

Test(passkeys, whoever_has_no_password_can_set_one_or_leave)
{
    SoftKey keys[2] = { soft_key_new(KEY_ES256), soft_key_new(KEY_ES256) };
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char confirm[FIELD];

    must_add(&ada, &keys[0], "");
    must_add(&ben, &keys[1], "");
    confirm_by_passkey(&ada, &keys[0], 0, confirm);
    must_keep(&ada, "Ada", confirm);
    must_ask(house, NULL, "/api/1/login", KEPT, "Ada", "");
    confirm_by_passkey(&ben, &keys[1], 0, confirm);
    must_ask(house, &ben, "/api/1/delete", "{%s}", confirm + 1);
    must_not_sign_in(ben.user, &keys[1], &RITE);
    soft_key_free(&keys[0]);
    soft_key_free(&keys[1]);
}

Test(passkeys, ten_are_enough)
{
    SoftKey keys[11];
    Person ada = person_new(house, "Ada");
    char confirm[FIELD];

    for (int i = 0; i < 11; i++)
        keys[i] = soft_key_new(KEY_EDDSA);
    must_add(&ada, &keys[0], "");
    confirm_by_passkey(&ada, &keys[0], 0, confirm);
    for (int i = 1; i < 10; i++)
        must_add(&ada, &keys[i], confirm);
    must_not_add_with(&ada, &keys[10], &RITE, confirm, 429, "too-many");
    for (int i = 0; i < 11; i++)
        soft_key_free(&keys[i]);
}

/* ------------------------------------------------------------------------- */
/* What an attacker tries                                                    */
/* ------------------------------------------------------------------------- */

Test(passkeys, a_challenge_is_answered_once)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada");
    char body[BODY];

    rite_make(house, &ada, &key, &RITE, "", body);
    must_ask(house, &ada, "/api/1/passkeys", "%s", body);
    rite_sign(house, ada.user, &key, &RITE, body);
    must_ask(house, NULL, "/api/1/login/passkey", "%s", body);
    must_not_ask(house, NULL, 403, "wrong-passkey", "/api/1/login/passkey", "%s", body);
    /* Also after a restart. */
    house_end(house, SIGTERM);
    house_begin(house);
    must_not_ask(house, NULL, 403, "wrong-passkey", "/api/1/login/passkey", "%s", body);
    soft_key_free(&key);
}

/* Right or wrong: nobody tries twice with the same challenge. */
Test(passkeys, a_challenge_is_used_up_by_a_wrong_answer)
{
    static const Rite WRONG[] = {
        { .spoils_signature = 1 },
        { .origin = "https://evil.example" },
        { .site = "evil.example" },
    };
    SoftKey key = soft_key_new(KEY_ES256), unknown = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada"), eve = person_new(house, "Eve");
    char challenge[FIELD];

    must_add(&ada, &key, "");
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        Rite wrong = WRONG[i];
        rite_challenge(house, NULL, "/api/1/login/challenge", challenge);
        wrong.challenge = challenge;
        must_not_sign_in(ada.user, &key, &wrong);
        must_not_sign_in(ada.user, &key, &(Rite){ .challenge = challenge });
    }
    rite_challenge(house, NULL, "/api/1/login/challenge", challenge);
    must_not_sign_in(ada.user, &unknown, &(Rite){ .challenge = challenge });
    must_not_sign_in(ada.user, &key, &(Rite){ .challenge = challenge });
    rite_challenge(house, &eve, "/api/1/passkeys/challenge", challenge);
    must_not_add(&eve, &unknown, &(Rite){ .challenge = challenge, .flags = SOFT_SIGNING });
    must_not_add(&eve, &unknown, &(Rite){ .challenge = challenge });
    soft_key_free(&key);
    soft_key_free(&unknown);
}

Test(passkeys, a_challenge_expires)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada");
    char early[BODY], late[BODY];

    must_add(&ada, &key, "");
    rite_sign(house, ada.user, &key, &RITE, early);
    rite_sign(house, ada.user, &key, &RITE, late);
    house_move_clock(house, 4 * 60 * 1000);
    must_ask(house, NULL, "/api/1/login/passkey", "%s", early);
    house_move_clock(house, 2 * 60 * 1000);
    must_not_ask(house, NULL, 403, "wrong-passkey", "/api/1/login/passkey", "%s", late);
    soft_key_free(&key);
}

Test(passkeys, what_is_not_for_this_site_is_refused)
{
    static const Rite WRONG[] = {
        { .origin = "https://evil.example" },
        { .origin = "http://localhost" },
        { .origin = "http://127.0.0.1:8930" },
        { .site = "evil.example" },
        { .type = "webauthn.other" },
        { .challenge = "" },
        { .challenge = "AAAA" },
        { .flags = SOFT_PRESENT | SOFT_CREDENTIAL },
        { .more = ",\"topOrigin\":\"https://evil.example\"" },
        { .more = ",\"origin\":\"https://evil.example\"" },
    };
    SoftKey key = soft_key_new(KEY_ES256), fresh = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada"), eve = person_new(house, "Eve");

    must_add(&ada, &key, "");
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        Rite signing = WRONG[i];
        must_not_add(&eve, &fresh, &WRONG[i]);
        signing.flags &= ~SOFT_CREDENTIAL;
        must_not_sign_in(ada.user, &key, &signing);
    }
    must_not_add(&eve, &fresh, &(Rite){ .type = "webauthn.get" });
    must_not_add(&eve, &fresh, &(Rite){ .flags = SOFT_SIGNING });
    must_not_sign_in(ada.user, &key, &(Rite){ .type = "webauthn.create" });
    must_not_sign_in(ada.user, &key, &(Rite){ .flags = SOFT_MAKING });
    must_not_sign_in(ada.user, &key, &(Rite){ .spoils_signature = 1 });
    expect_you(&eve, "Eve", "guest");
    soft_key_free(&key);
    soft_key_free(&fresh);
}

Test(passkeys, a_challenge_is_for_one_purpose_and_person)
{
    SoftKey key = soft_key_new(KEY_ES256), fresh = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada"), eve = person_new(house, "Eve");
    char challenge[FIELD];

    must_add(&ada, &key, "");
    rite_challenge(house, &ada, "/api/1/passkeys/challenge", challenge);
    must_not_sign_in(ada.user, &key, &(Rite){ .challenge = challenge });
    must_not_add(&eve, &fresh, &(Rite){ .challenge = challenge });
    rite_challenge(house, NULL, "/api/1/login/challenge", challenge);
    must_not_add(&eve, &fresh, &(Rite){ .challenge = challenge });
    /* One letter changed. */
    challenge[3] = challenge[3] == 'A' ? 'B' : 'A';
    must_not_sign_in(ada.user, &key, &(Rite){ .challenge = challenge });
    soft_key_free(&key);
    soft_key_free(&fresh);
}

Test(passkeys, the_passkey_of_another_opens_nothing)
{
    SoftKey of_ada = soft_key_new(KEY_ES256), of_eve = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada"), eve = person_new(house, "Eve");
    char body[BODY], confirm[FIELD];

    must_add(&ada, &of_ada, "");
    must_add(&eve, &of_eve, "");
    /* Eve's key with Ada's handle, and Ada's id with Eve's signature. */
    must_not_sign_in(eve.user, &of_eve, &(Rite){ .user = ada.user });
    SoftKey forged = of_eve;
    memcpy(forged.id, of_ada.id, sizeof forged.id);
    must_not_sign_in(ada.user, &forged, &RITE);
    /* Ada's passkey is not added to Eve's account, and confirms nothing there. */
    confirm_by_passkey(&eve, &of_eve, 0, confirm);
    must_not_add_with(&eve, &of_ada, &RITE, confirm, 403, "wrong-passkey");
    rite_sign(house, ada.user, &of_ada, &RITE, body);
    must_not_ask(house, &eve, 403, "wrong-passkey", "/api/1/confirm/passkey", "%s", body);
    /* Eve's confirmation is Eve's. */
    SoftKey more = soft_key_new(KEY_ES256);
    must_not_add_with(&ada, &more, &RITE, confirm, 403, "not-confirmed");
    soft_key_free(&of_ada);
    soft_key_free(&of_eve);
    soft_key_free(&more);
}

/* Somebody found an open session: it gives no lasting way in. */
Test(passkeys, a_session_alone_changes_no_way_in)
{
    SoftKey key = soft_key_new(KEY_ES256), stolen = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada");
    char body[BODY], id[FIELD], confirm[FIELD];

    must_add(&ada, &key, "");
    must_not_add_with(&ada, &stolen, &RITE, "", 403, "not-confirmed");
    must_not_ask(house, &ada, 403, "not-confirmed", "/api/1/codes", "{}");
    must_not_ask(house, &ada, 403, "not-confirmed", "/api/1/codes",
                 "{\"confirm\":\"AAAA\"}");
    rite_encode(key.id, sizeof key.id, id);
    snprintf(body, sizeof body, "{\"passkey\":\"%s\"}", id);
    must_not_ask(house, &ada, 403, "not-confirmed", "/api/1/passkeys/delete", "%s", body);
    must_not_ask(house, &ada, 403, "not-confirmed", "/api/1/delete", "{}");
    must_not_ask(house, &ada, 403, "not-confirmed", "/api/1/keep", KEPT, "Ada", "");
    /* A confirmation lasts for ten minutes. */
    confirm_by_passkey(&ada, &key, 0, confirm);
    house_move_clock(house, 11 * 60 * 1000);
    must_not_add_with(&ada, &stolen, &RITE, confirm, 403, "not-confirmed");
    expect_ways_in(&ada, 1, 0, 0);
    soft_key_free(&key);
    soft_key_free(&stolen);
}

Test(passkeys, a_counter_that_does_not_grow_is_a_copy)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada");

    must_add(&ada, &key, "");
    sign_in(house, ada.user, &key, 5);
    must_not_sign_in(ada.user, &key, &(Rite){ .counter = 5 });
    must_not_sign_in(ada.user, &key, &(Rite){ .counter = 4 });
    must_not_sign_in(ada.user, &key, &(Rite){ .counter = 0 });
    sign_in(house, ada.user, &key, 6);
    soft_key_free(&key);
}

#define SIGNED                                                                             \
    "{\"passkey\":\"%s\",\"client\":\"AA\",\"authenticator\":\"AA\","                      \
    "\"signature\":\"AA\",\"user\":\"AA\"}"

Test(passkeys, what_is_malformed_is_refused)
{
    Person ada = person_new(house, "Ada");

    must_not_ask(house, NULL, 401, "not-signed-in", "/api/1/passkeys/challenge", "{}");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/login/passkey", "{}");
    must_not_ask(house, NULL, 400, "bad-request", "/api/1/login/passkey", SIGNED, "A=");
    must_not_ask(house, NULL, 403, "wrong-passkey", "/api/1/login/passkey", SIGNED, "AA");
    must_not_ask(house, &ada, 400, "bad-request", "/api/1/passkeys",
                 "{\"label\":\" x\",\"client\":\"AA\",\"authenticator\":\"AA\"}");
    must_not_ask(house, &ada, 403, "wrong-passkey", "/api/1/passkeys",
                 "{\"label\":\"x\",\"client\":\"AA\",\"authenticator\":\"AA\"}");
    must_not_ask(house, &ada, 404, "no-such-thing", "/api/1/passkeys/rename",
                 "{\"passkey\":\"AA\",\"label\":\"x\"}");
    must_not_ask(house, &ada, 403, "not-allowed", "/api/1/codes", "{}");
}

/* ------------------------------------------------------------------------- */
/* Limits, addresses without passkeys                                        */
/* ------------------------------------------------------------------------- */

Test(passkeys_elsewhere, wrong_ones_are_delayed)
{
    int status = 0;

    house = house_open(HOUSE_LIMITED);
    for (int i = 0; i < 12 && status != 429; i++) {
        Answer answer = ask(house, NULL, "/api/1/login/passkey", SIGNED, "AA");
        status = answer.status;
        cr_assert(status == 403 || status == 429);
        if (status == 429)
            cr_expect_str_eq(text_at(json_at(answer.json, "error"), "code"),
                             "wrong-too-often");
        answer_free(&answer);
    }
    cr_expect_eq(status, 429);
    status = 0;
    for (int i = 0; i < 12 && status != 429; i++) {
        Answer answer = ask(house, NULL, "/api/1/login/code",
                            "{\"name\":\"Ada\",\"code\":\"K7QX-2M9P-RTVW-X3ND\"}");
        status = answer.status;
        answer_free(&answer);
    }
    cr_expect_eq(status, 429);
    house_close(house);
}

/* By an address instead of a name there are none. */
Test(passkeys_elsewhere, they_need_a_name)
{
    char url[64];

    house = house_open(HOUSE_OPEN);
    snprintf(house->port, sizeof house->port, "%d", house->child.address.port);
    snprintf(url, sizeof url, "http://127.0.0.1:%s", house->port);
    house_end(house, SIGTERM);
    house->more[0] = "--base-url";
    house->more[1] = url;
    house_begin(house);
    Answer answer = ask(house, NULL, "/api/1/login", NULL);
    cr_assert_eq(answer.status, 200);
    cr_expect(is_null_at(answer.json, "passkeys"));
    answer_free(&answer);
    must_not_ask(house, NULL, 403, "not-allowed", "/api/1/login/challenge", "{}");
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Recovery codes                                                            */
/* ------------------------------------------------------------------------- */

typedef struct Codes {
    char text[10][32];
} Codes;

static Codes make_codes(const Person *who, const char *confirm)
{
    Answer answer = ask(house, who, "/api/1/codes", "{%s}", confirm + 1);
    const Json *list;
    Codes codes;

    cr_assert_eq(answer.status, 200);
    list = json_at(answer.json, "codes");
    cr_assert_eq(list->length, 10);
    for (int i = 0; i < 10; i++)
        snprintf(codes.text[i], sizeof codes.text[i], "%s", entry_at(list, i)->text);
    answer_free(&answer);
    return codes;
}

#define CODE "{\"name\":\"%s\",\"code\":\"%s\"}"

static void must_sign_in_by_code(const char *name, const char *code)
{
    must_ask(house, NULL, "/api/1/login/code", CODE, name, code);
}

static void must_not_sign_in_by_code(const char *name, const char *code)
{
    must_not_ask(house, NULL, 403, "wrong-code", "/api/1/login/code", CODE, name, code);
}

Test(passkeys, a_recovery_code_signs_in_once)
{
    Person ada = person_new(house, "Ada"), eve = person_new(house, "Eve");
    char confirm[FIELD], small[32];

    must_keep(&ada, "Ada", "");
    must_keep(&eve, "Eve", "");
    confirm_by_password(&ada, confirm);
    Codes codes = make_codes(&ada, confirm);
    must_not_sign_in_by_code("Eve", codes.text[0]);
    must_not_sign_in_by_code("Nobody", codes.text[0]);
    must_not_sign_in_by_code("Ada", "no code at all");
    must_sign_in_by_code("Ada", codes.text[0]);
    must_not_sign_in_by_code("Ada", codes.text[0]);
    /* As people write it: small letters, no hyphens. */
    int length = 0;
    for (const char *at = codes.text[1]; *at != '\0'; at++) {
        if (*at != '-')
            small[length++] = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
    }
    small[length] = '\0';
    must_sign_in_by_code("Ada", small);
    expect_ways_in(&ada, 0, 8, 1);
}

Test(passkeys, new_codes_void_the_old)
{
    Person ada = person_new(house, "Ada");
    char confirm[FIELD];

    must_keep(&ada, "Ada", "");
    confirm_by_password(&ada, confirm);
    Codes old = make_codes(&ada, confirm), new = make_codes(&ada, confirm);
    must_not_sign_in_by_code("Ada", old.text[3]);
    must_sign_in_by_code("Ada", new.text[3]);
}

static Person recover(const char *name, const char *code, char confirm[FIELD])
{
    Answer answer = ask(house, NULL, "/api/1/login/code", CODE, name, code);
    Person back = person_of(house, &answer);

    snprintf(confirm, FIELD, ",\"confirm\":\"%s\"", text_at(answer.json, "confirm"));
    answer_free(&answer);
    return back;
}

#define CHANGED "{\"name\":\"Ada\",\"password\":\"mind the gap\"%s}"

/* Whoever forgot the password comes in with a code, and sets another. What was given out
 * before that is void: codes and confirmations. */
Test(passkeys, a_code_is_enough_to_set_a_new_password)
{
    Person ada = person_new(house, "Ada");
    char old[FIELD], confirm[FIELD];

    must_keep(&ada, "Ada", "");
    confirm_by_password(&ada, old);
    Codes codes = make_codes(&ada, old);
    Person back = recover("Ada", codes.text[0], confirm);
    must_not_ask(house, &back, 403, "wrong-password", "/api/1/keep", CHANGED, "");
    must_not_ask(house, &back, 403, "not-confirmed", "/api/1/keep", CHANGED,
                 ",\"confirm\":\"AAAA\"");
    must_ask(house, &back, "/api/1/keep", CHANGED, confirm);
    must_not_ask(house, NULL, 403, "wrong-password", "/api/1/login", KEPT, "Ada", "");
    must_ask(house, NULL, "/api/1/login", CHANGED, "");
    must_not_sign_in_by_code("Ada", codes.text[1]);
    must_not_ask(house, &back, 403, "not-confirmed", "/api/1/codes", "{%s}", confirm + 1);
    expect_ways_in(&back, 0, 0, 1);
}

/* It belongs to the session in which it was given. */
Test(passkeys, a_confirmation_ends_with_its_session)
{
    Person ada = person_new(house, "Ada");
    char confirm[FIELD], recovered[FIELD];

    must_keep(&ada, "Ada", "");
    confirm_by_password(&ada, confirm);
    Codes codes = make_codes(&ada, confirm);
    Person back = recover("Ada", codes.text[0], recovered);
    must_not_ask(house, &back, 403, "not-confirmed", "/api/1/codes", "{%s}", confirm + 1);
    must_ask(house, &back, "/api/1/logout", "{\"everywhere\":true}");
    Answer answer = ask(house, NULL, "/api/1/login", KEPT, "Ada", "");
    Person again = person_of(house, &answer);
    answer_free(&answer);
    must_not_ask(house, &again, 403, "not-confirmed", "/api/1/codes", "{%s}", confirm + 1);
    must_not_ask(house, &again, 403, "not-confirmed", "/api/1/codes", "{%s}",
                 recovered + 1);
    expect_ways_in(&again, 0, 9, 1);
    must_sign_in_by_code("Ada", codes.text[1]);
}

/* Whoever lost the passkey comes in with a code, and adds another. */
Test(passkeys, a_code_is_enough_to_add_a_passkey)
{
    SoftKey lost = soft_key_new(KEY_ES256), new = soft_key_new(KEY_ES256);
    Person ada = person_new(house, "Ada");
    char confirm[FIELD];

    must_add(&ada, &lost, "");
    confirm_by_passkey(&ada, &lost, 0, confirm);
    Codes codes = make_codes(&ada, confirm);
    Person back = recover("Ada", codes.text[0], confirm);
    expect_ways_in(&back, 1, 9, 0);
    must_add(&back, &new, confirm);
    sign_in(house, ada.user, &new, 0);
    soft_key_free(&lost);
    soft_key_free(&new);
}
