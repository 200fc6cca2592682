/* test_samples.c: percentiles of samples. */
#include "load/samples.h"

#include <criterion/criterion.h>

Test(samples, answer_with_the_one_that_the_share_does_not_exceed)
{
    Samples samples = { 0 };

    cr_assert_eq(samples_below(&samples, 0.5), 0);
    for (int i = 10000; i > 0; i--)
        samples_add(&samples, i * 1000000LL);
    cr_assert_float_eq(samples_below(&samples, 0.5), 5000, 1e-6);
    cr_assert_float_eq(samples_below(&samples, 0.99), 9900, 1e-6);
    cr_assert_float_eq(samples_below(&samples, 1), 10000, 1e-6);
    cr_assert_float_eq(samples_below(&samples, 0), 1, 1e-6);
    samples_free(&samples);
}
