/* test_setup.c: parsing of setups. */
#include "games/freight_train/ft.h"
#include "play/setup.h"

#include <criterion/criterion.h>
#include <string.h>

static Setup default_setup(int seats)
{
    Setup setup;

    game_default_setup(&FREIGHT_TRAIN, seats, &setup);
    return setup;
}

Test(setup, finds_games_by_their_id)
{
    cr_expect_eq(catalogue_find("freight-train"), &FREIGHT_TRAIN);
    cr_expect_null(catalogue_find("freight"));
    cr_expect_null(catalogue_find(""));
}

Test(setup, sets_options_by_name)
{
    Setup setup = default_setup(4);

    cr_expect(setup_set_option(&FREIGHT_TRAIN, &setup, "edition", "white-wind")
              == SETUP_OK);
    cr_expect_eq(setup.options[FT_OPTION_EDITION], FT_WHITE_WIND);
    cr_expect(setup_set_option(&FREIGHT_TRAIN, &setup, "first", "2") == SETUP_OK);
    cr_expect_eq(setup.options[FT_OPTION_FIRST], 3);
}

Test(setup, a_wrong_word_leaves_the_setup_as_it_was)
{
    Setup setup = default_setup(4), before = setup;

    cr_expect(setup_set_option(&FREIGHT_TRAIN, &setup, "editon", "mayfair")
              == SETUP_NO_OPTION);
    cr_expect(setup_set_option(&FREIGHT_TRAIN, &setup, "edition", "mayflower")
              == SETUP_NO_VALUE);
    cr_expect_eq(memcmp(&setup, &before, sizeof setup), 0);
}

Test(setup, refuses_seats_and_options_that_do_not_work)
{
    Setup setup = default_setup(4);

    cr_expect_null(setup_refusal(&FREIGHT_TRAIN, &setup));
    setup.seats = 1;
    cr_expect_str_eq(setup_refusal(&FREIGHT_TRAIN, &setup), "seats");
    setup.seats = 6;
    cr_expect_str_eq(setup_refusal(&FREIGHT_TRAIN, &setup), "seats");
    setup = default_setup(4);
    setup_set_option(&FREIGHT_TRAIN, &setup, "edition", "white-wind");
    setup_set_option(&FREIGHT_TRAIN, &setup, "cabooses", "on");
    cr_expect_str_eq(setup_refusal(&FREIGHT_TRAIN, &setup), "cabooses");
}

Test(setup, sixty_four_digits_stand_for_themselves)
{
    static const char digits[] =
        "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";
    Setup setup = default_setup(2);

    setup_seed_from_text(&setup, digits, 64);
    cr_expect_eq(setup.seed[1], 0x11);
    cr_expect_eq(setup.seed[31], 0xFF);
}

/* SHA-256 of "abc", from FIPS 180-4. */
Test(setup, any_other_text_is_hashed)
{
    static const uint8_t hash[4] = { 0xba, 0x78, 0x16, 0xbf };
    Setup setup = default_setup(2);

    setup_seed_from_text(&setup, "abc", 3);
    cr_expect_eq(memcmp(setup.seed, hash, sizeof hash), 0);
}

Test(setup, random_seeds_differ)
{
    Setup one = default_setup(2), other = default_setup(2);

    setup_seed_at_random(&one);
    setup_seed_at_random(&other);
    cr_expect_neq(memcmp(one.seed, other.seed, SEED_BYTES), 0);
}
