/* departure.c: a train leaves (chapter 6): its worth, the score, and what comes
 * to its place. */
#include "games/station_master/sm.h"

#include <string.h>

enum { DOUBLED = 2 }; /* carriages at the tail, by a Royal Carriage */

/* ------------------------------------------------------------------------- */
/* SM-6.1, SM-6.2: worth                                                     */
/* ------------------------------------------------------------------------- */

/* SM-5.2: each Royal Carriage doubles the last two once more. */
int sm_royal_worth(const SmTrain *train)
{
    int service = sm_locomotive(train)->service, last_two = 0;
    int from = train->carriage_count > DOUBLED ? train->carriage_count - DOUBLED : 0;

    if (train->royals == 0)
        return 0;
    for (int i = from; i < train->carriage_count; i++)
        last_two += sm_carriage_value(service, train->carriages[i]);
    return last_two * ((1 << train->royals) - 1);
}

int sm_worth(const SmTrain *train)
{
    int worth = sm_royal_worth(train), service = sm_locomotive(train)->service;

    for (int i = 0; i < train->carriage_count; i++)
        worth += sm_carriage_value(service, train->carriages[i]);
    return worth;
}

/* ------------------------------------------------------------------------- */
/* SM-6.3                                                                    */
/* ------------------------------------------------------------------------- */

Event sm_departure(const SmTrain *train, int place)
{
    Event event = { .kind = SM_EVENT_DEPARTED,
                    .seat = NOBODY,
                    .marks = EVENT_REVEALS,
                    .list_count = train->carriage_count,
                    .fields = { place, train->locomotive, sm_worth(train),
                                train->royals } };

    memcpy(event.list, train->carriages, sizeof train->carriages);
    return event;
}

/* The tokens are turned up and go home; adds up each player's passengers. */
static void send_tokens_home(SmState *sm, const SmTrain *train, int passengers[SM_SEATS])
{
    for (int i = 0; i < train->token_count; i++) {
        SmToken token = train->tokens[i];
        SmPlayer *player = &sm->players[token.seat];
        passengers[token.seat] += token.value;
        player->home[token.value - 1]++;
        player->home_count++;
    }
}

static void score_passengers(SmState *sm, const int passengers[SM_SEATS], int worth,
                             Events *events)
{
    for (int seat = 0; seat < sm->seats; seat++) {
        SmPlayer *player = &sm->players[seat];
        int points = worth * passengers[seat];
        if (passengers[seat] == 0)
            continue;
        player->score = (int16_t)(player->score + points);
        if (points > player->best)
            player->best = (int16_t)points;
        events_report(events, SM_EVENT_SCORED, seat,
                      .fields = { passengers[seat], points });
    }
}

/* Royal Carriages, Standing Rooms, then the carriages up to the tail. */
static void discard_train(SmState *sm, const SmTrain *train)
{
    for (int i = 0; i < train->royals; i++)
        sm_discard(sm, SM_ROYAL);
    for (int i = 0; i < train->standings; i++)
        sm_discard(sm, SM_STANDING);
    for (int i = 0; i < train->carriage_count; i++)
        sm_discard(sm, train->carriages[i]);
}

static void close_up_row(SmState *sm, int train)
{
    int behind = --sm->station_count - train;

    memmove(&sm->station[train], &sm->station[train + 1], (size_t)behind * sizeof(SmTrain));
    sm->station[sm->station_count] = (SmTrain){ 0 };
}

void sm_arrive(SmState *sm, int train, Events *events)
{
    int locomotive = cards_draw(sm->pile, &sm->pile_count);

    sm->station[train] = (SmTrain){ .locomotive = (uint8_t)locomotive };
    if (train == sm->station_count)
        sm->station_count++;
    events_report(events, SM_EVENT_ARRIVED, NOBODY, .marks = EVENT_REVEALS | EVENT_DRAWS,
                  .fields = { train, locomotive });
}

void sm_depart(SmState *sm, int train, Events *events)
{
    const SmTrain *leaving = &sm->station[train];
    int worth = sm_worth(leaving);
    int passengers[SM_SEATS] = { 0 };

    events_add(events, sm_departure(leaving, train));
    send_tokens_home(sm, leaving, passengers);
    score_passengers(sm, passengers, worth, events);
    discard_train(sm, leaving);
    sm->gone[sm->gone_count++] = leaving->locomotive;
    if (sm->pile_count > 0)
        sm_arrive(sm, train, events);
    else
        close_up_row(sm, train);
    sm_keep_room(sm);
}
