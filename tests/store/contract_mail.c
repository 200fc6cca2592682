/* contract_mail.c: addresses of mail, the queue, what digests say, and limits. */
#include "contract.h"

#include "store/admin.h"
#include "store/mail.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { NOW = 1000000000, HOUR = 3600000, LEASE = 60000, ROOM = 8 };

static void given_address(Store *store, StoreId user, const char *address, int every)
{
    StoreMailbox box = { .every = every, .language = "fr" };

    snprintf(box.pending, sizeof box.pending, "%s", address);
    COMMITS(store_mailbox_ask(store, user, &box, &failure));
    COMMITS(store_mailbox_confirm(store, user, address, &failure));
}

/* Each of these is one batch, or one question. */

static void confirm(Store *store, StoreId user, const char *key)
{
    COMMITS(store_mailbox_confirm(store, user, key, &failure));
}

static int owners_of(Store *store, const char *key, StoreId owners[ROOM])
{
    int count = 0;

    DOES(store_mailbox_owners(store, key, owners, ROOM, &count, &failure));
    return count;
}

static void put(Store *store, const StoreMail *mail)
{
    COMMITS(store_mail_put(store, mail, &failure));
}

static void done(Store *store, const StoreMail *mail)
{
    COMMITS(store_mail_done(store, mail, &failure));
}

static int64_t next_due(Store *store)
{
    int64_t due = -1;

    DOES(store_mail_next(store, &due, &failure));
    return due;
}

static void item_sent(Store *store, StoreId user, const StoreMailItem *item)
{
    COMMITS(store_mail_item_sent(store, user, item, &failure));
}

static void item_drop(Store *store, StoreId user, const StoreMailItem *item)
{
    COMMITS(store_mail_item_drop(store, user, item, &failure));
}

static void sent(Store *store, StoreId user, int64_t at)
{
    COMMITS(store_mailbox_sent(store, user, "ada@example.org", at, &failure));
}

static void set_every(Store *store, StoreId user, int every)
{
    COMMITS(store_mailbox_set(store, user, &(StoreMailbox){ .every = every }, &failure));
}

static void add_link(Store *store, const StoreLink *link)
{
    COMMITS(store_link_add(store, link, &failure));
}

/* The link with this hash and kind; 0: there is none. */
static int finds(Store *store, uint8_t hash, LinkKind kind, StoreLink *found)
{
    Fault failure = { 0 };

    *found = (StoreLink){ .hash = { hash }, .kind = kind };
    return store_link_find(store, found, &failure) == STORE_OK;
}

static int claim(Store *store, int64_t now, StoreMail mails[ROOM])
{
    const StorePushClaim claim = { .now = now, .lease = LEASE };
    int count = 0;

    COMMITS(store_mail_claim(store, &claim, mails, ROOM, &count, &failure));
    return count;
}

static StoreMailbox mailbox_of(Store *store, StoreId user)
{
    StoreMailbox box;

    DOES(store_mailbox_get(store, user, &box, &failure));
    return box;
}

static int items_of(Store *store, StoreId user, StoreMailItem items[ROOM])
{
    int count = 0;

    DOES(store_mail_items(store, user, items, ROOM, &count, &failure));
    return count;
}

void contract_an_address_counts_once_it_is_confirmed(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreMailbox box = mailbox_of(store, ada.id);
    StoreId owners[ROOM];

    cr_expect(box.address[0] == '\0' && box.pending[0] == '\0' && box.every == 0);
    DOES(store_begin(store, &failure));
    ANSWERS(STORE_NOT_FOUND, store_mailbox_confirm(store, ada.id, "a@b.org", &failure));
    store_rollback(store);
    given_address(store, ada.id, "one@example.org", 24);
    COMMITS(store_mailbox_ask(
        store, ada.id,
        &(StoreMailbox){ .pending = "Two@example.org", .language = "en", .every = 6 },
        &failure));
    box = mailbox_of(store, ada.id);
    cr_expect_str_eq(box.address, "one@example.org");
    cr_expect_str_eq(box.pending, "Two@example.org");
    cr_expect(box.every == 6 && strcmp(box.language, "en") == 0);
    cr_expect_eq(owners_of(store, "two@example.org", owners), 0);
    confirm(store, ada.id, "two@example.org");
    box = mailbox_of(store, ada.id);
    cr_expect_str_eq(box.address, "Two@example.org");
    cr_expect_str_eq(box.key, "two@example.org");
    cr_expect_str_empty(box.pending);
    cr_expect_eq(owners_of(store, "two@example.org", owners), 1);
    cr_expect_eq(owners[0], ada.id);
    store_free(store);
}

void contract_mail_is_claimed_once(const char *where)
{
    Store *store = given_store(where);
    StoreMail mail = { .kind = MAIL_RESET, .wanted = "Ada", .made = NOW, .due = NOW };
    StoreMail mails[ROOM];

    cr_expect_eq(next_due(store), 0);
    put(store, &mail);
    cr_expect_eq(next_due(store), NOW);
    cr_assert_eq(claim(store, NOW, mails), 1);
    cr_expect(mails[0].kind == MAIL_RESET && mails[0].tries == 1 && mails[0].made == NOW);
    cr_expect_str_eq(mails[0].wanted, "Ada");
    cr_expect_eq(claim(store, NOW + LEASE - 1, mails), 0);
    cr_assert_eq(claim(store, NOW + LEASE, mails), 1); /* later and later */
    cr_expect_eq(mails[0].tries, 2);
    cr_expect_eq(claim(store, NOW + 2 * LEASE, mails), 0);
    /* Asked for again while it is sent: the second one is not lost. */
    StoreMail first = mails[0];
    mail.made = mail.due = NOW + 5;
    put(store, &mail);
    done(store, &first);
    cr_assert_eq(claim(store, NOW + 5, mails), 1);
    COMMITS(store_mail_later(store, &mails[0], NOW + HOUR, &failure));
    cr_expect_eq(claim(store, NOW + HOUR - 1, mails), 0);
    cr_assert_eq(claim(store, NOW + HOUR, mails), 1);
    cr_expect_eq(mails[0].tries, 1);
    done(store, &mails[0]);
    cr_expect_eq(claim(store, NOW + 1000LL * HOUR, mails), 0);
    store_free(store);
}

typedef struct Scene {
    Store *store;
    StoreUser ada, ben;
    StoreTable table;
} Scene;

/* Ada, whose turn it is, wants a digest every six hours. */
static Scene given_scene(const char *where)
{
    Scene scene = { .store = given_store(where) };

    scene.ada = given_user(scene.store, "uada", USER_KEPT, "Ada");
    scene.ben = given_user(scene.store, "uben", USER_KEPT, "Ben");
    scene.table = given_playing(scene.store, "T1", scene.ada.id, scene.ben.id);
    given_address(scene.store, scene.ada.id, "ada@example.org", 6);
    return scene;
}

static void notice(const Scene *scene, NoticeKind kind, int n, int64_t now)
{
    const PushNotice added = { .kind = kind,
                               .kinds = 1 << kind,
                               .user = scene->ada.id,
                               .table = scene->table.id,
                               .n = n,
                               .by = scene->ben.id,
                               .made = now,
                               .due = now,
                               .digest = now + 1000 };
    Store *store = scene->store;

    COMMITS(store_notice_add(store, &added, &failure));
}

void contract_digests_gather_and_wait(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    StoreMail mails[ROOM];
    StoreMailItem items[ROOM];

    notice(&scene, NOTICE_TURN, 3, NOW);
    notice(&scene, NOTICE_TURN, 3, NOW);
    notice(&scene, NOTICE_INVITED, 0, NOW + 1);
    cr_expect_eq(claim(store, NOW + 999, mails), 0);
    cr_assert_eq(claim(store, NOW + 1000, mails), 1);
    cr_expect(mails[0].kind == MAIL_DIGEST && mails[0].user == scene.ada.id);
    cr_assert_eq(items_of(store, scene.ada.id, items), 2);
    cr_expect(items[0].kind == NOTICE_TURN && items[0].is_turn && items[0].seat == 0);
    cr_expect_str_eq(items[0].code, "T1");
    cr_expect_str_eq(items[1].by, "Ben");
    item_sent(store, scene.ada.id, &items[0]);
    item_drop(store, scene.ada.id, &items[1]);
    sent(store, scene.ada.id, NOW + 1000);
    done(store, &mails[0]);
    notice(&scene, NOTICE_TURN, 3, NOW + 2000); /* it was said */
    cr_expect_eq(claim(store, NOW + 100LL * HOUR, mails), 0);
    notice(&scene, NOTICE_TURN, 5, NOW + 2000);
    cr_expect_eq(claim(store, NOW + 6 * HOUR + 999, mails), 0);
    cr_assert_eq(claim(store, NOW + 6 * HOUR + 1000, mails), 1);
    store_free(store);
}

void contract_digests_come_as_often_as_is_wanted(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    StoreMail mails[ROOM];
    StoreMailItem items[ROOM];

    sent(store, scene.ada.id, NOW + 1000);
    notice(&scene, NOTICE_TURN, 5, NOW + 2000);
    /* Less often: what waits waits longer. More often: it comes by the old rule. */
    set_every(store, scene.ada.id, 12);
    cr_expect_eq(claim(store, NOW + 12 * HOUR + 999, mails), 0);
    cr_assert_eq(claim(store, NOW + 12 * HOUR + 1000, mails), 1);
    cr_expect_str_eq(mailbox_of(store, scene.ada.id).language, "fr");
    set_every(store, scene.ada.id, 0);
    cr_expect_eq(claim(store, NOW + 100LL * HOUR, mails), 0);
    cr_expect_eq(items_of(store, scene.ada.id, items), 0);
    notice(&scene, NOTICE_TURN, 7, NOW + 3000);
    cr_expect_eq(claim(store, NOW + 100LL * HOUR, mails), 0);
    store_free(store);
}

void contract_digests_are_only_what_people_want(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    StoreMail mails[ROOM];

    COMMITS(store_notify_set(store, scene.ada.id,
                             &(StoreNotify){ .kinds = 1 << NOTICE_BEGIN }, &failure));
    notice(&scene, NOTICE_TURN, 3, NOW);
    cr_expect_eq(claim(store, NOW + HOUR, mails), 0);
    /* Addresses that are refused get nothing, until one is confirmed again. */
    for (int i = 0; i < STORE_FAILURES_MAX; i++)
        COMMITS(store_mailbox_failed(store, scene.ada.id, "ada@example.org", &failure));
    notice(&scene, NOTICE_BEGIN, 3, NOW);
    cr_expect_eq(claim(store, NOW + HOUR, mails), 0);
    given_address(store, scene.ada.id, "other@example.org", 6);
    COMMITS(store_mailbox_failed(store, scene.ada.id, "ada@example.org", &failure));
    cr_expect_eq(mailbox_of(store, scene.ada.id).failures, 0);
    notice(&scene, NOTICE_BEGIN, 4, NOW);
    cr_expect_eq(claim(store, NOW + HOUR, mails), 1);
    store_free(store);
}

void contract_mail_goes_with_the_user(const char *where)
{
    Scene scene = given_scene(where);
    Store *store = scene.store;
    StoreMail mails[ROOM];
    StoreMailItem items[ROOM];
    StoreId owners[ROOM];

    notice(&scene, NOTICE_TURN, 3, NOW);
    COMMITS(store_user_delete(store, scene.ada.id, NOW, &failure));
    cr_expect_str_empty(mailbox_of(store, scene.ada.id).address);
    cr_expect_eq(claim(store, NOW + HOUR, mails), 0);
    cr_expect_eq(items_of(store, scene.ada.id, items), 0);
    cr_expect_eq(owners_of(store, "ada@example.org", owners), 0);
    store_free(store);
}

static int is_within(Store *store, uint8_t first, int64_t now)
{
    const StoreMailLimit limit = {
        .key = { first }, .now = now, .interval = HOUR, .burst = 3
    };
    int is_so = -1;

    COMMITS(store_mail_limit(store, &limit, &is_so, &failure));
    return is_so;
}

void contract_mail_has_limits(const char *where)
{
    Store *store = given_store(where);

    for (int i = 0; i < 3; i++)
        cr_expect(is_within(store, 1, NOW));
    cr_expect_not(is_within(store, 1, NOW));
    cr_expect(is_within(store, 2, NOW));
    cr_expect_not(is_within(store, 1, NOW + HOUR - 1));
    cr_expect(is_within(store, 1, NOW + HOUR));
    cr_expect_not(is_within(store, 1, NOW + HOUR));
    COMMITS(store_mail_sweep(store, NOW, NOW + HOUR, &failure)); /* it still counts */
    cr_expect_not(is_within(store, 1, NOW + HOUR));
    for (int i = 0; i < 3; i++)
        cr_expect(is_within(store, 1, NOW + 10 * HOUR));
    cr_expect_not(is_within(store, 1, NOW + 10 * HOUR));
    store_free(store);
}

void contract_mailed_links_are_bound(const char *where)
{
    Store *store = given_store(where);
    StoreUser ada = given_user(store, "uada", USER_KEPT, "Ada");
    StoreLink address = { .hash = { 1 },
                          .kind = LINK_ADDRESS,
                          .code = "l1",
                          .uses = 1,
                          .expires = NOW,
                          .note = "hash of it",
                          .user = ada.id };
    StoreLink mailed = { .hash = { 2 },
                         .kind = LINK_MAILED,
                         .code = "l2",
                         .uses = 1,
                         .expires = NOW,
                         .user = ada.id };
    StoreLink found;

    add_link(store, &address);
    add_link(store, &mailed);
    cr_assert(finds(store, 1, LINK_ADDRESS, &found));
    cr_expect(found.user == ada.id && strcmp(found.note, "hash of it") == 0);
    cr_expect_not(finds(store, 1, LINK_MAILED, &found));
    COMMITS(store_links_drop_kind(store, ada.id, LINK_ADDRESS, &failure));
    cr_expect_not(finds(store, 1, LINK_ADDRESS, &found));
    cr_expect(finds(store, 2, LINK_MAILED, &found));
    COMMITS(store_links_drop_of(store, ada.id, &failure));
    cr_expect_not(finds(store, 2, LINK_MAILED, &found));
    store_free(store);
}

void contract_the_key_of_mail_stays(const char *where)
{
    uint8_t first[STORE_MAIL_KEY_BYTES] = { 1 }, second[STORE_MAIL_KEY_BYTES] = { 2 };
    Store *store = given_store(where);

    COMMITS(store_mail_key(store, first, &failure));
    cr_expect_eq(first[0], 1);
    COMMITS(store_mail_key(store, second, &failure));
    cr_expect_eq(second[0], 1);
    store_free(store);
}
