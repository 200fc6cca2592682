/* codec.c: a codec's richer verbs, made of its primitives. */
#include "engine/codec.h"

#include "engine/moment.h"

#include <assert.h>
#include <stddef.h>

/* ------------------------------------------------------------------------- */
/* Single values                                                             */
/* ------------------------------------------------------------------------- */

void codec_u8(Codec *codec, const char *key, uint8_t *value, int least, int most)
{
    int number = *value;

    codec->verbs->number(codec, key, &number, least, most);
    *value = (uint8_t)number;
}

void codec_i16(Codec *codec, const char *key, int16_t *value, int least, int most)
{
    int number = *value;

    codec->verbs->number(codec, key, &number, least, most);
    *value = (int16_t)number;
}

void codec_i32(Codec *codec, const char *key, int32_t *value, int least, int most)
{
    int number = *value;

    codec->verbs->number(codec, key, &number, least, most);
    *value = number;
}

void codec_flag(Codec *codec, const char *key, uint8_t *value)
{
    int flag = *value;

    codec->verbs->flag(codec, key, &flag);
    *value = (uint8_t)flag;
}

void codec_name(Codec *codec, const char *key, const Names *names, uint8_t *value)
{
    int name = *value == UNKNOWN_CARD ? UNKNOWN : *value;

    codec->verbs->name(codec, key, names, &name);
    *value = name == UNKNOWN ? UNKNOWN_CARD : (uint8_t)name;
}

void codec_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    codec->verbs->bytes(codec, key, bytes, count);
}

/* ------------------------------------------------------------------------- */
/* Objects and lists                                                         */
/* ------------------------------------------------------------------------- */

void codec_open_object(Codec *codec, const char *key)
{
    int count = 0;

    codec->verbs->open(codec, key, CODEC_OBJECT, &count, 0, 0);
}

void codec_open_list(Codec *codec, const char *key, int count)
{
    int entries = count;

    codec->verbs->open(codec, key, CODEC_LIST, &entries, count, count);
}

void codec_open_counted(Codec *codec, const char *key, uint8_t *count, int most)
{
    int entries = *count;

    codec->verbs->open(codec, key, CODEC_LIST, &entries, 0, most);
    *count = (uint8_t)entries;
}

void codec_close(Codec *codec)
{
    codec->verbs->close(codec);
}

void codec_row(Codec *codec, const char *key, const Names *names, uint8_t *cards,
               uint8_t *count, int most)
{
    codec_open_counted(codec, key, count, most);
    for (int i = 0; i < *count; i++)
        codec_name(codec, NULL, names, &cards[i]);
    codec_close(codec);
}

void codec_pile(Codec *codec, const char *key, const Names *names, uint8_t *cards,
                uint8_t *count, int most)
{
    codec_open_counted(codec, key, count, most);
    for (int i = *count - 1; i >= 0; i--)
        codec_name(codec, NULL, names, &cards[i]);
    codec_close(codec);
}

/* ------------------------------------------------------------------------- */
/* Sets: in memory they are not lists, so reading and writing part ways      */
/* ------------------------------------------------------------------------- */

static void read_seats(Codec *codec, SeatSet *seats, int entries, int seat_count)
{
    *seats = 0;
    for (int i = 0; i < entries; i++) {
        uint8_t seat = 0;
        codec_u8(codec, NULL, &seat, 0, seat_count - 1);
        if (seats_have(*seats, seat))
            codec->verbs->refuse(codec, NULL, "comes twice");
        *seats |= seat_bit(seat);
    }
}

static void write_seats(Codec *codec, SeatSet seats, int seat_count)
{
    for (; seats; seats &= (SeatSet)(seats - 1)) {
        uint8_t seat = (uint8_t)seats_first(seats);
        codec_u8(codec, NULL, &seat, 0, seat_count - 1);
    }
}

void codec_seats(Codec *codec, const char *key, SeatSet *seats, int seat_count)
{
    uint8_t entries = (uint8_t)seats_count(*seats);

    codec_open_counted(codec, key, &entries, seat_count);
    if (codec->is_reading)
        read_seats(codec, seats, entries, seat_count);
    else
        write_seats(codec, *seats, seat_count);
    codec_close(codec);
}

static void read_counts(Codec *codec, const Names *names, uint8_t *counts, int entries)
{
    for (int i = 0; i < names->count; i++)
        counts[i] = 0;
    for (int i = 0; i < entries; i++) {
        uint8_t name = 0;
        codec_name(codec, NULL, names, &name);
        counts[name]++;
    }
}

static void write_counts(Codec *codec, const Names *names, const uint8_t *counts)
{
    for (int i = 0; i < names->count; i++) {
        for (int n = 0; n < counts[i]; n++) {
            uint8_t name = (uint8_t)i;
            codec_name(codec, NULL, names, &name);
        }
    }
}

void codec_counts(Codec *codec, const char *key, const Names *names, uint8_t *counts,
                  uint8_t *total, int most)
{
    codec_open_counted(codec, key, total, most);
    if (codec->is_reading)
        read_counts(codec, names, counts, *total);
    else
        write_counts(codec, names, counts);
    codec_close(codec);
}

/* ------------------------------------------------------------------------- */
/* Moments                                                                   */
/* ------------------------------------------------------------------------- */

void codec_row_name(Codec *codec, const char *key, const void *rows, size_t size, int count,
                    uint8_t *row)
{
    const char *items[MOMENTS_MAX];

    assert(count <= MOMENTS_MAX);
    for (int i = 0; i < count; i++)
        items[i] = *(const char *const *)((const char *)rows + (size_t)i * size);
    codec_name(codec, key, &(Names){ key, items, count }, row);
}
