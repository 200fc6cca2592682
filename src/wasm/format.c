/* format.c: snprintf and vsnprintf for the module. Those of wasi-libc write files and
 * floating point as well, which is a third of the module and imports that no page has.
 * These know what sentences need: %s with a precision, %d, %u, %lld, %zu, %%. */
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS_MAX = 24 };

typedef struct Writer {
    char *out;
    size_t size;
    size_t length; /* that there was to write, fitting or not */
} Writer;

static void put(Writer *writer, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++, writer->length++) {
        if (writer->length + 1 < writer->size)
            writer->out[writer->length] = text[i];
    }
}

static void put_number(Writer *writer, unsigned long long size, int is_negative)
{
    char digits[DIGITS_MAX];
    int first = DIGITS_MAX;

    do {
        digits[--first] = (char)('0' + size % 10);
        size /= 10;
    } while (size > 0);
    if (is_negative)
        digits[--first] = '-';
    put(writer, &digits[first], (size_t)(DIGITS_MAX - first));
}

static void put_signed(Writer *writer, long long number)
{
    unsigned long long size = (unsigned long long)number;

    put_number(writer, number < 0 ? 0 - size : size, number < 0);
}

/* The number after a dot, and where it ends; SIZE_MAX: there is none. */
static size_t read_precision(const char **at)
{
    size_t precision = 0;

    if (**at != '.')
        return SIZE_MAX;
    for (++*at; **at >= '0' && **at <= '9'; ++*at)
        precision = precision * 10 + (size_t)(**at - '0');
    return precision;
}

static const char *skip(const char *at, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(at, prefix, length) == 0 ? at + length : NULL;
}

int vsnprintf(char *out, size_t size, const char *format, va_list arguments)
{
    Writer writer = { out, size, 0 };
    const char *at = format;

    while (*at != '\0') {
        size_t plain = strcspn(at, "%");
        const char *after;

        put(&writer, at, plain);
        at += plain;
        if (*at == '\0')
            break;
        at++;
        size_t precision = read_precision(&at);
        if ((after = skip(at, "s")) != NULL) {
            const char *text = va_arg(arguments, const char *);
            put(&writer, text, strnlen(text, precision));
        } else if ((after = skip(at, "d")) != NULL) {
            put_signed(&writer, va_arg(arguments, int));
        } else if ((after = skip(at, "u")) != NULL) {
            put_number(&writer, va_arg(arguments, unsigned), 0);
        } else if ((after = skip(at, "lld")) != NULL) {
            put_signed(&writer, va_arg(arguments, long long));
        } else if ((after = skip(at, "zu")) != NULL) {
            put_number(&writer, va_arg(arguments, size_t), 0);
        } else {
            after = skip(at, "%");
            assert(after != NULL);
            put(&writer, "%", 1);
        }
        at = after;
    }
    if (size > 0)
        out[writer.length < size ? writer.length : size - 1] = '\0';
    return writer.length > INT_MAX ? INT_MAX : (int)writer.length;
}

int snprintf(char *out, size_t size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(out, size, format, arguments);
    va_end(arguments);
    return length;
}
