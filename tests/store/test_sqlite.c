/* test_sqlite.c: the contract, on SQLite, and writers that are killed. */
#include "store/contract.h"
#include "store/crash.h"
#include "store/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(sqlite_contract, .init = folder_make, .fini = folder_remove);

#define ON_SQLITE(name)                                                                    \
    Test(sqlite_contract, name)                                                            \
    {                                                                                      \
        contract_##name(in_folder("store.db"));                                            \
    }
CONTRACT(ON_SQLITE)

Test(sqlite_contract, what_is_acknowledged_survives_a_kill)
{
    survives_crashes(in_folder("store.db"), NULL);
}
