/* query.h: the query of a request as it was sent: "mine=1&with=A%26B". Values are decoded
 * after they have been separated. */
#ifndef ROUNDHOUSE_EDGE_QUERY_H
#define ROUNDHOUSE_EDGE_QUERY_H

#include "play/text.h"

/* The value of a key, decoded; empty if it is longer than `size` or cannot be decoded. 0:
 * it has no such key, and the value is empty. */
int query_value(const char *query, const char *key, char *value, size_t size);
/* Has it no keys but these, which stand in one string with spaces between, each with a
 * value and once at most? 0: error in *fault. */
int query_has_only(const char *query, const char *keys, Fault *fault);

#endif
