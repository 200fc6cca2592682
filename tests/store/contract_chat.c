/* contract_chat.c: lines of chat in a store. */
#include "store/contract.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Adds this many lines, numbered in their text. */
static void given_chat(Store *store, StoreId table, StoreId user, int lines)
{
    DOES(store_begin(store, &failure));
    for (int i = 1; i <= lines; i++) {
        StoreChat chat = { .user = user, .seat = i == 4 ? NOBODY : 0, .at = 100 + i };
        snprintf(chat.text, sizeof chat.text, "line %d ü", i);
        DOES(store_chat_add(store, table, &chat, &failure));
        cr_expect_eq(chat.k, i);
        ANSWERS(STORE_NOT_FOUND, store_chat_add(store, table + 99, &chat, &failure));
    }
    DOES(store_commit(store, &failure));
}

void contract_chat_comes_back_as_it_was(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = default_table("AAAAAAAAAA", ada.id);
    static StoreChat chats[4];
    int count;

    given_table(store, &table);
    given_chat(store, table.id, ada.id, 4);
    DOES(store_chat_last(store, table.id, 0, chats, 4, &count, &failure));
    cr_assert_eq(count, 4);
    cr_expect_str_eq(chats[2].text, "line 3 ü");
    cr_expect_str_eq(chats[2].name, "Ada");
    cr_expect_str_eq(chats[2].code, ada.code);
    cr_expect_eq(chats[2].user, ada.id);
    cr_expect_eq(chats[2].seat, 0);
    cr_expect_eq(chats[2].at, 103);
    cr_expect_eq(chats[3].seat, NOBODY);
    store_free(store);
}

void contract_chat_is_numbered_and_paged(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreTable table = default_table("AAAAAAAAAA", ada.id);
    StoreTable other = default_table("BBBBBBBBBB", ada.id);
    static StoreChat chats[8];
    int count;

    given_table(store, &table);
    given_table(store, &other);
    given_chat(store, table.id, ada.id, 7);
    given_chat(store, other.id, ada.id, 2);
    DOES(store_chat_last(store, table.id, 0, chats, 3, &count, &failure));
    cr_assert_eq(count, 3);
    cr_expect_eq(chats[0].k, 5);
    cr_expect_eq(chats[2].k, 7);
    DOES(store_chat_last(store, table.id, 5, chats, 8, &count, &failure));
    cr_assert_eq(count, 4);
    cr_expect_eq(chats[0].k, 1);
    cr_expect_eq(chats[3].k, 4);
    store_free(store);
}
