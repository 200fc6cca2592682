/* test_disk.c: a full disk that has room again later, and files that are removed under
 * the server. A limit on the size of the server's files simulates the full disk: writes
 * beyond it fail in the same way. */
#define _GNU_SOURCE
#include "board.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The size of the server's largest file, which becomes the limit. */
static rlim_t largest_file(const House *house)
{
    static const char *const ENDS[] = { "", "-wal" };
    off_t most = 0;

    for (int i = 0; i < 2; i++) {
        char path[600];
        struct stat file;
        snprintf(path, sizeof path, "%s%s", house->data, ENDS[i]);
        if (stat(path, &file) == 0 && file.st_size > most)
            most = file.st_size;
    }
    return (rlim_t)most;
}

static void limit_files(const House *house, rlim_t bytes)
{
    struct rlimit limit = { .rlim_cur = bytes, .rlim_max = RLIM_INFINITY };

    cr_assert_eq(prlimit(house->child.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* The other player receives nothing. */
static void expect_quiet(Tab *tab)
{
    tab_send(tab, "{\"do\":\"ping\",\"id\":4711}");
    for (;;) {
        const Json *message = tab_next(tab, PATIENCE_MS);
        cr_assert_not_null(message);
        cr_assert_str_neq(text_at(message, "type"), "update");
        if (json_get(message, "id") != NULL && json_get(message, "id")->number == 4711)
            return;
    }
}

/* The health check reports it within a few seconds: the server tries a write now and
 * then. */
static void expect_health(const House *house, int status)
{
    const struct timespec pause = { .tv_nsec = 100000000 };

    for (int tries = 0;; tries++) {
        Answer health = ask_admin(house, "/healthz");
        int found = health.status;
        answer_free(&health);
        if (found == status)
            return;
        cr_assert_lt(tries, PATIENCE_MS / 100, "/healthz still answers %d", found);
        nanosleep(&pause, NULL);
    }
}

/* Plays until a write fails; every move before that was stored. */
static int play_until_full(Board *board)
{
    for (;;) {
        int seat = board_pick_seat(board);
        const Json *answer = tab_do(
            board->tabs[seat], "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
            board->code, board->n, board->actions[seat]);
        if (strcmp(text_at(answer, "type"), "error") == 0) {
            cr_assert_str_eq(text_at(answer, "code"), "not-stored", "%s",
                             board->tabs[seat]->ws.message.bytes);
            return seat;
        }
        board->n++;
        cr_assert_eq(number_at(answer, "n"), board->n);
        for (int i = 0; i < READERS; i++) {
            if (board->tabs[i] != NULL)
                board_reconnect(board, i);
        }
        cr_assert_lt(board->n, 2000, "The disk never was full");
    }
}

Test(disk, that_is_full_is_reported_and_nothing_is_shown)
{
    House *house = house_open(HOUSE_OPEN);
    Board *board = board_open(house, "freight-train", 2, "");
    int seat;

    board_play(board, 20);
    limit_files(house, largest_file(house));
    seat = play_until_full(board);
    expect_quiet(board->tabs[1 - seat]);
    expect_quiet(board->tabs[SPECTATOR]);
    /* The server still runs: spectators can watch, writes are refused. */
    must_ask(house, NULL, "/api/1/games", NULL);
    expect_health(house, 503);
    must_not_ask(house, NULL, 503, "not-stored", "/api/1/guest", "{\"name\":\"Late\"}");
    limit_files(house, RLIM_INFINITY);
    expect_health(house, 200);
    board_reconnect(board, seat);
    board_reconnect(board, 1 - seat);
    board_reconnect(board, SPECTATOR);
    board_act(board, seat);
    board_play(board, -1);
    board_check(board);
    board_close(board);
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Files that are removed                                                    */
/* ------------------------------------------------------------------------- */

static void file_of(const House *house, const char *end, char path[600])
{
    snprintf(path, 600, "%s%s", house->data, end);
}

/* Nothing is stored, and every write gets an error. */
static void expect_refusal(const House *house)
{
    must_not_ask(house, NULL, 503, "not-stored", "/api/1/guest", "{\"name\":\"Late\"}");
    expect_health(house, 503);
    must_ask(house, NULL, "/api/1/games", NULL);
}

Test(disk, whose_file_is_taken_away_stores_nothing_until_it_is_back)
{
    House *house = house_open(HOUSE_OPEN);
    char there[600], away[600];

    file_of(house, "", there);
    file_of(house, ".away", away);
    person_new(house, "Ada");
    cr_assert_eq(rename(there, away), 0);
    expect_refusal(house);
    cr_assert_eq(rename(away, there), 0);
    expect_health(house, 200);
    person_new(house, "Ben");
    house_close(house);
}

Test(disk, whose_file_is_replaced_stores_nothing)
{
    House *house = house_open(HOUSE_OPEN);
    char there[600], other[600];

    file_of(house, "", there);
    file_of(house, ".other", other);
    person_new(house, "Ada");
    fclose(fopen(other, "w"));
    cr_assert_eq(rename(other, there), 0);
    expect_refusal(house);
    house_close(house);
}

/* Everything stored before is then in the file itself. */
Test(disk, whose_log_is_removed_loses_nothing_that_was_stored)
{
    House *house = house_open(HOUSE_OPEN);
    Person ada = person_new(house, "Ada");
    char log[600];

    file_of(house, "-wal", log);
    cr_assert_eq(remove(log), 0);
    expect_refusal(house);
    house_end(house, SIGKILL);
    house_begin(house);
    expect_health(house, 200);
    Answer hello = ask(house, &ada, "/api/1/hello", NULL);
    cr_assert_str_eq(text_at(json_at(hello.json, "you"), "name"), "Ada");
    answer_free(&hello);
    house_close(house);
}

/* The server does not start, and says what is wrong and what to do. Without the mark in
 * the lock file it goes on with what is left. */
static void expect_refused_start(House *house)
{
    const char *const arguments[] = {
        house_program(), "serve", "--listen", "127.0.0.1:0", "--data", house->data, NULL
    };
    char lock[600], said[1000] = "";
    int channel[2];

    cr_assert_eq(pipe(channel), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(channel[1], STDERR_FILENO);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    close(channel[1]);
    size_t length = 0;
    for (ssize_t got;
         (got = read(channel[0], said + length, sizeof said - 1 - length)) > 0;)
        length += (size_t)got;
    close(channel[0]);
    int status;
    waitpid(pid, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1, "status %x", (unsigned)status);
    cr_expect_not_null(strstr(said, "-wal is "), "%s", said);
    file_of(house, "-lock", lock);
    cr_assert_eq(remove(lock), 0);
    house_begin(house);
    expect_health(house, 200);
}

Test(disk, whose_log_is_cut_off_stores_nothing)
{
    House *house = house_open(HOUSE_OPEN);
    char log[600];

    file_of(house, "-wal", log);
    person_new(house, "Ada");
    cr_assert_eq(truncate(log, 100), 0);
    expect_refusal(house);
    house_end(house, SIGKILL);
    expect_refused_start(house);
    house_close(house);
}

/* Nobody writes before the end: it is noticed at the next start. */
static void cut_log_and_end(off_t length, int signal_number)
{
    House *house = house_open(HOUSE_OPEN);
    char log[600];

    file_of(house, "-wal", log);
    person_new(house, "Ada");
    if (signal_number == SIGKILL)
        house_end(house, SIGKILL);
    cr_assert_eq(truncate(log, length), 0);
    if (signal_number != SIGKILL)
        house_end(house, signal_number);
    expect_refused_start(house);
    house_close(house);
}

Test(disk, whose_log_is_emptied_before_the_end_does_not_start)
{
    cut_log_and_end(0, SIGTERM);
}

Test(disk, whose_log_is_emptied_after_a_kill_does_not_start)
{
    cut_log_and_end(0, SIGKILL);
}

Test(disk, whose_log_is_damaged_after_a_kill_does_not_start)
{
    House *house = house_open(HOUSE_OPEN);
    char log[600];
    struct stat about;

    file_of(house, "-wal", log);
    person_new(house, "Ada");
    house_end(house, SIGKILL);
    cr_assert_eq(stat(log, &about), 0);
    int file = open(log, O_WRONLY);
    cr_assert_eq(pwrite(file, "damage", 6, about.st_size - 100), 6);
    close(file);
    expect_refused_start(house);
    house_close(house);
}

/* A log that was not touched is no reason for anything, whatever ended the server. */
Test(disk, whose_log_is_whole_starts_after_any_end)
{
    static const int SIGNALS[] = { SIGKILL, SIGTERM, SIGKILL, SIGKILL };
    House *house = house_open(HOUSE_OPEN);
    Person ada = person_new(house, "Ada");

    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
        house_end(house, SIGNALS[i]);
        house_begin(house);
        must_ask(house, &ada, "/api/1/programs", NULL);
        person_new(house, "Ben");
    }
    house_close(house);
}

/* ------------------------------------------------------------------------- */
/* Open tables                                                               */
/* ------------------------------------------------------------------------- */

/* Signs in guests until the disk is full. */
static void fill_disk(const House *house)
{
    limit_files(house, largest_file(house));
    for (int guests = 0;; guests++) {
        Answer answer = ask(house, NULL, "/api/1/guest", "{\"name\":\"Guest %d\"}", guests);
        int status = answer.status;
        answer_free(&answer);
        if (status == 503)
            return;
        cr_assert_eq(status, 200);
        cr_assert_lt(guests, 5000, "the disk never was full");
    }
}

/* A table that has not started has no game to send after its reload. */
Test(disk, that_is_full_leaves_an_open_table_open)
{
    House *house = house_open(HOUSE_OPEN);
    Person ada = person_new(house, "Ada"), ben = person_new(house, "Ben");
    char code[CODE_ROOM];

    table_new(house, &ada, code,
              "{\"game\":\"freight-train\",\"seats\":[\"me\",\"open\"]}");
    Tab *host = tab_open(house, &ada), *guest = tab_open(house, &ben);
    tab_must(host, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    tab_must(guest, "{\"do\":\"watch\",\"table\":\"%s\"}", code);
    fill_disk(house);
    for (int i = 0; i < 3; i++) {
        tab_must_not(guest, "not-stored", "{\"do\":\"sit\",\"table\":\"%s\"}", code);
        tab_must_not(host, "not-stored",
                     "{\"do\":\"seat\",\"table\":\"%s\",\"seat\":1,\"who\":\"easy\"}",
                     code);
    }
    limit_files(house, RLIM_INFINITY);
    tab_must(guest, "{\"do\":\"sit\",\"table\":\"%s\"}", code);
    tab_must(host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    cr_assert_eq(number_at(tab_wait_for(guest, "update"), "n"), 0);
    tab_close(host);
    tab_close(guest);
    house_close(house);
}
