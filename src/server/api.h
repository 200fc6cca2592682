/* api.h: one request to /api/1/… in progress: read on the core's thread, answered from
 * the store on a database thread, passwords hashed by the workers in between.
 *
 *     read ──> [session, rate limits] ──> [look ──> hash or verify]
 *          ──> store ──> [new token for the cookie] ──> answer */
#ifndef ROUNDHOUSE_SERVER_API_H
#define ROUNDHOUSE_SERVER_API_H

#include "server/admin.h"
#include "server/characters.h"
#include "server/internal.h"
#include "server/relations.h"
#include "wire/request.h"

enum {
    LIST_MAX = 50,
    PROGRAMS_MAX = 20,
    TABLES_LEFT_MAX =
        1000, /* by one person at once: as many as `tables-per-person` allows */
};

typedef struct ApiCall ApiCall;
typedef struct NoticeCall NoticeCall; /* notify_api.c */
typedef struct Preview Preview;       /* preview.c */
typedef struct MailCall MailCall;     /* mail_api.c */

/* Of the deal of the day: daily.c. */
typedef struct DailyCall {
    int day, from, is_apart; /* asked for */
    int k, is_ranked;        /* the caller's attempt */
} DailyCall;

typedef enum PasswordStep {
    PASSWORD_NONE,
    PASSWORD_VERIFY, /* call->password against call->other's, after `look` */
    PASSWORD_CHANGE, /* call->old against call->other's, unless there is none; then
                        call->password to call->hash */
} PasswordStep;

typedef enum Caller {
    CALLER_ANY,
    CALLER_SIGNED_IN,
    CALLER_PERSON, /* signed in; a program's token is refused */
} Caller;

typedef struct Route {
    RequestForm form;  /* the path after /api/1, in which CODE is a table's and NAME the
                          rest, and the keys that the body may have */
    const char *query; /* the keys that the query may have besides lang; NULL: none */
    Method method;
    Caller caller;
    PasswordStep password;
    int counts_as_entry; /* RATE_ENTRIES */
    int is_invitation;   /* RATE_INVITATIONS */
    int takes_any;       /* from anywhere, whatever the body: it is not read */
    int replays;         /* a whole game: RATE_READINGS, and core_submit_replay */
    const char *event;   /* for the security log, when it is done; NULL: none */
    /* On the core's thread. 0: error in call->error. May be NULL. */
    int (*read)(ApiCall *call, const Json *body);
    /* On the core's thread, after read: can it be answered without the store? May be
     * NULL. */
    int (*at_once)(ApiCall *call);
    /* On a database thread. A refusal (api_refuse_in_store) is STORE_OK. */
    StoreStatus (*look)(ApiCall *call, Store *store, Fault *fault);
    StoreStatus (*store)(ApiCall *call, Store *store, Fault *fault);
    /* Instead of `store`: it puts the keys of the answer, too. */
    StoreStatus (*format)(ApiCall *call, Store *store, JsonOut *out, Fault *fault);
    /* On the core's thread again: the keys of the answer. NULL: none. */
    void (*answer)(ApiCall *call, JsonOut *out);
    /* Instead of `answer`: takes over after the store, and ends with api_finish. */
    void (*go_on)(ApiCall *call);
    /* The same if it was refused. May be NULL. */
    void (*refused)(ApiCall *call);
} Route;

/* Rows of a list of routes: path, keys of the body, who may call, other fields. */
#define ROUTE_GET(path, who, ...)                                                          \
    {                                                                                      \
        .form = { path, "" }, .method = METHOD_GET, .caller = who, __VA_ARGS__             \
    }
#define ROUTE_POST(path, keys, who, ...)                                                   \
    {                                                                                      \
        .form = { path, keys }, .method = METHOD_POST, .caller = who, __VA_ARGS__          \
    }

struct ApiCall {
    Job job;
    Core *core;
    Request *request;
    const Route *route;
    int64_t now;
    int64_t expiry_time; /* core_expiry_time */
    int has_you;
    StoreUser you; /* the caller */
    StoreSession session;
    int knows_you; /* `you` was looked up, within the limits */
    int is_refused;
    Error error;
    int retry_after;  /* seconds; 0: none */
    int replayed;     /* entries of a log */
    int tables_most;  /* that a person may host */
    int is_verified;  /* a worker has seen the password */
    int is_confirmed; /* a ticket instead of the old password */
    int64_t took;     /* the password, in milliseconds */
    /* For the routes; each uses some of it. */
    StoreUser other;
    char code[STORE_CODE_MAX + 1];
    char name[STORE_NAME_MAX + 1];
    char password[PASSWORD_TYPED_MOST + 1];
    char old[PASSWORD_TYPED_MOST + 1]; /* password */
    char hash[STORE_PASSWORD_MAX + 1];
    char token[TOKEN_MAX]; /* a new one, sent once */
    uint8_t seed[SEED_BYTES];
    DealProof proof; /* of the deal, with its secret */
    int has_seed;
    Text save;             /* a file, instead of JSON from `answer` */
    const char *save_mime; /* NULL: text */
    StoreList list;
    StoreCursor cursor;
    int count;
    int has_more;      /* than `tables` */
    int is_everywhere; /* log out */
    StoreSession *sessions;
    int session_count;
    StoreUser *users;
    StoreTable *tables;             /* LIST_MAX of them, or one */
    struct Ceremony *ceremony;      /* of passkeys and recovery codes: ceremony.h */
    Admin *admin;                   /* a command */
    NoticeCall *notice;             /* of notices */
    Preview *preview;               /* of a table */
    MailCall *mail;                 /* of mail */
    uint8_t link[STORE_HASH_BYTES]; /* hash of its token */
    int has_link;
    StoreReport *report; /* of somebody: reports.c */
    Blocked blocked;     /* whom the caller blocks now: relations.c */
    DailyCall daily;
    int seat;
};

/* Always returns 0, for `return api_refuse(…)`. */
int api_refuse(ApiCall *call, ErrorCode error);
/* With a Retry-After. */
int api_refuse_for(ApiCall *call, ErrorCode error, int seconds);
/* On a database thread: the batch is stored all the same. */
StoreStatus api_refuse_in_store(ApiCall *call, ErrorCode error);
/* In the batch of a change: the caller's session cannot be ended before it is stored. One
 * that has ended is refused. */
StoreStatus api_hold_session(ApiCall *call, Store *store, Fault *fault);

/* The routes, in files of their own; each list ends with an empty one. */
extern const Route ACCOUNT_ROUTES[];
extern const Route SESSION_ROUTES[];
extern const Route PROGRAM_ROUTES[];
extern const Route LOBBY_ROUTES[];
extern const Route PEOPLE_ROUTES[];
extern const Route RELATION_ROUTES[];
extern const Route PASSKEY_ROUTES[];
extern const Route RECOVERY_ROUTES[];
extern const Route ADMIN_ROUTES[];
extern const Route NOTIFY_ROUTES[];
extern const Route MAIL_ROUTES[];
extern const Route DAILY_ROUTES[];
extern const Route PREVIEW_ROUTES[];
/* NULL: there is none. `code` gets the table's code of the path: routes.c. */
const Route *route_find(const Request *request, char *code);

/* What the requests between people keep in a call: relations.c. */
void relations_free(ApiCall *call);
/* POST /report: reports.c. */
int report_read(ApiCall *call, const Json *body);
StoreStatus report_store(ApiCall *call, Store *store, Fault *fault);

/* Of accounts.c. The call has a name, a new one or one to sign in with; 0: refused. */
int account_read_name(ApiCall *call, const Json *body);
int account_read_login_name(ApiCall *call, const Json *body);
/* The same for a new password. */
int account_read_new_password(ApiCall *call, const Json *body);
/* Could call->you keep call->name? Otherwise it is refused. */
StoreStatus account_check_name(ApiCall *call, Store *store, Fault *fault);
/* Who keeps call->name, as call->other. STORE_NOT_FOUND: nobody. */
StoreStatus account_find(ApiCall *call, Store *store, Fault *fault);
/* A `look`: call->you must show the password, as call->other. */
StoreStatus account_look_at_you(ApiCall *call, Store *store, Fault *fault);
/* Was the password changed since it was verified? */
int account_is_other_password(const ApiCall *call, const StoreUser *user);
/* The answer after call->other was given a token. */
void account_signed_in(ApiCall *call, JsonOut *out);
/* call->you keeps call->name; the answer of any change of call->you. */
StoreStatus account_keep(ApiCall *call, Store *store, Fault *fault);
void account_changed(ApiCall *call, JsonOut *out);
/* A user with call->name who is not stored yet; call->other is stored and gets a token. */
StoreUser account_new(const ApiCall *call, UserKind kind);
StoreStatus account_register(ApiCall *call, Store *store, Fault *fault);
/* The answer with the token of call->other. */
void account_answer_token(ApiCall *call, JsonOut *out);
/* In the database; then in memory, where the connections end. */
StoreStatus account_delete(ApiCall *call, Store *store, StoreId user, Fault *fault);
void account_forget(ApiCall *call, StoreUser *user);

/* The user of call->other gets a session, with the token call->token. */
StoreStatus api_give_token(ApiCall *call, Store *store, Fault *fault);
/* Reads the open and running tables where the user sits or is host, to call->tables. */
StoreStatus api_find_seats(ApiCall *call, Store *store, StoreId user, Fault *fault);
/* The programs of call->you, to call->users. */
StoreStatus api_list_programs(ApiCall *call, Store *store, Fault *fault);
/* GET /daily and /daily/list: daily_show.c. */
int daily_read_day(ApiCall *call, const Json *body);
int daily_read_list(ApiCall *call, const Json *body);
StoreStatus daily_format(ApiCall *call, Store *store, JsonOut *out, Fault *fault);
StoreStatus daily_format_list(ApiCall *call, Store *store, JsonOut *out, Fault *fault);
/* The key "attempts" of the export. */
StoreStatus attempts_export(JsonOut *out, Store *store, StoreId user, Fault *fault);
/* Is the first attempt of this user at the deal of that day ranked? */
int daily_is_eligible(const StoreUser *user, int day);
/* The keys "table" and "link": lobby.c. */
void table_put_link(JsonOut *out, const Core *core, const char *code);

/* GET /export: export.c. */
StoreStatus export_format(ApiCall *call, Store *store, JsonOut *out, Fault *fault);
void export_answer(ApiCall *call, JsonOut *out);
/* The keys "show" and "results" of it: people.c. */
StoreStatus results_export(JsonOut *out, Store *store, StoreId user, Fault *fault);

/* The key "notices" of it: notify_api.c. */
StoreStatus notices_export(ApiCall *call, JsonOut *out, Store *store, Fault *fault);

/* Sends the answer, as call->save or as the refusal; the call is gone. */
void api_finish(ApiCall *call);

/* The key "mail" of it: mail_api.c. */
StoreStatus mail_export(ApiCall *call, JsonOut *out, Store *store, Fault *fault);

/* Sets the cookie to a token; deletes it if that is empty. */
void api_set_cookie(ApiCall *call, const char *token);

#endif
