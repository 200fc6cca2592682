/* day_scores.c: the score of a day against the naive one, over thousands of
 * positions before the last turn of a day. */
#include "naive.h"
#include "position.h"
#include "random_position.h"

#include <criterion/criterion.h>

TestSuite(day_scores, .timeout = 0);

/* The naive score on a day that was counted by hand. */
Test(day_scores, the_naive_score_counts_a_known_day)
{
    FtState ft = quiet_position(3, "edition=mayfair cabooses=on");
    NTable table;

    give_train(&ft, 0, "box box box");
    give_closed_train(&ft, 0, "ore tank");
    give_train(&ft, 1, "box box");
    give_train(&ft, 1, "tank tank");
    give_train(&ft, 2, "tank tank");
    give_yard(&ft, 2, 1, "stock stock stock");
    ntable_of(&table, &ft);
    nscore_day(&table);
    cr_expect_eq(table.players[0].points, 5 + 3 + 2 * 3);
    cr_expect_eq(table.players[1].points, 5 + 1 + 2);
    cr_expect_eq(table.players[2].points, 5 + 2 + 1);
}

Test(day_scores, of_random_last_turns)
{
    Rng rng;

    rng_seed(&rng, 1996);
    for (int i = proof_rounds(4000); i > 0; i--) {
        FtState ft = last_turn_position(&rng);
        NTable table;

        ntable_of(&table, &ft);
        nscore_day(&table);
        end_turn_quietly(&ft);
        for (int seat = 0; seat < ft.seats; seat++)
            cr_assert_eq(ft.players[seat].points, table.players[seat].points,
                         "position %d, seat %d: %d points, %d by the naive count", i, seat,
                         ft.players[seat].points, table.players[seat].points);
    }
}
