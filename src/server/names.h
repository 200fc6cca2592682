/* names.h: names of people: which are allowed, and which are the same. Unicode's data come
 * from ICU.
 *
 *     as typed ──clean──> name ──NFKC, case──> key ──confusables──> skeleton
 *     "А\u200bda"         "Аda"                "аda"                "ada"
 *
 * The name is shown, the key signs in, the skeleton decides whether somebody else may have
 * the name: names with the same key have the same skeleton. */
#ifndef ROUNDHOUSE_SERVER_NAMES_H
#define ROUNDHOUSE_SERVER_NAMES_H

#include "store/store.h"

/* A name as people write it, without characters that do not show (joiners, selectors,
 * fillers), and with single spaces. 0: it is none: blank, longer than 32 characters, or
 * with a space at either end, control characters, marks of direction or heaps of accents.
 */
int name_clean(const char *typed, size_t length, char name[STORE_NAME_MAX + 1]);

/* The key: NFKC and case folding. Empty: nothing is left of the name. */
void name_key(const char *name, char key[STORE_NAME_MAX + 1]);
/* The key of versions before 3: small letters of ASCII. Some names that are as old still
 * have it, because the new one was taken. */
void name_old_key(const char *name, char key[STORE_NAME_MAX + 1]);
void name_skeleton(const char *name, char skeleton[STORE_SKELETON_MAX + 1]);

/* Sets name, key and skeleton. */
void name_give(StoreUser *user, const char *name);
/* "Ada" is "Ada 2": the name with a number, shortened if it must be. */
void name_number(const char *name, int number, char numbered[STORE_NAME_MAX + 1]);

/* Computes the keys of stored names again, as this program's Unicode has them. At the start
 * of a server. */
StoreStatus names_settle(Store *store, Fault *fault);
/* Logs kept names that look the same; both stay. */
StoreStatus names_log_alike(Store *store, Fault *fault);

#endif
