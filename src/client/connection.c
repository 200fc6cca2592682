/* connection.c: a WebSocket in a thread of its own. The two threads share two queues of
 * messages under one lock: incoming and outgoing. */
#include "client/connection.h"

#include "client/fetch.h"
#include "client/ws.h"
#include "edge/ws_frame.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    FIRST_WAIT = 300,    /* milliseconds until the first attempt to connect again … */
    LONGEST_WAIT = 8000, /* … and at most between two */
    LASTING =
        5000, /* open for so long: the next failure starts with the shortest delay again */
    CHECK_AFTER = 15000, /* of silence until a ping asks whether the server is there */
    GIVE_UP_AFTER = 30000,
};

typedef struct Message {
    struct Message *next;
    NewsKind kind;
    Text text;
} Message;

typedef struct Queue {
    Message *first, *last;
} Queue;

struct Connection {
    ServerAddress server;
    char token[256];
    const char *deals; /* borrowed */
    int wait;          /* milliseconds until the next attempt */
    int wake;          /* an eventfd that ends the thread's waits */
    pthread_t thread;
    pthread_mutex_t lock;
    int news; /* an eventfd that counts the messages in `in` */
    int is_ending;
    int is_connected;
    Queue in, out;
};

/* ------------------------------------------------------------------------- */
/* Queues                                                                    */
/* ------------------------------------------------------------------------- */

static void queue_add(Queue *queue, Message *message)
{
    if (queue->last == NULL)
        queue->first = message;
    else
        queue->last->next = message;
    queue->last = message;
}

static Message *queue_take(Queue *queue)
{
    Message *message = queue->first;

    if (message == NULL)
        return NULL;
    queue->first = message->next;
    if (queue->first == NULL)
        queue->last = NULL;
    return message;
}

static void message_free(Message *message)
{
    text_free(&message->text);
    free(message);
}

static void queue_free(Queue *queue)
{
    for (Message *message; (message = queue_take(queue)) != NULL;)
        message_free(message);
}

/* Takes the text over. */
static void post_news(Connection *connection, NewsKind kind, Text text)
{
    Message *message = calloc(1, sizeof *message);

    if (message == NULL) {
        text_free(&text);
        return;
    }
    message->kind = kind;
    message->text = text;
    pthread_mutex_lock(&connection->lock);
    queue_add(&connection->in, message);
    if (kind != NEWS_MESSAGE)
        connection->is_connected = kind == NEWS_CONNECTED;
    if (kind == NEWS_LOST)
        queue_free(&connection->out);
    pthread_mutex_unlock(&connection->lock);
    eventfd_write(connection->news, 1);
}

/* ------------------------------------------------------------------------- */
/* The thread                                                                */
/* ------------------------------------------------------------------------- */

static int is_ending(Connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    int ending = connection->is_ending;
    pthread_mutex_unlock(&connection->lock);
    return ending;
}

/* Wakes the thread: there is a message to send, or it must end. */
static void wake(Connection *connection)
{
    eventfd_write(connection->wake, 1);
}

static void take_wakes(Connection *connection)
{
    eventfd_t count;

    eventfd_read(connection->wake, &count);
}

static int open_socket(Connection *connection, Ws *ws)
{
    HttpRequest request = { .path = "/ws/1",
                            .token =
                                connection->token[0] == '\0' ? NULL : connection->token,
                            .cancel = &connection->wake };
    Fault fault = { 0 };

    return ws_open(ws, &connection->server, &request, NULL, &fault);
}

/* 0: the connection is gone. */
static int send_waiting(Connection *connection, Ws *ws)
{
    for (;;) {
        pthread_mutex_lock(&connection->lock);
        Message *message = queue_take(&connection->out);
        pthread_mutex_unlock(&connection->lock);
        if (message == NULL)
            return 1;
        int is_sent = ws_send(ws, WS_TEXT, message->text.bytes, message->text.length);
        message_free(message);
        if (!is_sent)
            return 0;
    }
}

/* 0: the server has been silent for too long. */
static int check_silence(Ws *ws, int64_t *checked_at)
{
    int64_t now = channel_now();

    if (now - ws->received_at >= GIVE_UP_AFTER)
        return 0;
    if (now - ws->received_at < CHECK_AFTER || *checked_at > ws->received_at)
        return 1;
    *checked_at = now;
    return ws_send(ws, WS_PING, "", 0);
}

/* Until the connection is lost or closed. */
static void talk(Connection *connection, Ws *ws)
{
    int64_t checked_at = 0;

    while (!is_ending(connection)) {
        if (ws_receive(ws, CHECK_AFTER) != NULL) {
            Text text = ws->message;
            ws->message = (Text){ 0 };
            post_news(connection, NEWS_MESSAGE, text);
        }
        take_wakes(connection);
        if (ws->fd < 0 || !send_waiting(connection, ws) || !check_silence(ws, &checked_at))
            return;
    }
}

/* Jitter: many clients reconnect after a restart. */
static void wait_before_next(Connection *connection)
{
    struct pollfd woken = { connection->wake, POLLIN, 0 };

    take_wakes(connection);
    if (is_ending(connection))
        return;
    poll(&woken, 1,
         connection->wait / 2
             + (int)randombytes_uniform((uint32_t)connection->wait / 2 + 1));
    connection->wait *= 2;
    if (connection->wait > LONGEST_WAIT)
        connection->wait = LONGEST_WAIT;
}

static void *work(void *argument)
{
    Connection *connection = argument;

    for (;;) {
        Ws ws;
        /* connection_send may have woken us just as the connection was lost: that wake
         * must not cancel the next attempt. */
        take_wakes(connection);
        if (is_ending(connection))
            break;
        if (open_socket(connection, &ws)) {
            int64_t opened_at = channel_now();
            post_news(connection, NEWS_CONNECTED, (Text){ 0 });
            talk(connection, &ws);
            if (channel_now() - opened_at >= LASTING)
                connection->wait = FIRST_WAIT;
        }
        ws_close(&ws);
        if (is_ending(connection))
            break;
        post_news(connection, NEWS_LOST, (Text){ 0 });
        wait_before_next(connection);
    }
    return NULL;
}

/* Signals are for the thread that has the terminal. */
static int start_thread(Connection *connection)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int is_started = pthread_create(&connection->thread, NULL, work, connection) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

static void release(Connection *connection)
{
    queue_free(&connection->in);
    queue_free(&connection->out);
    pthread_mutex_destroy(&connection->lock);
    close(connection->news);
    close(connection->wake);
    free(connection);
}

Connection *connection_open(const ServerAddress *server, const char *token)
{
    Connection *connection = calloc(1, sizeof *connection);

    if (connection == NULL)
        return NULL;
    connection->server = *server;
    connection->wait = FIRST_WAIT;
    snprintf(connection->token, sizeof connection->token, "%s", token == NULL ? "" : token);
    pthread_mutex_init(&connection->lock, NULL);
    connection->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    connection->news = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
    if (connection->wake < 0 || connection->news < 0 || !start_thread(connection)) {
        release(connection);
        return NULL;
    }
    return connection;
}

void connection_keep_deals(Connection *connection, const char *prefix)
{
    connection->deals = prefix;
}

const char *connection_deals(const Connection *connection)
{
    return connection->deals;
}

void connection_close(Connection *connection)
{
    if (connection == NULL)
        return;
    pthread_mutex_lock(&connection->lock);
    connection->is_ending = 1;
    pthread_mutex_unlock(&connection->lock);
    wake(connection);
    pthread_join(connection->thread, NULL);
    release(connection);
}

int connection_is_there(Connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    int is_there = connection->is_connected;
    pthread_mutex_unlock(&connection->lock);
    return is_there;
}

int connection_descriptor(const Connection *connection)
{
    return connection->news;
}

News connection_take(Connection *connection)
{
    News news = { NEWS_NONE, { 0 } };
    eventfd_t one;

    pthread_mutex_lock(&connection->lock);
    Message *message = queue_take(&connection->in);
    pthread_mutex_unlock(&connection->lock);
    if (message == NULL)
        return news;
    eventfd_read(connection->news, &one);
    news = (News){ message->kind, message->text };
    free(message);
    return news;
}

void connection_send(Connection *connection, const char *text, size_t length)
{
    Message *message = calloc(1, sizeof *message);

    if (message == NULL)
        return;
    text_append(&message->text, text, length);
    pthread_mutex_lock(&connection->lock);
    int is_kept = connection->is_connected && !message->text.has_failed;
    if (is_kept)
        queue_add(&connection->out, message);
    pthread_mutex_unlock(&connection->lock);
    if (is_kept)
        wake(connection);
    else
        message_free(message);
}

int connection_fetch(const Connection *connection, const char *path, HttpReply *reply,
                     Fault *fault)
{
    const HttpRequest request = {
        .path = path, .token = connection->token[0] == '\0' ? NULL : connection->token
    };

    return fetch(&connection->server, &request, reply, fault);
}
