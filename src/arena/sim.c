/* sim.c: a run of many games. */
#include "arena/sim.h"

#include <assert.h>

static void read_bytes(Stream *stream, uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)stream_next(stream);
}

/* One stream for each game: the seed of the deal first, then that of the bots. */
static void open_game(const SimRun *run, long n, Setup *setup, Rng *rng)
{
    Stream stream;

    *setup = run->setup;
    stream_open(&stream, run->setup.seed, (uint64_t)n);
    read_bytes(&stream, setup->seed, SEED_BYTES);
    rng_seed(rng, (uint64_t)stream_next(&stream) << 32 | stream_next(&stream));
}

void sim_setup(const SimRun *run, long n, Setup *setup)
{
    Rng rng;

    open_game(run, n, setup, &rng);
}

int sim_bot_at(const SimRun *run, long n, int seat)
{
    int seats = run->setup.seats;

    return (int)((seat + seats - n % seats) % seats);
}

static void seat_bots(const SimRun *run, long n, const Bot **bots)
{
    for (int seat = 0; seat < run->setup.seats; seat++)
        bots[seat] = run->bots[sim_bot_at(run, n, seat)];
}

static void play(const SimRun *run, long n, const Setup *setup, Rng *rng,
                 const Recorder *recorder, Outcome *outcome)
{
    const Bot *bots[SEATS_MAX];
    State state;
    int decisions;

    seat_bots(run, n, bots);
    run->game->setup(&state, setup);
    decisions = playout_bots(run->game, &state, bots, rng, recorder);
    outcome_read(outcome, run->game, &state, decisions);
}

void sim_play(const SimRun *run, long n, Outcome *outcome)
{
    Setup setup;
    Rng rng;

    open_game(run, n, &setup, &rng);
    play(run, n, &setup, &rng, NULL, outcome);
}

/* ------------------------------------------------------------------------- */
/* Keeping a game                                                            */
/* ------------------------------------------------------------------------- */

typedef struct Recording {
    Match *match;
    MatchStatus status; /* the first that is not MATCH_OK */
} Recording;

static void record(void *context, int seat, Action action)
{
    Recording *recording = context;

    if (recording->status == MATCH_OK)
        recording->status = match_apply(recording->match, seat, action, NULL);
}

Match *sim_record(const SimRun *run, long n, Outcome *outcome)
{
    Recording recording = { NULL, MATCH_OK };
    const Recorder recorder = { record, &recording };
    Setup setup;
    Rng rng;

    open_game(run, n, &setup, &rng);
    recording.match = match_new(run->game, &setup);
    if (recording.match == NULL)
        return NULL;
    play(run, n, &setup, &rng, &recorder, outcome);
    assert(recording.status == MATCH_OK || recording.status == MATCH_NO_MEMORY);
    if (recording.status == MATCH_OK)
        return recording.match;
    match_free(recording.match);
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* Adding up                                                                 */
/* ------------------------------------------------------------------------- */

static int count_winners(const Outcome *outcome, int seats)
{
    int winners = 0;

    for (int seat = 0; seat < seats; seat++)
        winners += outcome->places[seat] == 1;
    return winners;
}

void sim_add(SimTotals *totals, const SimRun *run, long n, const Outcome *outcome)
{
    int seats = run->setup.seats;
    int winners = count_winners(outcome, seats);

    for (int seat = 0; seat < seats; seat++) {
        int bot = sim_bot_at(run, n, seat);
        double share = outcome->places[seat] == 1 ? 1.0 / winners : 0;
        totals->seat_wins[seat] += share;
        totals->bot_wins[bot] += share;
        totals->seat_scores[seat] += outcome->scores[seat];
        totals->bot_scores[bot] += outcome->scores[seat];
    }
    if (totals->games == 0 || outcome->decisions < totals->least_decisions)
        totals->least_decisions = outcome->decisions;
    if (outcome->decisions > totals->most_decisions)
        totals->most_decisions = outcome->decisions;
    totals->decisions += outcome->decisions;
    totals->games++;
}
