/* test_sqlite.c: the contract, on SQLite. */
#include "store/contract.h"
#include "store/folder.h"

#include <criterion/criterion.h>

TestSuite(sqlite_contract, .init = folder_make, .fini = folder_remove);

#define ON_SQLITE(name)                                                                    \
    Test(sqlite_contract, name)                                                            \
    {                                                                                      \
        contract_##name(in_folder("store.db"));                                            \
    }
CONTRACT(ON_SQLITE)
