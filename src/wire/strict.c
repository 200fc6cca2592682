/* strict.c: takes values out of JSON objects from outside. */
#include "wire/strict.h"

#include <string.h>

static int is_among(const Json *entry, const char *keys)
{
    for (const char *end = keys; *end != '\0'; keys = end + 1) {
        for (end = keys; *end != ' ' && *end != '\0';)
            end++;
        if ((size_t)(end - keys) == entry->key_length
            && memcmp(keys, entry->key, entry->key_length) == 0)
            return 1;
    }
    return 0;
}

int strict_has_only(const Json *object, const char *keys, const char *what, Fault *fault)
{
    JSON_EACH(entry, object) {
        if (!is_among(entry, keys))
            return fault_set(fault, "\"%s\" is not part of %s.",
                             quote(entry->key, entry->key_length).text,
                             fault_words(fault, what));
    }
    return 1;
}

static int refuse_missing(const char *key, Fault *fault)
{
    return fault_set(fault, "%s is missing.", key);
}

int strict_number_if(const Json *object, const char *key, long long least, long long most,
                     long long *value, Fault *fault)
{
    const Json *json = json_get(object, key);

    if (json == NULL)
        return 1;
    if (!json_is(json, JSON_IS_NUMBER) || json->number < least || json->number > most)
        return fault_set(fault, "%s must be a whole number from %lld to %lld.", key, least,
                         most);
    *value = json->number;
    return 1;
}

int strict_number(const Json *object, const char *key, long long least, long long most,
                  long long *value, Fault *fault)
{
    if (json_get(object, key) == NULL)
        return refuse_missing(key, fault);
    return strict_number_if(object, key, least, most, value, fault);
}

int strict_int_if(const Json *object, const char *key, int least, int most, int *value,
                  Fault *fault)
{
    long long number = *value;

    if (!strict_number_if(object, key, least, most, &number, fault))
        return 0;
    *value = (int)number;
    return 1;
}

int strict_int(const Json *object, const char *key, int least, int most, int *value,
               Fault *fault)
{
    *value = 0;
    if (json_get(object, key) == NULL)
        return refuse_missing(key, fault);
    return strict_int_if(object, key, least, most, value, fault);
}

int strict_get_if(const Json *object, const char *key, JsonKind kind, const Json **value,
                  Fault *fault)
{
    static const char *const KINDS[] = { [JSON_IS_FLAG] = "true or false",
                                         [JSON_IS_TEXT] = "a string",
                                         [JSON_IS_LIST] = "a list",
                                         [JSON_IS_OBJECT] = "an object" };
    const Json *json = json_get(object, key);

    if (json == NULL)
        return 1;
    if (!json_is(json, kind))
        return fault_set(fault, "%s must be %s.", key, fault_words(fault, KINDS[kind]));
    *value = json;
    return 1;
}

const Json *strict_get(const Json *object, const char *key, JsonKind kind, Fault *fault)
{
    const Json *value = NULL;

    if (strict_get_if(object, key, kind, &value, fault) && value == NULL)
        refuse_missing(key, fault);
    return value;
}
