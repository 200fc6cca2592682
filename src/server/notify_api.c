/* notify_api.c: HTTP requests about notices: what somebody wants to be told, on which
 * devices; and invitations of people to a table. */
#include "server/api.h"

#include "server/mail.h"
#include "server/names.h"
#include "server/push_send.h"
#include "server/quiet.h"
#include "store/notices.h"
#include "store/relations.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAY_MINUTES = 24 * 60 };

/* What the calls of this file need. */
struct NoticeCall {
    StoreNotify notify;
    StoreDevice device; /* a new one, or the hash of one to forget */
    StoreDevice devices[STORE_DEVICES_MAX];
    int device_count;
};

static const char *const KIND_WORDS[NOTICE_KINDS] = {
    [NOTICE_TURN] = "turn", [NOTICE_BEGIN] = "begin", [NOTICE_INVITED] = "invited"
};

static int begin(ApiCall *call)
{
    if (call->core->config.push == NULL)
        return api_refuse(call, ERROR_NOT_ALLOWED);
    call->notice = calloc(1, sizeof *call->notice);
    return call->notice != NULL || api_refuse(call, ERROR_NO_MEMORY);
}

static int read_nothing(ApiCall *call, const Json *body)
{
    (void)body;
    return begin(call);
}

/* ------------------------------------------------------------------------- */
/* Settings                                                                  */
/* ------------------------------------------------------------------------- */

static StoreStatus show_store(ApiCall *call, Store *store, Fault *fault)
{
    NoticeCall *notice = call->notice;
    StoreStatus status = store_notify_get(store, call->you.id, &notice->notify, fault);

    return status == STORE_OK
               ? store_devices(store, call->you.id, call->expiry_time, notice->devices,
                               STORE_DEVICES_MAX, &notice->device_count, fault)
               : status;
}

static void put_base64(JsonOut *out, const char *key, const uint8_t *bytes, size_t length)
{
    Text text = { 0 };

    base64url_add(&text, bytes, length);
    json_put_name(out, key, text.has_failed ? "" : text.bytes);
    text_free(&text);
}

static void put_device(JsonOut *out, const StoreDevice *device, const char *session)
{
    json_open_object(out);
    put_base64(out, "device", device->hash, sizeof device->hash);
    json_put_text(out, "label", device->label);
    json_put_number(out, "created", device->created);
    json_put_flag(out, "current", strcmp(device->session, session) == 0);
    json_close_object(out);
}

static void put_settings(JsonOut *out, const StoreNotify *notify)
{
    for (int kind = 0; kind < NOTICE_KINDS; kind++)
        json_put_flag(out, KIND_WORDS[kind], notify->kinds >> kind & 1);
    json_put_number(out, "from", notify->quiet_from);
    json_put_number(out, "to", notify->quiet_to);
    json_put_text(out, "zone", notify->zone);
}

static void show_answer(ApiCall *call, JsonOut *out)
{
    const NoticeCall *notice = call->notice;

    put_base64(out, "key", call->core->config.push->keys.public_key, PUSH_PUBLIC_BYTES);
    put_settings(out, &notice->notify);
    json_put_list(out, "devices");
    for (int i = 0; i < notice->device_count; i++)
        put_device(out, &notice->devices[i], call->session.code);
    json_close_list(out);
}

static void export_device(JsonOut *out, const StoreDevice *device)
{
    json_open_object(out);
    put_base64(out, "device", device->hash, sizeof device->hash);
    json_put_name(out, "session", device->session);
    json_put_text(out, "endpoint", device->endpoint);
    put_base64(out, "key", device->public_key, sizeof device->public_key);
    put_base64(out, "auth", device->auth, sizeof device->auth);
    json_put_text(out, "label", device->label);
    json_put_name(out, "language", device->language);
    json_put_number(out, "created", device->created);
    json_close_object(out);
}

StoreStatus notices_export(ApiCall *call, JsonOut *out, Store *store, Fault *fault)
{
    NoticeCall notice = { .device_count = 0 };

    call->notice = &notice;
    StoreStatus status = show_store(call, store, fault);
    call->notice = NULL;
    json_put_object(out, "notices");
    put_settings(out, &notice.notify);
    json_put_list(out, "devices");
    for (int i = 0; i < notice.device_count && status == STORE_OK; i++)
        export_device(out, &notice.devices[i]);
    json_close_list(out);
    json_close_object(out);
    return status;
}

static int read_flag(ApiCall *call, const Json *body, const char *key, int bit)
{
    const Json *flag = strict_get(body, key, JSON_IS_FLAG, &call->error.fault);

    if (flag == NULL)
        return 0;
    if (flag->number != 0)
        call->notice->notify.kinds |= bit;
    return 1;
}

static int read_settings(ApiCall *call, const Json *body)
{
    Fault *fault = &call->error.fault;

    if (!begin(call))
        return 0;
    StoreNotify *notify = &call->notice->notify;
    for (int kind = 0; kind < NOTICE_KINDS; kind++) {
        if (!read_flag(call, body, KIND_WORDS[kind], 1 << kind))
            return 0;
    }
    const Json *zone = strict_text(body, "zone", fault);
    if (zone == NULL
        || !strict_int_if(body, "from", 0, DAY_MINUTES - 1, &notify->quiet_from, fault)
        || !strict_int_if(body, "to", 0, DAY_MINUTES - 1, &notify->quiet_to, fault))
        return 0;
    if (zone->length > STORE_ZONE_MAX || (zone->length > 0 && !zone_is_known(zone->text)))
        return fault_set(fault, "zone must be a time zone, such as Europe/Paris.");
    memcpy(notify->zone, zone->text, zone->length + 1);
    return 1;
}

static StoreStatus settings_store(ApiCall *call, Store *store, Fault *fault)
{
    return store_notify_set(store, call->you.id, &call->notice->notify, fault);
}

/* ------------------------------------------------------------------------- */
/* Devices                                                                   */
/* ------------------------------------------------------------------------- */

static int read_bytes(ApiCall *call, const Json *body, const char *key, uint8_t *out,
                      size_t length)
{
    const Json *text = strict_text(body, key, &call->error.fault);

    if (text == NULL)
        return 0;
    return base64url_read(text->text, out, length) == (int)length
           || fault_set(&call->error.fault, "%s must be %d bytes in base64url.", key,
                        (int)length);
}

static int read_endpoint(ApiCall *call, const Json *body)
{
    const Json *endpoint = strict_text(body, "endpoint", &call->error.fault);
    StoreDevice *device = &call->notice->device;
    Text origin = { 0 };

    if (endpoint == NULL)
        return 0;
    int is_sound =
        endpoint->length <= STORE_ENDPOINT_MAX
        && push_endpoint_is_sound(call->core->config.push, endpoint->text, &origin);
    text_free(&origin);
    if (!is_sound)
        return fault_set(&call->error.fault,
                         "endpoint must be an address of a push service, by https.");
    memcpy(device->endpoint, endpoint->text, endpoint->length + 1);
    crypto_generichash(device->hash, sizeof device->hash,
                       (const unsigned char *)endpoint->text, endpoint->length, NULL, 0);
    return 1;
}

static int read_device(ApiCall *call, const Json *body)
{
    if (!begin(call) || !read_endpoint(call, body))
        return 0;
    StoreDevice *device = &call->notice->device;
    if (!read_bytes(call, body, "key", device->public_key, sizeof device->public_key)
        || !read_bytes(call, body, "auth", device->auth, sizeof device->auth))
        return 0;
    return push_public_is_sound(device->public_key)
           || fault_set(&call->error.fault, "key is no point of the curve.");
}

static StoreStatus device_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreDevice *device = &call->notice->device;

    device->user = call->you.id;
    device->created = call->now;
    snprintf(device->session, sizeof device->session, "%s", call->session.code);
    snprintf(device->label, sizeof device->label, "%s", call->session.device);
    snprintf(device->language, sizeof device->language, "%s",
             call->request->language == LANGUAGE_FR ? "fr" : "en");
    return store_device_add(store, device, fault);
}

static int read_hash(ApiCall *call, const Json *body)
{
    return begin(call)
           && read_bytes(call, body, "device", call->notice->device.hash, STORE_HASH_BYTES);
}

static StoreStatus forget_store(ApiCall *call, Store *store, Fault *fault)
{
    return store_device_drop(store, call->you.id, call->notice->device.hash, fault);
}

/* ------------------------------------------------------------------------- */
/* Invitations                                                               */
/* ------------------------------------------------------------------------- */

static int read_invite(ApiCall *call, const Json *body)
{
    return account_read_login_name(call, body);
}

/* Whoever blocks the caller, or is blocked, is not told, and the caller does not learn of
 * it. */
static StoreStatus invite(ApiCall *call, Store *store, const StoreTable *table,
                          Fault *fault)
{
    StoreRelation theirs = { 0 }, mine = { 0 };
    StoreStatus status =
        store_relation(store, call->other.id, call->you.id, &theirs, fault);

    if (status == STORE_OK)
        status = store_relation(store, call->you.id, call->other.id, &mine, fault);
    if (status != STORE_OK || theirs.is_blocked || mine.is_blocked
        || call->other.id == call->you.id)
        return status;
    return store_notice_add(
        store,
        &(PushNotice){ .kind = NOTICE_INVITED,
                       .kinds = 1 << NOTICE_INVITED,
                       .user = call->other.id,
                       .table = table->id,
                       .by = call->you.id,
                       .made = call->now,
                       .due = call->now,
                       .digest = mail_gathers_until(call->core, call->now) },
        fault);
}

/* Host and players invite, while the table is open. */
static StoreStatus invite_store(ApiCall *call, Store *store, Fault *fault)
{
    if (call->tables == NULL)
        call->tables = malloc(sizeof *call->tables);
    if (call->tables == NULL)
        return STORE_NO_MEMORY;
    StoreTable *table = call->tables;
    StoreStatus status = store_table_by_code(store, call->code, table, fault);

    if (status == STORE_NOT_FOUND)
        return api_refuse_in_store(call, ERROR_NO_SUCH_TABLE);
    if (status != STORE_OK)
        return status;
    if (table->host != call->you.id && table_seat_of(table, call->you.id) == NOBODY)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    if (table->state != TABLE_OPEN)
        return api_refuse_in_store(call, ERROR_NOT_OPEN);
    status = account_find(call, store, fault);
    return status == STORE_OK ? invite(call, store, table, fault) : status;
}

const Route NOTIFY_ROUTES[] = {
    ROUTE_GET("/notices", CALLER_PERSON, .read = read_nothing, .store = show_store,
              .answer = show_answer),
    ROUTE_POST("/notices", "turn begin invited from to zone", CALLER_PERSON,
               .read = read_settings, .store = settings_store),
    ROUTE_POST("/notices/device", "endpoint key auth", CALLER_PERSON, .counts_as_entry = 1,
               .event = "device-added", .read = read_device, .store = device_store),
    ROUTE_POST("/notices/forget", "device", CALLER_PERSON, .event = "device-removed",
               .read = read_hash, .store = forget_store),
    ROUTE_POST("/tables/CODE/invite", "name", CALLER_PERSON, .counts_as_entry = 1,
               .read = read_invite, .store = invite_store),
    { .form.name = NULL },
};
