/* strict.c: taking values out of JSON objects from outside. */
#include "wire/strict.h"

#include <string.h>

json_t *strict_parse(const char *text, size_t length, const char *what, Fault *fault)
{
    json_error_t error;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);

    if (json != NULL)
        return json;
    if (json_error_code(&error) == json_error_null_character)
        fault_tell(fault, "%s: there is a NUL in it (column %d).", what, error.column);
    else
        fault_tell(fault, "%s: %s (column %d).", what,
                   quote(error.text, strlen(error.text)).text, error.column);
    return NULL;
}

static int is_among(const char *key, const char *const *keys)
{
    for (; *keys != NULL; keys++) {
        if (strcmp(*keys, key) == 0)
            return 1;
    }
    return 0;
}

int strict_has_only(const json_t *object, const char *const *keys, const char *what,
                    Fault *fault)
{
    json_t *walked = (json_t *)object; /* jansson walks only what it could change */

    for (void *at = json_object_iter(walked); at != NULL;
         at = json_object_iter_next(walked, at)) {
        const char *key = json_object_iter_key(at);
        if (!is_among(key, keys))
            return fault_tell(fault, "\"%s\" is not part of %s.",
                              quote(key, strlen(key)).text, what);
    }
    return 1;
}

/* NULL, told: there is none. */
static const json_t *get(const json_t *object, const char *key, Fault *fault)
{
    const json_t *value = json_object_get(object, key);

    if (value == NULL)
        fault_tell(fault, "%s is missing.", key);
    return value;
}

int strict_number(const json_t *object, const char *key, long long least, long long most,
                  long long *value, Fault *fault)
{
    const json_t *json = get(object, key, fault);

    if (json == NULL)
        return 0;
    if (!json_is_integer(json) || json_integer_value(json) < least
        || json_integer_value(json) > most)
        return fault_tell(fault, "%s must be a whole number from %lld to %lld.", key, least,
                          most);
    *value = json_integer_value(json);
    return 1;
}

const json_t *strict_text(const json_t *object, const char *key, Fault *fault)
{
    const json_t *json = get(object, key, fault);

    if (json == NULL || json_is_string(json))
        return json;
    fault_tell(fault, "%s must be a string.", key);
    return NULL;
}

const json_t *strict_object(const json_t *object, const char *key, Fault *fault)
{
    const json_t *json = get(object, key, fault);

    if (json == NULL || json_is_object(json))
        return json;
    fault_tell(fault, "%s must be an object.", key);
    return NULL;
}
