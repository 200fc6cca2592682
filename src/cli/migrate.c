/* migrate.c: roundhouse migrate: a club's whole history from a file to a database. */
#include "cli/arguments.h"
#include "cli/progress.h"
#include "cli/verbs.h"

#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct MigrateArgs {
    const char *file, *url;
} MigrateArgs;

#define WHICH "which FILE shall move, and to which URL?"

static const Argument ARGUMENTS[] = {
    { BY_POSITION, WHICH, 0, TEXT(MigrateArgs, file) },
    { BY_POSITION, WHICH, 0, TEXT(MigrateArgs, url) },
    { 0 },
};

static const char DOC[] =
    "Copy all data of a server from FILE to the PostgreSQL database at URL, "
    "such as postgres://user@host/club."
    "\vThe server of FILE must have ended, and the database must be empty. Every game "
    "is replayed from the copy and compared with the original; the copy is committed "
    "only if all of them are correct. FILE is not changed.";

/* Progress whose total is known with the first report of store_move. */
typedef struct Shown {
    Progress bar;
    int has_begun;
} Shown;

static void show(void *context, int64_t done, int64_t all)
{
    Shown *shown = context;

    if (!shown->has_begun)
        shown->bar = progress_begin((long)all, 0);
    shown->has_begun = 1;
    progress_show(&shown->bar, (long)done);
}

static StoreStatus move(Store *from, Store *to, StoreSizes *sizes, Fault *fault)
{
    Shown shown = { .has_begun = 0 };
    StoreStatus status = store_move(from, to, show, &shown, sizes, fault);

    if (shown.has_begun)
        progress_end(&shown.bar);
    return status;
}

int verb_migrate(int argc, char **argv)
{
    MigrateArgs args = { 0 };
    StoreSizes sizes = { 0 };
    Store *from = NULL, *to = NULL;
    Fault fault = fault_in_locale();

    arguments_parse(ARGUMENTS, "FILE URL", DOC, argc, argv, &args);
    if (access(args.file, R_OK) != 0)
        return world_error(argv[0], "cannot read %s: %s", args.file,
                           in_locale(strerror(errno)));
    StoreStatus status = store_open(args.file, &from, &fault);
    if (status == STORE_OK)
        status = store_open(args.url, &to, &fault);
    if (status == STORE_OK)
        status = move(from, to, &sizes, &fault);
    store_free(to);
    store_free(from);
    if (status != STORE_OK)
        return world_error(argv[0], "nothing was moved: %s", fault.sentence);
    printf("%lld people, %lld tables with %lld entries, every game replayed\n",
           (long long)sizes.users, (long long)sizes.tables, (long long)sizes.entries);
    return EXIT_FINE;
}
