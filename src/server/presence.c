/* presence.c: which other nodes there are, and who is at a table by way of them.
 *
 * Each node sends its name twice a second (heartbeat.c), on a channel that is the same for
 * all versions: the name has the version of its notices, and changes with each start. Nodes
 * of another version send us no notices, so while there are any, the logs of the tables
 * that people watch here are read every second.
 *
 *     p NODE TABLE SEATS WATCHING   the presence there, from now on
 *     q NODE                        (to one node, or to all) NODE needs all of it
 *     w NODE                        forget NODE's presence: all of it follows, in p lines
 *
 * Notices arrive in the order in which they were sent, or the listener reports a gap. A
 * node asks for everything when it sees another for the first time, and after a gap. A
 * node whose notice could not be sent sends everything; its question is
 * repeated. A node that is silent is dropped with its presence. */
#include "server/nodes.h"

#include "server/node_protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

static const int64_t CHECK_EVERY = 1000, GONE_AFTER = 5000;

struct Peer {
    Peer *next;
    char node[STORE_WORD_MAX + 1];
    int64_t seen; /* steady */
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

/* ------------------------------------------------------------------------- */
/* Elsewhere                                                                 */
/* ------------------------------------------------------------------------- */

static Elsewhere **bucket_of(Core *core, const char *code)
{
    return &core->elsewhere[code_hash(code) % BUCKETS];
}

/* The next tick sends the presence of the table to its watches. */
static void mark_stale(Core *core, const char *code)
{
    Table *table = table_find(core, code);

    if (table != NULL)
        table->presence_changed = 1;
}

static void drop(Core *core, Elsewhere **at)
{
    Elsewhere *gone = *at;

    *at = gone->next;
    core->elsewhere_count--;
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
        core->elsewhere_count++;
        snprintf((*at)->code, sizeof(*at)->code, "%s", code);
        snprintf((*at)->node, sizeof(*at)->node, "%s", node);
    }
    if (*at != NULL)
        (*at)->presence = *presence;
    if (*at != NULL && is_nobody(presence))
        drop(core, at);
    mark_stale(core, code);
}

void presence_receive(Core *core, const Notice *notice)
{
    char *end;
    SeatSet seats = (SeatSet)strtoul(notice->rest, &end, 10);
    Presence presence = { seats, (int)strtol(end, NULL, 10) };

    if (presence.watching < 0 || strlen(notice->what) > STORE_CODE_MAX)
        return;
    peer_seen(core, notice->node); /* with which the presence is dropped */
    if (core->elsewhere == NULL)
        core->elsewhere = calloc(BUCKETS, sizeof(Elsewhere *));
    if (core->elsewhere != NULL)
        set(core, notice->node, notice->what, &presence);
}

static void forget(Core *core, const char *node)
{
    for (int i = 0; core->elsewhere != NULL && i < BUCKETS; i++) {
        for (Elsewhere **at = &core->elsewhere[i]; *at != NULL;) {
            if (strcmp((*at)->node, node) != 0) {
                at = &(*at)->next;
                continue;
            }
            mark_stale(core, (*at)->code);
            drop(core, at);
        }
    }
}

void presence_receive_reset(Core *core, const Notice *notice)
{
    forget(core, notice->node);
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

Presence presence_here(const Table *table)
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

static void add_line(const Table *table, Text *lines)
{
    char line[160];

    snprintf(line, sizeof line, "p %s %s %u %d\n", table->core->config.node,
             table->row.code, (unsigned)table->presence_sent.seats,
             table->presence_sent.watching);
    text_add(lines, line);
}

void presence_send(Table *table)
{
    Presence here = presence_here(table);
    Text lines = { 0 };

    table->presence_unsent = 0;
    if (here.seats == table->presence_sent.seats
        && here.watching == table->presence_sent.watching)
        return;
    table->presence_sent = here;
    add_line(table, &lines);
    node_send(table->core, ALL_NODES, &lines);
}

void presence_withdraw(Table *table)
{
    Text lines = { 0 };

    if (is_nobody(&table->presence_sent) || table->core->is_closing)
        return;
    table->presence_sent = (Presence){ 0 };
    add_line(table, &lines);
    node_send(table->core, ALL_NODES, &lines);
}

static void send_all(Core *core, const char *channel)
{
    Text lines = { 0 };

    text_add(&lines, "w ");
    text_add(&lines, core->config.node);
    text_add(&lines, "\n");
    for (int i = 0; i < core->table_room; i++) {
        for (const Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (!is_nobody(&table->presence_sent))
                add_line(table, &lines);
        }
    }
    node_send(core, channel, &lines);
}

void presence_receive_request(Core *core, const Notice *notice)
{
    send_all(core, notice->node);
}

/* ------------------------------------------------------------------------- */
/* Peers                                                                     */
/* ------------------------------------------------------------------------- */

static void request(Core *core, const char *channel)
{
    Text lines = { 0 };

    text_add(&lines, "q ");
    text_add(&lines, core->config.node);
    text_add(&lines, "\n");
    node_send(core, channel, &lines);
}

void peer_seen(Core *core, const char *node)
{
    Peer *peer = core->peers;

    while (peer != NULL && strcmp(peer->node, node) != 0)
        peer = peer->next;
    if (peer == NULL && (peer = calloc(1, sizeof *peer)) != NULL) {
        snprintf(peer->node, sizeof peer->node, "%s", node);
        peer->next = core->peers;
        core->peers = peer;
        if (node_speaks_ours(node))
            request(core, node);
    }
    if (peer != NULL)
        peer->seen = core->steady;
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

void peers_request_presence(Core *core)
{
    request(core, ALL_NODES);
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
    if (!core_is_node(core) || core->is_closing
        || core->steady - core->peers_checked < CHECK_EVERY)
        return;
    core->peers_checked = core->steady;
    for (Peer **at = &core->peers; *at != NULL;) {
        if (core->steady - (*at)->seen > GONE_AFTER)
            drop_peer(core, at);
        else
            at = &(*at)->next;
    }
    if (any_speaks_otherwise(core))
        read_all(core);
    if (core->must_repeat_presence)
        send_all(core, ALL_NODES);
    if (core->must_repeat_question)
        request(core, ALL_NODES);
    core->must_repeat_presence = core->must_repeat_question = 0;
}

void peers_free(Core *core)
{
    while (core->peers != NULL)
        drop_peer(core, &core->peers);
    free(core->elsewhere);
}
