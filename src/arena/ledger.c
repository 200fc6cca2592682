/* ledger.c: the finished games of a tournament on disk. */
#include "arena/ledger.h"

#include "play/save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct Ledger {
    int file;
    int seats;
    int is_broken; /* a write failed, perhaps within a line: nothing may be appended */
    pthread_mutex_t mutex; /* of the file */
    char path[PATH_MAX];   /* for sentences */
};

/* ------------------------------------------------------------------------- */
/* Writing                                                                   */
/* ------------------------------------------------------------------------- */

static void write_head(Text *out, const Tournament *tournament)
{
    const Schedule *schedule = &tournament->schedule;
    int is_round_robin = schedule->is_round_robin;
    int count = is_round_robin ? schedule->contender_count : schedule->seats;

    text_add(out, "roundhouse arena 1\n");
    save_write_setup(out, tournament->game, &tournament->setup);
    text_add(out, "seed ");
    text_add_hex(out, tournament->setup.seed, SEED_BYTES);
    text_add(out, "\nbots");
    for (int i = 0; i < count; i++) {
        int contender = is_round_robin ? i : schedule->entries[i];
        text_print(out, " %s", tournament->contenders[contender].label);
    }
    text_print(out, "\ntables %s\n\n", is_round_robin ? "all" : "one");
}

/* FNV-1a, enough to notice a digit that has changed. */
static uint32_t sum_of(const char *bytes, size_t length)
{
    uint32_t sum = 2166136261u;

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (uint8_t)bytes[i]) * 16777619u;
    return sum;
}

static void add_numbers(Text *out, const char *word, const int *numbers, int count)
{
    text_add(out, word);
    for (int i = 0; i < count; i++)
        text_print(out, " %d", numbers[i]);
}

static void write_game(Text *out, long n, const GameResult *result, int seats)
{
    size_t begin = out->length;

    text_print(out, "%ld", n);
    add_numbers(out, " places", result->places, seats);
    add_numbers(out, " scores", result->scores, seats);
    add_numbers(out, " moves", result->moves, seats);
    text_add(out, " ns");
    for (int seat = 0; seat < seats; seat++)
        text_print(out, " %lld", result->nanoseconds[seat]);
    if (!out->has_failed)
        text_print(out, " sum %08x\n",
                   (unsigned)sum_of(out->bytes + begin, out->length - begin));
}

static int append(Ledger *ledger, const Text *text, Fault *fault)
{
    ssize_t written;

    if (text->has_failed)
        return fault_set(fault, "there is not enough memory");
    if (ledger->is_broken)
        return fault_set(fault, "cannot write %s", ledger->path);
    do
        written = write(ledger->file, text->bytes, text->length);
    while (written < 0 && errno == EINTR);
    ledger->is_broken = written < 0 || (size_t)written < text->length;
    if (written < 0)
        return fault_set(fault, "cannot write %s: %s", ledger->path, strerror(errno));
    if ((size_t)written < text->length)
        return fault_set(fault, "cannot write all of %s: is the disk full?", ledger->path);
    return 1;
}

int ledger_add(Ledger *ledger, long n, const GameResult *result, Fault *fault)
{
    Text line = { 0 };
    int is_written;

    write_game(&line, n, result, ledger->seats);
    pthread_mutex_lock(&ledger->mutex);
    is_written = append(ledger, &line, fault);
    pthread_mutex_unlock(&ledger->mutex);
    text_free(&line);
    return is_written;
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

/* The text of a ledger, line by line. */
typedef struct Reader {
    const char *at, *end;
    int line; /* that was taken last, from 1 */
} Reader;

/* The next line that has its end, without it; 0: there is none. */
static int next_line(Reader *reader, const char **line, size_t *length)
{
    const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));

    if (end == NULL)
        return 0;
    *line = reader->at;
    *length = (size_t)(end - reader->at);
    reader->at = end + 1;
    reader->line++;
    return 1;
}

static int check_head(Reader *reader, const Tournament *tournament, Fault *fault)
{
    Text head = { 0 };
    int fits = 1;

    write_head(&head, tournament);
    if (head.has_failed)
        return fault_set(fault, "there is not enough memory");
    Reader wanted = { head.bytes, head.bytes + head.length, 0 };
    const char *want, *line;
    size_t want_length, length;
    while (fits && next_line(&wanted, &want, &want_length)) {
        fits = next_line(reader, &line, &length);
        if (!fits)
            fault_set(fault, "it breaks off in its head");
        else if (length != want_length || memcmp(line, want, length) != 0)
            fits = fault_set(fault, "line %d is '%s', and should be '%s'", reader->line,
                             quote(line, length).text, quote(want, want_length).text);
    }
    text_free(&head);
    return fits;
}

/* The next number behind `word`; whatever else stands there is found when the line is
 * compared with how it would be written. */
static long long take_number(const char **at, const char *word)
{
    const char *found = strstr(*at, word);
    char *end;

    if (found == NULL)
        return -1;
    long long number = strtoll(found + strlen(word), &end, 10);
    *at = end;
    return number;
}

static void take_numbers(const char **at, const char *word, int *numbers, int count)
{
    for (int i = 0; i < count; i++)
        numbers[i] = (int)take_number(at, i == 0 ? word : " ");
}

/* As game.h has it: equals share a place, and the next ones are passed over. */
static int places_are_sound(const int *places, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        int before = 0;
        for (int other = 0; other < seats; other++)
            before += places[other] < places[seat];
        if (places[seat] != before + 1)
            return 0;
    }
    return 1;
}

/* Rejects a line that would not be written exactly like this. */
static int read_game(const char *line, int seats, long *n, GameResult *result)
{
    const char *at = line;
    Text again = { 0 };

    *result = (GameResult){ .is_done = 1 };
    *n = (long)take_number(&at, "");
    take_numbers(&at, " places ", result->places, seats);
    take_numbers(&at, " scores ", result->scores, seats);
    take_numbers(&at, " moves ", result->moves, seats);
    for (int seat = 0; seat < seats; seat++)
        result->nanoseconds[seat] = take_number(&at, seat == 0 ? " ns " : " ");
    write_game(&again, *n, result, seats);
    int is_same = *n >= 0 && places_are_sound(result->places, seats) && !again.has_failed
                  && strncmp(again.bytes, line, again.length - 1) == 0
                  && line[again.length - 1] == '\0';
    text_free(&again);
    return is_same;
}

static int read_games(Reader *reader, int seats, GameResult *results, long games,
                      Fault *fault)
{
    const char *begin;
    size_t length;

    while (next_line(reader, &begin, &length)) {
        char line[1024];
        GameResult result;
        long n;
        if (length >= sizeof line)
            return fault_set(fault, "line %d is too long", reader->line);
        memcpy(line, begin, length);
        line[length] = '\0';
        if (strlen(line) != length || !read_game(line, seats, &n, &result))
            return fault_set(fault, "line %d is damaged", reader->line);
        if (n >= games)
            continue;
        if (results[n].is_done)
            return fault_set(fault, "line %d has game %ld a second time", reader->line, n);
        results[n] = result;
    }
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Files                                                                     */
/* ------------------------------------------------------------------------- */

static int read_all(int file, Text *text)
{
    enum { PIECE = 1 << 16 };

    for (;;) {
        ssize_t got;
        if (!text_reserve(text, PIECE))
            return 0;
        got = read(file, text->bytes + text->length, PIECE);
        if (got <= 0)
            return got == 0;
        text->length += (size_t)got;
        text->bytes[text->length] = '\0';
    }
}

static Ledger *ledger_of_file(int file, const char *path, int seats, Fault *fault)
{
    Ledger *ledger = file < 0 ? NULL : calloc(1, sizeof *ledger);

    if (file < 0)
        fault_set(fault,
                  errno == EEXIST ? "%s is there already: go on with it by "
                                    "--resume, or remove it"
                                  : "cannot open %s: %s",
                  path, strerror(errno));
    else if (ledger == NULL)
        fault_set(fault, "there is not enough memory");
    if (ledger == NULL) {
        if (file >= 0)
            close(file);
        return NULL;
    }
    *ledger = (Ledger){ .file = file, .seats = seats };
    pthread_mutex_init(&ledger->mutex, NULL);
    snprintf(ledger->path, sizeof ledger->path, "%s", path);
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return ledger;
    fault_set(fault, "another run is writing to %s", path);
    ledger_free(ledger);
    return NULL;
}

void ledger_free(Ledger *ledger)
{
    if (ledger == NULL)
        return;
    close(ledger->file);
    pthread_mutex_destroy(&ledger->mutex);
    free(ledger);
}

Ledger *ledger_new(const char *path, const Tournament *tournament, Fault *fault)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    Ledger *ledger = ledger_of_file(file, path, tournament->setup.seats, fault);
    Text head = { 0 };

    if (ledger == NULL)
        return NULL;
    write_head(&head, tournament);
    if (!append(ledger, &head, fault)) {
        ledger_free(ledger);
        ledger = NULL;
    }
    text_free(&head);
    return ledger;
}

/* Reads what is there, and cuts off a last line that has no end. */
static int take_over(Ledger *ledger, const Tournament *tournament, GameResult *results,
                     long games, Fault *fault)
{
    Fault inner = { 0 };
    Text text = { 0 };
    int is_read = read_all(ledger->file, &text);
    Reader reader = { text.bytes, text.bytes + text.length, 0 };

    if (!is_read)
        fault_set(fault, "cannot read %s: %s", ledger->path, strerror(errno));
    else if (!check_head(&reader, tournament, &inner))
        is_read = fault_set(fault, "%s belongs to another tournament: %s", ledger->path,
                            inner.sentence);
    else if (!read_games(&reader, tournament->setup.seats, results, games, &inner))
        is_read = fault_set(fault, "%s is not whole: %s", ledger->path, inner.sentence);
    else if (ftruncate(ledger->file, reader.at - text.bytes) != 0)
        is_read = fault_set(fault, "cannot write %s: %s", ledger->path, strerror(errno));
    text_free(&text);
    return is_read;
}

Ledger *ledger_open(const char *path, const Tournament *tournament, GameResult *results,
                    long games, Fault *fault)
{
    int file = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    Ledger *ledger = ledger_of_file(file, path, tournament->setup.seats, fault);

    if (ledger != NULL && !take_over(ledger, tournament, results, games, fault)) {
        ledger_free(ledger);
        return NULL;
    }
    return ledger;
}

int ledger_seed(const char *path, uint8_t *seed, Fault *fault)
{
    static const char word[] = "\nseed ";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    Text text = { 0 };
    const char *found = NULL;
    int is_there;

    if (file < 0)
        return fault_set(fault, "cannot open %s: %s", path, strerror(errno));
    if (read_all(file, &text))
        found = strstr(text.bytes, word);
    is_there = found != NULL && strlen(found) > sizeof word + 2 * SEED_BYTES
               && text_read_hex(found + strlen(word), 2 * SEED_BYTES, seed, SEED_BYTES);
    if (!is_there)
        fault_set(fault, "%s is no state file of the arena", path);
    text_free(&text);
    close(file);
    return is_there;
}
