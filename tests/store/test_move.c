/* test_move.c: copying a whole store into another: what is copied, and what is refused.
 * */
#include "store/contract.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <sqlite3.h>

TestSuite(move, .init = folder_make, .fini = folder_remove);

static void change_file(const char *path, const char *statement)
{
    sqlite3 *db;

    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void count_calls(void *context, int64_t done, int64_t all)
{
    int *calls = context;

    cr_expect_eq(done, ++*calls);
    cr_expect_eq(all, CLUB_TABLES);
}

Test(move, a_club_moves_with_all_it_has)
{
    Store *from = given_store(in_folder("from.db")), *to = given_store(in_folder("to.db"));
    StoreSizes sizes;
    int calls = 0;

    given_club(from);
    DOES(store_move(from, to, count_calls, &calls, &sizes, &failure));
    cr_expect_eq(calls, CLUB_TABLES);
    cr_expect_eq(sizes.tables, CLUB_TABLES);
    expect_same_club(from, to);
    ANSWERS(STORE_TAKEN, store_move(from, to, NULL, NULL, &sizes, &failure));
    store_free(from);
    store_free(to);
}

/* Asserts that nothing was copied, and that the target still works. */
static void expect_not_moved(const char *damage)
{
    Store *from = given_store(in_folder("from.db")), *to = given_store(in_folder("to.db"));
    StoreSizes sizes;
    StoreUser nobody;

    given_club(from);
    store_free(from);
    change_file(in_folder("from.db"), damage);
    from = given_store(in_folder("from.db"));
    ANSWERS(STORE_BROKEN, store_move(from, to, NULL, NULL, &sizes, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_get(to, 1, &nobody, &failure));
    given_user(to, "uada", USER_GUEST, "Ada");
    store_free(from);
    store_free(to);
}

Test(move, a_game_that_cannot_be_is_not_moved)
{
    expect_not_moved("UPDATE log SET action = 123 WHERE n = 7 AND table_id = 2");
}

Test(move, a_log_with_a_hole_is_not_moved)
{
    expect_not_moved("DELETE FROM log WHERE n = 7 AND table_id = 2");
}

Test(move, options_that_no_game_has_are_not_moved)
{
    expect_not_moved("UPDATE tables SET options = 'edition=none' WHERE id = 1");
}

Test(move, a_game_of_other_rules_is_compared_by_its_log)
{
    Store *from = given_store(in_folder("from.db")), *to = given_store(in_folder("to.db"));
    StoreSizes sizes;

    given_club(from);
    store_free(from);
    change_file(in_folder("from.db"), "UPDATE tables SET rules = 77 WHERE id = 2");
    from = given_store(in_folder("from.db"));
    DOES(store_move(from, to, NULL, NULL, &sizes, &failure));
    expect_same_club(from, to);
    store_free(from);
    store_free(to);
}
