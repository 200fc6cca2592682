/* laws_of_terms.c: laws of the terms of scores: they add up to what the rules pay, and
 * show nothing that is hidden. */
#include "laws/walk.h"

#include "games/take_a_train/tt.h"
#include "play/score_sheet.h"
#include "play/match.h"

#include <string.h>

static void terms_of(const Walk *walk, const State *view, const Events *events,
                     Terms *terms)
{
    terms->count = 0;
    if (walk->game->terms != NULL)
        walk->game->terms(view, events, terms);
}

/* ------------------------------------------------------------------------- */
/* Sums                                                                      */
/* ------------------------------------------------------------------------- */

/* The parts of term number `i` add up to it, if it has any. */
static void claim_sum(Walk *walk, const Terms *terms, int i)
{
    const Term *sum = &terms->items[i];
    int parts = 0, amount = 0;

    for (int j = i + 1; j < terms->count && terms->items[j].depth > sum->depth; j++) {
        if (terms->items[j].depth != sum->depth + 1)
            continue;
        parts++;
        amount += terms->items[j].amount;
    }
    CLAIM(walk, parts == 0 || amount == sum->amount, "the parts of a %s are %d, not %d",
          walk->game->term_kinds[sum->kind].word, amount, (int)sum->amount);
}

static void claim_sound(Walk *walk, const Terms *terms)
{
    for (int i = 0; i < terms->count; i++) {
        const Term *term = &terms->items[i];

        CLAIM(walk, term->kind < walk->game->term_kind_count, "no term is %d", term->kind);
        CLAIM(walk, term->seat >= NOBODY && term->seat < walk->setup.seats,
              "seat %d has a term", term->seat);
        CLAIM(walk, term->depth <= (i == 0 ? 0 : terms->items[i - 1].depth + 1),
              "a part of nothing");
        claim_sum(walk, terms, i);
    }
}

LAW(parts_add_up)
{
    Terms terms;

    terms_of(walk, &walk->state, NULL, &terms);
    claim_sound(walk, &terms);
    if (walk->decisions == 0)
        return;
    terms_of(walk, NULL, &walk->events, &terms);
    claim_sound(walk, &terms);
}

/* Every change of a score is in the terms of the events that brought it. */
LAW(events_pay_what_scores_gain)
{
    int before[SEATS_MAX], after[SEATS_MAX];
    Terms terms;

    if (walk->decisions == 0 || walk->game->terms == NULL)
        return;
    walk->game->scores(&walk->before, before);
    walk->game->scores(&walk->state, after);
    terms_of(walk, NULL, &walk->events, &terms);
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        int paid = 0;
        for (int i = 0; i < terms.count; i++) {
            if (terms.items[i].seat == seat && terms.items[i].depth == 0)
                paid += terms.items[i].amount;
        }
        CLAIM(walk, paid == after[seat] - before[seat],
              "events pay seat %d %d, and it gains %d", seat, paid,
              after[seat] - before[seat]);
    }
}

/* From the deal to here: start + lines = score. */
static void claim_sheet(Walk *walk, const ScoreSheet *sheet)
{
    int scores[SEATS_MAX];

    walk->game->scores(&walk->state, scores);
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        int sum = sheet->start[seat];
        for (int i = 0; i < sheet->count; i++) {
            if (sheet->lines[i].seat == seat)
                sum += sheet->lines[i].amount;
        }
        CLAIM(walk, sum == scores[seat], "the score sheet of seat %d is %d, its score %d",
              seat, sum, scores[seat]);
    }
}

/* One game's match at a time; the walk plays one after another. */
LAW(score_sheets_add_up_to_the_result)
{
    static Match *match;

    if (walk->game->terms == NULL)
        return;
    if (walk->decisions == 0) {
        match_free(match);
        match = match_new(walk->game, &walk->setup);
        cr_assert_not_null(match);
    } else {
        cr_assert_eq(match_apply(match, walk->seat, walk->action, NULL), MATCH_OK);
        if (is_sampled(walk, 7)) { /* back and forth is the same */
            match_undo(match);
            match_apply(match, walk->seat, walk->action, NULL);
        }
        if (is_sampled(walk, 30))
            match_forget(match);
    }
    claim_sheet(walk, match_score_sheet(match));
    if (game_is_over(walk->game, &walk->state)) {
        match_free(match);
        match = NULL;
    }
}

/* ------------------------------------------------------------------------- */
/* If it ended now                                                           */
/* ------------------------------------------------------------------------- */

static int has_term(const Terms *terms, const Term *wanted)
{
    for (int i = 0; i < terms->count; i++) {
        if (memcmp(&terms->items[i], wanted, sizeof *wanted) == 0)
            return 1;
    }
    return 0;
}

/* These end a day, a round or the stay of a train, and change nothing else before. In an
 * auction, passing sells. */
static int is_end(const Walk *walk)
{
    if (walk->game == &TAKE_A_TRAIN
        && tt_stage((const TtState *)&walk->before) != TT_STAGE_COUPLING)
        return 0;
    const char *word = walk->game->action_kinds[action_kind(walk->action)].word;

    return strcmp(word, "pass") == 0 || strcmp(word, "caboose") == 0;
}

LAW(what_would_be_paid_is_paid)
{
    Terms then, paid;

    if (walk->decisions == 0 || walk->game->terms == NULL || !is_end(walk))
        return;
    terms_of(walk, &walk->before, NULL, &then);
    terms_of(walk, NULL, &walk->events, &paid);
    for (int i = 0; i < paid.count; i++) {
        const Term *term = &paid.items[i];

        CLAIM(walk, has_term(&then, term),
              "a %s of %d was paid that the position did not say",
              walk->game->term_kinds[term->kind].word, (int)term->amount);
    }
}

/* ------------------------------------------------------------------------- */
/* What is hidden                                                            */
/* ------------------------------------------------------------------------- */

static int same_terms(const Terms *left, const Terms *right)
{
    return left->count == right->count
           && memcmp(left->items, right->items, (size_t)left->count * sizeof(Term)) == 0;
}

/* A view has no term that the truth does not have; and what is hidden changes none. */
LAW(terms_of_views_are_true_and_show_nothing)
{
    Terms truth, seen, again;
    State view, guessed;

    if (walk->game->terms == NULL || !is_sampled(walk, 10))
        return;
    terms_of(walk, &walk->state, NULL, &truth);
    for (int seat = NOBODY; seat < walk->setup.seats; seat++) {
        look(walk, &walk->state, seat, &view);
        terms_of(walk, &view, NULL, &seen);
        for (int i = 0; i < seen.count; i++)
            CLAIM(walk, has_term(&truth, &seen.items[i]),
                  "seat %d sees a term that is not true", seat);
        if (seat == NOBODY)
            continue;
        guess(walk, &view, seat, &guessed);
        look(walk, &guessed, seat, &view);
        terms_of(walk, &view, NULL, &again);
        CLAIM(walk, same_terms(&seen, &again), "hidden cards change a term of seat %d",
              seat);
    }
}

/* ------------------------------------------------------------------------- */
/* Objectives                                                                */
/* ------------------------------------------------------------------------- */

/* TT-7: nothing is missing where the condition is fulfilled, and only there. */
LAW(complete_objectives_lack_nothing)
{
    const TtState *tt = (const TtState *)&walk->state;

    if (walk->game != &TAKE_A_TRAIN || tt_stage(tt) != TT_STAGE_COUPLING)
        return;
    for (int seat = 0; seat < tt->seats; seat++) {
        uint32_t met = tt_conditions(tt, seat);
        for (int objective = 0; objective < TT_OBJECTIVES; objective++) {
            TtProgress progress = tt_progress(tt, seat, objective);
            CLAIM(walk, (progress.count >= progress.needed) == (met >> objective & 1),
                  "objective %d: %d of %d, and it is %s", objective, progress.count,
                  progress.needed, met >> objective & 1 ? "met" : "not met");
        }
    }
}
