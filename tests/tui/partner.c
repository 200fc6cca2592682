/* partner.c: another player at a server's table, over the protocol and without a
 * screen: sits down, plays the first listed action whenever it must act, and leaves
 * when the game is over. With a password it only keeps the name.
 * usage: partner URL NAME [PASSWORD] */
#include "client/fetch.h"
#include "client/remote.h"
#include "client/session.h"

#include <poll.h>
#include <stdio.h>

static void happened(void *context, const Event *events, int count)
{
    (void)context;
    (void)events;
    (void)count;
}

static void nothing(void *context)
{
    (void)context;
}

/* Acts once per position. */
static void answer(RemoteTable *table, int *answered)
{
    Action actions[ACTIONS_MAX];

    if (table->state == REMOTE_OPEN && table->seat == NOBODY)
        remote_do(table, "sit");
    if (table->state != REMOTE_PLAYING || !table->has_view || table->seat == NOBODY
        || *answered == table->n || !seats_have(remote_waiting(table), table->seat))
        return;
    table->game->list(&table->view, table->seat, actions);
    remote_act(table, actions[0]);
    *answered = table->n;
}

static void play(Connection *connection, const char *code)
{
    const TableLog log = { NULL, happened, nothing };
    static RemoteTable table;
    int answered = -1;

    remote_sit_down(&table, connection, code, &log);
    while (table.state != REMOTE_OVER) {
        struct pollfd polled = { .fd = connection_descriptor(connection),
                                 .events = POLLIN };

        if (poll(&polled, 1, -1) < 0)
            continue;
        News news = connection_take(connection);
        remote_take(&table, &news, 0);
        if (news.kind == NEWS_LOST)
            answered = -1;
        text_free(&news.message);
        answer(&table, &answered);
    }
}

static int keep_name(const ServerAddress *address, const Session *session, char **names,
                     Fault *fault)
{
    char body[256];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", names[0],
             names[1]);
    HttpRequest request = { .path = "/api/1/keep", .token = session->token, .body = body };
    Json *json = fetch_json(address, &request, fault);
    if (json == NULL)
        fprintf(stderr, "partner: %s\n", fault->sentence);
    json_free(json);
    return json == NULL;
}

int main(int argc, char **argv)
{
    ServerAddress address;
    Session session;
    Fault fault = { 0 };

    if (argc < 3 || argc > 4 || !server_address_read(argv[1], &address, &fault)
        || !session_begin(&address, argv[2], argv[2], NULL, NULL, &session, &fault)) {
        fprintf(stderr, "partner: %s\n", fault.sentence);
        return 1;
    }
    if (argc == 4)
        return keep_name(&address, &session, argv + 2, &fault);
    Connection *connection = connection_open(&address, session.token);
    if (connection == NULL)
        return 1;
    play(connection, address.table);
    connection_close(connection);
    printf("over\n");
    return 0;
}
