/* test_contender.c: parsing of bots and budgets. */
#include "arena/contender.h"

#include <criterion/criterion.h>
#include <string.h>

static int reads(const char *text, long milliseconds, long iterations)
{
    Budget budget = { .milliseconds = 1, .iterations = 2 };

    return budget_read(&budget, text, strlen(text)) && budget.milliseconds == milliseconds
           && budget.iterations == iterations;
}

Test(contender, budgets_are_milliseconds_seconds_or_iterations)
{
    cr_expect(reads("200ms", 200, 0));
    cr_expect(reads("1s", 1000, 0));
    cr_expect(reads("3600s", 3600000, 0));
    cr_expect(reads("1000it", 0, 1000));
    cr_expect(reads("1000000000it", 0, 1000000000));
}

Test(contender, other_budgets_are_refused)
{
    static const char *const texts[] = {
        "",    "s",  "ms",   "1",     "0s",        "01s",          "-1s",
        "1 s", "1S", "1.5s", "3601s", "1s1ms",     "1000000001it", "99999999999999999999s",
        "1m",  "it", "+1s",  "1it ",  "3600001ms",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Budget budget = { .milliseconds = 7, .iterations = 8 };
        cr_expect_not(budget_read(&budget, texts[i], strlen(texts[i])), "'%s'", texts[i]);
        cr_expect_eq(budget.milliseconds, 7);
        cr_expect_eq(budget.iterations, 8);
    }
}

static void expect_refusal(const char *text, const char *sentence)
{
    Fault fault = { 0 };
    Contender contender;

    cr_expect_not(contender_read(&contender, text, strlen(text), &fault), "'%s'", text);
    cr_expect_not_null(strstr(fault.sentence, sentence), "%s", fault.sentence);
}

Test(contender, a_bot_is_found_by_its_name)
{
    Fault fault = { 0 };
    Contender contender;

    cr_assert(contender_read(&contender, "greedy,random", 6, &fault));
    cr_expect_eq(contender.bot, &BOT_GREEDY);
    cr_expect_str_eq(contender.label, "greedy");
    expect_refusal("deep-blue", "there is no bot 'deep-blue'; there is random, greedy");
    expect_refusal("", "there is no bot ''");
    expect_refusal("a-name-that-is-longer-than-any-of-ours", "there is no bot");
}

Test(contender, a_bot_that_does_not_think_takes_no_budget)
{
    expect_refusal("greedy:1s", "greedy does not think, so it takes no budget");
    expect_refusal("random:", "random does not think");
}
