/* json_out.h: writes JSON by appending to a text: no tree, no allocation per value,
 * commas are inserted automatically. */
#ifndef ROUNDHOUSE_WIRE_JSON_OUT_H
#define ROUNDHOUSE_WIRE_JSON_OUT_H

#include "play/text.h"

#include <stddef.h>

/* Starts as { .text = … }. The caller owns the text and checks text->has_failed. */
typedef struct JsonOut {
    Text *text;
    int needs_comma; /* before the next key or value */
} JsonOut;

/* Between open and close come an object's keys and values in turn, or a list's
 * values. */
void json_open_object(JsonOut *out);
void json_close_object(JsonOut *out);
void json_open_list(JsonOut *out);
void json_close_list(JsonOut *out);
/* Keys and names are constants that need no escaping. */
void json_key(JsonOut *out, const char *key);
void json_name(JsonOut *out, const char *name);
/* Any UTF-8. */
void json_text(JsonOut *out, const char *string, size_t length);
void json_number(JsonOut *out, long long number);
/* From 0 to 1, with four decimals. */
void json_fraction(JsonOut *out, double fraction);
void json_flag(JsonOut *out, int is_true);
void json_nothing(JsonOut *out);
/* Bytes as a string of hexadecimal digits. */
void json_bytes(JsonOut *out, const unsigned char *bytes, size_t count);
/* A key and its value. */
void json_put_name(JsonOut *out, const char *key, const char *name);
void json_put_text(JsonOut *out, const char *key, const char *string);
void json_put_number(JsonOut *out, const char *key, long long number);
void json_put_flag(JsonOut *out, const char *key, int is_true);
void json_put_bytes(JsonOut *out, const char *key, const unsigned char *bytes,
                    size_t count);
/* A key, and its object or list is open. */
void json_put_object(JsonOut *out, const char *key);
void json_put_list(JsonOut *out, const char *key);

#endif
