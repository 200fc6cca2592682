/* strict.h: takes values out of JSON objects from outside, key and value in one call. What
 * is missing, of the wrong type or out of bounds, or not expected at all, becomes a
 * sentence. */
#ifndef ROUNDHOUSE_WIRE_STRICT_H
#define ROUNDHOUSE_WIRE_STRICT_H

#include "play/text.h"
#include "wire/json_in.h"

/* Has the object no keys but these, which stand in one string with spaces between? `what`
 * names the object in the sentence: "a position". */
int strict_has_only(const Json *object, const char *keys, const char *what, Fault *fault);

/* Each answers 0 or NULL, with a sentence in *fault. */
int strict_number(const Json *object, const char *key, long long least, long long most,
                  long long *value, Fault *fault);
int strict_int(const Json *object, const char *key, int least, int most, int *value,
               Fault *fault);
const Json *strict_get(const Json *object, const char *key, JsonKind kind, Fault *fault);

/* The same for a key that may be missing: then *value stays as it is. */
int strict_number_if(const Json *object, const char *key, long long least, long long most,
                     long long *value, Fault *fault);
int strict_int_if(const Json *object, const char *key, int least, int most, int *value,
                  Fault *fault);
int strict_get_if(const Json *object, const char *key, JsonKind kind, const Json **value,
                  Fault *fault);

static inline const Json *strict_text(const Json *object, const char *key, Fault *fault)
{
    return strict_get(object, key, JSON_IS_TEXT, fault);
}

static inline const Json *strict_object(const Json *object, const char *key, Fault *fault)
{
    return strict_get(object, key, JSON_IS_OBJECT, fault);
}

/* A JSON string for printf's "%s". */
#define QUOTED_JSON(json) quote((json)->text, (json)->length).text

#endif
