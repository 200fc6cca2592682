/* internal.h: what the files of the core share: connections, tables and their states,
 * writes.
 *
 *     Core ──< Conn ──< Watch >── Table ──< Message that waits
 *      │        └─ Person                └── Write (at most one)
 *      └──< Address
 *
 * A table in memory is a cache of the store. `row` is what the store has; whatever
 * changes goes through a Write: the new row or entry is prepared aside, stored, and
 * only then taken over and published. While that lasts, all that concerns the table
 * waits in order. If another server was faster, what it did is read and published
 * first. */
#ifndef ROUNDHOUSE_SERVER_INTERNAL_H
#define ROUNDHOUSE_SERVER_INTERNAL_H

#include "play/match.h"
#include "server/core.h"
#include "server/list.h"
#include "server/times.h"
#include "wire/errors.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/update.h"

typedef struct Table Table;
typedef struct Watch Watch;
typedef struct Person Person;
typedef struct Address Address;
typedef struct Write Write;
typedef struct Passwords Passwords; /* passwords.c */
typedef struct Peer Peer;
typedef struct Elsewhere Elsewhere;

/* The number that an answer repeats. */
typedef struct RequestId {
    int is_given;
    long long number;
} RequestId;

/* Whose people are at a table, and how many look on. */
typedef struct Presence {
    SeatSet seats;
    int watching;
} Presence;

/* The token buckets of one person, address or connection: when each is full again, in
 * microseconds of core->steady. */
typedef struct Quota {
    int64_t full_at[RATE_KINDS];
} Quota;

/* ------------------------------------------------------------------------- */
/* The core                                                                  */
/* ------------------------------------------------------------------------- */

enum { TABLE_CODE_LENGTH = 10, USER_CODE_LENGTH = 12, WRITE_NOTICE_MAX = 768 };

typedef struct Counts {
    long messages, moves, bot_moves, refused, sent, requests, dropped;
    long conflicts, retries, quarantines;
} Counts;

/* A node's line to its database: heartbeat.c. */
typedef struct Heartbeat {
    int is_pending; /* a beat is on its way */
    int is_cut_off;
    int64_t sent_at, grace; /* steady */
    int64_t database_ahead; /* its clock, of the steady one */
} Heartbeat;

struct Core {
    CoreConfig config;
    /* Of this round of events: times.h. */
    int64_t now;    /* milliseconds since 1970, to be stored and compared */
    int64_t steady; /* to wait by */
    Times times;
    int64_t ran_at;  /* the clocks were last read then, by the system's steady clock */
    int64_t started; /* clocks of live games do not run while there is no server */
    int64_t last_scan;
    int is_scanning;
    int64_t swept;
    int64_t tidy_began; /* steady; 0: not yet */
    StoreId tidy_after;
    int is_tidying, has_more_to_tidy;
    int tidied_tables, tidied_guests; /* and not logged yet */
    int is_closing;
    Conn *conns;
    int conn_count;
    size_t queued_bytes; /* for all of them */
    Table **tables;      /* by the hash of their code */
    int table_count, table_room;
    int jobs; /* on their way */
    Person **persons;
    int person_count;
    List idle_persons;     /* those without a connection */
    Person *stale_persons; /* those who are to see their tables anew */
    Address **addresses;
    int address_count;
    List idle_addresses; /* those without a connection */
    Passwords *guesses;
    Write *spare_writes;
    Text scratch;
    Rng rng; /* of bots */
    Counts counts;
    /* Of a node: */
    Heartbeat heartbeat;
    int64_t clocks_paused_until; /* clocks of live games stood until then, at all nodes */
    int64_t pause_found; /* the same as far as it was found out here, or 0: the next pulse
                           tells the others */
    int64_t scanned_at;  /* when the database last answered to our pulse */
    int scans_urgently;  /* a node has left: what it was at is due now */
    int64_t read_again;  /* when tables that could not be read were last tried */
    Peer *peers;
    int64_t presence_said;     /* steady: presence.c */
    long long presence_number; /* of what was last said of tables here */
    Elsewhere **elsewhere;     /* by the hash of the table's code */
};

/* ------------------------------------------------------------------------- */
/* Connections, people, addresses                                            */
/* ------------------------------------------------------------------------- */

/* Somebody with a connection, or who had one a moment ago at another node, or whose
 * token buckets are not full again. */
struct Person {
    List lru;     /* among the idle; first */
    Person *next; /* of the same bucket */
    Quota quota;
    StoreUser user;
    Conn *conns;
    Person *next_stale;
    int is_mine_stale;   /* in that list: who looks at their tables is sent anew */
    int is_asking;       /* and the store is being asked */
    int64_t known_until; /* kept that long without a connection */
};

typedef struct Held Held; /* a message that came before we knew who speaks */

struct Conn {
    Core *core;
    void *link; /* NULL: closed */
    Conn *next, *before;
    int refs; /* by itself, messages that wait, writes and jobs */
    Person *person;
    Conn *next_of_person;
    uint8_t session[STORE_HASH_BYTES]; /* by which it came in; zero: none */
    Address *address;
    Language language;
    Watch *watches;
    int watch_count;
    unsigned readings; /* of the log, for its watches: the number of the last one */
    int wants_mine;
    int is_greeted; /* who it is has been found out */
    Held *held;
    int held_count;
    int waiting;    /* messages that wait for tables */
    Quota quota;    /* of a stranger */
    int strikes;    /* messages that were refused, ten for each that was not */
    Packet **queue; /* a ring */
    int queue_room, queue_at, queue_count;
    size_t queued_bytes;
    int is_dropped; /* it does not read: nothing is sent to it any more */
};

struct Watch {
    Conn *conn;
    Table *table;
    Watch *next_of_table, *next_of_conn;
    int parts; /* of UpdatePart */
    /* The last entry that it was sent, each once and in order: what is missing in between
     * is read from the log. -1: none yet, the next one is the first. */
    int sent;
    int is_catching_up; /* the log is being read for it: updates wait for that */
    unsigned reading;   /* which reading that is, by conn->readings */
    Packet *answer;     /* the update of its own move, which comes then; or NULL */
    int answer_n;
    int lacks_position; /* it has the log, but the table was busy: see table_resume */
    int chat_sent;      /* the last line of chat that it was sent; 0: none yet */
};

enum { ADDRESS_KEY = 64 };

struct Address {
    List lru; /* among the idle; first */
    Address *next;
    char text[ADDRESS_KEY]; /* an IPv6 address is its /64 */
    int connections;
    Quota quota;
    /* For the security log: */
    int refused;       /* since the last line */
    unsigned refusals; /* of which kinds: a bit each */
    int64_t refusal_logged;
};

/* Reads both clocks. */
void core_read_clocks(Core *core);
/* The wall clock is in doubt: nothing that depends on it may expire. */
int core_expiry_is_paused(const Core *core);
/* The time by which something has expired: now, or 0 while nothing does. */
int64_t core_expiry_time(const Core *core);

/* A token bucket is the time at which it is full again, in microseconds. */
int64_t bucket_wait(int64_t full_at, const Rate *rate, int64_t now); /* 0: has a token */
void bucket_take(int64_t *full_at, const Rate *rate, int64_t now);
/* Takes a token of the address and one of `own`; either may be NULL. 0: taken;
 * otherwise the seconds until there is one. */
int limit_take(Core *core, Address *address, Quota *own, RateKind kind);
int conn_take_token(Conn *conn, RateKind kind);
int quota_is_full(const Quota *quota, int64_t steady);

void address_key(const char *text, char key[ADDRESS_KEY]);
Address *address_get(Core *core, const char *text); /* NULL: no memory */
/* A connection of it begins, or ends. */
void address_join(Address *address);
void address_leave(Core *core, Address *address);
/* Forgets those whose buckets are full again. */
void addresses_sweep(Core *core);
void addresses_free(Core *core);

Person *person_get(Core *core, const StoreUser *user);
Person *person_find(Core *core, StoreId user); /* NULL: not connected */
void person_drop_if_gone(Core *core, Person *person);
void persons_sweep(Core *core);
void persons_delete_programs_of(Core *core, const StoreUser *owner);
/* Those without a connection: their names may be old. */
void persons_forget(Core *core);
void persons_free(Core *core);

/* A name, or a kind, is another one, or somebody is deleted: connections and tables in
 * memory follow. */
void user_has_changed(Core *core, const StoreUser *user);

void conn_hold(Conn *conn);
void conn_release(Conn *conn);
/* Ends it, once what is queued is out; from now on it watches nothing. */
void conn_hang_up(Conn *conn);
StoreId conn_user(const Conn *conn);                /* 0: a stranger */
void conn_greet(Conn *conn, const StoreUser *user); /* NULL: a stranger */
void conn_join_person(Conn *conn, const StoreUser *user);

/* ------------------------------------------------------------------------- */
/* What is sent                                                              */
/* ------------------------------------------------------------------------- */

Packet *packet_new(const char *text, size_t length); /* NULL: no memory */
/* The connection takes a reference of its own. NULL is passed over. */
void conn_send(Conn *conn, Packet *packet);
void conn_send_text(Conn *conn, const Text *text);
void conn_ok(Conn *conn, RequestId id);
void conn_error(Conn *conn, RequestId id, ErrorCode code);
void conn_refuse(Conn *conn, RequestId id, const Error *error);

/* {"type":"ok" …: opens an object in the scratch text. */
JsonOut message_begin(Core *core, const char *type);
void message_add_id(JsonOut *out, RequestId id);
/* The id of a message that cannot be read as a whole, or is not to be. */
RequestId message_find_id(const char *bytes, size_t length);

typedef struct Verb Verb;

/* A message that is understood so far. */
typedef struct Message {
    struct Message *next; /* of those that wait for the same table */
    Conn *conn;
    Json *json;
    const Verb *verb;
    RequestId id;
    int is_fresh; /* the table was read after it had come */
    Error error;  /* why it is refused */
} Message;

/* Always answers 0, so that a check can end with it. */
int message_refuse(Message *message, ErrorCode code);

/* One that lasts, and holds the connection; what it is made of belongs to it from now on.
 * NULL: no memory. */
Message *message_keep(Message *message);
void message_free(Message *message);

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* What memory has of a table.
 *
 *     EMPTY <──> LOADING ───> READY <───────> WRITING
 *                 │  ^         │ ^             │   │
 *                 │  │         v │     refused │   │
 *                 │  └────── READING <─────────┘   │
 *                 │ it does    │ ^                 │
 *                 │ not fit    v │                 │ the store fails
 *                 │          BEHIND <──────────────┘
 *                 ├──> MISSING       there is no such table, or it was closed; also
 *                 │                  from READING and WRITING. LOADING when asked for again
 *                 └──> QUARANTINED   its log is not that of its game; LOADING again when
 *                                    asked for after QUARANTINE_MS
 *
 * READY, WRITING, READING and BEHIND have a row, and a match if the game has begun and its
 * rules are here. Messages run in READY alone; elsewhere they wait, or fail. */
typedef enum CacheState {
    CACHE_EMPTY,
    CACHE_LOADING, /* from the deal on */
    CACHE_READY,
    CACHE_WRITING, /* an entry or a row is on its way */
    CACHE_READING, /* what is new: row, and entries after the last */
    CACHE_BEHIND,  /* it must be read, and could not be */
    CACHE_MISSING,
    CACHE_QUARANTINED,
} CacheState;

/* Why an open table is to be closed: tidy.c. */
typedef enum Stale { STALE_NOT, STALE_IF_NOBODY_CAME, STALE_WITHOUT_HOST } Stale;

struct Table {
    Core *core;
    Table *next; /* of the same bucket */
    StoreTable row;
    const Game *game;
    CacheState cache;
    Stale stale;
    int owes_positions;     /* to watches that lack one */
    int must_read;          /* something was heard of that memory does not have */
    Write *refused;         /* while it is READING or LOADING: decided afterwards */
    StoreEntry *peer_entry; /* while it is WRITING: another node's entry came first */
    int64_t damaged;        /* when it was quarantined */
    int runs_bots;          /* its bots are this node's: it has brought the last change, or
                             claimed the table */
    int is_thinking;        /* a bot is, about this table */
    int64_t thinks_since;
    Message *queue, *queue_end;
    Watch *watches;
    int chat_is_loading;  /* its chat is being read */
    int chat_latest;      /* the last line heard of since */
    int presence_changed; /* who is here has changed, and was not sent yet */
    int presence_unsent;  /* the same, to other nodes */
    Presence said;        /* to them */
    int64_t used;         /* when somebody last wanted something of it */
    /* While it is played or over, and somebody looks: */
    Match *match;
    int match_n; /* the entry after which it stands: while WRITING one, one more than the
                    row's */
    Events *last_events; /* cut off after its last event; NULL: none */
    Entry last;          /* its seat is NOBODY at the deal */
    int undone;          /* actions taken back and not done again */
    /* Since this entry, seats that must decide at the same time have done so, each for
     * itself: what another of them wanted to do then still counts. */
    int independent_since;
};

Table *table_find(Core *core, const char *code); /* in memory; NULL: not there */
/* The same, and made if it is not there: then it is to be loaded. */
Table *table_get(Core *core, const char *code);
/* Reads all of it; those who watch are sent how it stands. */
void table_load(Table *table);
/* Reads what is new, as soon as nothing else is under way. */
void table_refresh(Table *table);
/* Its log has this entry now, brought by another node. */
void table_receive_entry(Table *table, const StoreEntry *entry);
/* The entry of another node that was heard of while one of our own was WRITING; 0: none. */
int table_apply_peer_entry(Table *table);
/* Something has ended: what has waited runs, bots think, what was heard of is read. */
void table_resume(Table *table);
/* Frees match and events: the table must be loaded from the deal on. */
void table_unload(Table *table);
void table_free(Table *table);
void tables_sweep(Core *core);
/* Clocks that have run out, and who has come and gone. */
void tables_tick(Core *core);
/* A copy, no larger than they are; NULL: none, or no memory. */
Events *events_kept(const Events *events);
/* The entry is the last one now; takes over the events, which may be NULL. */
void table_set_last(Table *table, const StoreEntry *entry, Events *events);
/* Of the position that the match has come to. */
uint64_t match_hash(const Match *match);
/* What can be taken back no more leaves memory. */
void table_forget_final(Table *table);
void tables_free(Core *core);
/* The message waits until the table can be spoken to; or until it has been read, and runs
 * before the others then. It is taken over. */
void table_enqueue(Table *table, Message *message);
void table_enqueue_first(Table *table, Message *message);
/* Another node may have changed the table a moment ago, and sent whoever sends this: must
 * it be read first? Then the message runs again afterwards. */
int table_reads_first(Table *table, Message *message);
void table_run_queue(Table *table);
int table_is_ready(const Table *table);
/* Is there a row in memory? */
int table_is_known(const Table *table);
/* Are its rules not in this program? Then there is no match, and nobody plays here. */
int table_is_foreign(const Table *table);

int table_seat_of(const StoreTable *row, StoreId user); /* NOBODY: none */
/* Does a bot decide for this seat now? */
int seat_is_bots(const StoreSeat *seat);
/* Has whoever sits there deleted their account? */
int seat_is_deserted(const StoreSeat *seat);
const char *seat_level(const StoreTable *row, int seat);
int code_is_sound(const char *code);
uint32_t code_hash(const char *code);
void code_make(char *code, int length);

/* May this user know that the table exists? */
int table_may_watch(const Table *table, StoreId user);

int watch_add(Conn *conn, Table *table, int parts); /* 0: too many, or no memory */
Watch *watch_find(const Conn *conn, const Table *table);
void watch_drop(Watch *watch);

/* The names in a language, of people as they call themselves, of bots by level. */
void table_names(const StoreTable *row, Language language, PlayerNames *names);

/* ------------------------------------------------------------------------- */
/* Changes                                                                   */
/* ------------------------------------------------------------------------- */

/* A change of a table on its way to the store.
 *
 *     write_submit ──> stored ──> taken over, `then`
 *         ^   ├─> the store fails: "not-stored"
 *         │   └─> refused ──> the table is read
 *         │                    ├──> it is there: answered
 *         ├────────────────────┤ again, if it still can be meant
 *         │                    └──> "stale"
 *         └── of a row, the message runs again */
struct Write {
    Job job; /* run, if there is one: what must be read before it can be stored */
    Write *next_spare;
    Table *table;
    Conn *by; /* who gets the answer, or NULL */
    RequestId id;
    int tries;
    StoreWrite store; /* an entry, the row below, or both */
    StoreTable row;   /* all of it as it will be */
    int base_n;       /* of an entry: the position that its author had seen */
    char notice[WRITE_NOTICE_MAX];
    Events *events;   /* of the entry */
    Move undone_move; /* of an undo: what to do again if it is refused */
    Match *match;     /* dealt on the way, when a game begins */
    Message *message; /* that a row is changed for; NULL: nobody's */
    /* Once it is stored and taken over: publish. */
    void (*on_stored)(Write *write);
};

/* NULL: no memory, which was sent. */
Write *write_new(Table *table, Conn *by, RequestId id);
/* For a change of the row that a message wants: it runs again if the row was changed
 * meanwhile. The row as it will be is a copy, to be changed further. */
Write *write_row_for(Table *table, Message *message, void (*on_stored)(Write *write));
/* The same without a message. */
Write *write_row_of(Table *table, void (*on_stored)(Write *write));
void write_submit(Write *write);
void write_drop(Write *write);
/* The table was read after the write had been refused. `is_there`: it took place after all,
 * and was answered. */
void write_resolve(Write *write, int is_there);
/* The table cannot be read: nobody knows what became of it. */
void write_fail(Write *write);
/* Is it what the row that was read has now? */
int write_is_row(const Write *write, const StoreTable *row);
/* The entry is done once more, and posted; 0: it is not possible any more. */
int write_entry_again(Write *write);
/* The row as it will be: a copy, changed now. */
StoreTable *write_row(Write *write);

/* "stale", and then the position as it is. */
void send_stale(Conn *conn, Table *table, RequestId id);
/* A `then`: says ok, and tells the table to all. */
void publish_row(Write *write);

/* Everything that a table needs after any change: bots that must think. */
void table_run_bots(Table *table);
void bot_has_chosen(Table *table, int seat, Action action);
/* Sees whether somebody's time is up. */
void table_check_clock(Table *table);
/* Closes an open table. */
void table_close(Table *table, Message *message);
/* The bot takes over a seat, or hands it back. NULL: nobody has asked for it. */
void seat_set_away(Table *table, int seat, int is_away, Message *message);

/* Clocks. The game begins: moment.waiting is known. */
void clocks_begin(StoreTable *row);
/* After an entry of the log; moment->waiting is known, the rest as it was. */
void clocks_step(const Table *table, const StoreEntry *entry, StoreMoment *moment);
void clocks_pay(const Table *table, StoreMoment *moment);
void clocks_set_deadline(const StoreTable *row, StoreMoment *moment, int64_t at);
int64_t clock_left(const Table *table, int seat); /* -1: none runs out */
/* Must the seat decide, without any time left? Also if a bot is about to decide for it. */
int clock_is_up(const Table *table, int seat);

/* ------------------------------------------------------------------------- */
/* Telling                                                                   */
/* ------------------------------------------------------------------------- */

/* The keys of TABLE, into an open object. The seed, if it is known, is sent only
 * when the game is over. */
void table_write(JsonOut *out, Core *core, const StoreTable *row, StoreId reader,
                 const uint8_t *seed);
void table_players(const StoreTable *row, Language language, SavePlayers *players);
void send_table(Conn *conn, Table *table, RequestId id);
void broadcast_table(Table *table);
/* To everybody who looks on: line k, the message being as it is sent. Without one, or
 * where lines before it are missing, they come from the store. */
void chat_receive(Table *table, int k, const char *message, size_t length);
/* Reads what was said last, and tells everybody what they were not sent yet. */
void chat_read(Table *table);
/* The same, for one who begins to look on. */
void chat_send_history(Watch *watch);
/* The position as it is now, once more; whoever watches was sent it before. */
void send_update(Conn *conn, Table *table, int parts, RequestId id);
/* The same to one who watches: it has been sent all up to here. */
void watch_send_update(Watch *watch, RequestId id);
/* The update of its own move, if that is the next one. */
void watch_send_reply(Watch *watch);
/* To everybody who watches, what they were not sent yet; `by` gets it with the id, whether
 * watching or not. */
void broadcast_update(Table *table, Conn *by, RequestId id);
/* Reads from the log what comes after what was sent, then goes on from there. */
void watch_catch_up(Watch *watch);
/* To watches that lack one, once the table is ready. */
void watches_send_positions(Table *table);
/* Those who sit here look at their tables again. */
void mine_changed(Table *table);
void mine_flush(Core *core);
void mine_ask(Core *core, Person *person);
void mine_forget(Core *core, Person *person);
void you_write(JsonOut *out, const StoreUser *user);
void clock_write(JsonOut *out, const StoreClock *clock);

/* ------------------------------------------------------------------------- */
/* Messages                                                                  */
/* ------------------------------------------------------------------------- */

/* 1: it is answered, or will be. 0: error in message->error. */
typedef int (*TableVerb)(Conn *conn, Table *table, Message *message);

void message_run(Conn *conn, const char *bytes, size_t length);
/* One that has waited for this table. */
void message_run_at(Table *table, Message *message);

int do_watch(Conn *conn, Table *table, Message *message);
int do_leave(Conn *conn, Table *table, Message *message);
int do_sit(Conn *conn, Table *table, Message *message);
int do_stand(Conn *conn, Table *table, Message *message);
int do_close(Conn *conn, Table *table, Message *message);
int do_return(Conn *conn, Table *table, Message *message);
int do_seat(Conn *conn, Table *table, Message *message);
int do_start(Conn *conn, Table *table, Message *message);
int do_act(Conn *conn, Table *table, Message *message);
int do_undo(Conn *conn, Table *table, Message *message);
int do_chat(Conn *conn, Table *table, Message *message);
int do_log(Conn *conn, Table *table, Message *message);
int do_rematch(Conn *conn, Table *table, Message *message);

/* Tells everybody who watches that something is wrong with the table. */
void broadcast_error(Table *table, ErrorCode code);

/* Jobs of the core, counted so that the end can wait for them. */
void core_submit(Core *core, Job *job);
void core_job_done(Core *core);
/* For how many milliseconds the database has owed an answer, or 0. */
int core_silence(const Core *core);
/* Everybody is to connect again, elsewhere if there is another server. */
void core_send_bye(Core *core, const char *reason);

#endif
