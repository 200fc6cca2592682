/* codec.h: a state in words and numbers, out and in.
 *
 * Each game has one function, `shape`, that walks its state and names every field to a
 * Codec. The same walk writes a position and reads one back, so the two cannot drift
 * apart. The game does not know the format behind the codec (JSON, in `wire`).
 *
 * While reading, every verb checks its bounds; the first error is kept with its path,
 * and later fields are skipped and keep their values. Optional fields are tested first,
 * with codec_has. */
#ifndef ROUNDHOUSE_ENGINE_CODEC_H
#define ROUNDHOUSE_ENGINE_CODEC_H

#include "engine/names.h"
#include "engine/seats.h"

#include <stdint.h>

typedef struct Codec Codec;

typedef enum CodecBox { CODEC_OBJECT, CODEC_LIST } CodecBox;

/* The primitives. `key` is NULL inside a list. Values are ints here; UNKNOWN is
 * written as null, "?" or a string of "?", and never read. */
typedef struct CodecVerbs {
    void (*number)(Codec *codec, const char *key, int *value, int least, int most);
    void (*flag)(Codec *codec, const char *key, int *value);
    void (*name)(Codec *codec, const char *key, const Names *names, int *value);
    /* Bytes as hexadecimal digits; all zero, they count as unknown. */
    void (*bytes)(Codec *codec, const char *key, uint8_t *bytes, int count);
    /* *count: number of entries of a list; set when reading, 0 after an error. */
    void (*open)(Codec *codec, const char *key, CodecBox box, int *count, int least,
                 int most);
    void (*close)(Codec *codec);
    /* Is there such a key in the object being read? Always true when writing. */
    int (*has)(Codec *codec, const char *key);
    /* Rejects the value just read although it is in bounds: "comes twice". Only called
     * while reading. */
    void (*refuse)(Codec *codec, const char *key, const char *why);
} CodecVerbs;

struct Codec {
    const CodecVerbs *verbs;
    int is_reading;
};

static inline int codec_has(Codec *codec, const char *key)
{
    return codec->verbs->has(codec, key);
}

/* codec_optional(codec_u8, codec, "train", &sm->train, 0, 3): only if the key is there. */
#define codec_optional(verb, codec, key, ...)                                              \
    do {                                                                                   \
        if (codec_has(codec, key))                                                         \
            verb(codec, key, __VA_ARGS__);                                                 \
    } while (0)

void codec_u8(Codec *codec, const char *key, uint8_t *value, int least, int most);
void codec_i16(Codec *codec, const char *key, int16_t *value, int least, int most);
void codec_i32(Codec *codec, const char *key, int32_t *value, int least, int most);
void codec_flag(Codec *codec, const char *key, uint8_t *value);
void codec_name(Codec *codec, const char *key, const Names *names, uint8_t *value);
void codec_bytes(Codec *codec, const char *key, uint8_t *bytes, int count);
/* A set of seats, as a list: written in ascending order, read in any. */
void codec_seats(Codec *codec, const char *key, SeatSet *seats, int seat_count);
void codec_open_object(Codec *codec, const char *key);
/* A list whose length is fixed. */
void codec_open_list(Codec *codec, const char *key, int count);
/* A list whose length is part of the state. */
void codec_open_counted(Codec *codec, const char *key, uint8_t *count, int most);
void codec_close(Codec *codec);
/* A row of cards, first to last. */
void codec_row(Codec *codec, const char *key, const Names *names, uint8_t *cards,
               uint8_t *count, int most);
/* A pile of cards whose top is the last in memory; shown from the top. */
void codec_pile(Codec *codec, const char *key, const Names *names, uint8_t *cards,
                uint8_t *count, int most);
/* A multiset: how many there are of each name, and of all; shown in the order of
 * names. */
void codec_counts(Codec *codec, const char *key, const Names *names, uint8_t *counts,
                  uint8_t *total, int most);

#endif
