/* test_codec.c: the richer verbs of a codec, on a tape. */
#include "engine/tape.h"

#include <criterion/criterion.h>

static const char *const CARD_NAMES[] = { "box", "ore", "tank" };
static const Names CARDS = NAMES("card", CARD_NAMES);

static Tape tape;

static Codec *writing(void)
{
    tape_write(&tape, TAPE_OPEN_CARDS);
    return &tape.codec;
}

static Codec *reading(void)
{
    tape_read(&tape);
    return &tape.codec;
}

static void expect_no_fault(void)
{
    cr_assert_null(tape_fault(&tape), "%s", tape_fault(&tape));
}

/* ------------------------------------------------------------------------- */
/* Single values                                                             */
/* ------------------------------------------------------------------------- */

typedef struct Values {
    uint8_t small, flag, card;
    int16_t middling;
    int32_t large;
    uint8_t key[4];
} Values;

static void shape_values(Codec *codec, Values *values)
{
    codec_u8(codec, "small", &values->small, 0, 255);
    codec_i16(codec, "middling", &values->middling, -5000, 5000);
    codec_i32(codec, "large", &values->large, -100000, 100000);
    codec_flag(codec, "flag", &values->flag);
    codec_name(codec, "card", &CARDS, &values->card);
    codec_bytes(codec, "key", values->key, 4);
}

Test(codec, reads_single_values_as_they_were_written)
{
    Values values = { 200, 1, 2, -4321, -99999, { 1, 2, 3, 0xFF } }, read = { 0 };

    shape_values(writing(), &values);
    expect_no_fault();
    shape_values(reading(), &read);
    expect_no_fault();
    cr_expect_eq(read.small, 200);
    cr_expect_eq(read.middling, -4321);
    cr_expect_eq(read.large, -99999);
    cr_expect_eq(read.flag, 1);
    cr_expect_eq(read.card, 2);
    cr_expect_arr_eq(read.key, values.key, 4);
}

Test(codec, leaves_a_value_alone_that_is_out_of_bounds)
{
    uint8_t value = 9, other = 8;

    codec_u8(writing(), "value", &value, 0, 9);
    value = 3;
    codec_u8(reading(), "value", &value, 0, 8);
    cr_expect_eq(value, 3);
    cr_expect_str_eq(tape_fault(&tape), "a value out of its bounds");
    codec_u8(&tape.codec, "other", &other, 0, 9);
    cr_expect_eq(other, 8, "after a fault nothing is read");
}

Test(codec, writes_an_unknown_card_as_unknown)
{
    uint8_t card = UNKNOWN_CARD;

    tape_write(&tape, TAPE_MAY_HIDE);
    codec_name(&tape.codec, "card", &CARDS, &card);
    expect_no_fault();
    cr_expect_eq(tape.tokens[0].value, UNKNOWN);
    cr_expect_eq(card, UNKNOWN_CARD);
}

Test(codec, has_only_what_was_written)
{
    uint8_t value = 1;

    cr_expect(codec_has(writing(), "value"));
    codec_u8(&tape.codec, "value", &value, 0, 9);
    cr_expect(codec_has(reading(), "value"));
    cr_expect(!codec_has(&tape.codec, "other"));
}

/* ------------------------------------------------------------------------- */
/* Rows, piles, sets                                                         */
/* ------------------------------------------------------------------------- */

static void expect_values(const int *expected, int count)
{
    for (int i = 0; i < count; i++)
        cr_expect_eq(tape.tokens[1 + i].value, expected[i], "entry %d", i);
    cr_expect_eq(tape.tokens[0].value, count);
    cr_expect_eq(tape.count, count + 2);
}

Test(codec, shows_a_row_from_its_first_card)
{
    uint8_t cards[4] = { 0, 1, 2 }, count = 3, read[4] = { 0 }, read_count = 0;

    codec_row(writing(), "row", &CARDS, cards, &count, 4);
    expect_no_fault();
    expect_values((int[]){ 0, 1, 2 }, 3);
    codec_row(reading(), "row", &CARDS, read, &read_count, 4);
    expect_no_fault();
    cr_expect_eq(read_count, 3);
    cr_expect_arr_eq(read, cards, 4);
}

Test(codec, shows_a_pile_from_its_top)
{
    uint8_t cards[4] = { 0, 1, 2 }, count = 3, read[4] = { 0 }, read_count = 0;

    codec_pile(writing(), "pile", &CARDS, cards, &count, 4);
    expect_no_fault();
    expect_values((int[]){ 2, 1, 0 }, 3);
    codec_pile(reading(), "pile", &CARDS, read, &read_count, 4);
    expect_no_fault();
    cr_expect_eq(read_count, 3);
    cr_expect_arr_eq(read, cards, 4);
}

Test(codec, refuses_a_list_that_is_too_long_and_reads_none_of_it)
{
    uint8_t cards[4] = { 2, 2, 2, 2 }, count = 4, read[3] = { 0 }, read_count = 1;

    codec_row(writing(), "row", &CARDS, cards, &count, 4);
    codec_row(reading(), "row", &CARDS, read, &read_count, 3);
    cr_expect_not_null(tape_fault(&tape));
    cr_expect_eq(read_count, 0);
    cr_expect_eq(read[0], 0);
}

Test(codec, shows_a_multiset_in_the_order_of_names)
{
    uint8_t counts[3] = { 2, 0, 1 }, total = 3, read[3] = { 9, 9, 9 }, read_total = 0;

    codec_counts(writing(), "held", &CARDS, counts, &total, 5);
    expect_no_fault();
    expect_values((int[]){ 0, 0, 2 }, 3);
    codec_counts(reading(), "held", &CARDS, read, &read_total, 5);
    expect_no_fault();
    cr_expect_arr_eq(read, counts, 3);
    cr_expect_eq(read_total, 3);
}

Test(codec, shows_seats_in_ascending_order)
{
    SeatSet seats = (SeatSet)(seat_bit(4) | seat_bit(0) | seat_bit(3)), read = seat_bit(1);

    codec_seats(writing(), "seats", &seats, 5);
    expect_no_fault();
    expect_values((int[]){ 0, 3, 4 }, 3);
    codec_seats(reading(), "seats", &read, 5);
    expect_no_fault();
    cr_expect_eq(read, seats);
}

Test(codec, refuses_a_seat_that_is_not_at_the_table)
{
    SeatSet seats = seat_bit(4), read = 0;

    codec_seats(writing(), "seats", &seats, 5);
    codec_seats(reading(), "seats", &read, 4);
    cr_expect_not_null(tape_fault(&tape));
}

Test(codec, nests_objects_and_lists)
{
    uint8_t value = 5;

    codec_open_list(writing(), "list", 1);
    codec_open_object(&tape.codec, NULL);
    codec_u8(&tape.codec, "value", &value, 0, 9);
    codec_close(&tape.codec);
    codec_close(&tape.codec);
    expect_no_fault();
    cr_expect_eq(tape.count, 5);
    cr_expect_eq(tape.tokens[1].box, CODEC_OBJECT);
}

/* ------------------------------------------------------------------------- */
/* The tape itself finds what no format could carry                          */
/* ------------------------------------------------------------------------- */

Test(tape, refuses_a_key_twice)
{
    uint8_t value = 0;

    codec_u8(writing(), "value", &value, 0, 9);
    codec_u8(&tape.codec, "value", &value, 0, 9);
    cr_expect_str_eq(tape_fault(&tape), "a key twice in an object");
}

Test(tape, refuses_keys_in_lists_and_none_in_objects)
{
    uint8_t value = 0;

    codec_u8(writing(), NULL, &value, 0, 9);
    cr_expect_not_null(tape_fault(&tape));
    codec_open_list(writing(), "list", 1);
    codec_u8(&tape.codec, "value", &value, 0, 9);
    cr_expect_str_eq(tape_fault(&tape), "a key in a list");
}

Test(tape, refuses_a_list_of_another_length_than_said)
{
    codec_open_list(writing(), "list", 2);
    codec_close(&tape.codec);
    cr_expect_str_eq(tape_fault(&tape), "a list of another length than said");
}

Test(tape, refuses_what_is_not_closed_and_what_was_never_open)
{
    codec_open_object(writing(), "object");
    cr_expect_str_eq(tape_fault(&tape), "something was not closed");
    codec_close(writing());
    cr_expect_str_eq(tape_fault(&tape), "closed once too often");
}

Test(tape, refuses_unknown_cards_in_a_state)
{
    uint8_t card = UNKNOWN_CARD;

    codec_name(writing(), "card", &CARDS, &card);
    cr_expect_not_null(tape_fault(&tape));
}

Test(tape, notices_what_is_not_read)
{
    uint8_t value = 0;

    codec_u8(writing(), "value", &value, 0, 9);
    reading();
    cr_expect_str_eq(tape_fault(&tape), "something was not read");
}
