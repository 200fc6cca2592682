/* compare_turns.c: proves that a turn of small decisions is the turn of the rulebook.
 * From many positions, all ends of the turn that list and apply can reach are compared
 * with all ends that the naive referee finds: none is missing, none is too many, and no
 * decision leads to a dead end. */
#include "compare_turns.h"

#include "naive.h"
#include "position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECISIONS_MAX = 24 };

/* ------------------------------------------------------------------------- */
/* Positions already seen                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Seen {
    uint64_t *hashes; /* 0: free */
    size_t count, room;
} Seen;

static uint64_t hash_state(const FtState *ft)
{
    const uint8_t *bytes = (const uint8_t *)ft;
    uint64_t hash = 0xcbf29ce484222325;

    for (size_t i = 0; i < sizeof *ft; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    hash ^= hash >> 32;
    return hash == 0 ? 1 : hash;
}

static int seen_put(Seen *seen, uint64_t hash)
{
    size_t at = hash & (seen->room - 1);

    while (seen->hashes[at] != 0) {
        if (seen->hashes[at] == hash)
            return 0;
        at = (at + 1) & (seen->room - 1);
    }
    seen->hashes[at] = hash;
    seen->count++;
    return 1;
}

static void seen_grow(Seen *seen)
{
    Seen grown = { .room = seen->room == 0 ? 1024 : seen->room * 2 };

    grown.hashes = calloc(grown.room, sizeof *grown.hashes);
    cr_assert_not_null(grown.hashes);
    for (size_t i = 0; i < seen->room; i++) {
        if (seen->hashes[i] != 0)
            seen_put(&grown, seen->hashes[i]);
    }
    free(seen->hashes);
    *seen = grown;
}

/* Adds a hash; returns whether it is new. */
static int seen_add(Seen *seen, const FtState *ft)
{
    if (seen->count * 2 >= seen->room)
        seen_grow(seen);
    return seen_put(seen, hash_state(ft));
}

/* ------------------------------------------------------------------------- */
/* Ends by the rules                                                         */
/* ------------------------------------------------------------------------- */

typedef struct Reach {
    FtState start;
    Seen seen;
    NEnds ends;
} Reach;

static int turn_is_over(const FtState *start, const FtState *now)
{
    return now->stage == FT_OVER || now->played != start->played
           || now->round != start->round || now->day != start->day;
}

/* A turn changes nothing of the other players except, when the day ends, points, trains
 * and locomotives; those are in the canonical end. */
static void expect_others_untouched(const FtState *start, const FtState *now)
{
    for (int seat = 0; seat < start->seats; seat++) {
        const FtPlayer *before = &start->players[seat], *after = &now->players[seat];

        if (seat == start->turn)
            continue;
        cr_assert_eq(memcmp(before->yard, after->yard, sizeof before->yard), 0);
        if (now->day == start->day)
            cr_assert_eq(memcmp(before->trains, after->trains, sizeof before->trains), 0);
    }
    if (now->day == start->day)
        cr_assert_eq(memcmp(start->deck, now->deck, now->deck_count), 0);
}

static void add_end(Reach *reach, const FtState *now)
{
    NTable table;
    NEnd end;

    expect_others_untouched(&reach->start, now);
    ntable_of(&table, now);
    nend_of(&end, &table, reach->start.turn, reach->start.day);
    nends_add(&reach->ends, &end);
}

/* A large yard has too many arrangements to list; the counting test below covers them.
 * */
static void add_large_rearrangement(Reach *reach, const FtState *now)
{
    NEnd end;

    memset(&end, 0, sizeof end);
    end.rearranged_many = 1;
    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        end.main[s][0] = now->main[s].length;
    nends_add(&reach->ends, &end);
}

static void explore(Reach *reach, const FtState *ft, int depth);

static void follow(Reach *reach, FtState *next, Action action, int depth)
{
    int cars = yard_cars(&reach->start, reach->start.turn);

    FREIGHT_TRAIN.apply(next, reach->start.turn, action, NULL);
    if (action_kind(action) == FT_REARRANGE && cars > N_FULL_REARRANGEMENT)
        add_large_rearrangement(reach, next);
    else if (turn_is_over(&reach->start, next))
        add_end(reach, next);
    else
        explore(reach, next, depth + 1);
}

/* Only the seat on turn has actions, and it has at least one. */
static int list_checked(const Reach *reach, const FtState *ft, Action *actions)
{
    int count = FREIGHT_TRAIN.list(ft, reach->start.turn, actions);

    cr_assert_eq(FREIGHT_TRAIN.waiting(ft), seat_bit(reach->start.turn));
    cr_assert_gt(count, 0, "a dead end");
    for (int i = 1; i < count; i++)
        cr_assert_lt(actions[i - 1], actions[i], "the list does not ascend");
    return count;
}

static void explore(Reach *reach, const FtState *ft, int depth)
{
    Action *actions;
    int count;

    cr_assert_lt(depth, DECISIONS_MAX, "a turn without an end");
    if (!seen_add(&reach->seen, ft))
        return;
    expect_sound(ft);
    actions = malloc(ACTIONS_MAX * sizeof *actions);
    count = list_checked(reach, ft, actions);
    for (int i = 0; i < count; i++) {
        FtState next = *ft;

        follow(reach, &next, actions[i], depth);
    }
    free(actions);
}

static void reach_ends(Reach *reach, const FtState *ft)
{
    memset(reach, 0, sizeof *reach);
    reach->start = *ft;
    explore(reach, ft, 0);
    nends_settle(&reach->ends);
}

static void reach_free(Reach *reach)
{
    free(reach->seen.hashes);
    nends_free(&reach->ends);
}

/* ------------------------------------------------------------------------- */
/* The comparison                                                            */
/* ------------------------------------------------------------------------- */

static void print_position(const FtState *ft)
{
    fprintf(stderr, "day %d, first %d, turn %d of %d, played %x, ending %d, options",
            ft->day, ft->first, ft->turn, ft->seats, ft->played, ft->is_ending);
    for (int i = 0; i < FT_OPTIONS; i++)
        fprintf(stderr, " %d", ft->options[i]);
    fprintf(stderr, "\ndeck (%d, bottom %d): %.200s\n", ft->deck_count, ft->bottom,
            deck_words(ft));
    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        fprintf(stderr, "main %d: %s\n", s, main_words(ft, s));
    for (int seat = 0; seat < ft->seats; seat++) {
        const FtPlayer *player = &ft->players[seat];

        fprintf(stderr, "seat %d, %d points, called %d: %s | %s\n", seat, player->points,
                player->has_called, yard_words(ft, seat, 0), yard_words(ft, seat, 1));
        for (int t = 0; t < player->locomotives; t++)
            fprintf(stderr, "   train %d: %s%s\n", t, train_words(ft, seat, t),
                    player->trains[t].is_closed ? " (caboose)" : "");
    }
}

static void print_row(const char *name, const uint8_t *row)
{
    fprintf(stderr, "   %s:", name);
    for (int i = 0; i < row[0]; i++)
        fprintf(stderr, " %s", row[1 + i] <= FT_TYPES ? card_name(row[1 + i]) : "?");
    fprintf(stderr, "\n");
}

static void print_end(const char *title, const NEnd *end)
{
    fprintf(stderr,
            "%s: day %d round %d first %d turn %d played %x passed %x ending %d over %d"
            " deck %d bottom %d%s; points",
            title, end->day, end->round, end->first, end->turn, end->played, end->passed,
            end->ending, end->over, end->deck_count, end->bottom,
            end->rearranged_many ? " (rearranged)" : "");
    for (int seat = 0; seat < N_SEATS; seat++)
        fprintf(stderr, " %d", end->points[seat]);
    fprintf(stderr, "\n");
    for (int s = 0; s < 5; s++)
        print_row("main", end->main[s]);
    for (int s = 0; s < 2; s++)
        print_row("yard", end->yard[s]);
    for (int t = 0; t < N_TRAINS; t++) {
        fprintf(stderr, "   train:");
        for (int type = 0; type <= N_TYPES; type++)
            fprintf(stderr, " %d", end->trains[t][type]);
        fprintf(stderr, "\n");
    }
}

/* The first end that only one of the two sorted sets has. */
static void print_first_difference(const NEnds *rules, const NEnds *naive)
{
    size_t i = 0;
    int order;

    while (i < rules->count && i < naive->count
           && memcmp(&rules->items[i], &naive->items[i], sizeof(NEnd)) == 0)
        i++;
    if (i == rules->count)
        order = 1;
    else if (i == naive->count)
        order = -1;
    else
        order = memcmp(&rules->items[i], &naive->items[i], sizeof(NEnd));
    if (order < 0)
        print_end("reached, but not legal", &rules->items[i]);
    else
        print_end("legal, but not reached", &naive->items[i]);
}

static int are_equal(const NEnds *a, const NEnds *b)
{
    return a->count == b->count && memcmp(a->items, b->items, a->count * sizeof(NEnd)) == 0;
}

int compare_turn(const FtState *ft)
{
    Reach reach;
    NEnds naive = { 0 };
    NTable table;
    int count;

    ntable_of(&table, ft);
    cr_assert(ntrains_are_legal(&table.players[ft->turn]));
    nends_of_turn(&naive, &table);
    reach_ends(&reach, ft);
    if (!are_equal(&reach.ends, &naive)) {
        print_position(ft);
        print_first_difference(&reach.ends, &naive);
    }
    cr_assert(are_equal(&reach.ends, &naive), "%zu ends are reached, %zu are legal",
              reach.ends.count, naive.count);
    count = (int)naive.count;
    nends_free(&naive);
    reach_free(&reach);
    return count;
}
