/* scan.c: finds keys. A key cannot be confused with the text of a string, where its
 * quotes would be escaped. */
#include "load/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MOST = 40 };

/* The position after `"key":`; NULL: not found. */
static const char *behind_key(const char *message, size_t length, const char *key)
{
    char quoted[KEY_MOST];
    int size = snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = memmem(message, length, quoted, (size_t)size);

    return found == NULL ? NULL : found + size;
}

int scan_is(const char *message, size_t length, const char *type)
{
    static const char KEY[] = "{\"type\":\"";
    size_t key = sizeof KEY - 1, size = strlen(type);

    return length > key + size && memcmp(message, KEY, key) == 0
           && memcmp(message + key, type, size) == 0 && message[key + size] == '"';
}

int scan_text(const char *message, size_t length, const char *key, char *out, size_t room)
{
    const char *at = behind_key(message, length, key), *end;

    if (at == NULL || at >= message + length || *at != '"')
        return 0;
    at++;
    end = memchr(at, '"', (size_t)(message + length - at));
    if (end == NULL || (size_t)(end - at) >= room)
        return 0;
    memcpy(out, at, (size_t)(end - at));
    out[end - at] = '\0';
    return 1;
}

long scan_number(const char *message, size_t length, const char *key)
{
    const char *at = behind_key(message, length, key);

    if (at == NULL || at >= message + length || *at < '0' || *at > '9')
        return -1;
    return strtol(at, NULL, 10);
}

/* The length of the object that begins at `at`; 0: it does not end. */
static size_t object_length(const char *at, const char *end)
{
    const char *begin = at;
    int depth = 0;

    for (; at < end; at++) {
        if (*at == '"') {
            for (at++; at < end && *at != '"'; at++)
                at += *at == '\\';
        } else if (*at == '{') {
            depth++;
        } else if (*at == '}' && --depth == 0) {
            return (size_t)(at - begin) + 1;
        }
    }
    return 0;
}

Piece scan_object(const char *message, size_t length, const char *key)
{
    const char *at = behind_key(message, length, key), *end = message + length;

    if (at == NULL || at >= end || *at != '{')
        return (Piece){ 0 };
    return (Piece){ at, object_length(at, end) };
}

/* Walks the actions up to that number; returns how many it met. */
static int walk(const char *message, size_t length, int number, Piece *piece)
{
    const char *end = message + length, *at = behind_key(message, length, "actions");
    int count = 0;

    *piece = (Piece){ 0 };
    while (at != NULL && end - at > 1 && (*at == '[' || *at == ',') && at[1] == '{') {
        *piece = (Piece){ at + 1, object_length(at + 1, end) };
        if (piece->length == 0 || count++ == number)
            break;
        at += 1 + piece->length;
    }
    return count;
}

int scan_action_count(const char *message, size_t length)
{
    Piece last;

    return walk(message, length, -1, &last);
}

Piece scan_action(const char *message, size_t length, int number)
{
    Piece piece;

    walk(message, length, number, &piece);
    return piece;
}
