/* notation.c: actions in words, out and in. */
#include "play/notation.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Out                                                                       */
/* ------------------------------------------------------------------------- */

void notation_write(Text *out, const Game *game, Action action)
{
    Phrase phrase;

    phrase_of_action(&phrase, game->action_kinds, NOBODY, action);
    text_add(out, phrase.word);
    for (int i = 0; i < phrase.count; i++) {
        const Field *field = phrase.arguments[i].field;
        int value = phrase.arguments[i].value;
        if (field->form == FIELD_NAME)
            text_print(out, " %s", field->names->items[value]);
        else
            text_print(out, " %d", value);
    }
}

/* ------------------------------------------------------------------------- */
/* In                                                                        */
/* ------------------------------------------------------------------------- */

enum { NUMBER_MOST = 100000000, WORDS_MOST = 1 + ACTION_FIELDS };

/* How many words, one space between each; 0: too many, or a space too much. */
static int split(const char *text, size_t length, TextPiece words[WORDS_MOST])
{
    int count = 0;
    size_t start = 0;

    for (size_t at = 0; at <= length; at++) {
        if (at < length && text[at] != ' ')
            continue;
        if (at == start || count == WORDS_MOST)
            return 0;
        words[count++] = (TextPiece){ text + start, at - start };
        start = at + 1;
    }
    return count;
}

/* The argument that a word stands for, or -1. */
static int word_argument(TextPiece word, const Field *field)
{
    if (field->form == FIELD_NAME) {
        for (int i = 0; i < field->names->count; i++) {
            if (piece_is(word, field->names->items[i]))
                return i;
        }
        return -1;
    }
    int number = piece_number(word, NUMBER_MOST);
    int unit = field->unit == 0 ? 1 : field->unit;
    if (number < 0 || number % unit != 0 || number / unit > ACTION_ARGUMENT_MAX)
        return -1;
    return number / unit;
}

static int read_as_kind(const ActionKind *kind, const TextPiece *words, int count,
                        int arguments[ACTION_FIELDS])
{
    int fields = 0;

    while (fields < ACTION_FIELDS && kind->fields[fields].name != NULL)
        fields++;
    if (count != 1 + fields || !piece_is(words[0], kind->word))
        return 0;
    for (int i = 0; i < fields; i++) {
        arguments[i] = word_argument(words[1 + i], &kind->fields[i]);
        if (arguments[i] < 0)
            return 0;
    }
    return 1;
}

int notation_read(const Game *game, const char *text, size_t length, Action *action)
{
    TextPiece words[WORDS_MOST];
    int count = split(text, length, words);

    for (int kind = 0; count > 0 && kind < game->action_kind_count; kind++) {
        int arguments[ACTION_FIELDS] = { 0 };
        if (!read_as_kind(&game->action_kinds[kind], words, count, arguments))
            continue;
        *action = action_make(kind, arguments[0], arguments[1]);
        return 1;
    }
    return 0;
}
