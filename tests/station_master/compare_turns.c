/* compare_turns.c: compares every path through a turn by the rules with the naive
 * referee. On the way, every decision has a choice and every position is sound. */
#include "compare_turns.h"

#include "naive.h"
#include "position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECISIONS_MAX = 5 }; /* a Transfer: the trains, three tokens */

typedef struct Reach {
    const SmState *start;
    Coverage *coverage;
    NEnds ends;
    int card; /* played in this turn, or -1 */
} Reach;

/* ------------------------------------------------------------------------- */
/* Ends by the rules                                                         */
/* ------------------------------------------------------------------------- */

static int turn_is_over(const SmState *sm)
{
    return sm->stage == SM_TURN || sm->stage == SM_OVER;
}

static int card_of(Action action)
{
    int kind = action_kind(action);

    if (kind == SM_COUPLE || kind == SM_WASTE)
        return action_a(action);
    return kind == SM_BOARD ? -1 : kind - SM_PLAY_CARD + SM_CABOOSE;
}

static void count_end(const Reach *reach, const SmState *end)
{
    const SmState *start = reach->start;
    Coverage *coverage = reach->coverage;

    coverage->ends++;
    if (reach->card >= 0)
        coverage->departures_by[reach->card] += end->gone_count > start->gone_count;
    coverage->rush_hours += end->station_count > start->station_count;
    coverage->empty_decks += end->deck_count == 0;
    if (end->stage == SM_OVER) {
        coverage->over_by_last_train += end->station_count == 0;
        coverage->over_by_standstill += end->station_count > 0;
        return;
    }
    coverage->same_again += end->turn == start->turn;
    coverage->skips += end->turn != seat_left_of(start->turn, start->seats);
}

static void explore(Reach *reach, const SmState *sm, int depth);

static void follow(Reach *reach, const SmState *sm, Action action, int depth)
{
    SmState next = *sm;
    NTable table;

    if (depth == 0)
        reach->card = card_of(action);
    cr_assert_eq(game_apply(&STATION_MASTER, &next, reach->start->turn, action, NULL),
                 STATUS_OK);
    expect_sound(&next);
    if (!turn_is_over(&next)) {
        explore(reach, &next, depth + 1);
        return;
    }
    count_end(reach, &next);
    ntable_of(&table, &next);
    nends_add(&reach->ends, &table);
}

/* Only the seat on turn has actions, and it has at least one. */
static void explore(Reach *reach, const SmState *sm, int depth)
{
    Action *actions = malloc(ACTIONS_MAX * sizeof *actions);
    int count = STATION_MASTER.list(sm, reach->start->turn, actions);

    cr_assert_lt(depth, DECISIONS_MAX, "a turn without an end");
    cr_assert_eq(STATION_MASTER.waiting(sm), seat_bit(reach->start->turn));
    cr_assert_gt(count, 0, "a dead end");
    for (int i = 0; i < count; i++) {
        cr_assert(i == 0 || actions[i - 1] < actions[i], "the list does not ascend");
        follow(reach, sm, actions[i], depth);
    }
    free(actions);
}

/* ------------------------------------------------------------------------- */
/* The comparison                                                            */
/* ------------------------------------------------------------------------- */

static void print_position(const SmState *sm)
{
    fprintf(stderr, "turn %d of %d\ndeck: %s\ndiscard: %s\npile: %s\n", sm->turn, sm->seats,
            deck_words(sm), discard_words(sm), pile_words(sm));
    for (int t = 0; t < sm->station_count; t++)
        fprintf(stderr, "train %d, %s, royal %d, standing %d: %s | %s\n", t,
                SM_LOCOMOTIVE_NAMES.items[sm->station[t].locomotive], sm->station[t].royals,
                sm->station[t].standings, carriage_words(sm, t), token_words(sm, t));
    for (int seat = 0; seat < sm->seats; seat++)
        fprintf(stderr, "seat %d: %s | %s\n", seat, hand_words(sm, seat),
                home_words(sm, seat));
}

static void print_end(const char *title, const NTable *end)
{
    fprintf(stderr, "%s: turn %d, over %d, %d trains, %d gone; discards", title, end->turn,
            end->over, end->station_count, end->gone.count);
    for (int i = end->discard.count - 1; i >= 0; i--)
        fprintf(stderr, " %d", end->discard.cards[i]);
    fprintf(stderr, "\n");
    for (int t = 0; t < end->station_count; t++) {
        const NTrain *train = &end->station[t];
        fprintf(stderr, "   %d:", train->locomotive);
        for (int i = 0; i < train->carriage_count; i++)
            fprintf(stderr, " %d", train->carriages[i]);
        fprintf(stderr, " |");
        for (int i = 0; i < train->token_count; i++)
            fprintf(stderr, " %d:%d", train->seats[i], train->values[i]);
        fprintf(stderr, "\n");
    }
}

/* The first end that only one of the two sorted sets has. */
static void print_first_difference(const NEnds *rules, const NEnds *naive)
{
    size_t i = 0;
    int order = 0;

    while (i < rules->count && i < naive->count && order == 0) {
        order = memcmp(&rules->items[i], &naive->items[i], sizeof(NTable));
        i += order == 0;
    }
    if (i < rules->count && (order < 0 || i == naive->count))
        print_end("reached, but not legal", &rules->items[i]);
    else
        print_end("legal, but not reached", &naive->items[i]);
}

static int are_equal(const NEnds *a, const NEnds *b)
{
    return a->count == b->count
           && memcmp(a->items, b->items, a->count * sizeof(NTable)) == 0;
}

int compare_turn(const SmState *sm, Coverage *coverage)
{
    Reach reach = { .start = sm, .coverage = coverage };
    NEnds naive = { 0 };
    NTable table;

    expect_sound(sm);
    ntable_of(&table, sm);
    nends_of_turn(&naive, &table);
    explore(&reach, sm, 0);
    nends_settle(&reach.ends);
    if (!are_equal(&reach.ends, &naive)) {
        print_position(sm);
        print_first_difference(&reach.ends, &naive);
    }
    cr_assert(are_equal(&reach.ends, &naive), "%zu ends are reached, %zu are legal",
              reach.ends.count, naive.count);
    int count = (int)naive.count;
    coverage->turns++;
    nends_free(&naive);
    nends_free(&reach.ends);
    return count;
}
