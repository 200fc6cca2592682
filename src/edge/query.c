/* query.c: keys and values of a query. */
#include "edge/query.h"

#include "edge/http_parse.h"

#include <string.h>

/* "key=value", and where the next one begins. */
typedef struct Pair {
    const char *key, *value; /* `value` NULL: there is no '=' */
    size_t key_length, value_length;
    const char *next;
} Pair;

static Pair pair_at(const char *query)
{
    size_t length = strcspn(query, "&");
    const char *equals = memchr(query, '=', length);
    Pair pair = { .key = query, .key_length = length, .next = query + length };

    pair.next += *pair.next == '&';
    if (equals != NULL) {
        pair.key_length = (size_t)(equals - query);
        pair.value = equals + 1;
        pair.value_length = length - pair.key_length - 1;
    }
    return pair;
}

static int is_key(const Pair *pair, const char *key, size_t length)
{
    return pair->value != NULL && pair->key_length == length
           && memcmp(pair->key, key, length) == 0;
}

int query_value(const char *query, const char *key, char *value, size_t size)
{
    value[0] = '\0';
    while (*query != '\0') {
        Pair pair = pair_at(query);
        if (is_key(&pair, key, strlen(key))) {
            http_decode((Span){ pair.value, pair.value_length }, value, size);
            return 1;
        }
        query = pair.next;
    }
    return 0;
}

static int is_among(const Pair *pair, const char *keys)
{
    for (size_t length; *keys != '\0'; keys += length + (keys[length] == ' ')) {
        length = strcspn(keys, " ");
        if (is_key(pair, keys, length))
            return 1;
    }
    return 0;
}

/* Is the key in the query before this pair, too? */
static int is_repeated(const char *query, const Pair *pair)
{
    while (query < pair->key) {
        Pair before = pair_at(query);
        if (is_key(&before, pair->key, pair->key_length))
            return 1;
        query = before.next;
    }
    return 0;
}

int query_has_only(const char *query, const char *keys, Fault *fault)
{
    for (const char *at = query; *at != '\0';) {
        Pair pair = pair_at(at);
        const char *why = !is_among(&pair, keys)      ? "is not part of this query"
                          : is_repeated(query, &pair) ? "is twice in this query"
                                                      : NULL;
        if (why != NULL)
            return fault_set(fault, "\"%s\" %s.", quote(pair.key, pair.key_length).text,
                             fault_words(fault, why));
        at = pair.next;
    }
    return 1;
}
