/* room.c: the core of a server without sockets and threads. */
#include "room.h"

#include "server/log.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS_MAX = 12 };

#define MUST(claim)                                                                        \
    do {                                                                                   \
        if (!(claim)) {                                                                    \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim);            \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

/* ------------------------------------------------------------------------- */
/* Callbacks of the core                                                     */
/* ------------------------------------------------------------------------- */

static void wants_write(void *link)
{
    (void)link;
}

static void set_flag(void *link)
{
    *(int *)link = 1;
}

static const Transport TRANSPORT = { wants_write, set_flag, set_flag };

static int64_t clock_of(void *context)
{
    return ((Room *)context)->now;
}

/* ------------------------------------------------------------------------- */
/* The store                                                                 */
/* ------------------------------------------------------------------------- */

/* In memory if possible, where a sync costs nothing. */
static void store_path(char *path, size_t size, const char *suffix)
{
    const char *folder = getenv("TMPDIR");

    snprintf(path, size, "%s/roundhouse-room-%d%s", folder == NULL ? "/tmp" : folder,
             (int)getpid(), suffix);
}

static void remove_store(void)
{
    static const char *const suffixes[] = { "", "-wal", "-shm", "-lock" };
    char path[256];

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        store_path(path, sizeof path, suffixes[i]);
        unlink(path);
    }
}

static Store *new_store(void)
{
    Store *store;
    char path[256];

    remove_store();
    store_path(path, sizeof path, "");
    MUST(store_open(path, &store, NULL) == STORE_OK);
    return store;
}

/* ------------------------------------------------------------------------- */
/* Messages and requests                                                     */
/* ------------------------------------------------------------------------- */

void room_poll(Room *room)
{
    int rounds = 0;

    do {
        core_poll(room->core);
        db_pool_run(room->db_pool);
        worker_pool_run(room->thinkers);
        core_poll(room->core);
    } while (rounds++ < ROUNDS_MAX
             && (core_is_busy(room->core) || worker_pool_waiting(room->thinkers) > 0));
}

void room_read(Room *room)
{
    for (int i = 0; i < ROOM_PEOPLE; i++) {
        if (room->conns[i] == NULL)
            continue;
        for (Packet *packet; (packet = core_next_packet(room->conns[i])) != NULL;) {
            if (room->see != NULL)
                room->see(room->context, i, packet_text(packet), packet->length);
            packet_release(packet);
        }
        if (room->is_hung_up[i]) {
            core_close(room->conns[i]);
            room->conns[i] = NULL;
        }
    }
}

void room_send(Room *room, int person, const char *message)
{
    if (room->conns[person] != NULL)
        core_receive(room->conns[person], message, strlen(message));
    room_poll(room);
}

void room_request(Room *room, Request *request, int person)
{
    int is_answered = 0;

    request->link = &is_answered;
    memcpy(request->address, "192.0.2.1", sizeof "192.0.2.1");
    memcpy(request->token, room->tokens[person], TOKEN_MAX);
    core_request(room->core, request);
    for (int i = 0; i < ROUNDS_MAX && !is_answered; i++) {
        room_poll(room);
        worker_pool_run(room->passwords);
    }
    MUST(is_answered);
}

void request_free(Request *request)
{
    text_free(&request->body);
    text_free(&request->answer);
}

void answer_value(const Request *request, const char *key, char *value, size_t size)
{
    json_t *json = json_loadb(request->answer.bytes, request->answer.length, 0, NULL);
    const char *found = json_string_value(json_object_get(json, key));

    MUST(found != NULL && strlen(found) < size);
    memcpy(value, found, strlen(found) + 1);
    json_decref(json);
}

/* ------------------------------------------------------------------------- */
/* The room                                                                  */
/* ------------------------------------------------------------------------- */

static void come_in(Room *room, int person, const char *body)
{
    Request request = { .method = METHOD_POST, .path = "/api/1/guest" };

    text_add(&request.body, body);
    room_request(room, &request, CLEO);
    answer_value(&request, "token", room->tokens[person], TOKEN_MAX);
    request_free(&request);
}

static void open_table(Room *room)
{
    Request request = { .method = METHOD_POST, .path = "/api/1/tables" };

    text_add(&request.body,
             "{\"game\":\"take-a-train\",\"seats\":[\"me\",\"open\",\"random\"],"
             "\"public\":true,\"clock\":{\"kind\":\"bank\",\"seconds\":60,\"extra\":5},"
             "\"sit_in\":\"random\"}");
    room_request(room, &request, ADA);
    answer_value(&request, "table", room->code, sizeof room->code);
    request_free(&request);
}

static void make_core(Room *room, const Limits *limits)
{
    const CoreConfig config = { .version = "0.0.0",
                                .base_url = "http://room",
                                .limits = *limits,
                                .clock = clock_of,
                                .steady = clock_of,
                                .clock_context = room,
                                .transport = &TRANSPORT,
                                .inbox = &room->inbox,
                                .db_pool = room->db_pool,
                                .thinkers = room->thinkers,
                                .passwords = room->passwords };

    room->core = core_new(&config);
    MUST(room->core != NULL);
}

void room_open(Room *room, const Limits *limits)
{
    MUST(sodium_init() >= 0);
    log_from(LOG_NOTHING);
    room->store = new_store();
    room->now = 1700000000000;
    inbox_init(&room->inbox, NULL, NULL);
    room->db_pool = db_pool_new(room->store, &room->inbox, "roundhouse");
    room->thinkers = worker_pool_new(&room->inbox);
    room->passwords = worker_pool_new(&room->inbox);
    make_core(room, limits);
    come_in(room, ADA, "{\"name\":\"Ada\"}");
    come_in(room, BEN, "{\"name\":\"Ben\"}");
    open_table(room);
    for (int i = 0; i < ROOM_PEOPLE; i++)
        room->conns[i] = core_open(room->core, &room->is_hung_up[i], "192.0.2.1",
                                   room->tokens[i], i == CLEO ? LANGUAGE_FR : LANGUAGE_EN);
    room_poll(room);
}

void room_close(Room *room)
{
    core_shut_down(room->core);
    worker_pool_end(room->thinkers);
    worker_pool_end(room->passwords);
    do {
        core_poll(room->core);
        db_pool_run(room->db_pool);
    } while (core_is_busy(room->core));
    core_poll(room->core);
    room_read(room);
    core_free(room->core);
    worker_pool_free(room->thinkers);
    worker_pool_free(room->passwords);
    db_pool_free(room->db_pool);
    inbox_destroy(&room->inbox);
    store_free(room->store);
    remove_store();
}
