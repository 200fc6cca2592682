/* test_schedule.c: neither seats nor neighbours nor deals favour a contender. */
#include "arena/schedule.h"

#include <criterion/criterion.h>

Test(schedule, each_deal_is_played_once_from_every_seat)
{
    const int entries[] = { 0, 1, 2, 3 };
    Schedule schedule = schedule_table(entries, 4);

    cr_expect_eq(schedule_set(&schedule), 4);
    for (long deal = 0; deal < 30; deal++) {
        int sat[4][4] = { { 0 } };
        for (long n = 4 * deal; n < 4 * deal + 4; n++) {
            Sitting sitting;
            schedule_sitting(&schedule, n, &sitting);
            cr_expect_eq(sitting.deal, deal);
            for (int seat = 0; seat < 4; seat++)
                sat[sitting.contenders[seat]][seat]++;
        }
        for (int i = 0; i < 16; i++)
            cr_expect_eq(sat[i / 4][i % 4], 1, "deal %ld", deal);
    }
}

/* After (seats - 1)! deals each contender has had each other one on its left equally
 * often. */
Test(schedule, neighbours_change_from_deal_to_deal)
{
    for (int seats = 2, circles = 1; seats <= SEATS_MAX; circles *= seats++) {
        const int entries[] = { 0, 1, 2, 3, 4, 5 };
        Schedule schedule = schedule_table(entries, seats);
        int left[SEATS_MAX][SEATS_MAX] = { { 0 } };
        for (long n = 0; n < (long)circles * seats; n++) {
            Sitting sitting;
            schedule_sitting(&schedule, n, &sitting);
            for (int seat = 0; seat < seats; seat++)
                left[sitting.contenders[seat]]
                    [sitting.contenders[seat_left_of(seat, seats)]]++;
        }
        for (int a = 0; a < seats; a++) {
            for (int b = 0; b < seats; b++)
                cr_expect_eq(left[a][b], a == b ? 0 : circles * seats / (seats - 1));
        }
    }
}

Test(schedule, a_round_robin_has_every_table_on_every_deal)
{
    Schedule schedule = schedule_round_robin(5, 3);
    int sat[32] = { 0 };

    cr_expect_eq(schedule.table_count, 10);
    cr_expect_eq(schedule_set(&schedule), 30);
    for (long n = 30; n < 60; n++) {
        Sitting sitting;
        unsigned met = 0;
        schedule_sitting(&schedule, n, &sitting);
        cr_expect_eq(sitting.deal, 1);
        for (int seat = 0; seat < 3; seat++)
            met |= 1u << sitting.contenders[seat];
        sat[met]++;
    }
    for (unsigned met = 0; met < 32; met++)
        cr_expect_eq(sat[met], __builtin_popcount(met) == 3 ? 3 : 0, "%x", met);
}

Test(schedule, games_are_made_up_to_whole_sets)
{
    Schedule pairs = schedule_round_robin(6, 2);

    cr_expect_eq(schedule_whole_sets(&pairs, 1), 30);
    cr_expect_eq(schedule_whole_sets(&pairs, 30), 30);
    cr_expect_eq(schedule_whole_sets(&pairs, 31), 60);
}

Test(schedule, the_same_bot_may_sit_in_several_seats)
{
    const int entries[] = { 0, 1, 1, 1 };
    Schedule schedule = schedule_table(entries, 4);

    cr_expect_eq(schedule.contender_count, 2);
    cr_expect_eq(schedule_copies(&schedule, 0), 1);
    cr_expect_eq(schedule_copies(&schedule, 1), 3);
}
