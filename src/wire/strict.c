/* strict.c: taking values out of JSON objects from outside. */
#include "wire/strict.h"

#include <string.h>

static int is_among(const char *key, const char *const *keys)
{
    for (; *keys != NULL; keys++) {
        if (strcmp(*keys, key) == 0)
            return 1;
    }
    return 0;
}

int strict_has_only(const Json *object, const char *const *keys, const char *what,
                    Fault *fault)
{
    const Json *entry = json_first(object);

    for (uint32_t i = 0; i < object->length; i++, entry = json_beside(entry)) {
        if (!is_among(entry->key, keys))
            return fault_tell(fault, "\"%s\" is not part of %s.",
                              quote(entry->key, entry->key_length).text, what);
    }
    return 1;
}

/* NULL, told: there is none. */
static const Json *get(const Json *object, const char *key, Fault *fault)
{
    const Json *value = json_get(object, key);

    if (value == NULL)
        fault_tell(fault, "%s is missing.", key);
    return value;
}

int strict_number(const Json *object, const char *key, long long least, long long most,
                  long long *value, Fault *fault)
{
    const Json *json = get(object, key, fault);

    if (json == NULL)
        return 0;
    if (!json_is(json, JSON_IS_NUMBER) || json->number < least || json->number > most)
        return fault_tell(fault, "%s must be a whole number from %lld to %lld.", key, least,
                          most);
    *value = json->number;
    return 1;
}

const Json *strict_text(const Json *object, const char *key, Fault *fault)
{
    const Json *json = get(object, key, fault);

    if (json == NULL || json_is(json, JSON_IS_TEXT))
        return json;
    fault_tell(fault, "%s must be a string.", key);
    return NULL;
}

const Json *strict_object(const Json *object, const char *key, Fault *fault)
{
    const Json *json = get(object, key, fault);

    if (json == NULL || json_is(json, JSON_IS_OBJECT))
        return json;
    fault_tell(fault, "%s must be an object.", key);
    return NULL;
}
