/* contender.c: a bot as an entrant of the arena. */
#include "arena/contender.h"

#include <stdio.h>
#include <string.h>

enum { MILLISECONDS_MOST = 3600 * 1000, ITERATIONS_MOST = 1000000000 };

/* ------------------------------------------------------------------------- */
/* Budgets                                                                   */
/* ------------------------------------------------------------------------- */

int budget_read(Budget *budget, const char *text, size_t length)
{
    size_t digits = 0;

    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    long number = piece_number((TextPiece){ text, digits }, ITERATIONS_MOST);
    TextPiece unit = { text + digits, length - digits };
    long milliseconds = piece_is(unit, "ms")  ? number
                        : piece_is(unit, "s") ? 1000 * number
                                              : 0;
    long iterations = piece_is(unit, "it") ? number : 0;
    if (number < 1 || milliseconds + iterations == 0 || milliseconds > MILLISECONDS_MOST)
        return 0;
    budget->milliseconds = milliseconds;
    budget->iterations = iterations;
    return 1;
}

static void budget_write(const Budget *budget, char *out, size_t room)
{
    if (budget->iterations > 0)
        snprintf(out, room, ":%ldit", budget->iterations);
    else if (budget->milliseconds % 1000 == 0)
        snprintf(out, room, ":%lds", budget->milliseconds / 1000);
    else
        snprintf(out, room, ":%ldms", budget->milliseconds);
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
        if (!budget_read(&contender->budget, colon + 1, length - name_length - 1))
            return fault_set(fault,
                             "'%s' is not a budget; write it like 200ms, 1s or 1000it",
                             quote(colon + 1, length - name_length - 1).text);
        budget_write(&contender->budget, budget, sizeof budget);
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
    Budget budget = contender->budget;

    budget.clock = BY_PROCESSOR;
    budget.stop = stop;
    return bot_with_budget(contender->bot, &budget);
}
