/* random.h: chance, of two kinds.
 *
 * Stream: the deals. ChaCha20 under the game's 256-bit key: the cards seen say
 * nothing about those to come. Stream number n of a key is
 * always the same, so a state needs to remember only the key and a count.
 *
 * Rng: everything that is only tried out: search, random play, tests. Fast, and
 * never mixed with the game's own stream. */
#ifndef ROUNDHOUSE_ENGINE_RANDOM_H
#define ROUNDHOUSE_ENGINE_RANDOM_H

#include <stdint.h>

enum { SEED_BYTES = 32, STREAM_WORDS = 16 };

typedef struct Stream {
    uint32_t input[STREAM_WORDS]; /* RFC 8439: constants, key, counter, nonce */
    uint32_t words[STREAM_WORDS]; /* the present block of key stream */
    int used;                     /* words of it already given out */
} Stream;

void stream_open(Stream *stream, const uint8_t key[SEED_BYTES], uint64_t number);
/* At one of its blocks, which count from 0. */
void stream_open_at(Stream *stream, const uint8_t key[SEED_BYTES], uint64_t number,
                    uint32_t block);
/* The block that follows the present one. */
uint32_t stream_next_block(const Stream *stream);
uint32_t stream_next(Stream *stream);
/* From 0 to bound - 1, each equally likely; bound is at least 1. */
uint32_t stream_below(Stream *stream, uint32_t bound);
void stream_shuffle(Stream *stream, uint8_t *cards, int count);
/* Shuffles only `dealt` cards, which end up at the end of the row; the others lie
 * before them in any order. */
void stream_deal(Stream *stream, uint8_t *cards, int count, int dealt);
/* Shuffles a part of a row: as many cards as the present block has words for, or the next
 * one if that is used up. Returns how many are left for the next time, which lie before
 * them. Block by block, this is stream_shuffle. */
int stream_deal_block(Stream *stream, uint8_t *cards, int count);

/* xoshiro256++ */
typedef struct Rng {
    uint64_t s[4];
} Rng;

/* Any number is a good seed. */
void rng_seed(Rng *rng, uint64_t seed);
void rng_shuffle(Rng *rng, uint8_t *cards, int count);
void rng_fill(Rng *rng, uint8_t *bytes, int count);

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t sum = s[0] + s[3];
    uint64_t answer = (sum << 23 | sum >> 41) + s[0];
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return answer;
}

/* Lemire's method: the high half of x * bound, refusing the few x that would
 * make some answers likelier than others. */
static inline int below_accepts(uint32_t x, uint32_t bound, uint32_t *answer)
{
    uint64_t product = (uint64_t)x * bound;

    *answer = (uint32_t)(product >> 32);
    return (uint32_t)product >= bound || (uint32_t)product >= -bound % bound;
}

/* From 0 to bound - 1, each equally likely; bound is at least 1. */
static inline uint32_t rng_below(Rng *rng, uint32_t bound)
{
    uint32_t answer;

    while (!below_accepts((uint32_t)(rng_next(rng) >> 32), bound, &answer))
        ;
    return answer;
}

#endif
