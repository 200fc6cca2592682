/* terms.c: the terms of a train's worth and of what its passengers bring, from the events
 * of a departure; now, from those that it would bring. */
#include "games/station_master/sm.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* SM-6.1, SM-6.2: worth                                                     */
/* ------------------------------------------------------------------------- */

static void add_carriage(int service, int card, Terms *terms)
{
    int value = sm_carriage_value(service, card);

    if (sm_is_classed(card))
        terms_add(terms, SM_TERM_CLASS, NOBODY, 1, value, card, service);
    else if (value != SM_CARD_TABLE[card].value)
        terms_add(terms, SM_TERM_TURNED, NOBODY, 1, value, card);
    else
        terms_add(terms, SM_TERM_CARRIAGE, NOBODY, 1, value, card);
}

static void add_train(const Event *departed, Terms *terms)
{
    SmTrain train = { .locomotive = (uint8_t)departed->fields[1],
                      .royals = (uint8_t)departed->fields[3],
                      .carriage_count = departed->list_count };
    int service = sm_locomotive(&train)->service;

    memcpy(train.carriages, departed->list, sizeof train.carriages);
    terms_add(terms, SM_TERM_TRAIN, NOBODY, 0, departed->fields[2], departed->fields[0],
              departed->fields[1]);
    for (int i = 0; i < train.carriage_count; i++)
        add_carriage(service, train.carriages[i], terms);
    if (train.royals > 0)
        terms_add(terms, SM_TERM_ROYAL, NOBODY, 1, sm_royal_worth(&train), train.royals,
                  1 << train.royals);
}

/* ------------------------------------------------------------------------- */
/* SM-6.3: passengers                                                        */
/* ------------------------------------------------------------------------- */

static void add_passengers(const Event *departed, int seat, int passengers, int points,
                           Terms *terms)
{
    terms_add(terms, SM_TERM_PASSENGERS, seat, 0, points, departed->fields[0],
              departed->fields[1], passengers, departed->fields[2]);
}

static void add_paid(const Events *events, Terms *terms)
{
    const Event *departed = NULL;

    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        if (event->kind == SM_EVENT_DEPARTED) {
            departed = event;
            add_train(departed, terms);
        } else if (event->kind == SM_EVENT_SCORED && departed != NULL) {
            add_passengers(departed, event->seat, event->fields[0], event->fields[1],
                           terms);
        }
    }
}

/* A seat's passengers on a train; UNKNOWN if a token of it lies face down. */
static int passengers_of(const SmTrain *train, int seat)
{
    int passengers = 0;

    for (int i = 0; i < train->token_count; i++) {
        if (train->tokens[i].seat != seat)
            continue;
        if (train->tokens[i].value == 0)
            return UNKNOWN;
        passengers += train->tokens[i].value;
    }
    return passengers;
}

/* ------------------------------------------------------------------------- */
/* SM-6.4: ties                                                              */
/* ------------------------------------------------------------------------- */

static void add_ties(const SmState *sm, Terms *terms)
{
    int scores[SM_SEATS];

    for (int seat = 0; seat < sm->seats; seat++)
        scores[seat] = sm->players[seat].score;
    for (int seat = 0; seat < sm->seats; seat++) {
        int best = sm->players[seat].best;
        if (game_is_tied(scores, sm->seats, seat))
            terms_add(terms, SM_TERM_BEST, seat, 0, best, best);
    }
}

void sm_terms(const void *view, const Events *events, Terms *terms)
{
    const SmState *sm = view;

    if (events != NULL) {
        add_paid(events, terms);
        return;
    }
    if (sm->stage == SM_OVER) {
        add_ties(sm, terms);
        return;
    }
    for (int t = 0; t < sm->station_count; t++) {
        const SmTrain *train = &sm->station[t];
        Event departing = sm_departure(train, t);

        add_train(&departing, terms);
        for (int seat = 0; seat < sm->seats; seat++) {
            int passengers = passengers_of(train, seat);
            if (passengers > 0)
                add_passengers(&departing, seat, passengers, passengers * sm_worth(train),
                               terms);
        }
    }
}
