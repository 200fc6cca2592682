/* test_kuhn_poker.c: known facts about Kuhn poker. */
#include "games/kuhn_poker.h"

#include <criterion/criterion.h>

#include <math.h>

enum { HISTORIES = 5, DEALS = 6 };

static KuhnState dealt(int first_card, int second_card)
{
    KuhnState kuhn;
    Setup setup;

    game_default_setup(&KUHN_POKER, KUHN_SEATS, &setup);
    KUHN_POKER.setup(&kuhn, &setup);
    kuhn.cards[0] = (uint8_t)first_card;
    kuhn.cards[1] = (uint8_t)second_card;
    return kuhn;
}

static void act(KuhnState *kuhn, int kind, Events *events)
{
    int seat = seats_first(KUHN_POKER.waiting(kuhn));

    cr_assert_eq(game_apply(&KUHN_POKER, kuhn, seat, action_make(kind, 0, 0), events),
                 STATUS_OK);
}

/* ------------------------------------------------------------------------- */
/* Histories and payoffs                                                     */
/* ------------------------------------------------------------------------- */

static int count_histories(const KuhnState *kuhn)
{
    int histories = 0;

    if (game_is_over(&KUHN_POKER, kuhn))
        return 1;
    for (int kind = KUHN_PASS; kind <= KUHN_BET; kind++) {
        KuhnState next = *kuhn;
        act(&next, kind, NULL);
        histories += count_histories(&next);
    }
    return histories;
}

Test(kuhn_poker, has_five_histories_for_each_of_six_deals)
{
    int histories = 0;

    for (int first = 0; first < KUHN_CARDS; first++) {
        for (int second = 0; second < KUHN_CARDS; second++) {
            KuhnState kuhn = dealt(first, second);
            if (first != second)
                histories += count_histories(&kuhn);
        }
    }
    cr_assert_eq(histories, HISTORIES * DEALS);
}

/* What the first player wins with the higher and with the lower card. */
static const struct {
    const char *actions; /* p: pass, b: bet */
    int higher, lower;
} PAYOFFS[HISTORIES] = {
    { "pp", 1, -1 }, { "pbp", -1, -1 }, { "pbb", 2, -2 }, { "bp", 1, 1 }, { "bb", 2, -2 },
};

static int payoff(int first_card, int second_card, const char *actions)
{
    KuhnState kuhn = dealt(first_card, second_card);
    int chips[KUHN_SEATS];

    for (; *actions; actions++)
        act(&kuhn, *actions == 'b' ? KUHN_BET : KUHN_PASS, NULL);
    cr_assert(game_is_over(&KUHN_POKER, &kuhn));
    KUHN_POKER.scores(&kuhn, chips);
    cr_assert_eq(chips[0] + chips[1], 0);
    return chips[0];
}

Test(kuhn_poker, pays_what_the_histories_say)
{
    for (int i = 0; i < HISTORIES; i++) {
        const char *actions = PAYOFFS[i].actions;
        cr_expect_eq(payoff(KUHN_KING, KUHN_QUEEN, actions), PAYOFFS[i].higher, "%s",
                     actions);
        cr_expect_eq(payoff(KUHN_QUEEN, KUHN_JACK, actions), PAYOFFS[i].higher, "%s",
                     actions);
        cr_expect_eq(payoff(KUHN_QUEEN, KUHN_KING, actions), PAYOFFS[i].lower, "%s",
                     actions);
        cr_expect_eq(payoff(KUHN_JACK, KUHN_KING, actions), PAYOFFS[i].lower, "%s",
                     actions);
    }
}

/* ------------------------------------------------------------------------- */
/* The value                                                                 */
/* ------------------------------------------------------------------------- */

/* Probability of a bet, by card and by the history of the hand: nothing, a pass, a bet,
 * or a pass answered by a bet. Kuhn's equilibria with alpha = 1/3. */
static const double BETS[][KUHN_CARDS] = {
    { 1 / 3.0, 0, 1 },
    { 1 / 3.0, 0, 1 },
    { 0, 1 / 3.0, 1 },
    { 0, 2 / 3.0, 1 },
};

static double expected(const KuhnState *kuhn, int situation)
{
    int chips[KUHN_SEATS];

    if (game_is_over(&KUHN_POKER, kuhn)) {
        KUHN_POKER.scores(kuhn, chips);
        return chips[0];
    }
    double bets = BETS[situation][kuhn->cards[kuhn->turn]];
    KuhnState passed = *kuhn, bet = *kuhn;
    act(&passed, KUHN_PASS, NULL);
    act(&bet, KUHN_BET, NULL);
    return (1 - bets) * expected(&passed, 1)
           + bets * expected(&bet, situation == 1 ? 3 : 2);
}

Test(kuhn_poker, is_worth_an_eighteenth_to_the_second_player)
{
    double sum = 0;

    for (int first = 0; first < KUHN_CARDS; first++) {
        for (int second = 0; second < KUHN_CARDS; second++) {
            KuhnState kuhn = dealt(first, second);
            if (first != second)
                sum += expected(&kuhn, 0);
        }
    }
    cr_assert(fabs(sum / DEALS + 1 / 18.0) < 1e-12, "it is worth %f", sum / DEALS);
}

/* ------------------------------------------------------------------------- */
/* Hidden information                                                        */
/* ------------------------------------------------------------------------- */

Test(kuhn_poker, shows_each_seat_its_own_card_only)
{
    KuhnState kuhn = dealt(KUHN_KING, KUHN_JACK), view;

    KUHN_POKER.observe(&kuhn, 0, &view);
    cr_expect_eq(view.cards[0], KUHN_KING);
    cr_expect_eq(view.cards[1], UNKNOWN_CARD);
    KUHN_POKER.observe(&kuhn, NOBODY, &view);
    cr_expect_eq(view.cards[0], UNKNOWN_CARD);
    cr_expect_eq(view.cards[1], UNKNOWN_CARD);
}

Test(kuhn_poker, keeps_the_cards_hidden_when_a_hand_is_given_up)
{
    KuhnState kuhn = dealt(KUHN_KING, KUHN_JACK), view;
    Events events = { .count = 0 };

    act(&kuhn, KUHN_BET, &events);
    act(&kuhn, KUHN_PASS, &events);
    KUHN_POKER.observe(&kuhn, 1, &view);
    cr_expect_eq(view.cards[0], UNKNOWN_CARD);
    for (int i = 0; i < events.count; i++)
        cr_expect_eq(events.items[i].marks, 0);
}

Test(kuhn_poker, guesses_either_of_the_other_cards_equally_often)
{
    KuhnState kuhn = dealt(KUHN_QUEEN, KUHN_JACK), view, guess;
    int counts[KUHN_CARDS] = { 0 };
    Rng rng;

    rng_seed(&rng, 1);
    KUHN_POKER.observe(&kuhn, 0, &view);
    for (int i = 0; i < 10000; i++) {
        KUHN_POKER.determinize(&view, 0, &rng, &guess);
        counts[guess.cards[1]]++;
    }
    cr_expect_eq(counts[KUHN_QUEEN], 0);
    cr_expect(counts[KUHN_JACK] > 4800 && counts[KUHN_JACK] < 5200);
}

Test(kuhn_poker, deals_every_hand_anew_and_lets_the_other_begin)
{
    Setup setup;
    KuhnState kuhn;
    Events events = { .count = 0 };

    game_default_setup(&KUHN_POKER, KUHN_SEATS, &setup);
    setup.options[KUHN_OPTION_HANDS] = 1;
    KUHN_POKER.setup(&kuhn, &setup);
    act(&kuhn, KUHN_BET, &events);
    act(&kuhn, KUHN_PASS, &events);
    cr_expect_eq(kuhn.hand, 1);
    cr_expect_eq(KUHN_POKER.waiting(&kuhn), seat_bit(1));
    cr_expect_eq(events.items[events.count - 1].kind, KUHN_EVENT_DEALT);
    cr_expect_eq(events.items[events.count - 1].only, seat_bit(1));
    cr_expect_eq(events.items[events.count - 1].marks, EVENT_DRAWS);
}
