/* sqlite.h: inside of the SQLite store: how its file is opened, brought up to date
 * and copied. */
#ifndef ROUNDHOUSE_STORE_SQLITE_H
#define ROUNDHOUSE_STORE_SQLITE_H

#include "store/sql.h"

#include <sqlite3.h>
#include <sys/types.h>

enum {
    SQLITE_APPLICATION = 0x52484F55, /* "RHOU", in the file's head */
    SQLITE_PATIENCE = 5000,          /* milliseconds, while another process writes */
};

/* What a SQLite error means, with a sentence about what was tried. */
StoreStatus sqlite_error(sqlite3 *db, const char *tried, Fault *fault);
/* Statements without a result. */
StoreStatus sqlite_do(sqlite3 *db, const char *statements, Fault *fault);
/* The one number that a statement returns. */
StoreStatus sqlite_ask_number(sqlite3 *db, const char *statement, int64_t *number,
                              Fault *fault);

/* The steps from each version of the schema to the next; the first makes it. Steps
 * that were ever released never change. */
typedef struct SqliteSteps {
    const char *const *steps;
    int count;
} SqliteSteps;

extern const SqliteSteps SQLITE_STEPS;

/* Brings the file at `path`, open as `db`, up to the last step, all at once or not
 * at all; before that, a file that is not new is copied to `path`.version-N. */
StoreStatus sqlite_migrate(sqlite3 *db, const char *path, const SqliteSteps *steps,
                           Fault *fault);

/* Is there a file that can be opened, or nothing at all: *is_new? Anything between is
 * refused. `was_made`: the club has been made, so that its file must be there. */
StoreStatus sqlite_look(const char *path, int was_made, int *is_new, Fault *fault);
/* Is what the file holds whole? */
StoreStatus sqlite_check(sqlite3 *db, const char *path, Fault *fault);

/* The files that a store has open, to notice if somebody removes, replaces or cuts them
 * off: what is written then would be gone with the process. */
typedef struct SqlitePlace {
    char path[4096], wal[4096 + 8];
    dev_t device;
    ino_t file, log;
    int64_t page_size;
    int64_t log_least; /* bytes that the write-ahead log must have; 0: not known yet */
    int lock;          /* descriptor of the lock file, which has the mark of the log */
    int log_pages;     /* in that mark… */
    uint32_t salt[2];  /* …and which log it is */
} SqlitePlace;

/* Bytes at the beginning of a write-ahead log, and of each page in it. */
enum { SQLITE_LOG_HEAD = 32, SQLITE_PAGE_HEAD = 24 };

/* Once the file is open. */
StoreStatus sqlite_place(SqlitePlace *place, sqlite3 *db, const char *path, Fault *fault);
/* After a commit; `pages` of the write-ahead log are in use. */
void sqlite_place_commit(SqlitePlace *place, int pages);
/* Records how many pages of the log are committed: the next start expects them. */
void sqlite_log_mark(SqlitePlace *place, int pages);
/* Does the next start expect pages in the log? */
int sqlite_log_is_marked(int lock);
/* Nothing is expected: all of the log is in the file. */
void sqlite_log_clear(int lock);
/* Does the log hold what was committed to it? */
StoreStatus sqlite_log_check(int lock, const char *path, Fault *fault);
/* As store_stamp. */
int64_t sqlite_place_stamp(const SqlitePlace *place);
/* Are they still there? */
StoreStatus sqlite_is_in_place(const SqlitePlace *place, sqlite3 *db, Fault *fault);

#endif
