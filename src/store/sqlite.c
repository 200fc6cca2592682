/* sqlite.c: the store in one file. Write-ahead log, synced in full at every commit;
 * statements are prepared once and kept. */
#include "store/sqlite.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct SqliteStore {
    Store base;
    sqlite3 *db;
    sqlite3_stmt *statements[QUERY_COUNT];
    sqlite3_stmt *open; /* the one between ask and done, or NULL */
    sqlite3_stmt *begin, *commit, *rollback, *mend;
    int must_mend; /* a commit has failed: see mend() */
    int lock;      /* descriptor of the file that keeps other servers away */
    Text lock_name;
    SqlitePlace place;
} SqliteStore;

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

/* SQLite takes only ENOSPC for a full disk; limits and quotas come as errors of the
 * write, whose reason the file remembers. */
static int is_full(sqlite3 *db)
{
    sqlite3_file *log = NULL;
    int of_file = 0, of_log = 0;

    sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &of_file);
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log != NULL && log->pMethods != NULL)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &of_log);
    return of_file == EDQUOT || of_file == EFBIG || of_log == EDQUOT || of_log == EFBIG;
}

static StoreStatus status_of(sqlite3 *db, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_IOERR:
        return is_full(db) ? STORE_FULL : STORE_BROKEN;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STORE_BUSY;
    case SQLITE_NOMEM:
        return STORE_NO_MEMORY;
    default:
        return STORE_BROKEN;
    }
}

StoreStatus sqlite_error(sqlite3 *db, const char *tried, Fault *fault)
{
    StoreStatus status = status_of(db, sqlite3_extended_errcode(db));

    return sql_refuse(status, fault, "%s: %s", fault_words(fault, tried),
                      sqlite3_errmsg(db));
}

StoreStatus sqlite_do(sqlite3 *db, const char *statements, Fault *fault)
{
    if (sqlite3_exec(db, statements, NULL, NULL, NULL) == SQLITE_OK)
        return STORE_OK;
    return sqlite_error(db, "SQLite", fault);
}

StoreStatus sqlite_ask_number(sqlite3 *db, const char *statement, int64_t *number,
                              Fault *fault)
{
    sqlite3_stmt *asked = NULL;
    StoreStatus status = STORE_OK;

    if (sqlite3_prepare_v2(db, statement, -1, &asked, NULL) != SQLITE_OK
        || sqlite3_step(asked) != SQLITE_ROW)
        status = sqlite_error(db, "SQLite", fault);
    else
        *number = sqlite3_column_int64(asked, 0);
    sqlite3_finalize(asked);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Statements                                                                */
/* ------------------------------------------------------------------------- */

static SqliteStore *sqlite_of(Store *store)
{
    return (SqliteStore *)store;
}

/* Ends the open statement, which has failed. */
static StoreStatus fail(SqliteStore *sqlite, Fault *fault)
{
    StoreStatus status = sqlite_error(sqlite->db, "SQLite", fault);

    sqlite3_reset(sqlite->open);
    sqlite->open = NULL;
    return status;
}

static int bind(sqlite3_stmt *statement, int number, const SqlValue *value)
{
    switch (value->type) {
    case SQL_NUMBER:
        return sqlite3_bind_int64(statement, number, value->number);
    case SQL_TEXT:
        return sqlite3_bind_text(statement, number, value->bytes, (int)value->length,
                                 SQLITE_STATIC);
    case SQL_BYTES:
    default:
        return sqlite3_bind_blob(statement, number, value->bytes, (int)value->length,
                                 SQLITE_STATIC);
    }
}

static StoreStatus ask(Store *store, Query query, const SqlValue *values, int count,
                       Fault *fault)
{
    SqliteStore *sqlite = sqlite_of(store);
    sqlite3_stmt **statement = &sqlite->statements[query];

    assert(sqlite->open == NULL);
    if (*statement == NULL
        && sqlite3_prepare_v3(sqlite->db, QUERIES[query], -1, SQLITE_PREPARE_PERSISTENT,
                              statement, NULL)
               != SQLITE_OK)
        return sqlite_error(sqlite->db, "SQLite", fault);
    assert(sqlite3_bind_parameter_count(*statement) == count);
    sqlite->open = *statement;
    for (int i = 0; i < count; i++) {
        if (bind(*statement, i + 1, &values[i]) != SQLITE_OK)
            return fail(sqlite, fault);
    }
    return STORE_OK;
}

static StoreStatus next(Store *store, Fault *fault)
{
    SqliteStore *sqlite = sqlite_of(store);

    switch (sqlite3_step(sqlite->open)) {
    case SQLITE_ROW:
        return STORE_OK;
    case SQLITE_DONE:
        return STORE_NOT_FOUND;
    default:
        return fail(sqlite, fault);
    }
}

static int changed(Store *store)
{
    return sqlite3_changes(sqlite_of(store)->db);
}

static void done(Store *store)
{
    SqliteStore *sqlite = sqlite_of(store);

    sqlite3_reset(sqlite->open);
    sqlite->open = NULL;
}

static int64_t number(Store *store, int column)
{
    return sqlite3_column_int64(sqlite_of(store)->open, column);
}

static const void *bytes(Store *store, int column, size_t *length)
{
    sqlite3_stmt *open = sqlite_of(store)->open;
    const void *found = sqlite3_column_blob(open, column);

    *length = (size_t)sqlite3_column_bytes(open, column);
    return found;
}

/* ------------------------------------------------------------------------- */
/* Batches                                                                   */
/* ------------------------------------------------------------------------- */

static int run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);

    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

/* A commit that fails in its sync may have left its frames, whole, behind the end
 * of the write-ahead log. Were the process killed now, they would count as
 * committed when the file is next opened. A tiny commit of something else goes over
 * the first of them, and the rest means nothing without it. */
static int mend(SqliteStore *sqlite)
{
    if (!sqlite->must_mend)
        return 1;
    sqlite->must_mend = !run(sqlite->mend);
    return !sqlite->must_mend;
}

static StoreStatus begin(Store *store, Fault *fault)
{
    SqliteStore *sqlite = sqlite_of(store);
    StoreStatus status = sqlite_is_in_place(&sqlite->place, sqlite->db, fault);

    if (status != STORE_OK)
        return status;
    if (mend(sqlite) && run(sqlite->begin))
        return STORE_OK;
    return sqlite_error(sqlite->db, "SQLite cannot begin", fault);
}

/* SQLite itself may have ended the transaction when something failed. */
static void rollback(Store *store)
{
    SqliteStore *sqlite = sqlite_of(store);

    if (!sqlite3_get_autocommit(sqlite->db))
        run(sqlite->rollback);
}

/* The same tiny commit, as a trial. */
static StoreStatus probe(Store *store, Fault *fault)
{
    SqliteStore *sqlite = sqlite_of(store);
    StoreStatus status = sqlite_is_in_place(&sqlite->place, sqlite->db, fault);

    if (status != STORE_OK)
        return status;
    if (mend(sqlite) && run(sqlite->mend))
        return STORE_OK;
    return sqlite_error(sqlite->db, "SQLite cannot write", fault);
}

static StoreStatus commit(Store *store, Fault *fault)
{
    SqliteStore *sqlite = sqlite_of(store);

    if (run(sqlite->commit))
        return STORE_OK;
    StoreStatus status = sqlite_error(sqlite->db, "SQLite cannot commit", fault);
    rollback(store);
    sqlite->must_mend = 1;
    mend(sqlite);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

/* A damaged log, and that of a start that was refused, stays as it is: closing would bring
 * it into the file and remove it. */
static void close_file(SqliteStore *sqlite)
{
    int was_opened = sqlite->place.lock >= 0;
    Fault fault = { 0 };

    if (was_opened
        && sqlite_log_check(sqlite->lock, sqlite->place.path, &fault) == STORE_OK)
        sqlite_log_clear(sqlite->lock);
    else if (sqlite->db != NULL && sqlite->lock >= 0 && sqlite_log_is_marked(sqlite->lock))
        sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(sqlite->db);
}

static void sqlite_free(Store *store)
{
    SqliteStore *sqlite = sqlite_of(store);

    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(sqlite->statements[i]);
    sqlite3_finalize(sqlite->begin);
    sqlite3_finalize(sqlite->commit);
    sqlite3_finalize(sqlite->rollback);
    sqlite3_finalize(sqlite->mend);
    close_file(sqlite);
    if (sqlite->lock >= 0)
        close(sqlite->lock);
    text_free(&sqlite->lock_name);
    free(sqlite);
}

static const SqlKind SQLITE = {
    .free = sqlite_free,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .probe = probe,
    .ask = ask,
    .next = next,
    .changed = changed,
    .done = done,
    .number = number,
    .bytes = bytes,
};

/* Passwords and seeds are in it: for nobody else to read. */
enum { PRIVATE = 0600 };

/* Does its name still mean the file that is open? */
static int lock_is_named(const SqliteStore *sqlite)
{
    struct stat opened, named;

    return fstat(sqlite->lock, &opened) == 0 && stat(sqlite->lock_name.bytes, &named) == 0
           && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* The lock is on a file beside it, since SQLite's own must let a backup read. The
 * system drops it with the process, however that ends. */
static StoreStatus lock_out_others(SqliteStore *sqlite, const char *path, Fault *fault)
{
    Text *name = &sqlite->lock_name;
    struct stat about;
    char *target = realpath(path, NULL); /* NULL: there is no file yet */

    text_add(name, target == NULL ? path : target);
    free(target);
    text_add(name, "-lock");
    if (name->has_failed)
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_nlink > 1)
        return sql_refuse(STORE_BROKEN, fault,
                          "%s has several names (hard links), by which two servers could "
                          "have it at once. Remove the other names.",
                          path);
    sqlite->lock = open(name->bytes, O_RDWR | O_CREAT | O_CLOEXEC, PRIVATE);
    if (sqlite->lock < 0 && errno == ENOENT)
        return sql_refuse(STORE_BROKEN, fault,
                          "there is no folder for %s. Make it, or name another file with "
                          "--data.",
                          path);
    if (sqlite->lock < 0)
        return sql_refuse(STORE_BROKEN, fault, "cannot open %s: %s", name->bytes,
                          fault_words(fault, strerror(errno)));
    if (flock(sqlite->lock, LOCK_EX | LOCK_NB) != 0 || !lock_is_named(sqlite)) {
        close(sqlite->lock);
        sqlite->lock = -1;
        return sql_refuse(
            STORE_BUSY, fault,
            "another server has %s. End it, or name another file with --data.", path);
    }
    return STORE_OK;
}

/* The lock file is empty until the store has been made, and never again: so a store
 * that has vanished is noticed. */
static int was_made(const SqliteStore *sqlite)
{
    struct stat lock;

    return fstat(sqlite->lock, &lock) == 0 && lock.st_size > 0;
}

static void mark_as_made(const SqliteStore *sqlite)
{
    static const char MARK[] = "made\n";

    /* Without room for it, the next start tries again. */
    if (!was_made(sqlite) && write(sqlite->lock, MARK, sizeof MARK - 1) < 0)
        return;
}

/* Made under another name first: a start that is cut off leaves no half of a store. */
static StoreStatus make_file(const char *path, Fault *fault)
{
    sqlite3 *db = NULL;
    char name[4096];

    if (snprintf(name, sizeof name, "%s-new", path) >= (int)sizeof name)
        return sql_refuse(STORE_BROKEN, fault, "the name %s is too long", path);
    unlink(name);
    int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PRIVATE);
    if (file < 0)
        return sql_refuse(errno == ENOSPC ? STORE_FULL : STORE_BROKEN, fault,
                          "cannot make %s: %s", path, fault_words(fault, strerror(errno)));
    close(file);
    StoreStatus status =
        sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
            ? sqlite_migrate(db, name, &SQLITE_STEPS, fault)
            : sqlite_error(db, name, fault);
    sqlite3_close(db);
    if (status == STORE_OK && rename(name, path) != 0)
        status = sql_refuse(STORE_BROKEN, fault, "cannot make %s: %s", path,
                            fault_words(fault, strerror(errno)));
    if (status != STORE_OK)
        unlink(name);
    return status;
}

static StoreStatus open_file(SqliteStore *sqlite, const char *path, Fault *fault)
{
    int is_new = 0;
    StoreStatus status = sqlite_look(path, was_made(sqlite), &is_new, fault);

    if (status == STORE_OK)
        status =
            is_new ? make_file(path, fault) : sqlite_log_check(sqlite->lock, path, fault);
    if (status != STORE_OK)
        return status;
    if (sqlite3_open_v2(path, &sqlite->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                        NULL)
        != SQLITE_OK)
        return sqlite_error(sqlite->db, path, fault);
    sqlite3_busy_timeout(sqlite->db, SQLITE_PATIENCE);
    return sqlite_check(sqlite->db, path, fault);
}

/* A commit that is too slow pays for checkpoints; 4000 pages are 16 MB of log. */
enum { CHECKPOINT_PAGES = 4000 };

/* After every commit, instead of SQLite's own way to make checkpoints. */
static int has_committed(void *context, sqlite3 *db, const char *name, int pages)
{
    SqliteStore *sqlite = context;

    sqlite_place_commit(&sqlite->place, pages);
    if (pages >= CHECKPOINT_PAGES)
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

static const char SETTINGS[] = "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA foreign_keys = ON;"
                               "PRAGMA trusted_schema = OFF;"
                               "PRAGMA cell_size_check = ON;"
                               "PRAGMA cache_size = -32000;"
                               "PRAGMA journal_size_limit = 67108864;";

static StoreStatus prepare(SqliteStore *sqlite, Fault *fault)
{
    char mend_text[64];
    const struct {
        sqlite3_stmt **statement;
        const char *text;
    } wanted[] = {
        { &sqlite->begin, "BEGIN IMMEDIATE" },
        { &sqlite->commit, "COMMIT" },
        { &sqlite->rollback, "ROLLBACK" },
        { &sqlite->mend, mend_text },
    };

    /* It is that already; SQLite writes it all the same. */
    sqlite3_snprintf(sizeof mend_text, mend_text, "PRAGMA user_version = %d",
                     SQLITE_STEPS.count);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        if (sqlite3_prepare_v3(sqlite->db, wanted[i].text, -1, SQLITE_PREPARE_PERSISTENT,
                               wanted[i].statement, NULL)
            != SQLITE_OK)
            return sqlite_error(sqlite->db, "SQLite", fault);
    }
    return STORE_OK;
}

StoreStatus sqlite_open(const char *path, Store **store, Fault *fault)
{
    SqliteStore *sqlite = calloc(1, sizeof *sqlite);

    /* Nobody asks how much memory SQLite has, and counting it takes a lock each time.
     * Refused if SQLite is in use already: then it counts. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (sqlite == NULL)
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    sqlite->base.kind = &SQLITE;
    sqlite->lock = sqlite->place.lock = -1;
    StoreStatus status = lock_out_others(sqlite, path, fault);
    if (status == STORE_OK)
        status = open_file(sqlite, path, fault);
    if (status == STORE_OK)
        status = sqlite_migrate(sqlite->db, path, &SQLITE_STEPS, fault);
    if (status == STORE_OK)
        status = sqlite_do(sqlite->db, SETTINGS, fault);
    if (status == STORE_OK)
        status = sqlite_place(&sqlite->place, sqlite->db, path, fault);
    if (status == STORE_OK)
        status = prepare(sqlite, fault);
    if (status != STORE_OK) {
        /* Nothing stays beside a file that is none of ours. */
        if (sqlite->lock >= 0 && !was_made(sqlite))
            unlink(sqlite->lock_name.bytes);
        sqlite_free(&sqlite->base);
        return status;
    }
    mark_as_made(sqlite);
    sqlite->place.lock = sqlite->lock;
    sqlite3_wal_hook(sqlite->db, has_committed, sqlite);
    *store = &sqlite->base;
    return STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* Beside a server                                                           */
/* ------------------------------------------------------------------------- */

/* No checkpoint is made here, not even at the end, and the log is not cut: the server
 * watches over it. */
static StoreStatus open_beside(SqliteStore *sqlite, const char *path, Fault *fault)
{
    int64_t version = 0;

    if (sqlite3_open_v2(path, &sqlite->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                        NULL)
        != SQLITE_OK)
        return sqlite_error(sqlite->db, path, fault);
    sqlite3_busy_timeout(sqlite->db, SQLITE_PATIENCE);
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    StoreStatus status =
        sqlite_ask_number(sqlite->db, "PRAGMA user_version", &version, fault);
    if (status == STORE_OK && version != SQLITE_STEPS.count)
        return sql_refuse(STORE_BROKEN, fault,
                          "the server that has %s is of another version than this program",
                          path);
    if (status == STORE_OK)
        status = sqlite_do(sqlite->db, SETTINGS, fault);
    if (status == STORE_OK)
        status = sqlite_do(sqlite->db,
                           "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = -1",
                           fault);
    if (status == STORE_OK)
        status = sqlite_place(&sqlite->place, sqlite->db, path, fault);
    return status == STORE_OK ? prepare(sqlite, fault) : status;
}

StoreStatus sqlite_open_beside(const char *path, Store **store, Fault *fault)
{
    Fault busy = fault_like(fault);
    StoreStatus status = sqlite_open(path, store, &busy);

    if (status != STORE_BUSY)
        return status == STORE_OK ? status : sql_refuse(status, fault, "%s", busy.sentence);
    SqliteStore *sqlite = calloc(1, sizeof *sqlite);
    if (sqlite == NULL)
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    sqlite->base.kind = &SQLITE;
    sqlite->lock = sqlite->place.lock = -1;
    status = open_beside(sqlite, path, fault);
    if (status == STORE_OK)
        *store = &sqlite->base;
    else
        sqlite_free(&sqlite->base);
    return status;
}

int64_t store_stamp(Store *store)
{
    return store->kind->is_shared ? 0 : sqlite_place_stamp(&((SqliteStore *)store)->place);
}
