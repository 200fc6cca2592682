/* reason.c: the plan is carried out in a few states drawn from the view. A term counts as
 * a reason only if it is the same in all of them: then chance has no part in it. */
#include "ai/reason.h"

#include <string.h>

enum { DRAWN = 3 };

/* Sums have their parts: those say more. */
static int is_part(const Terms *terms, int i)
{
    return i + 1 == terms->count || terms->items[i + 1].depth <= terms->items[i].depth;
}

static int has_equal(const Terms *terms, const Term *term)
{
    for (int i = 0; i < terms->count; i++) {
        if (memcmp(&terms->items[i], term, sizeof *term) == 0)
            return 1;
    }
    return 0;
}

/* What a term is about: its first field with a name (a type of car, a locomotive). */
static int is_about_the_same(const Game *game, const Term *one, const Term *other)
{
    const TermKind *kind = &game->term_kinds[one->kind];

    if (one->kind != other->kind || one->seat != other->seat)
        return 0;
    for (int i = 0; i < TERM_FIELDS && kind->fields[i].name != NULL; i++) {
        if (kind->fields[i].form == FIELD_NAME)
            return one->fields[i] == other->fields[i];
    }
    return 1;
}

/* The amount of a term before the plan, 0 if there was none. Those that are still there
 * are others. */
static int amount_before(const Game *game, const Terms *before, const Terms *after,
                         const Term *term)
{
    for (int i = 0; i < before->count; i++) {
        const Term *old = &before->items[i];
        if (is_about_the_same(game, old, term) && !has_equal(after, old))
            return old->amount;
    }
    return 0;
}

typedef struct After {
    Terms paid, now; /* by the plan; after it */
} After;

/* The terms of a drawn state after the plan. */
static void carry_out(const Game *game, const void *view, int seat,
                      const Thoughts *thoughts, uint64_t seed, After *after)
{
    State state, seen;
    Events events;
    Rng rng;

    after->paid.count = after->now.count = 0;
    rng_seed(&rng, seed);
    game->determinize(view, seat, &rng, &state);
    for (int i = 0; i < thoughts->plan_count; i++) {
        events.count = 0;
        if (after->paid.count > 0
            || game_apply(game, &state, seat, thoughts->plan[i], &events) != STATUS_OK)
            break;
        game->terms(NULL, &events, &after->paid);
    }
    game->observe(&state, seat, &seen);
    if (!game_is_over(game, &state))
        game->terms(&seen, NULL, &after->now);
}

/* Keeps term `i` of `terms` as the reason if it gains more than `most`, and returns its
 * gain. */
static int weigh_term(const Game *game, int seat, const Terms *before, const Terms *terms,
                      int i, int most, Reason *reason)
{
    const Term *term = &terms->items[i];
    int old = amount_before(game, before, terms, term);
    int gain = term->seat == seat ? term->amount - old : old - term->amount;

    if (gain <= most)
        return most;
    reason->has_term = 1;
    reason->term = *term;
    reason->before = old;
    return gain;
}

/* What others are paid may be a guess of the drawn state. */
static void weigh_all(const Game *game, int seat, const Terms *before,
                      const After after[DRAWN], Reason *reason)
{
    int most = 0;

    for (int i = 0; i < after[0].paid.count; i++) {
        const Term *term = &after[0].paid.items[i];
        if (term->seat == seat && is_part(&after[0].paid, i)
            && has_equal(&after[1].paid, term) && has_equal(&after[2].paid, term))
            most = weigh_term(game, seat, before, &after[0].paid, i, most, reason);
    }
    for (int i = 0; i < after[0].now.count; i++) {
        const Term *term = &after[0].now.items[i];
        if (term->seat != NOBODY && is_part(&after[0].now, i) && !has_equal(before, term)
            && has_equal(&after[1].now, term) && has_equal(&after[2].now, term))
            most = weigh_term(game, seat, before, &after[0].now, i, most, reason);
    }
}

void reason_find(const Game *game, const void *view, int seat, Thoughts *thoughts)
{
    Terms before;
    After after[DRAWN];

    if (game->terms == NULL || thoughts->plan_count == 0)
        return;
    before.count = 0;
    game->terms(view, NULL, &before);
    for (int i = 0; i < DRAWN; i++)
        carry_out(game, view, seat, thoughts, (uint64_t)i, &after[i]);
    weigh_all(game, seat, &before, after, &thoughts->reason);
}

/* What was paid and what stands, as one list; as much as there is room for. */
static void join_terms(const After *after, Terms *all)
{
    *all = after->now;
    for (int i = 0; i < after->paid.count && all->count < TERMS_MAX; i++)
        terms_keep(all, after->paid.items[i]);
}

/* What stands beside a term is the same in all drawn states, too. */
static int is_beside_certain(const Game *game, const Reason *reason,
                             const After better[DRAWN], const After played[DRAWN])
{
    for (int i = 1; i < DRAWN; i++) {
        Terms beside;
        const Terms *after =
            has_equal(&better[i].paid, &reason->term) ? &better[i].paid : &better[i].now;
        join_terms(&played[i], &beside);
        if (amount_before(game, &beside, after, &reason->term) != reason->before)
            return 0;
    }
    return 1;
}

int reason_beside(const Game *game, const void *view, int seat, const Thoughts *better,
                  const Thoughts *played, Reason *reason)
{
    After after[DRAWN], others[DRAWN];
    Terms beside;

    *reason = (Reason){ .rival = NOBODY };
    if (game->terms == NULL || better->plan_count == 0)
        return 0;
    for (int i = 0; i < DRAWN; i++) {
        carry_out(game, view, seat, better, (uint64_t)i, &after[i]);
        carry_out(game, view, seat, played, (uint64_t)i, &others[i]);
    }
    join_terms(&others[0], &beside);
    weigh_all(game, seat, &beside, after, reason);
    if (reason->has_term && !is_beside_certain(game, reason, after, others))
        *reason = (Reason){ .rival = NOBODY };
    return reason->has_term;
}
