/* test_search_play.c: the search on games with known solutions: tic-tac-toe, which is a
 * draw, and Kuhn poker. */
#include "ai/think.h"
#include "games/kuhn_poker.h"
#include "games/tic_tac_toe.h"

#include <criterion/criterion.h>

/* ------------------------------------------------------------------------- */
/* Tic-tac-toe                                                               */
/* ------------------------------------------------------------------------- */

static Action search_move(const Game *game, const Policy *policy, const State *view,
                          int seat, long iterations, uint64_t seed)
{
    SearchTask task = {
        .game = game, .policy = policy, .view = view, .seat = seat, .seed = seed
    };
    Budget budget = { .iterations = iterations, .nodes = 1 << 14 };
    Thoughts thoughts;

    cr_assert(think(&task, &budget, UNTIL_USED_UP, &thoughts));
    return thoughts.considered[0].action;
}

/* Plays against every reply; returns the number of games lost. */
static int count_losses(const State *state, int seat, int *games)
{
    const Game *game = &TIC_TAC_TOE;
    int mover = seats_first(game->waiting(state));
    Action actions[ACTIONS_MAX];
    int count, losses = 0;

    if (mover == NOBODY) {
        int places[SEATS_MAX];
        game->ranking(state, places);
        (*games)++;
        return places[seat] > 1;
    }
    count = game->list(state, mover, actions);
    if (mover == seat && count > 1) {
        actions[0] = search_move(game, NULL, state, seat, 800, (uint64_t)*games);
        count = 1;
    }
    for (int i = 0; i < count; i++) {
        State next = *state;
        cr_assert_eq(game_apply(game, &next, mover, actions[i], NULL), STATUS_OK);
        losses += count_losses(&next, seat, games);
    }
    return losses;
}

Test(search_play, never_loses_tic_tac_toe_whatever_the_other_does)
{
    for (int seat = 0; seat < 2; seat++) {
        State state = { 0 };
        Setup setup;
        int games = 0;
        game_default_setup(&TIC_TAC_TOE, 2, &setup);
        TIC_TAC_TOE.setup(&state, &setup);
        cr_expect_eq(count_losses(&state, seat, &games), 0, "as seat %d", seat);
        cr_expect_gt(games, 50);
    }
}

/* ------------------------------------------------------------------------- */
/* Kuhn poker                                                                */
/* ------------------------------------------------------------------------- */

/* Probability of a bet, by card, in each of the four situations. */
typedef enum Situation { OPENING, ANSWERING_PASS, ANSWERING_BET, PASSED_AND_BET } Situation;

typedef struct Strategy {
    double bet[4][KUHN_CARDS];
} Strategy;

static KuhnState situation(Situation which, int seat, int card)
{
    static const char *const actions[] = { "", "p", "b", "pb" };
    State state = { 0 };
    KuhnState *kuhn = (KuhnState *)(void *)&state;
    Setup setup;

    game_default_setup(&KUHN_POKER, KUHN_SEATS, &setup);
    KUHN_POKER.setup(kuhn, &setup);
    kuhn->cards[seat] = (uint8_t)card;
    kuhn->cards[!seat] = (uint8_t)((card + 1) % KUHN_CARDS);
    for (const char *action = actions[which]; *action; action++)
        KUHN_POKER.apply(kuhn, seats_first(KUHN_POKER.waiting(kuhn)),
                         action_make(*action == 'b' ? KUHN_BET : KUHN_PASS, 0, 0), NULL);
    return *kuhn;
}

static int own_card(const void *state, int seat)
{
    return ((const KuhnState *)state)->cards[seat];
}

/* The utility is the chips, not who has more of them. */
static const Policy KUHN_CHIPS = {
    .game = &KUHN_POKER, .knows = own_card, .margin_part = 1, .margin_full = 4
};

enum { SEEDS = 60, ITERATIONS = 1000 };

static double bet_share(Situation which, int seat, int card)
{
    KuhnState kuhn = situation(which, seat, card);
    State view = { 0 };
    int bets = 0;

    KUHN_POKER.observe(&kuhn, seat, &view);
    for (int seed = 0; seed < SEEDS; seed++)
        bets += action_kind(search_move(&KUHN_POKER, &KUHN_CHIPS, &view, seat, ITERATIONS,
                                        (uint64_t)seed))
                == KUHN_BET;
    return (double)bets / SEEDS;
}

static void learn_strategy(Strategy *strategy)
{
    static const int seats[] = { 0, 1, 1, 0 };

    for (int which = 0; which < 4; which++) {
        for (int card = 0; card < KUHN_CARDS; card++)
            strategy->bet[which][card] = bet_share((Situation)which, seats[which], card);
    }
}

/* Expected value of the first player with these cards. */
static double payoff(const Strategy *first, const Strategy *second, int mine, int other)
{
    double higher = mine > other ? 1 : -1;
    double open = first->bet[OPENING][mine];
    double call = second->bet[ANSWERING_BET][other];
    double raise = second->bet[ANSWERING_PASS][other];
    double answer = first->bet[PASSED_AND_BET][mine];

    return open * (call * 2 * higher + (1 - call))
           + (1 - open)
                 * ((1 - raise) * higher + raise * (answer * 2 * higher - (1 - answer)));
}

static double value_of(const Strategy *first, const Strategy *second)
{
    double sum = 0;

    for (int mine = 0; mine < KUHN_CARDS; mine++) {
        for (int other = 0; other < KUHN_CARDS; other++)
            sum += mine == other ? 0 : payoff(first, second, mine, other);
    }
    return sum / 6;
}

/* Kuhn's solution, with the first player never bluffing. */
static const Strategy SOLUTION = { {
    [OPENING] = { 0, 0, 0 },
    [ANSWERING_PASS] = { 1.0 / 3, 0, 1 },
    [ANSWERING_BET] = { 0, 1.0 / 3, 1 },
    [PASSED_AND_BET] = { 0, 1.0 / 3, 1 },
} };

/* The value of the best response, among 64 pure strategies for each place. */
static double best_against(const Strategy *strategy, int place)
{
    static const Situation situations[2][2] = { { OPENING, PASSED_AND_BET },
                                                { ANSWERING_PASS, ANSWERING_BET } };
    double best = -2;

    for (int bits = 0; bits < 64; bits++) {
        Strategy pure = { { { 0 } } };
        for (int i = 0; i < 6; i++)
            pure.bet[situations[place][i / 3]][i % 3] = bits >> i & 1;
        double value = place == 0 ? value_of(&pure, strategy) : -value_of(strategy, &pure);
        best = value > best ? value : best;
    }
    return best;
}

Test(search_play, kuhn_poker_comes_near_its_value)
{
    Strategy own;

    cr_assert(value_of(&SOLUTION, &SOLUTION) * 18 > -1.000001);
    cr_assert(value_of(&SOLUTION, &SOLUTION) * 18 < -0.999999);
    learn_strategy(&own);
    /* Against the solution nothing better is possible, and no sensible strategy gets
     * less. */
    cr_expect(value_of(&own, &SOLUTION) > -1.0 / 18 - 0.01, "%f",
              value_of(&own, &SOLUTION));
    cr_expect(value_of(&SOLUTION, &own) < -1.0 / 18 + 0.01, "%f",
              value_of(&SOLUTION, &own));
    /* A best response wins a sixth of a chip: views have no history, so the search
     * assumes that a jack and a king bet equally often. */
    cr_expect_leq(best_against(&own, 0), 1.0 / 6 + 0.01);
    cr_expect_leq(best_against(&own, 1), 1.0 / 6 + 0.01);
}
