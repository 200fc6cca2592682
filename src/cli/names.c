/* names.c: roundhouse names: lists kept names that look alike, for operators of a server.
 * A copy of the file is read, so the server may be running, and nothing is changed. */
#include "cli/arguments.h"
#include "cli/verbs.h"

#include "server/names.h"
#include "store/place.h"
#include "wire/json_out.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES_MOST = 1000, COPY_PATH = 512 };

typedef struct NamesArgs {
    const char *data; /* NULL: the default place */
    const char *store;
    int is_json;
} NamesArgs;

static const Argument ARGUMENTS[] = {
    { "data", 'd', "FILE", "The server's file, as in serve", 0, TEXT(NamesArgs, data) },
    { "store", 's', "URL", "Instead of a file, postgres://…", 0, TEXT(NamesArgs, store) },
    { "json", 'j', NULL, "Print JSON, a line for each group", 0, FLAG(NamesArgs, is_json) },
    { 0 },
};

static const char DOC[] =
    "List the kept names of a server that look alike, such as Ada with a Cyrillic A."
    "\vNo such name can be kept any more; those that older versions let in stay. The "
    "server may be running, and nothing is changed. Ask the people concerned to take "
    "other names.";

/* ------------------------------------------------------------------------- */
/* Printing                                                                  */
/* ------------------------------------------------------------------------- */

/* The names from `first` on that look alike; how many. */
static int group_length(const StoreUser *users, int count, int first)
{
    int length = 1;

    while (first + length < count
           && strcmp(users[first].skeleton, users[first + length].skeleton) == 0)
        length++;
    return length;
}

static void print_group(const StoreUser *users, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s%s (%s)", i == 0 ? "" : ", ", users[i].name, users[i].code);
    putchar('\n');
}

static void print_json(const StoreUser *users, int count)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_object(&out);
    json_put_list(&out, "names");
    for (int i = 0; i < count; i++) {
        json_open_object(&out);
        json_put_name(&out, "user", users[i].code);
        json_put_text(&out, "name", users[i].name);
        json_put_number(&out, "created", users[i].created);
        json_close_object(&out);
    }
    json_close_list(&out);
    json_close_object(&out);
    json_line_print(&text);
}

static StoreStatus print_alike(Store *store, const NamesArgs *args, Fault *fault)
{
    StoreUser *users = malloc(NAMES_MOST * sizeof *users);
    int count = 0;

    if (users == NULL)
        return STORE_NO_MEMORY;
    StoreStatus status = store_names_alike(store, users, NAMES_MOST, &count, fault);
    for (int i = 0, length; i < count && status == STORE_OK; i += length) {
        length = group_length(users, count, i);
        (args->is_json ? print_json : print_group)(&users[i], length);
    }
    if (status == STORE_OK && count == 0 && !args->is_json)
        puts("No kept names look alike.");
    if (count == NAMES_MOST)
        fprintf(stderr, in_locale("There may be more: these are the first %d.\n"),
                NAMES_MOST);
    free(users);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static StoreStatus read_store(const char *where, int is_copy, const NamesArgs *args,
                              Fault *fault)
{
    Store *store = NULL;
    StoreStatus status = store_open(where, &store, fault);

    /* A file of an older version has not been compared yet. */
    if (status == STORE_OK && is_copy)
        status = names_settle(store, fault);
    if (status == STORE_OK)
        status = print_alike(store, args, fault);
    store_free(store);
    return status;
}

static void remove_folder(const char *folder)
{
    char path[COPY_PATH];
    DIR *files = opendir(folder);

    for (const struct dirent *file; files != NULL && (file = readdir(files)) != NULL;) {
        if (snprintf(path, sizeof path, "%s/%s", folder, file->d_name) < (int)sizeof path)
            unlink(path);
    }
    if (files != NULL)
        closedir(files);
    rmdir(folder);
}

static StoreStatus read_copy(const char *file, const NamesArgs *args, Fault *fault)
{
    const char *temporary = getenv("TMPDIR");
    char folder[COPY_PATH / 2], path[COPY_PATH];

    snprintf(folder, sizeof folder, "%s/roundhouse-names-XXXXXX",
             temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(folder) == NULL) {
        fault_set(fault, "cannot make %s: %s", folder, in_locale(strerror(errno)));
        return STORE_BROKEN;
    }
    snprintf(path, sizeof path, "%s/copy.db", folder);
    StoreStatus status = store_backup(file, path, fault);
    if (status == STORE_OK)
        status = read_store(path, 1, args, fault);
    remove_folder(folder);
    return status;
}

int verb_names(int argc, char **argv)
{
    NamesArgs args = { 0 };
    Text place = { 0 };
    Fault fault = fault_in_locale();
    StoreStatus status = STORE_OK;

    arguments_parse(ARGUMENTS, "", DOC, argc, argv, &args);
    if (args.data != NULL && args.store != NULL)
        return usage_error(argv[0],
                           "--data is a file, --store a database: name one of them");
    if (args.data == NULL && args.store == NULL && !store_default_place(&place, &fault))
        status = STORE_BROKEN;
    else if (args.store != NULL)
        status = read_store(args.store, 0, &args, &fault);
    else
        status = read_copy(args.data != NULL ? args.data : place.bytes, &args, &fault);
    text_free(&place);
    return status == STORE_OK ? EXIT_FINE : world_error(argv[0], "%s", fault.sentence);
}
