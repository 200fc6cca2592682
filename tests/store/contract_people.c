/* contract_people.c: users and sessions. */
#include "store/contract.h"

#include <criterion/criterion.h>
#include <stdio.h>

static void begin(Store *store)
{
    DOES(store_begin(store, &failure));
}

static void commit(Store *store)
{
    DOES(store_commit(store, &failure));
}

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
    cr_expect_str_eq(found->skeleton, wanted->skeleton);
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
    StoreUser same_name = { .code = "uben", .kind = USER_KEPT }, alike = same_name;

    strcpy(same_name.key, ada.key);
    strcpy(alike.key, "another key");
    strcpy(alike.skeleton, ada.skeleton);
    begin(store);
    ANSWERS(STORE_TAKEN, store_user_add(store, &same_code, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &same_name, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &alike, &failure));
    commit(store);
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
    begin(store);
    DOES(store_user_set(store, &one, &failure));
    ANSWERS(STORE_TAKEN, store_user_set(store, &two, &failure));
    DOES(store_user_set(store, &one, &failure)); /* its own name is not taken */
    commit(store);
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

    begin(store);
    DOES(store_user_delete(store, ada.id, 777, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_delete(store, ada.id, 778, &failure));
    ANSWERS(STORE_NOT_FOUND, store_user_set(store, &ada, &failure));
    commit(store);
    DOES(store_user_get(store, ada.id, &found, &failure));
    cr_expect_str_eq(found.name, "");
    cr_expect_str_eq(found.key, "");
    cr_expect_str_eq(found.skeleton, "");
    cr_expect_str_eq(found.password, "");
    cr_expect_eq(found.deleted, 777);
    ANSWERS(STORE_NOT_FOUND, store_user_by_key(store, ada.key, &found, &failure));
    store_free(store);
}

void contract_a_name_is_free_again_after_its_user(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada"), found;

    begin(store);
    DOES(store_user_delete(store, ada.id, 777, &failure));
    commit(store);
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
        begin(store);
        DOES(store_user_add(store, &programs[i], &failure));
        commit(store);
    }
}

static void delete_user(Store *store, StoreId user, int64_t at)
{
    begin(store);
    DOES(store_user_delete(store, user, at, &failure));
    commit(store);
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
    StoreSession session = { .user = user,
                             .created = 1,
                             .seen = 2,
                             .expires = expires,
                             .device = "Firefox, Linux",
                             .issued = 3,
                             .is_used = 1 };

    memset(session.hash, mark, sizeof session.hash);
    session.hash[3] = 0; /* bytes, not text */
    snprintf(session.code, sizeof session.code, "s%d", mark);
    begin(store);
    DOES(store_session_add(store, &session, &failure));
    commit(store);
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
    cr_expect_str_eq(found.code, wanted->code);
    cr_expect_str_eq(found.device, wanted->device);
    cr_expect_eq(found.issued, wanted->issued);
    cr_expect_eq(found.is_used, wanted->is_used);
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
    begin(store);
    DOES(store_session_seen(store, one.hash, 50, 150, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_seen(store, nobodys.hash, 50, 150, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_add(store, &nobodys, &failure));
    commit(store);
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

    begin(store);
    DOES(store_sessions_sweep(store, 200, &failure));
    DOES(store_session_end(store, ada.id, two.code, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_end(store, ada.id, two.code, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_end(store, ada.id, bens.code, &failure));
    commit(store);
    expect_session(store, &one, STORE_NOT_FOUND);
    expect_session(store, &two, STORE_NOT_FOUND);
    expect_session(store, &three, STORE_OK);
    begin(store);
    DOES(store_sessions_end_others(store, ada.id, three.code, &failure));
    commit(store);
    expect_session(store, &three, STORE_OK);
    begin(store);
    DOES(store_sessions_end_others(store, ada.id, "", &failure));
    commit(store);
    expect_session(store, &three, STORE_NOT_FOUND);
    expect_session(store, &bens, STORE_OK);
    begin(store);
    DOES(store_user_delete(store, ben.id, 9, &failure));
    commit(store);
    expect_session(store, &bens, STORE_NOT_FOUND);
    store_free(store);
}

/* A second token: the first stays until the second was used, and a while after. */
void contract_a_session_gets_another_token(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreSession old = given_session(store, 1, ada.id, 100), next = old, found[3];
    StoreSession lost = { .hash = { 9 } };
    int64_t issued = 0;
    int count;

    memset(next.hash, 2, sizeof next.hash);
    next.issued = 50;
    next.expires = 190;
    next.is_used = 0;
    begin(store);
    DOES(store_session_replace(store, old.hash, &next, &failure));
    ANSWERS(STORE_NOT_FOUND, store_session_replace(store, lost.hash, &lost, &failure));
    commit(store);
    expect_session(store, &old, STORE_OK);
    expect_session(store, &next, STORE_OK);
    DOES(store_session_newest(store, &old, &issued, &failure));
    cr_expect_eq(issued, 50);
    begin(store);
    DOES(store_session_supersede(store, &next, 70, &failure));
    DOES(store_session_seen(store, next.hash, 60, 200, &failure));
    commit(store);
    old.expires = 70;
    next.seen = 60;
    next.expires = 200;
    next.is_used = 1;
    expect_session(store, &old, STORE_OK);
    expect_session(store, &next, STORE_OK);
    DOES(store_sessions(store, ada.id, 65, found, 3, &count, &failure));
    cr_expect_eq(count, 1, "one session with two tokens");
    begin(store);
    DOES(store_session_end(store, ada.id, old.code, &failure));
    commit(store);
    expect_session(store, &old, STORE_NOT_FOUND);
    expect_session(store, &next, STORE_NOT_FOUND);
    store_free(store);
}

void contract_sessions_are_listed_the_last_used_first(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreSession one = given_session(store, 1, ada.id, 100), found[3];
    StoreSession two = given_session(store, 2, ada.id, 100);
    int count;

    given_session(store, 3, ada.id, 20);
    given_session(store, 4, ben.id, 100);
    begin(store);
    DOES(store_session_touch(store, ada.id, two.code, 30, 130, 50, &failure));
    commit(store);
    DOES(store_sessions(store, ada.id, 25, found, 3, &count, &failure));
    cr_assert_eq(count, 2);
    cr_expect_str_eq(found[0].code, two.code);
    cr_expect_str_eq(found[0].device, "Firefox, Linux");
    cr_expect_eq(found[0].created, 1);
    cr_expect_eq(found[0].seen, 30);
    cr_expect_eq(found[0].expires, 130);
    cr_expect_str_eq(found[1].code, one.code);
    store_free(store);
}

static SessionCheck check_of(StoreId user, const char *code)
{
    SessionCheck check = { .user = user };

    snprintf(check.code, sizeof check.code, "%s", code);
    return check;
}

void contract_sessions_are_checked_together(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "uben", USER_GUEST, "Ben");
    StoreSession one = given_session(store, 1, ada.id, 100);
    StoreSession two = given_session(store, 2, ben.id, 50);
    SessionCheck checks[] = { check_of(ada.id, one.code), check_of(ben.id, two.code),
                              check_of(ada.id, two.code), check_of(ben.id, "NONE") };
    DOES(store_sessions_check(store, checks, 4, 49, &failure));
    cr_expect_eq(checks[0].seen, one.seen);
    cr_expect_eq(checks[1].seen, two.seen);
    cr_expect_eq(checks[2].seen, -1, "another's session");
    cr_expect_eq(checks[3].seen, -1, "no session");
    DOES(store_sessions_check(store, checks, 2, 50, &failure));
    cr_expect_eq(checks[0].seen, one.seen);
    cr_expect_eq(checks[1].seen, -1, "expired");
    store_free(store);
}

/* ------------------------------------------------------------------------- */
/* Names                                                                     */
/* ------------------------------------------------------------------------- */

/* As an older version wrote it: without a skeleton. */
static StoreUser given_old_name(Store *store, const char *code, const char *key)
{
    StoreUser user = { .kind = USER_KEPT, .created = 5 };

    strcpy(user.code, code);
    strcpy(user.name, key);
    strcpy(user.key, key);
    begin(store);
    DOES(store_user_add(store, &user, &failure));
    commit(store);
    return user;
}

void contract_old_names_that_look_alike_stay(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_old_name(store, "u1", "ada"), found[4];
    StoreUser like = given_old_name(store, "u2", "AdA"), third = { .kind = USER_KEPT };
    int count;

    given_user(store, "u3", USER_KEPT, "Ben");
    DOES(store_names(store, 0, found, 4, &count, &failure));
    cr_assert_eq(count, 3);
    begin(store);
    DOES(store_name_settle(store, ada.id, "ada", "ada", &failure));
    DOES(store_name_settle(store, like.id, "ada", "ada", &failure));
    commit(store);
    DOES(store_names_alike(store, found, 4, &count, &failure));
    cr_assert_eq(count, 2);
    cr_expect_eq(found[0].id, ada.id);
    cr_expect_eq(found[1].id, like.id);
    cr_expect_str_eq(found[1].key, "AdA", "the key was taken");
    DOES(store_user_by_skeleton(store, "ada", found, &failure));
    cr_expect_eq(found[0].id, ada.id);
    /* They may be changed, but nobody else gets the name, not even when the first goes. */
    strcpy(like.password, "new");
    strcpy(like.skeleton, "ada");
    strcpy(third.code, "u4");
    strcpy(third.key, "4da");
    strcpy(third.skeleton, "ada");
    begin(store);
    DOES(store_user_set(store, &like, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &third, &failure));
    DOES(store_user_delete(store, ada.id, 9, &failure));
    ANSWERS(STORE_TAKEN, store_user_add(store, &third, &failure));
    commit(store);
    store_free(store);
}

void contract_guests_with_a_kept_name_are_renamed(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "u1", USER_KEPT, "Ada"), found[4];
    StoreUser guest = given_user(store, "u2", USER_GUEST, "Ada");
    StoreUser other = given_user(store, "u3", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "u4", USER_GUEST, "Ben");
    StoreUser renamed = { .name = "Ada 2", .key = "ada 2", .skeleton = "ada 2" };
    int count;

    begin(store);
    DOES(store_namesakes(store, ada.skeleton, ada.id, found, 4, &count, &failure));
    cr_assert_eq(count, 2);
    cr_expect_eq(found[0].id, other.id);
    cr_expect_eq(found[1].id, guest.id);
    DOES(store_namesakes_rename(store, ada.skeleton, ada.id, &renamed, &failure));
    commit(store);
    DOES(store_user_get(store, guest.id, found, &failure));
    cr_expect_str_eq(found[0].name, "Ada 2");
    DOES(store_user_get(store, ben.id, found, &failure));
    cr_expect_str_eq(found[0].name, "Ben");
    DOES(store_user_get(store, ada.id, found, &failure));
    cr_expect_str_eq(found[0].name, "Ada");
    store_free(store);
}

/* Statuses of an entry, a row, the end of a game, a run and a line of chat by this caller;
 * all of them stored or none. */
static void expect_all(Store *store, const StoreTable tables[4], const StoreCaller *caller,
                       StoreStatus wanted)
{
    StoreTable rows[4];
    StoreEntry before = default_entry(1, 0, 1);
    StoreWrite writes[4];
    StoreWrite *all[4];
    StoreChat line = {
        .user = caller->user, .seat = NOBODY, .text = "x", .caller = *caller
    };

    for (int i = 0; i < 4; i++) {
        rows[i] = tables[i];
        writes[i] = (StoreWrite){ .table = rows[i].id, .notice = "", .caller = *caller };
        all[i] = &writes[i];
    }
    writes[0].entry = writes[2].entry = default_entry(1, 0, 1);
    writes[3].entry = default_entry(2, 0, 1);
    writes[0].has_entry = writes[2].has_entry = writes[3].has_entry = 1;
    writes[1].row = &rows[1];
    writes[2].row = &rows[2];
    rows[2].state = TABLE_OVER;
    rows[2].turn = writes[2].entry.turn;
    writes[3].before = &before;
    writes[3].before_count = 1;
    DOES(store_write_many(store, all, 4, "roundhouse", &failure));
    for (int i = 0; i < 4; i++)
        cr_expect_eq(writes[i].status, wanted, "%d: %d", i, (int)writes[i].status);
    begin(store);
    ANSWERS(wanted, store_chat_add(store, tables[0].id, &line, &failure));
    commit(store);
}

void contract_a_session_that_has_ended_changes_nothing(const char *where)
{
    static const char *const CODES[] = { "AAAAAAAAAA", "BBBBBBBBBB", "CCCCCCCCCC",
                                         "DDDDDDDDDD" };
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "u1", USER_GUEST, "Ada");
    StoreSession one = given_session(store, 1, ada.id, 100);
    StoreCaller caller = { .user = ada.id, .now = 100 };
    StoreTable tables[4];

    for (int i = 0; i < 4; i++)
        tables[i] = given_playing(store, CODES[i], ada.id, ada.id);
    memcpy(caller.session, one.code, sizeof caller.session);
    expect_all(store, tables, &caller, STORE_ENDED); /* it has expired */
    caller.now = 99;
    caller.session[0]++;
    expect_all(store, tables, &caller, STORE_ENDED); /* there is none with this code */
    caller.session[0]--;
    expect_all(store, tables, &caller, STORE_OK);
    COMMITS(store_session_end(store, ada.id, one.code, &failure));
    caller.now = 0;
    expect_all(store, tables, &caller, STORE_ENDED);
    store_free(store);
}

/* The lines go, their numbers stay taken. */
void contract_chat_of_deleted_users_is_erased(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "u1", USER_GUEST, "Ada");
    StoreUser ben = given_user(store, "u2", USER_GUEST, "Ben");
    StoreTable table = default_table("AAAAAAAAAA", ada.id);
    StoreChat line = { .user = ben.id, .seat = NOBODY, .at = 7, .text = "hello" }, found[4];
    StoreLine said[4], first = { .k = 0 };
    int count;

    given_table(store, &table);
    begin(store);
    DOES(store_chat_add(store, table.id, &line, &failure));
    line.user = ada.id;
    DOES(store_chat_add(store, table.id, &line, &failure));
    line.user = ben.id;
    DOES(store_chat_add(store, table.id, &line, &failure));
    commit(store);
    DOES(store_chat_of(store, ben.id, &first, said, 4, &count, &failure));
    cr_assert_eq(count, 2);
    cr_expect_eq(said[1].k, 3);
    cr_expect_str_eq(said[1].code, "AAAAAAAAAA");
    cr_expect_str_eq(said[1].text, "hello");
    DOES(store_chat_of(store, ben.id, &said[0], said, 4, &count, &failure));
    cr_expect_eq(count, 1);
    delete_user(store, ben.id, 9);
    DOES(store_chat_last(store, table.id, 0, found, 4, &count, &failure));
    cr_assert_eq(count, 1);
    cr_expect_eq(found[0].user, ada.id);
    begin(store);
    ANSWERS(STORE_NOT_FOUND, store_chat_add(store, table.id, &line, &failure));
    line.user = ada.id;
    DOES(store_chat_add(store, table.id, &line, &failure));
    commit(store);
    cr_expect_eq(line.k, 4);
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
