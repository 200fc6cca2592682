/* store.h: persistent storage: people, sessions, tables, logs of games, chat. One
 * interface with two back ends: a SQLite file, or a PostgreSQL database that several
 * servers share.
 *
 *     users ──< sessions
 *       │ │
 *       │ └──< seats >── tables ──< log      an action or an undo, numbered from 1
 *       └───── host ───────┘    └──< chat
 *
 * The log is authoritative: with game, options and seed it reproduces every position
 * (store/replay.h). A table in memory is a cache of it.
 *
 * Batches are transactions: all writes stand between store_begin and store_commit. A
 * server groups writes into one batch (group commit), so that many moves share one
 * fsync, and publishes nothing before store_commit returns STORE_OK. Any other status
 * means that nothing of the batch was stored (but see STORE_IN_DOUBT).
 *
 * Errors. NOT_FOUND, TAKEN, CONFLICT and ENDED are results: the call has changed nothing,
 * and the batch goes on. All others are failures of disk or network: the batch is aborted,
 * every later call in it and store_commit return the same status, and the store is as
 * before the batch. Reads may stand inside a batch, where they see its writes, or
 * outside.
 *
 * Threads. A store is used by one thread at a time. Calls block for the disk; waits for
 * the network have a deadline of a few seconds, then STORE_AWAY.
 *
 * Several writers: optimistic concurrency control. Any server may write to any table. An
 * append carries its entry number and the version of the table's row that its writer has
 * read; it is refused unless the entry is the next one and the version is current. A
 * change of the row carries that version, too, and increments it. Each entry has the
 * random id of its write (`write_id`, column `author`), so that a server that lost an
 * answer can look up whether its write took place.
 *
 * Times are milliseconds since 1970, given by the caller; 0 means never. Texts are
 * UTF-8, checked by the caller. */
#ifndef ROUNDHOUSE_STORE_STORE_H
#define ROUNDHOUSE_STORE_STORE_H

#include "engine/random.h"
#include "engine/seats.h"
#include "play/deal.h"
#include "play/match.h"
#include "play/text.h"

#include <stdint.h>

typedef struct Store Store;
typedef int64_t StoreId; /* from 1; 0: nobody, nothing */

typedef enum StoreStatus {
    STORE_OK,
    STORE_NOT_FOUND, /* there is none */
    STORE_TAKEN,     /* the code or name is in use */
    STORE_CONFLICT,  /* not the next number, or an old version */
    STORE_ENDED,     /* the session of the caller has ended */
    STORE_FULL,      /* no room on the disk */
    STORE_BUSY,      /* locked by another process; retry */
    STORE_AWAY,      /* the database does not answer; retry */
    STORE_BROKEN,    /* the disk fails, or what is stored is damaged */
    STORE_NO_MEMORY,
    STORE_IN_DOUBT, /* of store_commit alone: the connection was lost during the commit, and
                       the result is unknown. The batch is stored completely or not at all:
                       read before going on */
} StoreStatus;

/* Every call ends with a Fault: one sentence for the log, set
 * whenever the status is not STORE_OK. It may be NULL. */

/* ------------------------------------------------------------------------- */
/* Opening, batches                                                          */
/* ------------------------------------------------------------------------- */

/* `where` is a file, made if it is not there, or postgres://… An old store is migrated,
 * a file after a backup (FILE.version-1). STORE_BUSY: another server has the file. On
 * STORE_OK the caller frees *store. */
StoreStatus store_open(const char *where, Store **store, Fault *fault);
/* The same while a server may have the file open: the file must exist, and is not
 * migrated. */
StoreStatus store_open_beside(const char *where, Store **store, Fault *fault);
void store_free(Store *store);

StoreStatus store_begin(Store *store, Fault *fault);
StoreStatus store_commit(Store *store, Fault *fault);
/* A refusal after something was written: nothing of the batch will be stored. Returns the
 * status, for `return store_abort(…)`. */
StoreStatus store_abort(Store *store, StoreStatus status, Fault *fault);
/* Aborts the batch. */
void store_rollback(Store *store);

/* From any thread, at shutdown: from now on no call waits longer than this; then it
 * fails. */
void store_hurry(Store *store, int milliseconds);
/* From any thread: how long the current request has waited for the database, in
 * milliseconds; 0: no request is pending. */
int store_silence(Store *store);
/* From any thread: a number that is another one after a process has written to the file;
 * two writes within some milliseconds may give the same. 0: nobody can tell, as with a
 * shared store, whose writers send notices. */
int64_t store_stamp(Store *store);
/* Reconnects, outside of batches, because the old connection is dead. */
StoreStatus store_reconnect(Store *store, Fault *fault);

/* Does it answer? For health checks. */
StoreStatus store_ping(Store *store, Fault *fault);
/* Can it be written to? Writes at most once in a few seconds, by the caller's clock; in
 * between it returns the status of the last write. */
StoreStatus store_probe(Store *store, int64_t now, Fault *fault);
/* The time by the clock of the database, which is the same for all who share it. The text
 * is sent on the channel, in the same round trip: store_notify. NULL: none. */
StoreStatus store_now(Store *store, const char *channel, const char *text, int64_t *now,
                      Fault *fault);

/* The latest stored time, to check the wall clock against; 0: none. */
StoreStatus store_latest(Store *store, int64_t *latest, Fault *fault);

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

enum {
    STORE_CODE_MAX = 16, /* of users and tables, as links have them */
    STORE_NAME_MAX = 128,
    STORE_SKELETON_MAX = 255,
    STORE_PASSWORD_MAX = 128, /* libsodium's crypto_pwhash_STRBYTES */
    STORE_DEVICE_MAX = 64,
    STORE_WORD_MAX = 32, /* a game, a level, a language */
    STORE_HASH_BYTES = 32,
};

typedef enum UserKind {
    USER_GUEST,
    USER_KEPT,    /* has a password or a passkey; the name is reserved */
    USER_PROGRAM, /* a program of a person */
} UserKind;

/* Rights of a user beyond playing. */
typedef enum Role { ROLE_NONE, ROLE_MODERATOR, ROLE_ADMIN } Role;

typedef struct StoreUser {
    StoreId id;
    char code[STORE_CODE_MAX + 1];
    UserKind kind;
    char name[STORE_NAME_MAX + 1];         /* empty once deleted */
    char key[STORE_NAME_MAX + 1];          /* the name without case, to sign in with */
    char skeleton[STORE_SKELETON_MAX + 1]; /* equal for names that look the same; empty:
                                              not computed */
    char password[STORE_PASSWORD_MAX + 1]; /* argon2id's string; empty: none */
    StoreId owner;                         /* of a program */
    char language[STORE_WORD_MAX + 1];
    int64_t created;
    int64_t deleted; /* or 0 */
    Role role;
    int64_t banned, muted; /* until then; 0: not */
} StoreUser;

/* Sets user->id. STORE_TAKEN: another has the code, or keeps a name with that key or
 * skeleton. */
StoreStatus store_user_add(Store *store, StoreUser *user, Fault *fault);
StoreStatus store_user_get(Store *store, StoreId id, StoreUser *user, Fault *fault);
StoreStatus store_user_by_code(Store *store, const char *code, StoreUser *user,
                               Fault *fault);
/* Who keeps a name with this key. */
StoreStatus store_user_by_key(Store *store, const char *key, StoreUser *user, Fault *fault);
/* Who keeps a name with this skeleton; the first of several, which old stores may have. */
StoreStatus store_user_by_skeleton(Store *store, const char *skeleton, StoreUser *user,
                                   Fault *fault);
/* Kind, name, key, skeleton, password and language anew. STORE_TAKEN as above; a kept name
 * that stays as it is is never refused. */
StoreStatus store_user_set(Store *store, const StoreUser *user, Fault *fault);
/* The row stays, for the games; name, key, password, sessions and lines of chat go, and so
 * do the programs that the user owns. */
StoreStatus store_user_delete(Store *store, StoreId id, int64_t at, Fault *fault);
/* The programs of an owner that are not deleted, the oldest first. */
StoreStatus store_programs(Store *store, StoreId owner, StoreUser *users, int room,
                           int *count, Fault *fault);

/* The keys of names that an older version stored are computed again by the server: kept
 * names and names without a skeleton, in the order of their ids, above `after`. */
StoreStatus store_names(Store *store, StoreId after, StoreUser *users, int room, int *count,
                        Fault *fault);
/* Sets key and skeleton of a name that stays, also if another kept name has the same
 * skeleton. A key that another kept name has is not set. */
StoreStatus store_name_settle(Store *store, StoreId id, const char *key,
                              const char *skeleton, Fault *fault);
/* Kept names that share their skeleton with another, those that do together. */
StoreStatus store_names_alike(Store *store, StoreUser *users, int room, int *count,
                              Fault *fault);
/* Guests and programs of others, with the skeleton of a name that `keeper` keeps: the
 * newest first. */
StoreStatus store_namesakes(Store *store, const char *skeleton, StoreId keeper,
                            StoreUser *users, int room, int *count, Fault *fault);
/* Renames all of them, also those that store_namesakes had no room for. */
StoreStatus store_namesakes_rename(Store *store, const char *skeleton, StoreId keeper,
                                   const StoreUser *name, Fault *fault);

/* A session is found by a hash of its token, which is nowhere stored. A session whose token
 * was replaced has several rows, with the same code: one for each token that is valid. */
typedef struct StoreSession {
    uint8_t hash[STORE_HASH_BYTES]; /* BLAKE2b */
    StoreId user;
    int64_t created, seen, expires;
    char code[STORE_CODE_MAX + 1]; /* of the session, for its owner */
    char device[STORE_DEVICE_MAX + 1];
    int64_t issued; /* the token; 0: unknown */
    int is_used;    /* the token came back from the client */
} StoreSession;

StoreStatus store_session_add(Store *store, const StoreSession *session, Fault *fault);
/* The session and whose it is; whether it has expired is for the caller to see. */
StoreStatus store_session_find(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               StoreSession *session, StoreUser *user, Fault *fault);
/* The token was used. */
StoreStatus store_session_seen(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               int64_t seen, int64_t expires, Fault *fault);
/* All other tokens of the session expire then, unless they do so before. */
StoreStatus store_session_supersede(Store *store, const StoreSession *session, int64_t at,
                                    Fault *fault);
/* When the newest token of the session was issued. */
StoreStatus store_session_newest(Store *store, const StoreSession *session, int64_t *issued,
                                 Fault *fault);
/* A token more, `session->hash`, for the session of an old one. STORE_NOT_FOUND: that one
 * has ended. */
StoreStatus store_session_replace(Store *store, const uint8_t old[STORE_HASH_BYTES],
                                  const StoreSession *session, Fault *fault);
/* One of several sessions that are looked at together. */
typedef struct SessionCheck {
    StoreId user;
    char code[STORE_CODE_MAX + 1];
    int64_t seen; /* out: when it was last used; -1: it has ended */
} SessionCheck;

/* Which of them are still valid at `now`, in one round trip. */
StoreStatus store_sessions_check(Store *store, SessionCheck *checks, int count, int64_t now,
                                 Fault *fault);
/* It is in use: its tokens that expire after `after` do so at `expires`. */
StoreStatus store_session_touch(Store *store, StoreId user, const char *code, int64_t seen,
                                int64_t expires, int64_t after, Fault *fault);
/* The sessions of a user that have not expired, the last used first; `hash` is not set. */
StoreStatus store_sessions(Store *store, StoreId user, int64_t now, StoreSession *sessions,
                           int room, int *count, Fault *fault);
/* Ends a session with all its tokens. STORE_NOT_FOUND: the user has none with this code. */
StoreStatus store_session_end(Store *store, StoreId user, const char *code, Fault *fault);
/* Ends all sessions of a user but this one; empty: all. */
StoreStatus store_sessions_end_others(Store *store, StoreId user, const char *code,
                                      Fault *fault);
/* By which session a change is asked for. A change of a session that has ended is refused
 * (STORE_ENDED); one that ends meanwhile waits, and then finds what was changed. So nobody
 * who logs out, is banned or deletes the account gets a seat, or leaves a line of chat, by
 * a request that was under way. */
typedef struct StoreCaller {
    StoreId user; /* 0: the server itself */
    char session[STORE_CODE_MAX + 1];
    int64_t now; /* sessions that expire later are valid */
} StoreCaller;

/* Until the end of the batch the session cannot be ended. */
StoreStatus store_caller_hold(Store *store, const StoreCaller *caller, Fault *fault);
/* Drops those that expired before `now`. */
StoreStatus store_sessions_sweep(Store *store, int64_t now, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* TABLE_CLOSED: before the game began. Neither codes nor lists lead to a closed table. */
typedef enum TableState { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED } TableState;
typedef enum SeatWho { SEAT_OPEN, SEAT_PERSON, SEAT_BOT, SEAT_PROGRAM } SeatWho;
typedef enum ClockKind { CLOCK_NONE, CLOCK_TURN, CLOCK_BANK, CLOCK_DAYS } ClockKind;

typedef struct StoreSeat {
    SeatWho who;
    StoreId user;                   /* of a person or program */
    char level[STORE_WORD_MAX + 1]; /* of a bot */
    int is_away;                    /* a bot sits in */
    /* Set on reading, never written: */
    char name[STORE_NAME_MAX + 1];
    char code[STORE_CODE_MAX + 1]; /* the user's */
    UserKind kind;
} StoreSeat;

typedef struct StoreClock {
    ClockKind kind;
    int64_t time;  /* of a turn, or of the whole game, in milliseconds */
    int64_t extra; /* CLOCK_BANK: increment for each turn */
} StoreClock;

/* The state of a table after entry `n` of its log. */
typedef struct StoreTurn {
    int n;
    SeatSet waiting;         /* who must act */
    int64_t deadline;        /* when the first of them runs out of time, or 0; of an open
                                table: when its game is dealt */
    int64_t left[SEATS_MAX]; /* time of each seat when this was stored; clocks.c */
} StoreTurn;

/* How the table is dealt, so that it can be checked (docs/fair-deals.md). Nothing of it is
 * secret but the bytes before the game has begun. */
typedef struct StoreDeal {
    Deal shown;               /* without a table: from before, and without a proof */
    StoreId users[SEATS_MAX]; /* who has committed from each seat */
    /* The deadline of the reveals; 0: the list is not fixed, or a server of an older
     * version has dealt, from the secret itself. */
    int64_t until;
} StoreDeal;

enum { STORE_OPTIONS_MAX = 240 };

typedef struct StoreTable {
    /* Written once, by store_table_add: */
    StoreId id;
    char code[STORE_CODE_MAX + 1];
    char game[STORE_WORD_MAX + 1];
    int rules;                           /* the game's rules_version */
    char options[STORE_OPTIONS_MAX + 1]; /* "edition=mayfair mixed=no": store/replay.h */
    int seat_count;
    int is_public;
    StoreClock clock;
    char sit_in[STORE_WORD_MAX + 1]; /* level */
    int64_t created;
    int daily; /* its deal is that of this day (store/daily.h); 0: one of its own */
    /* Written by store_table_set: */
    StoreId host;
    TableState state;
    int64_t changed; /* on reading, the latest of this and the last entry's */
    StoreSeat seats[SEATS_MAX];
    StoreTurn turn;
    int scores[SEATS_MAX], places[SEATS_MAX]; /* when over */
    char next[STORE_CODE_MAX + 1];            /* the rematch, or empty */
    StoreDeal deal;
    int64_t version; /* grows by one with each store_table_set; appends leave it */
} StoreTable;

/* Sets table->id. The seed decides every card that is yet to come, so it is in no
 * struct that could be shown by mistake. If the table has a deal, this is the server's
 * secret, of which the seed is made (replay_seed). STORE_TAKEN: the code. */
StoreStatus store_table_add(Store *store, StoreTable *table, const uint8_t seed[SEED_BYTES],
                            Fault *fault);
StoreStatus store_table_get(Store *store, StoreId id, StoreTable *table, Fault *fault);
StoreStatus store_table_by_code(Store *store, const char *code, StoreTable *table,
                                Fault *fault);
/* What store_table_add was given: replay_seed makes the seed of it. */
StoreStatus store_table_seed(Store *store, StoreId id, uint8_t seed[SEED_BYTES],
                             Fault *fault);
/* Writes all fields that store_table_add does not fix. STORE_CONFLICT: table->version is
 * outdated, or table->turn is not that of the last entry. */
StoreStatus store_table_set(Store *store, const StoreTable *table, Fault *fault);

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct StoreEntry {
    Entry done;
    int64_t at;
    StoreTurn turn;   /* after it; turn.n is the entry's number */
    uint64_t hash;    /* of the position after it; 0: not known */
    int64_t write_id; /* random; 0: unknown. The column `author` */
} StoreEntry;

/* A change of a table: an entry for its log, its row anew, or both (the last entry of a
 * game, with the result). Refused unless the row still has `version` and the entry is the
 * next one, or, of a row alone, its turn is that of the last entry. */
typedef struct StoreWrite {
    StoreId table;
    int64_t version;
    const StoreTable *row; /* as it will be; NULL: it stays as it is */
    int has_entry;
    StoreEntry entry;
    const StoreEntry *before; /* entries that come before it, with it or not at all */
    int before_count;
    const char *notice; /* sent to other servers if it is done; a line */
    StoreCaller caller;
    StoreStatus status; /* the answer: STORE_OK; STORE_CONFLICT, STORE_ENDED: refused; or a
                           failure */
} StoreWrite;

/* Stores what it can: each write has its own status. At most one write for each table,
 * sorted by table. Within the caller's batch, or else in one round trip to PostgreSQL, so
 * that no lock is held across round trips; only a run is a transaction of its own. Safe to
 * repeat after any failure: a write that was stored the first time is then a conflict, and
 * is found in the log or in the row. */
StoreStatus store_write_many(Store *store, StoreWrite *const *writes, int count,
                             const char *channel, Fault *fault);
/* An entry alone. STORE_CONFLICT: it is refused. */
StoreStatus store_append(Store *store, StoreId table, int64_t version,
                         const StoreEntry *entry, Fault *fault);
/* The last entry of a game together with its final row. STORE_CONFLICT: one of them is
 * refused; if the row was already written, the whole batch is aborted. */
StoreStatus store_table_end(Store *store, const StoreTable *table, const StoreEntry *entry,
                            Fault *fault);
/* The row, and the entries from number `from` on, in one round trip, if the id is known;
 * STORE_NOT_FOUND: there is no table with this code. */
StoreStatus store_table_read(Store *store, const char *code, StoreId id, int from,
                             StoreTable *table, StoreEntry *entries, int room, int *count,
                             Fault *fault);
/* The entries from number `from` on, in order. */
StoreStatus store_log(Store *store, StoreId table, int from, StoreEntry *entries, int room,
                      int *count, Fault *fault);
/* Announces the arguments of the store_log that follows the next query, so that both go to
 * PostgreSQL in one round trip. */
void store_announce_log(Store *store, StoreId table, int from, int room);

/* ------------------------------------------------------------------------- */
/* Chat                                                                      */
/* ------------------------------------------------------------------------- */

enum { STORE_CHAT_MAX = 2000 };

typedef struct StoreChat {
    int k; /* from 1 at each table; set by store_chat_add */
    StoreId user;
    int seat; /* or NOBODY */
    int64_t at;
    char text[STORE_CHAT_MAX + 1];
    StoreCaller caller; /* of store_chat_add only */
    /* Set on reading; empty: the account was deleted. */
    char name[STORE_NAME_MAX + 1];
    char code[STORE_CODE_MAX + 1]; /* of the user */
} StoreChat;

/* Concurrent lines, of any server, get distinct numbers. STORE_NOT_FOUND: there is no such
 * table, or the user was deleted. STORE_ENDED: so was the caller's session. */
StoreStatus store_chat_add(Store *store, StoreId table, StoreChat *chat, Fault *fault);
/* The last lines before number `before` (0: the end), in order. Erased lines are left out;
 * their numbers are not used again. */
StoreStatus store_chat_last(Store *store, StoreId table, int before, StoreChat *chats,
                            int room, int *count, Fault *fault);

/* A chat line of a user, with its table. */
typedef struct StoreLine {
    int k;
    StoreId table;
    char code[STORE_CODE_MAX + 1]; /* of the table */
    int seat;                      /* or NOBODY */
    int64_t at;
    char text[STORE_CHAT_MAX + 1];
} StoreLine;

/* The chat lines of a user by table and number, after `after` (all zero: from the first).
 */
StoreStatus store_chat_of(Store *store, StoreId user, const StoreLine *after,
                          StoreLine *lines, int room, int *count, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

typedef enum StoreList {
    LIST_PUBLIC,      /* open or playing, the newest first */
    LIST_PUBLIC_OVER, /* the last ended first */
    LIST_MINE,        /* open or playing, where the user sits; the user's turn first,
                         then the last changed first */
    LIST_MINE_OVER,   /* the last ended first */
    LIST_LEFT,        /* open or playing, where the user sits or is the host */
    LIST_ALL,         /* the same, in any state, the newest first */
} StoreList;

/* Where a list goes on. Begins as all zero. */
typedef struct StoreCursor {
    int64_t rank, at;
    StoreId id; /* 0: at the beginning */
} StoreCursor;

/* The next tables of a list; the cursor moves behind the last of them. Fewer than
 * `room`: that was all. Public lists ignore `user`. */
StoreStatus store_list(Store *store, StoreList list, StoreId user, StoreCursor *cursor,
                       StoreTable *tables, int room, int *count, Fault *fault);

/* The same as LIST_PUBLIC, with no more than the newest `per_host` of a host. 0: all. */
StoreStatus store_list_public(Store *store, int per_host, StoreCursor *cursor,
                              StoreTable *tables, int room, int *count, Fault *fault);

/* Who counts against a limit: the user's tables, open or playing, as host. */
StoreStatus store_hosted(Store *store, StoreId user, int *count, Fault *fault);

/* A table of a list of work. */
typedef struct StoreRef {
    StoreId table;
    char code[STORE_CODE_MAX + 1];
    StoreId user; /* of store_orphaned_tables only */
} StoreRef;

/* At a table a server may have work to do: a bot's turn, or an expired deadline, of a turn
 * or of the reveals of a deal. A server claims it for a time (a lease) to avoid duplicate
 * work; if two servers act nevertheless, the log accepts one of them. */
typedef struct StoreClaim {
    const char *node;
    int64_t now, until; /* of the claim */
    int64_t deadline;   /* tables whose deadline is up to here… */
    int64_t idle_since; /* …or where a bot's turn began up to here */
    StoreId after;      /* only tables above this one */
    /* Of servers that share the store: */
    int64_t looks_until; /* only one of them looks for tables at a time; 0: all may */
    const StoreId *kept; /* claims of its own that last longer */
    int kept_count;      /* CLAIMS_KEPT_MAX at most */
    int64_t patience;    /* live clocks stand after a pause of all servers that long… */
    int64_t stood;       /* …and have stood until then at least */
} StoreClaim;

enum { CLAIMS_KEPT_MAX = 256 };

/* A server is alive; keeps its claims, and claims tables that nobody else claims, unless
 * another looks for them. `stood`: until when live clocks have stood at all servers; not
 * set by a store that nobody shares. One statement, which needs no batch. */
StoreStatus store_claim(Store *store, const StoreClaim *claim, StoreRef *wakes, int room,
                        int *count, int64_t *stood, Fault *fault);
/* Releases the claims of a node, and those that expired before `now`. */
StoreStatus store_claims_drop(Store *store, const char *node, int64_t now, Fault *fault);

/* Open tables without changes and chat since `before`, in the order of their ids, above
 * `after`. */
StoreStatus store_stale_tables(Store *store, int64_t before, StoreId after,
                               StoreRef *tables, int room, int *count, Fault *fault);
/* Tables where somebody sits, or is the host of an open table, who cannot come back:
 * deleted hosts, the banned, guests without a session; likewise. A table may be there
 * several times, with another `user`. */
StoreStatus store_orphaned_tables(Store *store, int64_t now, StoreId after,
                                  StoreRef *tables, int room, int *count, Fault *fault);
/* Removes users of whom nothing is left to remember: guests (and their programs, and
 * those who were deleted) who never sat, hosted or spoke, and were not seen since
 * `before`. At most so many; `gone`: how many. */
StoreStatus store_guests_tidy(Store *store, int64_t before, int most, int *gone,
                              Fault *fault);

/* ------------------------------------------------------------------------- */
/* Between servers                                                           */
/* ------------------------------------------------------------------------- */

/* Servers that share a store can notify each other (publish/subscribe). With a SQLite
 * file notices are accepted and never delivered. */

enum { STORE_NOTICE_MAX = 7000 };

/* Notices that came together: a line each. */
typedef struct StoreNotice {
    char channel[STORE_WORD_MAX + 1];
    const char *text; /* until the next call */
    int has_gap;      /* the connection was lost: notices may be missing */
} StoreNotice;

/* Delivered when the batch is committed; all servers get the notices of all batches in
 * the same order, and those of one batch on one channel in their order. The text has no
 * line feeds. A batch of notices only may be delivered twice if the connection is lost. */
StoreStatus store_notify(Store *store, const char *channel, const char *text, Fault *fault);
/* Subscribes to a channel, also across reconnects. */
StoreStatus store_listen(Store *store, const char *channel, Fault *fault);
/* The next notices, without waiting; STORE_NOT_FOUND: none has come. */
StoreStatus store_receive(Store *store, StoreNotice *notice, Fault *fault);
/* A descriptor that becomes readable when a notice may have arrived; -1: none ever does.
 * It may change with any call. */
int store_descriptor(Store *store);

/* ------------------------------------------------------------------------- */
/* Backup, moving                                                            */
/* ------------------------------------------------------------------------- */

/* Copies the file of a store, also of a running server, as a consistent snapshot, and
 * verifies the copy. `to` must not exist; it appears only when it is complete. */
StoreStatus store_backup(const char *from, const char *to, Fault *fault);

/* How many rows were moved. */
typedef struct StoreSizes {
    int64_t users, tables, entries, chats;
} StoreSizes;

/* Copies everything of one store, ids included and claims excluded, into an empty one.
 * Then every table is read from both and compared, and its game replayed. All of it is
 * one batch of `to`: it is stored only if every game is right. `progress`, if not NULL,
 * is called after each table that was checked. */
StoreStatus store_move(Store *from, Store *to,
                       void (*progress)(void *context, int64_t done, int64_t all),
                       void *context, StoreSizes *sizes, Fault *fault);

#endif
