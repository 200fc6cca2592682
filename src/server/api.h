/* api.h: one request to /api/1/… in progress: read on the core's thread, answered from
 * the store on a database thread, passwords hashed by the workers in between.
 *
 *     read ──> [session, rate limits] ──> [hash] ──> [look ──> verify]
 *          ──> store ──> answer */
#ifndef ROUNDHOUSE_SERVER_API_H
#define ROUNDHOUSE_SERVER_API_H

#include "server/internal.h"
#include "wire/request.h"

enum { LIST_MAX = 50, PASSWORD_LEAST = 8, PASSWORD_MOST = 256, PROGRAMS_MAX = 20 };

typedef struct ApiCall ApiCall;

typedef enum PasswordStep {
    PASSWORD_NONE,
    PASSWORD_HASH,   /* call->password to call->hash */
    PASSWORD_VERIFY, /* call->password against call->other's, after `look` */
} PasswordStep;

typedef struct Route {
    RequestForm form; /* the path after /api/1, in which CODE is a table's, and the keys
                         that the body may have */
    Method method;
    PasswordStep password;
    int needs_session;
    int counts_as_entry; /* RATE_ENTRIES */
    const char *event;   /* for the security log, when it is done; NULL: none */
    /* On the core's thread. 0: error in call->error. May be NULL. */
    int (*read)(ApiCall *call, const Json *body);
    /* On the core's thread, after read: can it be answered without the store? May be
     * NULL. */
    int (*at_once)(ApiCall *call);
    /* On a database thread. A refusal (api_refuse_in_store) is STORE_OK. */
    StoreStatus (*look)(ApiCall *call, Store *store, Fault *fault);
    StoreStatus (*store)(ApiCall *call, Store *store, Fault *fault);
    /* On the core's thread again: the keys of the answer. NULL: none. */
    void (*answer)(ApiCall *call, JsonOut *out);
} Route;

struct ApiCall {
    Job job;
    Core *core;
    Request *request;
    const Route *route;
    int64_t now;
    int64_t expiry_time; /* core_expiry_time */
    int has_you;
    StoreUser you; /* the caller */
    int64_t seen;  /* when the session was last noted to be used */
    int knows_you; /* `you` was looked up, within the limits */
    int is_refused;
    Error error;
    int retry_after; /* seconds; 0: none */
    int is_verified; /* a worker has seen the password */
    /* For the routes; each uses some of it. */
    StoreUser other;
    char code[STORE_CODE_MAX + 1];
    char name[STORE_NAME_MAX + 1];
    char password[PASSWORD_MOST + 1];
    char hash[STORE_PASSWORD_MAX + 1];
    char token[TOKEN_MAX]; /* a new one, sent once */
    uint8_t seed[SEED_BYTES];
    int has_seed;
    Text save;
    StoreList list;
    StoreCursor cursor;
    int count, is_more;
    StoreUser *users;
    StoreTable *tables; /* LIST_MAX of them, or one */
};

/* Always returns 0, for `return api_refuse(…)`. */
int api_refuse(ApiCall *call, ErrorCode error);
/* With a Retry-After. */
int api_refuse_for(ApiCall *call, ErrorCode error, int seconds);
/* On a database thread: the batch is stored all the same. */
StoreStatus api_refuse_in_store(ApiCall *call, ErrorCode error);

/* The routes, in files of their own; each list ends with an empty one. */
extern const Route ACCOUNT_ROUTES[];
extern const Route LOBBY_ROUTES[];

/* Sets the cookie to a token; deletes it if that is empty. */
void api_set_cookie(ApiCall *call, const char *token);

#endif
