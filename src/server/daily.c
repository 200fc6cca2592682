/* daily.c: the deal of the day: makes the deals, starts attempts, and shows both
 * (docs/protocol.md). */
#include "server/daily.h"

#include "play/daily.h"
#include "play/setup.h"
#include "server/api.h"
#include "server/nodes.h"
#include "store/daily.h"
#include "store/passkeys.h"
#include "store/replay.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 16, OWN_MAX = 2 * GAMES_MAX };

/* ------------------------------------------------------------------------- */
/* What is secret                                                            */
/* ------------------------------------------------------------------------- */

int daily_is_secret(const StoreTable *row, int64_t now)
{
    return row->daily != 0 && now < daily_end(row->daily);
}

int table_may_see(const StoreTable *row, StoreId user, int64_t now)
{
    if (row->daily != 0)
        return !daily_is_secret(row, now) || table_seat_of(row, user) != NOBODY;
    return row->is_public || user != 0;
}

void daily_put(JsonOut *out, const StoreTable *row)
{
    char date[DAILY_DATE_ROOM];

    if (row->daily == 0)
        return;
    daily_write_date(row->daily, date);
    json_put_object(out, "daily");
    json_put_name(out, "day", date);
    json_put_number(out, "until", daily_end(row->daily));
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* The deals                                                                 */
/* ------------------------------------------------------------------------- */

/* The first secret that is stored counts, whichever node has drawn it. */
static StoreStatus make_deal(Store *store, const Game *game, int day, int64_t now,
                             Fault *fault)
{
    StoreDaily daily = { .day = day, .rules = game->rules_version, .created = now };
    uint8_t secret[SEED_BYTES];
    Setup setup;

    daily_setup(game, day, &setup);
    snprintf(daily.game, sizeof daily.game, "%s", game->id);
    snprintf(daily.level, sizeof daily.level, "%s", DAILY_LEVEL);
    daily.seat_count = setup.seats;
    replay_write_options(game, &setup, daily.options);
    randombytes_buf(secret, sizeof secret);
    StoreStatus status = store_daily_add(store, &daily, secret, fault);
    sodium_memzero(secret, sizeof secret);
    return status;
}

static StoreStatus make_day(Store *store, int day, int64_t now, Fault *fault)
{
    StoreDaily there[GAMES_MAX];
    int count = 0;
    StoreStatus status = store_dailies(store, day, there, GAMES_MAX, &count, fault);

    for (int i = 0; i < catalogue_count() && status == STORE_OK; i++) {
        const Game *game = catalogue_game(i);
        int is_there = 0;
        for (int j = 0; j < count; j++)
            is_there |= strcmp(there[j].game, game->id) == 0;
        if (!is_there)
            status = make_deal(store, game, day, now, fault);
    }
    return status;
}

StoreStatus daily_make(Store *store, int64_t now, Fault *fault)
{
    int day = daily_day(now);
    StoreStatus status = make_day(store, day, now, fault);

    return status == STORE_OK ? make_day(store, day + 1, now, fault) : status;
}

typedef struct DailyJob {
    Job job;
    Core *core;
    int64_t now;
} DailyJob;

static StoreStatus daily_run(Job *job, Store *store, Fault *fault)
{
    return daily_make(store, ((DailyJob *)job)->now, fault);
}

static void daily_done(Job *job)
{
    DailyJob *daily = (DailyJob *)job;

    daily->core->is_making_daily = 0;
    if (job->status == STORE_OK)
        daily->core->daily_made = daily_day(daily->now);
    free(daily);
}

void daily_look(Core *core)
{
    enum { AGAIN_AFTER = 1000 };

    if (core->is_making_daily || core->daily_made == daily_day(core->now)
        || core_expiry_is_paused(core) || core->steady - core->daily_tried < AGAIN_AFTER)
        return;
    DailyJob *daily = calloc(1, sizeof *daily);
    if (daily == NULL)
        return;
    *daily = (DailyJob){ .job = { .run = daily_run, .done = daily_done },
                         .core = core,
                         .now = core->now };
    core->is_making_daily = 1;
    core->daily_tried = core->steady;
    core_submit(core, &daily->job);
}

/* ------------------------------------------------------------------------- */
/* Starting an attempt                                                       */
/* ------------------------------------------------------------------------- */

static int read_start(ApiCall *call, const Json *body)
{
    const Json *game = strict_text(body, "game", &call->error.fault);

    if (game == NULL)
        return 0;
    if (catalogue_find(game->text) == NULL)
        return fault_set(&call->error.fault, "There is no game \"%s\".", QUOTED_JSON(game));
    memcpy(call->name, game->text, game->length + 1);
    return 1;
}

/* Somebody could look at the cards as somebody else first: new names and guests are not
 * ranked. */
int daily_is_eligible(const StoreUser *user, int day)
{
    return user->kind == USER_KEPT && user->created < day * DAILY_MS;
}

static int is_going_on(const StoreAttempt *attempt)
{
    return attempt->state == TABLE_PLAYING && !attempt->is_left;
}

/* The caller's last attempt at this deal. STORE_NOT_FOUND: there is none. */
static StoreStatus find_last(const ApiCall *call, Store *store, int day, StoreAttempt *last,
                             Fault *fault)
{
    StoreAttempt own[OWN_MAX];
    int count = 0, found = 0;
    StoreStatus status =
        store_attempts_of(store, call->you.id, day, own, OWN_MAX, &count, fault);

    for (int i = 0; i < count && status == STORE_OK; i++) {
        if (strcmp(own[i].game, call->name) == 0) {
            *last = own[i];
            found = 1;
        }
    }
    return status == STORE_OK && !found ? STORE_NOT_FOUND : status;
}

static void fill_row(const ApiCall *call, const StoreDaily *daily, StoreTable *row)
{
    memset(row, 0, sizeof *row);
    code_make(row->code, TABLE_CODE_LENGTH);
    memcpy(row->game, daily->game, sizeof row->game);
    memcpy(row->options, daily->options, sizeof row->options);
    memcpy(row->sit_in, daily->level, sizeof row->sit_in);
    row->rules = daily->rules;
    row->daily = daily->day;
    row->seat_count = daily->seat_count;
    row->host = call->you.id;
    row->created = row->changed = call->now;
    seat_give(&row->seats[0], &call->you);
    for (int seat = 1; seat < row->seat_count; seat++) {
        row->seats[seat].who = SEAT_BOT;
        memcpy(row->seats[seat].level, daily->level, sizeof daily->level);
    }
}

/* Its game begins at once: nobody adds chance to the deal, which is everybody's. */
static StoreStatus add_table(Store *store, StoreTable *row, Fault *fault)
{
    uint8_t secret[SEED_BYTES];
    char name[DEAL_TABLE_MAX + 1];
    Match *match = NULL;
    StoreStatus status = store_daily_secret(store, row->daily, row->game, secret, fault);

    if (status != STORE_OK)
        return status;
    daily_deal_name(row->daily, row->game, name);
    deal_open(&row->deal.shown, name, secret);
    row->deal.until = row->changed;
    status = store_table_add(store, row, secret, fault);
    sodium_memzero(secret, sizeof secret);
    if (status == STORE_OK)
        status = replay_table(store, row, NULL, NULL, &match, NULL, fault);
    if (status != STORE_OK)
        return status;
    row->state = TABLE_PLAYING;
    row->turn.waiting = match_game(match)->waiting(match_state(match));
    match_free(match);
    return store_table_set(store, row, fault);
}

static StoreStatus add_attempt(ApiCall *call, Store *store, const StoreDaily *daily, int k,
                               Fault *fault)
{
    StoreTable *row = call->tables;
    StoreAttempt attempt = { .day = daily->day,
                             .user = call->you.id,
                             .k = k,
                             .is_ranked =
                                 k == 1 && daily_is_eligible(&call->you, daily->day),
                             .started = call->now };

    fill_row(call, daily, row);
    if (!replay_has_rules(row))
        return api_refuse_in_store(call, ERROR_OTHER_VERSION);
    memcpy(attempt.game, daily->game, sizeof attempt.game);
    StoreStatus status = add_table(store, row, fault);
    attempt.table = row->id;
    if (status == STORE_OK)
        status = store_attempt_add(store, &attempt, fault);
    if (status != STORE_OK)
        return store_abort(store, status, fault);
    memcpy(call->code, row->code, sizeof call->code);
    call->daily = (DailyCall){ .k = k, .is_ranked = attempt.is_ranked };
    return node_notify_user(call->core, store, 'm', call->you.id, fault);
}

/* The attempt that the caller has begun, or a new one. The lock on the user decides between
 * two requests of the same person. */
static StoreStatus start_store(ApiCall *call, Store *store, Fault *fault)
{
    int most = call->tables_most, hosted = 0, day = daily_day(call->now);
    StoreDaily daily;
    StoreAttempt last = { .k = 0 };
    StoreStatus status = store_user_lock(store, call->you.id, fault);

    if (call->tables == NULL)
        call->tables = malloc(sizeof *call->tables);
    if (call->tables == NULL)
        return STORE_NO_MEMORY;
    if (status == STORE_OK)
        status = daily_make(store, call->now, fault);
    if (status == STORE_OK)
        status = store_daily_get(store, day, call->name, &daily, fault);
    if (status != STORE_OK)
        return status;
    status = find_last(call, store, day, &last, fault);
    if (status == STORE_OK && is_going_on(&last)) {
        memcpy(call->code, last.code, sizeof call->code);
        call->daily = (DailyCall){ .k = last.k, .is_ranked = last.is_ranked };
        return STORE_OK;
    }
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    status = most == 0 ? STORE_OK : store_hosted(store, call->you.id, &hosted, fault);
    if (status == STORE_OK && most > 0 && hosted >= most)
        return api_refuse_in_store(call, ERROR_TOO_MANY);
    return status == STORE_OK ? add_attempt(call, store, &daily, last.k + 1, fault)
                              : status;
}

static void start_answer(ApiCall *call, JsonOut *out)
{
    Person *person = person_find(call->core, call->you.id);

    table_put_link(out, call->core, call->code);
    json_put_number(out, "attempt", call->daily.k);
    json_put_flag(out, "ranked", call->daily.is_ranked);
    if (person != NULL)
        mine_ask(call->core, person);
    table_wake(call->core, call->code); /* a bot may begin */
}

const Route DAILY_ROUTES[] = {
    ROUTE_GET("/daily", CALLER_ANY, .query = "day", .read = daily_read_day,
              .format = daily_format),
    ROUTE_GET("/daily/list", CALLER_ANY, .query = "day game list from",
              .read = daily_read_list, .format = daily_format_list),
    ROUTE_POST("/daily", "game", CALLER_PERSON, .counts_as_entry = 1, .read = read_start,
               .store = start_store, .answer = start_answer),
    { .form.name = NULL },
};
