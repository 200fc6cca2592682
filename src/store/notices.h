/* notices.h: persistent storage of what people want to be told, and where: their settings,
 * the browsers that get web push, and the queue of notices. The rules of store.h hold.
 *
 *     users ──  notify          settings; none: the defaults
 *       └────<  devices ──< pushes >── tables
 *
 * A notice of a kind about a table is one row for each device. It waits until it is due; a
 * claim moves that time, so that the claim of a server that was killed expires, and a
 * device that does not answer is tried again later and later. What was sent stays without
 * a time, so that it is not sent twice. */
#ifndef ROUNDHOUSE_STORE_NOTICES_H
#define ROUNDHOUSE_STORE_NOTICES_H

#include "store/store.h"

enum {
    STORE_ENDPOINT_MAX = 1024,
    STORE_PUSH_PUBLIC_BYTES = 65,
    STORE_PUSH_AUTH_BYTES = 16,
    STORE_VAPID_BYTES = 32,
    STORE_ZONE_MAX = 64,
    STORE_DEVICES_MAX = 10, /* of a user */
};

typedef enum NoticeKind {
    NOTICE_TURN,
    NOTICE_BEGIN,
    NOTICE_INVITED,
    NOTICE_KINDS
} NoticeKind;

enum { NOTICES_ALL = (1 << NOTICE_KINDS) - 1 };

/* No quiet hours: from and to are the same. */
typedef struct StoreNotify {
    int kinds;                     /* that are pushed: a bit each */
    int quiet_from, quiet_to;      /* minutes of the day */
    char zone[STORE_ZONE_MAX + 1]; /* of quiet hours; empty: UTC */
} StoreNotify;

StoreStatus store_notify_get(Store *store, StoreId user, StoreNotify *notify, Fault *fault);
StoreStatus store_notify_set(Store *store, StoreId user, const StoreNotify *notify,
                             Fault *fault);

/* A browser that somebody is signed in with. */
typedef struct StoreDevice {
    uint8_t hash[STORE_HASH_BYTES]; /* of the endpoint */
    StoreId user;
    char session[STORE_CODE_MAX + 1]; /* with which it ends */
    char endpoint[STORE_ENDPOINT_MAX + 1];
    uint8_t public_key[STORE_PUSH_PUBLIC_BYTES];
    uint8_t auth[STORE_PUSH_AUTH_BYTES];
    char label[STORE_DEVICE_MAX + 1];
    char language[STORE_WORD_MAX + 1];
    int64_t created;
} StoreDevice;

/* An endpoint belongs to whoever added it last. Of more than STORE_DEVICES_MAX, the oldest
 * goes. */
StoreStatus store_device_add(Store *store, const StoreDevice *device, Fault *fault);
/* Those of sessions that have not ended, the oldest first. */
StoreStatus store_devices(Store *store, StoreId user, int64_t now, StoreDevice *devices,
                          int room, int *count, Fault *fault);
/* STORE_NOT_FOUND: it is not this user's. */
StoreStatus store_device_drop(Store *store, StoreId user,
                              const uint8_t hash[STORE_HASH_BYTES], Fault *fault);
/* The push service says that there is no such endpoint any more. */
StoreStatus store_device_gone(Store *store, const uint8_t hash[STORE_HASH_BYTES],
                              Fault *fault);

typedef struct PushNotice {
    NoticeKind kind;
    int kinds; /* whoever wants one of these gets it */
    StoreId user, table;
    int n;      /* only if it is beyond the last one of this kind about the table */
    StoreId by; /* who invites; 0: nobody */
    int64_t made, due;
    int64_t digest; /* not in a digest before then; 0: in none */
} PushNotice;

/* For every device of the user, and the next digest, unless the user does not want it. */
StoreStatus store_notice_add(Store *store, const PushNotice *notice, Fault *fault);
/* When the next one is due; 0: there is none. */
StoreStatus store_notice_next(Store *store, int64_t *due, Fault *fault);

/* A notice for a device, with all that is needed to decide and to write it. */
typedef struct StorePush {
    uint8_t device[STORE_HASH_BYTES];
    StoreId table;
    NoticeKind kind;
    int n, tries; /* this one included */
    int is_void;  /* the device, its session or its user is gone: nothing below is set */
    StoreId user;
    char endpoint[STORE_ENDPOINT_MAX + 1];
    uint8_t public_key[STORE_PUSH_PUBLIC_BYTES];
    uint8_t auth[STORE_PUSH_AUTH_BYTES];
    char language[STORE_WORD_MAX + 1];
    StoreNotify notify;
    char code[STORE_CODE_MAX + 1]; /* of the table */
    char game[STORE_WORD_MAX + 1];
    TableState state;
    int seat; /* or NOBODY */
    int is_turn;
    char by[STORE_NAME_MAX + 1];
} StorePush;

typedef struct StorePushClaim {
    int64_t now;
    int64_t lease; /* until the first retry; later ones take longer */
} StorePushClaim;

/* Claims what is due, the longest due first. Servers that share the store get different
 * ones. */
StoreStatus store_push_claim(Store *store, const StorePushClaim *claim, StorePush *pushes,
                             int room, int *count, Fault *fault);
/* It was sent; or it need not be, and may be made again. */
StoreStatus store_push_done(Store *store, const StorePush *push, Fault *fault);
StoreStatus store_push_drop(Store *store, const StorePush *push, Fault *fault);
/* Not before then. */
StoreStatus store_push_later(Store *store, const StorePush *push, int64_t due,
                             Fault *fault);
/* None for that device before then. */
StoreStatus store_push_delay(Store *store, const uint8_t device[STORE_HASH_BYTES],
                             int64_t due, Fault *fault);
/* Forgets notices made before then, and devices whose sessions have ended. */
StoreStatus store_notices_sweep(Store *store, int64_t before, int64_t now, Fault *fault);

/* Of users.c, when a user is deleted. */
StoreStatus store_notices_drop(Store *store, StoreId user, Fault *fault);

/* The private key by which push services know this server: *key becomes it, if there is
 * none yet. */
StoreStatus store_vapid(Store *store, uint8_t key[STORE_VAPID_BYTES], Fault *fault);

#endif
