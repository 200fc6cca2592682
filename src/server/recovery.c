/* recovery.c: recovery codes, each valid for one sign-in; and confirming the identity by
 * password.
 *
 * A code has 80 random bits: too many to search for, even with the stored hash, so a fast
 * hash is enough. */
#include "server/ceremony.h"

#include "server/names.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Crockford's base32: no I, L, O, U. */
static const char LETTERS[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

enum { CODE_LETTERS = 16, GROUP = 4 };

/* ------------------------------------------------------------------------- */
/* Codes                                                                     */
/* ------------------------------------------------------------------------- */

/* "K7QX-2M9P-RTVW-X3ND" */
static void recovery_code_make(char code[RECOVERY_CODE_TEXT])
{
    uint8_t bytes[CODE_LETTERS];
    size_t length = 0;

    randombytes_buf(bytes, sizeof bytes);
    for (int i = 0; i < CODE_LETTERS; i++) {
        if (i > 0 && i % GROUP == 0)
            code[length++] = '-';
        code[length++] = LETTERS[bytes[i] % (sizeof LETTERS - 1)];
    }
    code[length] = '\0';
}

/* The letter as people may write it, or 0: small, or one that looks like another. */
static char letter_read(char letter)
{
    static const char ALIKE[][2] = { { 'O', '0' }, { 'I', '1' }, { 'L', '1' } };

    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    for (size_t i = 0; i < sizeof ALIKE / sizeof *ALIKE; i++) {
        if (letter == ALIKE[i][0])
            letter = ALIKE[i][1];
    }
    return letter != '\0' && strchr(LETTERS, letter) != NULL ? letter : '\0';
}

/* Spaces and hyphens do not matter. 0: no code. */
static int recovery_code_read(const char *text, char code[RECOVERY_CODE_TEXT])
{
    int count = 0;
    size_t length = 0;

    for (; *text != '\0'; text++) {
        if (*text == ' ' || *text == '-')
            continue;
        char letter = letter_read(*text);
        if (letter == '\0' || count == CODE_LETTERS)
            return 0;
        if (count > 0 && count % GROUP == 0)
            code[length++] = '-';
        code[length++] = letter;
        count++;
    }
    code[length] = '\0';
    return count == CODE_LETTERS;
}

static void recovery_hash(StoreId user, const char *code, uint8_t hash[STORE_HASH_BYTES])
{
    char text[RECOVERY_CODE_TEXT + 32];

    snprintf(text, sizeof text, "%lld %s", (long long)user, code);
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)text, strlen(text),
                       NULL, 0);
    sodium_memzero(text, sizeof text);
}

/* ------------------------------------------------------------------------- */
/* Making them                                                               */
/* ------------------------------------------------------------------------- */

static StoreStatus codes_store(ApiCall *call, Store *store, Fault *fault)
{
    Ceremony *ceremony = call->ceremony;
    uint8_t hashes[RECOVERY_CODES][STORE_HASH_BYTES];

    if (call->you.kind != USER_KEPT)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    StoreStatus status = store_user_lock(store, call->you.id, fault);
    if (status == STORE_OK)
        status = ceremony_must_be_confirmed(call, store, fault);
    if (status != STORE_OK || call->is_refused)
        return status;
    for (int i = 0; i < RECOVERY_CODES; i++) {
        recovery_code_make(ceremony->codes[i]);
        recovery_hash(call->you.id, ceremony->codes[i], hashes[i]);
    }
    return store_codes_set(store, call->you.id, hashes, RECOVERY_CODES, fault);
}

static void codes_answer(ApiCall *call, JsonOut *out)
{
    json_put_list(out, "codes");
    for (int i = 0; i < RECOVERY_CODES; i++)
        json_name(out, call->ceremony->codes[i]);
    json_close_list(out);
}

/* ------------------------------------------------------------------------- */
/* Signing in with one                                                       */
/* ------------------------------------------------------------------------- */

static int read_sign_in(ApiCall *call, const Json *body)
{
    const Json *code = strict_text(body, "code", &call->error.fault);

    if (code == NULL || !account_read_login_name(call, body) || !ceremony_begin(call, body))
        return 0;
    if (!recovery_code_read(code->text, call->ceremony->code))
        return error_set(&call->error, ERROR_WRONG_CODE);
    /* Counted together with wrong passwords of that name. */
    name_key(call->name, call->ceremony->attempt);
    return 1;
}

static StoreStatus refuse(ApiCall *call)
{
    call->ceremony->alarm = "wrong-code";
    return api_refuse_in_store(call, ERROR_WRONG_CODE);
}

static StoreStatus sign_in_store(ApiCall *call, Store *store, Fault *fault)
{
    uint8_t hash[STORE_HASH_BYTES];

    call->ceremony->alarm = NULL;
    call->other = (StoreUser){ 0 };
    StoreStatus status = account_find(call, store, fault);
    if (status == STORE_NOT_FOUND)
        return refuse(call);
    if (status == STORE_OK && call->other.banned > call->now)
        return api_refuse_in_store(call, ERROR_BANNED);
    recovery_hash(call->other.id, call->ceremony->code, hash);
    if (status == STORE_OK)
        status = store_code_use(store, call->other.id, hash, fault);
    if (status == STORE_NOT_FOUND)
        return refuse(call);
    if (status == STORE_OK)
        status =
            store_codes_left(store, call->other.id, &call->ceremony->codes_left, fault);
    if (status == STORE_OK)
        status = ceremony_learn_secret(call, store, fault);
    return status == STORE_OK ? api_give_token(call, store, fault) : status;
}

static void sign_in_answer(ApiCall *call, JsonOut *out)
{
    ceremony_succeeded(call, &call->other);
    ceremony_give_confirm(call, &call->other);
    account_signed_in(call, out);
    json_put_name(out, "confirm", call->ceremony->ticket);
    json_put_number(out, "codes", call->ceremony->codes_left);
}

/* ------------------------------------------------------------------------- */
/* Confirming by password                                                    */
/* ------------------------------------------------------------------------- */

static int read_confirm(ApiCall *call, const Json *body)
{
    const Json *password = strict_text(body, "password", &call->error.fault);

    if (password == NULL || !ceremony_begin(call, body))
        return 0;
    if (password->length > PASSWORD_TYPED_MOST)
        return error_set(&call->error, ERROR_WRONG_PASSWORD);
    memcpy(call->password, password->text, password->length + 1);
    return 1;
}

static StoreStatus confirm_store(ApiCall *call, Store *store, Fault *fault)
{
    return account_is_other_password(call, &call->you)
               ? api_refuse_in_store(call, ERROR_WRONG_PASSWORD)
               : ceremony_learn_secret(call, store, fault);
}

static void confirm_answer(ApiCall *call, JsonOut *out)
{
    ceremony_give_confirm(call, &call->you);
    json_put_name(out, "confirm", call->ceremony->ticket);
}

/* ------------------------------------------------------------------------- */
/* The routes                                                                */
/* ------------------------------------------------------------------------- */

const Route RECOVERY_ROUTES[] = {
    ROUTE_POST("/codes", "confirm", CALLER_PERSON, .event = "codes-made",
               .counts_as_entry = 1, .read = ceremony_read_confirm, .store = codes_store,
               .answer = codes_answer),
    ROUTE_POST("/login/code", "name code", CALLER_ANY, .event = "signed-in-by-code",
               .counts_as_entry = 1, .read = read_sign_in, .at_once = ceremony_must_wait,
               .store = sign_in_store, .answer = sign_in_answer,
               .refused = ceremony_refused),
    ROUTE_POST("/confirm", "password", CALLER_PERSON, .counts_as_entry = 1,
               .read = read_confirm, .password = PASSWORD_VERIFY,
               .look = account_look_at_you, .store = confirm_store,
               .answer = confirm_answer),
    { .form.name = NULL },
};
