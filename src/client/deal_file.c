/* deal_file.c: a terminal's part in a deal on disk. */
#include "client/deal_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_ROOM = 4096,
    FILE_MOST = 64 * 1024,
    FILES_MOST = 500, /* of a server; beyond, the oldest goes */
    REMOVED_MOST = 50 /* at once */
};

/* ------------------------------------------------------------------------- */
/* Old files                                                                 */
/* ------------------------------------------------------------------------- */

/* TABLE-SEAT, as find_path writes it. */
static int is_part_name(const char *name)
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t table = strspn(name, letters);

    return table > 0 && name[table] == '-' && name[table + 1] >= '0'
           && name[table + 1] <= '9'
           && (name[table + 2] == '\0' || strcmp(name + table + 2, ".part") == 0);
}

/* The number of files of this prefix in its folder; `oldest` is the one that was used
 * longest ago. */
static int count_files(int folder, DIR *list, const char *prefix, char *oldest, size_t room)
{
    int count = 0;
    time_t used = 0;

    rewinddir(list);
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        const char *name = entry->d_name;
        struct stat file;
        if (strncmp(name, prefix, strlen(prefix)) != 0 || name[strlen(prefix)] != '-'
            || !is_part_name(name + strlen(prefix) + 1)
            || fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (count++ == 0 || file.st_mtime < used) {
            used = file.st_mtime;
            snprintf(oldest, room, "%s", name);
        }
    }
    return count;
}

static void remove_oldest(const char *prefix)
{
    char path[PATH_ROOM], oldest[NAME_MAX + 1];
    const char *slash = strrchr(prefix, '/');
    int length = slash == NULL ? 0 : (int)(slash - prefix);

    snprintf(path, sizeof path, "%.*s/", slash == NULL ? 1 : length,
             slash == NULL ? "." : prefix);
    DIR *list = opendir(path);
    if (list == NULL)
        return;
    for (int i = 0; i < REMOVED_MOST; i++) {
        if (count_files(dirfd(list), list, slash == NULL ? prefix : slash + 1, oldest,
                        sizeof oldest)
            < FILES_MOST)
            break;
        unlinkat(dirfd(list), oldest, 0);
    }
    closedir(list);
}

/* ------------------------------------------------------------------------- */
/* One file                                                                  */
/* ------------------------------------------------------------------------- */

/* 0: there is none. */
static int find_path(char path[PATH_ROOM], const DealPart *part, const char *prefix,
                     int seat, const char *more)
{
    const char *table = part->memory.kept.deal.table;

    return prefix != NULL && seat != NOBODY && table[0] != '\0'
           && snprintf(path, PATH_ROOM, "%s-%s-%d%s", prefix, table, seat, more)
                  < PATH_ROOM;
}

static int write_file(const char *path, const Text *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (file < 0)
        return 0;
    int is_written = write(file, text->bytes, text->length) == (ssize_t)text->length;
    return close(file) == 0 && is_written;
}

/* Whole or not at all: a file is renamed to it. */
void deal_file_write(DealPart *part, const char *prefix, const Game *game,
                     const Setup *setup)
{
    char path[PATH_ROOM], unfinished[PATH_ROOM];
    int seat = part->memory.kept.seat;
    Text text = { 0 };
    JsonOut out = { .text = &text };

    part->is_changed = 0;
    if (!find_path(path, part, prefix, seat, "")
        || !find_path(unfinished, part, prefix, seat, ".part"))
        return;
    if (access(path, F_OK) != 0) /* a new one */
        remove_oldest(prefix);
    deal_memory_format(&out, &part->memory, game, setup);
    text_add(&text, "\n");
    if (text.has_failed || !write_file(unfinished, &text) || rename(unfinished, path) != 0)
        unlink(unfinished);
    text_free(&text);
}

static int read_file(const char *path, Text *text)
{
    FILE *file = fopen(path, "re");

    if (file == NULL)
        return 0;
    if (text_reserve(text, FILE_MOST)) {
        text->length = fread(text->bytes, 1, FILE_MOST, file);
        text->bytes[text->length] = '\0';
    }
    int is_read = !ferror(file) && !text->has_failed;
    futimens(fileno(file), NULL); /* it is used: others are older */
    fclose(file);
    return is_read;
}

void deal_file_read(DealPart *part, const char *prefix, int seat)
{
    char path[PATH_ROOM];
    Text text = { 0 };
    DealMemory memory;
    Fault fault = { 0 };

    if (part->is_begun || !find_path(path, part, prefix, seat, ""))
        return;
    Json *json =
        read_file(path, &text) ? json_read(text.bytes, text.length, "", &fault) : NULL;
    if (json != NULL && json_is(json, JSON_IS_OBJECT)
        && deal_memory_read(json, &memory, &fault) && memory.kept.seat == seat
        && strcmp(memory.kept.deal.table, part->memory.kept.deal.table) == 0)
        deal_part_resume(part, &memory);
    json_free(json);
    text_free(&text);
}

void deal_file_remove(const DealPart *part, const char *prefix, int seat)
{
    char path[PATH_ROOM];

    if (find_path(path, part, prefix, seat, ""))
        unlink(path);
}
