/* contract_tidy.c: which unused tables and guests are removed, and which stay. */
#include "store/contract.h"

#include "store/admin.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Tables                                                                    */
/* ------------------------------------------------------------------------- */

static StoreTable opened(Store *store, char letter, StoreId host, int64_t changed)
{
    char code[11];

    snprintf(code, sizeof code, "%c%c%c%c%c%c%c%c%c%c", letter, letter, letter, letter,
             letter, letter, letter, letter, letter, letter);
    StoreTable table = default_table(code, host);
    table.changed = changed;
    given_table(store, &table);
    return table;
}

static void expect_stale(Store *store, int64_t before, const char *wanted)
{
    StoreRef stale[2];
    StoreId after = 0;
    char letters[32] = "";
    int count;

    do {
        DOES(store_stale_tables(store, before, after, stale, 2, &count, &failure));
        for (int i = 0; i < count; i++) {
            strncat(letters, stale[i].code, 1);
            cr_assert(stale[i].table > after);
            after = stale[i].table;
        }
    } while (count == 2);
    cr_expect_str_eq(letters, wanted);
}

void contract_open_tables_that_nobody_comes_to_are_found(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreChat chat = { .user = ada, .seat = 0, .at = 2500, .text = "Hello?" };

    opened(store, 'A', ada, 1000);
    opened(store, 'B', ada, 2000);
    StoreTable c = opened(store, 'C', ada, 1000);
    opened(store, 'D', ada, 1000);
    given_playing(store, "EEEEEEEEEE", ada, ada);
    COMMITS(store_chat_add(store, c.id, &chat, &failure));
    expect_stale(store, 1000, "");
    expect_stale(store, 2000, "AD");
    expect_stale(store, 2501, "ABCD");
    store_free(store);
}

void contract_open_tables_of_deleted_hosts_are_found(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_KEPT, "Ben").id;
    StoreRef orphans[2];
    int count;

    opened(store, 'A', ada, 1000);
    opened(store, 'B', ben, 1000);
    given_playing(store, "EEEEEEEEEE", ada, ben);
    DOES(store_orphaned_tables(store, 1, 0, orphans, 2, &count, &failure));
    cr_assert_eq(count, 0);
    DOES(store_begin(store, &failure));
    DOES(store_user_delete(store, ada, 2000, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_orphaned_tables(store, 1, 0, orphans, 2, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_str_eq(orphans[0].code, "AAAAAAAAAA");
    cr_expect_eq(orphans[0].user, ada);
    DOES(store_orphaned_tables(store, 1, orphans[0].table, orphans, 2, &count, &failure));
    cr_assert_eq(count, 0, "there are none above it");
    store_free(store);
}

static void expect_orphans(Store *store, int64_t now, const char *wanted)
{
    StoreRef orphans[8];
    char letters[16] = "";
    int count;

    DOES(store_orphaned_tables(store, now, 0, orphans, 8, &count, &failure));
    for (int i = 0; i < count; i++)
        strncat(letters, orphans[i].code, 1);
    cr_expect_str_eq(letters, wanted, "%s at %d", letters, (int)now);
}

/* Guests without a session, and the banned, unless a bot sits in already. */
void contract_tables_of_people_who_cannot_come_are_found(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "uben", USER_KEPT, "Ben");
    StoreSession session = { .hash = { 1 }, .user = ada.id, .expires = 100, .code = "s1" };

    COMMITS(store_session_add(store, &session, &failure));
    opened(store, 'A', ada.id, 1000);
    StoreTable playing = given_playing(store, "BBBBBBBBBB", ben.id, ada.id);
    expect_orphans(store, 99, "");
    expect_orphans(store, 100, "AB");
    ben.banned = 200;
    COMMITS(store_standing_set(store, &ben, &failure));
    expect_orphans(store, 99, "B");
    expect_orphans(store, 100, "ABB");
    expect_orphans(store, 200, "AB");
    playing.seats[0].is_away = playing.seats[1].is_away = 1;
    COMMITS(store_table_set(store, &playing, &failure));
    expect_orphans(store, 100, "A");
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Guests                                                                    */
/* ------------------------------------------------------------------------- */

static StoreUser user_made(Store *store, const char *code, UserKind kind, StoreId owner,
                           int64_t created)
{
    StoreUser user = { .kind = kind, .owner = owner, .created = created };

    snprintf(user.code, sizeof user.code, "%s", code);
    snprintf(user.name, sizeof user.name, "%s", code);
    snprintf(user.key, sizeof user.key, "%s", code);
    COMMITS(store_user_add(store, &user, &failure));
    return user;
}

static void given_session(Store *store, StoreId user, uint8_t number, int64_t seen)
{
    StoreSession session = { .user = user, .created = 1, .seen = seen, .expires = 90000 };

    session.hash[0] = number;
    COMMITS(store_session_add(store, &session, &failure));
}

static int tidied(Store *store, int64_t before, int most)
{
    int gone = -1;

    COMMITS(store_guests_tidy(store, before, most, &gone, &failure));
    return gone;
}

static int is_there(Store *store, const StoreUser *user)
{
    StoreUser found;

    return store_user_get(store, user->id, &found, NULL) == STORE_OK;
}

void contract_guests_who_never_played_are_removed(const char *where)
{
    Store *store = given_store(where);
    StoreUser old = user_made(store, "uold", USER_GUEST, 0, 1000);
    StoreUser gone = user_made(store, "ugone", USER_GUEST, 0, 1000);
    StoreUser young = user_made(store, "uyoung", USER_GUEST, 0, 6000);
    StoreUser seen = user_made(store, "useen", USER_GUEST, 0, 1000);
    StoreUser kept = user_made(store, "ukept", USER_KEPT, 0, 1000);
    StoreSession session;
    StoreUser found;
    const uint8_t hash[STORE_HASH_BYTES] = { 1 };

    given_session(store, old.id, 1, 2000);
    given_session(store, seen.id, 2, 2000);
    given_session(store, seen.id, 3, 5000);
    given_session(store, kept.id, 4, 2000);
    cr_expect_eq(tidied(store, 5000, 10), 2);
    cr_expect_not(is_there(store, &old));
    cr_expect_not(is_there(store, &gone));
    cr_expect(is_there(store, &young));
    cr_expect(is_there(store, &seen));
    cr_expect(is_there(store, &kept));
    ANSWERS(STORE_NOT_FOUND, store_session_find(store, hash, &session, &found, &failure));
    cr_expect_eq(tidied(store, 5000, 10), 0);
    store_free(store);
}

/* A guest who sat, hosted, wrote in a chat or has a program that did is part of a game,
 * and stays. */
void contract_guests_who_played_stay(const char *where)
{
    Store *store = given_store(where);
    StoreUser host = user_made(store, "uhost", USER_GUEST, 0, 1000);
    StoreUser sat = user_made(store, "usat", USER_GUEST, 0, 1000);
    StoreUser spoke = user_made(store, "uspoke", USER_GUEST, 0, 1000);
    StoreUser owner = user_made(store, "uowner", USER_GUEST, 0, 1000);
    StoreUser program = user_made(store, "uprogram", USER_PROGRAM, owner.id, 1000);
    StoreUser idle = user_made(store, "uidle", USER_PROGRAM, owner.id, 1000);
    StoreUser master = user_made(store, "umaster", USER_KEPT, 0, 1000);
    StoreUser unused = user_made(store, "uunused", USER_PROGRAM, master.id, 1000);
    StoreTable table = given_playing(store, "AAAAAAAAAA", host.id, sat.id);
    StoreChat chat = { .user = spoke.id, .seat = NOBODY, .at = 1, .text = "Hello." };

    given_playing(store, "BBBBBBBBBB", host.id, program.id);
    COMMITS(store_chat_add(store, table.id, &chat, &failure));
    cr_expect_eq(tidied(store, 5000, 10), 1);
    cr_expect_not(is_there(store, &idle));
    cr_expect(is_there(store, &host));
    cr_expect(is_there(store, &sat));
    cr_expect(is_there(store, &spoke));
    cr_expect(is_there(store, &owner));
    cr_expect(is_there(store, &program));
    cr_expect(is_there(store, &unused));
    store_free(store);
}

void contract_guests_are_removed_a_few_at_a_time(const char *where)
{
    Store *store = given_store(where);

    for (int i = 0; i < 7; i++) {
        char code[8];
        snprintf(code, sizeof code, "u%d", i);
        user_made(store, code, USER_GUEST, 0, 1000);
    }
    cr_expect_eq(tidied(store, 5000, 3), 3);
    cr_expect_eq(tidied(store, 5000, 3), 3);
    cr_expect_eq(tidied(store, 5000, 3), 1);
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* The lobby                                                                 */
/* ------------------------------------------------------------------------- */

void contract_the_lobby_limits_the_tables_of_a_host(const char *where)
{
    Store *store = given_store(where);
    StoreId ada = given_user(store, "uada", USER_GUEST, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "Ben").id;
    static const char letters[] = "ABCDEFGHJ";
    StoreTable listed[4];
    StoreCursor cursor = { 0 };
    char found[16] = "";
    int count;

    for (const char *at = letters; *at != '\0'; at++) {
        char code[11] = "XXXXXXXXXX";
        code[0] = *at;
        StoreTable table = default_table(code, *at == 'B' || *at == 'D' ? ben : ada);
        table.is_public = *at != 'H';
        table.state = *at == 'G' ? TABLE_OVER : TABLE_OPEN;
        given_table(store, &table);
    }
    do {
        DOES(store_list_public(store, 3, &cursor, listed, 2, &count, &failure));
        for (int i = 0; i < count; i++)
            strncat(found, listed[i].code, 1);
    } while (count == 2);
    cr_expect_str_eq(found, "JFEDB");
    cursor = (StoreCursor){ 0 };
    DOES(store_list_public(store, 0, &cursor, listed, 4, &count, &failure));
    cr_expect_eq(count, 4);
    store_free(store);
}
