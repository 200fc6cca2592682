/* contract.c: users and tables for the tests, and comparisons of them. */
#include "store/contract.h"

#include <criterion/criterion.h>
#include <stdio.h>

Store *given_store(const char *where)
{
    Store *store = NULL;

    DOES(store_open(where, &store, &failure));
    return store;
}

StoreUser given_user(Store *store, const char *code, UserKind kind, const char *name)
{
    StoreUser user = { .kind = kind, .language = "en", .created = 1000 };

    snprintf(user.code, sizeof user.code, "%s", code);
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.key, sizeof user.key, "key of %s", name);
    snprintf(user.skeleton, sizeof user.skeleton, "skeleton of %s", name);
    if (kind == USER_KEPT)
        snprintf(user.password, sizeof user.password, "$argon2id$of %s", name);
    COMMITS(store_user_add(store, &user, &failure));
    return user;
}

StoreTable default_table(const char *code, StoreId host)
{
    StoreTable table = {
        .game = "freight-train",
        .rules = 1,
        .options = "edition=mayfair",
        .seat_count = 2,
        .sit_in = "medium",
        .host = host,
        .created = 5000,
        .changed = 5000,
        .seats = { { .who = SEAT_PERSON, .user = host } },
    };

    snprintf(table.code, sizeof table.code, "%s", code);
    return table;
}

void given_table(Store *store, StoreTable *table)
{
    const uint8_t seed[SEED_BYTES] = { 1, 0, 255, 7 };

    COMMITS(store_table_add(store, table, seed, &failure));
}

StoreTable given_playing(Store *store, const char *code, StoreId host, StoreId other)
{
    StoreTable table = default_table(code, host);

    table.seats[1] = (StoreSeat){ .who = SEAT_PERSON, .user = other };
    table.state = TABLE_PLAYING;
    table.turn.waiting = seat_bit(0);
    given_table(store, &table);
    return table;
}

StoreEntry default_entry(int n, int seat, SeatSet waiting)
{
    return (StoreEntry){
        .done = { .seat = seat, .action = action_make(1, n & ACTION_ARGUMENT_MAX, 2) },
        .at = 6000 + n,
        .turn = { .n = n, .waiting = waiting },
    };
}

void given_entry(Store *store, StoreId table, int n, SeatSet waiting)
{
    StoreEntry entry = default_entry(n, (n - 1) % 2, waiting);

    COMMITS(store_append(store, table, 0, &entry, &failure));
}

static void expect_same_turn(const StoreTurn *wanted, const StoreTurn *found)
{
    cr_expect_eq(found->n, wanted->n);
    cr_expect_eq(found->waiting, wanted->waiting);
    cr_expect_eq(found->deadline, wanted->deadline);
    cr_expect_arr_eq(found->left, wanted->left, sizeof wanted->left);
}

static void expect_same_seat(const StoreSeat *wanted, const StoreSeat *found)
{
    cr_expect_eq(found->who, wanted->who);
    cr_expect_eq(found->user, wanted->user);
    cr_expect_str_eq(found->level, wanted->level);
    cr_expect_eq(found->is_away, wanted->is_away);
}

static void expect_settled(const StoreTable *wanted, const StoreTable *found)
{
    cr_expect_eq(found->id, wanted->id);
    cr_expect_str_eq(found->code, wanted->code);
    cr_expect_str_eq(found->game, wanted->game);
    cr_expect_eq(found->rules, wanted->rules);
    cr_expect_str_eq(found->options, wanted->options);
    cr_expect_eq(found->seat_count, wanted->seat_count);
    cr_expect_eq(found->is_public, wanted->is_public);
    cr_expect_eq(found->clock.kind, wanted->clock.kind);
    cr_expect_eq(found->clock.time, wanted->clock.time);
    cr_expect_eq(found->clock.extra, wanted->clock.extra);
    cr_expect_str_eq(found->sit_in, wanted->sit_in);
    cr_expect_eq(found->host, wanted->host);
    cr_expect_eq(found->created, wanted->created);
}

void expect_same_table(const StoreTable *wanted, const StoreTable *found)
{
    expect_settled(wanted, found);
    cr_expect_eq(found->state, wanted->state);
    cr_expect_eq(found->changed, wanted->changed);
    for (int i = 0; i < SEATS_MAX; i++)
        expect_same_seat(&wanted->seats[i], &found->seats[i]);
    expect_same_turn(&wanted->turn, &found->turn);
    cr_expect_arr_eq(found->scores, wanted->scores, sizeof wanted->scores);
    cr_expect_arr_eq(found->places, wanted->places, sizeof wanted->places);
    cr_expect_str_eq(found->next, wanted->next);
}

void expect_same_entry(const StoreEntry *wanted, const StoreEntry *found)
{
    cr_expect_eq(found->done.kind, wanted->done.kind);
    cr_expect_eq(found->done.seat, wanted->done.seat);
    cr_expect_eq(found->done.is_by_bot, wanted->done.is_by_bot);
    cr_expect_eq(found->done.action, wanted->done.action);
    cr_expect_eq(found->at, wanted->at);
    cr_expect_eq(found->hash, wanted->hash);
    cr_expect_eq(found->write_id, wanted->write_id);
    expect_same_turn(&wanted->turn, &found->turn);
}
