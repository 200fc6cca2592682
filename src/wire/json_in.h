/* json_in.h: reads JSON, strictly: RFC 8259 and UTF-8, no key twice in an object,
 * whole numbers of 64 bits, no NUL in strings. A whole text becomes one row of
 * values, each box before what is in it:
 *
 *     {"a":[1,2],"b":3}      {  [  1  2  3
 *                      span  5  3  1  1  1
 *
 * so the value beside another is `span` values further on, and all of it is one
 * piece of memory. */
#ifndef ROUNDHOUSE_WIRE_JSON_IN_H
#define ROUNDHOUSE_WIRE_JSON_IN_H

#include "play/text.h"

#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 32, JSON_KEYS_MAX = 64 }; /* of boxes; of an object */

typedef enum JsonKind {
    JSON_IS_NOTHING,
    JSON_IS_FLAG,
    JSON_IS_NUMBER,   /* a whole one */
    JSON_IS_FRACTION, /* or with an exponent; nobody here wants to know it */
    JSON_IS_TEXT,
    JSON_IS_LIST,
    JSON_IS_OBJECT,
} JsonKind;

typedef struct Json {
    const char *key; /* in an object; ends in a NUL, and has none within */
    union {
        long long number; /* of a number or a flag */
        const char *text; /* ends in a NUL, and has none within */
    };
    uint32_t key_length;
    uint32_t length; /* bytes of a text, entries of a list or an object */
    uint32_t span;   /* values from this one to the one beside it */
    JsonKind kind;
} Json;

/* NULL, error in *fault: it is not JSON, or not as strict as that. `what` begins the
 * sentence if it is not: "This is not JSON". */
Json *json_read(const char *text, size_t length, const char *what, Fault *fault);
void json_free(Json *json);

static inline int json_is(const Json *json, JsonKind kind)
{
    return json->kind == kind;
}

/* The first entry of a box that has one, and the one beside an entry. */
static inline const Json *json_first(const Json *box)
{
    return box + 1;
}

static inline const Json *json_beside(const Json *entry)
{
    return entry + entry->span;
}

/* The value of an object's key; NULL: there is none. */
const Json *json_get(const Json *object, const char *key);

#endif
