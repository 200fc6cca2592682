/* record.h: all messages that the readers of one game received, from any node, and all
 * moves that its players tried. At the end they are compared with the log in the
 * database, replayed by the rules. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_RECORD_H
#define ROUNDHOUSE_TESTS_FAULTS_RECORD_H

#include "load/scan.h"
#include "wire/json_in.h"

/* Two seats and a spectator. */
enum { RECORD_READERS = 3, RECORD_SPECTATOR = 2, RECORD_ACTION_ROOM = 512 };

typedef struct Record Record;

Record *record_new(void);
void record_free(Record *record);

/* A reader received `update` or `log`. Each entry comes once and in order, without
 * gaps; only after `watch` or "stale" the last one comes again. */
void record_update(Record *record, int reader, const Json *update, Piece position);
/* The reader has sent `watch`, or received "stale". */
void record_expect_again(Record *record, int reader);
void record_log(Record *record, int reader, const Json *log);
/* The last entry that the reader received, for `since`. */
long record_seen(const Record *record, int reader);
/* The highest number that any reader received. */
long record_last(const Record *record);

/* A seat sends `act` with number n (an empty action: `undo`). */
void record_try(Record *record, int seat, long n, const char *action);
/* The seat's last act was acknowledged by its update, with number n. */
void record_acknowledge(Record *record, int seat, long n);

typedef struct RecordCounts {
    long entries, shown, acknowledged;
} RecordCounts;

/* The log has no gap and follows the rules. Everything that a reader received is what
 * the rules let it see after that entry. Every acknowledged move is in the log, at its
 * number. Every entry of a person is a try of that person, and no try is there twice.
 * Adds to the counts. */
void record_check(const Record *record, const char *code, RecordCounts *counts);

#endif
