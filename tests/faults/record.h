/* record.h: all that the readers of one game were sent, whatever node they were at, and
 * all that its players tried. In the end it is compared with the log in the database,
 * replayed by the rules. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_RECORD_H
#define ROUNDHOUSE_TESTS_FAULTS_RECORD_H

#include "load/scan.h"
#include "wire/json_in.h"

/* Two seats and a spectator. */
enum { RECORD_READERS = 3, RECORD_SPECTATOR = 2, RECORD_ACTION_ROOM = 512 };

typedef struct Record Record;

Record *record_new(void);
void record_free(Record *record);

/* A reader got `update`, or `log`. Each entry comes once and in order, none is left out;
 * only after `watch` or "stale" the last one comes again. */
void record_update(Record *record, int reader, const Json *update, Piece position);
/* The reader has sent `watch`, or was answered "stale". */
void record_expect_again(Record *record, int reader);
void record_log(Record *record, int reader, const Json *log);
/* The reader's number: the last entry it has seen. For `since`. */
long record_seen(const Record *record, int reader);
/* The highest number that anybody has seen. */
long record_last(const Record *record);

/* A seat sends `act` with number n (an empty action: `undo`). */
void record_try(Record *record, int seat, long n, const char *action);
/* The last one that the seat sent was answered with its update, of number n. */
void record_acknowledge(Record *record, int seat, long n);

typedef struct RecordCounts {
    long entries, shown, acknowledged;
} RecordCounts;

/* The log has no gap and follows the rules. Everything that a reader was sent is what
 * the rules let it see after that entry. Every acknowledged move is in the log, where
 * it was said to be. Every entry of a person is one that the person tried, and no try is
 * there twice. Adds to the counts. */
void record_check(const Record *record, const char *code, RecordCounts *counts);

#endif
