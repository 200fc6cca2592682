/* sqlite_log.c: the write-ahead log must hold what was committed. SQLite takes a log that
 * is missing, cut off or damaged for a shorter one, and loses the rest without a word. So
 * the lock file has a mark: which log it is, and how many pages were committed to it.
 *
 *     commit ──> mark: salt and pages      closed, checkpointed ──> mark: no pages
 *
 * The mark is written after the commit is on disk, so it never says too much. A log that
 * was begun anew has a higher salt; then everything before is in the file itself. */
#include "store/sqlite.h"

#include <endian.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SALT_AT = 16, MARK_AT = 16, LITTLE_MAGIC = 0x377f0682 };

typedef struct LogMark {
    char magic[4];
    uint32_t salt[2]; /* as in the head of the log */
    uint32_t pages;   /* 0: nothing is expected */
} LogMark;

static const char MAGIC[4] = "log1";

/* ------------------------------------------------------------------------- */
/* The mark                                                                  */
/* ------------------------------------------------------------------------- */

static LogMark read_mark(int file)
{
    LogMark mark;

    if (pread(file, &mark, sizeof mark, MARK_AT) != sizeof mark
        || memcmp(mark.magic, MAGIC, sizeof MAGIC) != 0)
        mark.pages = 0;
    return mark;
}

/* The salt in the head of the log changes whenever SQLite begins the log anew. 0: it
 * cannot be read. */
static int read_salt(SqlitePlace *place)
{
    int log = open(place->wal, O_RDONLY | O_CLOEXEC);
    int is_read =
        log >= 0
        && pread(log, place->salt, sizeof place->salt, SALT_AT) == sizeof place->salt;

    if (log >= 0)
        close(log);
    return is_read;
}

void sqlite_log_mark(SqlitePlace *place, int pages)
{
    LogMark mark = { .pages = (uint32_t)pages };

    if ((pages <= place->log_pages || place->log_pages == 0) && !read_salt(place))
        return;
    memcpy(mark.magic, MAGIC, sizeof MAGIC);
    memcpy(mark.salt, place->salt, sizeof mark.salt);
    place->log_pages = pwrite(place->lock, &mark, sizeof mark, MARK_AT) > 0 ? pages : 0;
}

int sqlite_log_is_marked(int lock)
{
    return read_mark(lock).pages > 0;
}

void sqlite_log_clear(int lock)
{
    const LogMark none = { .pages = 0 };

    if (sqlite_log_is_marked(lock)
        && pwrite(lock, &none, sizeof none, MARK_AT) == sizeof none)
        fdatasync(lock);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

/* SQLite's checksum, over an even number of words. */
static void add_to_sum(uint32_t sum[2], const uint8_t *bytes, size_t length, int is_little)
{
    for (size_t i = 0; i + 8 <= length; i += 8) {
        uint32_t words[2];
        memcpy(words, bytes + i, sizeof words);
        for (int k = 0; k < 2; k++)
            sum[k] += (is_little ? le32toh(words[k]) : be32toh(words[k])) + sum[1 - k];
    }
}

static uint32_t word_at(const uint8_t *bytes)
{
    uint32_t word;

    memcpy(&word, bytes, sizeof word);
    return be32toh(word);
}

static int sum_is(const uint32_t sum[2], const uint8_t *bytes)
{
    return word_at(bytes) == sum[0] && word_at(bytes + 4) == sum[1];
}

/* Are all pages of the mark there, with the sums that they were written with? */
static int pages_are_whole(int log, const uint8_t head[SQLITE_LOG_HEAD], uint32_t pages)
{
    size_t size = SQLITE_PAGE_HEAD + (size_t)word_at(head + 8);
    int is_little = word_at(head) == LITTLE_MAGIC, is_whole = 1;
    uint32_t sum[2] = { word_at(head + 24), word_at(head + 28) };
    uint8_t *page = size > SQLITE_PAGE_HEAD + 65536 ? NULL : malloc(size);

    if (page == NULL)
        return 0;
    for (uint32_t i = 0; i < pages && is_whole; i++) {
        off_t at = SQLITE_LOG_HEAD + (off_t)i * (off_t)size;
        is_whole = pread(log, page, size, at) == (ssize_t)size
                   && memcmp(page + 8, head + SALT_AT, 8) == 0;
        if (is_whole) {
            add_to_sum(sum, page, 8, is_little);
            add_to_sum(sum, page + SQLITE_PAGE_HEAD, size - SQLITE_PAGE_HEAD, is_little);
            is_whole = sum_is(sum, page + 16);
        }
    }
    free(page);
    return is_whole;
}

static int log_is_whole(int log, const LogMark *mark)
{
    uint8_t head[SQLITE_LOG_HEAD];
    uint32_t sum[2] = { 0, 0 };

    if (log < 0 || pread(log, head, sizeof head, 0) != sizeof head)
        return 0;
    add_to_sum(sum, head, 24, word_at(head) == LITTLE_MAGIC);
    if ((word_at(head) | 1) != (LITTLE_MAGIC | 1) || !sum_is(sum, head + 24))
        return 0;
    if (memcmp(head + SALT_AT, mark->salt, sizeof mark->salt) != 0)
        return (int32_t)(word_at(head + SALT_AT) - be32toh(mark->salt[0])) > 0;
    return pages_are_whole(log, head, mark->pages);
}

StoreStatus sqlite_log_check(int lock, const char *path, Fault *fault)
{
    LogMark mark = read_mark(lock);
    char name[4096 + 8];

    if (mark.pages == 0)
        return STORE_OK;
    snprintf(name, sizeof name, "%s-wal", path);
    int log = open(name, O_RDONLY | O_CLOEXEC);
    int is_whole = log_is_whole(log, &mark);
    if (log >= 0)
        close(log);
    if (is_whole)
        return STORE_OK;
    return sql_refuse(
        STORE_BROKEN, fault,
        "%s is %s: the latest moves are lost. Put it back, or a backup in the "
        "place of %s (docs/hosting.md, Backup). To go on with what is left, "
        "remove %s-lock.",
        name, fault_words(fault, log < 0 ? "gone" : "cut off or damaged"), path, path);
}
