/* strict.h: taking values out of JSON objects from outside. What is missing, of
 * the wrong type or out of bounds, or not expected at all, becomes a sentence. */
#ifndef ROUNDHOUSE_WIRE_STRICT_H
#define ROUNDHOUSE_WIRE_STRICT_H

#include "play/text.h"

#include <jansson.h>

/* The text as JSON, no key twice in an object; NULL, told: it is not. `what` begins
 * the sentence: "This is not JSON". */
json_t *strict_parse(const char *text, size_t length, const char *what, Fault *fault);

/* Has the object no keys but these? The list ends with NULL. `what` names the
 * object in the sentence: "a position". */
int strict_has_only(const json_t *object, const char *const *keys, const char *what,
                    Fault *fault);

/* Each answers 0 or NULL after telling what is wrong. */
int strict_number(const json_t *object, const char *key, long long least, long long most,
                  long long *value, Fault *fault);
const json_t *strict_text(const json_t *object, const char *key, Fault *fault);
const json_t *strict_object(const json_t *object, const char *key, Fault *fault);

/* A JSON string for printf's "%s". */
#define QUOTED_JSON(json) quote(json_string_value(json), json_string_length(json)).text

#endif
