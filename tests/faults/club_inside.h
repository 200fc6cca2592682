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
    int is_here;                     /* 0: a bot has the seat */
    int home;                        /* the node where it started */
    int64_t watch_at;                /* when to send `watch` again; 0: no need */
    char action[RECORD_ACTION_ROOM]; /* planned or sent; empty: undo */
    long n;                          /* the number sent with it */
    int64_t act_at;                  /* 0: nothing is planned */
    long id;                         /* of the pending request; 0: none */
    int64_t sent_at;
    long turn; /* the number at which it is to move, and since when; -1: none */
    int64_t asked_at;
    int asked_node;    /* -1: it has changed nodes since */
    int64_t came_at;   /* at the present node */
    int is_away;       /* a bot sits in … */
    int knows_away;    /* … as its own connection has reported */
    int64_t return_at; /* … until the player returns; 0: no need */
    int must_flee; /* the node has a fault, and the player has not reached another yet */
} Player;

typedef struct ClubTable {
    ClubKind kind;
    int number;
    char code[CLUB_CODE_ROOM];
    Record *record;
    Player players[RECORD_READERS];
    long last_n; /* the last entry that any reader received; when entries were first
                    received */
    int64_t first_seen_at[SEEN_KEPT];
    int64_t bot_since;   /* since when a bot is to move; 0: none is */
    int64_t clock_since; /* since when the clock of the passive seat runs; 0: it does not */
    int is_over;
} ClubTable;

/* A measured duration. */
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
    int is_still; /* play is paused */
    long next_id;
    /* Since club_measure. */
    int64_t fault_at, from;
    unsigned victims;
    long moves;
    Spans others, elsewhere, bots, clocks, seen, seen_late;
    long not_stored, stale, abandoned;
    ClubTotals totals;
} Club;

extern Club club;

/* club_tables.c: opens a table in this place, by blocking requests. */
void club_open_table(ClubTable *table);
const char *club_new_person(int node, const char *name);

/* club_receive.c: handles all messages that have arrived for a player. */
void club_receive(ClubTable *table, Player *player);
void club_watch(ClubTable *table, Player *player);
/* Sends the planned action. */
void club_act(ClubTable *table, Player *player);
/* After a reconnect: the outcome of a pending move is unknown. */
void club_forget_sent(Player *player);

/* club_figures.c */
void club_note(Spans *spans, int64_t from, int64_t to);
int club_is_victim(int node);

#endif
