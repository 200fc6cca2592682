/* text.h: a text that grows, sentences about what is wrong, and quotations that
 * are safe to print. */
#ifndef ROUNDHOUSE_PLAY_TEXT_H
#define ROUNDHOUSE_PLAY_TEXT_H

#include <stddef.h>

/* Starts as all zero. When memory runs out it keeps what it has, `has_failed` is
 * set, and all that is appended later is passed over. Always ends in a NUL once
 * anything was appended. */
typedef struct Text {
    char *bytes;
    size_t length, room;
    int has_failed;
} Text;

void text_free(Text *text);
/* Empties it and keeps its room. */
void text_clear(Text *text);
/* Makes room for so many more bytes and a NUL; 0: no memory. */
int text_reserve(Text *text, size_t more);
void text_append(Text *text, const char *bytes, size_t length);
void text_add(Text *text, const char *string);
void text_add_number(Text *text, long long number);
/* Lower-case hexadecimal digits. */
void text_add_hex(Text *text, const unsigned char *bytes, size_t count);

/* What is wrong with something from outside: one sentence. The first one told is
 * kept. */
enum { FAULT_MAX = 320 };

typedef struct Fault {
    char sentence[FAULT_MAX]; /* empty: nothing is wrong */
} Fault;

/* Always answers 0, so that a check can end with it. */
int fault_set(Fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The beginning of a text from outside, with nothing in it that upsets a
 * terminal or a reader of UTF-8. */
typedef struct Quote {
    char text[64];
} Quote;

Quote quote(const char *text, size_t length);

/* The bytes of the character at `text`, and which it is; 0: none that is well-formed
 * by RFC 3629 (no surrogates, nothing longer than it need be). */
size_t text_decode(const char *text, size_t length, unsigned *code);
int text_is_utf8(const char *text, size_t length);

/* UTF-8 without control characters, and without those that turn the direction of
 * what is around them: nothing that could make a terminal show something else. */
int text_is_harmless(const char *text, size_t length);

/* The bytes that `count` pairs of hexadecimal digits stand for; 0: they are not
 * such digits, and nothing is written. */
int text_read_hex(const char *digits, size_t length, unsigned char *bytes, size_t count);

#endif
