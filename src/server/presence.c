/* presence.c: who is at a table by way of other nodes. Each node says for each of its
 * tables which seats have their people here, and how many others look on, whenever that
 * changes; to a node that is new, for all of them. Of a node that is gone it is forgotten.
 *
 *     p NODE TABLE SEATS WATCHING */
#include "server/nodes.h"

#include "server/dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

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

static void say(const Table *table, const char *channel)
{
    node_say(table->core, channel, "p %s %s %u %d", table->core->config.node,
             table->row.code, (unsigned)table->said.seats, table->said.watching);
}

void presence_say(Table *table)
{
    Presence here = presence_here(table);

    table->is_presence_unsaid = 0;
    if (here.seats == table->said.seats && here.watching == table->said.watching)
        return;
    table->said = here;
    say(table, ALL_NODES);
}

void presence_say_all(Core *core, const char *node)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            if (!is_nobody(&table->said))
                say(table, node);
        }
    }
}

void presence_begin_anew(Core *core)
{
    node_say(core, ALL_NODES, "w %s", core->config.node);
    presence_say_all(core, ALL_NODES);
}

/* ------------------------------------------------------------------------- */
/* Elsewhere                                                                 */
/* ------------------------------------------------------------------------- */

static Elsewhere **bucket_of(Core *core, const char *code)
{
    uint32_t hash = 2166136261u; /* FNV-1a, as for tables */

    for (; *code != '\0'; code++)
        hash = (hash ^ (unsigned char)*code) * 16777619u;
    return &core->elsewhere[hash % BUCKETS];
}

/* Those who look at the table are told with the next tick. */
static void tell_later(Core *core, const char *code)
{
    Table *table = table_find(core, code);

    if (table != NULL)
        table->is_presence_stale = 1;
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

void presence_hear(Core *core, const char *node, const char *code, const char *text)
{
    Presence presence = { 0 };
    unsigned seats;

    if (sscanf(text, "%u %d", &seats, &presence.watching) != 2 || presence.watching < 0
        || strlen(code) > STORE_CODE_MAX)
        return;
    presence.seats = (SeatSet)seats;
    if (core->elsewhere == NULL)
        core->elsewhere = calloc(BUCKETS, sizeof(Elsewhere *));
    if (core->elsewhere != NULL)
        set(core, node, code, &presence);
}

void presence_forget(Core *core, const char *node)
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

void presence_free(Core *core)
{
    for (int i = 0; core->elsewhere != NULL && i < BUCKETS; i++) {
        while (core->elsewhere[i] != NULL)
            drop(&core->elsewhere[i]);
    }
    free(core->elsewhere);
}
