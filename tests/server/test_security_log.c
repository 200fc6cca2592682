/* test_security_log.c: the contents of the security log, what it must not contain, and
 * how long it is kept. */
#define _GNU_SOURCE
#include "board.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static House *house;
static char path[96];

/* The folder exists only once the house is open, so the house starts twice. */
static void begin_with(const char *days)
{
    house = house_open(HOUSE_LIMITED);
    house_end(house, SIGTERM);
    snprintf(path, sizeof path, "%s/security.log", house->folder);
    house->more[0] = "--security-log";
    house->more[1] = path;
    house->more[2] = "--keep-addresses";
    house->more[3] = days;
    house_begin(house);
}

static char *text_of(const char *file)
{
    char *text = calloc(1, 1 << 20);
    int fd = open(file, O_RDONLY);

    if (fd >= 0) {
        cr_assert_geq(read(fd, text, (1 << 20) - 1), 0);
        close(fd);
    }
    return text;
}

static int lines_with(const char *text, const char *piece)
{
    int lines = 0;

    for (const char *at = text; (at = strstr(at, piece)) != NULL; at++)
        lines++;
    return lines;
}

static int status_of(const Person *who, const char *where, const char *body)
{
    Answer answer = ask(house, who, where, "%s", body);
    int status = answer.status;

    answer_free(&answer);
    return status;
}

static void cause_events(Person *ada)
{
    char code[CODE_ROOM];
    HttpRequest elsewhere = { .path = "/api/1/guest",
                              .body = "{\"name\":\"Eve\"}",
                              .origin = "https://evil.example" };

    *ada = person_new(house, "Ada");
    cr_assert_eq(
        status_of(ada, "/api/1/keep", "{\"name\":\"Ada\",\"password\":\"correct horse\"}"),
        200);
    cr_assert_eq(status_of(NULL, "/api/1/login",
                           "{\"name\":\"Ada\",\"password\":\"correct horse\"}"),
                 200);
    cr_assert_eq(status_of(NULL, "/api/1/login",
                           "{\"name\":\"Ada\",\"password\":\"battery staple\"}"),
                 403);
    Answer answer = ask_so(house, &elsewhere);
    cr_assert_eq(answer.status, 403);
    answer_free(&answer);
    table_new(house, ada, code,
              "{\"game\":\"station-master\",\"seats\":[\"me\",\"open\"]}");
    Tab *tab = tab_open(house, ada);
    for (int i = 0; i < 300; i++)
        tab_do(tab, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"a secret\"}", code);
    tab_close(tab);
    cr_assert_eq(status_of(ada, "/api/1/delete", "{\"password\":\"correct horse\"}"), 200);
}

Test(security_log, has_sign_ins_and_refusals)
{
    Person ada;
    struct stat about;

    begin_with("30");
    cause_events(&ada);
    house_end(house, SIGTERM);
    char *text = text_of(path);
    static const char *const events[] = {
        "event=server-started",  "event=guest-created",  "event=password-set",
        "event=signed-in",       "event=wrong-password", "event=refused",
        "event=account-deleted", "event=server-ended",
    };
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        cr_expect_geq(lines_with(text, events[i]), 1, "%s: %s", events[i], text);
    cr_expect_geq(lines_with(text, "address=\"127.0.0.1\""), 5);
    cr_expect_geq(lines_with(text, ada.user), 4);
    cr_expect_eq(lines_with(text, "correct horse"), 0);
    cr_expect_eq(lines_with(text, "battery staple"), 0);
    cr_expect_eq(lines_with(text, "secret"), 0);
    cr_expect_eq(lines_with(text, ada.token), 0);
    /* A flood makes a few lines. */
    cr_expect_leq(lines_with(text, "event=refused"), 3);
    cr_expect_eq(stat(path, &about), 0);
    cr_expect_eq(about.st_mode & 0077, 0u);
    free(text);
    house_begin(house);
    house_close(house);
}

/* The files beside the log that have a date. */
static int old_files(void)
{
    DIR *folder = opendir(house->folder);
    struct dirent *entry;
    int count = 0;

    while ((entry = readdir(folder)) != NULL)
        count += strncmp(entry->d_name, "security.log-", 13) == 0;
    closedir(folder);
    return count;
}

static void wait_for_old_files(int count)
{
    for (int i = 0; i < 2000 && old_files() != count; i++)
        usleep(10000);
    cr_assert_eq(old_files(), count);
}

Test(security_log, is_removed_after_the_configured_days)
{
    const int64_t day = 24LL * 3600 * 1000;

    begin_with("2");
    person_new(house, "Ada");
    house_move_clock(house, day);
    person_new(house, "Ben");
    wait_for_old_files(1);
    house_move_clock(house, day);
    person_new(house, "Cleo");
    wait_for_old_files(2);
    /* First the oldest day expires, then the others. */
    house_move_clock(house, day);
    person_new(house, "Dora");
    wait_for_old_files(2);
    house_move_clock(house, 10 * day);
    person_new(house, "Emil");
    wait_for_old_files(0);
    char *text = text_of(path);
    cr_expect_eq(lines_with(text, "event=guest-created"), 1, "%s", text);
    free(text);
    house_close(house);
}

Test(security_log, is_opened_again_on_sighup)
{
    char moved[128];

    begin_with("30");
    person_new(house, "Ada");
    snprintf(moved, sizeof moved, "%s.1", path);
    cr_assert_eq(rename(path, moved), 0);
    kill(house->child.pid, SIGHUP);
    for (int i = 0; i < 2000 && access(path, F_OK) != 0; i++)
        usleep(10000);
    person_new(house, "Ben");
    char *text = text_of(path), *before = text_of(moved);
    cr_expect_eq(lines_with(text, "event=guest-created"), 1);
    cr_expect_eq(lines_with(before, "event=guest-created"), 1);
    free(text);
    free(before);
    house_close(house);
}

Test(security_log, has_no_addresses_with_keep_addresses_0)
{
    begin_with("0");
    person_new(house, "Ada");
    char *text = text_of(path);
    cr_expect_eq(lines_with(text, "event=guest-created"), 1);
    cr_expect_eq(lines_with(text, "127.0.0.1"), 0);
    free(text);
    house_close(house);
}

Test(security_log, has_no_addresses_on_standard_error)
{
    house = house_open(HOUSE_LIMITED);
    house_end(house, SIGTERM);
    snprintf(path, sizeof path, "%s/stderr", house->folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600), own = dup(STDERR_FILENO);
    cr_assert(fd >= 0 && own >= 0 && dup2(fd, STDERR_FILENO) >= 0);
    house->is_loud = 1;
    house_begin(house);
    dup2(own, STDERR_FILENO);
    person_new(house, "Ada");
    person_new(house, "Ben");
    char *text = text_of(path);
    cr_expect_eq(lines_with(text, "event=guest-created log=\"security\" address=\""), 2,
                 "%s", text);
    char *line = strstr(text, "event=guest-created");
    cr_expect_not_null(line);
    cr_expect_eq(lines_with(line, "127.0.0.1"), 0, "%s", line);
    free(text);
    close(fd);
    close(own);
    house_close(house);
}
