/* sqlite_backup.c: a copy of a store's file, while a server writes to it. SQLite's
 * backup reads within one transaction, so the copy is of one moment. It is made
 * under another name, checked from end to end, synced, and only then named. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static StoreStatus errno_error(const char *what, const char *path, Fault *fault)
{
    StoreStatus status = errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_BROKEN;

    return sql_refuse(status, fault, "cannot %s %s: %s", fault_words(fault, what), path,
                      fault_words(fault, strerror(errno)));
}

static StoreStatus open_source(const char *path, sqlite3 **db, Fault *fault)
{
    int64_t application = 0;
    char log_name[4096];
    struct stat log;

    snprintf(log_name, sizeof log_name, "%s-wal", path);
    int has_log = stat(log_name, &log) == 0 && log.st_size > 0;
    /* The write-ahead log may need mending before it can be read. */
    if (sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, NULL)
        != SQLITE_OK)
        return sqlite_error(*db, path, fault);
    sqlite3_busy_timeout(*db, SQLITE_PATIENCE);
    /* The log of a server that was killed stays as its mark says. */
    sqlite3_db_config(*db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log, NULL);
    StoreStatus status =
        sqlite_ask_number(*db, "PRAGMA application_id", &application, fault);
    if (status == STORE_OK && application != SQLITE_APPLICATION)
        return sql_refuse(STORE_BROKEN, fault, "%s is not a file of Roundhouse's", path);
    return status;
}

static StoreStatus copy_pages(sqlite3 *from, sqlite3 *to, Fault *fault)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");

    if (backup == NULL)
        return sqlite_error(to, "the copy", fault);
    int code = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE)
        return STORE_OK;
    return sqlite_error(to, "the copy", fault);
}

static int integrity_is_ok(sqlite3 *db)
{
    sqlite3_stmt *check = NULL;
    int is_ok =
        sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &check, NULL) == SQLITE_OK
        && sqlite3_step(check) == SQLITE_ROW
        && strcmp((const char *)sqlite3_column_text(check, 0), "ok") == 0;

    sqlite3_finalize(check);
    return is_ok;
}

/* Out of WAL mode, so that the copy is one file. */
static StoreStatus fill_copy(sqlite3 *from, sqlite3 *to, Fault *fault)
{
    int64_t loose = 0;
    StoreStatus status = copy_pages(from, to, fault);

    if (status == STORE_OK)
        status = sqlite_do(to, "PRAGMA journal_mode = DELETE", fault);
    if (status == STORE_OK && !integrity_is_ok(to))
        status = sql_refuse(STORE_BROKEN, fault, "the copy is damaged, as the file may be");
    if (status == STORE_OK)
        status = sqlite_ask_number(to, "SELECT count(*) FROM pragma_foreign_key_check",
                                   &loose, fault);
    if (status == STORE_OK && loose > 0)
        status = sql_refuse(STORE_BROKEN, fault, "the copy has loose references");
    return status;
}

static StoreStatus make_copy(sqlite3 *from, const char *part, Fault *fault)
{
    sqlite3 *to = NULL;
    StoreStatus status;

    if (sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, NULL)
        != SQLITE_OK)
        status = sqlite_error(to, part, fault);
    else
        status = fill_copy(from, to, fault);
    if (sqlite3_close(to) != SQLITE_OK && status == STORE_OK)
        status = sql_refuse(STORE_BROKEN, fault, "cannot close %s", part);
    return status;
}

static int sync_path(const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);

    if (file < 0)
        return 0;
    int is_synced = fsync(file) == 0;
    close(file);
    return is_synced;
}

static int sync_folder_of(const char *path)
{
    char *copy = strdup(path);

    if (copy == NULL)
        return 0;
    int is_synced = sync_path(dirname(copy), O_RDONLY | O_DIRECTORY);
    free(copy);
    return is_synced;
}

/* link() never replaces an existing file. */
static StoreStatus name_copy(const char *part, const char *to, Fault *fault)
{
    if (!sync_path(part, O_RDWR))
        return errno_error("sync", part, fault);
    if (link(part, to) != 0)
        return errno == EEXIST ? sql_refuse(STORE_TAKEN, fault, "%s is there already", to)
                               : errno_error("write", to, fault);
    if (!sync_folder_of(to))
        return errno_error("sync the folder of", to, fault);
    return STORE_OK;
}

static StoreStatus backup_through(const char *from, const char *part, const char *to,
                                  Fault *fault)
{
    sqlite3 *source = NULL;
    StoreStatus status = open_source(from, &source, fault);
    int file = -1;

    if (status == STORE_OK) {
        file = open(part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (file < 0)
            status = errno_error("write", part, fault);
        else
            close(file);
    }
    if (status == STORE_OK)
        status = make_copy(source, part, fault);
    if (status == STORE_OK)
        status = name_copy(part, to, fault);
    if (file >= 0)
        unlink(part);
    sqlite3_close(source);
    return status;
}

StoreStatus store_backup(const char *from, const char *to, Fault *fault)
{
    Text part = { 0 };

    if (sql_is_postgres(from))
        return sql_refuse(STORE_NOT_FOUND, fault,
                          "this copies files; for a database there is pg_dump");
    if (access(from, F_OK) != 0)
        return sql_refuse(STORE_NOT_FOUND, fault, "there is no file %s", from);
    if (access(to, F_OK) == 0)
        return sql_refuse(STORE_TAKEN, fault, "%s is there already", to);
    text_add(&part, to);
    text_add(&part, ".part");
    StoreStatus status =
        part.has_failed ? sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory")
                        : backup_through(from, part.bytes, to, fault);
    text_free(&part);
    return status;
}
