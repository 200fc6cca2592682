/* club.c: a small store with whole games of every kind, and the comparison of two
 * stores. */
#include "store/admin.h"
#include "store/contract.h"
#include "store/daily.h"
#include "store/incomes.h"
#include "store/mail.h"
#include "store/notices.h"
#include "store/passkeys.h"
#include "store/relations.h"
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

/* Of whoever runs the server, and between people. */
static void add_office(Store *store, StoreId ada, StoreId yard)
{
    StoreAct act = { .at = 5, .actor = "uada", .what = "mute", .whom = "uben" };
    StoreReport report = { .at = 5, .reporter = "uada", .whom = "uben", .why = "rude" };
    const StoreSetting setting = { "entry", "invited" };
    const StoreLink link = {
        .hash = { 7 }, .code = "l1", .uses = 1, .expires = INT64_MAX, .user = ada
    };

    DOES(store_begin(store, &failure));
    DOES(store_report_add(store, &report, &failure));
    DOES(store_setting_set(store, &setting, &failure));
    DOES(store_link_add(store, &link, &failure));
    DOES(store_relate(store, RELATION_BLOCK, ada, yard, 1, &failure));
    DOES(store_relate(store, RELATION_FOLLOW, yard, ada, 1, &failure));
    DOES(store_act_add(store, &act, &failure));
    DOES(store_commit(store, &failure));
}

/* What Ada wants to be told, and where. */
static void add_notices(Store *store, StoreId ada)
{
    const StoreNotify notify = { .kinds = 5, .quiet_from = 1320, .zone = "Europe/Paris" };
    const StoreDevice device = { .hash = { 8 },
                                 .user = ada,
                                 .endpoint = "https://push.example/8",
                                 .public_key = { 4 },
                                 .auth = { 5 } };
    const StoreMailbox box = { .pending = "Ada@example.org", .language = "fr", .every = 6 };
    uint8_t vapid[STORE_VAPID_BYTES] = { 6 }, key[STORE_MAIL_KEY_BYTES] = { 9 };

    DOES(store_begin(store, &failure));
    DOES(store_notify_set(store, ada, &notify, &failure));
    DOES(store_device_add(store, &device, &failure));
    DOES(store_vapid(store, vapid, &failure));
    DOES(store_mailbox_ask(store, ada, &box, &failure));
    DOES(store_mailbox_confirm(store, ada, "ada@example.org", &failure));
    DOES(store_mail_key(store, key, &failure));
    DOES(store_commit(store, &failure));
}

/* A deal of the day, and an attempt at it. */
static void add_daily(Store *store, StoreId ada, StoreId table)
{
    const StoreDaily daily = {
        .day = 9, .game = "take-a-train", .rules = 1, .seat_count = 3, .level = "medium"
    };
    const StoreAttempt attempt = { .day = 9,
                                   .game = "take-a-train",
                                   .user = ada,
                                   .k = 1,
                                   .is_ranked = 1,
                                   .table = table };

    DOES(store_begin(store, &failure));
    DOES(store_daily_add(store, &daily, (const uint8_t[SEED_BYTES]){ 3 }, &failure));
    DOES(store_attempt_add(store, &attempt, &failure));
    DOES(store_commit(store, &failure));
}

static void expect_same_daily(Store *store, StoreId ada)
{
    StoreAttempt attempts[2];
    uint8_t secret[SEED_BYTES];
    int count;

    DOES(store_daily_secret(store, 9, "take-a-train", secret, &failure));
    cr_expect_eq(secret[0], 3);
    DOES(store_attempts_of(store, ada, 9, attempts, 2, &count, &failure));
    cr_expect(count == 1 && attempts[0].k == 1 && attempts[0].is_ranked);
}

/* Two of the games that were played to the end are over: the first of them is counted. */
static void add_incomes(Store *store)
{
    static const StoreId OVER[] = { 4, 6 };
    StoreId tables[CLUB_TABLES];
    int count;

    for (int i = 0; i < 2; i++) {
        StoreTable table;
        DOES(store_table_get(store, OVER[i], &table, &failure));
        table.state = TABLE_OVER;
        COMMITS(store_table_set(store, &table, &failure));
    }
    DOES(store_uncounted(store, tables, CLUB_TABLES, &count, &failure));
    cr_assert_eq(count, 2);
    DOES(store_begin(store, &failure));
    for (int seat = 0; seat < SEATS_MAX; seat++)
        DOES(store_income_add(store, tables[0], seat, "type/box", 2, 7, &failure));
    DOES(store_counted(store, tables[0], &failure));
    DOES(store_commit(store, &failure));
}

static void expect_same_incomes(Store *a, Store *b)
{
    StoreId ours[CLUB_TABLES], theirs[CLUB_TABLES];
    int count, their_count, incomes = 0;

    DOES(store_uncounted(a, ours, CLUB_TABLES, &count, &failure));
    DOES(store_uncounted(b, theirs, CLUB_TABLES, &their_count, &failure));
    cr_assert_eq(count, their_count);
    cr_expect_arr_eq(ours, theirs, (size_t)count * sizeof *ours);
    for (StoreId user = 1; user <= 3; user++) {
        const StoreWhose whose = { .user = user };
        StoreIncome here, there;
        DOES(store_incomes(a, &whose, &here, 1, &count, &failure));
        DOES(store_incomes(b, &whose, &there, 1, &their_count, &failure));
        cr_assert_eq(count, their_count);
        cr_expect(count == 0
                  || (here.times == there.times && here.total == there.total
                      && strcmp(here.what, there.what) == 0));
        incomes += count;
    }
    cr_expect_gt(incomes, 0);
}

static void expect_same_notices(Store *store, StoreId ada)
{
    StoreNotify notify;
    StoreMailbox box;
    uint8_t vapid[STORE_VAPID_BYTES] = { 7 }, key[STORE_MAIL_KEY_BYTES] = { 8 };

    DOES(store_notify_get(store, ada, &notify, &failure));
    cr_expect(notify.kinds == 5 && notify.quiet_from == 1320);
    DOES(store_begin(store, &failure));
    DOES(store_device_drop(store, ada, (const uint8_t[STORE_HASH_BYTES]){ 8 }, &failure));
    DOES(store_vapid(store, vapid, &failure));
    DOES(store_mail_key(store, key, &failure));
    DOES(store_commit(store, &failure));
    cr_expect(vapid[0] == 6 && key[0] == 9);
    DOES(store_mailbox_get(store, ada, &box, &failure));
    cr_expect_str_eq(box.address, "Ada@example.org");
    cr_expect(box.every == 6 && strcmp(box.language, "fr") == 0);
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
    add_office(store, ada, 3);
    add_notices(store, ada);
    add_daily(store, ada, table.id);
    add_incomes(store);
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

/* What whoever runs the server has, and what people are to each other. */
static void expect_same_office(Store *store, StoreId ada)
{
    StoreAct act = { .n = 0 };
    StoreReport report = { .why = "rude" };
    StoreSetting setting;
    StoreLink link;
    StoreRelation relation;
    int count;

    DOES(store_acts(store, 0, &act, 1, &count, &failure));
    cr_expect(act.n == 1 && strcmp(act.what, "mute") == 0);
    DOES(store_settings(store, &setting, 1, &count, &failure));
    cr_expect_str_eq(setting.value, "invited");
    DOES(store_links(store, LINK_PASSWORD, 1, &link, 1, &count, &failure));
    cr_expect(link.user == ada && link.hash[0] == 7);
    DOES(store_relation(store, ada, 3, &relation, &failure));
    cr_expect(relation.is_blocked);
    DOES(store_relation(store, 3, ada, &relation, &failure));
    cr_expect(relation.is_followed);
    COMMITS(store_report_add(store, &report, &failure));
    cr_expect_eq(report.id, 2);
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
    expect_same_office(b, user.id);
    expect_same_notices(b, user.id);
    expect_same_daily(b, user.id);
    expect_same_incomes(a, b);
    /* New ids continue after the copied ones. */
    cr_expect_eq(given_user(b, "unext", USER_GUEST, "Next").id, 4);
}
