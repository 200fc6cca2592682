/* limits.c: token buckets per address and per person. They outlive connections: who
 * reconnects finds the bucket as it was.
 *
 * A bucket is one number, the time at which it will be full again. Taking a token moves
 * that time by 1/rate; if it would lie further ahead than burst/rate, the bucket is
 * empty. A bucket that is full holds no information, so its record may be dropped. */
#include "server/nodes.h"

#include "server/security.h"
#include "server/who.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ADDRESS_BUCKETS = 16384,
    ADDRESSES_MAX = 65536, /* some 200 bytes each */
};

/* 200 people of one club may share an address, so the rates of a person are the tight
 * ones. Nobody needs an account to come from an address, so those of an address are not
 * loose either. */
const Limits LIMITS_DEFAULT = {
    .connections = 10000,
    .connections_per_address = 500,
    .sockets = 4096,
    .sockets_per_address = 512,
    .tables_per_person = 200,
    .listed_per_host = 5,
    .delays_passwords = 1,
    .queued_bytes = 1 << 20,
    .all_queued_bytes = 128 << 20,
    .held_bytes = 64 << 20,
    .person = { [RATE_MESSAGES] = { 50, 500 },
                [RATE_CHATS] = { 1, 10 },
                [RATE_READINGS] = { 10, 100 },
                [RATE_REQUESTS] = { 20, 200 },
                [RATE_ENTRIES] = { 120 / 3600.0, 60 },
                [RATE_UPGRADES] = { 2, 60 } },
    .address = { [RATE_MESSAGES] = { 1000, 10000 },
                 [RATE_CHATS] = { 20, 200 },
                 [RATE_READINGS] = { 40, 1000 },
                 [RATE_REQUESTS] = { 100, 2000 },
                 [RATE_ENTRIES] = { 1200 / 3600.0, 400 },
                 [RATE_UPGRADES] = { 20, 600 },
                 [RATE_HANDSHAKES] = { 50, 500 },
                 [RATE_INVITATIONS] = { 5, 200 } },
};

/* ------------------------------------------------------------------------- */
/* Buckets                                                                   */
/* ------------------------------------------------------------------------- */

int64_t bucket_wait(int64_t full_at, const Rate *rate, int64_t now, int tokens)
{
    if (rate->per_second <= 0)
        return 0;
    double token = 1e6 / rate->per_second;
    double ahead = full_at > now ? (double)(full_at - now) : 0;
    double wait = ahead + token * tokens - token * rate->burst;
    return wait > 0.5 ? (int64_t)(wait + 0.5) : 0;
}

void bucket_take(int64_t *full_at, const Rate *rate, int64_t now, int tokens)
{
    if (rate->per_second > 0)
        *full_at =
            (*full_at > now ? *full_at : now) + (int64_t)(tokens * 1e6 / rate->per_second);
}

int quota_is_full(const Quota *quota, int64_t steady)
{
    for (int i = 0; i < RATE_KINDS; i++) {
        if (quota->full_at[i] > steady * 1000)
            return 0;
    }
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Addresses                                                                 */
/* ------------------------------------------------------------------------- */

/* The owner of an IPv6 address has all 2^64 of its network. */
void address_key(const char *text, char key[ADDRESS_KEY])
{
    char who[WHO_MAX];

    if (!who_from_text(text, who))
        snprintf(key, ADDRESS_KEY, "%s", text);
    else
        snprintf(key, ADDRESS_KEY, "%.*s%s", ADDRESS_KEY - 4, who,
                 strchr(who, ':') != NULL ? "/64" : "");
}

static Address **bucket_of(Core *core, const char *key)
{
    return &core->addresses[text_hash(key) % ADDRESS_BUCKETS];
}

static void address_free(Core *core, Address *address)
{
    Address **at = bucket_of(core, address->text);

    while (*at != NULL && *at != address)
        at = &(*at)->next;
    if (*at != NULL)
        *at = address->next;
    list_remove(&address->lru);
    core->address_count--;
    free(address);
}

static Address *address_new(Core *core, const char *key)
{
    /* Only those without connections are in the list. */
    if (core->address_count >= ADDRESSES_MAX) {
        List *oldest = list_oldest(&core->idle_addresses);
        if (oldest == NULL)
            return NULL;
        address_free(core, (Address *)oldest);
    }
    Address *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    memcpy(made->text, key, strlen(key) + 1);
    Address **bucket = bucket_of(core, key);
    made->next = *bucket;
    *bucket = made;
    core->address_count++;
    list_add(&core->idle_addresses, &made->lru);
    return made;
}

Address *address_get(Core *core, const char *text)
{
    char key[ADDRESS_KEY];

    if (core->addresses == NULL) {
        core->addresses = calloc(ADDRESS_BUCKETS, sizeof(Address *));
        if (core->addresses == NULL)
            return NULL;
    }
    address_key(text, key);
    Address *address = *bucket_of(core, key);
    while (address != NULL && strcmp(address->text, key) != 0)
        address = address->next;
    if (address == NULL)
        return address_new(core, key);
    if (address->connections == 0) {
        list_remove(&address->lru);
        list_add(&core->idle_addresses, &address->lru);
    }
    return address;
}

void address_join(Address *address)
{
    list_remove(&address->lru);
    address->connections++;
}

void address_leave(Core *core, Address *address)
{
    if (--address->connections == 0)
        list_add(&core->idle_addresses, &address->lru);
}

void addresses_sweep(Core *core)
{
    for (int i = 0; core->addresses != NULL && i < ADDRESS_BUCKETS; i++) {
        for (Address *address = core->addresses[i], *next; address != NULL;
             address = next) {
            next = address->next;
            security_flush(core, address);
            if (address->connections == 0 && quota_is_full(&address->quota, core->steady)
                && address->refused == 0 && !security_has_just_noted(core, address))
                address_free(core, address);
        }
    }
}

void addresses_free(Core *core)
{
    for (int i = 0; core->addresses != NULL && i < ADDRESS_BUCKETS; i++) {
        for (Address *address = core->addresses[i], *next; address != NULL;
             address = next) {
            next = address->next;
            free(address);
        }
    }
    free(core->addresses);
}

/* ------------------------------------------------------------------------- */
/* Taking                                                                    */
/* ------------------------------------------------------------------------- */

void limit_charge(Core *core, Address *address, Quota *own, RateKind kind, int tokens)
{
    const Limits *limits = &core->config.limits;
    int64_t now = core->steady * 1000;

    if (address != NULL)
        bucket_take(&address->quota.full_at[kind], &limits->address[kind], now, tokens);
    if (own != NULL)
        bucket_take(&own->full_at[kind], &limits->person[kind], now, tokens);
}

static int take_many(Core *core, Address *address, Quota *own, RateKind kind, int tokens)
{
    const Limits *limits = &core->config.limits;
    int64_t now = core->steady * 1000, wait = 0, wait_own = 0;

    if (address != NULL)
        wait =
            bucket_wait(address->quota.full_at[kind], &limits->address[kind], now, tokens);
    if (own != NULL)
        wait_own = bucket_wait(own->full_at[kind], &limits->person[kind], now, tokens);
    wait = wait > wait_own ? wait : wait_own;
    if (wait > 0) {
        core->counts.refused++;
        security_refused(core, address, kind);
        return (int)((wait + 999999) / 1000000);
    }
    limit_charge(core, address, own, kind, tokens);
    return 0;
}

int limit_take(Core *core, Address *address, Quota *own, RateKind kind)
{
    return take_many(core, address, own, kind, 1);
}

/* A stranger has a bucket of the connection, too. */
int conn_take_tokens(Conn *conn, RateKind kind, int tokens)
{
    Quota *own = conn->person != NULL ? &conn->person->quota : &conn->quota;

    return take_many(conn->core, conn->address, own, kind, tokens) == 0;
}

int conn_take_token(Conn *conn, RateKind kind)
{
    return conn_take_tokens(conn, kind, 1);
}

const char *core_refuses_connection(Core *core, const char *from)
{
    const Limits *limits = &core->config.limits;

    core_read_clocks(core);
    Address *address = address_get(core, from);
    if (core->is_closing || database_is_cut_off(core))
        return error_code(ERROR_CLOSING);
    if (address == NULL
        || (limits->connections > 0 && core->conn_count >= limits->connections)
        || (limits->connections_per_address > 0
            && address->connections >= limits->connections_per_address)) {
        core->counts.refused++;
        core_note_refusal(core, "connections", from);
        return error_code(ERROR_TOO_MANY);
    }
    return limit_take(core, address, NULL, RATE_UPGRADES) == 0 ? NULL
                                                               : error_code(ERROR_TOO_MANY);
}

int core_refuses_handshake(Core *core, const char *from)
{
    core_read_clocks(core);
    Address *address = address_get(core, from);
    return address == NULL || limit_take(core, address, NULL, RATE_HANDSHAKES) != 0;
}
