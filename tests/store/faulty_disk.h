/* faulty_disk.h: a disk that fails on purpose, between SQLite and the real one. */
#ifndef ROUNDHOUSE_TESTS_STORE_FAULTY_DISK_H
#define ROUNDHOUSE_TESTS_STORE_FAULTY_DISK_H

typedef enum DiskFault {
    DISK_FULL,  /* a write finds no room */
    DISK_WRITE, /* a write fails */
    DISK_HALF,  /* a write stops in the middle */
    DISK_SYNC,  /* a sync fails */
    DISK_FAULTS,
} DiskFault;

typedef enum DiskFor { DISK_ONCE, DISK_FROM_THEN_ON } DiskFor;

/* From now on every file of SQLite's is on this disk. */
void disk_install(void);
/* The k-th write or sync from now on fails, counted from 1. */
void disk_fail(DiskFault fault, int k, DiskFor how_long);
/* Sound again; tells whether anything had failed. */
int disk_mend(void);

#endif
