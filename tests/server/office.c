/* office.c: `roundhouse admin` on the data of a server that runs. */
#include "office.h"

#include "play/clock.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Person person_kept(House *house, const char *name)
{
    Person person = person_new(house, name);

    must_ask(house, &person, "/api/1/keep",
             "{\"name\":\"%s\",\"password\":\"all aboard!\"}", name);
    return person;
}

/* The exit status; output and errors together go to `printed`. */
static int run(const House *house, const char *arguments, char printed[8192])
{
    int is_file = strncmp(house->data, "postgres", 8) != 0;
    char command[4096];

    snprintf(command, sizeof command, "LC_ALL=C '%s' admin %s '%s' %s 2>&1",
             house_program(), is_file ? "--data" : "--store", house->data, arguments);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    printed[fread(printed, 1, 8191, pipe)] = '\0';
    int status = pclose(pipe);
    cr_assert(WIFEXITED(status), "%s", command);
    return WEXITSTATUS(status);
}

const char *office(const House *house, const char *arguments, ...)
{
    static char printed[8192];
    char line[2048];
    va_list list;

    va_start(list, arguments);
    vsnprintf(line, sizeof line, arguments, list);
    va_end(list);
    int status = run(house, line, printed);
    cr_assert_eq(status, 0, "admin %s: %d: %s", line, status, printed);
    return printed;
}

const char *office_refuses(const House *house, int status, const char *arguments, ...)
{
    static char printed[8192];
    char line[2048];
    va_list list;

    va_start(list, arguments);
    vsnprintf(line, sizeof line, arguments, list);
    va_end(list);
    int found = run(house, line, printed);
    cr_assert_eq(found, status, "admin %s: %d: %s", line, found, printed);
    return printed;
}

void link_token(const char *printed, char token[128])
{
    char line[512];

    snprintf(line, sizeof line, "%.*s", (int)strcspn(printed, "\n"), printed);
    const char *fragment = strrchr(line, '#');
    snprintf(token, 128, "%.127s", fragment == NULL ? line : fragment + 1);
}

static int answers(const House *house, const Person *who, int status, const char *code,
                   const char *path, const char *body)
{
    Answer answer =
        body == NULL ? ask(house, who, path, NULL) : ask(house, who, path, "%s", body);
    int is_so = answer.status == status
                && (code == NULL
                    || strcmp(text_at(json_at(answer.json, "error"), "code"), code) == 0);

    answer_free(&answer);
    return is_so;
}

void wait_for_answer(const House *house, const Person *who, int status, const char *code,
                     const char *path, const char *body)
{
    int64_t until = clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS;

    while (!answers(house, who, status, code, path, body)) {
        cr_assert_lt(clock_ms(CLOCK_MONOTONIC), until, "%s does not answer %d", path,
                     status);
        usleep(20000);
    }
}
