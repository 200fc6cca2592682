/* limits.c: how much one may ask for: heaps of tokens, and who comes from where. */
#include "server/inside.h"

#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BUCKETS = 4096, HEAP_SECONDS = 10 };

const Limits LIMITS_USUAL = {
    .connections = 10000,
    .connections_per_address = 64,
    .messages_per_second = 50,
    .requests_per_second = 20,
    .readings_per_second = 20,
    .chats_per_minute = 60,
    .entries_per_hour = 120,
    .tables_per_person = 200,
    .queued_bytes = 1 << 20,
};

int bucket_take(Bucket *bucket, double per_second, double heap, int64_t now)
{
    if (per_second <= 0)
        return 1;
    if (bucket->at == 0)
        bucket->tokens = heap;
    else if (now > bucket->at)
        bucket->tokens += (double)(now - bucket->at) / 1000 * per_second;
    bucket->at = now;
    if (bucket->tokens > heap)
        bucket->tokens = heap;
    if (bucket->tokens < 1)
        return 0;
    bucket->tokens -= 1;
    return 1;
}

/* FNV-1a. */
static unsigned hash_text(const char *text)
{
    unsigned hash = 2166136261u;

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

Address *address_get(Core *core, const char *text)
{
    if (core->addresses == NULL) {
        core->addresses = calloc(ADDRESS_BUCKETS, sizeof(Address *));
        if (core->addresses == NULL)
            return NULL;
    }
    Address **bucket = &core->addresses[hash_text(text) % ADDRESS_BUCKETS];
    for (Address *address = *bucket; address != NULL; address = address->next) {
        if (strcmp(address->text, text) == 0)
            return address;
    }
    Address *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    strncpy(made->text, text, sizeof made->text - 1);
    made->next = *bucket;
    *bucket = made;
    core->address_count++;
    return made;
}

/* Forgets those who have been quiet for so long that their heaps are full again. */
void addresses_sweep(Core *core)
{
    const int64_t quiet = 3600 * 1000;

    for (int i = 0; core->addresses != NULL && i < ADDRESS_BUCKETS; i++) {
        for (Address **at = &core->addresses[i]; *at != NULL;) {
            Address *address = *at;
            if (address->connections == 0 && core->now - address->requests.at > quiet
                && core->now - address->entries.at > quiet) {
                *at = address->next;
                core->address_count--;
                free(address);
            } else {
                at = &address->next;
            }
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

int address_may_ask(Core *core, const char *text)
{
    double rate = core->config.limits.requests_per_second;
    Address *address = address_get(core, text);

    return address != NULL
           && bucket_take(&address->requests, rate, rate * HEAP_SECONDS, core->now);
}

int address_may_enter(Core *core, const char *text)
{
    double an_hour = core->config.limits.entries_per_hour;
    Address *address = address_get(core, text);

    return address != NULL
           && bucket_take(&address->entries, an_hour / 3600, an_hour / 2, core->now);
}

int conn_may_speak(Conn *conn)
{
    double rate = conn->core->config.limits.messages_per_second;

    return bucket_take(&conn->bucket, rate, rate * HEAP_SECONDS, conn->core->now);
}

int conn_may_reread(Conn *conn)
{
    double rate = conn->core->config.limits.readings_per_second;

    return conn->address != NULL
           && bucket_take(&conn->address->readings, rate, rate * HEAP_SECONDS,
                          conn->core->now);
}

int conn_may_chat(Conn *conn)
{
    double rate = conn->core->config.limits.chats_per_minute / 60.0;

    return bucket_take(&conn->chats, rate, rate * HEAP_SECONDS, conn->core->now);
}

const char *core_refuses_connection(Core *core, const char *from)
{
    const Limits *limits = &core->config.limits;
    Address *address = address_get(core, from);

    if (core->is_closing)
        return error_code(ERROR_CLOSING);
    if (address == NULL
        || (limits->connections > 0 && core->conn_count >= limits->connections)
        || (limits->connections_per_address > 0
            && address->connections >= limits->connections_per_address))
        return error_code(ERROR_TOO_MANY);
    return NULL;
}
