/* review_file.c: the worked-out parts of a review on disk. */
#include "cli/review_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 26 };

static void write_head(Text *head, const char *key, uint64_t seed)
{
    text_print(head, "roundhouse review 1\ngame %s\nevaluator %d\nseed %llu\n\n", key,
               REVIEW_EVALUATOR, (unsigned long long)seed);
}

static int read_whole(FILE *file, Text *text)
{
    char bytes[4096];
    size_t got;

    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0 && text->length < FILE_MOST)
        text_append(text, bytes, got);
    return !ferror(file) && !text->has_failed;
}

/* Where the last whole line ends. */
static size_t whole_lines(const Text *text)
{
    size_t length = text->length;

    while (length > 0 && text->bytes[length - 1] != '\n')
        length--;
    return length;
}

/* What a damaged line had is worked out again. */
static void read_parts(const Text *text, size_t at, size_t end, Review *review)
{
    Fault ignored;

    while (at < end) {
        const char *line = text->bytes + at;
        size_t length = (size_t)((const char *)memchr(line, '\n', end - at) - line);
        ignored = (Fault){ .sentence = "" };
        part_read(line, length, review, &ignored);
        at += length + 1;
    }
}

/* An empty file gets its head; another must have the same. */
static int take_up(FILE *file, const Text *text, const Text *head, Review *review,
                   Fault *fault)
{
    size_t end = whole_lines(text);

    if (text->length == 0)
        return fwrite(head->bytes, 1, head->length, file) == head->length
               && fflush(file) == 0;
    if (end < head->length || memcmp(text->bytes, head->bytes, head->length) != 0)
        return fault_set(fault, "it is not a review of this game with this seed, or of "
                                "another version of the program");
    read_parts(text, head->length, end, review);
    return ftruncate(fileno(file), (off_t)end) == 0
           && fseek(file, (long)end, SEEK_SET) == 0;
}

/* One program at a time: two would write into each other's lines. */
static FILE *open_alone(const char *path, Fault *fault)
{
    int handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = handle < 0 ? NULL : fdopen(handle, "r+");

    if (file != NULL && flock(handle, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file != NULL && errno == EWOULDBLOCK)
        fault_set(fault, "another program is using it");
    else
        fault_set(fault, "%s", strerror(errno));
    if (file != NULL)
        fclose(file);
    else if (handle >= 0)
        close(handle);
    return NULL;
}

FILE *review_file_open(const char *path, const char *key, uint64_t seed, Review *review,
                       Fault *fault)
{
    FILE *file = open_alone(path, fault);
    Text text = { 0 }, head = { 0 };

    if (file == NULL)
        return NULL;
    write_head(&head, key, seed);
    errno = 0;
    if (!read_whole(file, &text) || head.has_failed
        || !take_up(file, &text, &head, review, fault)) {
        fault_set(fault, "%s", strerror(errno == 0 ? ENOMEM : errno));
        fclose(file);
        file = NULL;
    }
    text_free(&text);
    text_free(&head);
    return file;
}

int review_file_add(FILE *file, const Review *review, int index, Fault *fault)
{
    Text line = { 0 };

    part_write(&line, review, index);
    text_add(&line, "\n");
    int is_fine = !line.has_failed
                  && fwrite(line.bytes, 1, line.length, file) == line.length
                  && fflush(file) == 0;
    text_free(&line);
    return is_fine || fault_set(fault, "%s", strerror(errno));
}
