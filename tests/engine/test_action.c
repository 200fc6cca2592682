/* test_action.c: actions as numbers. */
#include "engine/action.h"

#include <criterion/criterion.h>

Test(action, holds_what_was_put_in)
{
    static const int kinds[] = { 0, 1, 100, 255 };
    static const int arguments[] = { 0, 1, 2047, ACTION_ARGUMENT_MAX };

    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 16; i++) {
            Action action = action_make(kinds[k], arguments[i / 4], arguments[i % 4]);
            cr_assert_eq(action_kind(action), kinds[k]);
            cr_assert_eq(action_a(action), arguments[i / 4]);
            cr_assert_eq(action_b(action), arguments[i % 4]);
        }
    }
}

Test(action, is_ordered_by_kind_then_a_then_b)
{
    cr_expect_lt(action_make(1, ACTION_ARGUMENT_MAX, ACTION_ARGUMENT_MAX),
                 action_make(2, 0, 0));
    cr_expect_lt(action_make(1, 1, ACTION_ARGUMENT_MAX), action_make(1, 2, 0));
    cr_expect_lt(action_make(1, 1, 1), action_make(1, 1, 2));
}
