/* test_freight_train.c: does the greedy bot play Freight Train sensibly? */
#include "ai/ai.h"
#include "games/freight_train/ft.h"

#include <criterion/criterion.h>
#include <string.h>

/* The last turn of a day: seat 0 acts, the other has played, the end-of-day card
 * is out. Every locomotive but those of the trains given is away, and on four
 * main sidings lies a tank car, so that nothing can be filled. */
static FtState last_turn(int day, int edition)
{
    const Setup setup = { .seats = 2,
                          .options = { [FT_OPTION_EDITION] = (uint8_t)edition } };
    FtState ft;

    ft_setup(&ft, &setup);
    ft.day = (uint8_t)day;
    ft.first = 1;
    ft.turn = 0;
    ft.played = seat_bit(1);
    ft.is_ending = 1;
    ft.bottom = 0;
    memset(ft.main, 0, sizeof ft.main);
    for (int seat = 0; seat < ft.seats; seat++) {
        memset(ft.players[seat].yard, 0, sizeof ft.players[seat].yard);
        ft.players[seat].locomotives = 0;
        ft_keep_welcome(&ft, seat);
    }
    for (int siding = 0; siding < 4; siding++) {
        ft.main[siding].length = 1;
        ft.main[siding].cars[0] = FT_TANK;
    }
    return ft;
}

static void add_train(FtState *ft, int seat, int car, int cars)
{
    FtPlayer *player = &ft->players[seat];

    player->trains[player->locomotives++] =
        (FtTrain){ (uint16_t)(1u << car), (uint8_t)cars, 0 };
    ft_keep_welcome(ft, seat);
}

static void park(FtState *ft, int siding, int car, int cars)
{
    FtYardSiding *yard = &ft->players[0].yard[siding];

    for (int i = 0; i < cars; i++)
        yard->cars[yard->length++] = (uint8_t)car;
}

static void lay(FtState *ft, int siding, int car, int cars)
{
    FtMainSiding *track = &ft->main[siding];

    for (int i = 0; i < cars; i++)
        track->cars[track->length++] = (uint8_t)car;
}

static void count_cars(const uint8_t *cars, int length, int *left)
{
    for (int i = 0; i < length; i++)
        left[cars[i]]--;
}

/* All cards that are not on the table are in the deck. */
static void lay_deck(FtState *ft)
{
    int left[FT_TYPES];

    for (int car = 0; car < FT_TYPES; car++)
        left[car] = ft_cars_of_type(ft);
    for (int i = 0; i < FT_MAIN_SIDINGS; i++)
        count_cars(ft->main[i].cars, ft->main[i].length, left);
    for (int seat = 0; seat < ft->seats; seat++) {
        const FtPlayer *player = &ft->players[seat];
        for (int i = 0; i < FT_YARD_SIDINGS; i++)
            count_cars(player->yard[i].cars, player->yard[i].length, left);
        for (int i = 0; i < player->locomotives; i++)
            left[__builtin_ctz(player->trains[i].types)] -= player->trains[i].cars;
    }
    ft->deck_count = 0;
    memset(ft->deck, 0, sizeof ft->deck);
    for (int car = 0; car < FT_TYPES; car++) {
        cr_assert_geq(left[car], 0);
        while (left[car]-- > 0)
            ft->deck[ft->deck_count++] = (uint8_t)car;
    }
}

static Action choice(FtState *ft)
{
    FtState view;
    Rng rng;

    rng_seed(&rng, 22);
    lay_deck(ft);
    ft_observe(ft, ft->turn, &view);
    return bot_choose(&BOT_GREEDY, &FREIGHT_TRAIN, &view, NULL, ft->turn, &rng);
}

Test(greedy, takes_the_lead_from_the_yard_in_the_last_turn)
{
    FtState ft = last_turn(2, FT_WHITE_WIND);

    add_train(&ft, 0, FT_ORE, 3);
    add_train(&ft, 1, FT_ORE, 4);
    park(&ft, 1, FT_ORE, 2);
    cr_expect_eq(choice(&ft), action_make(FT_SWITCH, 1, 0));
}

Test(greedy, takes_the_cars_that_give_the_lead)
{
    FtState ft = last_turn(2, FT_WHITE_WIND);

    add_train(&ft, 0, FT_ORE, 2);
    add_train(&ft, 0, FT_BOX, 5);
    add_train(&ft, 1, FT_ORE, 4);
    add_train(&ft, 1, FT_BOX, 1);
    lay(&ft, 0, FT_BOX, 3);
    lay(&ft, 3, FT_ORE, 3);
    cr_expect_eq(choice(&ft), action_make(FT_TAKE, 3, 0));
}

Test(greedy, closes_its_best_train_at_the_end)
{
    FtState ft = last_turn(3, FT_MAYFAIR);

    ft.options[FT_OPTION_CABOOSES] = 1;
    add_train(&ft, 0, FT_ORE, 3);
    add_train(&ft, 0, FT_BOX, 5);
    add_train(&ft, 1, FT_ORE, 5);
    add_train(&ft, 1, FT_BOX, 2);
    cr_expect_eq(choice(&ft), action_make(FT_CLOSE, 1, 0));
}

Test(greedy, clears_the_yard_before_the_last_scoring)
{
    FtState ft = last_turn(3, FT_WHITE_WIND);

    add_train(&ft, 0, FT_ORE, 2);
    park(&ft, 0, FT_ORE, 4);
    lay(&ft, 2, FT_ORE, 3);
    cr_expect_eq(choice(&ft), action_make(FT_SWITCH, 0, 0));
}

Test(greedy, keeps_the_yard_full_for_the_first_scoring)
{
    FtState ft = last_turn(1, FT_WHITE_WIND);

    add_train(&ft, 0, FT_ORE, 5);
    park(&ft, 0, FT_ORE, 4);
    cr_expect_eq(action_kind(choice(&ft)), FT_TAKE);
}
