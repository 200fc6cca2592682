/* sqlite_migrate.c: the schema in SQLite's types. Files of older versions are brought up to
 * date, step by step, in one transaction, after a copy was made. */
#include "store/sqlite.h"

#include <stdio.h>
#include <unistd.h>

#define INT_OR_NULL "INTEGER"
#define BYTES       "BLOB"
#define ID          "INTEGER PRIMARY KEY"
#define ROWS        " STRICT"
#define KEYED       " STRICT, WITHOUT ROWID"
#define HEX(bytes)  "lower(hex(" bytes "))"
#define LEAST       "min"
#define OWN_TABLES  ""
#define LAST_ENTRY                                                                         \
    "log l ON l.table_id = t.id AND l.n = (SELECT max(n) FROM log WHERE table_id = t.id)"
/* CAST reads the first number, and has 0 for none; to skip one, its digits are removed. */
/* clang-format off */
#define SKIP "ltrim(ltrim("
#define ONE  ", '-0123456789'))"
#define OF_SEAT(numbers)                                                                   \
    "CAST(CASE s.seat WHEN 0 THEN " numbers                                                \
    " WHEN 1 THEN " SKIP numbers ONE                                                       \
    " WHEN 2 THEN " SKIP SKIP numbers ONE ONE                                              \
    " WHEN 3 THEN " SKIP SKIP SKIP numbers ONE ONE ONE                                     \
    " WHEN 4 THEN " SKIP SKIP SKIP SKIP numbers ONE ONE ONE ONE                            \
    " ELSE " SKIP SKIP SKIP SKIP SKIP numbers ONE ONE ONE ONE ONE " END AS INTEGER)"
/* clang-format on */
#define WHENEVER(name, of, what, changed, statements)                                      \
    "CREATE TRIGGER " name " AFTER UPDATE OF " what " ON " of " WHEN " changed             \
    " BEGIN " statements " END;"
#define NO_LONGER(name, of) "DROP TRIGGER " name ";"
#include "store/schema.h"

const SqliteSteps SQLITE_STEPS = { STEPS, sizeof STEPS / sizeof STEPS[0] };

enum { COPIES_MAX = 99 };

/* How old a file is: 0 for a new one. Somebody else's file is left alone. */
static StoreStatus read_version(sqlite3 *db, const char *path, int newest, int64_t *version,
                                Fault *fault)
{
    int64_t application = 0, things = 0;
    StoreStatus status =
        sqlite_ask_number(db, "PRAGMA application_id", &application, fault);

    if (status == STORE_OK)
        status = sqlite_ask_number(db, "PRAGMA user_version", version, fault);
    if (status == STORE_OK)
        status =
            sqlite_ask_number(db, "SELECT count(*) FROM sqlite_schema", &things, fault);
    if (status != STORE_OK)
        return status;
    if (application == 0 && *version == 0 && things == 0)
        return STORE_OK;
    if (application != SQLITE_APPLICATION || *version < 1)
        return sql_refuse(STORE_BROKEN, fault, "%s is not a file of Roundhouse's", path);
    if (*version > newest)
        return sql_refuse(STORE_BROKEN, fault,
                          "%s has version %d and comes from a newer Roundhouse; this one "
                          "knows up to %d",
                          path, (int)*version, newest);
    return STORE_OK;
}

/* Beside the file, under a name that is not taken. */
static StoreStatus keep_copy(const char *path, int version, Fault *fault)
{
    char name[4096];

    for (int i = 1; i <= COPIES_MAX; i++) {
        int length =
            i == 1 ? snprintf(name, sizeof name, "%s.version-%d", path, version)
                   : snprintf(name, sizeof name, "%s.version-%d.%d", path, version, i);
        if (length >= (int)sizeof name)
            break;
        if (access(name, F_OK) != 0)
            return store_backup(path, name, fault);
    }
    return sql_refuse(STORE_BROKEN, fault, "there is no name left for a copy of %s", path);
}

/* References are off meanwhile, so that a step may rebuild a table; they are
 * checked before the end. */
static StoreStatus take_steps(sqlite3 *db, const SqliteSteps *steps, int version,
                              Fault *fault)
{
    char stamp[128];
    int64_t loose = 0;
    StoreStatus status = sqlite_do(db, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", fault);

    for (int i = version; i < steps->count && status == STORE_OK; i++)
        status = sqlite_do(db, steps->steps[i], fault);
    if (status == STORE_OK)
        status = sqlite_ask_number(db, "SELECT count(*) FROM pragma_foreign_key_check",
                                   &loose, fault);
    if (status == STORE_OK && loose > 0)
        status = sql_refuse(STORE_BROKEN, fault, "the new version has loose references");
    snprintf(stamp, sizeof stamp,
             "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             SQLITE_APPLICATION, steps->count);
    if (status == STORE_OK)
        status = sqlite_do(db, stamp, fault);
    if (status != STORE_OK && !sqlite3_get_autocommit(db))
        sqlite_do(db, "ROLLBACK", NULL);
    return status;
}

StoreStatus sqlite_migrate(sqlite3 *db, const char *path, const SqliteSteps *steps,
                           Fault *fault)
{
    int64_t version = 0;
    StoreStatus status = read_version(db, path, steps->count, &version, fault);

    if (status != STORE_OK || version == steps->count)
        return status;
    if (version > 0)
        status = keep_copy(path, (int)version, fault);
    return status == STORE_OK ? take_steps(db, steps, (int)version, fault) : status;
}
