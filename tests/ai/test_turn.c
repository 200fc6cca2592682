/* test_turn.c: the search within one turn, on a game made for it. A turn is three
 * digits; the last is only valued together with the other two. */
#include "ai/turn.h"

#include <criterion/criterion.h>
#include <string.h>

enum { DIGITS = 3, BASE = 4 };

typedef struct Lock {
    uint8_t count; /* digits set; DIGITS: the turn is over */
    uint8_t digits[DIGITS];
} Lock;

static int list(const void *state, int seat, Action *out)
{
    (void)state;
    (void)seat;
    for (int i = 0; i < BASE; i++)
        out[i] = action_make(0, i, 0);
    return BASE;
}

static void apply(void *state, int seat, Action action, Events *events)
{
    Lock *lock = state;

    (void)seat;
    (void)events;
    lock->digits[lock->count++] = (uint8_t)action_a(action);
}

static int is_fresh(const void *state)
{
    return ((const Lock *)state)->count == DIGITS;
}

/* A first digit of 3 looks best, but only 1 2 0 opens. */
static int estimate(const void *state, int seat)
{
    const Lock *lock = state;
    static const uint8_t key[DIGITS] = { 1, 2, 0 };

    (void)seat;
    if (lock->count == DIGITS && memcmp(lock->digits, key, DIGITS) == 0)
        return 100;
    return lock->digits[0];
}

static int is_considered(const void *state, Action action)
{
    (void)state;
    (void)action;
    return 1;
}

static int is_never_considered(const void *state, Action action)
{
    (void)state;
    (void)action;
    return 0;
}

static const Game LOCK = { .state_size = sizeof(Lock), .list = list, .apply = apply };

static TurnPlan plan(int width, int (*considered)(const void *, Action))
{
    TurnGuide guide = { &LOCK, width, estimate, is_fresh, considered };
    State start = { { 0 } };
    Action actions[BASE];

    return turn_plan(&guide, &start, 0, actions, list(&start, 0, actions));
}

Test(turn, is_judged_by_its_end)
{
    TurnPlan wide = plan(BASE * BASE, is_considered);

    cr_expect_eq(action_a(wide.first), 1);
    cr_expect_eq(wide.value, 100);
}

Test(turn, a_narrow_beam_follows_what_looks_best)
{
    TurnPlan narrow = plan(1, is_considered);

    cr_expect_eq(action_a(narrow.first), 3);
    cr_expect_eq(narrow.value, 3);
}

Test(turn, goes_on_where_nothing_is_worth_a_thought)
{
    cr_expect_eq(plan(BASE * BASE, is_never_considered).value, 100);
}
