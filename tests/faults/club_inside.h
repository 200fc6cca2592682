/* club_inside.h: what the files of the club share. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_CLUB_INSIDE_H
#define ROUNDHOUSE_TESTS_FAULTS_CLUB_INSIDE_H

#include "club.h"
#include "engine/random.h"
#include "guest.h"

enum { CLUB_CODE_ROOM = 16, SEEN_KEPT = 64 };

typedef enum ClubKind { CLUB_PEOPLE, CLUB_BOT, CLUB_CLOCK } ClubKind;

/* A reader of a table: seat 0, seat 1, or the spectator.
 *
 *     watching ──update with actions──> planned ──act_at──> sent ──update, error──┐
 *        ^───────────────────────────────────────────────────────────────────────┘ */
typedef struct Player {
    Guest guest;
    int is_here;                     /* no bot has the seat */
    int home;                        /* the node where it began */
    int64_t watch_at;                /* when to say `watch` again; 0: no need */
    char action[RECORD_ACTION_ROOM]; /* planned or sent; empty: undo */
    long n;                          /* the number that goes with it */
    int64_t act_at;                  /* 0: nothing is planned */
    long id;                         /* of what was sent; 0: nothing */
    int64_t sent_at;
    long turn; /* number in which it wants to move, and since when; -1: none */
    int64_t asked_at;
    int asked_node;    /* -1: not at one node all the time */
    int64_t came_at;   /* to the present node */
    int is_away;       /* a bot sits in for it … */
    int64_t return_at; /* … until it takes the seat again; 0: need not */
    int must_flee;     /* the node has a fault, and the player was not seen elsewhere yet */
} Player;

typedef struct ClubTable {
    ClubKind kind;
    int number;
    char code[CLUB_CODE_ROOM];
    Record *record;
    Player players[RECORD_READERS];
    long last_n; /* the last entry that anybody has seen, and when they were seen first */
    int64_t first_seen_at[SEEN_KEPT];
    int64_t bot_since;   /* a bot is waited for; 0: none is */
    int64_t clock_since; /* the time of the seat that never moves runs; 0: it does not */
    int is_over;
} ClubTable;

/* A time that was taken. */
typedef struct Span {
    int64_t from, to;
} Span;

typedef struct Spans {
    Span *items;
    size_t count, room;
} Spans;

typedef struct Club {
    ClubPlan plan;
    ClubTable *tables;
    int count;
    Rng rng;
    int is_still; /* nobody moves */
    long next_id;
    /* Since club_measure: */
    int64_t fault_at, from;
    unsigned victims;
    long moves;
    Spans others, elsewhere, bots, clocks, seen, seen_late;
    long not_stored, stale, abandoned;
    ClubTotals totals;
} Club;

extern Club club;

/* club_tables.c: opens a table in place of what was there, by blocking requests. */
void club_open_table(ClubTable *table);
const char *club_new_person(int node, const char *name);

/* club_receive.c: everything that has come for a player. */
void club_receive(ClubTable *table, Player *player);
void club_watch(ClubTable *table, Player *player);
/* Sends what it has planned. */
void club_act(ClubTable *table, Player *player);
/* The connection is another: what was on its way is in doubt. */
void club_forget_sent(Player *player);

/* club_figures.c */
void club_note(Spans *spans, int64_t from, int64_t to);
int club_is_victim(int node);

#endif
