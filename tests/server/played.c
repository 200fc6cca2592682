/* played.c: a server on a data file with games in progress. */
#define _GNU_SOURCE
#include "played.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *played_sql(void)
{
    static char *sql;
    size_t room = 0;
    FILE *file;

    if (sql != NULL)
        return sql;
    file = fopen(PLAYED_SQL, "r");
    cr_assert_not_null(file, "%s", PLAYED_SQL);
    cr_assert_gt(getdelim(&sql, &room, '\0', file), 0);
    fclose(file);
    return sql;
}

/* The text after a comment that begins with this. */
static const char *find_comment(const char *kind, const char *name)
{
    char start[64];
    const char *found;

    snprintf(start, sizeof start, "\n-- %s %s ", kind, name);
    found = strstr(played_sql(), start);
    cr_assert_not_null(found, "There is no %s %s", kind, name);
    return found + strlen(start);
}

Person played_person(House *house, const char *name)
{
    Person person = { .house = house };

    snprintf(person.name, sizeof person.name, "%s", name);
    cr_assert_eq(
        sscanf(find_comment("token", name), "%127s %31s", person.token, person.user), 2);
    return person;
}

void played_table(const char *name, char code[CODE_ROOM])
{
    snprintf(code, CODE_ROOM, "%.10s", find_comment("table", name));
}

static void write_file(const char *path)
{
    sqlite3 *db;
    char *error = NULL;

    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, played_sql(), NULL, NULL, &error), SQLITE_OK, "%s",
                 error);
    sqlite3_close(db);
}

House *played_open(HouseLimits limits)
{
    struct timespec now;
    House *house = house_open(limits);

    house_end(house, SIGTERM);
    cr_assert_eq(unlink(house->data), 0);
    write_file(house->data);
    clock_gettime(CLOCK_REALTIME, &now);
    house_step_clock(house, PLAYED_UNTIL - now.tv_sec * 1000 - now.tv_nsec / 1000000);
    house_begin(house);
    return house;
}
