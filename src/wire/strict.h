/* strict.h: taking values out of JSON objects from outside. What is missing, of
 * the wrong type or out of bounds, or not expected at all, becomes a sentence. */
#ifndef ROUNDHOUSE_WIRE_STRICT_H
#define ROUNDHOUSE_WIRE_STRICT_H

#include "play/text.h"
#include "wire/json_in.h"

/* Has the object no keys but these? The list ends with NULL. `what` names the
 * object in the sentence: "a position". */
int strict_has_only(const Json *object, const char *const *keys, const char *what,
                    Fault *fault);

/* Each answers 0 or NULL after telling what is wrong. */
int strict_number(const Json *object, const char *key, long long least, long long most,
                  long long *value, Fault *fault);
const Json *strict_text(const Json *object, const char *key, Fault *fault);
const Json *strict_object(const Json *object, const char *key, Fault *fault);

/* A JSON string for printf's "%s". */
#define QUOTED_JSON(json) quote((json)->text, (json)->length).text

#endif
