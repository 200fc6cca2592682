/* table.h: tables in memory, a cache of those in the database; their seats, clocks, bots
 * and spectators.
 *
 * `row` is the stored row, `match` the position after entry row.turn.n of the log. Both
 * change only after the database has them (write.h), so messages run one after the other:
 * while the table is not READY, they wait in its queue. */
#ifndef ROUNDHOUSE_SERVER_TABLE_H
#define ROUNDHOUSE_SERVER_TABLE_H

#include "ai/ai.h"
#include "server/write.h"
#include "wire/update.h"

typedef struct Run Run; /* runs.h */

enum { TABLE_CODE_LENGTH = 10, USER_CODE_LENGTH = 12 };

/* What memory has of a table.
 *
 *                      ┌─── new entries do not fit ───┐
 *                      v                              │
 *     EMPTY ──────> LOADING ──────> READY ──────> REFRESHING <─────┐
 *       ^              │ │          │ ^ ^             │ │ ^        │
 *       └─ store fails ┘ │          │ │ └──── ok ─────┘ │ │        │
 *                        │          v │    store fails  v │ retry  │
 *                        │        WRITING ── fails ──> BEHIND      │
 *                        │          └───── conflict ───────────────┘
 *                        ├──> MISSING      no such table, or closed (from REFRESHING and
 *                        │                 WRITING, too); the next message loads again
 *                        └──> QUARANTINED  the log does not replay to its hashes; loads
 *                                          again after QUARANTINE_MS
 *
 * An entry of another node that does not fit leads from READY to LOADING. A table in READY,
 * WRITING, REFRESHING or BEHIND has a row, and a match if the game has begun and this
 * program has its rules. */
typedef enum CacheState {
    CACHE_EMPTY,
    CACHE_LOADING, /* row and whole log */
    CACHE_READY,
    CACHE_WRITING,    /* an entry or a row is being stored */
    CACHE_REFRESHING, /* row and new entries are being read */
    CACHE_BEHIND,     /* must be refreshed; the store has failed */
    CACHE_MISSING,
    CACHE_QUARANTINED,
} CacheState;

/* Why an open table is to be closed: tidy.c. */
typedef enum Stale { STALE_NOT, STALE_IF_NOBODY_CAME } Stale;

/* Which seats are connected, and the number of spectators. */
typedef struct Presence {
    SeatSet seats;
    int watching;
} Presence;

/* The clocks when an action was made, before it began the turns of others. */
typedef struct UndoPoint {
    int64_t at;
    int64_t left[SEATS_MAX]; /* of the seats that did not have to act */
} UndoPoint;

/* From the log, so that undoing and doing again gains nothing. */
typedef struct Undos {
    uint16_t undone[SEATS_MAX]; /* actions of each seat, undone and not done again */
    uint16_t count[SEATS_MAX];  /* undos of each seat */
    /* Those of the actions that can still be undone, the last action's last. */
    UndoPoint *points;
    int point_count, point_room;
} Undos;

/* What the clocks of an entry are computed from: the table after the entry before it. */
typedef struct Base {
    StoreTurn turn;
    int64_t changed;
    uint16_t undone[SEATS_MAX]; /* of Undos */
} Base;

enum { LEAVING_MAX = SEATS_MAX + 1 }; /* all players, and a host without a seat */
enum { UNDOS_MAX = 500 }; /* of a seat in a game: each makes the log longer by two */

struct Table {
    Core *core;
    Table *next; /* of the same bucket */
    StoreTable row;
    const Game *game;
    CacheState cache;
    Stale stale;
    StoreId
        leaving[LEAVING_MAX]; /* users who left for good and are still in the row: tidy.c */
    int owes_positions;       /* to watches that lack one */
    int must_refresh;         /* a notice named an entry or a row that memory lacks */
    int must_catch_up;        /* notices were missed: refreshed in its turn */
    Write *conflicted;        /* REFRESHING or LOADING for it: resolved afterwards */
    StoreEntry *peer_entry;   /* WRITING: another node's entry came first */
    int64_t quarantined_at;
    int runs_bots;   /* here: this node wrote the last change, or has claimed the table */
    int is_thinking; /* a bot, about this table */
    int64_t thinks_since;
    Message *queue, *queue_end; /* messages that wait for READY */
    Message *held;              /* those that wait for the bots: daily.h */
    Watch *watches;
    int chat_is_loading;
    int chat_latest;        /* the highest line received since */
    int presence_changed;   /* and not sent to the watches yet */
    int presence_unsent;    /* the same, to other nodes */
    Presence presence_sent; /* to them */
    int64_t last_used;
    Match *match; /* NULL: the game has not begun, or this program lacks its rules */
    uint8_t secret[SEED_BYTES]; /* of its deal; shown when the game is over */
    int match_n;         /* the entry it stands after: while WRITING, beyond the row's */
    Events *last_events; /* of the last entry; NULL: none */
    Entry last;          /* its seat is NOBODY at the deal */
    Undos undos;
    /* Since this entry only simultaneous decisions were made, which do not affect each
     * other: a move that was based on it is still valid. */
    int independent_since;
};

/* ------------------------------------------------------------------------- */
/* Cache: table.c                                                            */
/* ------------------------------------------------------------------------- */

void code_make(char *code, int length);
int code_is_sound(const char *code);
uint32_t code_hash(const char *code);

Table *table_find(Core *core, const char *code); /* NULL: not in memory */
/* The same, and EMPTY if it was not in memory. NULL: no memory. */
Table *table_get(Core *core, const char *code);
int table_is_ready(const Table *table);
int table_is_known(const Table *table); /* is there a row in memory? */
/* Are its rules not in this program? Then there is no match, and nobody plays here. */
int table_is_foreign(const Table *table);
/* Does nobody watch, wait, think or write there? Then it may be freed. */
int table_is_unused(const Table *table);
/* Frees match and events: EMPTY. */
void table_unload(Table *table);
void table_free(Table *table);
void tables_free(Core *core);
/* Frees tables that were not used for a while. */
void tables_sweep(Core *core);
/* Expired clocks, changes of presence, retries of reads that failed. */
void tables_tick(Core *core);

/* Queues the message until the table is READY: moves it to the heap. */
void table_enqueue(Table *table, Message *message);
/* Puts a kept message before the others, to run after a refresh. */
void table_enqueue_first(Table *table, Message *kept);
/* Another node may have changed the table a moment ago, and the sender may know: refreshes
 * the table before the message runs. 0: not needed. */
int table_reads_first(Table *table, Message *message);
/* After a state has ended: runs the queue and the bots, refreshes if needed. */
void table_resume(Table *table);

/* ------------------------------------------------------------------------- */
/* Loading: load.c                                                           */
/* ------------------------------------------------------------------------- */

/* Reads the table, completely unless it is BEHIND. */
void table_load(Table *table);
/* Reads row and new entries, as soon as the table is READY. */
void table_refresh(Table *table);
/* Notices were missed: refreshes all tables, a few at a time. */
void tables_catch_up(Core *core);
/* Another node has appended this entry. */
void table_receive_entry(Table *table, const StoreEntry *entry);
/* Applies the peer_entry; 0: there is none, or it does not fit. */
int table_apply_peer_entry(Table *table);
/* The entry is the last one now. Takes over the events, which may be NULL. */
void table_set_last(Table *table, const StoreEntry *entry, Events *events);
/* A copy of the size needed; NULL: none, or no memory. */
Events *events_kept(const Events *events);
/* Of the position, as it is stored with each entry. */
uint64_t match_hash(const Match *match);

/* ------------------------------------------------------------------------- */
/* Moves, clocks and bots: moves.c, undos.c, clocks.c, bots.c                */
/* ------------------------------------------------------------------------- */

Base table_base(const Table *table);
/* Counts an entry; `before` is the turn before it. */
void undos_count(Undos *undos, const StoreTurn *before, const StoreEntry *entry);
/* The last action cannot be undone. */
void undos_forget_points(Undos *undos);
void undos_clear(Undos *undos);

/* The seat of the sender, if it may change the game now, in the position that it has seen.
 * NOBODY: the message was answered, or runs again. */
int find_actor(Conn *conn, Table *table, Message *message, int *actor);
ErrorCode move_error(MatchStatus status, EntryKind kind);
/* Sets turn and hash of an entry, which is applied to the match. */
void entry_complete(const Table *table, const Base *base, StoreEntry *entry);
/* Drops the moves that cannot be undone any more from memory. */
void table_forget_final(Table *table);
/* The action that a bot has chosen. */
void bot_act(Table *table, int seat, Action action);
/* Must a bot decide? */
int table_has_bots_turn(const Table *table);
/* Starts a bot if it is its turn, and it runs here. */
void table_run_bots(Table *table);

/* The time of each seat before its first turn. */
void clocks_fill(const StoreTable *row, StoreTurn *turn);
/* Starts the clocks of a new game; turn.waiting is set. */
void clocks_begin(StoreTable *row);
/* After an entry: turn->waiting is set, the rest as it was. */
void clocks_step(const Table *table, const Base *base, const StoreEntry *entry,
                 StoreTurn *turn);
void clocks_pay(const Table *table, StoreTurn *turn);
void clocks_set_deadline(const StoreTable *row, StoreTurn *turn, int64_t at);
int64_t clock_left(const Table *table, int seat); /* -1: unlimited */
/* Must the seat decide, without any time left? Also if a bot is about to decide for it. */
int clock_is_up(const Table *table, int seat);
/* Has the seat time left for its turn, if it takes back the last action, which is its own?
 */
int clock_allows_undo(const Table *table, int seat);
/* Hands the seat to a bot if its time is up. */
void table_check_clock(Table *table);

/* ------------------------------------------------------------------------- */
/* Seats: seats.c                                                            */
/* ------------------------------------------------------------------------- */

int table_seat_of(const StoreTable *row, StoreId user); /* NOBODY: none */
/* Does a bot decide for this seat now? */
int seat_is_bots(const StoreSeat *seat);
/* A person or program, whose account exists? */
int seat_is_person(const StoreSeat *seat);
/* Was the account of the player deleted? */
int seat_is_deserted(const StoreSeat *seat);
void seat_clear(StoreSeat *seat);
void seat_give(StoreSeat *seat, const StoreUser *user);
/* "open", a level, or "program:u…": then the seat has the code and no user yet. 0: error in
 * *fault. */
int seat_read(const Json *who, StoreSeat *seat, Fault *fault);
/* On a database thread: looks up the programs that seats of this row name.
 * STORE_NOT_FOUND: one is not the host's. */
StoreStatus seats_invite(Store *store, StoreTable *row, Fault *fault);
/* The bot takes over a seat, or hands it back. `message` may be NULL. */
void seat_set_away(Table *table, int seat, int is_away, Message *message);
/* Closes an open table. `message` may be NULL. */
void table_close(Table *table, Message *message);

/* ------------------------------------------------------------------------- */
/* Deals: deals.c                                                            */
/* ------------------------------------------------------------------------- */

/* May people sit down, and clients commit? Not once the game is being dealt. */
int table_is_open(const StoreTable *row);
/* Has it been started, and not been dealt yet? */
int table_is_revealing(const StoreTable *row);
/* Fixes who takes part in the deal, and deals if nobody does. */
void table_start(Table *table, Message *message);
/* Deals if the time for reveals is over. */
void table_check_deal(Table *table);
/* The key "deal", if the table has one. `secret` may be NULL. */
void deal_format(JsonOut *out, const StoreTable *row, const uint8_t *secret);

/* ------------------------------------------------------------------------- */
/* Waking, tidying: wakes.c, tidy.c                                          */
/* ------------------------------------------------------------------------- */

/* Brings a table into memory, so that its bots go on. */
void table_wake(Core *core, const char *code);
/* Closes a stale open table that is READY, unless a person has come. 0: it stays. */
int table_tidy(Table *table);
/* Somebody has deleted the account, or a guest has logged out, who cannot come back: at
 * this table, a bot takes over the seat. If the table is open, the seat is free again, and
 * the next person who sits there is the host in their place; if nobody does, it is closed.
 */
void table_leave(Core *core, const char *code, StoreId user);
/* The same for a table in memory. */
void table_remove_user(Table *table, StoreId user);
/* Writes that, when the table is READY. 0: there is nothing to write. */
int table_remove_leaving(Table *table);

/* ------------------------------------------------------------------------- */
/* Watches: watching.c                                                       */
/* ------------------------------------------------------------------------- */

/* The reply to a move of the watch's own connection, held back until the entries before it
 * were sent. */
typedef struct HeldReply {
    struct HeldReply *next; /* of a later entry */
    int n;                  /* its entry */
    Packet *packet;
} HeldReply;

/* The subscription of a connection to a table. */
struct Watch {
    Conn *conn;
    Table *table;
    Watch *next_of_table, *next_of_conn;
    int parts; /* of UpdatePart */
    /* The last entry that was sent. Each is sent once and in order; a gap is read from the
     * log. -1: none yet, the next one is the first. */
    int sent;
    int is_catching_up; /* the log is being read for it: updates are held back */
    unsigned log_read;  /* which of conn->log_reads that is */
    HeldReply *replies; /* sent after the log */
    int reply_count;
    int lacks_position; /* it has the log, but the table was busy: table_resume */
    int chat_sent;      /* the last line of chat that was sent; 0: none */
};

Watch *watch_find(const Conn *conn, const Table *table); /* NULL: none */
void watch_drop(Watch *watch);
/* Holds the reply back until the entries before n were sent. Takes over the packet. */
void watch_hold_reply(Watch *watch, Packet *packet, int n);
/* Sends the held replies whose entries are the next ones. */
void watch_send_replies(Watch *watch);
/* Sends the entries after the last one that was sent, from the log (logs.c). */
void watch_catch_up(Watch *watch);
/* Takes the tokens of a log from entry `from` on; 0: too many. */
int log_take_tokens(Conn *conn, const Table *table, int from);
/* Sends the position to the watches that lack it. */
void watches_send_positions(Table *table);

/* ------------------------------------------------------------------------- */
/* Broadcast: broadcast.c, chat.c, mine.c                                    */
/* ------------------------------------------------------------------------- */

/* The keys of a table, into an open object. Seed and secret are written only after the end
 * of the game; they may be NULL. */
void table_format(JsonOut *out, Core *core, const StoreTable *row, StoreId reader,
                  const uint8_t *seed, const uint8_t *secret);
/* The keys of an open table for whoever has its link: nobody's name but the host's. */
void invitation_format(JsonOut *out, const StoreTable *row, const char *host);
/* "edition=mayfair mixed=none" as an object. */
void options_format(JsonOut *out, const char *options);
void you_format(JsonOut *out, const StoreUser *user);
/* The names of the players, of bots in this language. */
void table_names(const StoreTable *row, Language language, PlayerNames *names);
void table_players(const StoreTable *row, Language language, SavePlayers *players);

void send_table(Conn *conn, Table *table, RequestId id);
void broadcast_table(Table *table);
void broadcast_error(Table *table, ErrorCode code);
/* The error "stale", then the present position. */
void send_stale(Conn *conn, Table *table, RequestId id);
/* The present position, whether it was sent before or not. */
void watch_send_update(Watch *watch, RequestId id);
/* The position of the match, after the run, for its own seat. */
void send_preview(Conn *conn, const Table *table, const Run *run, RequestId id);
/* Sends the last entry to every watch; to `by` with the id, whether it watches or not. */
void broadcast_update(Table *table, Conn *by, RequestId id);

/* Line k of the chat was stored. Without a message, or after a gap, reads the lines from
 * the store. */
void chat_receive(Table *table, int k, const char *message, size_t length);
/* Reads the last lines, and sends to each watch those that it lacks. */
void chat_read(Table *table);

/* The list `mine` of everybody at the table, or of one person, has changed. */
void mine_changed(Table *table);
void mine_ask(Core *core, Person *person);
/* Sends the lists that have changed, once per iteration of the event loop. */
void mine_flush(Core *core);
void mine_forget(Core *core, Person *person);

/* ------------------------------------------------------------------------- */
/* Messages for a table: the rows of VERBS in message.c                      */
/* ------------------------------------------------------------------------- */

/* 1: the reply was sent, or will be. 0: error in message->error. */
typedef int (*TableVerb)(Conn *conn, Table *table, Message *message);

int do_watch(Conn *conn, Table *table, Message *message);
int do_leave(Conn *conn, Table *table, Message *message);
int do_sit(Conn *conn, Table *table, Message *message);
int do_stand(Conn *conn, Table *table, Message *message);
int do_close(Conn *conn, Table *table, Message *message);
int do_return(Conn *conn, Table *table, Message *message);
int do_seat(Conn *conn, Table *table, Message *message);
int do_start(Conn *conn, Table *table, Message *message);
int do_commit(Conn *conn, Table *table, Message *message);
int do_reveal(Conn *conn, Table *table, Message *message);
int do_act(Conn *conn, Table *table, Message *message);
int do_undo(Conn *conn, Table *table, Message *message);
int do_preview(Conn *conn, Table *table, Message *message);
int do_chat(Conn *conn, Table *table, Message *message);
int do_log(Conn *conn, Table *table, Message *message);
int do_rematch(Conn *conn, Table *table, Message *message);

#endif
