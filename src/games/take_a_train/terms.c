/* terms.c: the terms of money earned and spent, from events; now, what the locomotives
 * would earn if the round ended, what the rotating auction has cost so far, and what the
 * objectives still lack. */
#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* TT-6.1, TT-6.2: what a round pays                                         */
/* ------------------------------------------------------------------------- */

/* Does the best wagon count alone? (With one wagon that is no difference.) */
static int is_of_best_wagon(const Event *event)
{
    TtLocomotive own = { .wagon_count = event->list_count };
    int sum = 0;

    memcpy(own.wagons, event->list, sizeof own.wagons);
    for (int i = 0; i < own.wagon_count; i++)
        sum += tt_wagon_value(&own, i);
    return event->fields[2] < sum;
}

static void add_profit(const Event *event, Terms *terms)
{
    const int32_t *field = event->fields;

    if (is_of_best_wagon(event))
        terms_add(terms, TT_TERM_REPLACEMENT, event->seat, 1, field[1], field[0]);
    else
        terms_add(terms, TT_TERM_LOCOMOTIVE, event->seat, 1, field[1], field[0], field[2],
                  field[3]);
}

static void add_round(const Events *events, int seat, int round, Terms *terms)
{
    int from = terms->count, sum = 0;

    terms_add(terms, TT_TERM_ROUND, seat, 0, 0, round);
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        if (event->kind != TT_EVENT_PROFIT || event->seat != seat)
            continue;
        add_profit(event, terms);
        sum += event->fields[1];
    }
    terms->items[from].amount = sum;
    if (terms->count == from + 1)
        terms->count = from;
}

static void add_rounds(const Events *events, int round, Terms *terms)
{
    for (int seat = 0; seat < TT_SEATS; seat++)
        add_round(events, seat, round, terms);
}

/* ------------------------------------------------------------------------- */
/* What events paid                                                          */
/* ------------------------------------------------------------------------- */

static void add_paid(const Events *events, Terms *terms)
{
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        const int32_t *field = event->fields;

        switch (event->kind) {
        case TT_EVENT_BOUGHT:
            terms_add(terms, TT_TERM_BOUGHT, event->seat, 0, -field[1], 0);
            break;
        case TT_EVENT_PAID:
            terms_add(terms, TT_TERM_BOUGHT, event->seat, 0, -field[0], 0);
            break;
        case TT_EVENT_REPLACED:
            terms_add(terms, TT_TERM_REPLACED, event->seat, 0, -field[0], 0);
            break;
        case TT_EVENT_COLLECTED:
            terms_add(terms, TT_TERM_BONUS, event->seat, 0, field[0], 0);
            break;
        case TT_EVENT_OBJECTIVE:
            terms_add(terms, TT_TERM_OBJECTIVE, event->seat, 0, field[1], field[0]);
            break;
        case TT_EVENT_ROUND_ENDED:
            add_rounds(events, field[0], terms);
            break;
        default:
            break;
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Now                                                                       */
/* ------------------------------------------------------------------------- */

/* Is the seat choosing in the rotating auction, with locomotives that the view shows? */
static int is_choosing(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];

    if (tt->step != TT_KEEPING
        && (tt->step != TT_TURNING || !seats_have(tt->pending, seat)))
        return 0;
    for (int i = 0; i < player->kept_count; i++) {
        if (player->kept[i] == UNKNOWN_CARD)
            return 0;
    }
    return 1;
}

/* TT-4.15: what is face up, and while it lasts what is kept. */
static void add_cost(const TtState *tt, int seat, Terms *terms)
{
    TtState trial = *tt;
    const TtPlayer *player = &trial.players[seat];

    for (int i = 0; i < player->kept_count; i++)
        tt_give(&trial, seat, player->kept[i], 0);
    int times = tt_rotating_factor(&trial, seat);
    if (player->locomotive_count == 0)
        return;
    terms_add(terms, TT_TERM_COST, seat, 0, -tt_rotating_price(&trial, seat), 0);
    for (int i = 0; i < player->locomotive_count; i++) {
        int power = tt_power(&player->locomotives[i]);
        if (power > 0)
            terms_add(terms, TT_TERM_POWER, seat, 1, -power * times,
                      player->locomotives[i].card, power, times);
    }
}

static void add_missing(const TtState *tt, int seat, Terms *terms)
{
    const TtPlayer *player = &tt->players[seat];

    for (int i = 0; i < player->objective_count; i++) {
        int objective = player->objectives[i];
        if (objective == UNKNOWN_CARD)
            continue;
        TtProgress progress = tt_progress(tt, seat, objective);
        terms_add(terms, TT_TERM_MISSING, seat, 0, tt_objective_pays(tt, objective),
                  objective, progress.count, progress.needed);
    }
}

/* TT-2.5: of equal money, the most objectives. */
static void add_ties(const TtState *tt, Terms *terms)
{
    int money[TT_SEATS];

    for (int seat = 0; seat < tt->seats; seat++)
        money[seat] = tt->players[seat].money;
    for (int seat = 0; seat < tt->seats; seat++) {
        int count = tt->players[seat].achieved_count;
        if (game_is_tied(money, tt->seats, seat))
            terms_add(terms, TT_TERM_ACHIEVED, seat, 0, count, count);
    }
}

void tt_terms(const void *view, const Events *events, Terms *terms)
{
    const TtState *tt = view;
    TtState trial;
    Events ending;

    if (events != NULL) {
        add_paid(events, terms);
        return;
    }
    if (tt->step == TT_OVER) {
        add_ties(tt, terms);
        return;
    }
    trial = *tt;
    ending.count = 0;
    tt_pay_profits(&trial, &ending);
    add_rounds(&ending, tt->round, terms);
    for (int seat = 0; seat < tt->seats; seat++) {
        if (is_choosing(tt, seat))
            add_cost(tt, seat, terms);
        add_missing(tt, seat, terms);
    }
}
