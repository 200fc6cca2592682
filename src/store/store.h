/* store.h: what must not be lost: people, their sessions, tables, the log of what
 * was done at them, what was said. One interface; behind it a SQLite file, or a
 * PostgreSQL database that several servers share.
 *
 *     users ──< sessions
 *       │ │
 *       │ └──< seats >── tables ──< log      an action or an undo, numbered from 1
 *       └───── host ───────┘    └──< chat
 *
 * The log is the truth about a game: with game, options and seed it gives every
 * position back (store/replay.h). What a table holds in memory is a cache of it.
 *
 * Batches. Whatever writes stands between store_begin and store_commit. A server
 * gathers what happens within an instant into one batch, so that many moves share
 * one sync of the disk, and tells nobody of anything before store_commit has
 * answered STORE_OK. Anything else means that nothing of the batch is there (but see
 * STORE_IN_DOUBT).
 *
 * Refusals and failures. NOT_FOUND, TAKEN and CONFLICT are answers: the call has
 * changed nothing, and the batch goes on without it. All others are the world's
 * doing: the batch is spoilt, every later call in it answers the same, and so does
 * store_commit, which leaves the store as it was before the batch and ready for
 * the next one. Reading may stand inside a batch, where it sees what the batch has
 * done so far, or outside.
 *
 * Threads. A store is used by one thread at a time. A call may block for as long as a
 * disk takes; whatever waits for a network has a deadline of a few seconds, after which
 * the database is STORE_AWAY.
 *
 * Several writers. Any server may write to any table, and the database decides who
 * was first. An append carries the number of its entry and the version of the table's
 * row that its author has seen; it is refused unless it is the next entry and the row
 * is still that one. A change of the row carries that version, too, and makes it grow.
 * An entry has the number of the write that brought it (`author`): whoever does not
 * know whether a write took place finds it in the log, or not.
 *
 * Times are milliseconds since 1970 and always the caller's; 0 stands for never.
 * Texts are UTF-8, checked by the caller. */
#ifndef ROUNDHOUSE_STORE_STORE_H
#define ROUNDHOUSE_STORE_STORE_H

#include "engine/random.h"
#include "engine/seats.h"
#include "play/match.h"
#include "play/text.h"

#include <stdint.h>

typedef struct Store Store;
typedef int64_t StoreId; /* from 1; 0: nobody, nothing */

typedef enum StoreStatus {
    STORE_OK,
    STORE_NOT_FOUND, /* there is none */
    STORE_TAKEN,     /* that code or name is another's */
    STORE_CONFLICT,  /* not the next number, or an old version */
    STORE_FULL,      /* no room on the disk */
    STORE_BUSY,      /* another process has it; trying again may help */
    STORE_AWAY,      /* the database does not answer; trying again may help */
    STORE_BROKEN,    /* the disk fails, or what is stored is damaged */
    STORE_NO_MEMORY,
    STORE_IN_DOUBT, /* of store_commit alone: the database went away in the middle, and
                       has not answered since. All of the batch is there, or nothing of
                       it: read again before going on */
} StoreStatus;

/* Every call ends with a Fault: one sentence for the log, told with whatever is
 * not STORE_OK. It may be NULL. */

/* ------------------------------------------------------------------------- */
/* Opening, batches                                                          */
/* ------------------------------------------------------------------------- */

/* `where` is a file, made if it is not there, or postgres://… An old store is
 * brought up to date, a file after a copy of it was made beside it
 * (FILE.version-1). STORE_BUSY: another server has the file. On STORE_OK the caller
 * frees *store. */
StoreStatus store_open(const char *where, Store **store, Fault *fault);
void store_free(Store *store);

StoreStatus store_begin(Store *store, Fault *fault);
StoreStatus store_commit(Store *store, Fault *fault);
/* Forgets the batch. */
void store_rollback(Store *store);

/* From any thread, when the end is near: no call waits for the database longer than that
 * from now on, and those that would have failed. */
void store_hurry(Store *store, int milliseconds);
/* From any thread: for how many milliseconds the database has owed an answer; 0: it owes
 * none. */
int store_silence(Store *store);
/* Makes the connection anew, outside of batches: nothing comes on the old one. */
StoreStatus store_reconnect(Store *store, Fault *fault);

/* Does it answer? For those who watch over a server. */
StoreStatus store_ping(Store *store, Fault *fault);
/* Can it be written to? At most one write in a few seconds, by the caller's clock, tries;
 * in between the answer is what became of the last write of anybody. */
StoreStatus store_probe(Store *store, int64_t now, Fault *fault);
/* The time by the clock of the database, which is the same for all who share it. The text
 * is told on the channel, in the same round trip: store_notify. NULL: nothing is. */
StoreStatus store_now(Store *store, const char *channel, const char *text, int64_t *now,
                      Fault *fault);

/* The latest time that is stored, for whoever doubts a clock; 0: none. */
StoreStatus store_latest(Store *store, int64_t *latest, Fault *fault);

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

enum {
    STORE_CODE_MAX = 16, /* of users and tables, as links have them */
    STORE_NAME_MAX = 128,
    STORE_PASSWORD_MAX = 128, /* libsodium's crypto_pwhash_STRBYTES */
    STORE_WORD_MAX = 32,      /* a game, a level, a language */
    STORE_HASH_BYTES = 32,
};

typedef enum UserKind {
    USER_GUEST,
    USER_KEPT,    /* has a password; nobody else comes in by that name */
    USER_PROGRAM, /* somebody's bot */
} UserKind;

typedef struct StoreUser {
    StoreId id;
    char code[STORE_CODE_MAX + 1];
    UserKind kind;
    char name[STORE_NAME_MAX + 1];         /* empty once deleted */
    char key[STORE_NAME_MAX + 1];          /* the name as it is compared */
    char password[STORE_PASSWORD_MAX + 1]; /* argon2id's string; empty: none */
    StoreId owner;                         /* of a program */
    char language[STORE_WORD_MAX + 1];
    int64_t created;
    int64_t deleted; /* or 0 */
} StoreUser;

/* Sets user->id. STORE_TAKEN: another has the code, or keeps a name with that key. */
StoreStatus store_user_add(Store *store, StoreUser *user, Fault *fault);
StoreStatus store_user_get(Store *store, StoreId id, StoreUser *user, Fault *fault);
StoreStatus store_user_by_code(Store *store, const char *code, StoreUser *user,
                               Fault *fault);
/* Who keeps a name with this key. */
StoreStatus store_user_by_key(Store *store, const char *key, StoreUser *user, Fault *fault);
/* Kind, name, key, password and language anew. STORE_TAKEN as above. */
StoreStatus store_user_set(Store *store, const StoreUser *user, Fault *fault);
/* The row stays, for the games; name, key, password and sessions go, and so do the
 * programs that the user owns. */
StoreStatus store_user_delete(Store *store, StoreId id, int64_t at, Fault *fault);
/* The programs of an owner that are not deleted, the oldest first. */
StoreStatus store_programs(Store *store, StoreId owner, StoreUser *users, int room,
                           int *count, Fault *fault);

/* A session is found by a hash of its token, which is nowhere stored. */
typedef struct StoreSession {
    uint8_t hash[STORE_HASH_BYTES]; /* BLAKE2b */
    StoreId user;
    int64_t created, seen, expires;
} StoreSession;

StoreStatus store_session_add(Store *store, const StoreSession *session, Fault *fault);
/* The session and whose it is; whether it has expired is for the caller to see. */
StoreStatus store_session_find(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               StoreSession *session, StoreUser *user, Fault *fault);
StoreStatus store_session_seen(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               int64_t seen, int64_t expires, Fault *fault);
StoreStatus store_session_drop(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                               Fault *fault);
StoreStatus store_sessions_drop_of(Store *store, StoreId user, Fault *fault);
/* Drops those that expired before `now`. */
StoreStatus store_sessions_sweep(Store *store, int64_t now, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* Closed: before it began. Such a one is found no more, neither by its code nor in lists.
 */
typedef enum TableState { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED } TableState;
typedef enum SeatWho { SEAT_OPEN, SEAT_PERSON, SEAT_BOT, SEAT_PROGRAM } SeatWho;
typedef enum ClockKind { CLOCK_NONE, CLOCK_TURN, CLOCK_BANK, CLOCK_DAYS } ClockKind;

typedef struct StoreSeat {
    SeatWho who;
    StoreId user;                   /* of a person or program */
    char level[STORE_WORD_MAX + 1]; /* of a bot */
    int is_away;                    /* a bot sits in */
    /* Told on reading, never written: */
    char name[STORE_NAME_MAX + 1];
    char code[STORE_CODE_MAX + 1]; /* the user's */
    UserKind kind;
} StoreSeat;

typedef struct StoreClock {
    ClockKind kind;
    int64_t time;  /* of a turn, or of the whole game, in milliseconds */
    int64_t extra; /* CLOCK_BANK: so much more for each turn */
} StoreClock;

/* How a table stands after entry `n` of its log. */
typedef struct StoreMoment {
    int n;
    SeatSet waiting;         /* who must act */
    int64_t deadline;        /* when the first of them runs out of time, or 0 */
    int64_t left[SEATS_MAX]; /* CLOCK_BANK: each seat's time when the turn began */
} StoreMoment;

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
    StoreId host;
    int64_t created;
    /* Written by store_table_set: */
    TableState state;
    int64_t changed; /* on reading, the latest of this and the last entry's */
    StoreSeat seats[SEATS_MAX];
    StoreMoment moment;
    int scores[SEATS_MAX], places[SEATS_MAX]; /* when over */
    char next[STORE_CODE_MAX + 1];            /* the rematch, or empty */
    int64_t version; /* grows by one with each store_table_set; appends leave it */
} StoreTable;

/* Sets table->id. The seed decides every card that is yet to come, so it is in no
 * struct that could be shown by mistake. STORE_TAKEN: the code. */
StoreStatus store_table_add(Store *store, StoreTable *table, const uint8_t seed[SEED_BYTES],
                            Fault *fault);
StoreStatus store_table_get(Store *store, StoreId id, StoreTable *table, Fault *fault);
StoreStatus store_table_by_code(Store *store, const char *code, StoreTable *table,
                                Fault *fault);
/* For playing, and for whoever saves a game that is over. */
StoreStatus store_table_seed(Store *store, StoreId id, uint8_t seed[SEED_BYTES],
                             Fault *fault);
/* All but what store_table_add has settled. STORE_CONFLICT: table->version is an old one,
 * or table->moment is not that of the last entry. */
StoreStatus store_table_set(Store *store, const StoreTable *table, Fault *fault);

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

typedef struct StoreEntry {
    Entry done;
    int64_t at;
    StoreMoment moment; /* after it; moment.n is the entry's number */
    uint64_t hash;      /* of the position after it; 0: not known */
    int64_t author;     /* the number of the write, drawn by chance; 0: not known */
} StoreEntry;

/* A change of a table: an entry for its log, its row anew, or both (the last entry of a
 * game, with the result). Refused unless the row still has `version` and the entry is the
 * next one, or, of a row alone, its moment is that of the last entry. */
typedef struct StoreWrite {
    StoreId table;
    int64_t version;
    const StoreTable *row; /* as it will be; NULL: it stays as it is */
    int has_entry;
    StoreEntry entry;
    const char *notice; /* what other servers hear if it is done; a line */
    StoreStatus status; /* the answer: STORE_OK, STORE_CONFLICT: refused, or a failure */
} StoreWrite;

/* Does what can be done; each write is refused by itself. At most one for each table, in
 * the order of the tables. Within a batch, or else in one round trip, with no lock held
 * while anybody waits for a line. It may be done again after any failure: what was done
 * the first time is refused then, and is in the log, or in the row. */
StoreStatus store_write_many(Store *store, StoreWrite *const *writes, int count,
                             const char *channel, Fault *fault);
/* An entry alone. STORE_CONFLICT: it is refused. */
StoreStatus store_append(Store *store, StoreId table, int64_t version,
                         const StoreEntry *entry, Fault *fault);
/* The last entry, and the row as it is after it. STORE_CONFLICT: either is refused; if
 * that is found out late, so is the whole batch. */
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
    char name[STORE_NAME_MAX + 1]; /* told on reading */
} StoreChat;

/* Those who speak at once, at whatever server, get one number each. */
StoreStatus store_chat_add(Store *store, StoreId table, StoreChat *chat, Fault *fault);
/* The last ones before `before` (0: of all), the oldest of them first. */
StoreStatus store_chat_last(Store *store, StoreId table, int before, StoreChat *chats,
                            int room, int *count, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

typedef enum StoreList {
    LIST_PUBLIC,      /* open or playing, the newest first */
    LIST_PUBLIC_OVER, /* the last ended first */
    LIST_MINE,        /* open or playing, where the user sits; the user's turn first,
                         then the last changed first */
    LIST_MINE_OVER,   /* the last ended first */
} StoreList;

/* Where a list goes on. Begins as all zero. */
typedef struct StoreCursor {
    int64_t rank, at;
    StoreId id; /* 0: at the beginning */
} StoreCursor;

/* The next tables of a list; the cursor moves behind the last of them. Fewer than
 * `room`: that was all. `user` is of no interest to public lists. */
StoreStatus store_list(Store *store, StoreList list, StoreId user, StoreCursor *cursor,
                       StoreTable *tables, int room, int *count, Fault *fault);

/* The same as LIST_PUBLIC, with no more than the newest `per_host` of a host. 0: all. */
StoreStatus store_list_public(Store *store, int per_host, StoreCursor *cursor,
                              StoreTable *tables, int room, int *count, Fault *fault);

/* Who counts against a limit: the user's tables, open or playing, as host. */
StoreStatus store_hosted(Store *store, StoreId user, int *count, Fault *fault);

/* A table being played at which a server has something to do: a bot's turn, or a
 * deadline that has passed. A server claims it for a time, so that the others need not
 * do the same; if two do all the same, the log takes one of them. */
typedef struct StoreWake {
    StoreId table;
    char code[STORE_CODE_MAX + 1];
} StoreWake;

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
 * told by a store that nobody shares. One statement, which needs no batch. */
StoreStatus store_claim(Store *store, const StoreClaim *claim, StoreWake *wakes, int room,
                        int *count, int64_t *stood, Fault *fault);
/* Those of a node are given back; those that ran out by `now` go. */
StoreStatus store_claims_drop(Store *store, const char *node, int64_t now, Fault *fault);

/* A table that is open and that nobody has changed, or said anything at, for long. */
typedef struct StoreStale {
    StoreId table;
    char code[STORE_CODE_MAX + 1];
} StoreStale;

/* Those since `before`, in the order of their ids, above `after`. */
StoreStatus store_stale_tables(Store *store, int64_t before, StoreId after,
                               StoreStale *tables, int room, int *count, Fault *fault);
/* Removes users of whom nothing is left to remember: guests (and their programs, and
 * those who were deleted) who never sat, hosted or spoke, and were not seen since
 * `before`. At most so many; `gone`: how many. */
StoreStatus store_guests_tidy(Store *store, int64_t before, int most, int *gone,
                              Fault *fault);

/* For /metrics. */
typedef struct StoreCounts {
    int64_t open, playing;
} StoreCounts;

StoreStatus store_counts(Store *store, StoreCounts *counts, Fault *fault);

/* ------------------------------------------------------------------------- */
/* Between servers                                                           */
/* ------------------------------------------------------------------------- */

/* Servers that share a store can tell each other something. A store that nobody
 * shares has nobody to tell: notices are accepted, and none ever comes. */

enum { STORE_NOTICE_MAX = 7000 };

/* What came together: lines, as others told them. */
typedef struct StoreNotice {
    char channel[STORE_WORD_MAX + 1];
    const char *text; /* until the next call */
    int has_gap;      /* the connection was lost meanwhile: notices may have been missed */
} StoreNotice;

/* Tells the others once the batch is committed; all get the notices of all batches
 * in the same order, and those of one batch on one channel in theirs. The text has no
 * line ends. A batch of nothing but notices may be told twice, if the connection is
 * lost. */
StoreStatus store_notify(Store *store, const char *channel, const char *text, Fault *fault);
/* From now on hears what others say on a channel, also after the connection broke. */
StoreStatus store_listen(Store *store, const char *channel, Fault *fault);
/* The next notices, without waiting; STORE_NOT_FOUND: none has come. */
StoreStatus store_receive(Store *store, StoreNotice *notice, Fault *fault);
/* Can be read from when a notice may have come; -1: none ever does. It may be
 * another one after any call. */
int store_descriptor(Store *store);

/* ------------------------------------------------------------------------- */
/* Backup, moving                                                            */
/* ------------------------------------------------------------------------- */

/* Copies the file of a store, also that of a server that runs, as it stood at one
 * moment, and checks the copy from end to end. `to` must not be there yet; it appears
 * only when it is whole. */
StoreStatus store_backup(const char *from, const char *to, Fault *fault);

/* What a store holds, for whoever moves it. */
typedef struct StoreSizes {
    int64_t users, tables, entries, chats;
} StoreSizes;

/* Copies everything of one store into another, which is empty, ids and all; claims
 * are left behind. Then every table is read from both, compared, and its game
 * replayed. All of it is one batch of `to`: it is there if every game was right.
 * `progress`, if not NULL, is called after each table that was checked. */
StoreStatus store_move(Store *from, Store *to,
                       void (*progress)(void *context, int64_t done, int64_t all),
                       void *context, StoreSizes *sizes, Fault *fault);

#endif
