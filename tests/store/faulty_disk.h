/* faulty_disk.h: injects disk errors between SQLite and the real disk. */
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

/* Registers the VFS: all SQLite files use it from now on. */
void disk_install(void);
/* Fails the k-th write or sync from now on, counted from 1. */
void disk_fail(DiskFault fault, int k, DiskFor how_long);
/* Removes the fault; returns whether it had occurred. */
int disk_mend(void);

#endif
