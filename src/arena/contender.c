/* contender.c: a bot as an entrant of the arena. */
#include "arena/contender.h"

#include <stdio.h>
#include <string.h>

enum { MILLISECONDS_MOST = 3600 * 1000, ITERATIONS_MOST = 1000000000 };

/* ------------------------------------------------------------------------- */
/* Budgets                                                                   */
/* ------------------------------------------------------------------------- */

/* Digits at the start, no leading zero; how many, or 0: none, or too many. */
static size_t read_number(const char *text, size_t length, long *number)
{
    enum { DIGITS_MOST = 10 };
    size_t digits = 0;

    *number = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9') {
        if (digits == DIGITS_MOST || (digits == 0 && text[0] == '0'))
            return 0;
        *number = *number * 10 + (text[digits++] - '0');
    }
    return digits;
}

static int unit_is(const char *text, size_t length, const char *unit)
{
    return length == strlen(unit) && memcmp(text, unit, length) == 0;
}

int thinking_read(Thinking *thinking, const char *text, size_t length)
{
    Thinking read = { 0, 0 };
    long number;
    size_t digits = read_number(text, length, &number);
    const char *unit = text + digits;

    if (digits == 0)
        return 0;
    length -= digits;
    if (unit_is(unit, length, "ms"))
        read.milliseconds = number;
    else if (unit_is(unit, length, "s"))
        read.milliseconds = number * 1000;
    else if (unit_is(unit, length, "it"))
        read.iterations = number;
    else
        return 0;
    if (read.milliseconds > MILLISECONDS_MOST || read.iterations > ITERATIONS_MOST)
        return 0;
    *thinking = read;
    return 1;
}

static void thinking_write(const Thinking *thinking, char *out, size_t room)
{
    if (thinking->iterations > 0)
        snprintf(out, room, ":%ldit", thinking->iterations);
    else if (thinking->milliseconds % 1000 == 0)
        snprintf(out, room, ":%lds", thinking->milliseconds / 1000);
    else
        snprintf(out, room, ":%ldms", thinking->milliseconds);
}

/* ------------------------------------------------------------------------- */
/* Contenders                                                                */
/* ------------------------------------------------------------------------- */

/* Does it use a budget? Those that decide by rule or by chance do not. */
static int can_think(const Bot *bot)
{
    return bot != &BOT_RANDOM && bot != &BOT_GREEDY;
}

int contender_read(Contender *contender, const char *text, size_t length, Fault *fault)
{
    const char *colon = memchr(text, ':', length);
    size_t name_length = colon == NULL ? length : (size_t)(colon - text);
    char budget[LABEL_MAX + 1] = "";
    char name[LABEL_MAX + 1] = "";
    char names[BOT_NAMES_ROOM];

    if (name_length < sizeof name)
        memcpy(name, text, name_length);
    *contender = (Contender){ .bot = bot_find(name) };
    if (contender->bot == NULL)
        return fault_set(fault, "there is no bot '%s'; there is %s",
                         quote(text, name_length).text, bot_names(names, ", "));
    if (colon != NULL) {
        if (!can_think(contender->bot))
            return fault_set(fault,
                             "%s does not think, so it takes no budget: "
                             "write %s alone",
                             name, name);
        if (!thinking_read(&contender->thinking, colon + 1, length - name_length - 1))
            return fault_set(fault,
                             "'%s' is not a budget; write it like 200ms, 1s or 1000it",
                             quote(colon + 1, length - name_length - 1).text);
        thinking_write(&contender->thinking, budget, sizeof budget);
    }
    snprintf(contender->label, sizeof contender->label, "%.12s%.18s", name, budget);
    return 1;
}

int contenders_read(Contender bots[CONTENDERS_MAX], const char *names, Fault *fault)
{
    for (int count = 0;; names++) {
        size_t length = strcspn(names, ",");
        if (count == CONTENDERS_MAX)
            return fault_set(fault, "--bots: more than %d bots", CONTENDERS_MAX);
        if (!contender_read(&bots[count++], names, length, fault))
            return 0;
        names += length;
        if (*names == '\0')
            return count;
    }
}

Bot contender_bot(const Contender *contender, const atomic_int *stop)
{
    return bot_with_budget(contender->bot,
                           &(Budget){ .milliseconds = contender->thinking.milliseconds,
                                      .iterations = contender->thinking.iterations,
                                      .clock = BY_PROCESSOR,
                                      .stop = stop });
}
