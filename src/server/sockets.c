/* sockets.c: limits of connections: their number per address, and the memory of all. An
 * address beyond its share loses its oldest unfinished connection: an honest request takes
 * milliseconds, so the oldest is the slow sender. */
#include "server/exchange.h"

#include <stdlib.h>
#include <string.h>

/* A step of a TLS handshake takes up to a few milliseconds. Between two rounds everybody
 * else is served; no address may take the whole share. */
enum { HANDSHAKES_PER_ROUND = 8, HANDSHAKES_OF_ADDRESS = 4 };

struct Source {
    Source *next;
    char who[WHO_MAX];
    int count;
    unsigned round; /* of the loop, in which it took the steps of handshakes */
    int handshakes;
    List links;
};

static Source **source_place(Net *net, const char *who)
{
    Source **at = &net->sources[text_hash(who) % SOURCE_BUCKETS];

    while (*at != NULL && strcmp((*at)->who, who) != 0)
        at = &(*at)->next;
    return at;
}

static Source *source_get(Net *net, const char *who)
{
    Source **at = source_place(net, who);

    if (*at == NULL) {
        *at = calloc(1, sizeof **at);
        if (*at != NULL)
            memcpy((*at)->who, who, strlen(who) + 1);
    }
    return *at;
}

static void source_drop_if_empty(Net *net, Source *source)
{
    Source **at = source_place(net, source->who);

    if (source->count > 0)
        return;
    *at = source->next;
    free(source);
}

static void attach(Source *source, Link *link)
{
    link->source = source;
    list_add(&source->links, &link->by_source);
    source->count++;
}

static void detach(Link *link)
{
    list_remove(&link->by_source);
    link->source->count--;
    link->source = NULL;
}

/* ------------------------------------------------------------------------- */
/* Making room                                                               */
/* ------------------------------------------------------------------------- */

static void evict(Link *link)
{
    link->net->evictions++;
    link_close(link);
}

static int evict_of(const Source *source, const Link *but)
{
    const List *all = &source->links;

    for (List *at = list_oldest(all); at != NULL; at = list_after(all, at)) {
        Link *link = LIST_RECORD(at, Link, by_source);
        if (link == but || !link_may_be_evicted(link))
            continue;
        evict(link);
        return 1;
    }
    return 0;
}

/* The oldest of a state that may go; NULL: none. WebSockets are passed over; if the oldest
 * other one may not go yet, no younger one may. */
static Link *oldest_of(const Net *net, LinkState state)
{
    Link *link = link_oldest(net, state);

    while (link != NULL && link->is_websocket)
        link = link_next(link);
    return link != NULL && link_may_be_evicted(link) ? link : NULL;
}

/* Those that wait for nothing go first, then the oldest that is read, then the oldest
 * answer that nobody reads. */
static Link *whom_to_evict(const Net *net)
{
    static const LinkState READING[] = { LINK_HANDSHAKE, LINK_HEAD, LINK_BODY };
    Link *link = oldest_of(net, LINK_LINGER);
    Link *oldest = NULL;

    if (link == NULL)
        link = oldest_of(net, LINK_IDLE);
    if (link != NULL)
        return link;
    for (size_t i = 0; i < sizeof READING / sizeof *READING; i++) {
        link = oldest_of(net, READING[i]);
        if (link != NULL && (oldest == NULL || link->since < oldest->since))
            oldest = link;
    }
    return oldest != NULL ? oldest : oldest_of(net, LINK_ANSWER);
}

int sockets_evict(Net *net)
{
    Link *link = whom_to_evict(net);

    if (link == NULL)
        return 0;
    evict(link);
    return 1;
}

/* A request that the core works on does not wait for the peer. */
static size_t bytes_held(const Link *link)
{
    const Exchange *exchange = link->exchange;
    size_t held = link->in.room + link->out.room + link->message.room;

    if (exchange != NULL && !exchange->is_with_core)
        held += exchange->request.body.room + exchange->request.answer.room
                + exchange->head.room;
    return held;
}

void sockets_count_memory(Link *link)
{
    Net *net = link->net;
    size_t held = bytes_held(link), most = net->config.limits.held_bytes;

    if (held == link->held)
        return;
    net->held += held - link->held;
    if (held == 0)
        list_remove(&link->by_held);
    else if (link->held == 0)
        list_add(&net->holders, &link->by_held);
    link->held = held;
    while (link->state != LINK_CLOSED && most > 0 && net->held > most)
        evict(LIST_RECORD(list_oldest(&net->holders), Link, by_held));
}

/* ------------------------------------------------------------------------- */
/* Counting                                                                  */
/* ------------------------------------------------------------------------- */

int sockets_join(Link *link, const char *who)
{
    int most = link->net->config.limits.sockets_per_address;

    if (link->source != NULL && strcmp(link->source->who, who) == 0)
        return 1;
    sockets_leave(link);
    if (who[0] == '\0')
        return 1;
    Source *source = source_get(link->net, who);
    if (source == NULL)
        return 0;
    attach(source, link);
    return most == 0 || source->count <= most || evict_of(source, link);
}

void sockets_leave(Link *link)
{
    Source *source = link->source;

    if (source == NULL)
        return;
    detach(link);
    source_drop_if_empty(link->net, source);
}

void sockets_renew(Link *link)
{
    Source *source = link->source;

    if (source == NULL)
        return;
    detach(link);
    attach(source, link);
}

int sockets_may_shake_hands(Link *link)
{
    Net *net = link->net;
    Source *source = link->source;

    if (net->handshakes >= HANDSHAKES_PER_ROUND)
        return 0;
    if (source != NULL) {
        if (source->round != net->round)
            source->handshakes = 0;
        source->round = net->round;
        if (source->handshakes >= HANDSHAKES_OF_ADDRESS)
            return 0;
        source->handshakes++;
    }
    net->handshakes++;
    return 1;
}
