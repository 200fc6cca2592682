/* material.c: what is in the box (FT-1). */
#include "position.h"

#include <criterion/criterion.h>
#include <string.h>

static const Option *option_called(const char *id)
{
    for (int i = 0; i < FREIGHT_TRAIN.option_count; i++) {
        if (strcmp(FREIGHT_TRAIN.options[i].id, id) == 0)
            return &FREIGHT_TRAIN.options[i];
    }
    return NULL;
}

Test(material, FT_1_1_there_are_eleven_types_of_sixteen_cards)
{
    FtState ft = dealt_position(5, "edition=white-wind");

    for (int type = 0; type < FT_TYPES; type++)
        cr_expect_eq(cards_of_type(&ft, type), 16);
    cr_expect_eq(FT_TYPES, 11);
}

Test(material, FT_1_1_both_editions_have_176_cars)
{
    FtState ft = quiet_position(5, "edition=mayfair");

    cr_expect_eq(ft.deck_count, 176 + 1);
}

Test(material, FT_1_2_white_wind_has_35_locomotives)
{
    cr_expect_eq(FT_EDITIONS[FT_WHITE_WIND].locomotives, 35);
}

Test(material, FT_1_2_mayfair_has_37_locomotives)
{
    cr_expect_eq(FT_EDITIONS[FT_MAYFAIR].locomotives, 37);
}

/* Four have called on both days; the fifth takes the last card of the stock. */
Test(material, FT_1_2_five_players_use_no_more_than_35)
{
    FtState ft = quiet_position(5, "edition=white-wind");
    int locomotives = 0;

    set_day(&ft, 2);
    for (int seat = 1; seat < 5; seat++)
        set_called(&ft, seat);
    act(&ft, call_locomotive());
    for (int seat = 0; seat < 5; seat++)
        locomotives += ft.players[seat].locomotives;
    cr_expect_eq(locomotives, 35);
}

Test(material, FT_1_3_one_end_of_day_card_lies_in_the_deck)
{
    FtState ft = dealt_position(4, "edition=mayfair");

    cr_expect_eq(cards_of_type(&ft, FT_END_OF_DAY), 1);
}

Test(material, FT_1_3_one_engine_marks_one_first_player)
{
    FtState ft = dealt_position(4, "edition=mayfair first=2");

    cr_expect_eq(ft.first, 2);
    cr_expect_eq(FREIGHT_TRAIN.waiting(&ft), seat_bit(2));
}

Test(material, FT_1_3_white_wind_has_no_cabooses)
{
    Setup setup = setup_with(3, "edition=white-wind cabooses=on");

    cr_expect_not_null(FREIGHT_TRAIN.refuse(&setup));
}

Test(material, FT_1_3_mayfair_plays_with_cabooses_on_request)
{
    Setup setup = setup_with(3, "edition=mayfair cabooses=on");

    cr_expect_null(FREIGHT_TRAIN.refuse(&setup));
}

Test(material, FT_1_3_mayfair_has_seven_cabooses)
{
    FtState ft = quiet_position(2, "edition=mayfair cabooses=on");

    give_train(&ft, 0, "box");
    give_closed_train(&ft, 1, "ore");
    give_closed_train(&ft, 1, "tank");
    give_closed_train(&ft, 1, "stock");
    give_closed_train(&ft, 1, "hopper");
    give_closed_train(&ft, 1, "gondola");
    give_closed_train(&ft, 1, "container");
    cr_expect(offers(&ft, close_train(0)));
    give_closed_train(&ft, 1, "piggyback");
    cr_expect_not(offers(&ft, close_train(0)));
}

Test(material, FT_1_3_cabooses_stay_in_the_box_unless_asked_for)
{
    const Option *cabooses = option_called("cabooses");

    cr_assert_not_null(cabooses);
    cr_expect_str_eq(cabooses->values.items[cabooses->default_value], "off");
}
