/* view.c: the only place that knows what is hidden: the order of the deck, where
 * in it the end-of-day card lies, and the key of the deals to come. All players
 * know the same; what the deck holds, nobody needs to guess. */
#include "games/freight_train/ft.h"

void ft_observe(const void *state, UNUSED int seat, void *view)
{
    FtState *seen = view;

    memcpy(seen, state, sizeof *seen);
    memset(seen->key, 0, sizeof seen->key);
    memset(seen->deck, UNKNOWN_CARD, seen->deck_count);
}

static void strike_out_train(uint8_t *left, const FtTrain *train)
{
    for (uint32_t types = train->types; types; types &= types - 1) {
        int car = __builtin_ctz(types);
        left[car] = (uint8_t)(left[car] - ft_cars_aboard(train, car));
    }
}

void ft_count_unseen(const FtState *view, uint8_t *left)
{
    for (int car = 0; car < FT_TYPES; car++)
        left[car] = (uint8_t)(ft_cars_of_type(view) - view->held[car]);
    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        cards_strike_out(left, view->main[s].cars, view->main[s].length);
    for (int seat = 0; seat < view->seats; seat++) {
        const FtPlayer *player = &view->players[seat];
        for (int s = 0; s < FT_YARD_SIDINGS; s++)
            cards_strike_out(left, player->yard[s].cars, player->yard[s].length);
        for (int t = 0; t < player->locomotives; t++)
            strike_out_train(left, &player->trains[t]);
    }
}

void ft_determinize(const void *view, UNUSED int seat, Rng *rng, void *state)
{
    FtState *ft = state;
    uint8_t left[FT_TYPES];
    int cars = 0;

    memcpy(ft, view, sizeof *ft);
    rng_fill(rng, ft->key, SEED_BYTES);
    ft_count_unseen(ft, left);
    for (int car = 0; car < FT_TYPES; car++) {
        memset(ft->deck + cars, car, left[car]);
        cars += left[car];
    }
    rng_shuffle(rng, ft->deck, cars);
    if (ft->bottom == 0)
        return;
    /* The end-of-day card changes places with one of the bottom cards. */
    int place = (int)rng_below(rng, ft->bottom);
    ft->deck[cars] = ft->deck[place];
    ft->deck[place] = FT_END_OF_DAY;
}

/* All that is hidden is hidden from everybody. */
void ft_redraw(void *state, Rng *rng)
{
    FtState view;

    ft_observe(state, NOBODY, &view);
    ft_determinize(&view, NOBODY, rng, state);
}
