/* contract_people.c: users and sessions. */
#include "store/contract.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* ------------------------------------------------------------------------- */
/* Users                                                                     */
/* ------------------------------------------------------------------------- */

static void expect_same_user(const StoreUser *wanted, const StoreUser *found)
{
    cr_expect_eq(found->id, wanted->id);
    cr_expect_str_eq(found->code, wanted->code);
    cr_expect_eq(found->kind, wanted->kind);
    cr_expect_str_eq(found->name, wanted->name);
    cr_expect_str_eq(found->key, wanted->key);
    cr_expect_str_eq(found->password, wanted->password);
    cr_expect_eq(found->owner, wanted->owner);
    cr_expect_str_eq(found->language, wanted->language);
    cr_expect_eq(found->created, wanted->created);
    cr_expect_eq(found->deleted, wanted->deleted);
}

void contract_a_user_is_found_by_id_code_and_kept_name(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreUser found;

    cr_assert(ada.id > 0);
    DOES(store_user_get(store, ada.id, &found, &failure));
    expect_same_user(&ada, &found);
    DOES(store_user_by_code(store, "uada", &found, &failure));
    expect_same_user(&ada, &found);
    DOES(store_user_by_key(store, ada.key, &found, &failure));
    expect_same_user(&ada, &found);
    ANSWERS(STORE_NOT_FOUND, store_user_get(store, ada.id + 1, &found, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(store, "UADA", &found, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_by_key(store, "Ada", &found, &failure));
    store_free(store);
}

void contract_codes_and_kept_names_are_taken_once(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), found;
    StoreUser same_code = { .code = "uada", .name = "Ben", .key = "ben" };
    StoreUser same_name = { .code = "uben", .kind = USER_KEPT };

    strcpy(same_name.key, ada.key);
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &same_code, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &same_name, &failure));
    DOES(store_commit(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_by_code(store, "uben", &found, &failure));
    store_free(store);
}

void contract_guests_may_share_a_name(const char *where)
{
    Store *store = given_store(where);
    StoreUser one = given_user(store, "u1", USER_GUEST, "Ada"), found;
    StoreUser two = given_user(store, "u2", USER_GUEST, "Ada");

    cr_expect_neq(one.id, two.id);
    ANSWERS(STORE_NOT_FOUND, store_user_by_key(store, one.key, &found, &failure));
    store_free(store);
}

void contract_a_guest_keeps_a_name(const char *where)
{
    Store *store = given_store(where);
    StoreUser one = given_user(store, "u1", USER_GUEST, "Ada"), found;
    StoreUser two = given_user(store, "u2", USER_GUEST, "Ada");

    one.kind = two.kind = USER_KEPT;
    strcpy(one.password, "$argon2id$…");
    strcpy(one.language, "fr");
    DOES(store_begin(store, &failure));
    DOES(store_user_set(store, &one, &failure));
    ANSWERS(STORE_TAKEN, store_user_set(store, &two, &failure));
    DOES(store_user_set(store, &one, &failure)); /* its own name is not taken */
    DOES(store_commit(store, &failure));
    DOES(store_user_by_key(store, one.key, &found, &failure));
    expect_same_user(&one, &found);
    DOES(store_user_get(store, two.id, &found, &failure));
    cr_expect_eq(found.kind, USER_GUEST);
    store_free(store);
}

void contract_a_deleted_user_leaves_a_row_without_a_name(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), found;

    DOES(store_begin(store, &failure));
    DOES(store_user_delete(store, ada.id, 777, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_delete(store, ada.id, 778, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_set(store, &ada, &failure));
    DOES(store_commit(store, &failure));
    DOES(store_user_get(store, ada.id, &found, &failure));
    cr_expect_str_eq(found.name, "");
    cr_expect_str_eq(found.key, "");
    cr_expect_str_eq(found.password, "");
    cr_expect_eq(found.deleted, 777);
    ANSWERS(STORE_NOT_FOUND, store_user_by_key(store, ada.key, &found, &failure));
    store_free(store);
}

void contract_a_name_is_free_again_after_its_user(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), found;

    DOES(store_begin(store, &failure));
    DOES(store_user_delete(store, ada.id, 777, &failure));
    DOES(store_commit(store, &failure));
    StoreUser other = given_user(store, "uother", USER_KEPT, "Ada");
    DOES(store_user_by_key(store, ada.key, &found, &failure));
    cr_expect_eq(found.id, other.id);
    store_free(store);
}

/* Two programs of one user. */
static void given_programs(Store *store, StoreId owner, StoreUser programs[2])
{
    static const char *const names[] = { "Yard", "Rail" };

    for (int i = 0; i < 2; i++) {
        programs[i] = (StoreUser){ .kind = USER_PROGRAM, .owner = owner };
        snprintf(programs[i].code, sizeof programs[i].code, "u%s", names[i]);
        snprintf(programs[i].name, sizeof programs[i].name, "%s", names[i]);
        DOES(store_begin(store, &failure));
        DOES(store_user_add(store, &programs[i], &failure));
        DOES(store_commit(store, &failure));
    }
}

static void delete_user(Store *store, StoreId user, int64_t at)
{
    DOES(store_begin(store, &failure));
    DOES(store_user_delete(store, user, at, &failure));
    DOES(store_commit(store, &failure));
}

void contract_programs_belong_to_their_owner(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), programs[2], found[4];
    int count;

    given_programs(store, ada.id, programs);
    DOES(store_programs(store, ada.id, found, 4, &count, &failure));
    cr_assert_eq(count, 2);
    expect_same_user(&programs[0], &found[0]);
    expect_same_user(&programs[1], &found[1]);
    DOES(store_programs(store, ada.id, found, 1, &count, &failure));
    cr_expect_eq(count, 1);
    DOES(store_programs(store, programs[0].id, found, 4, &count, &failure));
    cr_expect_eq(count, 0);
    store_free(store);
}

void contract_programs_go_with_their_owner(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), programs[2], found[4];
    int count;

    given_programs(store, ada.id, programs);
    delete_user(store, programs[0].id, 5);
    DOES(store_programs(store, ada.id, found, 4, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_eq(found[0].id, programs[1].id);
    delete_user(store, ada.id, 6);
    DOES(store_user_get(store, programs[0].id, found, &failure));
    cr_expect_eq(found[0].deleted, 5);
    DOES(store_user_get(store, programs[1].id, found, &failure));
    cr_expect_eq(found[0].deleted, 6);
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Sessions                                                                  */
/* ------------------------------------------------------------------------- */

static StoreSession given_session(Store *store, uint8_t mark, StoreId user, int64_t expires)
{
    StoreSession session = { .user = user, .created = 1, .seen = 2, .expires = expires };

    memset(session.hash, mark, sizeof session.hash);
    session.hash[3] = 0; /* bytes, not text */
    DOES(store_begin(store, &failure));
    DOES(store_session_add(store, &session, &failure));
    DOES(store_commit(store, &failure));
    return session;
}

static void expect_session(Store *store, const StoreSession *wanted, StoreStatus status)
{
    StoreSession found;
    StoreUser user;

    ANSWERS(status, store_session_find(store, wanted->hash, &found, &user, &failure));
    if (status != STORE_OK)
        return;
    cr_expect_arr_eq(found.hash, wanted->hash, sizeof found.hash);
    cr_expect_eq(found.user, wanted->user);
    cr_expect_eq(user.id, wanted->user);
    cr_expect_eq(found.created, wanted->created);
    cr_expect_eq(found.seen, wanted->seen);
    cr_expect_eq(found.expires, wanted->expires);
}

void contract_a_session_is_found_by_its_hash(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreSession one = given_session(store, 0xa1, ada.id, 100);
    StoreSession two = given_session(store, 0xb2, ada.id, 200);
    StoreSession nobodys = { .hash = { 9 }, .user = ada.id + 1 };

    expect_session(store, &one, STORE_OK);
    expect_session(store, &two, STORE_OK);
    DOES(store_begin(store, &failure));
    DOES(store_session_seen(store, one.hash, 50, 150, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_seen(store, nobodys.hash, 50, 150, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_add(store, &nobodys, &failure));
    DOES(store_commit(store, &failure));
    one.seen = 50;
    one.expires = 150;
    expect_session(store, &one, STORE_OK);
    expect_session(store, &two, STORE_OK);
    expect_session(store, &nobodys, STORE_NOT_FOUND);
    store_free(store);
}

void contract_sessions_end(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreSession one = given_session(store, 1, ada.id, 100);
    StoreSession two = given_session(store, 2, ada.id, 200);
    StoreSession three = given_session(store, 3, ada.id, 300);
    StoreSession bens = given_session(store, 4, ben.id, 200);

    DOES(store_begin(store, &failure));
    DOES(store_sessions_sweep(store, 200, &failure));
    DOES(store_session_drop(store, two.hash, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_drop(store, two.hash, &failure));
    DOES(store_commit(store, &failure));
    expect_session(store, &one, STORE_NOT_FOUND);
    expect_session(store, &two, STORE_NOT_FOUND);
    expect_session(store, &three, STORE_OK);
    DOES(store_begin(store, &failure));
    DOES(store_sessions_drop_of(store, ada.id, &failure));
    DOES(store_commit(store, &failure));
    expect_session(store, &three, STORE_NOT_FOUND);
    expect_session(store, &bens, STORE_OK);
    DOES(store_begin(store, &failure));
    DOES(store_user_delete(store, ben.id, 9, &failure));
    DOES(store_commit(store, &failure));
    expect_session(store, &bens, STORE_NOT_FOUND);
    store_free(store);
}

void contract_any_text_comes_back_as_it_was(const char *where)
{
    static const char *const names[] = {
        "'; DROP TABLE users; --", "ÀÉÎ 車 🚂", "%s ?1 $1", "\\ \"", "<b>Ada</b>",
    };
    Store *store = given_store(where);
    StoreUser found;

    for (int i = 0; i < 5; i++) {
        char code[8];
        snprintf(code, sizeof code, "u%d", i);
        StoreUser user = given_user(store, code, USER_KEPT, names[i]);
        DOES(store_user_get(store, user.id, &found, &failure));
        cr_expect_str_eq(found.name, names[i]);
        DOES(store_user_by_key(store, user.key, &found, &failure));
        cr_expect_eq(found.id, user.id);
    }
    store_free(store);
}
