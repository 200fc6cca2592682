/* backup.c: roundhouse backup: a copy of a server's file, while the server runs. */
#include "cli/common.h"
#include "cli/verbs.h"

#include "store/place.h"
#include "store/store.h"

#include <stdio.h>
#include <sys/stat.h>

typedef struct BackupArgs {
    const char *data; /* NULL: the default place */
    const char *file;
} BackupArgs;

static error_t parse(int key, char *text, struct argp_state *state)
{
    BackupArgs *args = state->input;

    switch (key) {
    case 'd':
        args->data = text;
        return 0;
    case ARGP_KEY_ARG:
        if (args->file != NULL)
            return ARGP_ERR_UNKNOWN;
        args->file = text;
        return 0;
    case ARGP_KEY_END:
        if (args->file == NULL)
            argp_error(state, "which FILE shall the copy be?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option OPTIONS[] = {
    { "data", 'd', "FILE", 0,
      "The file to copy, as in serve (roundhouse.db in the user's data folder)", 0 },
    { 0 },
};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Copy all data of a server to FILE, while it runs."
           "\vThe copy is a consistent snapshot, and is verified. An existing FILE is "
           "never replaced. To restore a copy, stop the server and start it with the copy: "
           "roundhouse serve --data FILE. It contains password hashes and the seeds of "
           "running games: keep it secret.",
};

static long long bytes_of(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 ? (long long)found.st_size : 0;
}

static int copy(const char *program, const char *from, const char *to)
{
    Fault fault = { "" };

    if (store_backup(from, to, &fault) != STORE_OK)
        return world_error(program, "%s", fault.sentence);
    printf("%s: %lld bytes, checked\n", to, bytes_of(to));
    return EXIT_FINE;
}

int verb_backup(int argc, char **argv)
{
    BackupArgs args = { 0 };
    Text place = { 0 };
    Fault fault = { "" };
    int status;

    argp_parse(&ARGP, argc, argv, 0, NULL, &args);
    if (args.data == NULL && !store_default_place(&place, &fault))
        status = world_error(argv[0], "%s", fault.sentence);
    else
        status = copy(argv[0], args.data != NULL ? args.data : place.bytes, args.file);
    text_free(&place);
    return status;
}
