/* random.c: the ChaCha20 stream of the deals and the generator of the search. */
#include "engine/random.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* The deals                                                                 */
/* ------------------------------------------------------------------------- */

static uint32_t rotate_left(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t load_little_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16
           | (uint32_t)bytes[3] << 24;
}

static void quarter_round(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 7);
}

static void next_block(Stream *stream)
{
    uint32_t *x = stream->words;

    memcpy(x, stream->input, sizeof stream->words);
    for (int round = 0; round < 20; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < STREAM_WORDS; i++)
        x[i] += stream->input[i];
    stream->input[12]++;
    stream->used = 0;
}

void stream_open(Stream *stream, const uint8_t key[SEED_BYTES], uint64_t number)
{
    static const uint32_t constants[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

    memcpy(stream->input, constants, sizeof constants);
    for (int i = 0; i < 8; i++)
        stream->input[4 + i] = load_little_endian(key + (size_t)i * 4);
    stream->input[12] = 0;
    stream->input[13] = 0;
    stream->input[14] = (uint32_t)number;
    stream->input[15] = (uint32_t)(number >> 32);
    stream->used = STREAM_WORDS;
}

uint32_t stream_next(Stream *stream)
{
    if (stream->used == STREAM_WORDS)
        next_block(stream);
    return stream->words[stream->used++];
}

uint32_t stream_below(Stream *stream, uint32_t bound)
{
    uint32_t answer;

    while (!below_accepts(stream_next(stream), bound, &answer))
        ;
    return answer;
}

/* Fisher and Yates, from the end. */
void stream_shuffle(Stream *stream, uint8_t *cards, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)stream_below(stream, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* ------------------------------------------------------------------------- */
/* The search                                                                */
/* ------------------------------------------------------------------------- */

/* SplitMix64 spreads one number over the whole state. */
void rng_seed(Rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        rng->s[i] = z ^ z >> 31;
    }
}

void rng_shuffle(Rng *rng, uint8_t *cards, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

void rng_fill(Rng *rng, uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(rng_next(rng) >> 56);
}
