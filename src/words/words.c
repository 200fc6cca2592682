/* words.c: finds the sentence of a key and fills in its arguments. Allocates
 * nothing, so that it serves the page as well. */
#include "words/words.h"

#include "words/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 96, LIST_TEXT_MAX = 512 };

/* ------------------------------------------------------------------------- */
/* Text that may be longer than its room                                     */
/* ------------------------------------------------------------------------- */

typedef struct Writer {
    char *out;
    size_t size;
    size_t length; /* that there was to write, fitting or not */
} Writer;

static void put(Writer *writer, const char *text, size_t length)
{
    size_t used = writer->length + 1; /* with the NUL */
    size_t room = used < writer->size ? writer->size - used : 0;

    if (room > 0)
        memcpy(writer->out + writer->length, text, length < room ? length : room);
    writer->length += length;
}

static void put_text(Writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

#define MINUS "\xE2\x88\x92" /* U+2212, as wide as the plus */

/* Not by snprintf, which takes most of the time of a sentence. */
void words_number(char digits[WORDS_DIGITS], int number, const char *plus)
{
    unsigned left = number < 0 ? -(unsigned)number : (unsigned)number;
    const char *sign = number < 0 ? MINUS : number > 0 ? plus : "";
    size_t sign_length = strlen(sign), length = sign_length + 1;

    for (unsigned more = left; more >= 10; more /= 10)
        length++;
    assert(length < WORDS_DIGITS);
    digits[length] = '\0';
    do
        digits[--length] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    memcpy(digits, sign, sign_length);
}

static void put_argument(Writer *writer, const WordsArgument *argument)
{
    char digits[WORDS_DIGITS];

    if (argument->text != NULL) {
        put_text(writer, argument->text);
        return;
    }
    words_number(digits, argument->number, "");
    put_text(writer, digits);
}

/* How many bytes a UTF-8 character has, by its first. */
static size_t character_bytes(char first)
{
    unsigned char lead = (unsigned char)first;

    return lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* Where a text of `end` bytes ends if a character that was cut is left out. */
static size_t whole_characters(const char *text, size_t end)
{
    size_t last = end;

    while (last > 0 && ((unsigned char)text[last - 1] & 0xC0) == 0x80)
        last--;
    if (last > 0 && last - 1 + character_bytes(text[last - 1]) > end)
        return last - 1;
    return end;
}

static int finish(Writer *writer)
{
    if (writer->size > 0) {
        int fits = writer->length < writer->size;
        size_t end =
            fits ? writer->length : whole_characters(writer->out, writer->size - 1);
        writer->out[end] = '\0';
    }
    return (int)writer->length;
}

/* ------------------------------------------------------------------------- */
/* Keys                                                                      */
/* ------------------------------------------------------------------------- */

int language_find(const char *name)
{
    static const char *const CODES[LANGUAGES] = { "en", "fr" };

    for (int i = 0; i < LANGUAGES; i++) {
        if (strncmp(name, CODES[i], 2) == 0 && strchr("_-.@", name[2]) != NULL)
            return i;
    }
    return -1;
}

static int compare_key(const void *key, const void *entry)
{
    return strcmp(key, ((const WordsEntry *)entry)->key);
}

const char *words_find(Language language, const char *key)
{
    const WordsEntry *entry =
        bsearch(key, WORDS_TABLE, (size_t)WORDS_COUNT, sizeof *entry, compare_key);

    return entry == NULL ? NULL : entry->sentences[language];
}

const char *words_translate(Language language, const char *english)
{
    for (int i = 0; i < WORDS_COUNT && language != LANGUAGE_EN; i++) {
        const WordsEntry *entry = &WORDS_TABLE[i];
        if (strncmp(entry->key, "cli", 3) == 0 && entry->key[3] == '.'
            && strcmp(entry->sentences[LANGUAGE_EN], english) == 0)
            return entry->sentences[language];
    }
    return english;
}

/* "<game>.<topic>.<word>" */
static void make_key(char key[KEY_MAX], const Game *game, const char *topic,
                     const char *word)
{
    Writer writer = { key, KEY_MAX, 0 };

    put_text(&writer, game->id);
    put(&writer, ".", 1);
    put_text(&writer, topic);
    put(&writer, ".", 1);
    put_text(&writer, word);
    finish(&writer);
}

/* ------------------------------------------------------------------------- */
/* Sentences                                                                 */
/* ------------------------------------------------------------------------- */

/* French counts none as singular ("0 wagon"), English as plural. */
static int is_singular(Language language, int number)
{
    int size = number < 0 ? -number : number;

    return size == 1 || (size == 0 && language == LANGUAGE_FR);
}

static const WordsArgument *find_argument(const WordsArgument *arguments, int count,
                                          const char *name, size_t length)
{
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i].name, name, length) == 0
            && arguments[i].name[length] == '\0')
            return &arguments[i];
    }
    return NULL;
}

/* Writes what stands for one placeholder, `inside` its braces. An argument that
 * was not given leaves the placeholder as it is, so that it is seen. */
static void put_placeholder(Writer *writer, Language language, const char *inside,
                            size_t length, const WordsArgument *arguments, int count)
{
    size_t name_length = strcspn(inside, "|}");
    const WordsArgument *argument = find_argument(arguments, count, inside, name_length);

    if (argument == NULL) {
        put(writer, inside - 1, length + 2);
    } else if (name_length == length) {
        put_argument(writer, argument);
    } else {
        const char *singular = inside + name_length + 1;
        size_t singular_length = strcspn(singular, "|}");
        const char *plural = singular + singular_length + 1;

        if (is_singular(language, argument->number))
            put(writer, singular, singular_length);
        else
            put(writer, plural, strcspn(plural, "}"));
    }
}

static void put_sentence(Writer *writer, Language language, const char *sentence,
                         const WordsArgument *arguments, int count)
{
    const char *at = sentence;

    while (*at != '\0') {
        size_t plain = strcspn(at, "{");

        put(writer, at, plain);
        at += plain;
        if (*at == '\0')
            return;
        size_t length = strcspn(at + 1, "}");
        put_placeholder(writer, language, at + 1, length, arguments, count);
        at += length + 2;
    }
}

int words_write(Language language, const char *key, const WordsArgument *arguments,
                int count, char *out, size_t size)
{
    Writer writer = { out, size, 0 };
    const char *sentence = words_find(language, key);

    if (sentence == NULL)
        put_text(&writer, key);
    else
        put_sentence(&writer, language, sentence, arguments, count);
    return finish(&writer);
}

/* ------------------------------------------------------------------------- */
/* Names and phrases                                                         */
/* ------------------------------------------------------------------------- */

const char *words_name(Language language, const Game *game, const Names *names, int value)
{
    char key[KEY_MAX];

    if (value < 0 || value >= names->count)
        return "?";
    make_key(key, game, names->group, names->items[value]);
    const char *words = words_find(language, key);
    return words == NULL ? names->items[value] : words;
}

/* `digits` has room for a number with its sign. */
static WordsArgument argument_of(Language language, const Game *game, const Field *field,
                                 int value, const char *const *players,
                                 char digits[WORDS_DIGITS])
{
    WordsArgument argument = { field->name, NULL, value };

    if (value == UNKNOWN) {
        argument.text = "?";
    } else if (field->form == FIELD_PLACE) {
        argument.number = value + 1;
    } else if (field->form == FIELD_SIGNED) {
        words_number(digits, value, "+");
        argument.text = digits;
    } else if (field->form == FIELD_SEAT) {
        argument.text = players[value];
    } else if (field->form == FIELD_NAME) {
        argument.text = words_name(language, game, field->names, value);
    }
    return argument;
}

static void write_list(Language language, const Game *game, const Phrase *phrase,
                       char out[LIST_TEXT_MAX])
{
    Writer writer = { out, LIST_TEXT_MAX, 0 };

    if (phrase->list_count == 0)
        put_text(&writer, "–");
    for (int i = 0; i < phrase->list_count; i++) {
        if (i > 0)
            put_text(&writer, ", ");
        put_text(&writer,
                 words_name(language, game, phrase->list_field->names, phrase->list[i]));
    }
    finish(&writer);
}

/* The sentence of a phrase, which may have words of its own for an empty list
 * ("event.departed.none"); NULL: no catalogue has one. */
static const char *find_sentence(Language language, const Phrase *phrase,
                                 const char key[KEY_MAX])
{
    char none[KEY_MAX];
    const char *sentence = NULL;

    if (phrase->list_field != NULL && phrase->list_count == 0
        && snprintf(none, sizeof none, "%s.none", key) < KEY_MAX)
        sentence = words_find(language, none);
    return sentence != NULL ? sentence : words_find(language, key);
}

/* A phrase that no catalogue has: its key and its arguments as they are, so that
 * a game without sentences can be played all the same. */
static int write_bare(const char *key, const WordsArgument *arguments, int count, char *out,
                      size_t size)
{
    Writer writer = { out, size, 0 };

    put_text(&writer, key);
    for (int i = 0; i < count; i++) {
        put_text(&writer, " ");
        put_text(&writer, arguments[i].name);
        put_text(&writer, " ");
        put_argument(&writer, &arguments[i]);
    }
    return finish(&writer);
}

/* The code of the first thing that a phrase names ("BOX"); NULL: it has none. */
static const char *code_of(Language language, const Game *game, const Phrase *phrase)
{
    char key[KEY_MAX];

    for (int i = 0; i < phrase->count; i++) {
        const Field *field = phrase->arguments[i].field;
        int value = phrase->arguments[i].value;

        if (field->form != FIELD_NAME || value < 0 || value >= field->names->count)
            continue;
        make_key(key, game, "code", field->names->items[value]);
        return words_find(language, key);
    }
    return NULL;
}

/* Not by strstr, which would be 1 kB more for the page to load. */
static int has_code(const char *sentence)
{
    const char *at = strchr(sentence, '{');

    while (at != NULL && strncmp(at, "{code}", 6) != 0)
        at = strchr(at + 1, '{');
    return at != NULL;
}

int words_phrase_as(Language language, const Game *game, const char *topic,
                    const Phrase *phrase, const char *const *players, char *out,
                    size_t size)
{
    WordsArgument arguments[PHRASE_ARGUMENTS + 3];
    int count = 0;
    char digits[PHRASE_ARGUMENTS][WORDS_DIGITS];
    char list[LIST_TEXT_MAX];
    char key[KEY_MAX];
    Writer writer = { out, size, 0 };

    for (int i = 0; i < phrase->count; i++)
        arguments[count++] = argument_of(language, game, phrase->arguments[i].field,
                                         phrase->arguments[i].value, players, digits[i]);
    if (phrase->list_field != NULL) {
        write_list(language, game, phrase, list);
        arguments[count++] =
            (WordsArgument){ phrase->list_field->name, list, phrase->list_count };
    }
    if (phrase->seat != NOBODY)
        arguments[count++] = (WordsArgument){ "seat", players[phrase->seat], 0 };
    make_key(key, game, topic, phrase->word);
    const char *sentence = find_sentence(language, phrase, key);
    if (sentence == NULL || has_code(sentence)) {
        arguments[count] = (WordsArgument){ "code", code_of(language, game, phrase), 0 };
        count += arguments[count].text != NULL;
    }
    if (sentence == NULL)
        return write_bare(key, arguments, count, out, size);
    put_sentence(&writer, language, sentence, arguments, count);
    return finish(&writer);
}

int words_phrase(Language language, const Game *game, const Phrase *phrase,
                 const char *const *players, char *out, size_t size)
{
    return words_phrase_as(language, game, phrase->topic, phrase, players, out, size);
}
