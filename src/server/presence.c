/* presence.c: which other nodes there are, and who is at a table by way of them.
 *
 * Each node says its name twice a second (line.c), on a channel that is the same for all
 * versions: the name tells how it speaks, and is another one after each start. Those of
 * another version tell us nothing of what they write, so while there are any, the logs of
 * the tables that people look at here are read again every second.
 *
 * Each node numbers what it says of its tables, and repeats the last number every second:
 *
 *     p NODE NUMBER TABLE SEATS WATCHING   so it is there from now on
 *     h NODE NUMBER                        the last number that was said
 *     q NODE                               (to one node) NODE has missed something
 *     w NODE NUMBER                        (the answer) all that is so after NUMBER:
 *     a NODE TABLE SEATS WATCHING          each of it
 *
 * Whoever hears a number that is not the next one asks. What is old or comes twice is
 * passed over. Of a node that is gone it is forgotten. */
#include "server/nodes.h"

#include "server/node_protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

static const int64_t BEAT_EVERY = 1000, ASK_EVERY = 1000, GONE_AFTER = 5000;

struct Peer {
    Peer *next;
    char node[STORE_WORD_MAX + 1];
    int64_t heard;    /* steady */
    int64_t asked;    /* steady; 0: never */
    long long number; /* the last that it has said; -1: not known */
};

struct Elsewhere {
    Elsewhere *next; /* of the same bucket */
    char code[STORE_CODE_MAX + 1];
    char node[STORE_WORD_MAX + 1];
    Presence presence;
};

static int is_nobody(const Presence *presence)
{
    return presence->seats == 0 && presence->watching == 0;
}

static void say(Core *core, const char *channel, const char *line)
{
    Text lines = { 0 };

    text_add(&lines, line);
    text_add(&lines, "\n");
    node_say(core, channel, &lines);
}

/* ------------------------------------------------------------------------- */
/* Elsewhere                                                                 */
/* ------------------------------------------------------------------------- */

static Elsewhere **bucket_of(Core *core, const char *code)
{
    return &core->elsewhere[code_hash(code) % BUCKETS];
}

/* Those who look at the table are told with the next tick. */
static void tell_later(Core *core, const char *code)
{
    Table *table = table_find(core, code);

    if (table != NULL)
        table->presence_changed = 1;
}

static void drop(Elsewhere **at)
{
    Elsewhere *gone = *at;

    *at = gone->next;
    free(gone);
}

static void set(Core *core, const char *node, const char *code, const Presence *presence)
{
    Elsewhere **at = bucket_of(core, code);

    while (*at != NULL
           && (strcmp((*at)->code, code) != 0 || strcmp((*at)->node, node) != 0))
        at = &(*at)->next;
    if (*at == NULL && !is_nobody(presence)) {
        *at = calloc(1, sizeof **at);
        if (*at == NULL)
            return;
        snprintf((*at)->code, sizeof(*at)->code, "%s", code);
        snprintf((*at)->node, sizeof(*at)->node, "%s", node);
    }
    if (*at != NULL)
        (*at)->presence = *presence;
    if (*at != NULL && is_nobody(presence))
        drop(at);
    tell_later(core, code);
}

/* "TABLE SEATS WATCHING" */
static void set_from(Core *core, const char *node, const char *text)
{
    char code[STORE_CODE_MAX + 1];
    Presence presence = { 0 };
    unsigned seats;

    if (sscanf(text, "%16s %u %d", code, &seats, &presence.watching) != 3
        || presence.watching < 0)
        return;
    presence.seats = (SeatSet)seats;
    if (core->elsewhere == NULL)
        core->elsewhere = calloc(BUCKETS, sizeof(Elsewhere *));
    if (core->elsewhere != NULL)
        set(core, node, code, &presence);
}

static void forget(Core *core, const char *node)
{
    for (int i = 0; core->elsewhere != NULL && i < BUCKETS; i++) {
        for (Elsewhere **at = &core->elsewhere[i]; *at != NULL;) {
            if (strcmp((*at)->node, node) != 0) {
                at = &(*at)->next;
                continue;
            }
            tell_later(core, (*at)->code);
            drop(at);
        }
    }
}

Presence presence_elsewhere(Core *core, const char *code)
{
    Presence sum = { 0 };

    for (const Elsewhere *at = core->elsewhere == NULL ? NULL : *bucket_of(core, code);
         at != NULL; at = at->next) {
        if (strcmp(at->code, code) != 0)
            continue;
        sum.seats |= at->presence.seats;
        sum.watching += at->presence.watching;
    }
    return sum;
}

/* ------------------------------------------------------------------------- */
/* Here                                                                      */
/* ------------------------------------------------------------------------- */

static Presence presence_here(const Table *table)
{
    Presence here = { 0 };

    for (const Watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        int seat = table_seat_of(&table->row, conn_user(watch->conn));
        if (seat == NOBODY)
            here.watching++;
        else
            here.seats |= (SeatSet)(1u << seat);
    }
    return here;
}

void presence_say(Table *table)
{
    Core *core = table->core;
    Presence here = presence_here(table);
    char line[160];

    table->presence_unsent = 0;
    if (here.seats == table->presence_sent.seats
        && here.watching == table->presence_sent.watching)
        return;
    table->presence_sent = here;
    snprintf(line, sizeof line, "p %s %lld %s %u %d", core->config.node,
             ++core->presence_number, table->row.code, (unsigned)here.seats, here.watching);
    say(core, ALL_NODES, line);
}

void presence_hear_question(Core *core, const Notice *notice)
{
    Text lines = { 0 };
    char line[160];

    snprintf(line, sizeof line, "w %s %lld\n", core->config.node, core->presence_number);
    text_add(&lines, line);
    for (int i = 0; i < core->table_room; i++) {
        for (const Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (is_nobody(&table->presence_sent))
                continue;
            snprintf(line, sizeof line, "a %s %s %u %d\n", core->config.node,
                     table->row.code, (unsigned)table->presence_sent.seats,
                     table->presence_sent.watching);
            text_add(&lines, line);
        }
    }
    node_say(core, notice->node, &lines);
}

/* ------------------------------------------------------------------------- */
/* Peers                                                                     */
/* ------------------------------------------------------------------------- */

static void ask(Core *core, Peer *peer)
{
    char line[STORE_WORD_MAX + 8];

    if (!node_speaks_ours(peer->node)
        || (peer->asked != 0 && core->steady - peer->asked < ASK_EVERY))
        return;
    peer->asked = core->steady;
    snprintf(line, sizeof line, "q %s", core->config.node);
    say(core, peer->node, line);
}

/* NULL: no memory. */
static Peer *peer_get(Core *core, const char *node)
{
    Peer *peer = core->peers;

    while (peer != NULL && strcmp(peer->node, node) != 0)
        peer = peer->next;
    if (peer == NULL && (peer = calloc(1, sizeof *peer)) != NULL) {
        snprintf(peer->node, sizeof peer->node, "%s", node);
        peer->number = -1;
        peer->next = core->peers;
        core->peers = peer;
        ask(core, peer);
    }
    if (peer != NULL)
        peer->heard = core->steady;
    return peer;
}

void peers_hear(Core *core, const char *node)
{
    if (strcmp(node, core->config.node) != 0)
        peer_get(core, node);
}

void presence_hear_one(Core *core, const Notice *notice)
{
    Peer *peer = peer_get(core, notice->node);
    long long number = strtoll(notice->what, NULL, 10);

    if (peer == NULL || number <= peer->number)
        return;
    if (peer->number >= 0 && number == peer->number + 1) {
        peer->number = number;
        set_from(core, peer->node, notice->rest);
    } else {
        ask(core, peer);
    }
}

void presence_hear_beat(Core *core, const Notice *notice)
{
    Peer *peer = peer_get(core, notice->node);

    if (peer != NULL && strtoll(notice->what, NULL, 10) != peer->number)
        ask(core, peer);
}

void presence_hear_all(Core *core, const Notice *notice)
{
    Peer *peer = peer_get(core, notice->node);

    if (peer == NULL)
        return;
    forget(core, peer->node);
    peer->number = strtoll(notice->what, NULL, 10);
}

void presence_hear_part(Core *core, const Notice *notice)
{
    char text[STORE_CODE_MAX + 40];

    snprintf(text, sizeof text, "%s %s", notice->what, notice->rest);
    set_from(core, notice->node, text);
}

static void drop_peer(Core *core, Peer **at)
{
    Peer *peer = *at;

    *at = peer->next;
    forget(core, peer->node);
    free(peer);
}

void peers_forget(Core *core, const char *node)
{
    for (Peer **at = &core->peers; *at != NULL; at = &(*at)->next) {
        if (strcmp((*at)->node, node) == 0) {
            drop_peer(core, at);
            return;
        }
    }
}

void peers_doubt(Core *core)
{
    for (Peer *peer = core->peers; peer != NULL; peer = peer->next) {
        peer->number = -1;
        ask(core, peer);
    }
}

static int any_speaks_otherwise(const Core *core)
{
    const Peer *peer = core->peers;

    while (peer != NULL && node_speaks_ours(peer->node))
        peer = peer->next;
    return peer != NULL;
}

static void read_all(Core *core)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (table->watches != NULL)
                table_refresh(table);
        }
    }
}

void peers_tick(Core *core)
{
    char line[STORE_WORD_MAX + 32];

    if (!core_is_node(core) || core->is_closing
        || core->steady - core->presence_said < BEAT_EVERY)
        return;
    core->presence_said = core->steady;
    for (Peer **at = &core->peers; *at != NULL;) {
        if (core->steady - (*at)->heard > GONE_AFTER)
            drop_peer(core, at);
        else
            at = &(*at)->next;
    }
    if (any_speaks_otherwise(core))
        read_all(core);
    if (core->peers == NULL)
        return;
    snprintf(line, sizeof line, "h %s %lld", core->config.node, core->presence_number);
    say(core, ALL_NODES, line);
}

void peers_free(Core *core)
{
    while (core->peers != NULL)
        drop_peer(core, &core->peers);
    free(core->elsewhere);
}
