/* scan.h: finds in a server's message the little that a player at random needs.
 * It reads no more of the JSON than it must: the load generator shares the machine
 * with the measured server. */
#ifndef ROUNDHOUSE_LOAD_SCAN_H
#define ROUNDHOUSE_LOAD_SCAN_H

#include <stddef.h>

enum { CODE_MAX = 16 }; /* bytes of a table's code, with its NUL */

/* A piece of a message. */
typedef struct Piece {
    const char *bytes;
    size_t length;
} Piece;

/* Does the message have this type? It is the first key. */
int scan_is(const char *message, size_t length, const char *type);
/* The string value of the first such key; 0: none, or it does not fit. */
int scan_text(const char *message, size_t length, const char *key, char *out, size_t room);
/* The number of the first such key; -1: none. */
long scan_number(const char *message, size_t length, const char *key);
/* The object of the first such key; length 0: none. */
Piece scan_object(const char *message, size_t length, const char *key);
/* The number of offered actions, and one of them. */
int scan_action_count(const char *message, size_t length);
Piece scan_action(const char *message, size_t length, int number);

#endif
