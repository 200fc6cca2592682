/* serve.c: the verb that runs the server. */
#include "cli/common.h"
#include "cli/arguments.h"
#include "cli/serve_mail.h"
#include "cli/verbs.h"

#include "server/log.h"
#include "server/server.h"
#include "server/times.h"
#include "store/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

typedef struct ServeArgs {
    ServerConfig config;
    char listen[256], admin[256]; /* cut into host and port */
    Text data;                    /* the default place */
    char web[PATH_ROOM];
    char base_url[256];
    const char *file, *store; /* --data and --store */
    int keeps_addresses;      /* --keep-addresses was given */
    const char *smtp_login;   /* --smtp-login */
} ServeArgs;

enum {
    KEY_LISTEN = 'l',
    KEY_DATA = 'd',
    KEY_WEB = 'w',
    KEY_BASE_URL = 'u',
    KEY_BEHIND_PROXY = 256,
    KEY_TLS_CERT,
    KEY_TLS_KEY,
    KEY_NO_LIMITS,
    KEY_BOT_THREADS,
    KEY_STORE,
    KEY_SECURITY_LOG,
    KEY_KEEP_ADDRESSES,
    KEY_TIDY_TABLES,
    KEY_TIDY_GUESTS,
    KEY_ADMIN_LISTEN,
    KEY_PUSH_LOOPBACK,
    KEY_SMTP,
    KEY_SMTP_LOGIN,
    KEY_SMTP_CA,
    KEY_MAIL_FROM,
    KEY_QUIET = 'q',
};

static const char DEFAULT_HOST[] = "127.0.0.1", DEFAULT_PORT[] = "8930";

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

static void check_port(const char *option, const char *port, struct argp_state *state)
{
    size_t digits = strspn(port, "0123456789");

    if (digits == 0 || digits > 5 || port[digits] != '\0' || atoi(port) > 65535)
        argument_error(state,
                       in_locale("--%s: '%s' is no port: a port is a number up to 65535"),
                       option, port);
}

/* "HOST:PORT", "[::1]:PORT", "PORT" or "HOST", cut in place. What is not said stays
 * as it was. */
static void parse_listen(const char *option, char *at, const char **host, const char **port,
                         struct argp_state *state)
{
    char *colon;

    if (at[strspn(at, "0123456789")] == '\0') {
        *port = at;
        check_port(option, *port, state);
        return;
    }
    if (*at == '[') {
        char *bracket = strchr(at, ']');
        if (bracket == NULL) {
            argument_error(state, in_locale("--%s: '%s' has no ]"), option, at);
            return;
        }
        *bracket = '\0';
        *host = at + 1;
        colon = bracket[1] == ':' ? bracket + 1 : NULL;
    } else {
        *host = at;
        colon = strrchr(at, ':');
    }
    if (colon != NULL) {
        *colon = '\0';
        *port = colon + 1;
        check_port(option, *port, state);
    }
}

static void copy_listen(const char *option, char room[256], const char *text,
                        struct argp_state *state)
{
    if (strlen(text) >= 256)
        argument_error(state, in_locale("--%s: '%s' is too long"), option, text);
    else
        memcpy(room, text, strlen(text) + 1);
}

static void parse_admin(ServeArgs *args, const char *text, struct argp_state *state)
{
    ServerConfig *config = &args->config;

    if (strcmp(text, "off") == 0) {
        config->net.admin_host = NULL;
        return;
    }
    copy_listen("admin-listen", args->admin, text, state);
    parse_listen("admin-listen", args->admin, &config->net.admin_host,
                 &config->net.admin_port, state);
}

/* Trusted proxies for X-Forwarded-For; default: this machine. */
static void parse_proxies(ServerConfig *config, const char *text, struct argp_state *state)
{
    Fault fault = fault_in_locale();

    config->net.is_behind_proxy = 1;
    if (!proxies_read(&config->net.proxies, text != NULL ? text : "loopback", &fault))
        argument_error(state, in_locale("--behind-proxy: %s"), fault.sentence);
}

static void parse_base_url(ServeArgs *args, const char *text, struct argp_state *state)
{
    size_t length = strlen(text);

    if ((strncmp(text, "http://", 7) != 0 && strncmp(text, "https://", 8) != 0)
        || length >= sizeof args->base_url)
        argument_error(
            state, in_locale("--base-url: '%s' does not begin with http:// or https://"),
            text);
    memcpy(args->base_url, text, length + 1);
    while (length > 0 && args->base_url[length - 1] == '/')
        args->base_url[--length] = '\0';
    if (strchr(args->base_url + strlen("https://"), '/') != NULL)
        argument_error(
            state,
            in_locale("--base-url: '%s' has a path; the page is at the root of a site"),
            text);
    args->config.net.base_url = args->base_url;
}

static int is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Is it an address of this machine alone? */
static int is_loopback(const char *host)
{
    static const char *const NAMES[] = { "localhost", "127.0.0.1", "::1", "[::1]" };

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        size_t length = strlen(NAMES[i]);
        if (strncmp(host, NAMES[i], length) == 0
            && (host[length] == '\0' || host[length] == ':'))
            return 1;
    }
    return 0;
}

/* Nobody outside may make a server send to addresses of its own machine. */
static void check_push_loopback(const ServerConfig *config, struct argp_state *state)
{
    const char *url = config->net.base_url;

    if (config->push_loopback_ca != NULL
        && (!is_loopback(config->net.host)
            || (url != NULL && !is_loopback(strstr(url, "://") + 3))))
        argument_error(state, in_locale("--push-loopback is for tests on this machine: "
                                        "--listen and --base-url must be localhost"));
}

/* Links in mails begin with the public address: it is never guessed. */
static void check_mail(const ServeArgs *args, struct argp_state *state)
{
    const MailSender *mail = &args->config.mail;
    int has_all = mail->from[0] != '\0' && args->config.net.base_url != NULL;

    if (mail->url != NULL && !has_all)
        argument_error(state, in_locale("--smtp needs --mail-from and --base-url"));
    if (mail->url == NULL
        && (mail->from[0] != '\0' || mail->ca != NULL || args->smtp_login != NULL))
        argument_error(state, in_locale("--mail-from, --smtp-login and --smtp-ca need "
                                        "--smtp"));
}

/* Refuses options that contradict each other. */
static void check_together(const ServeArgs *args, struct argp_state *state)
{
    const ServerConfig *config = &args->config;

    if ((config->net.tls_cert == NULL) != (config->net.tls_key == NULL))
        argument_error(state, in_locale("--tls-cert and --tls-key go together"));
    if (config->net.tls_cert != NULL && config->net.base_url != NULL
        && strncmp(config->net.base_url, "https://", 8) != 0)
        argument_error(state,
                       in_locale("with --tls-cert, --base-url begins with https://"));
    if (args->file != NULL && args->store != NULL)
        argument_error(state,
                       in_locale("--data is a file, --store a database: name one of them"));
    if (args->keeps_addresses && config->keep_addresses > 0 && config->security_log == NULL)
        argument_error(
            state, in_locale("--keep-addresses needs --security-log: without a file of its "
                             "own, no addresses are written"));
    check_push_loopback(config, state);
    check_mail(args, state);
    if (config->web != NULL && !is_folder(config->web))
        argument_error(state, in_locale("--web: there is no folder '%s'"), config->web);
}

static error_t parse_mail(int key, char *text, struct argp_state *state)
{
    ServeArgs *args = state->input;
    MailSender *mail = &args->config.mail;
    Fault fault = fault_in_locale();

    switch (key) {
    case KEY_SMTP:
        if (!mail_url_is_sound(text, &fault))
            argument_error(state, "--smtp: %s", fault.sentence);
        mail->url = text;
        return 0;
    case KEY_SMTP_LOGIN:
        args->smtp_login = text;
        return 0;
    case KEY_SMTP_CA:
        mail->ca = text;
        return 0;
    case KEY_MAIL_FROM:
        if (!mail_sender_read(mail, text))
            argument_error(state, in_locale("--mail-from: '%s' is no address of mail"),
                           text);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* How long things are kept, and notices. */
static error_t parse_keeping(int key, char *text, struct argp_state *state)
{
    enum { MOST = 3650 };
    ServerConfig *config = &((ServeArgs *)state->input)->config;

    switch (key) {
    case KEY_SECURITY_LOG:
        config->security_log = text;
        return 0;
    case KEY_KEEP_ADDRESSES:
        config->keep_addresses =
            (int)argument_number(state, "keep-addresses", text, 0, MOST);
        ((ServeArgs *)state->input)->keeps_addresses = 1;
        return 0;
    case KEY_PUSH_LOOPBACK:
        config->push_loopback_ca = text;
        return 0;
    case KEY_TIDY_TABLES:
        config->tidy_tables_after =
            (int)argument_number(state, "tidy-tables", text, 0, MOST);
        return 0;
    case KEY_TIDY_GUESTS:
        config->tidy_guests_after =
            (int)argument_number(state, "tidy-guests", text, 0, MOST);
        return 0;
    default:
        return parse_mail(key, text, state);
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    ServeArgs *args = state->input;
    ServerConfig *config = &args->config;

    switch (key) {
    case KEY_LISTEN:
        copy_listen("listen", args->listen, text, state);
        parse_listen("listen", args->listen, &config->net.host, &config->net.port, state);
        return 0;
    case KEY_DATA:
        config->data = args->file = text;
        return 0;
    case KEY_STORE:
        if (strncmp(text, "postgres://", 11) != 0
            && strncmp(text, "postgresql://", 13) != 0)
            argument_error(
                state, in_locale("--store: '%s' does not begin with postgres://"), text);
        config->data = args->store = text;
        return 0;
    case KEY_WEB:
        config->web = text;
        return 0;
    case KEY_BASE_URL:
        parse_base_url(args, text, state);
        return 0;
    case KEY_BEHIND_PROXY:
        parse_proxies(config, text, state);
        return 0;
    case KEY_ADMIN_LISTEN:
        parse_admin(args, text, state);
        return 0;
    case KEY_TLS_CERT:
        config->net.tls_cert = text;
        return 0;
    case KEY_TLS_KEY:
        config->net.tls_key = text;
        return 0;
    case KEY_NO_LIMITS:
        config->net.limits = (Limits){ .queued_bytes = LIMITS_DEFAULT.queued_bytes,
                                       .all_queued_bytes = LIMITS_DEFAULT.all_queued_bytes,
                                       .held_bytes = LIMITS_DEFAULT.held_bytes };
        return 0;
    case KEY_BOT_THREADS:
        config->thinkers = (int)argument_number(state, "bot-threads", text, 1, 64);
        return 0;
    case KEY_QUIET:
        log_from(LOG_WARNING);
        return 0;
    case ARGP_KEY_END:
        check_together(args, state);
        return 0;
    default:
        return parse_keeping(key, text, state);
    }
}

static const struct argp_option OPTIONS[] = {
    { "listen", KEY_LISTEN, "HOST:PORT", 0,
      "Where to listen (127.0.0.1:8930: this machine alone); 0.0.0.0 is every address, "
      "port 0 any free port",
      0 },
    { "data", KEY_DATA, "FILE", 0,
      "The data file (roundhouse.db in the user's data folder)", 0 },
    { "store", KEY_STORE, "URL", 0,
      "Instead of a file, postgres://…: a database that several servers may share", 0 },
    { "web", KEY_WEB, "DIR", 0, "Folder of the built page", 0 },
    { "base-url", KEY_BASE_URL, "URL", 0, "Public address of the server", 0 },
    { "behind-proxy", KEY_BEHIND_PROXY, "ADDRESS", OPTION_ARG_OPTIONAL,
      "Trust X-Forwarded-For of a reverse proxy in front: on this machine, or at these "
      "addresses or networks, separated by commas",
      0 },
    { "admin-listen", KEY_ADMIN_LISTEN, "HOST:PORT", 0,
      "Listener of health and metrics (127.0.0.1, the port after that of --listen, or any "
      "free port); off: none",
      0 },
    { "tls-cert", KEY_TLS_CERT, "FILE", 0, "Certificates, for HTTPS without a proxy", 0 },
    { "tls-key", KEY_TLS_KEY, "FILE", 0, "The key of the certificate", 0 },
    { "bot-threads", KEY_BOT_THREADS, "N", 0, "Threads for bots (processors minus one)",
      0 },
    { "security-log", KEY_SECURITY_LOG, "FILE", 0,
      "Write sign-ins, failures and refusals to this file, one per day (standard error, "
      "without addresses); SIGHUP reopens it",
      0 },
    { "keep-addresses", KEY_KEEP_ADDRESSES, "DAYS", 0,
      "Delete files of the security log after this many days (30); 0: write no addresses",
      0 },
    { "tidy-tables", KEY_TIDY_TABLES, "DAYS", 0,
      "Close open tables without visitors after this many days (14); 0: never", 0 },
    { "tidy-guests", KEY_TIDY_GUESTS, "DAYS", 0,
      "Remove guests who never played, this many days after their last visit (30); 0: "
      "never",
      0 },
    { "smtp", KEY_SMTP, "URL", 0,
      "Send mail by this server, smtp://HOST:PORT (with STARTTLS) or smtps://HOST:PORT: "
      "digests, and links for new passwords",
      0 },
    { "smtp-login", KEY_SMTP_LOGIN, "FILE", 0,
      "User and password of the mail server, on two lines (or in the environment: "
      "ROUNDHOUSE_SMTP_USER, ROUNDHOUSE_SMTP_PASSWORD)",
      0 },
    { "smtp-ca", KEY_SMTP_CA, "FILE", 0,
      "Certificates to trust at the mail server, instead of the system's", 0 },
    { "mail-from", KEY_MAIL_FROM, "ADDRESS", 0,
      "Sender of the mail: ADDRESS, or NAME <ADDRESS>", 0 },
    { "push-loopback", KEY_PUSH_LOOPBACK, "FILE", 0,
      "For tests: push notices to services on this machine alone, with certificates of "
      "this file",
      0 },
    { "no-limits", KEY_NO_LIMITS, 0, 0,
      "Disable the limits on connections, messages and tables, for measurements", 0 },
    { "quiet", KEY_QUIET, 0, 0, "Log warnings and errors only", 0 },
    { 0 },
};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .doc = "Run the server: tables for friends, by link, and the page to play in.\v"
           "Without options it listens on this machine alone and prints its address. "
           "docs/hosting.md describes how to run it for others, docs/protocol.md the "
           "protocol. SIGTERM and SIGINT end it after the last move is stored.",
};

/* ------------------------------------------------------------------------- */
/* Where things are                                                          */
/* ------------------------------------------------------------------------- */

/* In the user's data folder, which is made if it is not there. */
static int find_data(const char *program, ServeArgs *args)
{
    Fault fault = fault_in_locale();

    if (!store_default_place(&args->data, &fault)
        || !store_make_folder(args->data.bytes, &fault))
        return world_error(program, "%s", fault.sentence);
    args->config.data = args->data.bytes;
    return EXIT_FINE;
}

/* Beside the program: PREFIX/bin and PREFIX/share/roundhouse/web when installed;
 * in the source tree some build/…/roundhouse and build/web. */
static void find_web(ServeArgs *args)
{
    char program[PATH_ROOM];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    args->config.web = args->web;
    if (length <= 0)
        return;
    program[length] = '\0';
    for (char *slash; (slash = strrchr(program, '/')) != NULL && slash != program;) {
        *slash = '\0';
        snprintf(args->web, sizeof args->web, "%.4000s/share/roundhouse/web", program);
        if (is_folder(args->web))
            return;
        snprintf(args->web, sizeof args->web, "%.4000s/build/web", program);
        if (is_folder(args->web))
            return;
    }
    args->web[0] = '\0';
}

/* ------------------------------------------------------------------------- */
/* A clock that tests can move                                               */
/* ------------------------------------------------------------------------- */

/* Two numbers of milliseconds, mapped from the file that ROUNDHOUSE_TEST_CLOCK names:
 * tests write them to move the clocks. */
typedef struct TestClock {
    int64_t stepped; /* the wall clock alone is that far ahead of the system's */
    int64_t passed;  /* so much time has passed, by both clocks; 0 if it is not there */
} TestClock;

static int64_t read_clock(clockid_t id, const int64_t *shift)
{
    return clock_ms(id) + __atomic_load_n(shift, __ATOMIC_SEQ_CST);
}

static int64_t test_steady(void *context)
{
    return read_clock(CLOCK_BOOTTIME, &((const TestClock *)context)->passed);
}

static int64_t test_wall(void *context)
{
    const TestClock *shift = context;

    return read_clock(CLOCK_REALTIME, &shift->stepped)
           + __atomic_load_n(&shift->passed, __ATOMIC_SEQ_CST);
}

static int share_clock(const char *program, ServerConfig *config)
{
    const char *path = getenv("ROUNDHOUSE_TEST_CLOCK");
    int fd;

    if (path == NULL)
        return EXIT_FINE;
    fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0)
        config->clock_context = mmap(NULL, sizeof(TestClock), PROT_READ, MAP_SHARED, fd, 0);
    if (fd < 0 || config->clock_context == MAP_FAILED)
        return world_error(program, "ROUNDHOUSE_TEST_CLOCK: %s: %s", path,
                           in_locale(strerror(errno)));
    close(fd);
    config->clock = test_wall;
    config->steady = test_steady;
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static void print_address(void *context, const ServerPlaces *places)
{
    (void)context;
    printf("Roundhouse is at %s\n", places->address);
    if (places->admin != NULL)
        printf("Health and metrics are at %s\n", places->admin);
    if (places->listen != NULL)
        printf("It listens at %s\n", places->listen);
    if (!places->has_page)
        printf("Its page has not been built; programs can connect all the same.\n");
    else if (isatty(STDOUT_FILENO))
        printf("Open the first address in a browser to play. Ctrl-C ends the server.\n");
    fflush(stdout);
}

int verb_serve(int argc, char **argv)
{
    ServeArgs args = { .config = { .version = ROUNDHOUSE_VERSION,
                                   .net = { .host = DEFAULT_HOST,
                                            .port = DEFAULT_PORT,
                                            .admin_host = DEFAULT_HOST,
                                            .limits = LIMITS_DEFAULT },
                                   .keep_addresses = 30,
                                   .tidy_tables_after = 14,
                                   .tidy_guests_after = 30,
                                   .listening = print_address } };
    Fault fault = fault_in_locale();

    arguments_run(&ARGP, argc, argv, &args);
    if (args.config.web == NULL)
        find_web(&args);
    int status = args.config.data != NULL ? EXIT_FINE : find_data(argv[0], &args);
    if (status == EXIT_FINE)
        status = share_clock(argv[0], &args.config);
    if (status == EXIT_FINE)
        status = mail_find_login(argv[0], &args.config.mail, args.smtp_login);
    if (status == EXIT_FINE && !server_run(&args.config, &fault))
        status = world_error(argv[0], "%s", fault.sentence);
    text_free(&args.data);
    return status;
}
