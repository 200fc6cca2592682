/* random.c: the ChaCha20 stream of the deals and the generator of the search. */
#include "engine/random.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* The deals                                                                 */
/* ------------------------------------------------------------------------- */

static uint32_t load_little_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16
           | (uint32_t)bytes[3] << 24;
}

/* Four words that the processor handles at once where it can. */
typedef uint32_t Row __attribute__((vector_size(16)));

static Row rotate_left(Row x, int by)
{
    return x << by | x >> (32 - by);
}

typedef uint16_t Halves __attribute__((vector_size(16)));

/* A rotation by 16. Where words lie in vectors, shuffling is quicker than shifting. */
static Row swap_halves(Row x)
{
#ifdef __SSE2__
    Halves halves = (Halves)x;

    return (Row)__builtin_shufflevector(halves, halves, 1, 0, 3, 2, 5, 4, 7, 6);
#else
    return rotate_left(x, 16);
#endif
}

/* The four columns of the block at once. */
static void quarter_rounds(Row x[4])
{
    x[0] += x[1];
    x[3] = swap_halves(x[3] ^ x[0]);
    x[2] += x[3];
    x[1] = rotate_left(x[1] ^ x[2], 12);
    x[0] += x[1];
    x[3] = rotate_left(x[3] ^ x[0], 8);
    x[2] += x[3];
    x[1] = rotate_left(x[1] ^ x[2], 7);
}

/* Turns the rows so that diagonals become columns, and back. */
static void turn_rows(Row x[4])
{
    x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0);
    x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
    x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
}

static void turn_rows_back(Row x[4])
{
    x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2);
    x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
    x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
}

/* Not inline: it is long, and one word in sixteen needs it. */
static __attribute__((noinline)) void next_block(Stream *stream)
{
    Row x[4], input[4];

    memcpy(input, stream->input, sizeof input);
    memcpy(x, input, sizeof x);
    for (int round = 0; round < 20; round += 2) {
        quarter_rounds(x);
        turn_rows(x);
        quarter_rounds(x);
        turn_rows_back(x);
    }
    for (int i = 0; i < 4; i++)
        x[i] += input[i];
    memcpy(stream->words, x, sizeof x);
    stream->input[12]++;
    stream->used = 0;
}

void stream_open_at(Stream *stream, const uint8_t key[SEED_BYTES], uint64_t number,
                    uint32_t block)
{
    static const uint32_t constants[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

    memcpy(stream->input, constants, sizeof constants);
    for (int i = 0; i < 8; i++)
        stream->input[4 + i] = load_little_endian(key + (size_t)i * 4);
    stream->input[12] = block;
    stream->input[13] = 0;
    stream->input[14] = (uint32_t)number;
    stream->input[15] = (uint32_t)(number >> 32);
    stream->used = STREAM_WORDS;
}

void stream_open(Stream *stream, const uint8_t key[SEED_BYTES], uint64_t number)
{
    stream_open_at(stream, key, number, 0);
}

uint32_t stream_next_block(const Stream *stream)
{
    return stream->input[12];
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

/* Fisher and Yates, from the end, until `rest` cards are left or the block is used up.
 * Returns how many are left. */
static uint32_t deal_within_block(Stream *stream, uint8_t *cards, uint32_t left,
                                  uint32_t rest)
{
    int used = stream->used;

    while (used < STREAM_WORDS && left > rest) {
        uint32_t chosen;
        if (!below_accepts(stream->words[used++], left, &chosen))
            continue;
        uint8_t card = cards[--left];
        cards[left] = cards[chosen];
        cards[chosen] = card;
    }
    stream->used = used;
    return left;
}

void stream_deal(Stream *stream, uint8_t *cards, int count, int dealt)
{
    uint32_t left = (uint32_t)count;
    uint32_t rest = dealt < count ? left - (uint32_t)dealt : 1; /* one has no choice */

    while (left > rest) {
        if (stream->used == STREAM_WORDS)
            next_block(stream);
        left = deal_within_block(stream, cards, left, rest);
    }
}

int stream_deal_block(Stream *stream, uint8_t *cards, int count)
{
    if (count > 1 && stream->used == STREAM_WORDS)
        next_block(stream);
    uint32_t left = deal_within_block(stream, cards, (uint32_t)count, 1);
    return left > 1 ? (int)left : 0;
}

void stream_shuffle(Stream *stream, uint8_t *cards, int count)
{
    stream_deal(stream, cards, count, count);
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
