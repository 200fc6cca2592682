/* faulty_disk.c: a SQLite VFS that forwards to the default one, counts calls and
 * injects errors. */
#include "store/faulty_disk.h"

#include <sqlite3.h>
#include <string.h>

typedef struct File {
    sqlite3_file base;
    sqlite3_file *real; /* behind this struct */
} File;

static struct {
    DiskFault fault;
    DiskFor how_long;
    int left; /* calls until the fault; 0: no fault */
    int has_failed;
} disk;

static sqlite3_vfs *real_vfs;

void disk_fail(DiskFault fault, int k, DiskFor how_long)
{
    disk.fault = fault;
    disk.how_long = how_long;
    disk.left = k;
    disk.has_failed = 0;
}

int disk_mend(void)
{
    int had_failed = disk.has_failed;

    memset(&disk, 0, sizeof disk);
    return had_failed;
}

/* Is this the one that fails? */
static int fails(int is_sync)
{
    if (disk.left == 0 || is_sync != (disk.fault == DISK_SYNC) || --disk.left > 0)
        return 0;
    disk.has_failed = 1;
    disk.left = disk.how_long == DISK_FROM_THEN_ON;
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Files                                                                     */
/* ------------------------------------------------------------------------- */

static sqlite3_file *real(sqlite3_file *file)
{
    return ((File *)file)->real;
}

static int f_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    if (!fails(0))
        return real(file)->pMethods->xWrite(real(file), bytes, count, at);
    if (disk.fault == DISK_HALF)
        real(file)->pMethods->xWrite(real(file), bytes, count / 2, at);
    return disk.fault == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int f_sync(sqlite3_file *file, int flags)
{
    return fails(1) ? SQLITE_IOERR_FSYNC : real(file)->pMethods->xSync(real(file), flags);
}

static int f_close(sqlite3_file *file)
{
    return real(file)->pMethods->xClose(real(file));
}

static int f_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    return real(file)->pMethods->xRead(real(file), bytes, count, at);
}

static int f_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int f_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int f_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int f_unlock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int f_check(sqlite3_file *file, int *is_reserved)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}

static int f_control(sqlite3_file *file, int what, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), what, argument);
}

static int f_sector(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

static int f_device(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int f_shm_map(sqlite3_file *file, int page, int size, int extend,
                     void volatile **memory)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int f_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void f_shm_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int f_shm_unmap(sqlite3_file *file, int is_deleted)
{
    return real(file)->pMethods->xShmUnmap(real(file), is_deleted);
}

static const sqlite3_io_methods METHODS = {
    .iVersion = 2,
    .xClose = f_close,
    .xRead = f_read,
    .xWrite = f_write,
    .xTruncate = f_truncate,
    .xSync = f_sync,
    .xFileSize = f_size,
    .xLock = f_lock,
    .xUnlock = f_unlock,
    .xCheckReservedLock = f_check,
    .xFileControl = f_control,
    .xSectorSize = f_sector,
    .xDeviceCharacteristics = f_device,
    .xShmMap = f_shm_map,
    .xShmLock = f_shm_lock,
    .xShmBarrier = f_shm_barrier,
    .xShmUnmap = f_shm_unmap,
};

/* ------------------------------------------------------------------------- */
/* The disk                                                                  */
/* ------------------------------------------------------------------------- */

static int f_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                  int *flags_out)
{
    File *ours = (File *)file;

    (void)vfs;
    ours->real = (sqlite3_file *)(ours + 1);
    ours->base.pMethods = NULL;
    int code = real_vfs->xOpen(real_vfs, name, ours->real, flags, flags_out);
    if (ours->real->pMethods != NULL)
        ours->base.pMethods = &METHODS;
    return code;
}

void disk_install(void)
{
    static sqlite3_vfs faulty;

    real_vfs = sqlite3_vfs_find(NULL);
    faulty = *real_vfs;
    faulty.zName = "faulty";
    faulty.szOsFile = (int)sizeof(File) + real_vfs->szOsFile;
    faulty.xOpen = f_open;
    faulty.pNext = NULL;
    sqlite3_vfs_register(&faulty, 1);
}
