/* keep.c: a save goes to a file beside its place first and is then renamed, so
 * that a full disk costs nobody a game. */
#include "tui/keep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names that a save cannot hold are left out: seats have numbers. */
static void take_names(SavePlayers *players, const char *const *names, int seats)
{
    memset(players, 0, sizeof *players);
    for (int seat = 0; seat < seats; seat++) {
        if (save_can_name(names[seat], strlen(names[seat])))
            snprintf(players->names[seat], sizeof players->names[seat], "%s", names[seat]);
    }
}

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
        return fault_tell(fault, "%s", strerror(ENOMEM));
    snprintf(part, room, "%s.part", path);
    int is_done = write_bytes(part, text) && rename(part, path) == 0;
    if (!is_done) {
        fault_tell(fault, "%s", strerror(errno));
        remove(part);
    }
    free(part);
    return is_done;
}

int keep_match(const Match *match, const char *const *names, const SaveStart *start,
               const char *path, Fault *fault)
{
    SavePlayers players;
    Text text = { 0 };

    take_names(&players, names, match_setup(match)->seats);
    save_write(&text, match, &players, start);
    int is_done = text.has_failed ? fault_tell(fault, "%s", strerror(ENOMEM))
                                  : replace_file(path, &text, fault);
    text_free(&text);
    return is_done;
}

/* One byte more than the longest save is enough to tell that it is too long. */
static int read_bytes(const char *path, Text *text, Fault *fault)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        return fault_tell(fault, "%s", strerror(errno));
    if (text_reserve(text, SAVE_MOST + 1)) {
        text->length = fread(text->bytes, 1, SAVE_MOST + 1, file);
        text->bytes[text->length] = '\0';
    }
    int has_failed = ferror(file) || text->has_failed;
    int reason = errno;
    fclose(file);
    return has_failed ? fault_tell(fault, "%s", strerror(reason)) : 1;
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
