/* contract_notices.c: settings of notices, devices, and the queue of notices. */
#include "contract.h"

#include "store/notices.h"
#include "store/relations.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { NOW = 1000000, LEASE = 30000, ROOM = 8 };

static void given_session(Store *store, StoreId user, const char *code, uint8_t first)
{
    StoreSession session = { .hash = { first }, .user = user, .expires = NOW + 5000000 };

    snprintf(session.code, sizeof session.code, "%s", code);
    COMMITS(store_session_add(store, &session, &failure));
}

static StoreDevice given_device(Store *store, StoreId user, const char *session,
                                uint8_t first)
{
    StoreDevice device = { .hash = { first }, .user = user, .created = NOW + first };

    snprintf(device.session, sizeof device.session, "%s", session);
    snprintf(device.endpoint, sizeof device.endpoint, "https://push.example/%d", first);
    snprintf(device.label, sizeof device.label, "Firefox, %d", first);
    memset(device.public_key, first, sizeof device.public_key);
    memset(device.auth, first, sizeof device.auth);
    COMMITS(store_device_add(store, &device, &failure));
    return device;
}

typedef struct Scene {
    Store *store;
    StoreUser ada, ben;
    StoreTable table;
    StoreDevice device;
} Scene;

/* Ada and Ben play, and Ada, whose turn it is, has a device. */
static Scene given_scene(const char *where)
{
    Scene scene = { .store = given_store(where) };

    scene.ada = given_user(scene.store, "uada", USER_KEPT, "Ada");
    scene.ben = given_user(scene.store, "uben", USER_KEPT, "Ben");
    scene.table = given_playing(scene.store, "T1", scene.ada.id, scene.ben.id);
    given_session(scene.store, scene.ada.id, "s1", 1);
    scene.device = given_device(scene.store, scene.ada.id, "s1", 1);
    return scene;
}

static PushNotice turn_of(const Scene *scene, int n)
{
    return (PushNotice){ .kind = NOTICE_TURN,
                         .kinds = 1 << NOTICE_TURN,
                         .user = scene->ada.id,
                         .table = scene->table.id,
                         .n = n,
                         .made = NOW,
                         .due = NOW };
}

static int claim(Store *store, int64_t now, StorePush pushes[ROOM])
{
    const StorePushClaim claim = { .now = now, .lease = LEASE };
    int count = 0;

    COMMITS(store_push_claim(store, &claim, pushes, ROOM, &count, &failure));
    return count;
}

void contract_settings_of_notices_stay(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreNotify found, set = { .kinds = 1 << NOTICE_INVITED,
                               .quiet_from = 22 * 60,
                               .quiet_to = 7 * 60 + 30,
                               .zone = "Europe/Paris" };

    DOES(store_notify_get(store, ada.id, &found, &failure));
    cr_expect_eq(found.kinds, NOTICES_ALL);
    cr_expect_eq(found.quiet_from, found.quiet_to);
    COMMITS(store_notify_set(store, ada.id, &(StoreNotify){ .zone = "" }, &failure));
    COMMITS(store_notify_set(store, ada.id, &set, &failure));
    DOES(store_notify_get(store, ada.id, &found, &failure));
    cr_expect_eq(found.kinds, set.kinds);
    cr_expect_eq(found.quiet_from, set.quiet_from);
    cr_expect_eq(found.quiet_to, set.quiet_to);
    cr_expect_str_eq(found.zone, "Europe/Paris");
    store_free(store);
}

static int devices_of(Store *store, StoreId user, StoreDevice *listed, int room)
{
    int count;

    DOES(store_devices(store, user, NOW, listed, room, &count, &failure));
    return count;
}

static void add_notice(Store *store, const PushNotice *notice)
{
    COMMITS(store_notice_add(store, notice, &failure));
}

static void push_done(Store *store, const StorePush *push)
{
    COMMITS(store_push_done(store, push, &failure));
}

static void push_later(Store *store, const StorePush *push, int64_t due)
{
    COMMITS(store_push_later(store, push, due, &failure));
}

static int64_t next_due(Store *store)
{
    int64_t due;

    DOES(store_notice_next(store, &due, &failure));
    return due;
}

static void end_session(Store *store, StoreId user, const char *code)
{
    COMMITS(store_session_end(store, user, code, &failure));
}

void contract_a_device_ends_with_its_session(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    StoreDevice listed[STORE_DEVICES_MAX + 2];
    int count;

    given_session(store, scene.ben.id, "s2", 2);
    count = devices_of(store, scene.ada.id, listed, ROOM);
    cr_assert_eq(count, 1);
    cr_expect_str_eq(listed[0].endpoint, scene.device.endpoint);
    cr_expect_str_eq(listed[0].label, scene.device.label);
    cr_expect_eq(memcmp(listed[0].public_key, scene.device.public_key, 65), 0);
    /* Somebody else signs in with the same browser. */
    given_device(store, scene.ben.id, "s2", 1);
    count = devices_of(store, scene.ada.id, listed, ROOM);
    cr_expect_eq(count, 0);
    for (int i = 10; i < 10 + STORE_DEVICES_MAX; i++)
        given_device(store, scene.ben.id, "s2", (uint8_t)i);
    count = devices_of(store, scene.ben.id, listed, STORE_DEVICES_MAX + 2);
    cr_assert_eq(count, STORE_DEVICES_MAX);
    cr_expect_eq(listed[0].hash[0], 10);
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_NOT_FOUND,
            store_device_drop(store, scene.ada.id, listed[0].hash, &failure));
    DOES(store_device_drop(store, scene.ben.id, listed[0].hash, &failure));
    DOES(store_device_gone(store, listed[1].hash, &failure));
    DOES(store_commit(store, &failure));
    count = devices_of(store, scene.ben.id, listed, ROOM);
    cr_expect_eq(count, STORE_DEVICES_MAX - 2);
    end_session(store, scene.ben.id, "s2");
    count = devices_of(store, scene.ben.id, listed, ROOM);
    cr_expect_eq(count, 0);
    store_free(store);
}

void contract_a_notice_is_claimed_once(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    PushNotice turn = turn_of(&scene, 4);
    StorePush pushes[ROOM], others[ROOM];
    int64_t due = -1;

    due = next_due(store);
    cr_expect_eq(due, 0);
    given_device(store, scene.ada.id, "s1", 2);
    add_notice(store, &turn);
    due = next_due(store);
    cr_expect_eq(due, NOW);
    cr_expect_eq(claim(store, NOW - 1, pushes), 0);
    cr_assert_eq(claim(store, NOW, pushes), 2);
    cr_expect_not(pushes[0].is_void);
    cr_expect_eq(pushes[0].user, scene.ada.id);
    cr_expect_eq(pushes[0].tries, 1);
    cr_expect_eq(pushes[0].n, 4);
    cr_expect_eq(pushes[0].seat, 0);
    cr_expect_eq(pushes[0].is_turn, 1);
    cr_expect_eq(pushes[0].state, TABLE_PLAYING);
    cr_expect_str_eq(pushes[0].code, "T1");
    cr_expect_eq(claim(store, NOW, others), 0);
    push_done(store, &pushes[0]);
    /* The other is tried again, later and later. */
    cr_assert_eq(claim(store, NOW + LEASE, pushes), 1);
    cr_expect_eq(pushes[0].tries, 2);
    cr_expect_eq(claim(store, NOW + 2 * LEASE, pushes), 0);
    cr_assert_eq(claim(store, NOW + 3 * LEASE, pushes), 1);
    push_later(store, &pushes[0], NOW + 100 * LEASE);
    cr_expect_eq(claim(store, NOW + 99 * LEASE, pushes), 0);
    cr_assert_eq(claim(store, NOW + 100 * LEASE, pushes), 1);
    cr_expect_eq(pushes[0].tries, 1);
    push_done(store, &pushes[0]);
    due = next_due(store);
    cr_expect_eq(due, 0);
    store_free(store);
}

void contract_a_notice_is_made_once_for_a_turn(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    PushNotice turn = turn_of(&scene, 4), invited = turn_of(&scene, 0);
    StorePush pushes[ROOM];

    add_notice(store, &turn);
    cr_assert_eq(claim(store, NOW, pushes), 1);
    push_done(store, &pushes[0]);
    add_notice(store, &turn);
    cr_expect_eq(claim(store, NOW, pushes), 0);
    turn.n = 5;
    add_notice(store, &turn);
    cr_expect_eq(claim(store, NOW, pushes), 1);
    /* It was not sent: it may be made again. */
    COMMITS(store_push_drop(store, &pushes[0], &failure));
    add_notice(store, &turn);
    cr_expect_eq(claim(store, NOW, pushes), 1);
    invited.kind = NOTICE_INVITED;
    invited.kinds = 1 << NOTICE_INVITED;
    invited.by = scene.ben.id;
    add_notice(store, &invited);
    cr_assert_eq(claim(store, NOW, pushes), 1);
    cr_expect_str_eq(pushes[0].by, "Ben");
    store_free(store);
}

void contract_notices_are_only_what_people_want(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    PushNotice turn = turn_of(&scene, 1);
    StorePush pushes[ROOM];

    COMMITS(store_notify_set(store, scene.ada.id,
                             &(StoreNotify){ .kinds = 1 << NOTICE_BEGIN }, &failure));
    add_notice(store, &turn);
    cr_expect_eq(claim(store, NOW, pushes), 0);
    turn.kinds |= 1 << NOTICE_BEGIN;
    add_notice(store, &turn);
    cr_assert_eq(claim(store, NOW, pushes), 1);
    /* Whoever has signed out gets nothing that waits. */
    turn.n = 2;
    add_notice(store, &turn);
    end_session(store, scene.ada.id, "s1");
    cr_assert_eq(claim(store, NOW, pushes), 1);
    cr_expect(pushes[0].is_void);
    COMMITS(store_notices_sweep(store, NOW + 1, NOW, &failure));
    turn.n = 3;
    add_notice(store, &turn);
    cr_expect_eq(claim(store, NOW + 100 * LEASE, pushes), 0);
    store_free(store);
}

static PushNotice invitation(const Scene *scene)
{
    PushNotice notice = turn_of(scene, 0);

    notice.kind = NOTICE_INVITED;
    notice.kinds = 1 << NOTICE_INVITED;
    notice.by = scene->ben.id;
    return notice;
}

void contract_invitations_do_not_come_from_the_blocked(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    PushNotice notice = invitation(&scene);
    StorePush pushes[ROOM];

    add_notice(store, &notice);
    cr_assert_eq(claim(store, NOW, pushes), 1);
    cr_expect(!pushes[0].is_void);
    cr_expect_str_eq(pushes[0].by, "Ben");
    cr_expect_eq(pushes[0].notify.kinds, NOTICES_ALL, "the default is all");
    COMMITS(store_relate(store, RELATION_BLOCK, scene.ada.id, scene.ben.id, 1, &failure));
    cr_assert_eq(claim(store, NOW + 100 * LEASE, pushes), 1);
    cr_expect(pushes[0].is_void);
    store_free(store);
}

void contract_a_browser_that_changes_hands_gets_no_old_notices(const char *where)
{
    Scene scene = given_scene(where);
    PushNotice notice = invitation(&scene);
    StorePush pushes[ROOM];

    add_notice(scene.store, &notice);
    given_device(scene.store, scene.ada.id, "s1", 1);
    cr_expect_neq(next_due(scene.store), 0, "the same person: it stays");
    given_session(scene.store, scene.ben.id, "s2", 2);
    given_device(scene.store, scene.ben.id, "s2", 1);
    cr_expect_eq(next_due(scene.store), 0);
    cr_expect_eq(claim(scene.store, NOW, pushes), 0);
    store_free(scene.store);
}

void contract_notices_for_a_silent_device_wait_together(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    PushNotice turn = turn_of(&scene, 1), invited = invitation(&scene);
    StorePush pushes[ROOM];

    add_notice(store, &turn);
    add_notice(store, &invited);
    COMMITS(store_push_delay(store, scene.device.hash, NOW + LEASE, &failure));
    cr_expect_eq(claim(store, NOW + LEASE - 1, pushes), 0);
    cr_expect_eq(claim(store, NOW + LEASE, pushes), 2);
    store_free(store);
}

void contract_notices_go_with_the_user(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    PushNotice turn = turn_of(&scene, 1);
    StoreDevice listed[ROOM];
    StoreNotify notify;
    StorePush pushes[ROOM];
    int count;

    COMMITS(store_notify_set(store, scene.ada.id, &(StoreNotify){ .kinds = 1 }, &failure));
    add_notice(store, &turn);
    COMMITS(store_user_delete(store, scene.ada.id, NOW, &failure));
    count = devices_of(store, scene.ada.id, listed, ROOM);
    cr_expect_eq(count, 0);
    DOES(store_notify_get(store, scene.ada.id, &notify, &failure));
    cr_expect_eq(notify.kinds, NOTICES_ALL);
    cr_expect_eq(claim(store, NOW, pushes), 0);
    store_free(store);
}

void contract_the_key_for_push_services_stays(const char *where)
{
    uint8_t first[STORE_VAPID_BYTES] = { 1 }, second[STORE_VAPID_BYTES] = { 2 };
    Store *store = given_store(where);

    COMMITS(store_vapid(store, first, &failure));
    cr_expect_eq(first[0], 1);
    COMMITS(store_vapid(store, second, &failure));
    cr_expect_eq(second[0], 1);
    store_free(store);
}
