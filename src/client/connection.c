/* connection.c: libwebsockets in one thread. The two threads share two rows of
 * messages under one lock: what came, and what is to go. */
#include "client/connection.h"

#include <errno.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MESSAGE_MAX = 1 << 20,
    FIRST_WAIT = 300,    /* milliseconds until the first attempt to connect again … */
    LONGEST_WAIT = 8000, /* … and at most between two */
    CHECK_AFTER = 15, /* seconds of silence until the server is asked whether it is there */
    GIVE_UP_AFTER = 30,
};

typedef struct Message {
    struct Message *next;
    NewsKind kind;
    Text text;
} Message;

typedef struct Row {
    Message *first, *last;
} Row;

struct Connection {
    ServerAddress server;
    char token[256];
    struct lws_context *context;
    struct lws *socket; /* NULL: none, or not yet */
    lws_sorted_usec_list_t again;
    int wait;    /* milliseconds until the next attempt */
    Text coming; /* a message of which not all is there */
    pthread_t thread;
    pthread_mutex_t lock;
    int pipe[2];
    int is_ending;
    int is_connected;
    Row in, out;
};

/* ------------------------------------------------------------------------- */
/* Rows of messages                                                          */
/* ------------------------------------------------------------------------- */

static void row_add(Row *row, Message *message)
{
    if (row->last == NULL)
        row->first = message;
    else
        row->last->next = message;
    row->last = message;
}

static Message *row_take(Row *row)
{
    Message *message = row->first;

    if (message == NULL)
        return NULL;
    row->first = message->next;
    if (row->first == NULL)
        row->last = NULL;
    return message;
}

static void message_free(Message *message)
{
    text_free(&message->text);
    free(message);
}

static void row_free(Row *row)
{
    for (Message *message; (message = row_take(row)) != NULL;)
        message_free(message);
}

/* Takes the text over. */
static void tell(Connection *connection, NewsKind kind, Text text)
{
    Message *message = calloc(1, sizeof *message);

    if (message == NULL) {
        text_free(&text);
        return;
    }
    message->kind = kind;
    message->text = text;
    pthread_mutex_lock(&connection->lock);
    row_add(&connection->in, message);
    if (kind != NEWS_MESSAGE)
        connection->is_connected = kind == NEWS_CONNECTED;
    if (kind == NEWS_LOST)
        row_free(&connection->out);
    pthread_mutex_unlock(&connection->lock);
    while (write(connection->pipe[1], "!", 1) < 0 && errno == EINTR) {
    }
}

/* ------------------------------------------------------------------------- */
/* Connecting, and once more                                                 */
/* ------------------------------------------------------------------------- */

static void connect_again(lws_sorted_usec_list_t *again);

static void connect_later(Connection *connection)
{
    connection->socket = NULL;
    text_clear(&connection->coming);
    /* Not all at once: a server that comes back has many who want in. */
    long wait = connection->wait / 2 + rand() % (connection->wait / 2 + 1);
    connection->wait *= 2;
    if (connection->wait > LONGEST_WAIT)
        connection->wait = LONGEST_WAIT;
    lws_sul_schedule(connection->context, 0, &connection->again, connect_again,
                     (lws_usec_t)wait * LWS_US_PER_MS);
}

static void connect_now(Connection *connection)
{
    static const lws_retry_bo_t CHECKS = {
        .secs_since_valid_ping = CHECK_AFTER,
        .secs_since_valid_hangup = GIVE_UP_AFTER,
    };
    struct lws_client_connect_info info = {
        .context = connection->context,
        .address = connection->server.host,
        .port = connection->server.port,
        .path = "/ws/1",
        .host = connection->server.host,
        .protocol = NULL,
        .local_protocol_name = "table",
        .pwsi = &connection->socket,
        .retry_and_idle_policy = &CHECKS,
        .alpn = "http/1.1",
        .ssl_connection = connection->server.is_secure ? LCCSCF_USE_SSL : 0,
    };

    if (lws_client_connect_via_info(&info) == NULL && connection->socket == NULL)
        connect_later(connection);
}

static void connect_again(lws_sorted_usec_list_t *again)
{
    Connection *connection =
        (Connection *)(void *)((char *)again - offsetof(Connection, again));

    connect_now(connection);
}

/* ------------------------------------------------------------------------- */
/* What the library tells                                                    */
/* ------------------------------------------------------------------------- */

static int add_token(struct lws *wsi, const Connection *connection, void *in, size_t length)
{
    unsigned char **at = in, *end = *at + length;
    char value[320];

    if (connection->token[0] == '\0')
        return 0;
    int size = snprintf(value, sizeof value, "Bearer %s", connection->token);
    return lws_add_http_header_by_name(wsi, (const unsigned char *)"authorization:",
                                       (const unsigned char *)value, size, at, end);
}

static int receive(struct lws *wsi, Connection *connection, const void *in, size_t length)
{
    if (connection->coming.length + length > MESSAGE_MAX)
        return -1;
    text_append(&connection->coming, in, length);
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
        return 0;
    Text text = connection->coming;
    connection->coming = (Text){ 0 };
    tell(connection, NEWS_MESSAGE, text);
    return 0;
}

static int send_next(struct lws *wsi, Connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    Message *message = row_take(&connection->out);
    int has_more = connection->out.first != NULL;
    pthread_mutex_unlock(&connection->lock);
    if (message == NULL)
        return 0;
    /* The text has room for the library's head before it. */
    size_t length = message->text.length - LWS_PRE;
    int sent = lws_write(wsi, (unsigned char *)message->text.bytes + LWS_PRE, length,
                         LWS_WRITE_TEXT);
    message_free(message);
    if (has_more)
        lws_callback_on_writable(wsi);
    return sent < 0 ? -1 : 0;
}

static void wake_up(Connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    int has_more = connection->out.first != NULL && connection->is_connected;
    pthread_mutex_unlock(&connection->lock);
    if (has_more && connection->socket != NULL)
        lws_callback_on_writable(connection->socket);
}

static int is_ending(Connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    int ending = connection->is_ending;
    pthread_mutex_unlock(&connection->lock);
    return ending;
}

static void lose(Connection *connection)
{
    if (is_ending(connection))
        return;
    tell(connection, NEWS_LOST, (Text){ 0 });
    connect_later(connection);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    (void)user;
    if (wsi == NULL)
        return 0;
    Connection *connection = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_token(wsi, connection, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        connection->wait = FIRST_WAIT;
        tell(connection, NEWS_CONNECTED, (Text){ 0 });
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(wsi, connection, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(wsi, connection);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        lose(connection);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        wake_up(connection);
        return 0;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------------- */
/* The thread                                                                */
/* ------------------------------------------------------------------------- */

static const struct lws_protocols PROTOCOLS[] = {
    { .name = "table", .callback = on_event },
    { 0 },
};

static void *work(void *argument)
{
    Connection *connection = argument;

    connect_now(connection);
    while (!is_ending(connection) && lws_service(connection->context, 0) >= 0) {
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

static struct lws_context *make_context(Connection *connection)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = PROTOCOLS,
        .user = connection,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
    };

    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

static void release(Connection *connection)
{
    if (connection->context != NULL)
        lws_context_destroy(connection->context);
    row_free(&connection->in);
    row_free(&connection->out);
    text_free(&connection->coming);
    pthread_mutex_destroy(&connection->lock);
    close(connection->pipe[0]);
    close(connection->pipe[1]);
    free(connection);
}

Connection *connection_open(const ServerAddress *server, const char *token)
{
    Connection *connection = calloc(1, sizeof *connection);

    if (connection == NULL)
        return NULL;
    if (pipe(connection->pipe) != 0) {
        free(connection);
        return NULL;
    }
    connection->server = *server;
    connection->wait = FIRST_WAIT;
    snprintf(connection->token, sizeof connection->token, "%s", token == NULL ? "" : token);
    pthread_mutex_init(&connection->lock, NULL);
    connection->context = make_context(connection);
    if (connection->context == NULL || !start_thread(connection)) {
        release(connection);
        return NULL;
    }
    return connection;
}

void connection_close(Connection *connection)
{
    if (connection == NULL)
        return;
    pthread_mutex_lock(&connection->lock);
    connection->is_ending = 1;
    pthread_mutex_unlock(&connection->lock);
    lws_cancel_service(connection->context);
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
    return connection->pipe[0];
}

News connection_take(Connection *connection)
{
    News news = { NEWS_NONE, { 0 } };
    char byte;

    pthread_mutex_lock(&connection->lock);
    Message *message = row_take(&connection->in);
    pthread_mutex_unlock(&connection->lock);
    if (message == NULL)
        return news;
    while (read(connection->pipe[0], &byte, 1) < 0 && errno == EINTR) {
    }
    news = (News){ message->kind, message->text };
    free(message);
    return news;
}

void connection_send(Connection *connection, const char *text, size_t length)
{
    static const char head[LWS_PRE];
    Message *message = calloc(1, sizeof *message);

    if (message == NULL)
        return;
    text_append(&message->text, head, sizeof head);
    text_append(&message->text, text, length);
    pthread_mutex_lock(&connection->lock);
    int is_kept = connection->is_connected && !message->text.has_failed;
    if (is_kept)
        row_add(&connection->out, message);
    pthread_mutex_unlock(&connection->lock);
    if (is_kept)
        lws_cancel_service(connection->context);
    else
        message_free(message);
}
