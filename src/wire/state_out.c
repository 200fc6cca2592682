/* state_out.c: the codec that writes JSON. */
#include "wire/state_json.h"

#include <assert.h>

enum { DEPTH_MAX = 31 };

typedef struct Writer {
    Codec codec; /* first: a Codec * is a Writer * */
    JsonOut *out;
    Seen seen;
    int depth;
    uint32_t lists; /* bit n: at depth n there is a list, not an object */
} Writer;

static JsonOut *begin(Codec *codec, const char *key)
{
    JsonOut *out = ((Writer *)codec)->out;

    if (key != NULL)
        json_key(out, key);
    return out;
}

static void write_number(Codec *codec, const char *key, int *value, int least, int most)
{
    JsonOut *out = begin(codec, key);

    (void)least;
    (void)most;
    if (*value == UNKNOWN)
        json_nothing(out);
    else
        json_number(out, *value);
}

static void write_flag(Codec *codec, const char *key, int *value)
{
    JsonOut *out = begin(codec, key);

    if (*value == UNKNOWN)
        json_nothing(out);
    else
        json_flag(out, *value);
}

static void write_name(Codec *codec, const char *key, const Names *names, int *value)
{
    JsonOut *out = begin(codec, key);

    assert(*value == UNKNOWN || (*value >= 0 && *value < names->count));
    json_name(out, *value == UNKNOWN ? "?" : names->items[*value]);
}

static int any_set(const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        if (bytes[i] != 0)
            return 1;
    }
    return 0;
}

static void write_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    JsonOut *out = begin(codec, key);

    if (((Writer *)codec)->seen == SEEN_AS_VIEW && !any_set(bytes, count))
        json_name(out, "?");
    else
        json_bytes(out, bytes, (size_t)count);
}

static void write_open(Codec *codec, const char *key, CodecBox box, int *count, int least,
                       int most)
{
    Writer *writer = (Writer *)codec;
    JsonOut *out = begin(codec, key);

    (void)count;
    (void)least;
    (void)most;
    assert(writer->depth < DEPTH_MAX);
    writer->depth++;
    if (box == CODEC_LIST) {
        writer->lists |= 1u << writer->depth;
        json_open_list(out);
    } else {
        writer->lists &= ~(1u << writer->depth);
        json_open_object(out);
    }
}

static void write_close(Codec *codec)
{
    Writer *writer = (Writer *)codec;

    if (writer->lists >> writer->depth & 1)
        json_close_list(writer->out);
    else
        json_close_object(writer->out);
    writer->depth--;
}

static int write_has(Codec *codec, const char *key)
{
    (void)codec;
    (void)key;
    return 1;
}

static const CodecVerbs WRITING = {
    .number = write_number,
    .flag = write_flag,
    .name = write_name,
    .bytes = write_bytes,
    .open = write_open,
    .close = write_close,
    .has = write_has,
};

void state_format(JsonOut *out, const Game *game, const State *state, Seen seen)
{
    Writer writer = { .codec = { &WRITING, 0 }, .out = out, .seen = seen };
    State copy = *state; /* a shape may write to what it walks */

    json_open_object(out);
    game->shape(&writer.codec, &copy);
    json_close_object(out);
    assert(writer.depth == 0);
}
