/* test_random.c: the stream of the deals and the generator of the search: published
 * test vectors, and statistical tests. Seeds are fixed, so the results are always the
 * same. */
#include "engine/random.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* ChaCha20 (RFC 8439)                                                       */
/* ------------------------------------------------------------------------- */

static void expect_words(Stream *stream, const uint32_t *words, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t word = stream_next(stream);
        cr_expect_eq(word, words[i], "word %d is %08x", i, word);
    }
}

Test(stream, gives_the_block_of_rfc_8439_section_2_3_2)
{
    static const uint32_t block[STREAM_WORDS] = {
        0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
        0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
        0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2,
    };
    uint8_t key[SEED_BYTES];
    Stream stream;

    for (int i = 0; i < SEED_BYTES; i++)
        key[i] = (uint8_t)i;
    stream_open(&stream, key, 0);
    stream.input[12] = 1;
    stream.input[13] = 0x09000000;
    stream.input[14] = 0x4a000000;
    stream.input[15] = 0;
    expect_words(&stream, block, STREAM_WORDS);
}

/* RFC 8439, A.1, test vectors 1 and 2: the blocks follow each other. */
Test(stream, goes_on_with_the_next_block)
{
    static const uint32_t first[] = { 0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653 };
    static const uint32_t second[] = { 0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73 };
    static const uint8_t key[SEED_BYTES];
    Stream stream;

    stream_open(&stream, key, 0);
    expect_words(&stream, first, 4);
    for (int i = 4; i < STREAM_WORDS; i++)
        stream_next(&stream);
    expect_words(&stream, second, 4);
}

Test(stream, differs_with_every_bit_of_its_number)
{
    static const uint8_t key[SEED_BYTES];
    Stream one, other;

    stream_open(&one, key, 0);
    uint32_t word = stream_next(&one);
    for (int bit = 0; bit < 64; bit++) {
        stream_open(&other, key, (uint64_t)1 << bit);
        cr_expect_neq(stream_next(&other), word, "bit %d of the number", bit);
    }
}

Test(stream, differs_with_every_byte_of_its_key)
{
    uint8_t key[SEED_BYTES] = { 0 };
    Stream one, other;

    stream_open(&one, key, 0);
    uint32_t word = stream_next(&one);
    for (int i = 0; i < SEED_BYTES; i++) {
        key[i] = 1;
        stream_open(&other, key, 0);
        key[i] = 0;
        cr_expect_neq(stream_next(&other), word, "byte %d of the key", i);
    }
}

Test(stream, of_a_key_and_number_is_always_the_same)
{
    static const uint8_t key[SEED_BYTES] = "thirty-two bytes, or nearly so";
    Stream one, other;

    stream_open(&one, key, 7);
    memset(&other, 0xAA, sizeof other);
    stream_open(&other, key, 7);
    for (int i = 0; i < 3 * STREAM_WORDS; i++)
        cr_assert_eq(stream_next(&one), stream_next(&other));
}

enum { ROW = 87 };

static void count_up(uint8_t row[ROW])
{
    for (int i = 0; i < ROW; i++)
        row[i] = (uint8_t)i;
}

/* From the middle of a block, and reopened at each of those that follow. */
Test(stream, shuffles_a_row_block_by_block_as_at_once)
{
    static const uint8_t key[SEED_BYTES] = "thirty-two bytes, or nearly so";

    for (int begun = 0; begun < 2 * STREAM_WORDS; begun++) {
        for (int count = 0; count <= ROW; count++) {
            uint8_t at_once[ROW], by_blocks[ROW];
            Stream one, other;
            count_up(at_once);
            count_up(by_blocks);
            stream_open(&one, key, 7);
            for (int i = 0; i < begun; i++)
                stream_next(&one);
            other = one;
            stream_shuffle(&one, at_once, count);
            for (int left = stream_deal_block(&other, by_blocks, count); left > 0;) {
                stream_open_at(&other, key, 7, stream_next_block(&other));
                left = stream_deal_block(&other, by_blocks, left);
            }
            cr_assert_eq(memcmp(at_once, by_blocks, ROW), 0, "%d cards after %d words",
                         count, begun);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* xoshiro256++ and SplitMix64                                               */
/* ------------------------------------------------------------------------- */

Test(rng, is_seeded_by_splitmix64)
{
    static const uint64_t known[] = { 6457827717110365317u, 3203168211198807973u,
                                      9817491932198370423u, 4593380528125082431u };
    Rng rng;

    rng_seed(&rng, 1234567);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(rng.s[i], known[i], "number %d", i);
}

Test(rng, is_xoshiro256_plus_plus)
{
    static const uint64_t known[] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    Rng rng = { { 1, 2, 3, 4 } };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        cr_expect_eq(rng_next(&rng), known[i], "number %d", (int)i);
}

Test(rng, fills_every_byte_and_no_more)
{
    uint8_t bytes[2][40];
    Rng rng;

    for (int which = 0; which < 2; which++) {
        rng_seed(&rng, 5);
        memset(bytes[which], which ? 0xAA : 0x55, sizeof bytes[which]);
        rng_fill(&rng, bytes[which], 39);
    }
    cr_expect_arr_eq(bytes[0], bytes[1], 39);
    cr_expect_eq(bytes[0][39], 0x55);
    cr_expect_eq(bytes[1][39], 0xAA);
}

/* ------------------------------------------------------------------------- */
/* Uniform distribution                                                      */
/* ------------------------------------------------------------------------- */

enum { CLASSES_MAX = 64, DRAWS = 200000 };

/* Either generator as one interface. */
typedef struct Source {
    Stream stream;
    Rng rng;
    int is_stream;
} Source;

static Source source_of(int is_stream)
{
    static const uint8_t key[SEED_BYTES] = { 42 };
    Source source = { .is_stream = is_stream };

    stream_open(&source.stream, key, 1);
    rng_seed(&source.rng, 42);
    return source;
}

static uint32_t source_below(Source *source, uint32_t bound)
{
    return source->is_stream ? stream_below(&source->stream, bound)
                             : rng_below(&source->rng, bound);
}

/* Chi-squared statistic of the counts. Its mean is classes - 1; more than twice that
 * plus 30 is very unlikely. */
static void expect_equal_counts(const int *counts, int classes, const char *what)
{
    double total = 0, far = 0;

    for (int i = 0; i < classes; i++)
        total += counts[i];
    for (int i = 0; i < classes; i++) {
        double off = counts[i] - total / classes;
        far += off * off / (total / classes);
    }
    cr_expect_lt(far, 2.0 * (classes - 1) + 30, "%s: chi square is %.1f of %d classes",
                 what, far, classes);
}

/* Counts results modulo `classes`. */
static void expect_fair(int is_stream, uint32_t bound, int classes)
{
    Source source = source_of(is_stream);
    int counts[CLASSES_MAX] = { 0 };
    char what[60];

    for (int i = 0; i < DRAWS; i++) {
        uint32_t answer = source_below(&source, bound);
        cr_assert_lt(answer, bound);
        counts[answer % (uint32_t)classes]++;
    }
    snprintf(what, sizeof what, "%s below %u", is_stream ? "stream" : "rng", bound);
    expect_equal_counts(counts, classes, what);
}

Test(chance, gives_small_numbers_equally_often)
{
    for (int is_stream = 0; is_stream < 2; is_stream++) {
        for (uint32_t bound = 1; bound <= CLASSES_MAX; bound++)
            expect_fair(is_stream, bound, (int)bound);
    }
}

/* Without rejection these bounds would make every third result twice as likely, or
 * leave a gap at the end. */
Test(chance, gives_large_numbers_equally_often)
{
    for (int is_stream = 0; is_stream < 2; is_stream++) {
        expect_fair(is_stream, 3u << 30, 3);
        expect_fair(is_stream, (1u << 31) + 1, 2);
        expect_fair(is_stream, UINT32_MAX, 5);
    }
}

/* Counts results by half or quarter of the range. */
Test(chance, spreads_over_the_whole_range)
{
    const uint32_t bound = (1u << 31) + 1;

    for (int is_stream = 0; is_stream < 2; is_stream++) {
        Source source = source_of(is_stream);
        int counts[4] = { 0 };
        for (int i = 0; i < DRAWS; i++)
            counts[(uint64_t)source_below(&source, bound) * 4 / bound]++;
        expect_equal_counts(counts, 4, "quarters of 2^31 + 1");
    }
}

/* 2^32 numbers divided equally among `bound` results leave 2^32 mod bound. */
Test(chance, refuses_only_what_is_left_over)
{
    uint32_t answer;

    for (uint32_t x = 0; x < 100000; x++)
        cr_assert(below_accepts(x * 42949u, 1u << 16, &answer));
    cr_expect(below_accepts(0, 1, &answer));
    cr_expect(!below_accepts(0, 3, &answer));
    cr_expect(below_accepts(1, 3, &answer));
    cr_expect_eq(answer, 0);
    cr_expect(below_accepts(UINT32_MAX, 3, &answer));
    cr_expect_eq(answer, 2);
}

/* ------------------------------------------------------------------------- */
/* Shuffles                                                                  */
/* ------------------------------------------------------------------------- */

/* The number of an order of 0 1 2 3, from 0 to 23. */
static int order_number(const uint8_t *cards)
{
    int number = 0;

    for (int i = 0; i < 4; i++) {
        int smaller_after = 0;
        for (int j = i + 1; j < 4; j++)
            smaller_after += cards[j] < cards[i];
        number = number * (4 - i) + smaller_after;
    }
    return number;
}

Test(chance, shuffles_into_every_order_equally_often)
{
    for (int is_stream = 0; is_stream < 2; is_stream++) {
        Source source = source_of(is_stream);
        int counts[24] = { 0 };
        for (int i = 0; i < DRAWS; i++) {
            uint8_t cards[] = { 0, 1, 2, 3 };
            if (is_stream)
                stream_shuffle(&source.stream, cards, 4);
            else
                rng_shuffle(&source.rng, cards, 4);
            counts[order_number(cards)]++;
        }
        expect_equal_counts(counts, 24, is_stream ? "stream_shuffle" : "rng_shuffle");
    }
}

Test(chance, shuffles_keep_every_card)
{
    uint8_t cards[200], seen[200] = { 0 };
    Source source = source_of(1);

    for (int i = 0; i < 200; i++)
        cards[i] = (uint8_t)i;
    stream_shuffle(&source.stream, cards, 200);
    rng_shuffle(&source.rng, cards, 200);
    for (int i = 0; i < 200; i++)
        cr_assert_eq(seen[cards[i]]++, 0);
}

Test(chance, leaves_no_card_and_one_card_alone)
{
    uint8_t cards[] = { 7, 8 };
    Source source = source_of(1);

    stream_shuffle(&source.stream, cards, 0);
    stream_shuffle(&source.stream, cards, 1);
    rng_shuffle(&source.rng, cards, 0);
    rng_shuffle(&source.rng, cards, 1);
    cr_expect(cards[0] == 7 && cards[1] == 8);
}
