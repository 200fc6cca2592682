/* inside.h: what the files of the core share, and nobody else includes.
 *
 *     Core ──< Conn ──< Watch >── Table ──< Wait
 *      │        └─ Person                └── Write (at most one)
 *      └──< Address
 *
 * A table in memory is a cache of the store. `row` is what the store has; whatever
 * changes goes through a Write: the new row or entry is prepared aside, stored, and
 * only then taken over and told. While that lasts the table is busy, and all that
 * concerns it waits in order. */
#ifndef ROUNDHOUSE_SERVER_INSIDE_H
#define ROUNDHOUSE_SERVER_INSIDE_H

#include "play/match.h"
#include "server/core.h"
#include "server/errors.h"
#include "server/times.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/update.h"

typedef struct Table Table;
typedef struct Watch Watch;
typedef struct Person Person;
typedef struct Address Address;
typedef struct Write Write;
typedef struct Asked Asked;         /* of another node: asking.c */
typedef struct Relay Relay;         /* by another node: answering.c */
typedef struct Passwords Passwords; /* passwords.c */
typedef struct Peer Peer;
typedef struct Elsewhere Elsewhere;

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

/* A list of records that may be dropped, the least recently used first. */
typedef struct Lru {
    struct Lru *older, *newer; /* NULL: not in the list */
} Lru;

/* ------------------------------------------------------------------------- */
/* The core                                                                  */
/* ------------------------------------------------------------------------- */

enum { TABLE_CODE_LENGTH = 10, USER_CODE_LENGTH = 12 };

typedef struct Counts {
    long messages, moves, bot_moves, refused, sent, requests, dropped;
} Counts;

/* A node's line to its database: line.c. */
typedef struct Line {
    int is_beating; /* a beat is on its way */
    int is_cut_off;
    int64_t beaten, grace;  /* steady */
    int64_t database_ahead; /* its clock, of the steady one */
} Line;

struct Core {
    CoreConfig config;
    /* Of this round of events: times.h. */
    int64_t now;    /* milliseconds since 1970, to be stored and compared */
    int64_t steady; /* to wait by */
    Times times;
    int64_t ran_at;  /* the clocks were last read then, by the system's steady clock */
    int64_t started; /* clocks of live games do not run while there is no server */
    int64_t looked_for_wakes;
    int is_looking_for_wakes;
    int64_t swept, tidied;
    int64_t tidy_began; /* steady; 0: not yet */
    StoreId tidy_after;
    int is_tidying, has_more_to_tidy;
    int is_closing;
    Conn *conns;
    int conn_count;
    Table **tables; /* by the hash of their code */
    int table_count, table_room;
    int errands; /* on their way */
    Person **persons;
    int person_count;
    Lru idle_persons;      /* those without a connection */
    Person *stale_persons; /* those who are to see their tables anew */
    Address **addresses;
    int address_count;
    Lru idle_addresses; /* those without a connection */
    Passwords *guesses;
    Write *spare_writes;
    Text scratch;
    Rng rng; /* of bots */
    Counts counts;
    /* Of a node: */
    Line line;
    Asked *asked;
    long asked_count;
    Relay *relays;
    int64_t leases_asked, leases_kept;
    int is_keeping_leases, are_leases_lost;
    Peer *peers;
    int64_t name_said;
    Elsewhere **elsewhere; /* by the hash of the table's code */
};

/* ------------------------------------------------------------------------- */
/* Connections, people, addresses                                            */
/* ------------------------------------------------------------------------- */

/* Somebody with a connection, or who had one a moment ago at another node, or whose
 * token buckets are not full again. */
struct Person {
    Lru lru;      /* first */
    Person *next; /* of the same bucket */
    Quota quota;
    StoreUser user;
    Conn *conns;
    Person *next_stale;
    int is_mine_stale;   /* in that list: who looks at their tables is told anew */
    int is_asking;       /* and the store is being asked */
    int64_t known_until; /* kept that long without a connection */
};

typedef struct Held Held; /* a message that came before we knew who speaks */

struct Conn {
    Core *core;
    void *link; /* NULL: closed */
    Conn *next, *before;
    int refs; /* by itself, waits, writes and errands */
    Person *person;
    Conn *next_of_person;
    uint8_t session[STORE_HASH_BYTES]; /* by which it came in; zero: none */
    Address *address;
    Language language;
    Watch *watches;
    int watch_count;
    int wants_mine;
    int is_greeted; /* who it is has been found out */
    Held *held;
    int held_count;
    int waiting;  /* messages that wait for tables */
    Quota quota;  /* of a stranger */
    int strikes;  /* messages that were refused, ten for each that was not */
    Post **queue; /* a ring */
    int queue_room, queue_at, queue_count;
    size_t queued_bytes;
    Relay *relay;   /* it is a connection of another node; NULL: our own */
    int is_dropped; /* it does not read: nothing is sent to it any more */
};

struct Watch {
    Conn *conn;
    Table *table;
    Watch *next_of_table, *next_of_conn;
    int parts;          /* of UpdatePart */
    int is_catching_up; /* the log is being read for it: updates wait for that */
    int chat_told;      /* the last line of chat that it was told; 0: none yet */
};

enum { ADDRESS_KEY = 64 };

struct Address {
    Lru lru; /* first */
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

void lru_add(Lru *list, Lru *node);
void lru_remove(Lru *node);
Lru *lru_oldest(const Lru *list); /* NULL: none */

/* Takes a token of the address and one of `own`; either may be NULL. 0: taken;
 * otherwise the seconds until there is one. */
int limit_take(Core *core, Address *address, Quota *own, RateKind kind);
int conn_may(Conn *conn, RateKind kind);
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
/* Those without a connection: their names may be old. */
void persons_forget(Core *core);
void persons_free(Core *core);

/* A name, or a kind, is another one, or somebody is deleted: connections and tables in
 * memory follow. */
void user_has_changed(Core *core, const StoreUser *user);

void conn_hold(Conn *conn);
void conn_release(Conn *conn);
StoreId conn_user(const Conn *conn);                /* 0: a stranger */
void conn_greet(Conn *conn, const StoreUser *user); /* NULL: a stranger */
void conn_join_person(Conn *conn, const StoreUser *user);

/* ------------------------------------------------------------------------- */
/* What is sent                                                              */
/* ------------------------------------------------------------------------- */

/* The number that an answer repeats. */
typedef struct AnswerId {
    int is_said;
    long long number;
} AnswerId;

Post *post_new(const char *text, size_t length); /* NULL: no memory */
/* The connection takes a reference of its own. NULL is passed over. */
void conn_send(Conn *conn, Post *post);
void conn_send_text(Conn *conn, const Text *text);
void conn_ok(Conn *conn, AnswerId id);
void conn_error(Conn *conn, AnswerId id, ErrorCode code);
/* With a sentence of its own. */
void conn_error_saying(Conn *conn, AnswerId id, ErrorCode code, const char *sentence);

/* {"type":"ok" …: opens an object in the scratch text. */
JsonOut message_begin(Core *core, const char *type);
void message_add_id(JsonOut *out, AnswerId id);

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

/* Something that concerns a table and waits its turn. */
typedef struct Wait {
    struct Wait *next;
    Conn *conn;
    size_t length;
    char message[];
} Wait;

struct Table {
    Core *core;
    Table *next; /* of the same bucket */
    StoreTable row;
    const Game *game;
    int is_loaded, is_loading, is_busy, is_missing;
    int could_not_load; /* just now: what has waited for it waits no longer */
    int is_stale;       /* to be closed, if nobody has come: tidy.c */
    int is_thinking;    /* a bot is, about this table */
    int thinking_seat;
    Wait *waits, *last_wait;
    Watch *watches;
    int is_recalling;       /* its chat is being read */
    int chat_heard;         /* the last line heard of since */
    int is_presence_stale;  /* who is here has changed, and was not told yet */
    int is_presence_unsaid; /* the same, to other nodes */
    Presence said;          /* to them */
    int64_t used;           /* when somebody last wanted something of it */
    /* While it is played or over, and somebody looks: */
    Match *match;
    int match_n; /* the entry after which it stands: while a write is under way, one more
                    than the row's */
    Events *last_events; /* cut off after its last event; NULL: none */
    int last_by, last_is_undo, last_is_bots;
    /* Clocks: `row.moment.left` was true at this time. */
    int64_t clocks_at;
    int64_t stood_until; /* those of live games have stood: nobody could have moved */
    int undone;          /* actions taken back and not done again */
    /* Among several nodes: */
    int64_t lease;                   /* our token; 0: it is not ours to change */
    char writer[STORE_WORD_MAX + 1]; /* whose it is; empty: not known */
    int wants_lease;                 /* with the next loading */
    int is_following, is_behind;     /* the log is being read; and must be again */
    int must_tell;                   /* those who look on, once it is loaded */
    /* Its rules are not in this program, so there is no match: another node may have
     * them, and then what people want here is asked of that one. */
    int is_foreign;
    int is_writer_true; /* the store has told it just now */
};

Table *table_find(Core *core, const char *code); /* in memory; NULL: not there */
/* The same, and made if it is not there: then it is to be loaded. */
Table *table_get(Core *core, const char *code);
void table_load(Table *table);
/* Forgets what memory has of it, because the store said no. */
void table_unload(Table *table);
void table_free(Table *table);
void tables_sweep(Core *core);
/* Clocks that have run out, and who has come and gone. */
void tables_tick(Core *core);
/* What the last entry brought about; NULL: nothing. */
void table_keep_events(Table *table, const Events *events);
/* What can be taken back no more leaves memory. */
void table_forget_final(Table *table);
void tables_free(Core *core);
/* The message waits until the table can be spoken to. */
void table_wait(Table *table, Conn *conn, const char *message, size_t length);
void table_run_waits(Table *table);
int table_is_ready(const Table *table);

int table_seat_of(const StoreTable *row, StoreId user); /* NOBODY: none */
/* Does a bot decide for this seat now? */
int seat_is_bots(const StoreSeat *seat);
const char *seat_level(const StoreTable *row, int seat);
int code_is_sound(const char *code);
void code_make(char *code, int length);

/* The error for somebody who may not even know that the table is there. */
int table_may_watch(const Table *table, StoreId user);

int watch_add(Conn *conn, Table *table, int parts); /* 0: too many, or no memory */
Watch *watch_find(const Conn *conn, const Table *table);
void watch_drop(Watch *watch);

/* The names in a language, of people as they call themselves, of bots by level. */
void table_names(const StoreTable *row, Language language, PlayerNames *names);

/* ------------------------------------------------------------------------- */
/* Changes                                                                   */
/* ------------------------------------------------------------------------- */

/* A change of a table on its way to the store. */
struct Write {
    Errand errand;
    Write *next_spare;
    Table *table;
    Conn *by; /* who gets the answer, or NULL */
    AnswerId id;
    int64_t lease; /* the token that it carries */
    /* Within the batch, what is to be stored; usually entry and row. */
    StoreStatus (*store)(Write *write, Store *store, Fault *fault);
    int has_entry, has_row;
    StoreEntry entry;
    StoreTable row; /* if has_row: all of it as it will be */
    Match *match;   /* dealt on the way, when a game begins */
    /* Once it is stored and taken over: tell. */
    void (*then)(Write *write);
};

/* NULL: no memory, which was told. The row is a copy of the table's. */
Write *write_new(Table *table, Conn *by, AnswerId id);
void write_post(Write *write);
void write_drop(Write *write);

/* The row as it will be: a copy, changed now, to be changed further. */
StoreTable *write_row(Write *write);
/* A `then`: says ok, and tells the table to all. */
void tell_change(Write *write);

/* Everything that a table needs after any change: bots that must think. */
void table_attend(Table *table);
void bot_has_chosen(Table *table, int seat, Action action);
/* Sees whether somebody's time is up. */
void table_check_clock(Table *table);
/* Closes an open table. */
void table_close(Table *table, Conn *by, AnswerId id);
/* The bot takes over a seat, or hands it back. */
void seat_set_away(Table *table, int seat, int is_away, Conn *by, AnswerId id);

/* Clocks. The game begins: moment.waiting is known. */
void clocks_begin(StoreTable *row);
/* After an entry of the log; moment->waiting is known, the rest as it was. */
void clocks_step(const Table *table, const StoreEntry *entry, StoreMoment *moment);
void clocks_pay(const Table *table, StoreMoment *moment);
/* Who comes back has a little time at least. */
void clocks_return(const StoreClock *clock, int64_t *left);
void clocks_set_deadline(const StoreTable *row, StoreMoment *moment, int64_t at);
int64_t clock_left(const Table *table, int seat); /* -1: none runs out */
/* After a pause that was nobody's fault. */
void clocks_resume(Table *table);
/* There was one until now. */
void clocks_have_stood(Table *table);

/* ------------------------------------------------------------------------- */
/* Telling                                                                   */
/* ------------------------------------------------------------------------- */

/* The keys of TABLE, into an open object. The seed, if it is known, is told only
 * when the game is over. */
void table_write(JsonOut *out, Core *core, const StoreTable *row, StoreId reader,
                 const uint8_t *seed);
void table_players(const StoreTable *row, Language language, SavePlayers *players);
void tell_table_to(Conn *conn, Table *table, AnswerId id);
void tell_table(Table *table);
/* To everybody who looks on: line k, the message being as it is told. Without one, or
 * where lines before it are missing, they come from the store. */
void chat_hear(Table *table, int k, const char *message, size_t length);
/* Reads what was said last, and tells everybody what they were not told yet. */
void chat_recall(Table *table);
/* The same, for one who begins to look on. */
void chat_recall_for(Watch *watch);
void tell_update_to(Conn *conn, Table *table, int parts, AnswerId id);
/* To everybody who watches; `by` gets it with the id, whether watching or not. */
void tell_update(Table *table, Conn *by, AnswerId id);
/* Those who sit here look at their tables again. */
void tell_mine_of(Table *table);
void mine_flush(Core *core);
void mine_ask(Core *core, Person *person);
void mine_forget(Core *core, Person *person);
void you_write(JsonOut *out, const StoreUser *user);
void clock_write(JsonOut *out, const StoreClock *clock);

/* ------------------------------------------------------------------------- */
/* Messages                                                                  */
/* ------------------------------------------------------------------------- */

/* A message that is understood so far. */
typedef struct Message {
    const Json *json;
    AnswerId id;
} Message;

typedef void (*TableVerb)(Conn *conn, Table *table, const Message *message);

void message_run(Conn *conn, const char *bytes, size_t length);
/* One that has waited for this table. */
void message_run_at(Conn *conn, Table *table, const char *bytes, size_t length);

void do_watch(Conn *conn, Table *table, const Message *message);
void do_leave(Conn *conn, Table *table, const Message *message);
void do_sit(Conn *conn, Table *table, const Message *message);
void do_stand(Conn *conn, Table *table, const Message *message);
void do_close(Conn *conn, Table *table, const Message *message);
void do_return(Conn *conn, Table *table, const Message *message);
void do_seat(Conn *conn, Table *table, const Message *message);
void do_start(Conn *conn, Table *table, const Message *message);
void do_act(Conn *conn, Table *table, const Message *message);
void do_undo(Conn *conn, Table *table, const Message *message);
void do_chat(Conn *conn, Table *table, const Message *message);
void do_log(Conn *conn, Table *table, const Message *message);
void do_rematch(Conn *conn, Table *table, const Message *message);

/* Errands of the core, counted so that the end can wait for them. */
void core_post(Core *core, Errand *errand);
void core_post_back(Core *core);
/* For how many milliseconds the database has owed an answer, or 0. */
int core_silence(const Core *core);
/* Everybody is to connect again, elsewhere if there is another server. */
void core_send_away(Core *core, const char *reason);

#endif
