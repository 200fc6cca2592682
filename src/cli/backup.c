/* backup.c: roundhouse backup: a copy of a server's file, while the server runs. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "store/place.h"
#include "store/store.h"

#include <stdio.h>
#include <sys/stat.h>

typedef struct BackupArgs {
    const char *data; /* NULL: the default place */
    const char *file;
} BackupArgs;

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which FILE shall the copy be?", 0, TEXT(BackupArgs, file) },
    { "data", 'd', "FILE",
      "The file to copy, as in serve (roundhouse.db in the user's data folder)", 0,
      TEXT(BackupArgs, data) },
    { 0 },
};

static const char DOC[] =
    "Copy all data of a server to FILE, while it runs."
    "\vThe copy is a consistent snapshot, and is verified. An existing FILE is "
    "never replaced. To restore a copy, stop the server and start it with the copy: "
    "roundhouse serve --data FILE. It contains password hashes and the seeds of "
    "running games: keep it secret.";

static long long bytes_of(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 ? (long long)found.st_size : 0;
}

static int copy(const char *program, const char *from, const char *to)
{
    Fault fault = fault_in_locale();

    if (store_backup(from, to, &fault) != STORE_OK)
        return world_error(program, "%s", fault.sentence);
    printf("%s: %lld bytes, checked\n", to, bytes_of(to));
    return EXIT_FINE;
}

int verb_backup(int argc, char **argv)
{
    BackupArgs args = { 0 };
    Text place = { 0 };
    Fault fault = fault_in_locale();
    int status;

    arguments_parse(ARGUMENTS, "FILE", DOC, argc, argv, &args);
    if (args.data == NULL && !store_default_place(&place, &fault))
        status = world_error(argv[0], "%s", fault.sentence);
    else
        status = copy(argv[0], args.data != NULL ? args.data : place.bytes, args.file);
    text_free(&place);
    return status;
}
