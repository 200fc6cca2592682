/* push_service.h: a push service on loopback, in a thread: it speaks https, checks who
 * signs its requests, and decrypts what they carry as the browser would. Its endpoints:
 *
 *     /ok/…     takes every message (201)
 *     /gone/…   has expired (410)
 *     /busy/…   takes none until push_service_recover (503) */
#ifndef ROUNDHOUSE_TESTS_PUSH_PUSH_SERVICE_H
#define ROUNDHOUSE_TESTS_PUSH_PUSH_SERVICE_H

#include "push/push_reader.h"

typedef struct PushService PushService;

/* A message that has come. */
typedef struct Pushed {
    char path[128];
    int status; /* that was answered; 400: not signed, or not as the standard wants it */
    SoftClaim claim;
    char topic[64];
    char text[PUSH_TEXT_MAX + 1];
} Pushed;

/* Writes its certificate to `folder`. */
PushService *push_service_open(const char *folder);
void push_service_close(PushService *service);
/* The file with the certificate; the address, "https://127.0.0.1:PORT"; the browser. */
const char *push_service_ca(const PushService *service);
const char *push_service_origin(const PushService *service);
const SoftBrowser *push_service_browser(const PushService *service);
/* The next message; 0: none within this many milliseconds. */
int push_service_next(PushService *service, int milliseconds, Pushed *pushed);
void push_service_recover(PushService *service);

#endif
