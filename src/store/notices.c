/* notices.c: what people want to be told, the browsers that are told, and the queue. */
#include "store/notices.h"

#include "store/mail.h"
#include "store/sql.h"

#include <limits.h>

enum { DAY_MINUTES = 24 * 60 };

/* ------------------------------------------------------------------------- */
/* Settings                                                                  */
/* ------------------------------------------------------------------------- */

static void read_notify(SqlRow *row, void *element)
{
    StoreNotify *notify = element;

    notify->kinds = row_int(row, 0, NOTICES_ALL);
    notify->quiet_from = row_int(row, 0, DAY_MINUTES - 1);
    notify->quiet_to = row_int(row, 0, DAY_MINUTES - 1);
    row_text(row, notify->zone, sizeof notify->zone);
}

StoreStatus store_notify_get(Store *store, StoreId user, StoreNotify *notify, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_NOTIFY_GET, SQL_VALUES(sql_number(user)), fault);
    int count = 0;
    StoreStatus status = sql_read_rows(store, asked, read_notify, notify, sizeof *notify,
                                       &count, "settings of notices", fault);

    if (count == 0)
        *notify = (StoreNotify){ .kinds = NOTICES_ALL };
    return status;
}

StoreStatus store_notify_set(Store *store, StoreId user, const StoreNotify *notify,
                             Fault *fault)
{
    return sql_write(store, QUERY_NOTIFY_SET,
                     SQL_VALUES(sql_number(user), sql_number(notify->kinds),
                                sql_number(notify->quiet_from),
                                sql_number(notify->quiet_to), sql_text(notify->zone)),
                     NULL, fault);
}

/* ------------------------------------------------------------------------- */
/* Devices                                                                   */
/* ------------------------------------------------------------------------- */

static SqlValue of_hash(const uint8_t hash[STORE_HASH_BYTES])
{
    return sql_bytes(hash, STORE_HASH_BYTES);
}

/* A browser that changes hands does not get what was meant for the person before. */
StoreStatus store_device_add(Store *store, const StoreDevice *device, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_DEVICE_HAND_OVER,
                  SQL_VALUES(of_hash(device->hash), sql_number(device->user)), NULL, fault);

    if (status == STORE_OK)
        status =
            sql_write(store, QUERY_DEVICE_ADD,
                      SQL_VALUES(of_hash(device->hash), sql_number(device->user),
                                 sql_text(device->session), sql_text(device->endpoint),
                                 sql_bytes(device->public_key, sizeof device->public_key),
                                 sql_bytes(device->auth, sizeof device->auth),
                                 sql_text(device->label), sql_text(device->language),
                                 sql_number(device->created)),
                      NULL, fault);
    return status == STORE_OK ? sql_write(
               store, QUERY_DEVICES_TRIM,
               SQL_VALUES(sql_number(device->user), sql_number(STORE_DEVICES_MAX)), NULL,
               fault)
                              : status;
}

static void read_device(SqlRow *row, void *element)
{
    StoreDevice *device = element;

    row_bytes(row, device->hash, sizeof device->hash);
    device->user = row_number(row);
    row_text(row, device->session, sizeof device->session);
    row_text(row, device->endpoint, sizeof device->endpoint);
    row_bytes(row, device->public_key, sizeof device->public_key);
    row_bytes(row, device->auth, sizeof device->auth);
    row_text(row, device->label, sizeof device->label);
    row_text(row, device->language, sizeof device->language);
    device->created = row_number(row);
}

StoreStatus store_devices(Store *store, StoreId user, int64_t now, StoreDevice *devices,
                          int room, int *count, Fault *fault)
{
    StoreStatus asked =
        sql_ask(store, QUERY_DEVICES,
                SQL_VALUES(sql_number(user), sql_number(now), sql_number(room)), fault);

    return sql_read_rows(store, asked, read_device, devices, sizeof *devices, count,
                         "a device", fault);
}

StoreStatus store_device_drop(Store *store, StoreId user,
                              const uint8_t hash[STORE_HASH_BYTES], Fault *fault)
{
    return sql_write_one(store, QUERY_DEVICE_DROP,
                         SQL_VALUES(sql_number(user), of_hash(hash)), STORE_NOT_FOUND,
                         "there is no such device", fault);
}

StoreStatus store_device_gone(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                              Fault *fault)
{
    return sql_write(store, QUERY_DEVICE_GONE, SQL_VALUES(of_hash(hash)), NULL, fault);
}

/* ------------------------------------------------------------------------- */
/* The queue                                                                 */
/* ------------------------------------------------------------------------- */

StoreStatus store_notice_add(Store *store, const PushNotice *notice, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_NOTICE_ADD,
                  SQL_VALUES(sql_number(notice->user), sql_number(notice->table),
                             sql_number(notice->kind), sql_number(notice->n),
                             sql_number(notice->due), sql_number(notice->made),
                             sql_number(notice->by), sql_number(notice->kinds)),
                  NULL, fault);

    return status == STORE_OK && notice->digest != 0
               ? store_mail_notice(store, notice, fault)
               : status;
}

StoreStatus store_notice_next(Store *store, int64_t *due, Fault *fault)
{
    return sql_read_numbers(store, QUERY_NOTICE_NEXT, NULL, 0, due, 1, fault);
}

static void read_claimed(SqlRow *row, void *element)
{
    StorePush *push = element;

    *push = (StorePush){ .is_void = 1, .seat = NOBODY };
    row_bytes(row, push->device, sizeof push->device);
    push->table = row_number(row);
    push->kind = (NoticeKind)row_int(row, 0, NOTICE_KINDS - 1);
    push->n = row_int(row, 0, INT_MAX);
    push->tries = row_int(row, 0, INT_MAX);
}

static void read_push(SqlRow *row, void *element)
{
    StorePush *push = element;

    push->is_void = 0;
    push->user = row_number(row);
    row_text(row, push->endpoint, sizeof push->endpoint);
    row_bytes(row, push->public_key, sizeof push->public_key);
    row_bytes(row, push->auth, sizeof push->auth);
    row_text(row, push->language, sizeof push->language);
    read_notify(row, &push->notify);
    row_text(row, push->code, sizeof push->code);
    row_text(row, push->game, sizeof push->game);
    push->state = (TableState)row_int(row, TABLE_OPEN, TABLE_CLOSED);
    push->seat = row_int(row, NOBODY, SEATS_MAX - 1);
    push->is_turn = row_int(row, 0, 1);
    row_text(row, push->by, sizeof push->by);
}

static SqlValue of_device(const StorePush *push)
{
    return of_hash(push->device);
}

StoreStatus store_push_claim(Store *store, const StorePushClaim *claim, StorePush *pushes,
                             int room, int *count, Fault *fault)
{
    StoreStatus asked = sql_ask_writing(
        store, QUERY_PUSH_CLAIM,
        SQL_VALUES(sql_number(claim->now), sql_number(room), sql_number(claim->lease)),
        fault);
    StoreStatus status = sql_read_rows(store, asked, read_claimed, pushes, sizeof *pushes,
                                       count, "a notice", fault);

    for (int i = 0; i < *count && status == STORE_OK; i++) {
        int found = 0;
        asked = sql_ask(store, QUERY_PUSH_READ,
                        SQL_VALUES(of_device(&pushes[i]), sql_number(pushes[i].table),
                                   sql_number(pushes[i].kind), sql_number(claim->now)),
                        fault);
        status = sql_read_rows(store, asked, read_push, &pushes[i], 0, &found, "a notice",
                               fault);
    }
    return status;
}

static StoreStatus end_push(Store *store, Query query, const StorePush *push, Fault *fault)
{
    return sql_write(store, query,
                     SQL_VALUES(of_device(push), sql_number(push->table),
                                sql_number(push->kind), sql_number(push->n)),
                     NULL, fault);
}

StoreStatus store_push_done(Store *store, const StorePush *push, Fault *fault)
{
    return end_push(store, QUERY_PUSH_DONE, push, fault);
}

StoreStatus store_push_drop(Store *store, const StorePush *push, Fault *fault)
{
    return end_push(store, QUERY_PUSH_DROP, push, fault);
}

StoreStatus store_push_later(Store *store, const StorePush *push, int64_t due, Fault *fault)
{
    return sql_write(store, QUERY_PUSH_LATER,
                     SQL_VALUES(of_device(push), sql_number(push->table),
                                sql_number(push->kind), sql_number(push->n),
                                sql_number(due)),
                     NULL, fault);
}

StoreStatus store_push_delay(Store *store, const uint8_t device[STORE_HASH_BYTES],
                             int64_t due, Fault *fault)
{
    return sql_write(store, QUERY_PUSH_DELAY, SQL_VALUES(of_hash(device), sql_number(due)),
                     NULL, fault);
}

StoreStatus store_notices_sweep(Store *store, int64_t before, int64_t now, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_NOTICES_SWEEP, SQL_VALUES(sql_number(before)), NULL, fault);

    if (status == STORE_OK)
        status =
            sql_write(store, QUERY_DEVICES_SWEEP, SQL_VALUES(sql_number(now)), NULL, fault);
    return status == STORE_OK ? store_mail_sweep(store, before, now, fault) : status;
}

StoreStatus store_notices_drop(Store *store, StoreId user, Fault *fault)
{
    StoreStatus status =
        sql_write(store, QUERY_DEVICES_DROP_OF, SQL_VALUES(sql_number(user)), NULL, fault);

    if (status == STORE_OK)
        status =
            sql_write(store, QUERY_NOTIFY_DROP, SQL_VALUES(sql_number(user)), NULL, fault);
    return status == STORE_OK ? store_mailbox_drop(store, user, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* The key of the server                                                     */
/* ------------------------------------------------------------------------- */

static void read_vapid(SqlRow *row, void *element)
{
    row_bytes(row, element, STORE_VAPID_BYTES);
}

static StoreStatus find_vapid(Store *store, uint8_t key[STORE_VAPID_BYTES], Fault *fault)
{
    StoreStatus asked = sql_ask(store, QUERY_VAPID_GET, NULL, 0, fault);

    return sql_read_row(store, asked, read_vapid, key, "key", fault);
}

/* Another server may be first: its key counts. */
StoreStatus store_vapid(Store *store, uint8_t key[STORE_VAPID_BYTES], Fault *fault)
{
    uint8_t found[STORE_VAPID_BYTES];
    StoreStatus status = find_vapid(store, found, NULL);

    if (status == STORE_NOT_FOUND) {
        status = sql_write(store, QUERY_VAPID_ADD,
                           SQL_VALUES(sql_bytes(key, STORE_VAPID_BYTES)), NULL, fault);
        if (status == STORE_OK)
            status = find_vapid(store, found, fault);
    }
    if (status == STORE_OK)
        memcpy(key, found, sizeof found);
    return status;
}
