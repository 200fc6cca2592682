/* postgres_append.c: entries for the logs of many tables, in one statement: it locks the
 * rows, adds what is the next entry of its table, tells the other servers of what was
 * added, and commits, all in one round trip. The entries go as arrays, one for each
 * column. */
#include "store/postgres.h"

#include "store/rows.h"

#include <stdlib.h>

/* In the order of the parameters of QUERY_APPEND_MANY; texts are those two. */
enum { VERSIONS, TABLES, FIRST_NUMBER, CLOCKS = 10, HASHES, AUTHORS, CHUNKS, NOTICES };

_Static_assert(NOTICES + 1 == APPEND_ARRAYS, "as many as the store has texts for");

static void add_quoted(Text *array, const char *text)
{
    text_add(array, "\"");
    for (size_t length; *text != '\0'; text += length) {
        length = strcspn(text, "\"\\");
        text_append(array, text, length);
        if (text[length] != '\0') {
            text_add(array, "\\");
            text_append(array, text + length++, 1);
        }
    }
    text_add(array, "\"");
}

static void add_entry(Text *arrays, const StoreAppend *append, int chunk)
{
    const StoreEntry *entry = &append->entry;
    const int64_t numbers[] = { entry->moment.n,       entry->done.kind,
                                entry->done.seat,      entry->done.is_by_bot,
                                entry->done.action,    entry->at,
                                entry->moment.waiting, entry->moment.deadline };
    SeatNumbers clocks = seat_numbers(entry->moment.left);

    text_add_number(&arrays[VERSIONS], append->version);
    text_add_number(&arrays[TABLES], append->table);
    for (int i = 0; i < CLOCKS - FIRST_NUMBER; i++)
        text_add_number(&arrays[FIRST_NUMBER + i], numbers[i]);
    add_quoted(&arrays[CLOCKS], clocks.text);
    text_add_number(&arrays[HASHES], (int64_t)entry->hash);
    text_add_number(&arrays[AUTHORS], entry->author);
    text_add_number(&arrays[CHUNKS], chunk);
    add_quoted(&arrays[NOTICES], append->notice);
}

/* 0: no memory. Each chunk's notices fit into one notification, with line ends. */
static int write_arrays(Text *arrays, StoreAppend *const *appends, int count)
{
    size_t length = 0;
    int chunk = 0, is_whole = 1;

    for (int i = 0; i < APPEND_ARRAYS; i++) {
        arrays[i].has_failed = 0;
        text_clear(&arrays[i]);
    }
    for (int i = 0; i < count; i++) {
        size_t more = strlen(appends[i]->notice) + 1;
        if (length + more > PAYLOAD_MAX) {
            chunk++;
            length = 0;
        }
        length += more;
        for (int j = 0; j < APPEND_ARRAYS; j++)
            text_add(&arrays[j], i == 0 ? "{" : ",");
        add_entry(arrays, appends[i], chunk);
    }
    for (int i = 0; i < APPEND_ARRAYS; i++) {
        text_add(&arrays[i], "}");
        is_whole = is_whole && !arrays[i].has_failed;
    }
    return is_whole;
}

/* "12 15 19": these were added. Both are in order. */
static void note_added(StoreAppend *const *appends, int count, const char *ids,
                       size_t length)
{
    for (const char *end = ids + length; ids < end;) {
        StoreId table = 0;
        for (; ids < end && *ids != ' '; ids++)
            table = 10 * table + (*ids - '0');
        ids++;
        for (int i = 0; i < count; i++) {
            if (appends[i]->table == table)
                appends[i]->is_added = 1;
        }
    }
}

StoreStatus postgres_append_many(Store *store, StoreAppend *const *appends, int count,
                                 const char *channel, Fault *fault)
{
    Text *arrays = ((PostgresStore *)store)->arrays;
    SqlValue values[APPEND_ARRAYS + 1];

    for (int i = 0; i < count; i++)
        appends[i]->is_added = 0;
    if (!write_arrays(arrays, appends, count))
        return sql_refuse(STORE_NO_MEMORY, fault, "there is not enough memory");
    for (int i = 0; i < APPEND_ARRAYS; i++)
        values[i] = sql_text(arrays[i].bytes);
    values[APPEND_ARRAYS] = sql_text(channel);
    StoreStatus status =
        store->is_in_batch
            ? sql_ask_writing(store, QUERY_APPEND_MANY, values, APPEND_ARRAYS + 1, fault)
            : sql_ask(store, QUERY_APPEND_MANY, values, APPEND_ARRAYS + 1, fault);
    while (status == STORE_OK && (status = sql_next(store, fault)) == STORE_OK) {
        size_t length;
        const char *ids = store->kind->bytes(store, 0, &length);
        note_added(appends, count, ids, length);
    }
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}
