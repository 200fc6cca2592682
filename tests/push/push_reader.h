/* push_reader.h: the other end of web push: a browser that decrypts, and a push service
 * that checks signatures; written from RFC 8291 and 8292, not with the code under test. */
#ifndef ROUNDHOUSE_TESTS_PUSH_PUSH_READER_H
#define ROUNDHOUSE_TESTS_PUSH_PUSH_READER_H

#include "edge/web_push.h"

#include <openssl/evp.h>
#include <stddef.h>

typedef struct SoftBrowser {
    EVP_PKEY *pair;
    PushReader reader;              /* what it gives out */
    char key[PUSH_KEY_TEXT];        /* the same in base64url */
    char auth[PUSH_AUTH_BYTES * 2]; /* likewise */
} SoftBrowser;

/* Ends the program if OpenSSL fails. */
SoftBrowser soft_browser_new(void);
void soft_browser_free(SoftBrowser *browser);
/* The text of a body, with a NUL; 0: it is not for this browser, or was changed. */
int soft_browser_reads(const SoftBrowser *browser, const uint8_t *body, size_t length,
                       char *text, size_t room);

typedef struct SoftClaim {
    char audience[256], subject[256];
    long long expires;
    char key[PUSH_KEY_TEXT];
} SoftClaim;

/* Reads a header Authorization; 0: not signed by its key, or not as the standard wants
 * it. */
int soft_claim_read(const char *header, SoftClaim *claim);

#endif
