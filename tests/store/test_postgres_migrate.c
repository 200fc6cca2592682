/* test_postgres_migrate.c: roundhouse migrate moves a file into PostgreSQL. */
#include "store/contract.h"
#include "store/database.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static void set_up(void)
{
    database_make();
    folder_make();
}

static void tear_down(void)
{
    folder_remove();
    database_remove();
}

TestSuite(postgres_migrate, .init = set_up, .fini = tear_down);

static int migrate(const char *file, const char *url)
{
    char command[2000];

    snprintf(command, sizeof command, "%s migrate '%s' '%s' >'%s' 2>'%s'",
             ROUNDHOUSE_PROGRAM, file, url, in_folder("out"), in_folder("err"));
    return WEXITSTATUS(system(command));
}

static const char *line_of(const char *name)
{
    static char line[400];
    FILE *file = fopen(in_folder(name), "r");

    cr_assert_not_null(file);
    line[fread(line, 1, sizeof line - 1, file)] = '\0';
    fclose(file);
    return line;
}

Test(postgres_migrate, moves_a_club)
{
    Store *from = given_store(in_folder("club.db"));

    given_club(from);
    cr_expect_eq(migrate(in_folder("club.db"), database()), 1, "its server runs");
    cr_expect_not_null(strstr(line_of("err"), "another server has"));
    store_free(from);
    cr_expect_eq(migrate(in_folder("club.db"), database()), 0, "%s", line_of("err"));
    cr_expect_not_null(strstr(line_of("out"), "3 people, 6 tables"), "%s", line_of("out"));
    from = given_store(in_folder("club.db"));
    Store *to = given_store(database());
    expect_same_club(from, to);
    store_free(from);
    store_free(to);
    cr_expect_eq(migrate(in_folder("club.db"), database()), 1);
    cr_expect_not_null(strstr(line_of("err"), "is not empty"));
}

Test(postgres_migrate, says_what_is_wrong)
{
    cr_expect_eq(migrate(in_folder("none.db"), database()), 1);
    cr_expect_not_null(strstr(line_of("err"), "cannot read"));
    store_free(given_store(in_folder("club.db")));
    cr_expect_eq(migrate(in_folder("club.db"), "postgresql:///x?host=/nowhere"), 1);
    cr_expect_not_null(strstr(line_of("err"), "nothing was moved: PostgreSQL: "), "%s",
                       line_of("err"));
}

/* What is over has results, and what a server of version 3 ends from now on has them, too:
 * it writes the row alone. */
Test(postgres_migrate, version_3_opens)
{
    StoreUser ada;

    database_query(text_of(STORE_FIXTURES "/version-3-postgres.sql"));
    Store *store = given_store(database());
    DOES(store_user_by_key(store, "ada", &ada, &failure));
    expect_results_of_version_3(store, ada.id);
    cr_expect_eq(database_query("SELECT count(*) FROM results"), 7);
    cr_expect_eq(database_query("SELECT sum(seats) FROM means"), 4, "two have left");
    database_query(
        "UPDATE tables SET state = 2, scores = '5', places = '1 2' WHERE id = 1");
    cr_expect_eq(database_query("SELECT count(*) FROM results WHERE table_id = 1"),
                 database_query("SELECT seat_count FROM tables WHERE id = 1"));
    cr_expect_eq(
        database_query("SELECT score FROM results WHERE table_id = 1 AND seat = 1"), 0);
    store_free(store);
}

Test(postgres_migrate, version_4_opens)
{
    database_query(text_of(STORE_FIXTURES "/version-4-postgres.sql"));
    Store *store = given_store(database());
    expect_version_4(store);
    store_free(store);
}

Test(postgres_migrate, version_5_opens)
{
    database_query(text_of(STORE_FIXTURES "/version-5-postgres.sql"));
    Store *store = given_store(database());
    expect_version_5(store);
    store_free(store);
}
