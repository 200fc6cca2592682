/* keep.c: a save is written to a temporary file and renamed, so that a full disk does not
 * destroy the old one. */
#include "tui/keep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char REMARK[] = "# played ";

static int write_bytes(const char *path, const Text *text)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL)
        return 0;
    size_t written = fwrite(text->bytes, 1, text->length, file);
    int has_closed = fclose(file) == 0;
    return written == text->length && has_closed;
}

static int replace_file(const char *path, const Text *text, Fault *fault)
{
    size_t room = strlen(path) + sizeof ".part";
    char *part = malloc(room);

    if (part == NULL)
        return fault_set(fault, "%s", fault_words(fault, strerror(ENOMEM)));
    snprintf(part, room, "%s.part", path);
    int is_done = write_bytes(part, text) && rename(part, path) == 0;
    if (!is_done) {
        fault_set(fault, "%s", fault_words(fault, strerror(errno)));
        remove(part);
    }
    free(part);
    return is_done;
}

void keep_make_folders(const char *path)
{
    char *copy = strdup(path);

    for (char *at = copy == NULL ? NULL : strchr(copy + 1, '/'); at != NULL;
         at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(copy, 0777); /* errors show when the file is written */
        *at = '/';
    }
    free(copy);
}

int keep_can_save(const char *path, Fault *fault)
{
    const char *slash = strrchr(path, '/');
    struct stat status;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return fault_set(fault, "%s", fault_words(fault, strerror(EISDIR)));
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));

    if (folder == NULL)
        return fault_set(fault, "%s", fault_words(fault, strerror(ENOMEM)));
    int is_possible = access(folder, W_OK | X_OK) == 0
                      || fault_set(fault, "%s", fault_words(fault, strerror(errno)));
    free(folder);
    return is_possible;
}

int keep_match(const Match *match, const SavePlayers *players, const SaveStart *start,
               const char *path, Fault *fault)
{
    Text text = { 0 };

    save_write(&text, match, players, start);
    int is_done = text.has_failed
                      ? fault_set(fault, "%s", fault_words(fault, strerror(ENOMEM)))
                      : replace_file(path, &text, fault);
    text_free(&text);
    return is_done;
}

int keep_match_in_folder(const Match *match, const SavePlayers *players,
                         const SaveStart *start, const char *path, Fault *fault)
{
    Fault first = fault_like(fault);

    if (keep_match(match, players, start, path, &first))
        return 1;
    keep_make_folders(path);
    return keep_match(match, players, start, path, fault);
}

void keep_read_remark(const char *path, char remark[REMARK_MAX])
{
    FILE *file = fopen(path, "r");
    char line[REMARK_MAX + sizeof REMARK];

    remark[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, REMARK, strlen(REMARK)) == 0)
            snprintf(remark, REMARK_MAX, "%.*s", REMARK_MAX - 1, line + strlen(REMARK));
    }
    if (file != NULL)
        fclose(file);
}

/* Reads one byte more than a save may have, to notice a longer one. */
static int read_bytes(const char *path, Text *text, Fault *fault)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        return fault_set(fault, "%s", fault_words(fault, strerror(errno)));
    if (text_reserve(text, SAVE_MOST + 1)) {
        text->length = fread(text->bytes, 1, SAVE_MOST + 1, file);
        text->bytes[text->length] = '\0';
    }
    int has_failed = ferror(file) || text->has_failed;
    int reason = errno;
    fclose(file);
    return has_failed ? fault_set(fault, "%s", fault_words(fault, strerror(reason))) : 1;
}

Match *keep_load(const char *path, const SaveStart *start, SavePlayers *players,
                 Fault *fault)
{
    Text text = { 0 };
    Match *match = NULL;

    if (read_bytes(path, &text, fault))
        match = save_read(text.bytes, text.length, start, players, fault);
    text_free(&text);
    return match;
}
