/* club_fill.c: finished games in bulk, each with its results, a line of chat and perhaps a
 * log. The triggers of the schema write the results, as for games that people played. */
#include "load/club_fill.h"

#include "load/club_people.h"
#include "play/daily.h"
#include "store/daily.h"
#include "store/incomes.h"
#include "store/replay.h"

#include "games/catalogue.h"

#include <stdio.h>
#include <string.h>

enum {
    GAMES_AT_ONCE = 500, /* in a batch */
    PAID_AT_ONCE = 4,    /* things that a game paid to a seat */
    DEALS_DAYS = 2,      /* days with deals: the last one is today */
};

#define SECOND INT64_C(1000)
#define YEARS  (3 * 365 * DAILY_MS) /* over which the games are spread */

/* Codes of attempts are not those of games. */
static const int64_t ATTEMPT_CODES = 10000000;

/* ------------------------------------------------------------------------- */
/* A finished game                                                           */
/* ------------------------------------------------------------------------- */

void club_sit_down(StoreTable *table, const ClubGame *game)
{
    const PoolGame *played = game->played;

    snprintf(table->game, sizeof table->game, "%s", played->game->id);
    memcpy(table->options, played->options, sizeof table->options);
    memcpy(table->sit_in, "easy", sizeof "easy");
    table->rules = played->game->rules_version;
    table->seat_count = played->setup.seats;
    table->is_public = game->is_public;
    table->host = club_user(game->people[0]);
    for (int seat = 0; seat < table->seat_count; seat++) {
        StoreSeat *sitting = &table->seats[seat];
        int person = game->people[seat];
        *sitting = (StoreSeat){ .who = person < 0 ? SEAT_BOT : SEAT_PERSON,
                                .user = person < 0 ? 0 : club_user(person),
                                .is_away = seat == game->away };
        if (person < 0)
            memcpy(sitting->level, "medium", sizeof "medium");
    }
}

StoreStatus club_append(Store *store, StoreTable *table, const PoolGame *played, int moves,
                        Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < moves && status == STORE_OK; i++) {
        const PoolMove *move = &played->moves[i];
        const StoreEntry entry = { .done = { .seat = move->seat, .action = move->action },
                                   .at = table->created + i * SECOND,
                                   .turn = { .n = i + 1, .waiting = move->waiting } };
        status = store_append(store, table->id, 0, &entry, fault);
        table->turn = entry.turn;
    }
    return status;
}

static StoreStatus pay(Store *store, const StoreTable *table, const ClubGame *game,
                       uint64_t chance, Fault *fault)
{
    StoreStatus status = STORE_OK;
    char what[STORE_WHAT_MAX + 1];

    for (int i = 0; i < PAID_AT_ONCE * table->seat_count && status == STORE_OK; i++) {
        int number = (int)(club_mix(chance + (uint64_t)i) % POOL_THINGS_MAX);
        if (game->people[i % table->seat_count] >= 0
            && pool_thing(game->played->game, number, what, sizeof what))
            status = store_income_add(store, table->id, i % table->seat_count, what, 1,
                                      1 + i, fault);
    }
    return status;
}

/* The game is over: its result is written by the database. */
static StoreStatus end(Store *store, StoreTable *table, const int *scores,
                       const int *places, Fault *fault)
{
    StoreChat chat = { .user = table->host, .at = table->changed, .text = "Well played!" };

    table->state = TABLE_OVER;
    table->turn.waiting = 0;
    memcpy(table->scores, scores, sizeof table->scores);
    memcpy(table->places, places, sizeof table->places);
    StoreStatus status = store_table_set(store, table, fault);
    if (status == STORE_OK)
        status = store_counted(store, table->id, fault);
    return status == STORE_OK ? store_chat_add(store, table->id, &chat, fault) : status;
}

static StoreStatus add_game(Club *club, Store *store, int64_t ended, Fault *fault)
{
    StoreTable table = { .state = TABLE_PLAYING, .created = ended - 1800 * SECOND };
    ClubGame game;
    StoreStatus status;

    club_game(club, club->games, &game);
    club_code(club->games, table.code);
    club_sit_down(&table, &game);
    table.changed = ended;
    status = store_table_add(store, &table, game.played->setup.seed, fault);
    if (status == STORE_OK && game.has_log)
        status = club_append(store, &table, game.played, game.played->move_count, fault);
    if (status == STORE_OK)
        status = end(store, &table, game.played->scores, game.played->places, fault);
    if (status == STORE_OK && game.has_log)
        status = pay(store, &table, &game, (uint64_t)table.id, fault);
    club->games++;
    club->rows += table.seat_count;
    return status;
}

/* ------------------------------------------------------------------------- */
/* Deals of the day                                                          */
/* ------------------------------------------------------------------------- */

static StoreStatus add_deal(Store *store, const Game *game, int day, Fault *fault)
{
    StoreDaily daily = { .day = day,
                         .rules = game->rules_version,
                         .created = day * DAILY_MS,
                         .level = DAILY_LEVEL };
    Setup setup;

    daily_setup(game, day, &setup);
    daily.seat_count = setup.seats;
    snprintf(daily.game, sizeof daily.game, "%s", game->id);
    replay_write_options(game, &setup, daily.options);
    return store_daily_add(store, &daily, (const uint8_t[SEED_BYTES]){ (uint8_t)day },
                           fault);
}

static void seat_attempt(StoreTable *table, const Game *game, int person)
{
    Setup setup;

    daily_setup(game, table->daily, &setup);
    snprintf(table->game, sizeof table->game, "%s", game->id);
    replay_write_options(game, &setup, table->options);
    memcpy(table->sit_in, DAILY_LEVEL, sizeof DAILY_LEVEL);
    table->rules = game->rules_version;
    table->seat_count = setup.seats;
    table->host = club_user(person);
    table->seats[0] = (StoreSeat){ .who = SEAT_PERSON, .user = table->host };
    for (int seat = 1; seat < setup.seats; seat++)
        table->seats[seat] = (StoreSeat){ .who = SEAT_BOT, .level = DAILY_LEVEL };
}

/* Between the beginning of the day and its end, or now. */
static int64_t time_of_day(const Club *club, int day, uint64_t chance)
{
    int64_t first = day * DAILY_MS;
    int64_t last = daily_end(day) < club->now ? daily_end(day) : club->now;

    return first + (int64_t)(club_mix(chance) % (uint64_t)(last - first + 1)) * 9 / 10;
}

/* Attempts are numbered, by person, day and game: no two have the same code. */
static StoreStatus add_attempt(Club *club, Store *store, int which, int day, int person,
                               Fault *fault)
{
    static const int PLACES[SEATS_MAX] = { 1, 2, 3 };
    StoreTable table = { .state = TABLE_PLAYING, .daily = day };
    StoreAttempt attempt = { .day = day, .k = 1, .is_ranked = 1 };
    int64_t number =
        ((int64_t)person * DEALS_DAYS + day % DEALS_DAYS) * CATALOGUE_COUNT + which;
    int scores[SEATS_MAX] = { (int)(club_mix((uint64_t)number) % 90) };
    StoreStatus status;

    club_code(ATTEMPT_CODES + number, table.code);
    seat_attempt(&table, CATALOGUE[which], person);
    table.created = table.changed = time_of_day(club, day, (uint64_t)number);
    status = store_table_add(store, &table, (const uint8_t[SEED_BYTES]){ 0 }, fault);
    attempt.user = table.host;
    attempt.table = table.id;
    attempt.started = table.created;
    memcpy(attempt.game, table.game, sizeof attempt.game);
    if (status == STORE_OK)
        status = store_attempt_add(store, &attempt, fault);
    club->rows += table.seat_count;
    return status == STORE_OK ? end(store, &table, scores, PLACES, fault) : status;
}

/* The same people try every deal. */
static StoreStatus add_attempts(Club *club, Store *store, int until, Fault *fault)
{
    int today = daily_day(club->now);
    StoreStatus status = STORE_OK;

    for (int day = today - DEALS_DAYS + 1; day <= today; day++) {
        for (int i = 0; i < CATALOGUE_COUNT && status == STORE_OK; i++) {
            status = add_deal(store, CATALOGUE[i], day, fault);
            for (int person = club->attempts; person < until && status == STORE_OK;
                 person++)
                status = add_attempt(club, store, i, day, person, fault);
        }
    }
    club->attempts = until;
    return status;
}

/* ------------------------------------------------------------------------- */
/* In batches                                                                */
/* ------------------------------------------------------------------------- */

static int in_batch(Store *store, StoreStatus status, Fault *fault)
{
    if (status == STORE_OK)
        return store_commit(store, fault) == STORE_OK;
    store_rollback(store);
    return 0;
}

static int settle(Club *club, Store *store, Fault *fault)
{
    if (club->is_settled)
        return 1;
    club->is_settled = 1;
    return store_begin(store, fault) == STORE_OK
           && in_batch(store, club_add_people(club, store, fault), fault)
           && store_begin(store, fault) == STORE_OK
           && in_batch(store, club_add_running(club, store, fault), fault);
}

/* A quarter of the people try the deals; at the early stages fewer, so that their results
 * stay a small part. */
static int attempts_at(const ClubPlan *plan, int rows)
{
    int all = plan->people / 4;

    return rows / 200 < all ? rows / 200 : all;
}

int club_fill(Club *club, Store *store, int rows, Fault *fault)
{
    int before;

    if (!settle(club, store, fault) || store_begin(store, fault) != STORE_OK
        || !in_batch(store, add_attempts(club, store, attempts_at(club->plan, rows), fault),
                     fault))
        return 0;
    before = club->rows;
    while (club->rows < rows) {
        StoreStatus status = store_begin(store, fault);
        for (int i = 0; i < GAMES_AT_ONCE && club->rows < rows && status == STORE_OK; i++) {
            /* In the order of time, up to now. */
            int64_t ago = YEARS / (rows - before) * (rows - club->rows);
            status = add_game(club, store, club->now - ago, fault);
        }
        if (!in_batch(store, status, fault))
            return 0;
    }
    return 1;
}
