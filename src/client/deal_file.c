/* deal_file.c: a terminal's part in a deal on disk. */
#include "client/deal_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, FILE_MOST = 64 * 1024 };

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
