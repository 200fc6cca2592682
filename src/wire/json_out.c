/* json_out.c: the append-only JSON writer. */
#include "wire/json_out.h"

#include <string.h>

static void begin_value(JsonOut *out)
{
    if (out->needs_comma)
        text_append(out->text, ",", 1);
    out->needs_comma = 1;
}

static void open_box(JsonOut *out, char bracket)
{
    begin_value(out);
    text_append(out->text, &bracket, 1);
    out->needs_comma = 0;
}

static void close_box(JsonOut *out, char bracket)
{
    text_append(out->text, &bracket, 1);
    out->needs_comma = 1;
}

void json_open_object(JsonOut *out)
{
    open_box(out, '{');
}

void json_close_object(JsonOut *out)
{
    close_box(out, '}');
}

void json_open_list(JsonOut *out)
{
    open_box(out, '[');
}

void json_close_list(JsonOut *out)
{
    close_box(out, ']');
}

/* Names are most of a position: one reserve for all the bytes of each. */
static void add_quoted(Text *text, const char *name, size_t length)
{
    if (!text_reserve(text, length + 2))
        return;
    char *at = text->bytes + text->length;
    at[0] = '"';
    memcpy(at + 1, name, length);
    at[length + 1] = '"';
    at[length + 2] = '\0';
    text->length += length + 2;
}

void json_key(JsonOut *out, const char *key)
{
    begin_value(out);
    add_quoted(out->text, key, strlen(key));
    text_append(out->text, ":", 1);
    out->needs_comma = 0;
}

void json_name(JsonOut *out, const char *name)
{
    begin_value(out);
    add_quoted(out->text, name, strlen(name));
}

static void add_escape(Text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    const char code[6] = { '\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15] };
    const char pair[2] = { '\\', (char)(byte == '\n' ? 'n' : byte) };

    if (byte == '"' || byte == '\\' || byte == '\n')
        text_append(text, pair, sizeof pair);
    else
        text_append(text, code, sizeof code);
}

void json_text(JsonOut *out, const char *string, size_t length)
{
    size_t plain = 0;

    begin_value(out);
    text_append(out->text, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)string[i];
        if (byte >= ' ' && byte != '"' && byte != '\\')
            continue;
        text_append(out->text, string + plain, i - plain);
        add_escape(out->text, byte);
        plain = i + 1;
    }
    text_append(out->text, string + plain, length - plain);
    text_append(out->text, "\"", 1);
}

void json_number(JsonOut *out, long long number)
{
    begin_value(out);
    text_add_number(out->text, number);
}

/* Not by printf, which depends on the locale. */
void json_fraction(JsonOut *out, double fraction)
{
    int parts = (int)(fraction * 10000 + 0.5);
    char digits[6] = { (char)('0' + parts / 10000 % 10), '.' };

    for (int i = 5; i >= 2; i--, parts /= 10)
        digits[i] = (char)('0' + parts % 10);
    begin_value(out);
    text_append(out->text, digits, sizeof digits);
}

void json_flag(JsonOut *out, int is_true)
{
    begin_value(out);
    text_add(out->text, is_true ? "true" : "false");
}

void json_nothing(JsonOut *out)
{
    begin_value(out);
    text_add(out->text, "null");
}

void json_bytes(JsonOut *out, const unsigned char *bytes, size_t count)
{
    begin_value(out);
    text_append(out->text, "\"", 1);
    text_add_hex(out->text, bytes, count);
    text_append(out->text, "\"", 1);
}

void json_put_name(JsonOut *out, const char *key, const char *name)
{
    json_key(out, key);
    json_name(out, name);
}

void json_put_text(JsonOut *out, const char *key, const char *string)
{
    json_key(out, key);
    json_text(out, string, strlen(string));
}

void json_put_number(JsonOut *out, const char *key, long long number)
{
    json_key(out, key);
    json_number(out, number);
}

void json_put_flag(JsonOut *out, const char *key, int is_true)
{
    json_key(out, key);
    json_flag(out, is_true);
}

void json_put_bytes(JsonOut *out, const char *key, const unsigned char *bytes, size_t count)
{
    json_key(out, key);
    json_bytes(out, bytes, count);
}

void json_put_object(JsonOut *out, const char *key)
{
    json_key(out, key);
    json_open_object(out);
}

void json_put_list(JsonOut *out, const char *key)
{
    json_key(out, key);
    json_open_list(out);
}
