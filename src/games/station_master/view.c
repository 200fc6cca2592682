/* view.c: the only place that knows what is hidden: the cards in the others'
 * hands, the values of the others' tokens, and the order of both piles. */
#include "games/station_master/sm.h"

/* ------------------------------------------------------------------------- */
/* Seeing                                                                    */
/* ------------------------------------------------------------------------- */

static void hide_player(SmPlayer *player)
{
    memset(player->hand, UNKNOWN_CARD, player->hand_count);
    memset(player->home, 0, sizeof player->home);
}

static void hide_tokens(SmTrain *train, int seat)
{
    for (int i = 0; i < train->token_count; i++) {
        if (train->tokens[i].seat != seat)
            train->tokens[i].value = 0;
    }
}

void sm_observe(const void *state, int seat, void *view)
{
    SmState *seen = view;

    memcpy(seen, state, sizeof *seen);
    memset(seen->deck, UNKNOWN_CARD, seen->deck_count);
    memset(seen->pile, UNKNOWN_CARD, seen->pile_count);
    for (int other = 0; other < seen->seats; other++) {
        if (other != seat)
            hide_player(&seen->players[other]);
    }
    for (int t = 0; t < seen->station_count; t++)
        hide_tokens(&seen->station[t], seat);
}

/* ------------------------------------------------------------------------- */
/* Guessing: the cards                                                       */
/* ------------------------------------------------------------------------- */

void sm_count_unseen_cards(const SmState *view, uint8_t left[SM_CARD_KINDS])
{
    for (int card = 0; card < SM_CARD_KINDS; card++)
        left[card] = SM_CARD_TABLE[card].copies;
    for (int seat = 0; seat < view->seats; seat++)
        cards_strike_out(left, view->players[seat].hand, view->players[seat].hand_count);
    cards_strike_out(left, view->discard, view->discard_count);
    for (int t = 0; t < view->station_count; t++) {
        const SmTrain *train = &view->station[t];
        cards_strike_out(left, train->carriages, train->carriage_count);
        left[SM_ROYAL] = (uint8_t)(left[SM_ROYAL] - train->royals);
        left[SM_STANDING] = (uint8_t)(left[SM_STANDING] - train->standings);
    }
}

/* The others' hands off the end of the unseen cards; what is left is the deck. */
static int guess_hands(SmState *sm, int seat, const uint8_t *cards, int count)
{
    for (int other = 0; other < sm->seats; other++) {
        SmPlayer *player = &sm->players[other];
        if (other == seat)
            continue;
        count -= player->hand_count;
        memcpy(player->hand, cards + count, player->hand_count);
        sm_sort_hand(player);
    }
    return count;
}

/* The Rush Hour is never held: unseen, it is in the deck, at any place. */
static void guess_cards(SmState *sm, int seat, Rng *rng)
{
    uint8_t left[SM_CARD_KINDS], cards[SM_CARDS];
    int count = 0;

    sm_count_unseen_cards(sm, left);
    for (int card = 0; card < SM_RUSH_HOUR; card++) {
        memset(cards + count, card, left[card]);
        count += left[card];
    }
    rng_shuffle(rng, cards, count);
    count = guess_hands(sm, seat, cards, count);
    memcpy(sm->deck, cards, (size_t)count);
    if (left[SM_RUSH_HOUR] == 0)
        return;
    int place = (int)rng_below(rng, sm->deck_count);
    sm->deck[count] = sm->deck[place];
    sm->deck[place] = SM_RUSH_HOUR;
}

/* ------------------------------------------------------------------------- */
/* Guessing: locomotives and tokens                                          */
/* ------------------------------------------------------------------------- */

void sm_count_unseen_locomotives(const SmState *view, uint8_t left[SM_LOCOMOTIVE_KINDS])
{
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++)
        left[kind] = (uint8_t)sm_locomotives_in_play(kind, view->seats);
    cards_strike_out(left, view->gone, view->gone_count);
    for (int t = 0; t < view->station_count; t++)
        cards_strike_out(left, &view->station[t].locomotive, 1);
}

static void guess_locomotives(SmState *sm, Rng *rng)
{
    uint8_t left[SM_LOCOMOTIVE_KINDS];
    int count = 0;

    sm_count_unseen_locomotives(sm, left);
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++) {
        memset(sm->pile + count, kind, left[kind]);
        count += left[kind];
    }
    rng_shuffle(rng, sm->pile, count);
}

/* The six values of each player, at random over tokens aboard and at home. */
static void shuffle_values(int seats, uint8_t values[][SM_TOKENS], Rng *rng)
{
    for (int seat = 0; seat < seats; seat++) {
        int count = 0;
        for (int value = 1; value <= SM_VALUES; value++) {
            memset(values[seat] + count, value, SM_TOKEN_TABLE[value - 1]);
            count += SM_TOKEN_TABLE[value - 1];
        }
        rng_shuffle(rng, values[seat], SM_TOKENS);
    }
}

static void guess_tokens(SmState *sm, int seat, Rng *rng)
{
    uint8_t values[SM_SEATS][SM_TOKENS];
    int given[SM_SEATS] = { 0 };

    shuffle_values(sm->seats, values, rng);
    for (int t = 0; t < sm->station_count; t++) {
        SmTrain *train = &sm->station[t];
        for (int i = 0; i < train->token_count; i++) {
            int owner = train->tokens[i].seat;
            if (owner != seat)
                train->tokens[i].value = values[owner][given[owner]++];
        }
    }
    for (int owner = 0; owner < sm->seats; owner++) {
        for (int i = given[owner]; i < SM_TOKENS && owner != seat; i++)
            sm->players[owner].home[values[owner][i] - 1]++;
    }
}

void sm_determinize(const void *view, int seat, Rng *rng, void *state)
{
    SmState *sm = state;

    memcpy(sm, view, sizeof *sm);
    guess_cards(sm, seat, rng);
    guess_locomotives(sm, rng);
    guess_tokens(sm, seat, rng);
}

void sm_redraw(void *state, Rng *rng)
{
    SmState *sm = state;

    rng_shuffle(rng, sm->deck, sm->deck_count);
    rng_shuffle(rng, sm->pile, sm->pile_count);
}
