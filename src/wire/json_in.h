/* json_in.h: a strict JSON parser: RFC 8259 and UTF-8, no duplicate keys, integers of 64
 * bits, no NUL in strings. A text becomes one array of values in preorder:
 *
 *     {"a":[1,2],"b":3}      {  [  1  2  3
 *                      span  5  3  1  1  1
 *
 * so the next sibling of a value is `span` values further on, and all of it is one
 * allocation. */
#ifndef ROUNDHOUSE_WIRE_JSON_IN_H
#define ROUNDHOUSE_WIRE_JSON_IN_H

#include "play/text.h"

#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 32, JSON_KEYS_MAX = 64 }; /* nesting; keys of an object */

typedef enum JsonKind {
    JSON_IS_NOTHING,
    JSON_IS_FLAG,
    JSON_IS_NUMBER,   /* a whole one */
    JSON_IS_FRACTION, /* or with an exponent; the value is not kept */
    JSON_IS_TEXT,
    JSON_IS_LIST,
    JSON_IS_OBJECT,
} JsonKind;

typedef struct Json {
    const char *key; /* in an object; NUL-terminated */
    union {
        long long number; /* of a number or a flag */
        const char *text; /* ends in a NUL, and has none within */
    };
    uint32_t key_length;
    uint32_t length; /* bytes of a text, entries of a list or an object */
    uint32_t span;   /* values from this one to its next sibling */
    JsonKind kind;
} Json;

/* NULL: error in *fault. `what` begins the sentence of a syntax error: "This is not
 * JSON". */
Json *json_read(const char *text, size_t length, const char *what, Fault *fault);
void json_free(Json *json);

static inline int json_is(const Json *json, JsonKind kind)
{
    return json->kind == kind;
}

/* The first entry of a nonempty list or object, and the next sibling of an entry. */
static inline const Json *json_first(const Json *box)
{
    return box + 1;
}

static inline const Json *json_beside(const Json *entry)
{
    return entry + entry->span;
}

/* For each entry of a list or object. */
#define JSON_EACH(entry, box)                                                              \
    /* NOLINTNEXTLINE(bugprone-macro-parentheses) */                                       \
    for (const Json *entry = json_first(box); (entry) < (box) + (box)->span;               \
         (entry) = json_beside(entry))

/* The value of an object's key; NULL: there is none. */
const Json *json_get(const Json *object, const char *key);

#endif
