/* statistics.c: what the games of a tournament say about each contender. */
#include "arena/statistics.h"

#include <math.h>

Interval wilson_interval(double wins, double trials)
{
    const double z = 1.959963984540054; /* 2.5 % of a normal distribution lie above */
    double part, middle, half;

    if (trials <= 0)
        return (Interval){ 0, 1 };
    part = wins / trials;
    middle = (part + z * z / (2 * trials)) / (1 + z * z / trials);
    half = z / (1 + z * z / trials)
           * sqrt(part * (1 - part) / trials + z * z / (4 * trials * trials));
    return (Interval){ fmax(0, middle - half), fmin(1, middle + half) };
}

/* Sums, before they are divided. */
typedef struct Sums {
    double ranks, scores, nanoseconds;
} Sums;

static int count_at_place(const GameResult *result, int seats, int place)
{
    int count = 0;

    for (int seat = 0; seat < seats; seat++)
        count += result->places[seat] == place;
    return count;
}

static void add_seat(Standings *standings, Sums *sums, const GameResult *result, int seats,
                     int seat, int contender)
{
    Standing *standing = &standings->contenders[contender];
    int place = result->places[seat];
    int sharing = count_at_place(result, seats, place);

    if (place == 1) {
        standing->wins += 1.0 / sharing;
        standings->seat_wins[seat] += 1.0 / sharing;
    }
    standing->moves += result->moves[seat];
    sums[contender].ranks += place + (sharing - 1) / 2.0;
    sums[contender].scores += result->scores[seat];
    sums[contender].nanoseconds += (double)result->nanoseconds[seat];
}

static void add_meetings(Standings *standings, const GameResult *result, int seats,
                         const int *contenders)
{
    for (int a = 0; a < seats; a++) {
        for (int b = 0; b < seats; b++) {
            double *ahead = &standings->ahead[contenders[a]][contenders[b]];
            if (a == b || contenders[a] == contenders[b])
                continue;
            if (result->places[a] < result->places[b])
                *ahead += 1;
            else if (result->places[a] == result->places[b])
                *ahead += 0.5;
        }
    }
}

static void add_game(Standings *standings, Sums *sums, const Tournament *tournament, long n,
                     const GameResult *result)
{
    int seats = tournament->setup.seats;
    unsigned met = 0;
    Sitting sitting;

    schedule_sitting(&tournament->schedule, n, &sitting);
    for (int seat = 0; seat < seats; seat++) {
        int contender = sitting.contenders[seat];
        add_seat(standings, sums, result, seats, seat, contender);
        if ((met >> contender & 1) == 0)
            standings->contenders[contender].games++;
        met |= 1u << contender;
    }
    add_meetings(standings, result, seats, sitting.contenders);
    standings->games++;
}

static void divide(Standing *standing, const Sums *sums)
{
    double copies = standing->copies;
    double games = (double)standing->games;
    double played = games * copies;
    Interval all = wilson_interval(standing->wins, games);

    standing->interval = (Interval){ all.low / copies, all.high / copies };
    if (standing->games == 0)
        return;
    standing->share = standing->wins / played;
    standing->mean_rank = sums->ranks / played;
    standing->mean_score = sums->scores / played;
    if (standing->moves > 0)
        standing->seconds_per_move = sums->nanoseconds * 1e-9 / (double)standing->moves;
}

void standings_read(Standings *standings, const Tournament *tournament,
                    const GameResult *results, long games)
{
    Sums sums[CONTENDERS_MAX] = { { 0 } };

    *standings = (Standings){ 0 };
    for (long n = 0; n < games; n++) {
        if (results[n].is_done)
            add_game(standings, sums, tournament, n, &results[n]);
    }
    for (int i = 0; i < tournament->schedule.contender_count; i++) {
        standings->contenders[i].copies = schedule_copies(&tournament->schedule, i);
        divide(&standings->contenders[i], &sums[i]);
    }
}
