/* sqlite_check.c: is this the club's file, and whole? A new club is made only where
 * there was none: a file that is empty, cut off, damaged, somebody else's, or gone from
 * beside its traces is refused, in words that say what to do. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Checking takes a second for some hundred megabytes. Of a larger file the two tables
 * that grow with every move and word are passed over. */
static const int64_t WHOLE_MAX = INT64_C(256) << 20;

static const char ADVICE[] =
    "Put a backup in its place (docs/hosting.md, Backup), or name another file with --data";

/* ------------------------------------------------------------------------- */
/* Before it is opened                                                       */
/* ------------------------------------------------------------------------- */

/* What a store leaves beside its file: the log of a server that was killed, copies from
 * before an upgrade. The first that is there goes to `found`. */
static int find_trace(const char *path, char *found, size_t size)
{
    enum { VERSIONS_MOST = 99 };
    static const char *const ENDS[] = { "-wal", "-shm" };
    struct stat trace;

    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        snprintf(found, size, "%s%s", path, ENDS[i]);
        if (stat(found, &trace) == 0)
            return 1;
    }
    for (int version = 1; version <= VERSIONS_MOST; version++) {
        snprintf(found, size, "%s.version-%d", path, version);
        if (stat(found, &trace) == 0)
            return 1;
    }
    return 0;
}

static StoreStatus check_head(const char *path, int file, Fault *fault)
{
    static const char HEAD[16] = "SQLite format 3";
    char head[sizeof HEAD];
    ssize_t length = read(file, head, sizeof head);

    if (length < 0)
        return sql_refuse(STORE_BROKEN, fault, "cannot read %s: %s", path,
                          fault_words(fault, strerror(errno)));
    if (length == 0)
        return sql_refuse(STORE_BROKEN, fault, "%s is empty: its contents are lost. %s.",
                          path, fault_words(fault, ADVICE));
    if (length < (ssize_t)sizeof head || memcmp(head, HEAD, sizeof head) != 0)
        return sql_refuse(STORE_BROKEN, fault,
                          "%s is not a data file of Roundhouse's, or is damaged. %s.", path,
                          fault_words(fault, ADVICE));
    return STORE_OK;
}

StoreStatus sqlite_look(const char *path, int was_made, int *is_new, Fault *fault)
{
    char trace[4096];
    int file = open(path, O_RDWR | O_CLOEXEC);

    *is_new = 0;
    if (file >= 0) {
        StoreStatus status = check_head(path, file, fault);
        close(file);
        return status;
    }
    if (errno != ENOENT)
        return sql_refuse(STORE_BROKEN, fault, "cannot open %s: %s", path,
                          fault_words(fault, strerror(errno)));
    if (find_trace(path, trace, sizeof trace))
        return sql_refuse(STORE_BROKEN, fault,
                          "%s is gone, but %s is there. %s; for a new club, remove that.",
                          path, trace, fault_words(fault, ADVICE));
    if (was_made)
        return sql_refuse(STORE_BROKEN, fault,
                          "%s is gone; it has been there. %s; for a new club, remove "
                          "%s-lock.",
                          path, fault_words(fault, ADVICE), path);
    *is_new = 1;
    return STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* Once it is open                                                           */
/* ------------------------------------------------------------------------- */

/* What SQLite stumbled over may be the disk, and not what is on it. */
static int is_damage(sqlite3 *db)
{
    int code = sqlite3_errcode(db) & 0xff;

    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

static StoreStatus refuse_damaged(const char *path, const char *why, Fault *fault)
{
    return sql_refuse(STORE_BROKEN, fault, "%s is damaged (%.80s). %s.", path, why,
                      fault_words(fault, ADVICE));
}

/* One row "ok", or what is wrong. */
static StoreStatus quick_check(sqlite3 *db, const char *path, const char *pragma,
                               Fault *fault)
{
    sqlite3_stmt *asked = NULL;
    StoreStatus status = STORE_OK;

    if (sqlite3_prepare_v2(db, pragma, -1, &asked, NULL) != SQLITE_OK
        || sqlite3_step(asked) != SQLITE_ROW)
        status = is_damage(db) ? refuse_damaged(path, sqlite3_errmsg(db), fault)
                               : sqlite_error(db, path, fault);
    else if (strcmp((const char *)sqlite3_column_text(asked, 0), "ok") != 0)
        status = refuse_damaged(path, (const char *)sqlite3_column_text(asked, 0), fault);
    sqlite3_finalize(asked);
    return status;
}

StoreStatus sqlite_check(sqlite3 *db, const char *path, Fault *fault)
{
    static const char *const WHOLE[] = { "PRAGMA quick_check(1)", NULL };
    static const char *const PARTS[] = { "PRAGMA quick_check(users)",
                                         "PRAGMA quick_check(sessions)",
                                         "PRAGMA quick_check(tables)",
                                         "PRAGMA quick_check(seats)", NULL };
    struct stat file;
    int is_large = stat(path, &file) == 0 && file.st_size > WHOLE_MAX;

    for (const char *const *pragma = is_large ? PARTS : WHOLE; *pragma != NULL; pragma++) {
        StoreStatus status = quick_check(db, path, *pragma, fault);
        if (status != STORE_OK)
            return status;
    }
    return STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* While it is open                                                          */
/* ------------------------------------------------------------------------- */

StoreStatus sqlite_place(SqlitePlace *place, sqlite3 *db, const char *path, Fault *fault)
{
    struct stat file;
    char *whole = realpath(path, NULL);
    size_t length = whole == NULL ? sizeof place->path : strlen(whole);

    if (length >= sizeof place->path || stat(whole, &file) != 0) {
        free(whole);
        return sql_refuse(STORE_BROKEN, fault, "cannot find %s", path);
    }
    memcpy(place->path, whole, length + 1);
    snprintf(place->wal, sizeof place->wal, "%s-wal", whole);
    free(whole);
    place->device = file.st_dev;
    place->file = file.st_ino;
    return sqlite_ask_number(db, "PRAGMA page_size", &place->page_size, fault);
}

void sqlite_place_commit(SqlitePlace *place, int pages)
{
    struct stat log;

    if (place->log == 0 && stat(place->wal, &log) == 0)
        place->log = log.st_ino;
    place->log_least = SQLITE_LOG_HEAD + pages * (SQLITE_PAGE_HEAD + place->page_size);
    sqlite_log_mark(place, pages);
}

/* Every commit writes to the log. */
int64_t sqlite_place_stamp(const SqlitePlace *place)
{
    struct stat log;

    return stat(place->wal, &log) != 0
               ? 0
               : (int64_t)log.st_mtim.tv_sec * 1000000000 + log.st_mtim.tv_nsec;
}

/* Checkpoints the log into the file, so that a copy of the file alone is complete. */
static void save_log(const SqlitePlace *place, sqlite3 *db)
{
    int pages = 0, saved = -1;

    if (sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &saved)
            == SQLITE_OK
        && saved == pages)
        sqlite_log_clear(place->lock);
}

StoreStatus sqlite_is_in_place(const SqlitePlace *place, sqlite3 *db, Fault *fault)
{
    struct stat file, log;

    if (stat(place->path, &file) != 0 || file.st_ino != place->file
        || file.st_dev != place->device) {
        save_log(place, db);
        return sql_refuse(STORE_BROKEN, fault,
                          "%s was removed or replaced while the server has it open. Do not "
                          "end the server before you have saved the file: "
                          "docs/hosting.md, Backup.",
                          place->path);
    }
    if (place->log == 0)
        return STORE_OK;
    int is_there = stat(place->wal, &log) == 0 && log.st_ino == place->log;
    if (is_there && log.st_size >= place->log_least)
        return STORE_OK;
    if (!is_there)
        save_log(place, db);
    return sql_refuse(
        STORE_BROKEN, fault, "%s was %s while the server has it open. Restart the server.",
        place->wal, fault_words(fault, is_there ? "cut off" : "removed or replaced"));
}
