/* server.c: the whole server: store, db_pool, workers, core and sockets, and the
 * main loop. */
#include "server/server.h"

#include "server/names.h"
#include "server/node_protocol.h"
#include "server/files.h"
#include "server/listener.h"
#include "server/log.h"
#include "server/net.h"
#include "server/nodes.h"
#include "server/security.h"
#include "store/notices.h"
#include "store/place.h"

#include <curl/curl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* The end takes half a second at most: clients have CLIENTS_MS to read what was sent and to
 * close, the store has STORE_MS, and then LAST_CALL_MS for what is left. */
enum { CLIENTS_MS = 300, STORE_MS = 350, LAST_CALL_MS = 100 };

enum { PLACE_SHOWN = 1024, URL_MAX = 300 };

typedef struct Server {
    const ServerConfig *config;
    Store *store;
    Files *files;
    Net *net;
    Inbox inbox;
    int has_inbox;
    DbPool *db_pool;
    WorkerPool *thinkers, *passwords, *senders, *mailers;
    PushSender push;
    MailSender mail;
    SecurityLog *security;
    Core *core;
    Listener *listener;
    atomic_llong beat_began; /* listener.h */
    int64_t latest;          /* see CoreConfig */
    DatabaseTime database_time;
    char node[STORE_WORD_MAX + 1]; /* empty: nobody else has the store */
    char base_url[URL_MAX], listen_url[URL_MAX];
    char admin_url[URL_MAX]; /* empty: none */
} Server;

/* ------------------------------------------------------------------------- */
/* Signals and time                                                          */
/* ------------------------------------------------------------------------- */

/* Signals that have come, for the loop to act on. */
static atomic_int signals[NSIG];

static void note_signal(int number)
{
    atomic_store(&signals[number], 1);
}

static int64_t system_clock(void *context)
{
    (void)context;
    return clock_ms(CLOCK_REALTIME);
}

static int64_t steady_clock(void *context)
{
    (void)context;
    return clock_ms(CLOCK_BOOTTIME);
}

static int64_t steady_now(void)
{
    return steady_clock(NULL);
}

/* Thousands of connections are thousands of files. */
static void allow_many_files(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* ------------------------------------------------------------------------- */
/* Beginning                                                                 */
/* ------------------------------------------------------------------------- */

/* The others see by the name how it speaks. */
static void name_node(char node[STORE_WORD_MAX + 1])
{
    char code[NODE_CODE_LENGTH + 1];

    code_make(code, NODE_CODE_LENGTH);
    snprintf(node, STORE_WORD_MAX + 1, "%s-%s", NODE_PROTOCOL_VERSION, code);
}

/* Checking a large file, or waiting for a database, may take seconds: the log says so. */
static int open_store(Server *server, Fault *fault)
{
    char data[PLACE_SHOWN];

    store_place_shown(server->config->data, data, sizeof data);
    log_line(LOG_INFO, "opening", LOG_PAIRS({ "data", data }));
    if (store_open(server->config->data, &server->store, fault) != STORE_OK)
        return 0;
    if (names_settle(server->store, fault) != STORE_OK
        || names_log_alike(server->store, fault) != STORE_OK)
        return 0;
    if (store_descriptor(server->store) >= 0)
        name_node(server->node);
    return 1;
}

static void write_url(char url[URL_MAX], const char *scheme, const char *host, int port)
{
    snprintf(url, URL_MAX, strchr(host, ':') != NULL ? "%s://[%s]:%d" : "%s://%s:%d",
             scheme, host, port);
}

/* A browser on this machine can open it, even if the server listens on every address. */
static const char *host_to_open(const char *host)
{
    return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0 ? "localhost" : host;
}

static int is_loopback(const char *host)
{
    return strcmp(host, "127.0.0.1") == 0 || strcmp(host, "::1") == 0;
}

/* The name to open: passkeys need one, and refuse addresses. */
static const char *name_to_open(const char *host)
{
    return is_loopback(host) ? "localhost" : host_to_open(host);
}

static void name_urls(Server *server)
{
    const NetConfig *net = &server->config->net;
    const char *scheme = net->tls_cert != NULL ? "https" : "http";
    int port = net_port(server->net), admin_port = net_admin_port(server->net);

    write_url(server->listen_url, scheme, net->host, port);
    if (net->base_url != NULL)
        snprintf(server->base_url, sizeof server->base_url, "%s", net->base_url);
    else
        write_url(server->base_url, scheme, name_to_open(net->host), port);
    snprintf(server->push.subject, sizeof server->push.subject, "%s", server->base_url);
    snprintf(server->mail.base_url, sizeof server->mail.base_url, "%s", server->base_url);
    if (admin_port > 0)
        write_url(server->admin_url, "http", host_to_open(net->admin_host), admin_port);
}

static int open_net(Server *server, Fault *fault)
{
    NetConfig net = server->config->net;

    net.files = server->files;
    server->net = net_new(&net, fault);
    if (server->net == NULL)
        return 0;
    name_urls(server);
    return 1;
}

static int thinker_count(const ServerConfig *config)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    if (config->thinkers > 0)
        return config->thinkers;
    return processors > 2 ? (int)processors - 1 : 1;
}

static int start_threads(Server *server, Fault *fault)
{
    enum { PASSWORD_THREADS = 1, SENDER_THREADS = 1, MAILER_THREADS = 1 };

    inbox_init(&server->inbox, net_wake, server->net);
    server->has_inbox = 1;
    server->db_pool = db_pool_new(server->store, &server->inbox, ALL_NODES);
    server->thinkers = worker_pool_new(&server->inbox);
    server->passwords = worker_pool_new(&server->inbox);
    server->senders = worker_pool_new(&server->inbox);
    server->mailers = worker_pool_new(&server->inbox);
    if (server->db_pool == NULL || server->thinkers == NULL || server->passwords == NULL
        || server->senders == NULL || server->mailers == NULL)
        return fault_set(fault, "There is no memory left.");
    if (!db_pool_start(server->db_pool,
                       server->node[0] != '\0' ? server->config->data : NULL)
        || worker_pool_start(server->thinkers, thinker_count(server->config)) == 0
        || worker_pool_start(server->passwords, PASSWORD_THREADS) == 0
        || worker_pool_start(server->senders, SENDER_THREADS) == 0
        || (server->mail.url != NULL
            && worker_pool_start(server->mailers, MAILER_THREADS) == 0))
        return fault_set(fault, "The system gives no threads.");
    return 1;
}

static int make_core(Server *server, Fault *fault)
{
    const ServerConfig *config = server->config;
    const CoreConfig core = {
        .version = config->version,
        .base_url = server->base_url,
        .is_secure = strncmp(server->base_url, "https:", 6) == 0,
        .limits = config->net.limits,
        .clock = config->clock != NULL ? config->clock : system_clock,
        .steady = config->clock != NULL ? config->steady : steady_clock,
        .clock_context = config->clock_context,
        .transport = &NET_TRANSPORT,
        .inbox = &server->inbox,
        .db_pool = server->db_pool,
        .thinkers = server->thinkers,
        .passwords = server->passwords,
        .senders = server->senders,
        .push = &server->push,
        .mailers = server->mailers,
        .mail = server->mail.url != NULL ? &server->mail : NULL,
        .security = server->security,
        .tidy_tables_after = config->tidy_tables_after,
        .tidy_guests_after = config->tidy_guests_after,
        .latest = server->latest,
        .database_time = server->database_time,
        .node = server->node[0] == '\0' ? NULL : server->node,
        .beat_began = &server->beat_began,
    };

    server->core = core_new(&core);
    if (server->core == NULL)
        return fault_set(fault, "There is no memory left.");
    net_set_core(server->net, server->core);
    if (server->node[0] == '\0')
        return 1;
    server->listener = listener_new(config->data, server->node, &server->beat_began,
                                    &server->inbox, node_receive, server->core, fault);
    return server->listener != NULL;
}

/* Reads the times of the store, before any thread uses it. */
static int learn_times(Server *server, Fault *fault)
{
    const ServerConfig *config = server->config;
    const CoreConfig clocks = {
        .steady = config->clock != NULL ? config->steady : steady_clock,
        .clock_context = config->clock_context,
    };

    if (store_latest(server->store, &server->latest, fault) != STORE_OK)
        return 0;
    return server->node[0] == '\0'
           || database_measure_clock(&clocks, server->store, &server->database_time, fault)
                  == STORE_OK;
}

/* One pair of keys for all nodes, in the store. */
static int learn_push_keys(Server *server, Fault *fault)
{
    PushSender *push = &server->push;
    StoreStatus status = store_begin(server->store, fault);
    uint8_t key[STORE_VAPID_BYTES];

    if (!push_keys_make(&push->keys))
        return fault_set(fault, "OpenSSL makes no keys.");
    memcpy(key, push->keys.private_key, sizeof key);
    if (status == STORE_OK)
        status = store_vapid(server->store, key, fault);
    if (status == STORE_OK)
        status = store_commit(server->store, fault);
    if (status != STORE_OK)
        return 0;
    push->loopback_ca = server->config->push_loopback_ca;
    int is_sound = push_keys_of(key, &push->keys);
    sodium_memzero(key, sizeof key);
    return is_sound || fault_set(fault, "The key for push services is damaged.");
}

/* One secret for all nodes, in the store. */
static int learn_mail_key(Server *server, Fault *fault)
{
    MailSender *mail = &server->mail;

    *mail = server->config->mail;
    if (mail->url == NULL)
        return 1;
    randombytes_buf(mail->key, sizeof mail->key);
    StoreStatus status = store_begin(server->store, fault);
    if (status == STORE_OK)
        status = store_mail_key(server->store, mail->key, fault);
    return status == STORE_OK && store_commit(server->store, fault) == STORE_OK;
}

static int begin(Server *server, Fault *fault)
{
    allow_many_files();
    if (sodium_init() < 0)
        return fault_set(fault, "libsodium does not start.");
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != 0)
        return fault_set(fault, "libcurl does not start.");
    server->files = files_read(server->config->web, fault);
    server->security = security_log_new(server->config->security_log,
                                        server->config->keep_addresses, fault);
    return server->files != NULL && server->security != NULL && open_store(server, fault)
           && learn_times(server, fault) && learn_push_keys(server, fault)
           && learn_mail_key(server, fault) && open_net(server, fault)
           && start_threads(server, fault) && make_core(server, fault);
}

/* ------------------------------------------------------------------------- */
/* The loop                                                                  */
/* ------------------------------------------------------------------------- */

static void serve_once(Server *server, int64_t *ticked)
{
    net_serve(server->net);
    core_poll(server->core);
    if (atomic_exchange(&signals[SIGUSR1], 0))
        core_confirm_time(server->core);
    if (atomic_exchange(&signals[SIGHUP], 0))
        security_log_reopen(server->security);
    if (steady_now() - *ticked >= NET_TICK_MS) {
        *ticked = steady_now();
        core_tick(server->core);
        core_poll(server->core);
    }
    net_flush(server->net);
}

static int is_worth_waiting(const Server *server, int64_t waited)
{
    if (core_is_busy(server->core))
        return waited < STORE_MS;
    return waited < CLIENTS_MS
           && (core_has_connections(server->core) || net_is_sending(server->net));
}

/* Pending work is finished; clients are asked to come back. */
static void send_farewell(Server *server)
{
    int64_t began = steady_now(), ticked = began;

    log_line(LOG_INFO, "ending", NULL);
    net_stop_listening(server->net);
    core_shut_down(server->core);
    while (is_worth_waiting(server, steady_now() - began))
        serve_once(server, &ticked);
}

static void serve(Server *server)
{
    int64_t ticked = 0;

    while (!atomic_load(&signals[SIGTERM]) && !atomic_load(&signals[SIGINT]))
        serve_once(server, &ticked);
    send_farewell(server);
}

/* The threads end first. What they leave behind, or what their last answers still
 * ask for, is run here. */
static void end_threads(Server *server)
{
    db_pool_hurry(server->db_pool, LAST_CALL_MS);
    listener_hurry(server->listener, LAST_CALL_MS);
    listener_free(server->listener);
    worker_pool_end(server->thinkers);
    worker_pool_end(server->passwords);
    worker_pool_end(server->senders);
    worker_pool_end(server->mailers);
    db_pool_end(server->db_pool);
    do {
        core_poll(server->core);
        db_pool_run(server->db_pool);
    } while (core_is_busy(server->core));
    core_poll(server->core);
}

static void end(Server *server)
{
    if (server->core != NULL)
        end_threads(server);
    net_free(server->net);
    core_free(server->core);
    worker_pool_free(server->thinkers);
    worker_pool_free(server->passwords);
    worker_pool_free(server->senders);
    worker_pool_free(server->mailers);
    db_pool_free(server->db_pool);
    if (server->has_inbox)
        inbox_destroy(&server->inbox);
    store_free(server->store);
    files_free(server->files);
    security_log_free(server->security);
}

static void log_places(const Server *server)
{
    const ServerConfig *config = server->config;
    /* localhost is where a server on loopback listens. */
    int is_elsewhere = strcmp(server->listen_url, server->base_url) != 0
                       && (config->net.base_url != NULL || !is_loopback(config->net.host));
    const ServerPlaces places = {
        .address = server->base_url,
        .listen = is_elsewhere ? server->listen_url : NULL,
        .admin = server->admin_url[0] != '\0' ? server->admin_url : NULL,
        .has_page = files_have_page(server->files),
    };
    char data[PLACE_SHOWN];

    store_place_shown(config->data, data, sizeof data);
    config->listening(config->listening_context, &places);
    log_line(LOG_INFO, "listening",
             LOG_PAIRS({ "address", places.address }, { "data", data },
                       { "admin", places.admin != NULL ? places.admin : "off" },
                       { "listen", server->listen_url }));
}

int server_run(const ServerConfig *config, Fault *fault)
{
    static const int NOTED[] = { SIGTERM, SIGINT, SIGUSR1, SIGHUP };
    Server server = { .config = config };
    int has_begun;

    for (size_t i = 0; i < sizeof NOTED / sizeof *NOTED; i++) {
        atomic_store(&signals[NOTED[i]], 0);
        signal(NOTED[i], note_signal);
    }
    /* A file that may not grow any more is an error of a write, like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    has_begun = begin(&server, fault);
    if (has_begun) {
        log_places(&server);
        security_event(server.core, "server-started", NULL, NULL);
        serve(&server);
        security_event(server.core, "server-ended", NULL, NULL);
        log_line(LOG_INFO, "ended", NULL);
    }
    end(&server);
    return has_begun;
}
