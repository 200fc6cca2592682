/* text.c: a string buffer, error sentences, quotations. */
#include "play/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Growing                                                                   */
/* ------------------------------------------------------------------------- */

void text_free(Text *text)
{
    free(text->bytes);
    *text = (Text){ 0 };
}

void text_clear(Text *text)
{
    text->length = 0;
    text->has_failed = 0;
}

static int grow(Text *text, size_t least)
{
    size_t room = text->room < 256 ? 256 : text->room;

    while (room < least)
        room *= 2;
    char *bytes = realloc(text->bytes, room);
    if (bytes == NULL) {
        text->has_failed = 1;
        return 0;
    }
    text->bytes = bytes;
    text->room = room;
    return 1;
}

int text_reserve(Text *text, size_t more)
{
    if (text->has_failed)
        return 0;
    return text->length + more < text->room || grow(text, text->length + more + 1);
}

void text_append(Text *text, const char *bytes, size_t length)
{
    if (!text_reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(Text *text, const char *string)
{
    text_append(text, string, strlen(string));
}

void text_add_number(Text *text, long long number)
{
    char digits[24];
    char *first = digits + sizeof digits;
    unsigned long long left =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;

    do {
        *--first = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        *--first = '-';
    text_append(text, first, (size_t)(digits + sizeof digits - first));
}

void text_print(Text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (!text_reserve(text, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_add_hex(Text *text, const unsigned char *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < count; i++) {
        const char pair[2] = { digits[bytes[i] >> 4], digits[bytes[i] & 15] };
        text_append(text, pair, sizeof pair);
    }
}

/* ------------------------------------------------------------------------- */
/* Pieces                                                                    */
/* ------------------------------------------------------------------------- */

int piece_is(TextPiece piece, const char *word)
{
    return strlen(word) == piece.length && memcmp(piece.bytes, word, piece.length) == 0;
}

int piece_number(TextPiece piece, int most)
{
    long number = 0;

    if (piece.length == 0 || (piece.length > 1 && piece.bytes[0] == '0'))
        return -1;
    for (size_t i = 0; i < piece.length; i++) {
        if (piece.bytes[i] < '0' || piece.bytes[i] > '9')
            return -1;
        number = number * 10 + (piece.bytes[i] - '0');
        if (number > most)
            return -1;
    }
    return (int)number;
}

TextPiece piece_take_word(TextPiece *rest)
{
    const char *space = memchr(rest->bytes, ' ', rest->length);
    size_t length = space == NULL ? rest->length : (size_t)(space - rest->bytes);
    size_t step = space == NULL ? length : length + 1;
    TextPiece word = { rest->bytes, length };

    rest->bytes += step;
    rest->length -= step;
    return word;
}

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

const char *fault_words(const Fault *fault, const char *english)
{
    return fault == NULL || fault->language == NULL ? english
                                                    : fault->language->translate(english);
}

Fault fault_like(const Fault *other)
{
    return (Fault){ .language = other == NULL ? NULL : other->language };
}

int fault_set(Fault *fault, const char *format, ...)
{
    va_list arguments;

    if (fault->sentence[0] != '\0')
        return 0;
    va_start(arguments, format);
    vsnprintf(fault->sentence, sizeof fault->sentence, fault_words(fault, format),
              arguments);
    va_end(arguments);
    return 0;
}

size_t text_decode(const char *text, size_t length, unsigned *code)
{
    static const unsigned least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned first = bytes[0];
    size_t count = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 4;

    *code = first & (count == 1 ? 0x7Fu : 0xFFu >> (count + 1));
    if (count == 1)
        return 1;
    if (count > length || (count == 4 && first >> 3 != 30))
        return 0;
    for (size_t i = 1; i < count; i++) {
        if (bytes[i] >> 6 != 2)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3Fu);
    }
    if (*code < least[count] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000))
        return 0;
    return count;
}

int text_is_utf8(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        unsigned code;
        size_t step = text_decode(text + at, length - at, &code);
        if (step == 0)
            return 0;
        at += step;
    }
    return 1;
}

static int is_harmless(unsigned code)
{
    int is_control = code < ' ' || (code >= 0x7F && code < 0xA0);
    int turns_direction =
        (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);

    return !is_control && !turns_direction;
}

int text_is_harmless(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        unsigned code;
        size_t step = text_decode(text + at, length - at, &code);
        if (step == 0 || !is_harmless(code))
            return 0;
        at += step;
    }
    return 1;
}

Quote quote(const char *text, size_t length)
{
    static const char more[] = "...";
    Quote quoted = { "" };
    size_t room = sizeof quoted.text - sizeof more;
    size_t used = 0;

    for (size_t at = 0; at < length;) {
        unsigned code;
        size_t step = text_decode(text + at, length - at, &code);
        int is_plain = step > 0 && is_harmless(code);
        size_t width = is_plain ? step : 1;
        if (used + width > room) {
            memcpy(quoted.text + used, more, sizeof more);
            return quoted;
        }
        memcpy(quoted.text + used, is_plain ? text + at : "?", width);
        used += width;
        at += step > 0 ? step : 1;
    }
    return quoted;
}

uint32_t text_hash(const char *text)
{
    uint32_t hash = 2166136261u;

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

/* ------------------------------------------------------------------------- */
/* Hexadecimal                                                               */
/* ------------------------------------------------------------------------- */

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

int text_read_hex(const char *digits, size_t length, unsigned char *bytes, size_t count)
{
    if (length != 2 * count)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (hex_value(digits[i]) < 0)
            return 0;
    }
    for (size_t i = 0; i < count; i++)
        bytes[i] =
            (unsigned char)(hex_value(digits[2 * i]) << 4 | hex_value(digits[2 * i + 1]));
    return 1;
}

const char *article_of(const char *noun)
{
    return noun[0] != '\0' && strchr("aeiou", noun[0]) != NULL ? "an" : "a";
}
