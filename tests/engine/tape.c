/* tape.c: a codec that records its calls, and reads them back. */
#include "engine/tape.h"

#include <stddef.h>
#include <string.h>

static Tape *tape_of(Codec *codec)
{
    return (Tape *)codec;
}

static void find_fault(Tape *tape, const char *fault, const char *key)
{
    if (tape->fault != NULL)
        return;
    tape->fault = fault;
    tape->fault_key = key;
}

/* ------------------------------------------------------------------------- */
/* Writing                                                                   */
/* ------------------------------------------------------------------------- */

static void check_key(Tape *tape, TapeFrame *frame, const char *key)
{
    if (frame->box == CODEC_LIST) {
        if (key != NULL)
            find_fault(tape, "a key in a list", key);
        return;
    }
    if (key == NULL || frame->entries == TAPE_KEYS) {
        find_fault(tape, "an object needs keys, and not too many", key);
        return;
    }
    for (int i = 0; i < frame->entries; i++) {
        if (strcmp(frame->keys[i], key) == 0)
            find_fault(tape, "a key twice in an object", key);
    }
    frame->keys[frame->entries] = key;
}

static void put(Tape *tape, TapeToken token)
{
    TapeFrame *frame = &tape->frames[tape->depth];

    if (tape->fault != NULL)
        return;
    if (token.kind != TAPE_CLOSE) {
        check_key(tape, frame, token.key);
        frame->entries++;
    }
    if (tape->count == TAPE_MAX)
        find_fault(tape, "too much for a tape", token.key);
    else
        tape->tokens[tape->count++] = token;
}

static void check_bounds(Tape *tape, const TapeToken *token)
{
    int is_hidden = token->value == UNKNOWN && tape->secrets == TAPE_MAY_HIDE;

    if (!is_hidden && (token->value < token->least || token->value > token->most))
        find_fault(tape, "a value out of its bounds", token->key);
}

static void push(Tape *tape, CodecBox box, int said)
{
    if (tape->depth + 1 == TAPE_DEPTH) {
        find_fault(tape, "boxes too deep in one another", NULL);
        return;
    }
    tape->frames[++tape->depth] = (TapeFrame){ .box = box, .said = said };
}

static void pop(Tape *tape)
{
    const TapeFrame *frame = &tape->frames[tape->depth];

    if (tape->depth == 0) {
        find_fault(tape, "closed once too often", NULL);
        return;
    }
    if (!tape->codec.is_reading && frame->box == CODEC_LIST
        && frame->entries != frame->said)
        find_fault(tape, "a list of another length than said", NULL);
    tape->depth--;
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static int same_key(const char *left, const char *right)
{
    return left == NULL || right == NULL ? left == right : strcmp(left, right) == 0;
}

/* The next token if it is of the expected kind; NULL after any fault. */
static const TapeToken *get(Tape *tape, TapeKind kind, const char *key)
{
    const TapeToken *token = &tape->tokens[tape->at];

    if (tape->fault != NULL)
        return NULL;
    if (tape->at == tape->count || token->kind != kind || !same_key(token->key, key)) {
        find_fault(tape, "read in another order than written", key);
        return NULL;
    }
    tape->at++;
    return token;
}

/* Reading and writing: a value with its bounds. */
static void pass_value(Tape *tape, TapeToken asked, int *value)
{
    const TapeToken *token = &asked;

    if (tape->codec.is_reading) {
        token = get(tape, asked.kind, asked.key);
        if (token == NULL)
            return;
        asked.value = token->value;
        check_bounds(tape, &asked);
        if (tape->fault == NULL)
            *value = asked.value;
        return;
    }
    asked.value = *value;
    check_bounds(tape, &asked);
    put(tape, asked);
}

/* ------------------------------------------------------------------------- */
/* The verbs                                                                 */
/* ------------------------------------------------------------------------- */

static void pass_number(Codec *codec, const char *key, int *value, int least, int most)
{
    pass_value(tape_of(codec),
               (TapeToken){ .kind = TAPE_NUMBER, .key = key, .least = least, .most = most },
               value);
}

static void pass_flag(Codec *codec, const char *key, int *value)
{
    pass_value(tape_of(codec), (TapeToken){ .kind = TAPE_FLAG, .key = key, .most = 1 },
               value);
}

static void pass_name(Codec *codec, const char *key, const Names *names, int *value)
{
    pass_value(tape_of(codec),
               (TapeToken){ .kind = TAPE_NAME, .key = key, .most = names->count - 1 },
               value);
}

static void pass_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    Tape *tape = tape_of(codec);
    TapeToken asked = { .kind = TAPE_BLOB, .key = key, .value = count };

    if (count > TAPE_BYTES) {
        find_fault(tape, "too many bytes for a token", key);
    } else if (codec->is_reading) {
        const TapeToken *token = get(tape, TAPE_BLOB, key);
        if (token != NULL && token->value == count)
            memcpy(bytes, token->bytes, (size_t)count);
    } else {
        memcpy(asked.bytes, bytes, (size_t)count);
        put(tape, asked);
    }
}

static void pass_open(Codec *codec, const char *key, CodecBox box, int *count, int least,
                      int most)
{
    Tape *tape = tape_of(codec);
    TapeToken asked = {
        .kind = TAPE_OPEN, .box = box, .key = key, .least = least, .most = most
    };

    pass_value(tape, asked, count);
    if (tape->fault == NULL)
        push(tape, box, *count);
    else if (codec->is_reading)
        *count = 0;
}

static void pass_close(Codec *codec)
{
    Tape *tape = tape_of(codec);

    if (codec->is_reading)
        get(tape, TAPE_CLOSE, NULL);
    else
        put(tape, (TapeToken){ .kind = TAPE_CLOSE });
    if (tape->fault == NULL)
        pop(tape);
}

static int pass_has(Codec *codec, const char *key)
{
    Tape *tape = tape_of(codec);
    const TapeToken *token = &tape->tokens[tape->at];

    if (!codec->is_reading)
        return 1;
    return tape->at < tape->count && token->kind != TAPE_CLOSE && same_key(token->key, key);
}

static void pass_refuse(Codec *codec, const char *key, const char *why)
{
    find_fault(tape_of(codec), why, key);
}

static const CodecVerbs VERBS = {
    .number = pass_number,
    .flag = pass_flag,
    .name = pass_name,
    .bytes = pass_bytes,
    .open = pass_open,
    .close = pass_close,
    .has = pass_has,
    .refuse = pass_refuse,
};

/* ------------------------------------------------------------------------- */
/* The tape                                                                  */
/* ------------------------------------------------------------------------- */

static void rewind_to(Tape *tape, int is_reading)
{
    tape->codec = (Codec){ .verbs = &VERBS, .is_reading = is_reading };
    tape->at = 0;
    tape->depth = 0;
    tape->frames[0] = (TapeFrame){ .box = CODEC_OBJECT };
    tape->fault = NULL;
    tape->fault_key = NULL;
}

void tape_write(Tape *tape, TapeSecrets secrets)
{
    rewind_to(tape, 0);
    tape->secrets = secrets;
    tape->count = 0;
}

void tape_read(Tape *tape)
{
    rewind_to(tape, 1);
}

const char *tape_fault(const Tape *tape)
{
    if (tape->fault != NULL)
        return tape->fault;
    if (tape->depth != 0)
        return "something was not closed";
    if (tape->codec.is_reading && tape->at != tape->count)
        return "something was not read";
    return NULL;
}
