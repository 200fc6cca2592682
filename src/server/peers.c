/* peers.c: which other nodes there are. Each says its name twice a second (line.c), on a
 * channel that is the same for all versions: the name tells how it speaks. Those of another
 * version tell us nothing of what they write, so while there are any, the logs of the
 * tables that people look at here are read again every second. */
#include "server/nodes.h"

#include "server/dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t SAY_EVERY = 1000, GONE_AFTER = 5000;

struct Peer {
    Peer *next;
    char node[STORE_WORD_MAX + 1];
    int64_t heard;
};

static void drop_peer(Core *core, Peer **at)
{
    Peer *peer = *at;

    *at = peer->next;
    presence_forget(core, peer->node);
    free(peer);
}

void peers_hear(Core *core, const char *node)
{
    Peer *peer = core->peers;

    if (strcmp(node, core->config.node) == 0)
        return;
    while (peer != NULL && strcmp(peer->node, node) != 0)
        peer = peer->next;
    if (peer == NULL) {
        peer = calloc(1, sizeof *peer);
        if (peer == NULL)
            return;
        snprintf(peer->node, sizeof peer->node, "%s", node);
        peer->next = core->peers;
        core->peers = peer;
        if (node_speaks_ours(node))
            presence_say_all(core, node);
    }
    peer->heard = core->steady;
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
                table_read(table);
        }
    }
}

void peers_tick(Core *core)
{
    if (core->is_closing || core->steady - core->name_said < SAY_EVERY)
        return;
    core->name_said = core->steady;
    for (Peer **at = &core->peers; *at != NULL;) {
        if (core->steady - (*at)->heard > GONE_AFTER)
            drop_peer(core, at);
        else
            at = &(*at)->next;
    }
    if (any_speaks_otherwise(core))
        read_all(core);
}

void peers_free(Core *core)
{
    for (Peer *next; core->peers != NULL; core->peers = next) {
        next = core->peers->next;
        free(core->peers);
    }
}
