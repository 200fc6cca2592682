/* text.h: a string buffer, error sentences, and quotations that are safe to print. */
#ifndef ROUNDHOUSE_PLAY_TEXT_H
#define ROUNDHOUSE_PLAY_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* A string buffer; all zero is empty. When memory runs out, `has_failed` is set, the
 * content stays and later appends are ignored. Ends in a NUL once anything was appended. */
typedef struct Text {
    char *bytes;
    size_t length, room;
    int has_failed;
} Text;

void text_free(Text *text);
/* Empties it and keeps its memory. */
void text_clear(Text *text);
/* Makes room for `more` bytes and a NUL; 0: no memory. */
int text_reserve(Text *text, size_t more);
void text_append(Text *text, const char *bytes, size_t length);
void text_add(Text *text, const char *string);
void text_add_number(Text *text, long long number);
/* Appends as printf would. */
void text_print(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lower-case hexadecimal digits. */
void text_add_hex(Text *text, const unsigned char *bytes, size_t count);

/* A part of a text that ends in no NUL. */
typedef struct TextPiece {
    const char *bytes;
    size_t length;
} TextPiece;

int piece_is(TextPiece piece, const char *word);
/* A number without a leading zero; -1: anything else, or more than `most`. */
int piece_number(TextPiece piece, int most);
/* The first word; *rest then begins behind the space after it. */
TextPiece piece_take_word(TextPiece *rest);

/* "a" or "an". */
const char *article_of(const char *noun);

/* An error in input from outside, as one sentence. The first one that is set stays. */
enum { FAULT_MAX = 320 };

/* Another language than English, as with gettext: the English text is the key. */
typedef struct FaultLanguage {
    int language; /* of words/words.h */
    const char *(*translate)(const char *english);
} FaultLanguage;

typedef struct Fault {
    char sentence[FAULT_MAX];      /* empty: no error */
    const FaultLanguage *language; /* NULL: English */
} Fault;

/* An empty one in the language of another, which may be NULL. */
Fault fault_like(const Fault *other);
/* A format or a part of a sentence in the language of the fault; NULL: English. */
const char *fault_words(const Fault *fault, const char *english)
    __attribute__((format_arg(2)));
/* Always returns 0, for `return fault_set(…)`. */
int fault_set(Fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The beginning of a text from outside as valid UTF-8 without control characters. */
typedef struct Quote {
    char text[64];
} Quote;

Quote quote(const char *text, size_t length);

/* Length and code point of the UTF-8 character at `text`; 0: not well-formed by RFC 3629
 * (a surrogate, an overlong form). */
size_t text_decode(const char *text, size_t length, unsigned *code);
int text_is_utf8(const char *text, size_t length);

/* Valid UTF-8 without control characters and without bidirectional marks, which could
 * spoof what a terminal shows. */
int text_is_harmless(const char *text, size_t length);

/* For hash tables of texts that no client chooses (FNV-1a). */
uint32_t text_hash(const char *text);

/* Decodes `count` pairs of hexadecimal digits; 0: invalid, and nothing is written. */
int text_read_hex(const char *digits, size_t length, unsigned char *bytes, size_t count);

#endif
