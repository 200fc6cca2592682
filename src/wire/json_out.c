/* json_out.c: the append-only JSON writer. */
#include "wire/json_out.h"

#include <stdint.h>
#include <string.h>

/* Most of a message is short names: one reserve for all the bytes of a value, with the
 * comma before it. Returns where its `most` bytes may stand; NULL: no memory. */
static char *begin_value(JsonOut *out, size_t most)
{
    Text *text = out->text;

    if (!text_reserve(text, most + 1))
        return NULL;
    char *at = text->bytes + text->length;
    if (out->needs_comma)
        *at++ = ',';
    out->needs_comma = 1;
    return at;
}

static void end_value(JsonOut *out, char *end)
{
    *end = '\0';
    out->text->length = (size_t)(end - out->text->bytes);
}

static void add_plain(JsonOut *out, const char *value, size_t length)
{
    char *at = begin_value(out, length);

    if (at == NULL)
        return;
    memcpy(at, value, length);
    end_value(out, at + length);
}

/* Before a value that is appended by other means. */
static void add_comma(JsonOut *out)
{
    add_plain(out, "", 0);
}

static void open_box(JsonOut *out, char bracket)
{
    add_plain(out, &bracket, 1);
    out->needs_comma = 0;
}

static void close_box(JsonOut *out, char bracket)
{
    out->needs_comma = 0;
    add_plain(out, &bracket, 1);
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

/* A name in quotation marks, and then `after`, which may be empty. */
static void add_quoted(JsonOut *out, const char *name, size_t length, const char *after)
{
    char *at = begin_value(out, length + 3);

    if (at == NULL)
        return;
    *at++ = '"';
    memcpy(at, name, length);
    at += length;
    *at++ = '"';
    if (*after != '\0')
        *at++ = *after;
    end_value(out, at);
}

void json_key(JsonOut *out, const char *key)
{
    add_quoted(out, key, strlen(key), ":");
    out->needs_comma = 0;
}

void json_name(JsonOut *out, const char *name)
{
    add_quoted(out, name, strlen(name), "");
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

static int needs_escape(unsigned char byte)
{
    return byte < ' ' || byte == '"' || byte == '\\';
}

/* Every byte of a word below `limit`, which is at most 128, shows its highest bit; a byte
 * after the first of them may show it, too. */
static uint64_t bytes_below(uint64_t word, uint64_t limit)
{
    const uint64_t ones = ~0ULL / 255;

    return (word - ones * limit) & ~word & ones * 128;
}

/* How many bytes come before the next that needs an escape: eight at a time, since most
 * texts need none. */
static size_t plain_length(const char *string, size_t length)
{
    const uint64_t ones = ~0ULL / 255;
    size_t i = 0;

    for (uint64_t word; i + sizeof word <= length; i += sizeof word) {
        memcpy(&word, string + i, sizeof word);
        if (bytes_below(word, ' ') | bytes_below(word ^ ones * '"', 1)
            | bytes_below(word ^ ones * '\\', 1))
            break;
    }
    while (i < length && !needs_escape((unsigned char)string[i]))
        i++;
    return i;
}

void json_text(JsonOut *out, const char *string, size_t length)
{
    size_t plain = plain_length(string, length);

    add_plain(out, "\"", 1);
    while (plain < length) {
        text_append(out->text, string, plain);
        add_escape(out->text, (unsigned char)string[plain]);
        string += plain + 1;
        length -= plain + 1;
        plain = plain_length(string, length);
    }
    text_append(out->text, string, length);
    text_append(out->text, "\"", 1);
}

void json_number(JsonOut *out, long long number)
{
    add_comma(out);
    text_add_number(out->text, number);
}

/* Not by printf, which depends on the locale. */
void json_fraction(JsonOut *out, double fraction)
{
    int parts = (int)(fraction * 10000 + 0.5);
    char digits[6] = { (char)('0' + parts / 10000 % 10), '.' };

    for (int i = 5; i >= 2; i--, parts /= 10)
        digits[i] = (char)('0' + parts % 10);
    add_plain(out, digits, sizeof digits);
}

void json_flag(JsonOut *out, int is_true)
{
    add_plain(out, is_true ? "true" : "false", is_true ? 4 : 5);
}

void json_nothing(JsonOut *out)
{
    add_plain(out, "null", 4);
}

void json_bytes(JsonOut *out, const unsigned char *bytes, size_t count)
{
    add_plain(out, "\"", 1);
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
