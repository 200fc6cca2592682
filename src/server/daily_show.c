/* daily_show.c: what HTTP requests show of the deals of a day: the deals themselves, one's
 * own attempts, and the lists of attempts. Before the day is over, an attempt of somebody
 * else is a name and a score. */
#include "server/api.h"

#include "edge/query.h"
#include "play/daily.h"
#include "play/setup.h"
#include "store/daily.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { OWN_MAX = 32, FROM_MAX = 1000000 };

/* What is being shown, and to whom. */
typedef struct Day {
    ApiCall *call;
    Store *store;
    JsonOut *out;
    Fault *fault;
    int day;
    int is_over; /* surely: everything may be shown */
    StoreAttempt own[OWN_MAX];
    int own_count;
} Day;

static void begin(Day *day, ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    day->call = call;
    day->store = store;
    day->out = out;
    day->fault = fault;
    day->day = call->daily.day;
    day->is_over = call->expiry_time >= daily_end(day->day);
    day->own_count = 0;
}

static void put_date(JsonOut *out, const char *key, int day)
{
    char date[DAILY_DATE_ROOM];

    daily_write_date(day, date);
    json_put_name(out, key, date);
}

/* ------------------------------------------------------------------------- */
/* Attempts                                                                  */
/* ------------------------------------------------------------------------- */

/* An attempt that is not done goes on only while its day does. */
static const char *state_word(const Day *day, const StoreAttempt *attempt)
{
    int goes_on = attempt->state == TABLE_PLAYING && !attempt->is_left
                  && day->call->now < daily_end(day->day);

    return attempt->is_done ? "done" : goes_on ? "playing" : "unfinished";
}

/* `rank`: 0 if it has none. */
static void put_attempt(const Day *day, const StoreAttempt *attempt, int rank)
{
    JsonOut *out = day->out;
    int is_own = day->call->has_you && attempt->user == day->call->you.id;

    json_open_object(out);
    if (attempt->name[0] != '\0') {
        json_put_name(out, "user", attempt->user_code);
        json_put_name(out, "kind", KIND_NAMES[attempt->kind]);
    }
    json_put_text(out, "name", attempt->name);
    json_put_flag(out, "you", is_own);
    json_put_number(out, "attempt", attempt->k);
    json_put_flag(out, "ranked", attempt->is_ranked);
    json_put_name(out, "state", state_word(day, attempt));
    if (attempt->is_done) {
        json_put_number(out, "score", attempt->score);
        json_put_number(out, "place", attempt->place);
        json_put_number(out, "ended", attempt->ended);
    }
    if (rank > 0)
        json_put_number(out, "rank", rank);
    if (is_own || day->is_over)
        json_put_name(out, "table", attempt->code);
    json_close_object(out);
}

static StoreStatus find_rank(const Day *day, const StoreAttempt *attempt, int *rank)
{
    *rank = 0;
    if (!attempt->is_ranked || !attempt->is_done)
        return STORE_OK;
    StoreStatus status = store_attempts_above(day->store, day->day, attempt->game,
                                              attempt->score, rank, day->fault);
    (*rank)++;
    return status;
}

/* ------------------------------------------------------------------------- */
/* The deals of a day                                                        */
/* ------------------------------------------------------------------------- */

static void put_commitment(const Day *day, const StoreDaily *daily, const uint8_t *secret)
{
    char name[DEAL_TABLE_MAX + 1];
    uint8_t seed[SEED_BYTES];
    Deal deal = { 0 };

    daily_deal_name(daily->day, daily->game, name);
    deal_open(&deal, name, secret);
    json_put_name(day->out, "name", name);
    json_put_bytes(day->out, "commitment", deal.commitment, SEED_BYTES);
    json_put_number(day->out, "committed", daily->created);
    if (!day->is_over || daily->day != day->day)
        return;
    deal_seed(&deal, secret, seed);
    json_put_bytes(day->out, "secret", secret, SEED_BYTES);
    json_put_bytes(day->out, "seed", seed, SEED_BYTES);
}

static StoreStatus put_promise(const Day *day, const StoreDaily *daily)
{
    uint8_t secret[SEED_BYTES];
    StoreStatus status =
        store_daily_secret(day->store, daily->day, daily->game, secret, day->fault);

    if (status == STORE_OK)
        put_commitment(day, daily, secret);
    sodium_memzero(secret, sizeof secret);
    return status;
}

static void put_seats(JsonOut *out, const StoreDaily *daily)
{
    json_put_list(out, "seats");
    json_name(out, "me");
    for (int seat = 1; seat < daily->seat_count; seat++)
        json_name(out, daily->level);
    json_close_list(out);
}

static StoreStatus put_turnout(const Day *day, const StoreDaily *daily)
{
    StoreTurnout turnout;
    StoreStatus status =
        store_turnout(day->store, day->day, daily->game, &turnout, day->fault);

    json_put_number(day->out, "ranked", turnout.ranked);
    json_put_number(day->out, "done", turnout.done);
    json_put_number(day->out, "apart", turnout.apart);
    return status;
}

static StoreStatus put_best(const Day *day, const StoreDaily *daily)
{
    StoreAttempt best;
    int count = 0;
    StoreStatus status = store_attempts(day->store, day->day, daily->game, 1, 0, &best, 1,
                                        &count, day->fault);

    json_key(day->out, "best");
    if (status == STORE_OK && count == 1 && best.is_done)
        put_attempt(day, &best, 1);
    else
        json_nothing(day->out);
    return status;
}

static StoreStatus put_own(const Day *day, const StoreDaily *daily)
{
    StoreStatus status = STORE_OK;
    int rank;

    json_put_list(day->out, "yours");
    for (int i = 0; i < day->own_count && status == STORE_OK; i++) {
        if (strcmp(day->own[i].game, daily->game) != 0)
            continue;
        status = find_rank(day, &day->own[i], &rank);
        put_attempt(day, &day->own[i], rank);
    }
    json_close_list(day->out);
    return status;
}

static StoreStatus put_deal(const Day *day, const StoreDaily *daily)
{
    json_open_object(day->out);
    json_put_name(day->out, "game", daily->game);
    json_put_number(day->out, "rules", daily->rules);
    json_key(day->out, "options");
    options_format(day->out, daily->options);
    put_seats(day->out, daily);
    StoreStatus status = put_promise(day, daily);
    if (status == STORE_OK)
        status = put_turnout(day, daily);
    if (status == STORE_OK)
        status = put_best(day, daily);
    if (status == STORE_OK)
        status = put_own(day, daily);
    json_close_object(day->out);
    return status;
}

static StoreStatus put_next(const Day *day, const StoreDaily *daily)
{
    json_open_object(day->out);
    json_put_name(day->out, "game", daily->game);
    StoreStatus status = put_promise(day, daily);
    json_close_object(day->out);
    return status;
}

/* The deals of a day in the order of the catalogue; games that this program does not have
 * are left out. */
static StoreStatus put_each(const Day *day, const char *key, int which,
                            StoreStatus (*put)(const Day *day, const StoreDaily *daily))
{
    StoreDaily daily;
    StoreStatus status = STORE_OK;

    json_put_list(day->out, key);
    for (int i = 0; i < catalogue_count() && status == STORE_OK; i++) {
        status =
            store_daily_get(day->store, which, catalogue_game(i)->id, &daily, day->fault);
        if (status == STORE_OK)
            status = put(day, &daily);
        else if (status == STORE_NOT_FOUND)
            status = STORE_OK;
    }
    json_close_list(day->out);
    return status;
}

static StoreStatus put_before(const Day *day)
{
    int before = 0;
    StoreStatus status = store_daily_before(day->store, day->day, &before, day->fault);

    if (before > 0)
        put_date(day->out, "before", before);
    return status;
}

StoreStatus daily_format(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    Day day;
    StoreStatus status = STORE_OK;

    begin(&day, call, store, out, fault);
    if (call->has_you)
        status = store_attempts_of(store, call->you.id, day.day, day.own, OWN_MAX,
                                   &day.own_count, fault);
    put_date(out, "day", day.day);
    json_put_number(out, "now", call->now);
    json_put_number(out, "until", daily_end(day.day));
    json_put_flag(out, "over", day.is_over);
    json_put_flag(out, "eligible", call->has_you && daily_is_eligible(&call->you, day.day));
    if (status == STORE_OK)
        status = put_before(&day);
    if (status == STORE_OK)
        status = put_each(&day, "deals", day.day, put_deal);
    if (status == STORE_OK && !day.is_over)
        status = put_each(&day, "next", day.day + 1, put_next);
    return status;
}

/* ------------------------------------------------------------------------- */
/* A list of attempts                                                        */
/* ------------------------------------------------------------------------- */

/* The rank of the first row is counted; equal scores have the same one. */
static StoreStatus put_list(const Day *day, const StoreAttempt *attempts, int count,
                            int from)
{
    StoreStatus status = STORE_OK;
    int rank = 0;

    json_put_list(day->out, "attempts");
    for (int i = 0; i < count && status == STORE_OK; i++) {
        if (i == 0)
            status = find_rank(day, &attempts[i], &rank);
        else if (attempts[i].score != attempts[i - 1].score)
            rank = from + i + 1;
        put_attempt(day, &attempts[i],
                    attempts[i].is_ranked && attempts[i].is_done ? rank : 0);
    }
    json_close_list(day->out);
    return status;
}

StoreStatus daily_format_list(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    StoreAttempt *attempts = malloc(LIST_MAX * sizeof *attempts);
    Day day;
    int count = 0, from = call->daily.from;
    StoreStatus status = STORE_NO_MEMORY;

    begin(&day, call, store, out, fault);
    if (attempts != NULL)
        status = store_attempts(store, day.day, call->name, !call->daily.is_apart, from,
                                attempts, LIST_MAX, &count, fault);
    if (status == STORE_OK)
        status = put_list(&day, attempts, count, from);
    if (count == LIST_MAX)
        json_put_number(out, "from", from + LIST_MAX);
    free(attempts);
    return status;
}

StoreStatus attempts_export(JsonOut *out, Store *store, StoreId user, Fault *fault)
{
    StoreAttempt *attempts = malloc(LIST_MAX * sizeof *attempts);
    StoreStatus status = attempts == NULL ? STORE_NO_MEMORY : STORE_OK;
    int count = LIST_MAX;
    StoreId after = 0;

    json_put_list(out, "attempts");
    while (status == STORE_OK && count == LIST_MAX) {
        status = store_attempts_ever(store, user, after, attempts, LIST_MAX, &count, fault);
        for (int i = 0; i < count && status == STORE_OK; i++) {
            json_open_object(out);
            put_date(out, "day", attempts[i].day);
            json_put_name(out, "game", attempts[i].game);
            json_put_name(out, "table", attempts[i].code);
            json_put_number(out, "attempt", attempts[i].k);
            json_put_flag(out, "ranked", attempts[i].is_ranked);
            json_put_number(out, "started", attempts[i].started);
            json_put_flag(out, "done", attempts[i].is_done);
            json_put_number(out, "score", attempts[i].score);
            json_put_number(out, "place", attempts[i].place);
            json_put_number(out, "ended", attempts[i].ended);
            json_close_object(out);
            after = attempts[i].table;
        }
    }
    json_close_list(out);
    free(attempts);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Queries                                                                   */
/* ------------------------------------------------------------------------- */

/* Today if it is missing. What is to come is not shown. */
int daily_read_day(ApiCall *call, const Json *body)
{
    char date[DAILY_DATE_ROOM + 1];
    int today = daily_day(call->now);

    (void)body;
    call->daily.day = today;
    if (!query_value(call->request->query, "day", date, sizeof date))
        return 1;
    if (!daily_read_date(date, &call->daily.day))
        return fault_set(&call->error.fault, "day must be a date, as 2026-11-18.");
    return call->daily.day <= today || error_set(&call->error, ERROR_NO_SUCH_THING);
}

static int read_from(ApiCall *call, const char *query)
{
    char text[8], *end;

    call->daily.from = 0;
    if (!query_value(query, "from", text, sizeof text))
        return 1;
    long from = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || from > FROM_MAX)
        return fault_set(&call->error.fault, "%s must be a whole number from %lld to %lld.",
                         "from", 0LL, (long long)FROM_MAX);
    call->daily.from = (int)from;
    return 1;
}

int daily_read_list(ApiCall *call, const Json *body)
{
    const char *query = call->request->query;
    char game[STORE_WORD_MAX + 1], list[8];

    if (!daily_read_day(call, body) || !read_from(call, query))
        return 0;
    if (!query_value(query, "game", game, sizeof game) || catalogue_find(game) == NULL)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->name, game, sizeof game);
    call->daily.is_apart = 0;
    if (!query_value(query, "list", list, sizeof list) || strcmp(list, "ranked") == 0)
        return 1;
    call->daily.is_apart = 1;
    return strcmp(list, "apart") == 0
           || fault_set(&call->error.fault, "list must be ranked or apart.");
}
