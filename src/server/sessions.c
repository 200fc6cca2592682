/* sessions.c: sessions: from a token to a user. */
#include "server/sessions.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 32, NAME_CHARACTERS_MAX = 32 };

static const int64_t DAY = 24LL * 3600 * 1000;
static const int64_t SESSION_DAYS = 400; /* what browsers keep a cookie for, at most */

/* ------------------------------------------------------------------------- */
/* Tokens                                                                    */
/* ------------------------------------------------------------------------- */

void session_token_make(char token[TOKEN_MAX])
{
    unsigned char bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_MAX, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void session_hash(const char *token, uint8_t hash[STORE_HASH_BYTES])
{
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)token, strlen(token),
                       NULL, 0);
}

StoreStatus session_find(Store *store, const char *token, int64_t now, StoreUser *user,
                         int64_t *seen, Fault *fault)
{
    StoreSession session;
    uint8_t hash[STORE_HASH_BYTES];

    session_hash(token, hash);
    StoreStatus status = store_session_find(store, hash, &session, user, fault);
    if (status != STORE_OK)
        return status;
    if (session.expires <= now || user->deleted != 0)
        return STORE_NOT_FOUND;
    if (seen != NULL)
        *seen = session.seen;
    return STORE_OK;
}

StoreStatus session_add(Store *store, StoreId user, const char *token, int64_t now,
                        Fault *fault)
{
    StoreSession session = {
        .user = user, .created = now, .seen = now, .expires = now + SESSION_DAYS * DAY
    };

    session_hash(token, session.hash);
    return store_session_add(store, &session, fault);
}

StoreStatus session_note_seen(Store *store, const char *token, int64_t seen, int64_t now,
                              Fault *fault)
{
    uint8_t hash[STORE_HASH_BYTES];

    if (now - seen <= DAY)
        return STORE_OK;
    session_hash(token, hash);
    return store_session_seen(store, hash, now, now + SESSION_DAYS * DAY, fault);
}

/* ------------------------------------------------------------------------- */
/* Names                                                                     */
/* ------------------------------------------------------------------------- */

int name_is_sound(const char *name, size_t length)
{
    int characters = 0;
    unsigned code;

    if (length == 0 || length > STORE_NAME_MAX || !text_is_harmless(name, length))
        return 0;
    if (name[0] == ' ' || name[length - 1] == ' ')
        return 0;
    for (size_t at = 0; at < length; characters++)
        at += text_decode(name + at, length - at, &code);
    return characters <= NAME_CHARACTERS_MAX;
}

void name_key(const char *name, char *key, size_t size)
{
    size_t at = 0;

    for (; name[at] != '\0' && at + 1 < size; at++)
        key[at] =
            (char)(name[at] >= 'A' && name[at] <= 'Z' ? name[at] - 'A' + 'a' : name[at]);
    key[at] = '\0';
}

/* Characters that are not drawn: joiners, selectors, fillers, tags. */
static int is_invisible(unsigned code)
{
    static const struct {
        unsigned first, last;
    } RANGES[] = { { 0xAD, 0xAD },       { 0x34F, 0x34F },    { 0x115F, 0x1160 },
                   { 0x17B4, 0x17B5 },   { 0x180B, 0x180F },  { 0x200B, 0x200F },
                   { 0x2060, 0x206F },   { 0x3164, 0x3164 },  { 0xFE00, 0xFE0F },
                   { 0xFEFF, 0xFEFF },   { 0xFFA0, 0xFFA0 },  { 0xFFF0, 0xFFFB },
                   { 0x1D173, 0x1D17A }, { 0xE0000, 0xE0FFF } };

    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        if (code >= RANGES[i].first && code <= RANGES[i].last)
            return 1;
    }
    return 0;
}

void name_skeleton(const char *name, char *skeleton, size_t size)
{
    size_t length, at = 0;
    unsigned code;

    name_key(name, skeleton, size);
    length = strlen(skeleton);
    for (size_t from = 0, taken; from < length; from += taken) {
        taken = text_decode(skeleton + from, length - from, &code);
        if (taken == 0)
            break;
        if (is_invisible(code))
            continue;
        memmove(skeleton + at, skeleton + from, taken);
        at += taken;
    }
    skeleton[at] = '\0';
}

/* ------------------------------------------------------------------------- */
/* Greeting a connection                                                     */
/* ------------------------------------------------------------------------- */

typedef struct Greeting {
    Job job;
    Conn *conn;
    int64_t now;
    int64_t expiry_time;
    char token[TOKEN_MAX];
    StoreUser user;
    int64_t seen;
} Greeting;

static StoreStatus note_seen(Job *job, Store *store, Fault *fault)
{
    const Greeting *greeting = (const Greeting *)job;

    return session_note_seen(store, greeting->token, greeting->seen, greeting->now, fault);
}

/* A failure is ignored: the next request tries again. */
static void seen_is_noted(Job *job)
{
    Greeting *greeting = (Greeting *)job;

    conn_release(greeting->conn);
    free(greeting);
}

static StoreStatus find_user(Job *job, Store *store, Fault *fault)
{
    Greeting *greeting = (Greeting *)job;

    return session_find(store, greeting->token, greeting->expiry_time, &greeting->user,
                        &greeting->seen, fault);
}

static void greet(Job *job)
{
    Greeting *greeting = (Greeting *)job;

    Conn *conn = greeting->conn;

    if (job->status == STORE_OK) {
        conn_greet(conn, &greeting->user);
    } else if (job->status == STORE_NOT_FOUND) {
        conn_greet(conn, NULL);
    } else if (conn->link != NULL) {
        /* A failing disk must not turn a user into a stranger. */
        conn_error(conn, (RequestId){ 0 }, ERROR_NOT_STORED);
        conn->core->config.transport->hang_up(conn->link);
    }
    /* Once a day is enough to know that somebody still comes. */
    if (job->status == STORE_OK && greeting->now - greeting->seen > DAY) {
        greeting->job = (Job){ .run = note_seen, .done = seen_is_noted };
        core_submit(conn->core, &greeting->job);
        return;
    }
    conn_release(conn);
    free(greeting);
}

void session_ask(Conn *conn, const char *token)
{
    Greeting *greeting = calloc(1, sizeof *greeting);

    if (greeting == NULL || strlen(token) >= TOKEN_MAX) {
        free(greeting);
        conn_greet(conn, NULL);
        return;
    }
    greeting->job.run = find_user;
    greeting->job.done = greet;
    greeting->job.only_reads = 1;
    greeting->conn = conn;
    session_hash(token, conn->session);
    greeting->now = conn->core->now;
    greeting->expiry_time = core_expiry_time(conn->core);
    memcpy(greeting->token, token, strlen(token) + 1);
    conn_hold(conn);
    core_submit(conn->core, &greeting->job);
}

/* ------------------------------------------------------------------------- */
/* Sessions that have ended                                                  */
/* ------------------------------------------------------------------------- */

typedef enum Whose { OF_THIS, OF_OTHERS } Whose;

static void hang_up(Core *core, StoreId user, const char *token, Whose whose)
{
    uint8_t hash[STORE_HASH_BYTES];
    Person *person = person_find(core, user);

    session_hash(token, hash);
    for (Conn *conn = person == NULL ? NULL : person->conns, *next; conn != NULL;
         conn = next) {
        int is_this = memcmp(conn->session, hash, sizeof hash) == 0;
        next = conn->next_of_person;
        if (is_this == (whose == OF_THIS))
            conn_hang_up(conn);
    }
}

void session_hang_up(Core *core, StoreId user, const char *token)
{
    hang_up(core, user, token, OF_THIS);
}

void session_hang_up_others(Core *core, StoreId user, const char *token)
{
    hang_up(core, user, token, OF_OTHERS);
}
