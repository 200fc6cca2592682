/* test_daily.c: dates, setups, names and chance of the deal of the day. */
#include "play/daily.h"

#include "games/catalogue.h"
#include "play/match.h"
#include "play/setup.h"

#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

Test(daily, dates_are_those_of_the_calendar)
{
    char date[DAILY_DATE_ROOM], expected[64];
    int day;

    for (int i = 0; i <= DAILY_DAYS_MAX; i += i < 60000 ? 1 : 997) {
        time_t at = (time_t)i * 86400;
        struct tm parts;
        strftime(expected, sizeof expected, "%Y-%m-%d", gmtime_r(&at, &parts));
        daily_write_date(i, date);
        cr_assert_str_eq(date, expected);
        cr_assert(daily_read_date(date, &day));
        cr_assert_eq(day, i);
    }
    cr_expect_eq(daily_day(INT64_C(20000) * DAILY_MS + DAILY_MS - 1), 20000);
    cr_expect_eq(daily_day(daily_end(20000)), 20001);
}

Test(daily, what_is_no_date_is_refused)
{
    static const char *const WRONG[] = { "",           "2026-11-1",  "2026-11-180",
                                         "2026-02-30", "2025-02-29", "2026-13-01",
                                         "2026-00-10", "2026-01-00", "1969-12-31",
                                         "2026/11/18", "2026-1x-18", "-026-11-18" };
    int day;

    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        cr_expect(!daily_read_date(WRONG[i], &day), "%s", WRONG[i]);
}

Test(daily, every_game_has_a_deal_with_a_name_of_its_own)
{
    char names[16][DEAL_TABLE_MAX + 1];
    Setup setup;

    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        for (int day = 20000; day < 20004; day++) {
            daily_setup(CATALOGUE[i], day, &setup);
            cr_expect_null(setup_refusal(CATALOGUE[i], &setup));
        }
        daily_deal_name(20775, CATALOGUE[i]->id, names[i]);
        cr_expect(deal_can_name(names[i], strlen(names[i])));
        for (int j = 0; j < i; j++)
            cr_expect_str_neq(names[i], names[j]);
    }
    cr_expect_str_eq(names[0], "D20261118FT");
}

Test(daily, editions_take_turns)
{
    const Game *game = catalogue_find("freight-train");
    int edition = option_find(game, "edition");
    Setup today, tomorrow;

    daily_setup(game, 20000, &today);
    daily_setup(game, 20001, &tomorrow);
    cr_expect_neq(today.options[edition], tomorrow.options[edition]);
}

/* This number is that of deals that were played: it stays. */
Test(daily, chance_depends_on_seed_seat_and_view)
{
    const Game *game = catalogue_find("station-master");
    uint8_t seed[SEED_BYTES], other[SEED_BYTES] = { 1 };
    Setup setup;
    State view;

    for (int i = 0; i < SEED_BYTES; i++)
        seed[i] = (uint8_t)i;
    daily_setup(game, 20775, &setup);
    memcpy(setup.seed, seed, SEED_BYTES);
    Match *match = match_new(game, &setup);
    game->observe(match_state(match), 1, &view);
    uint64_t chance = daily_chance(game, seed, &view, 1);
    cr_expect_eq(chance, UINT64_C(15502492961761760490));
    cr_expect_neq(chance, daily_chance(game, other, &view, 1));
    cr_expect_neq(chance, daily_chance(game, seed, &view, 2));
    game->observe(match_state(match), 2, &view);
    cr_expect_neq(chance, daily_chance(game, seed, &view, 1));
    match_free(match);
}
