/* test_reason.c: why a bot prefers an action is true of the position. */
#include "ai/ai.h"
#include "ai/tree.h"
#include "games/catalogue.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOVES = 60, ITERATIONS = 60 };

/* ------------------------------------------------------------------------- */
/* The term                                                                  */
/* ------------------------------------------------------------------------- */

static int has_term(const Terms *terms, const Term *term)
{
    for (int i = 0; i < terms->count; i++) {
        if (memcmp(&terms->items[i], term, sizeof *term) == 0)
            return 1;
    }
    return 0;
}

/* Carries out the plan in the true position, which the bot has not seen. */
static void expect_true(const Game *game, const State *state, int seat,
                        const Thoughts *thoughts)
{
    State after = *state, view;
    Terms terms = { .count = 0 };
    Events events;

    for (int i = 0; i < thoughts->plan_count && terms.count == 0; i++) {
        events.count = 0;
        if (game_apply(game, &after, seat, thoughts->plan[i], &events) != STATUS_OK)
            break;
        game->terms(NULL, &events, &terms);
    }
    if (has_term(&terms, &thoughts->reason.term))
        return;
    terms.count = 0;
    game->observe(&after, seat, &view);
    game->terms(&view, NULL, &terms);
    cr_expect(has_term(&terms, &thoughts->reason.term), "%s: term %d of seat %d", game->id,
              thoughts->reason.term.kind, thoughts->reason.term.seat);
    if (thoughts->reason.term.seat == seat)
        cr_expect_gt(thoughts->reason.term.amount, thoughts->reason.before);
    else
        cr_expect_lt(thoughts->reason.term.amount, thoughts->reason.before);
}

static int count_reasons(const Game *game, int seats)
{
    Bot bot = BOT_MEDIUM;
    State state = { 0 }, view;
    Thoughts thoughts;
    Setup setup;
    int count = 0;
    Rng rng;

    bot.budget.iterations = ITERATIONS;
    rng_seed(&rng, 3);
    game_default_setup(game, seats, &setup);
    game->setup(&state, &setup);
    for (int i = 0; i < MOVES && !game_is_over(game, &state); i++) {
        int seat = seats_first(game->waiting(&state));
        game->observe(&state, seat, &view);
        Action action = bot_think(&bot, game, &view, NULL, seat, &rng, &thoughts);
        cr_expect_eq(thoughts.plan[0], action);
        if (thoughts.reason.has_term)
            expect_true(game, &state, seat, &thoughts);
        count += thoughts.reason.has_term;
        game->apply(&state, seat, action, NULL);
    }
    return count;
}

Test(reason, terms_hold_in_the_true_position_of_every_game)
{
    for (int g = 0; g < CATALOGUE_COUNT; g++)
        cr_expect_gt(count_reasons(CATALOGUE[g], 3), 0, "%s", CATALOGUE[g]->id);
}

/* ------------------------------------------------------------------------- */
/* The rival                                                                 */
/* ------------------------------------------------------------------------- */

static NodeId add(Tree *tree, NodeId parent, int seat, Action action, uint32_t visits)
{
    NodeId id;

    tree_children(tree, parent, tree_who(seat, 0), &action, 1, &id);
    tree->nodes[id].visits = visits;
    return id;
}

/* Seat 0 takes 1, or does 2 and ends its turn with 3; then seat 1 takes 1, or does 4;
 * then seat 2. */
Test(reason, who_would_do_it_next_is_a_rival)
{
    Node nodes[16];
    Tree tree;

    tree_begin(&tree, nodes, 16);
    NodeId best = add(&tree, TREE_ROOT, 0, 1, 20);
    NodeId other = add(&tree, TREE_ROOT, 0, 2, 10);
    NodeId turn_ends = add(&tree, other, 0, 3, 10);
    NodeId taken = add(&tree, turn_ends, 1, 1, 6);
    NodeId not_taken = add(&tree, turn_ends, 1, 4, 4);
    add(&tree, not_taken, 2, 1, 4);
    cr_expect_eq(tree_rival(&tree, best), 1);
    tree.nodes[taken].visits = 5;
    cr_expect_eq(tree_rival(&tree, best), NOBODY, "not in most iterations");
    cr_expect_eq(tree_rival(&tree, other), NOBODY);
}

Test(reason, plan_goes_on_until_another_acts)
{
    Node nodes[16];
    Action plan[4];
    Tree tree;

    tree_begin(&tree, nodes, 16);
    NodeId first = add(&tree, TREE_ROOT, 0, 7, 9);
    add(&tree, first, 0, 2, 3);
    NodeId second = add(&tree, first, 0, 5, 6);
    add(&tree, second, 1, 5, 6);
    cr_assert_eq(tree_plan(&tree, first, plan, 4), 2);
    cr_expect_eq(plan[0], 7);
    cr_expect_eq(plan[1], 5);
    cr_expect_eq(tree_plan(&tree, first, plan, 1), 1);
}
