/* json_in.c: the JSON parser. It works on a copy of the text behind the array of values;
 * strings are decoded in place, since none grows. */
#include "wire/json_in.h"

#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    char *start, *at, *end; /* of the copy; *end is a NUL */
    Json *values;
    uint32_t used;
    int depth;
    const char *what;
    Fault *fault;
} Parser;

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

/* Byte offset, counted from 1. */
static size_t place(const Parser *parser, const char *at)
{
    return (size_t)(at - parser->start) + 1;
}

static int expected(Parser *parser, const char *thing)
{
    thing = fault_words(parser->fault, thing);
    if (parser->at == parser->end)
        return fault_set(parser->fault, "%s: it ends where %s should come.", parser->what,
                         thing);
    return fault_set(parser->fault, "%s: at byte %zu should come %s.", parser->what,
                     place(parser, parser->at), thing);
}

/* ------------------------------------------------------------------------- */
/* Strings                                                                   */
/* ------------------------------------------------------------------------- */

/* Four hexadecimal digits; -1: they are not. */
static int hex_number(const char *digits)
{
    unsigned char bytes[2];

    if (memchr(digits, '\0', 4) != NULL || !text_read_hex(digits, 4, bytes, 2))
        return -1;
    return bytes[0] << 8 | bytes[1];
}

static char *put_character(char *out, int code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    }
    return out;
}

/* The code point after "\u", with its surrogate pair; -1: error reported. */
static int read_code(Parser *parser)
{
    int code = hex_number(parser->at + 2);
    int is_first_half = code >> 10 == 0xD800 >> 10;
    int low = is_first_half && parser->at[6] == '\\' && parser->at[7] == 'u'
                  ? hex_number(parser->at + 8)
                  : -1;

    if (code == 0) {
        fault_set(parser->fault, "There is a NUL in a string (byte %zu).",
                  place(parser, parser->at));
        return -1;
    }
    if (code < 0 || code >> 10 == 0xDC00 >> 10
        || (is_first_half && low >> 10 != 0xDC00 >> 10)) {
        expected(parser, "an escape that stands for a character");
        return -1;
    }
    parser->at += is_first_half ? 12 : 6;
    return is_first_half ? 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF) : code;
}

/* Decodes the escape at the backslash to *out; 0: error reported. */
static int read_escape(Parser *parser, char **out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char letter = parser->at[1];
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);

    if (found != NULL) {
        *(*out)++ = meanings[found - letters];
        parser->at += 2;
        return 1;
    }
    if (letter != 'u')
        return expected(parser, "an escape that stands for a character");
    int code = read_code(parser);
    if (code < 0)
        return 0;
    *out = put_character(*out, code);
    return 1;
}

/* One character that is not plain ASCII; 0: error reported. */
static int read_character(Parser *parser, char **out)
{
    unsigned code;
    size_t length = text_decode(parser->at, (size_t)(parser->end - parser->at), &code);

    if (length == 0)
        return fault_set(parser->fault, "%s: byte %zu is not UTF-8.", parser->what,
                         place(parser, parser->at));
    memmove(*out, parser->at, length);
    *out += length;
    parser->at += length;
    return 1;
}

static int is_plain(char c)
{
    return (unsigned char)c >= ' ' && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

/* Decodes a string in place and terminates it with a NUL. */
static int read_string(Parser *parser, const char **text, uint32_t *length)
{
    char *out = ++parser->at;

    *text = out;
    for (;;) {
        while (is_plain(*parser->at))
            *out++ = *parser->at++;
        if (*parser->at == '"')
            break;
        if (*parser->at == '\\') {
            if (!read_escape(parser, &out))
                return 0;
        } else if ((unsigned char)*parser->at < 0x80) {
            return expected(parser, "a character or the end of the string");
        } else if (!read_character(parser, &out)) {
            return 0;
        }
    }
    parser->at++;
    *out = '\0'; /* the quotation mark at the latest */
    *length = (uint32_t)(out - *text);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Values                                                                    */
/* ------------------------------------------------------------------------- */

static void skip_space(Parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n'
           || *parser->at == '\r')
        parser->at++;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_digits(Parser *parser)
{
    while (is_digit(*parser->at))
        parser->at++;
}

/* Skips fraction and exponent; 0: error reported. */
static int skip_fraction(Parser *parser)
{
    if (*parser->at == '.') {
        parser->at++;
        if (!is_digit(*parser->at))
            return expected(parser, "a digit");
        skip_digits(parser);
    }
    if (*parser->at == 'e' || *parser->at == 'E') {
        parser->at++;
        if (*parser->at == '+' || *parser->at == '-')
            parser->at++;
        if (!is_digit(*parser->at))
            return expected(parser, "a digit");
        skip_digits(parser);
    }
    return 1;
}

/* The integer from `from` to the current position; 0: too big, error reported. */
static int take_number(Parser *parser, const char *from, long long *number)
{
    int is_negative = *from == '-';

    *number = 0;
    for (const char *at = from + is_negative; at < parser->at; at++) {
        int digit = *at - '0';
        if (__builtin_mul_overflow(*number, 10, number)
            || __builtin_sub_overflow(*number, digit, number))
            return fault_set(parser->fault, "The number at byte %zu is too big.",
                             place(parser, from));
    }
    /* Accumulated as a negative number, whose range is larger by one. */
    if (!is_negative && __builtin_sub_overflow(0, *number, number))
        return fault_set(parser->fault, "The number at byte %zu is too big.",
                         place(parser, from));
    return 1;
}

static int read_number(Parser *parser, Json *json)
{
    const char *from = parser->at;

    parser->at += *parser->at == '-';
    if (!is_digit(*parser->at))
        return expected(parser, "a digit");
    if (*parser->at == '0')
        parser->at++;
    else
        skip_digits(parser);
    if (*parser->at == '.' || *parser->at == 'e' || *parser->at == 'E') {
        json->kind = JSON_IS_FRACTION;
        return skip_fraction(parser);
    }
    json->kind = JSON_IS_NUMBER;
    return take_number(parser, from, &json->number);
}

/* true, false or null */
static int read_word(Parser *parser, Json *json)
{
    static const struct {
        const char *word;
        JsonKind kind;
        int number;
    } WORDS[] = {
        { "true", JSON_IS_FLAG, 1 },
        { "false", JSON_IS_FLAG, 0 },
        { "null", JSON_IS_NOTHING, 0 },
    };

    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        size_t length = strlen(WORDS[i].word);
        if (strncmp(parser->at, WORDS[i].word, length) != 0)
            continue;
        parser->at += length;
        json->kind = WORDS[i].kind;
        json->number = WORDS[i].number;
        return 1;
    }
    return expected(parser, "a value");
}

/* ------------------------------------------------------------------------- */
/* Lists and objects                                                         */
/* ------------------------------------------------------------------------- */

static int read_value(Parser *parser, const char *key, uint32_t key_length);

static int check_key(Parser *parser, const Json *object, const char *key, uint32_t length)
{
    if (json_get(object, key) != NULL)
        return fault_set(parser->fault, "The key \"%s\" comes twice (byte %zu).",
                         quote(key, length).text, place(parser, key - 1));
    if (object->length == JSON_KEYS_MAX)
        return fault_set(parser->fault, "An object has at most %d keys (byte %zu).",
                         JSON_KEYS_MAX, place(parser, key - 1));
    return 1;
}

static int read_entry(Parser *parser, const Json *box)
{
    const char *key = NULL;
    uint32_t length = 0;

    if (json_is(box, JSON_IS_OBJECT)) {
        if (*parser->at != '"')
            return expected(parser, "a key in quotation marks");
        if (!read_string(parser, &key, &length) || !check_key(parser, box, key, length))
            return 0;
        skip_space(parser);
        if (*parser->at != ':')
            return expected(parser, "a colon");
        parser->at++;
        skip_space(parser);
    }
    return read_value(parser, key, length);
}

/* The entries up to the closing bracket. */
static int read_entries(Parser *parser, Json *box)
{
    int is_object = json_is(box, JSON_IS_OBJECT);
    char close = is_object ? '}' : ']';

    if (*parser->at == close) {
        parser->at++;
        return 1;
    }
    for (;;) {
        if (!read_entry(parser, box))
            return 0;
        box->length++;
        skip_space(parser);
        char sign = *parser->at;
        if (sign != ',' && sign != close)
            return expected(parser, is_object ? "a comma or }" : "a comma or ]");
        parser->at++;
        if (sign == close)
            return 1;
        skip_space(parser);
    }
}

static int read_box(Parser *parser, Json *box)
{
    uint32_t before = parser->used - 1;

    if (parser->depth == JSON_DEPTH_MAX)
        return fault_set(parser->fault,
                         "Lists and objects are more than %d deep (byte %zu).",
                         JSON_DEPTH_MAX, place(parser, parser->at));
    box->kind = *parser->at == '{' ? JSON_IS_OBJECT : JSON_IS_LIST;
    parser->depth++;
    parser->at++;
    skip_space(parser);
    int is_read = read_entries(parser, box);
    parser->depth--;
    box->span = parser->used - before;
    return is_read;
}

static int read_value(Parser *parser, const char *key, uint32_t key_length)
{
    Json *json = &parser->values[parser->used++];

    *json = (Json){ .key = key, .key_length = key_length, .span = 1 };
    switch (*parser->at) {
    case '{':
    case '[':
        return read_box(parser, json);
    case '"':
        json->kind = JSON_IS_TEXT;
        return read_string(parser, &json->text, &json->length);
    case 't':
    case 'f':
    case 'n':
        return read_word(parser, json);
    default:
        if (*parser->at != '-' && !is_digit(*parser->at))
            return expected(parser, "a value");
        return read_number(parser, json);
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* Upper bound of the number of values: each but the first follows a comma or an opening
 * bracket. */
static size_t most_values(const char *text, size_t length)
{
    size_t most = 1;

    for (size_t i = 0; i < length; i++)
        most += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return most;
}

static int read_whole(Parser *parser)
{
    const char *nul = memchr(parser->start, '\0', (size_t)(parser->end - parser->start));

    if (nul != NULL)
        return fault_set(parser->fault, "There is a NUL in it (byte %zu).",
                         place(parser, nul));
    skip_space(parser);
    if (!read_value(parser, NULL, 0))
        return 0;
    skip_space(parser);
    return parser->at == parser->end || expected(parser, "the end");
}

Json *json_read(const char *text, size_t length, const char *what, Fault *fault)
{
    size_t room = most_values(text, length) * sizeof(Json);
    Json *values = malloc(room + length + 1);

    if (values == NULL) {
        fault_set(fault, "There is no memory left.");
        return NULL;
    }
    char *copy = (char *)values + room;
    Parser parser = { .start = copy,
                      .at = copy,
                      .end = copy + length,
                      .values = values,
                      .what = fault_words(fault, what),
                      .fault = fault };
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (read_whole(&parser))
        return values;
    json_free(values);
    return NULL;
}

void json_free(Json *json)
{
    free(json);
}

const Json *json_get(const Json *object, const char *key)
{
    size_t length = strlen(key);
    const Json *entry = json_first(object);

    if (!json_is(object, JSON_IS_OBJECT))
        return NULL;
    /* By number: the span of an object is not known while it is being read. */
    for (uint32_t i = 0; i < object->length; i++, entry = json_beside(entry)) {
        if (entry->key_length == length && memcmp(entry->key, key, length) == 0)
            return entry;
    }
    return NULL;
}
