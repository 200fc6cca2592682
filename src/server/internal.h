/* internal.h: the state of the core. The files of src/server that run on its thread
 * include it.
 *
 *     Core ──< Conn ──< Watch >── Table ──< Message (queued until the table is READY)
 *      │        └─ Person           └── Write (at most one)
 *      └──< Address
 *
 * conn.h has the left side, table.h the right side, write.h how a table is changed;
 * moves.c draws how a move is stored. */
#ifndef ROUNDHOUSE_SERVER_INTERNAL_H
#define ROUNDHOUSE_SERVER_INTERNAL_H

#include "server/admin.h"
#include "server/table.h"
#include "server/times.h"

typedef struct Passwords Passwords; /* passwords.c */
typedef struct Cards Cards;         /* preview.c */
typedef struct Peer Peer;           /* presence.c */
typedef struct Elsewhere Elsewhere; /* presence.c */

enum { PERSON_BUCKETS = 8192 };

typedef struct Counts {
    long messages, moves, bot_moves, refused, sent, requests, dropped;
    long conflicts, retries, quarantines;
    long pushes, pushes_failed;
    long mails, mails_failed;
} Counts;

/* The connection of a node to its database: heartbeat.c. */
typedef struct Heartbeat {
    int is_pending; /* a request is in progress */
    int is_cut_off;
    int64_t sent_at, probed_at, grace; /* steady */
    DatabaseTime time;
} Heartbeat;

/* A queue whose items are sent in rounds: outbox.h. */
typedef struct Outbox {
    int is_running; /* a round */
    int has_more;   /* the last one was full */
    int64_t looked; /* steady */
} Outbox;

struct Core {
    CoreConfig config;
    /* The time of this iteration of the event loop: times.h. */
    int64_t now;    /* milliseconds since 1970, to store and compare */
    int64_t steady; /* for timeouts */
    Times times;
    int64_t ran_at;  /* last iteration, by CLOCK_BOOTTIME */
    int64_t started; /* live clocks do not run while there is no server */
    int64_t last_scan;
    int64_t swept;
    int64_t tidy_began;                /* steady; 0: not yet */
    StoreId tidy_after, orphans_after; /* where the next round goes on */
    int is_tidying, has_more_to_tidy;
    int tidied_tables, tidied_guests;   /* and not logged yet */
    int daily_made, is_making_daily;    /* the last day whose deals are there: daily.c */
    int64_t daily_tried;                /* steady */
    int is_counting, has_more_to_count; /* incomes.c */
    int64_t counted;                    /* steady */
    int is_checking_sessions;
    int is_scanning;
    int is_closing;
    int jobs;         /* in progress */
    JobQueue replays; /* that wait */
    int replays_running;
    Conn *conns;
    int conn_count;
    size_t queued_bytes; /* for all connections */
    Table **tables;      /* hash table by code */
    int table_count, table_room;
    Person *persons[PERSON_BUCKETS]; /* hash table by user id */
    int person_count;
    List idle_persons;     /* without a connection */
    Person *stale_persons; /* whose list `mine` has changed */
    Address **addresses;   /* hash table */
    int address_count;
    List idle_addresses; /* without a connection */
    Passwords *guesses;
    Cards *cards; /* the last that were drawn */
    Text scratch;
    SeenText seen; /* of one broadcast */
    Rng rng;       /* for bots and ids */
    Counts counts;
    /* The log of acts, which is followed, and the settings: acts.c. */
    int is_following, has_settings;
    int acts_are_due;    /* something was done, here or elsewhere */
    int is_announcing;   /* the announcement was sent to all */
    int64_t acts_looked; /* steady */
    int64_t acts_stamp;  /* db_pool_stamp at that time */
    int64_t acts_seen;   /* the number of the last one */
    Settings settings;
    Outbox pushes, mails;
    int64_t read_again;          /* when tables that could not be read were last retried */
    int64_t clocks_paused_until; /* live clocks were paused until then, on all nodes */
    /* Of a node: */
    int catch_up_at;     /* tables from this bucket on have yet to catch up: load.c… */
    int catching_up;     /* …and so many do */
    int64_t pause_found; /* the part of that found by this node, for the next scan; or 0 */
    Heartbeat heartbeat;
    int64_t scanned_at;       /* begin of the last scan that was answered: wakes.c */
    int scans_urgently;       /* a node has left: scan for its tables now */
    int must_repeat_presence; /* a notice could not be sent… */
    int must_repeat_question; /* …or a question for the presence of others */
    int elsewhere_count;      /* entries of `elsewhere` */
    Peer *peers;
    int64_t peers_checked; /* steady: presence.c */
    Elsewhere **elsewhere; /* hash table by the code of the table */
};

void core_read_clocks(Core *core);
/* The wall clock is in doubt: nothing that depends on it may expire. */
int core_expiry_is_paused(const Core *core);
/* What is due by this time has expired: now, or 0 while expiry is paused. */
int64_t core_expiry_time(const Core *core);

/* A setting of the database, if there is one (from 0), goes before the command line. */
int core_setting(const Core *core, int setting, int otherwise);
/* How many tables a person may host; 0: any number. */
int core_tables_most(const Core *core);

/* Submits a job to the database threads. Jobs are counted, so that shutdown can wait. */
void core_submit(Core *core, Job *job);
/* The same for a job that replays a whole game: few at a time, so that moves do not wait
 * for them. Its `done` calls core_replay_done first. */
void core_submit_replay(Core *core, Job *job);
void core_replay_done(Core *core);
/* For how many milliseconds the database has owed a reply, or 0. */
int core_silence(const Core *core);
/* Scans the store for work at tables that nobody watches (a bot's turn, an expired clock),
 * periodically, the first time at once: wakes.c. */
void wakes_look(Core *core);
/* Deletes stale data, every hour, a little at a time; never while the wall clock is in
 * doubt: tidy.c. */
void tidy_look(Core *core);
/* Sends `bye` to all clients: they connect again, to another node if there is one. */
void core_send_bye(Core *core, const char *reason);

#endif
