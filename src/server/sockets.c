/* sockets.c: connections that are no WebSockets, counted per address. Who has more
 * than a share loses the oldest that is unfinished: an honest request takes
 * milliseconds, so the oldest is the slow sender. */
#include "server/link.h"

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
    Link *first, *last; /* the oldest first */
};

/* FNV-1a. */
static unsigned hash(const char *text)
{
    unsigned value = 2166136261u;

    for (; *text != '\0'; text++)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
}

static Source **source_place(Net *net, const char *who)
{
    Source **at = &net->sources[hash(who) % SOURCE_BUCKETS];

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
    link->before_of = source->last;
    link->next_of = NULL;
    if (source->last != NULL)
        source->last->next_of = link;
    else
        source->first = link;
    source->last = link;
    source->count++;
}

static void detach(Link *link)
{
    Source *source = link->source;

    if (link->before_of != NULL)
        link->before_of->next_of = link->next_of;
    else
        source->first = link->next_of;
    if (link->next_of != NULL)
        link->next_of->before_of = link->before_of;
    else
        source->last = link->before_of;
    link->before_of = link->next_of = NULL;
    link->source = NULL;
    source->count--;
}

static int evict_of(Source *source, const Link *but)
{
    for (Link *link = source->first; link != NULL; link = link->next_of) {
        if (link == but || !link_may_be_evicted(link))
            continue;
        link->net->evictions++;
        link_close(link);
        return 1;
    }
    return 0;
}

/* The oldest of a state that may go; NULL: none. */
static Link *oldest_of(const Net *net, LinkState state)
{
    Link *link = net->states[state].first;

    while (link != NULL && !link_may_be_evicted(link))
        link = state == LINK_ANSWER ? NULL : link->next;
    return link;
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
    net->evictions++;
    link_close(link);
    return 1;
}

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
