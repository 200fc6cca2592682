/* party.c: sets up a party by many blocking connections in parallel: a server that
 * writes to disk answers many as fast as one. */
#include "load/party.h"

#include "arena/workers.h"
#include "client/ws.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 32, MESSAGE_MOST = 256, PATIENCE_MS = 30000 };

/* A task for each person or pair, done by many threads. */
typedef struct Job {
    Party *party;
    int tables_before; /* when tables are added */
    Ws *sockets;       /* when people connect */
    atomic_int has_failed;
    pthread_mutex_t lock; /* of: */
    Fault *fault;
} Job;

static void fail(Job *job, const Fault *fault)
{
    pthread_mutex_lock(&job->lock);
    fault_set(job->fault, "%s", fault->sentence);
    pthread_mutex_unlock(&job->lock);
    job->has_failed = 1;
}

static int run_job(Job *job, long count, void (*work)(void *, long))
{
    Jobs jobs = { .count = count, .work = work, .context = job, .stop = &job->has_failed };

    pthread_mutex_init(&job->lock, NULL);
    if (!workers_run(&jobs, THREADS))
        fault_set(job->fault, "There are no threads to be had.");
    pthread_mutex_destroy(&job->lock);
    return job->fault->sentence[0] == '\0';
}

/* Sends a request, and copies one value of the reply. */
static int ask_for(Http *http, const HttpRequest *request, const char *key, char *out,
                   size_t room, Fault *fault)
{
    HttpReply reply = { 0 };
    int is_fine = http_ask(http, request, &reply, fault);

    if (is_fine
        && (reply.status != 200 || reply.body.length == 0
            || !scan_text(reply.body.bytes, reply.body.length, key, out, room)))
        is_fine = fault_set(fault, "%s: status %d, %.200s", request->path, reply.status,
                            reply.body.length > 0 ? reply.body.bytes : "");
    http_reply_free(&reply);
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

static void come_in(void *context, long person)
{
    Job *job = context;
    Party *party = job->party;
    char body[MESSAGE_MOST];
    HttpRequest request = { .path = "/api/1/guest", .body = body, .token = "none" };
    Fault fault = { 0 };
    Http http;

    snprintf(body, sizeof body, "{\"name\":\"Player %ld\"}", person);
    http_open(&http, &party->address);
    if (!ask_for(&http, &request, "token", party->tokens[person], TOKEN_MAX, &fault))
        fail(job, &fault);
    http_close(&http);
}

int party_invite(Party *party, const ServerAddress *address, const char *game, int people,
                 Fault *fault)
{
    Job job = { .party = party, .fault = fault };

    *party = (Party){ .address = *address, .game = game, .people = people };
    party->tokens = calloc((size_t)people, sizeof *party->tokens);
    if (party->tokens == NULL)
        return fault_set(fault, "There is no memory left.");
    if (run_job(&job, people, come_in))
        return 1;
    party_free(party);
    return 0;
}

void party_free(Party *party)
{
    free(party->tokens);
    free(party->codes);
    *party = (Party){ 0 };
}

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static int open_socket(const Party *party, long person, Ws *ws, Fault *fault)
{
    HttpRequest request = { .path = "/ws/1", .token = party->tokens[person] };

    const ServerAddress *address =
        party->node_count == 0
            ? &party->address
            : &party->nodes[(person / 2 + person % 2) % party->node_count];

    return ws_open(ws, address, &request, NULL, fault);
}

/* Waits for the reply with that id; others are skipped. */
static int await_answer(Ws *ws, int id, Fault *fault)
{
    const char *message;

    while ((message = ws_receive(ws, PATIENCE_MS)) != NULL) {
        size_t length = strlen(message);
        if (scan_number(message, length, "id") != id)
            continue;
        return !scan_is(message, length, "error") || fault_set(fault, "%.200s", message);
    }
    return fault_set(fault, "The server does not answer.");
}

/* Repeats a request for all tables of a pair from `first` on. */
static int do_at_tables(const Party *party, Ws *ws, const char *what, int first,
                        Fault *fault)
{
    char message[MESSAGE_MOST];

    for (int table = first; table < party->tables; table += party->people / 2) {
        snprintf(message, sizeof message, "{\"do\":\"%s\",\"id\":%d,\"table\":\"%s\"}",
                 what, table, party->codes[table]);
        if (!ws_send_text(ws, message))
            return fault_set(fault, "The server hangs up.");
    }
    for (int table = first; table < party->tables; table += party->people / 2) {
        if (!await_answer(ws, table, fault))
            return 0;
    }
    return 1;
}

static int open_tables(const Party *party, long host, int first, Fault *fault)
{
    char body[MESSAGE_MOST];
    HttpRequest request = { .path = "/api/1/tables",
                            .body = body,
                            .token = party->tokens[host] };
    Http http;
    int is_fine = 1;

    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[\"me\",\"open\"],\"public\":false,"
             "\"clock\":{\"kind\":\"none\"},\"sit_in\":\"easy\"}",
             party->game);
    http_open(&http, &party->address);
    for (int table = first; table < party->tables && is_fine; table += party->people / 2)
        is_fine = ask_for(&http, &request, "table", party->codes[table], CODE_MAX, fault);
    http_close(&http);
    return is_fine;
}

static void sit_down(void *context, long pair)
{
    Job *job = context;
    const Party *party = job->party;
    int first = job->tables_before + (int)pair;
    Ws host = WS_CLOSED, other = WS_CLOSED;
    Fault fault = { 0 };

    if (!open_tables(party, 2 * pair, first, &fault)
        || !open_socket(party, 2 * pair, &host, &fault)
        || !open_socket(party, 2 * pair + 1, &other, &fault)
        || !do_at_tables(party, &other, "sit", first, &fault)
        || !do_at_tables(party, &host, "start", first, &fault))
        fail(job, &fault);
    ws_close(&host);
    ws_close(&other);
}

int party_sit_down(Party *party, int tables, Fault *fault)
{
    Job job = { .party = party, .tables_before = party->tables, .fault = fault };
    char(*codes)[CODE_MAX] =
        realloc(party->codes, (size_t)(party->tables + tables) * CODE_MAX);

    if (codes == NULL)
        return fault_set(fault, "There is no memory left.");
    party->codes = codes;
    party->tables += tables;
    return run_job(&job, party->people / 2, sit_down);
}

/* ------------------------------------------------------------------------- */
/* Connections                                                               */
/* ------------------------------------------------------------------------- */

static void connect_person(void *context, long person)
{
    Job *job = context;
    Fault fault = { 0 };

    if (!open_socket(job->party, person, &job->sockets[person], &fault))
        fail(job, &fault);
}

/* The crowd takes the sockets over. */
static int gather(Crowd *crowd, Ws *sockets, int count, Fault *fault)
{
    for (int i = 0; i < count; i++) {
        if (crowd_add(crowd, sockets[i].fd, &sockets[i].in) < 0)
            return fault_set(fault, "There is no memory left.");
        sockets[i].fd = sockets[i].channel.fd = -1;
    }
    return 1;
}

Crowd *party_connect(const Party *party, Fault *fault)
{
    Job job = { .party = (Party *)(uintptr_t)party, .fault = fault };
    Crowd *crowd = crowd_new();
    int is_fine;

    job.sockets = calloc((size_t)party->people, sizeof *job.sockets);
    if (crowd == NULL || job.sockets == NULL) {
        fault_set(fault, "There is no memory left.");
        crowd_free(crowd);
        free(job.sockets);
        return NULL;
    }
    for (int i = 0; i < party->people; i++)
        job.sockets[i] = WS_CLOSED;
    is_fine = run_job(&job, party->people, connect_person)
              && gather(crowd, job.sockets, party->people, fault);
    for (int i = 0; i < party->people; i++)
        ws_close(&job.sockets[i]);
    free(job.sockets);
    if (is_fine)
        return crowd;
    crowd_free(crowd);
    return NULL;
}
