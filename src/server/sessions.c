/* sessions.c: sessions: from a token to a user. */
#include "server/sessions.h"

#include "server/nodes.h"
#include "server/relations.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 32, SESSION_CODE_LENGTH = 12 };

static const int64_t MINUTE = 60 * 1000, HOUR = 3600 * 1000, DAY = 24LL * 3600 * 1000;
static const int64_t ROTATE_AFTER = 24LL * 3600 * 1000, SESSION_GRACE = 3600 * 1000;

/* ------------------------------------------------------------------------- */
/* Tokens                                                                    */
/* ------------------------------------------------------------------------- */

void token_make(char token[TOKEN_MAX])
{
    unsigned char bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_MAX, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void token_hash(const char *token, uint8_t hash[STORE_HASH_BYTES])
{
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)token, strlen(token),
                       NULL, 0);
}

static int64_t expiry_of(const StoreUser *user, int64_t now)
{
    return now + (user->kind == USER_PROGRAM ? PROGRAM_SESSION_DAYS : SESSION_DAYS) * DAY;
}

StoreStatus session_find(Store *store, const char *token, int64_t now, StoreUser *user,
                         StoreSession *session, Fault *fault)
{
    uint8_t hash[STORE_HASH_BYTES];

    token_hash(token, hash);
    StoreStatus status = store_session_find(store, hash, session, user, fault);
    if (status != STORE_OK)
        return status;
    /* `now` is 0 while the clock is not trusted: a ban has ended the sessions already. */
    return session->expires <= now || user->deleted != 0 || (now > 0 && user->banned > now)
               ? STORE_NOT_FOUND
               : STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* Devices                                                                   */
/* ------------------------------------------------------------------------- */

/* The first that stands in the text; browsers also name those that they descend from. */
static const char *find_word(const char *text, const char *const words[][2])
{
    for (int i = 0; words[i][0] != NULL; i++) {
        if (strstr(text, words[i][0]) != NULL)
            return words[i][1];
    }
    return NULL;
}

/* "Firefox, Linux", from User-Agent; of other programs the first word. */
static void name_device(const char *agent, char device[STORE_DEVICE_MAX + 1])
{
    static const char *const BROWSERS[][2] = {
        { "Firefox", "Firefox" }, { "FxiOS", "Firefox" }, { "Edg", "Edge" },
        { "OPR/", "Opera" },      { "Chrome", "Chrome" }, { "CriOS", "Chrome" },
        { "Safari", "Safari" },   { NULL, NULL },
    };
    static const char *const SYSTEMS[][2] = {
        { "Windows", "Windows" }, { "Android", "Android" }, { "iPhone", "iPhone" },
        { "iPad", "iPad" },       { "Mac OS X", "Mac" },    { "CrOS", "ChromeOS" },
        { "Linux", "Linux" },     { NULL, NULL },
    };
    const char *browser = find_word(agent, BROWSERS), *system = find_word(agent, SYSTEMS);
    size_t length = 0;

    device[0] = '\0';
    if (browser != NULL) {
        snprintf(device, STORE_DEVICE_MAX + 1, system == NULL ? "%s" : "%s, %s", browser,
                 system);
        return;
    }
    while (length < STORE_DEVICE_MAX
           && (isalnum((unsigned char)agent[length])
               || (agent[length] != '\0' && strchr("-_.", agent[length]) != NULL)))
        length++;
    memcpy(device, agent, length);
    device[length] = '\0';
}

/* ------------------------------------------------------------------------- */
/* Beginning, use, new tokens                                                */
/* ------------------------------------------------------------------------- */

StoreStatus session_open(Store *store, const StoreUser *user, const char *agent,
                         int64_t now, StoreSession *session, char token[TOKEN_MAX],
                         Fault *fault)
{
    *session = (StoreSession){ .user = user->id,
                               .created = now,
                               .seen = now,
                               .expires = expiry_of(user, now),
                               .code = "s",
                               .issued = now,
                               .is_used = 1 };
    token_make(token);
    token_hash(token, session->hash);
    code_make(session->code + 1, SESSION_CODE_LENGTH);
    name_device(agent, session->device);
    return store_session_add(store, session, fault);
}

int session_is_due(const StoreSession *session, int64_t now)
{
    return !session->is_used || now - session->seen > HOUR;
}

/* A token that was replaced by another one stays so: it is valid for a while, however often
 * it is used. */
static int is_replaced(const StoreSession *session, int64_t now)
{
    return session->expires <= now + SESSION_GRACE;
}

StoreStatus session_note_use(Store *store, const StoreUser *user,
                             const StoreSession *session, int64_t now, Fault *fault)
{
    StoreStatus status = STORE_OK;

    if (!session_is_due(session, now))
        return STORE_OK;
    if (!session->is_used)
        status = store_session_supersede(store, session, now + SESSION_GRACE, fault);
    int64_t expires = session->is_used && is_replaced(session, now) ? session->expires
                                                                    : expiry_of(user, now);
    return status == STORE_OK
               ? store_session_seen(store, session->hash, now, expires, fault)
               : status;
}

int session_must_rotate(const StoreUser *user, const StoreSession *session, int64_t now)
{
    return user->kind != USER_PROGRAM && session->is_used
           && now - session->issued > ROTATE_AFTER && !is_replaced(session, now);
}

StoreStatus session_rotate(Store *store, const StoreSession *session, int64_t now,
                           char token[TOKEN_MAX], Fault *fault)
{
    StoreSession next = *session;
    int64_t newest = 0;
    StoreStatus status = store_session_newest(store, session, &newest, fault);

    token[0] = '\0';
    if (status != STORE_OK || now - newest < MINUTE)
        return status;
    token_make(token);
    token_hash(token, next.hash);
    next.issued = now;
    next.is_used = 0;
    next.expires = now + SESSION_DAYS * DAY;
    return store_session_replace(store, session->hash, &next, fault);
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
    StoreSession session;
    Blocked blocked;
} Greeting;

static StoreStatus note_use(Job *job, Store *store, Fault *fault)
{
    const Greeting *greeting = (const Greeting *)job;

    return session_note_use(store, &greeting->user, &greeting->session, greeting->now,
                            fault);
}

/* A failure is ignored: the next request tries again. */
static void use_is_noted(Job *job)
{
    Greeting *greeting = (Greeting *)job;

    conn_release(greeting->conn);
    free(greeting);
}

static StoreStatus find_user(Job *job, Store *store, Fault *fault)
{
    Greeting *greeting = (Greeting *)job;

    StoreStatus status = session_find(store, greeting->token, greeting->expiry_time,
                                      &greeting->user, &greeting->session, fault);
    return status == STORE_OK
               ? blocked_read(&greeting->blocked, store, greeting->user.id, fault)
               : status;
}

static void greet(Job *job)
{
    Greeting *greeting = (Greeting *)job;
    Conn *conn = greeting->conn;

    if (conn->must_ask_again && conn->link != NULL) {
        conn->must_ask_again = 0;
        core_submit(conn->core, &greeting->job);
        return;
    }
    if (job->status == STORE_OK) {
        memcpy(conn->session, greeting->session.code, sizeof conn->session);
        conn->session_checked = conn->core->steady;
        conn_greet(conn, &greeting->user);
        blocked_set(conn->person, &greeting->blocked);
    } else if (job->status == STORE_NOT_FOUND) {
        conn_greet(conn, NULL);
    } else if (conn->link != NULL) {
        /* A failing disk must not turn a user into a stranger. */
        conn_error(conn, (RequestId){ 0 }, ERROR_NOT_STORED);
        conn->core->config.transport->hang_up(conn->link);
    }
    if (job->status == STORE_OK && session_is_due(&greeting->session, greeting->now)) {
        greeting->job = (Job){ .run = note_use, .done = use_is_noted };
        core_submit(conn->core, &greeting->job);
        return;
    }
    conn_release(conn);
    blocked_set(NULL, &greeting->blocked); /* of a session that ended meanwhile */
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
    greeting->now = conn->core->now;
    greeting->expiry_time = core_expiry_time(conn->core);
    memcpy(greeting->token, token, strlen(token) + 1);
    conn_hold(conn);
    core_submit(conn->core, &greeting->job);
}

/* ------------------------------------------------------------------------- */
/* Sessions that have ended                                                  */
/* ------------------------------------------------------------------------- */

StoreStatus sessions_end(const Core *core, Store *store, StoreId user, SessionEnd which,
                         const char *code, Fault *fault)
{
    StoreStatus status = which == END_ONE
                             ? store_session_end(store, user, code, fault)
                             : store_sessions_end_others(store, user, code, fault);

    return status == STORE_OK
               ? node_notify_session(core, store, (char)which, user, code, fault)
               : status;
}

void sessions_hang_up(Core *core, StoreId user, SessionEnd which, const char *code)
{
    Person *person = person_find(core, user);

    for (Conn *conn = person == NULL ? NULL : person->conns, *next; conn != NULL;
         conn = next) {
        int is_this = strcmp(conn->session, code) == 0;
        next = conn->next_of_person;
        if (is_this == (which == END_ONE))
            conn_hang_up(conn);
    }
    /* Their sessions may have been read before this one ended. */
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next)
        conn->must_ask_again = !conn->is_greeted;
}

/* ------------------------------------------------------------------------- */
/* Checking those of open connections                                        */
/* ------------------------------------------------------------------------- */

enum { CHECKED_AT_ONCE = 32 };

typedef struct Check {
    Job job;
    Core *core;
    int64_t now, expiry_time;
    int count;
    SessionCheck sessions[CHECKED_AT_ONCE];
    Conn *conns[CHECKED_AT_ONCE]; /* that use them */
    StoreUser users[CHECKED_AT_ONCE];
} Check;

/* A connection uses its session, which is noted once a day. */
static StoreStatus touch_one(const Check *check, int i, Store *store, Fault *fault)
{
    const SessionCheck *session = &check->sessions[i];

    if (session->seen < 0 || check->now - session->seen <= DAY)
        return STORE_OK;
    return store_session_touch(store, session->user, session->code, check->now,
                               expiry_of(&check->users[i], check->now),
                               check->now + SESSION_GRACE, fault);
}

static StoreStatus check_run(Job *job, Store *store, Fault *fault)
{
    Check *check = (Check *)job;
    StoreStatus status = store_sessions_check(store, check->sessions, check->count,
                                              check->expiry_time, fault);

    for (int i = 0; i < check->count && status == STORE_OK; i++)
        status = touch_one(check, i, store, fault);
    return status;
}

static void check_done(Job *job)
{
    Check *check = (Check *)job;

    for (int i = 0; i < check->count; i++) {
        Conn *conn = check->conns[i];
        if (job->status == STORE_OK && check->sessions[i].seen < 0 && conn->link != NULL)
            conn_hang_up(conn);
        conn_release(conn);
    }
    check->core->is_checking_sessions = 0;
    free(check);
}

static void add_conn(Check *check, Conn *conn)
{
    SessionCheck *session = &check->sessions[check->count];

    check->conns[check->count] = conn;
    check->users[check->count++] = conn->person->user;
    session->user = conn->person->user.id;
    memcpy(session->code, conn->session, sizeof session->code);
    conn->session_checked = check->core->steady;
    conn_hold(conn);
}

void sessions_tick(Core *core)
{
    Check *check = NULL;

    if (core->is_checking_sessions)
        return;
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (conn->person == NULL || core->steady - conn->session_checked < MINUTE)
            continue;
        if (check == NULL && (check = calloc(1, sizeof *check)) == NULL)
            return;
        check->core = core;
        add_conn(check, conn);
        if (check->count == CHECKED_AT_ONCE)
            break;
    }
    if (check == NULL)
        return;
    check->job = (Job){ .run = check_run, .done = check_done };
    check->now = core->now;
    check->expiry_time = core_expiry_time(core);
    core->is_checking_sessions = 1;
    core_submit(core, &check->job);
}

/* Sessions of programs end with those of their owner. */
static int is_of(const Conn *conn, StoreId user)
{
    return conn->person != NULL
           && (conn->person->user.id == user || conn->person->user.owner == user);
}

void sessions_recheck(Core *core, StoreId user)
{
    for (Conn *conn = core->conns; conn != NULL; conn = conn->next) {
        if (user == 0 || is_of(conn, user))
            conn->session_checked = core->steady - MINUTE;
        conn->must_ask_again = !conn->is_greeted;
    }
}
