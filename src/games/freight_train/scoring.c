/* scoring.c: what a day brings (chapter 5). */
#include "games/freight_train/ft.h"

enum { SCORED_TYPES = FT_TYPES + 1 };

/* One player's trains as they count. */
typedef struct Departures {
    uint8_t length[SCORED_TYPES];
    uint8_t is_closed[SCORED_TYPES];
} Departures;

/* FT-4.9 says which train is the mixed one; the rest go by their type. */
static Departures departures(const FtPlayer *player)
{
    Departures result = { 0 };
    int mixed = ft_mixed_train(player);

    for (int t = 0; t < player->locomotives; t++) {
        const FtTrain *train = &player->trains[t];
        if (train->cars == 0)
            break;
        int type = t == mixed ? FT_MIXED : __builtin_ctz(train->types);
        result.length[type] = train->cars;
        result.is_closed[type] = train->is_closed;
    }
    return result;
}

static int longest_below(const Departures *trains, int seats, int type, int limit,
                         int *sharing)
{
    int longest = 0;

    *sharing = 0;
    for (int seat = 0; seat < seats; seat++) {
        int length = trains[seat].length[type];
        if (length >= limit || length < longest || length == 0)
            continue;
        *sharing = length == longest ? *sharing + 1 : 1;
        longest = length;
    }
    return longest;
}

/* What the longest train, shared by so many, or the second longest gets. */
static int points_of(FtRank rank)
{
    return rank == FT_RANK_SECOND ? FT_SECOND_POINTS : FT_LONGEST_POINTS[rank + 1];
}

static void award(FtState *ft, const Departures *trains, int type, int length, FtRank rank,
                  Events *events)
{
    int points = points_of(rank);

    for (int seat = 0; seat < ft->seats; seat++) {
        if (trains[seat].length[type] != length)
            continue;
        int is_closed = trains[seat].is_closed[type];
        int earned = is_closed ? points * FT_CABOOSE_FACTOR : points;
        ft->players[seat].points = (int16_t)(ft->players[seat].points + earned);
        events_report(events, is_closed ? FT_EVENT_CLOSED_SCORED : FT_EVENT_TRAIN_SCORED,
                      seat, .fields = { type, length, earned, (int)rank });
    }
}

/* FT-5.4, FT-5.5: no second place after a tie for the first, and none for those
 * who tie for it. */
static void score_type(FtState *ft, const Departures *trains, int type, Events *events)
{
    int sharing;
    int longest = longest_below(trains, ft->seats, type, UINT8_MAX, &sharing);

    if (FT_LONGEST_POINTS[sharing] > 0)
        award(ft, trains, type, longest, (FtRank)(sharing - 1), events);
    if (sharing != 1)
        return;
    int second = longest_below(trains, ft->seats, type, longest, &sharing);
    if (sharing == 1)
        award(ft, trains, type, second, FT_RANK_SECOND, events);
}

/* FT-5.8 */
static int yard_points(int day, int cars)
{
    switch (day) {
    case 1:
        return cars / 2;
    case FT_DAYS:
        return -cars;
    default:
        return 0;
    }
}

static void score_yard(FtState *ft, int seat, Events *events)
{
    int cars = ft_yard_cars(&ft->players[seat]);
    int points = yard_points(ft->day, cars);

    if (points == 0)
        return;
    ft->players[seat].points = (int16_t)(ft->players[seat].points + points);
    events_report(events, FT_EVENT_YARD_SCORED, seat, .fields = { cars, points });
}

/* FT-5.6 */
int ft_mixed_trains_score(const FtState *ft)
{
    switch (ft->options[FT_OPTION_MIXED]) {
    case FT_MIXED_SCORES:
        return 1;
    case FT_MIXED_NONE:
        return 0;
    default:
        return ft_edition(ft)->mixed_train_scores;
    }
}

void ft_score_day(FtState *ft, Events *events)
{
    Departures trains[FT_SEATS];
    int types = ft_mixed_trains_score(ft) ? SCORED_TYPES : FT_TYPES;

    for (int seat = 0; seat < ft->seats; seat++)
        trains[seat] = departures(&ft->players[seat]);
    for (int type = 0; type < types; type++)
        score_type(ft, trains, type, events);
    for (int seat = 0; seat < ft->seats; seat++)
        score_yard(ft, seat, events);
}

void ft_end_of_day(FtState *ft, Events *events)
{
    events_report(events, FT_EVENT_DAY_ENDED, NOBODY, .fields = { ft->day });
    ft_score_day(ft, events);
}
