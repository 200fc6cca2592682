/* club.c: a small store with whole games of every kind, and the comparison of two
 * stores. */
#include "store/contract.h"
#include "store/passkeys.h"
#include "store/replay.h"

#include "games/catalogue.h"
#include "play/random_match.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { ENTRIES_MAX = 4000 };

/* Stores a game as a server does, with an undo and the same action again wherever undo
 * is allowed; returns the number of entries. */
static int write_down(Store *store, StoreId id, const Match *played)
{
    const Move *moves = match_moves(played);
    Match *again = match_new(match_game(played), match_setup(played));
    int n = 0;

    DOES(store_begin(store, &failure));
    for (int i = 0; i < match_move_count(played); i++) {
        StoreEntry entry = { .done = { .seat = moves[i].seat, .action = moves[i].action },
                             .at = i };
        cr_assert_eq(match_apply(again, moves[i].seat, moves[i].action, NULL), MATCH_OK);
        int times = i % 5 == 0 && match_can_undo(again, moves[i].seat) ? 3 : 1;
        for (int k = 0; k < times; k++) {
            entry.done.kind = k == 1 ? ENTRY_UNDO : ENTRY_ACT;
            entry.turn.n = ++n;
            entry.turn.left[0] = n;
            DOES(store_append(store, id, 0, &entry, &failure));
        }
    }
    DOES(store_commit(store, &failure));
    match_free(again);
    return n;
}

int given_game(Store *store, StoreTable *table, const Match *played)
{
    const Setup *setup = match_setup(played);

    snprintf(table->game, sizeof table->game, "%s", match_game(played)->id);
    table->rules = match_game(played)->rules_version;
    table->seat_count = setup->seats;
    table->state = TABLE_PLAYING;
    replay_write_options(match_game(played), setup, table->options);
    COMMITS(store_table_add(store, table, setup->seed, &failure));
    return write_down(store, table->id, played);
}

static void add_small_things(Store *store, StoreId ada, StoreId table)
{
    StoreUser yard = {
        .code = "uyard", .kind = USER_PROGRAM, .name = "Yard", .owner = ada
    };
    StoreSession session = { .hash = { 1, 0, 2 }, .user = ada, .expires = 9 };
    StorePasskey passkey = { .id = { 0, 9 },
                             .id_length = 2,
                             .user = ada,
                             .key = { 0xa5 },
                             .key_length = 77,
                             .counter = 3,
                             .label = "Phone" };
    StoreChat chat = { .user = ada, .seat = 0, .at = 5, .text = "good 🚂 luck" };

    DOES(store_begin(store, &failure));
    DOES(store_user_add(store, &yard, &failure));
    DOES(store_session_add(store, &session, &failure));
    DOES(store_passkey_add(store, &passkey, &failure));
    DOES(store_codes_set(store, ada, &session.hash, 1, &failure));
    DOES(store_chat_add(store, table, &chat, &failure));
    DOES(store_commit(store, &failure));
}

void given_club(Store *store)
{
    StoreId ada = given_user(store, "uada", USER_KEPT, "Ada").id;
    StoreId ben = given_user(store, "uben", USER_GUEST, "Ben").id;
    StoreTable table;

    for (int i = 0; i < CLUB_TABLES; i++) {
        char code[] = { (char)('A' + i), '\0' };
        Match *played =
            random_match(CATALOGUE[i % CATALOGUE_COUNT], 2 + i / CATALOGUE_COUNT, code,
                         i % 2 ? TO_THE_END : 20);
        table = default_table(code, i % 2 ? ada : ben);
        given_game(store, &table, played);
        match_free(played);
    }
    add_small_things(store, ada, table.id);
}

static void expect_same_logs(Store *a, Store *b, StoreId table)
{
    static StoreEntry ours[ENTRIES_MAX], theirs[ENTRIES_MAX];
    int count, their_count;

    DOES(store_log(a, table, 1, ours, ENTRIES_MAX, &count, &failure));
    DOES(store_log(b, table, 1, theirs, ENTRIES_MAX, &their_count, &failure));
    cr_assert_eq(count, their_count);
    for (int i = 0; i < count; i++)
        expect_same_entry(&ours[i], &theirs[i]);
}

static void expect_same_tables(Store *a, Store *b)
{
    uint8_t seed[SEED_BYTES], their_seed[SEED_BYTES];
    StoreTable table, their_table;

    for (StoreId id = 1; id <= CLUB_TABLES; id++) {
        DOES(store_table_get(a, id, &table, &failure));
        DOES(store_table_get(b, id, &their_table, &failure));
        expect_same_table(&table, &their_table);
        DOES(store_table_seed(a, id, seed, &failure));
        DOES(store_table_seed(b, id, their_seed, &failure));
        cr_expect_arr_eq(seed, their_seed, SEED_BYTES);
        expect_same_logs(a, b, id);
    }
}

void expect_same_club(Store *a, Store *b)
{
    const uint8_t hash[STORE_HASH_BYTES] = { 1, 0, 2 };
    StoreSession session;
    StorePasskey passkey;
    StoreUser user, their_user;
    StoreChat chat;
    int count;

    for (StoreId id = 1; id <= 3; id++) {
        DOES(store_user_get(a, id, &user, &failure));
        DOES(store_user_get(b, id, &their_user, &failure));
        cr_expect_str_eq(user.name, their_user.name);
        cr_expect_str_eq(user.password, their_user.password);
        cr_expect_eq(user.owner, their_user.owner);
    }
    expect_same_tables(a, b);
    DOES(store_session_find(b, hash, &session, &user, &failure));
    cr_expect_str_eq(user.code, "uada");
    DOES(store_passkey_find(b, (const uint8_t *)"\0\x09", 2, &passkey, &failure));
    cr_expect_str_eq(passkey.label, "Phone");
    cr_expect_eq(passkey.counter, 3);
    DOES(store_codes_left(b, user.id, &count, &failure));
    cr_expect_eq(count, 1);
    DOES(store_chat_last(b, CLUB_TABLES, 0, &chat, 1, &count, &failure));
    cr_expect_eq(count, 1);
    cr_expect_str_eq(chat.text, "good 🚂 luck");
    /* New ids continue after the copied ones. */
    cr_expect_eq(given_user(b, "unext", USER_GUEST, "Next").id, 4);
}
