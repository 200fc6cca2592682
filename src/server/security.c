/* security.c: the security log: sign-ins, failed attempts and refusals, with rotation. */
#include "server/security.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const int64_t DAY = 24LL * 3600 * 1000, MINUTE = 60 * 1000;

/* A flood must not fill the disk: beyond this, lines are counted and left out. Two a
 * second are some 25 MB a day. */
static const Rate LINES = { 2, 600 };

enum { KEPT_WITHOUT_ADDRESSES = 30, SUFFIX = sizeof "-YYYYMMDD" };

struct SecurityLog {
    char *path; /* NULL: standard error */
    int fd;
    int keep_days;
    int64_t day;     /* of what is in the file; 0: nothing yet */
    int64_t full_at; /* the bucket of its lines */
    long left_out;
    int64_t key_day;
    unsigned char key[crypto_generichash_KEYBYTES]; /* of the addresses on standard error */
};

/* Reasons for refusals, beside the rates. */
typedef enum Refusal {
    REFUSED_CONNECTIONS = RATE_KINDS,
    REFUSED_ORIGIN,
    REFUSED_HOST,
    REFUSED_PASSWORDS,
    REFUSED_SLOW,
    REFUSED_REQUEST,
    REFUSED_OTHER,
    REFUSALS,
} Refusal;

static const char *const REFUSAL_NAMES[REFUSALS] = {
    [RATE_MESSAGES] = "messages",
    [RATE_CHATS] = "chats",
    [RATE_READINGS] = "readings",
    [RATE_REQUESTS] = "requests",
    [RATE_ENTRIES] = "entries",
    [RATE_UPGRADES] = "upgrades",
    [RATE_HANDSHAKES] = "handshakes",
    [RATE_INVITATIONS] = "invitations",
    [REFUSED_ORIGIN] = "origin",
    [REFUSED_HOST] = "host",
    [REFUSED_PASSWORDS] = "passwords",
    [REFUSED_SLOW] = "too-slow",
    [REFUSED_REQUEST] = "bad-request",
    [REFUSED_OTHER] = "other",
    [REFUSED_CONNECTIONS] = "connections",
};
_Static_assert((int)RATE_KINDS == 8 && (int)REFUSALS == RATE_KINDS + 7,
               "REFUSAL_NAMES has a name for each");

/* ------------------------------------------------------------------------- */
/* The file                                                                  */
/* ------------------------------------------------------------------------- */

static int open_file(SecurityLog *log)
{
    log->fd = open(log->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return log->fd >= 0;
}

SecurityLog *security_log_new(const char *path, int keep_days, Fault *fault)
{
    SecurityLog *log = calloc(1, sizeof *log);
    struct stat about;

    if (log == NULL || (path != NULL && (log->path = strdup(path)) == NULL)) {
        free(log);
        fault_set(fault, "There is no memory left.");
        return NULL;
    }
    log->keep_days = keep_days;
    log->fd = STDERR_FILENO;
    if (path != NULL && !open_file(log)) {
        fault_set(fault, "%s: %s", path, strerror(errno));
        security_log_free(log);
        return NULL;
    }
    /* Lines of an earlier process belong to the day of the file. */
    if (path != NULL && fstat(log->fd, &about) == 0 && about.st_size > 0)
        log->day = (int64_t)about.st_mtime * 1000 / DAY;
    return log;
}

void security_log_free(SecurityLog *log)
{
    if (log == NULL)
        return;
    if (log->path != NULL && log->fd >= 0)
        close(log->fd);
    sodium_memzero(log->key, sizeof log->key);
    free(log->path);
    free(log);
}

void security_log_reopen(SecurityLog *log)
{
    if (log == NULL || log->path == NULL)
        return;
    if (log->fd >= 0)
        close(log->fd);
    if (!open_file(log))
        log_line(LOG_ERROR, "security-log-lost",
                 LOG_PAIRS({ "file", log->path }, { "reason", strerror(errno) }));
}

static void date_of(int64_t day, char suffix[SUFFIX])
{
    time_t seconds = (time_t)(day * DAY / 1000);
    struct tm utc;

    gmtime_r(&seconds, &utc);
    if (strftime(suffix, SUFFIX, "-%Y%m%d", &utc) == 0)
        suffix[0] = '\0';
}

/* Dates compare as texts. */
static void remove_old(const SecurityLog *log, int64_t today)
{
    int keep = log->keep_days > 0 ? log->keep_days : KEPT_WITHOUT_ADDRESSES;
    const char *slash = strrchr(log->path, '/');
    const char *name = slash == NULL ? log->path : slash + 1;
    char *folder =
        slash == NULL ? strdup(".") : strndup(log->path, (size_t)(slash - log->path) + 1);
    DIR *entries = folder == NULL ? NULL : opendir(folder);
    size_t length = strlen(name);
    char oldest[SUFFIX];

    date_of(today - keep, oldest);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        const char *suffix = entry->d_name + length;
        if (strncmp(entry->d_name, name, length) == 0 && strlen(suffix) == SUFFIX - 1
            && suffix[0] == '-' && strspn(suffix + 1, "0123456789") == SUFFIX - 2
            && strcmp(suffix, oldest) < 0)
            (void)unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries != NULL)
        closedir(entries);
    free(folder);
}

/* Lines of one day are in one file. */
static void turn_page(Core *core, SecurityLog *log)
{
    int64_t today = core->now / DAY;
    char suffix[SUFFIX], *old;

    if (log->path == NULL || log->day == today || core_expiry_is_paused(core))
        return;
    date_of(log->day, suffix);
    size_t size = strlen(log->path) + SUFFIX;
    old = log->day == 0 ? NULL : malloc(size);
    if (old != NULL) {
        snprintf(old, size, "%s%s", log->path, suffix);
        if (access(old, F_OK) != 0 && rename(log->path, old) != 0 && errno != ENOENT)
            log_line(LOG_WARNING, "security-log-not-renamed",
                     LOG_PAIRS({ "file", log->path }, { "reason", strerror(errno) }));
        free(old);
        security_log_reopen(log);
    }
    log->day = today;
    remove_old(log, today);
}

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

static void hash_address(Core *core, SecurityLog *log, const char *address,
                         char shown[ADDRESS_KEY])
{
    enum { SHOWN_BYTES = 6 };
    unsigned char hash[crypto_generichash_BYTES_MIN];

    if (log->key_day != core->now / DAY) {
        log->key_day = core->now / DAY;
        randombytes_buf(log->key, sizeof log->key);
    }
    crypto_generichash(hash, sizeof hash, (const unsigned char *)address, strlen(address),
                       log->key, sizeof log->key);
    sodium_bin2hex(shown, ADDRESS_KEY, hash, SHOWN_BYTES);
}

static int may_write(const Core *core, SecurityLog *log)
{
    int64_t now = core->steady * 1000;

    if (bucket_wait(log->full_at, &LINES, now, 1) > 0) {
        log->left_out++;
        return 0;
    }
    bucket_take(&log->full_at, &LINES, now, 1);
    return 1;
}

static void write_line(Core *core, const char *event, const LogPair *pairs)
{
    SecurityLog *log = core->config.security;
    Text line = { 0 };

    if (!may_write(core, log))
        return;
    if (log->path == NULL) {
        log_line(LOG_INFO, event, pairs);
        return;
    }
    turn_page(core, log);
    log_format(&line, core->now, LOG_INFO, event, pairs);
    if (line.bytes != NULL && log->fd >= 0 && write(log->fd, line.bytes, line.length) < 0)
        log_line(LOG_ERROR, "security-log-lost", LOG_PAIRS({ "reason", strerror(errno) }));
    text_free(&line);
}

/* Standard error has other lines, too: these have a key of their own. */
static void note(Core *core, const char *event, const char *address, LogPair first,
                 LogPair second)
{
    SecurityLog *log = core->config.security;
    char key[ADDRESS_KEY], shown[ADDRESS_KEY];
    LogPair pairs[5] = { { "log", "security" } };
    int count = 1;

    if (log == NULL)
        return;
    if (address != NULL && log->keep_days > 0) {
        address_key(address, key);
        hash_address(core, log, key, shown);
        pairs[count++] = (LogPair){ "address", log->path == NULL ? shown : key };
    }
    if (first.key != NULL)
        pairs[count++] = first;
    if (second.key != NULL)
        pairs[count++] = second;
    write_line(core, event, pairs);
}

void security_event(Core *core, const char *event, const char *address, const char *user)
{
    note(core, event, address,
         (LogPair){ user == NULL || user[0] == '\0' ? NULL : "user", user },
         (LogPair){ NULL, NULL });
}

/* ------------------------------------------------------------------------- */
/* Refusals                                                                  */
/* ------------------------------------------------------------------------- */

static void add_names(unsigned kinds, char *names, size_t size)
{
    size_t length = 0;

    names[0] = '\0';
    for (int i = 0; i < REFUSALS; i++) {
        if (kinds & (1u << i))
            length += (size_t)snprintf(names + length, size - length, "%s%s",
                                       length > 0 ? "," : "", REFUSAL_NAMES[i]);
    }
}

int security_has_just_noted(const Core *core, const Address *address)
{
    return address->refusal_logged != 0 && core->steady - address->refusal_logged < MINUTE;
}

void security_flush(Core *core, Address *address)
{
    char names[160], count[24];

    if (address->refused == 0 || core->steady - address->refusal_logged < MINUTE)
        return;
    add_names(address->refusals, names, sizeof names);
    snprintf(count, sizeof count, "%d", address->refused);
    address->refused = 0;
    address->refusals = 0;
    address->refusal_logged = core->steady;
    note(core, "refused", address->text, (LogPair){ "what", names },
         (LogPair){ "count", count });
}

static void count_refusal(Core *core, Address *address, unsigned kind)
{
    if (core->config.security == NULL || address == NULL)
        return;
    if (address->refusal_logged == 0)
        address->refusal_logged = core->steady - MINUTE;
    address->refused++;
    address->refusals |= 1u << kind;
    security_flush(core, address);
}

void security_refused(Core *core, Address *address, RateKind kind)
{
    count_refusal(core, address, (unsigned)kind);
}

void core_note_refusal(Core *core, const char *what, const char *address)
{
    unsigned kind = 0;

    while (kind < REFUSED_OTHER && strcmp(REFUSAL_NAMES[kind], what) != 0)
        kind++;
    count_refusal(core, address_get(core, address), kind);
}

void security_tidied(Core *core, int tables, int guests)
{
    char of_tables[24], of_guests[24];

    snprintf(of_tables, sizeof of_tables, "%d", tables);
    snprintf(of_guests, sizeof of_guests, "%d", guests);
    note(core, "tidied", NULL, (LogPair){ "tables", of_tables },
         (LogPair){ "guests", of_guests });
}

void security_tick(Core *core)
{
    SecurityLog *log = core->config.security;
    char count[24];

    if (log == NULL)
        return;
    turn_page(core, log);
    if (log->left_out == 0)
        return;
    snprintf(count, sizeof count, "%ld", log->left_out);
    log->left_out = 0;
    note(core, "lines-left-out", NULL, (LogPair){ "count", count },
         (LogPair){ NULL, NULL });
}
