/* tournament.c: one game between contenders. */
#include "arena/tournament.h"

#include "play/clock.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Chance                                                                    */
/* ------------------------------------------------------------------------- */

/* Deals have the streams from 0 on. In a tournament the bots have those of the games from
 * here on; where every game has a deal of its own, they share its stream. */
static const uint64_t STREAMS_OF_BOTS = UINT64_C(1) << 63;

static void open_deal(const Tournament *tournament, long n, Setup *setup, Stream *stream)
{
    Sitting sitting;

    schedule_sitting(&tournament->schedule, n, &sitting);
    *setup = tournament->setup;
    stream_open(stream, tournament->setup.seed, (uint64_t)sitting.deal);
    for (int i = 0; i < SEED_BYTES; i++)
        setup->seed[i] = (uint8_t)stream_next(stream);
}

void tournament_setup(const Tournament *tournament, long n, Setup *setup)
{
    Stream stream;

    open_deal(tournament, n, setup, &stream);
}

static void open_game(const Tournament *tournament, long n, Setup *setup, Rng *rng)
{
    Stream stream;

    open_deal(tournament, n, setup, &stream);
    if (!tournament->schedule.is_moving)
        stream_open(&stream, tournament->setup.seed, STREAMS_OF_BOTS + (uint64_t)n);
    rng_seed(rng, (uint64_t)stream_next(&stream) << 32 | stream_next(&stream));
}

/* ------------------------------------------------------------------------- */
/* Who plays                                                                 */
/* ------------------------------------------------------------------------- */

int tournament_enter(Tournament *tournament, const Contender *bots, int count, int *entries)
{
    int entered = 0;

    for (int i = 0; i < count; i++) {
        for (entries[i] = 0; entries[i] < entered; entries[i]++) {
            if (strcmp(tournament->contenders[entries[i]].label, bots[i].label) == 0)
                break;
        }
        if (entries[i] == entered)
            tournament->contenders[entered++] = bots[i];
    }
    return entered;
}

/* ------------------------------------------------------------------------- */
/* Time                                                                      */
/* ------------------------------------------------------------------------- */

/* Where nobody compares bots, no time is taken.
 * Reading the clock costs as much as a quick bot's decision, so it is read when
 * the next seat begins to decide, and not for each decision. */
typedef struct Meter {
    int is_running;
    int seat; /* the seat that is timed; NOBODY: the game has not begun */
    long long since;
} Meter;

static void meter_turn_to(Meter *meter, int seat, GameResult *result)
{
    long long now;

    if (seat == meter->seat || !meter->is_running)
        return;
    now = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    if (meter->seat != NOBODY)
        result->nanoseconds[meter->seat] += now - meter->since;
    *meter = (Meter){ 1, seat, now };
}

/* ------------------------------------------------------------------------- */
/* The game                                                                  */
/* ------------------------------------------------------------------------- */

/* A game on its way. */
typedef struct Contest {
    const Game *game;
    State state;
    Bot bots[SEATS_MAX];
    SeatSet remembering; /* the seats whose bots can use a memory */
    Memory memories[SEATS_MAX];
    Rng rng;
    Match *match; /* NULL: nothing is recorded */
    const atomic_int *stop;
} Contest;

static int is_stopped(const Contest *contest)
{
    return atomic_load_explicit(contest->stop, memory_order_relaxed);
}

/* Only what searches uses a memory, and making events costs as much as a quick decision. */
static void sit_down(Contest *contest, int seat, Bot bot)
{
    contest->bots[seat] = bot;
    if (contest->game->remember != NULL && bot.way == BOT_BY_SEARCH)
        contest->remembering |= seat_bit(seat);
}

static void act(Contest *contest, int seat, Action action)
{
    Events events;

    events.count = 0;
    contest->game->apply(&contest->state, seat, action,
                         contest->remembering != 0 ? &events : NULL);
    for (int other = 0; other < SEATS_MAX; other++) {
        if (seats_have(contest->remembering, other))
            game_remember(contest->game, &contest->memories[other], other, &events);
    }
}

static GameStatus move(Contest *contest, int seat)
{
    State view;
    Action action;

    contest->game->observe(&contest->state, seat, &view);
    action = bot_choose(&contest->bots[seat], contest->game, &view,
                        &contest->memories[seat], seat, &contest->rng);
    /* A bot that was stopped has answered without thinking. */
    if (is_stopped(contest))
        return GAME_STOPPED;
    if (contest->match != NULL) {
        MatchStatus status = match_apply(contest->match, seat, action, NULL);
        assert(status == MATCH_OK || status == MATCH_NO_MEMORY);
        if (status != MATCH_OK)
            return GAME_NO_MEMORY;
    }
    act(contest, seat, action);
    return GAME_DONE;
}

static GameStatus move_to_the_end(Contest *contest, int is_timed, GameResult *result)
{
    Meter meter = { .is_running = is_timed, .seat = NOBODY };

    for (SeatSet waiting; (waiting = contest->game->waiting(&contest->state)) != 0;) {
        int seat = seats_first(waiting);
        GameStatus status;
        meter_turn_to(&meter, seat, result);
        status = move(contest, seat);
        if (status != GAME_DONE)
            return status;
        result->moves[seat]++;
    }
    meter_turn_to(&meter, NOBODY, result);
    return GAME_DONE;
}

GameStatus tournament_play(const Tournament *tournament, long n, const atomic_int *stop,
                           Match *match, GameResult *result)
{
    const Game *game = tournament->game;
    Contest contest = { .game = game, .match = match, .stop = stop };
    Sitting sitting;
    Setup setup;
    GameStatus status;

    schedule_sitting(&tournament->schedule, n, &sitting);
    for (int seat = 0; seat < tournament->setup.seats; seat++)
        sit_down(&contest, seat,
                 contender_bot(&tournament->contenders[sitting.contenders[seat]], stop));
    open_game(tournament, n, &setup, &contest.rng);
    game->setup(&contest.state, &setup);
    *result = (GameResult){ 0 };
    status = move_to_the_end(&contest, !tournament->schedule.is_moving, result);
    if (status != GAME_DONE)
        return status;
    game->scores(&contest.state, result->scores);
    game->ranking(&contest.state, result->places);
    result->is_done = 1;
    return GAME_DONE;
}
