/* lobby.c: HTTP requests about tables: open, list, show, save, rematch. */
#include "server/api.h"

#include "edge/query.h"
#include "play/save.h"
#include "play/setup.h"
#include "server/daily.h"
#include "server/node_protocol.h"
#include "server/nodes.h"
#include "store/relations.h"
#include "store/replay.h"
#include "store/results.h"
#include "wire/position.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------- */
/* The games                                                                 */
/* ------------------------------------------------------------------------- */

static void games_answer(ApiCall *call, JsonOut *out)
{
    games_format(out, call->request->language);
    json_put_list(out, "levels");
    for (int i = 0; i < BOT_COUNT; i++)
        json_name(out, BOTS[i]->name);
    json_close_list(out);
}

/* ------------------------------------------------------------------------- */
/* Opening a table                                                           */
/* ------------------------------------------------------------------------- */

/* Codes are random, and long enough not to collide. The commitment to the secret is public
 * from now on, and there is never a second secret for this table. */
static StoreStatus table_add(Store *store, StoreTable *row, const char *code, Fault *fault)
{
    uint8_t secret[SEED_BYTES];

    memcpy(row->code, code, strlen(code) + 1);
    randombytes_buf(secret, sizeof secret);
    row->deal = (StoreDeal){ .until = 0 };
    deal_open(&row->deal.shown, code, secret);
    StoreStatus status = store_table_add(store, row, secret, fault);
    sodium_memzero(secret, sizeof secret);
    return status;
}

static int read_clock(const Json *body, StoreClock *clock, Fault *fault)
{
    static const struct {
        const char *word, *keys, *unit;
        int most, milliseconds; /* of the unit */
    } KINDS[] = { [CLOCK_NONE] = { "none", "kind", NULL, 0, 0 },
                  [CLOCK_TURN] = { "turn", "kind seconds", "seconds", 604800, 1000 },
                  [CLOCK_BANK] = { "bank", "kind seconds extra", "seconds", 604800, 1000 },
                  [CLOCK_DAYS] = { "days", "kind days", "days", 60, 86400000 } };
    const Json *json = NULL;
    int kind = 0, time = 0, extra = 0;

    *clock = (StoreClock){ .kind = CLOCK_NONE };
    if (!strict_get_if(body, "clock", JSON_IS_OBJECT, &json, fault))
        return 0;
    if (json == NULL)
        return 1;
    const Json *word = strict_text(json, "kind", fault);
    if (word == NULL)
        return 0;
    while (kind <= CLOCK_DAYS && strcmp(KINDS[kind].word, word->text) != 0)
        kind++;
    if (kind > CLOCK_DAYS)
        return fault_set(fault, "clock.kind must be none, turn, bank or days.");
    if (!strict_has_only(json, KINDS[kind].keys, "this clock", fault)
        || (kind != CLOCK_NONE
            && !strict_int(json, KINDS[kind].unit, 1, KINDS[kind].most, &time, fault))
        || !strict_int_if(json, "extra", 0, 3600, &extra, fault))
        return 0;
    *clock = (StoreClock){ .kind = (ClockKind)kind,
                           .time = (int64_t)time * KINDS[kind].milliseconds,
                           .extra = extra * INT64_C(1000) };
    return 1;
}

/* Until the session has been read, "me" is a SEAT_PERSON without a user. */
static int read_seats(const Json *body, StoreTable *row, Fault *fault)
{
    const Json *list = json_get(body, "seats");

    if (list == NULL || !json_is(list, JSON_IS_LIST))
        return fault_set(fault, "seats must be a list.");
    if (list->length < 1 || list->length > SEATS_MAX)
        return fault_set(fault, "seats must have 1 to %d entries.", SEATS_MAX);
    row->seat_count = (int)list->length;
    int is_sitting = 0;
    const Json *entry = json_first(list);
    for (int seat = 0; seat < row->seat_count; seat++, entry = json_beside(entry)) {
        if (!json_is(entry, JSON_IS_TEXT))
            return fault_set(fault, "seats must be a list of strings.");
        if (strcmp(entry->text, "me") == 0) {
            if (is_sitting++)
                return fault_set(fault, "\"me\" can sit only once.");
            row->seats[seat].who = SEAT_PERSON;
        } else if (!seat_read(entry, &row->seats[seat], fault)) {
            return 0;
        }
    }
    return 1;
}

static int read_rules(const Json *body, StoreTable *row, Fault *fault)
{
    Setup setup;
    const Json *id = strict_text(body, "game", fault);
    const Game *game = id == NULL ? NULL : catalogue_find(id->text);

    if (game == NULL)
        return id == NULL ? 0
                          : fault_set(fault, "There is no game \"%s\".", QUOTED_JSON(id));
    game_default_setup(game, row->seat_count, &setup);
    if (!setup_read_options(json_get(body, "options"), game, &setup, fault))
        return 0;
    memcpy(row->game, id->text, id->length + 1);
    row->rules = game->rules_version;
    replay_write_options(game, &setup, row->options);
    return 1;
}

static int read_rest(const Json *body, StoreTable *row, Fault *fault)
{
    const Json *is_public = NULL;
    const Json *level = json_get(body, "sit_in");

    if (!strict_get_if(body, "public", JSON_IS_FLAG, &is_public, fault))
        return 0;
    row->is_public = is_public != NULL && is_public->number != 0;
    if (level != NULL && (!json_is(level, JSON_IS_TEXT) || bot_find(level->text) == NULL))
        return fault_set(fault, "sit_in must be a bot's level.");
    snprintf(row->sit_in, sizeof row->sit_in, "%s", level == NULL ? "medium" : level->text);
    return read_clock(body, &row->clock, fault);
}

static int read_table(ApiCall *call, const Json *body)
{
    StoreTable *row = calloc(1, sizeof *row);

    call->tables = row;
    if (row == NULL)
        return error_set(&call->error, ERROR_NOT_STORED);
    return read_seats(body, row, &call->error.fault)
           && read_rules(body, row, &call->error.fault)
           && read_rest(body, row, &call->error.fault);
}

static StoreStatus create_store(ApiCall *call, Store *store, Fault *fault)
{
    int most = call->tables_most, hosted = 0;
    StoreTable *row = call->tables;
    char code[TABLE_CODE_LENGTH + 1];

    StoreStatus status = api_hold_session(call, store, fault);
    if (status == STORE_OK && !call->is_refused && most > 0)
        status = store_hosted(store, call->you.id, &hosted, fault);
    if (status != STORE_OK || call->is_refused)
        return status;
    if (most > 0 && hosted >= most)
        return api_refuse_in_store(call, ERROR_TOO_MANY);
    row->host = call->you.id;
    row->created = row->changed = call->now;
    for (int seat = 0; seat < row->seat_count; seat++) {
        if (row->seats[seat].who == SEAT_PERSON)
            seat_give(&row->seats[seat], &call->you);
    }
    code_make(code, TABLE_CODE_LENGTH);
    status = seats_invite(store, row, fault);
    if (status == STORE_OK)
        status = table_add(store, row, code, fault);
    return status == STORE_OK
               ? node_notify_user(call->core, store, 'm', call->you.id, fault)
               : status;
}

void table_put_link(JsonOut *out, const Core *core, const char *code)
{
    char link[512];
    int length = snprintf(link, sizeof link, "%s/t/%s", core->config.base_url, code);

    json_put_name(out, "table", code);
    json_key(out, "link");
    json_text(out, link, (size_t)length < sizeof link ? (size_t)length : 0);
}

static void create_answer(ApiCall *call, JsonOut *out)
{
    table_put_link(out, call->core, call->tables->code);
    Person *person = person_find(call->core, call->you.id);
    if (person != NULL)
        mine_ask(call->core, person);
}

/* ------------------------------------------------------------------------- */
/* Finding tables                                                            */
/* ------------------------------------------------------------------------- */

/* 0 or 1, which may be missing. */
static int read_flag(ApiCall *call, const char *key, int *flag)
{
    char value[4];

    *flag = 0;
    if (!query_value(call->request->query, key, value, sizeof value))
        return 1;
    *flag = strcmp(value, "1") == 0;
    return *flag || strcmp(value, "0") == 0
           || fault_set(&call->error.fault, "%s must be 0 or 1.", key);
}

static int read_query(ApiCall *call, const Json *body)
{
    const Request *request = call->request;
    int is_over, is_mine;
    char before[80];
    long long rank = 0, at = 0, id = 0;
    int end = 0;

    (void)body;
    if (!read_flag(call, "over", &is_over) || !read_flag(call, "mine", &is_mine))
        return 0;
    if (is_mine)
        call->list = is_over ? LIST_MINE_OVER : LIST_MINE;
    else
        call->list = is_over ? LIST_PUBLIC_OVER : LIST_PUBLIC;
    if (query_value(request->query, "before", before, sizeof before)
        && (sscanf(before, "%lld.%lld.%lld%n", &rank, &at, &id, &end) != 3
            || before[end] != '\0'))
        return error_set(&call->error, ERROR_BAD_REQUEST);
    call->cursor = (StoreCursor){ .rank = rank, .at = at, .id = id };
    if (call->list != LIST_MINE_OVER
        && (query_value(request->query, "game", before, sizeof before)
            || query_value(request->query, "with", before, sizeof before)))
        return error_set(&call->error, ERROR_BAD_REQUEST);
    return 1;
}

/* Finished games of the caller, of one game, with one other person, or all. */
static StoreStatus list_over(ApiCall *call, Store *store, Fault *fault)
{
    const char *query = call->request->query;
    char game[STORE_WORD_MAX + 1];
    StoreStatus status = STORE_OK;

    call->count = 0;
    if (query_value(query, "game", game, sizeof game) && game[0] == '\0')
        return STORE_OK; /* no game has a name so long */
    call->other.id = 0;
    if (query_value(query, "with", call->name, sizeof call->name))
        status = account_find(call, store, fault);
    if (status == STORE_NOT_FOUND)
        return STORE_OK;
    return status != STORE_OK
               ? status
               : store_list_over(store, call->you.id, game, call->other.id, &call->cursor,
                                 call->tables, LIST_MAX, &call->count, fault);
}

static int has_any(const StoreTable *row, const StoreId *users, int count)
{
    int has = 0;

    for (int i = 0; i < count && !has; i++)
        has = row->host == users[i] || table_seat_of(row, users[i]) != NOBODY;
    return has;
}

/* Leaves out the tables of people whom the caller blocks, or who block the caller. */
static StoreStatus drop_apart(ApiCall *call, Store *store, Fault *fault)
{
    enum { APART_MAX = 1000 };
    StoreId *apart = malloc(APART_MAX * sizeof *apart);
    int count = 0, kept = 0;
    StoreStatus status =
        apart == NULL ? STORE_NO_MEMORY
                      : store_apart(store, call->you.id, apart, APART_MAX, &count, fault);

    for (int i = 0; i < call->count && status == STORE_OK; i++) {
        if (!has_any(&call->tables[i], apart, count))
            call->tables[kept++] = call->tables[i];
    }
    call->count = kept;
    free(apart);
    return status;
}

static StoreStatus list_public(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status =
        store_list_public(store, call->core->config.limits.listed_per_host, &call->cursor,
                          call->tables, LIST_MAX, &call->count, fault);

    call->has_more = call->count == LIST_MAX;
    return status == STORE_OK && call->has_you ? drop_apart(call, store, fault) : status;
}

static StoreStatus list_store(ApiCall *call, Store *store, Fault *fault)
{
    int is_mine = call->list == LIST_MINE || call->list == LIST_MINE_OVER;

    if (is_mine && !call->has_you)
        return api_refuse_in_store(call, ERROR_NOT_SIGNED_IN);
    if (call->tables == NULL)
        call->tables = malloc(LIST_MAX * sizeof *call->tables);
    if (call->tables == NULL)
        return STORE_NO_MEMORY;
    if (call->list == LIST_PUBLIC)
        return list_public(call, store, fault);
    StoreStatus status = call->list == LIST_MINE_OVER
                             ? list_over(call, store, fault)
                             : store_list(store, call->list, call->you.id, &call->cursor,
                                          call->tables, LIST_MAX, &call->count, fault);
    call->has_more = call->count == LIST_MAX;
    return status;
}

static void list_answer(ApiCall *call, JsonOut *out)
{
    char before[80];
    int length =
        snprintf(before, sizeof before, "%lld.%lld.%lld", (long long)call->cursor.rank,
                 (long long)call->cursor.at, (long long)call->cursor.id);

    json_put_list(out, "tables");
    for (int i = 0; i < call->count; i++) {
        json_open_object(out);
        table_format(out, call->core, &call->tables[i], call->has_you ? call->you.id : 0,
                     NULL, NULL);
        json_close_object(out);
    }
    json_close_list(out);
    if (call->has_more) {
        json_key(out, "before");
        json_text(out, before, (size_t)length);
    }
}

/* ------------------------------------------------------------------------- */
/* One table                                                                 */
/* ------------------------------------------------------------------------- */

static StoreStatus read_row(ApiCall *call, Store *store, Fault *fault)
{
    if (call->tables == NULL)
        call->tables = malloc(sizeof *call->tables);
    return call->tables == NULL
               ? STORE_NO_MEMORY
               : store_table_by_code(store, call->code, call->tables, fault);
}

/* Strangers find public tables only, and nobody the attempts of others at a deal of the day
 * before it is over; as over the WebSocket. */
static StoreStatus find_table(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = read_row(call, store, fault);
    int is_hidden = status == STORE_OK
                    && !table_may_see(call->tables, call->has_you ? call->you.id : 0,
                                      call->expiry_time);
    return status == STORE_NOT_FOUND || is_hidden
               ? api_refuse_in_store(call, ERROR_NO_SUCH_TABLE)
               : status;
}

static StoreStatus table_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = find_table(call, store, fault);

    if (status != STORE_OK || call->is_refused || call->tables->state != TABLE_OVER
        || daily_is_secret(call->tables, call->expiry_time))
        return status;
    call->has_seed = 1;
    return replay_seed(store, call->tables, call->seed, &call->proof, fault);
}

static void table_answer(ApiCall *call, JsonOut *out)
{
    table_format(out, call->core, call->tables, call->has_you ? call->you.id : 0,
                 call->has_seed ? call->seed : NULL,
                 call->has_seed ? call->proof.secret : NULL);
}

/* What the link of an open table shows to people who have no name yet. For any other table
 * the answer is the same as for a code that does not exist. */
static StoreStatus invitation_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = read_row(call, store, fault);
    int may_meet = 1;

    if (status == STORE_OK && call->has_you)
        status = store_may_meet(store, call->you.id, call->tables->id, &may_meet, fault);
    if (status == STORE_NOT_FOUND
        || (status == STORE_OK && (!table_is_open(call->tables) || !may_meet)))
        return api_refuse_in_store(call, ERROR_NO_SUCH_TABLE);
    if (status == STORE_OK)
        status = store_user_get(store, call->tables->host, &call->other, fault);
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static void invitation_answer(ApiCall *call, JsonOut *out)
{
    invitation_format(out, call->tables, call->other.name);
}

static StoreStatus save_store(ApiCall *call, Store *store, Fault *fault)
{
    SavePlayers players;
    Match *match = NULL;
    StoreStatus status = find_table(call, store, fault);

    if (status != STORE_OK || call->is_refused)
        return status;
    if (call->tables->state != TABLE_OVER)
        return api_refuse_in_store(call, ERROR_NOT_OVER);
    if (daily_is_secret(call->tables, call->expiry_time))
        return api_refuse_in_store(call, ERROR_DAY_NOT_OVER);
    if (!replay_has_rules(call->tables))
        return api_refuse_in_store(call, ERROR_OTHER_VERSION);
    call->replayed = call->tables->turn.n;
    table_players(call->tables, call->request->language, &players);
    status = replay_seed(store, call->tables, call->seed, &players.proof, fault);
    if (status == STORE_OK)
        status = replay_table(store, call->tables, NULL, NULL, &match, NULL, fault);
    if (status != STORE_OK)
        return status;
    text_clear(&call->save);
    save_write(&call->save, match, &players, &SAVE_START_JSON);
    match_free(match);
    return call->save.has_failed ? STORE_NO_MEMORY : STORE_OK;
}

static void save_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    snprintf(call->request->file_name, sizeof call->request->file_name, "%s.save",
             call->code);
}

/* ------------------------------------------------------------------------- */
/* The next table                                                            */
/* ------------------------------------------------------------------------- */

/* STORE_OK: the next table is there. Its host may have closed it. */
static StoreStatus find_next(const Write *write, Store *store, Fault *fault)
{
    StoreTable next;

    if (write->row.next[0] == '\0')
        return STORE_NOT_FOUND;
    StoreStatus status = store_table_by_code(store, write->row.next, &next, fault);
    return status == STORE_OK && next.state == TABLE_CLOSED ? STORE_NOT_FOUND : status;
}

/* The host of the next table: the same person, or, if that account was deleted, the one who
 * asked for the rematch. */
static StoreStatus find_host(const Write *write, Store *store, StoreId *host, Fault *fault)
{
    StoreUser user;
    StoreStatus status = store_user_get(store, write->row.host, &user, fault);

    if (status == STORE_OK && user.deleted != 0)
        *host = write->asker;
    return status;
}

/* Whoever blocks somebody at the table, or is blocked there, is not brought along, but for
 * whoever asks. */
static StoreStatus part_the_apart(const Write *write, Store *store, StoreTable *next,
                                  Fault *fault)
{
    StoreStatus status = STORE_OK;

    for (int i = 0; i < next->seat_count && status == STORE_OK; i++) {
        StoreSeat *seat = &next->seats[i];
        int may_meet = 1;
        if (seat_is_person(seat) && seat->user != write->asker)
            status = store_may_meet(store, seat->user, write->row.id, &may_meet, fault);
        if (!may_meet && seat->user == next->host)
            next->host = write->asker;
        if (!may_meet)
            seat_clear(seat);
    }
    return status;
}

/* Same people and settings. The old row is written last, so that it is locked briefly. If
 * another rematch was opened meanwhile, that write is refused and nothing is stored. */
static StoreStatus open_next(Write *write, Store *store, Fault *fault)
{
    StoreTable next = write->row;

    next.id = next.version = 0;
    next.state = TABLE_OPEN;
    next.next[0] = '\0';
    next.created = next.changed;
    next.turn = (StoreTurn){ 0 };
    memset(next.scores, 0, sizeof next.scores);
    memset(next.places, 0, sizeof next.places);
    for (int seat = 0; seat < next.seat_count; seat++)
        next.seats[seat].is_away = 0;
    StoreStatus status = find_host(write, store, &next.host, fault);
    if (status == STORE_OK)
        status = part_the_apart(write, store, &next, fault);
    if (status != STORE_OK)
        return status;
    code_make(write->row.next, TABLE_CODE_LENGTH);
    status = table_add(store, &next, write->row.next, fault);
    if (status == STORE_OK)
        status = store_table_set(store, &write->row, fault);
    return status == STORE_CONFLICT ? store_abort(store, status, fault) : status;
}

/* A batch of its own kind: two tables are changed. */
static StoreStatus rematch_run(Job *job, Store *store, Fault *fault)
{
    Write *write = (Write *)job;
    StoreStatus status = store_caller_hold(store, &write->store.caller, fault);

    if (status == STORE_OK)
        status = find_next(write, store, fault);
    if (status == STORE_NOT_FOUND)
        status = open_next(write, store, fault);
    else if (status == STORE_OK)
        status = store_table_set(store, &write->row, fault);
    return status == STORE_OK ? store_notify(store, ALL_NODES, write->notice, fault)
                              : status;
}

int do_rematch(Conn *conn, Table *table, Message *message)
{
    if (table_seat_of(&table->row, conn_user(conn)) == NOBODY || table->row.daily != 0)
        return message_refuse(message, ERROR_NOT_ALLOWED);
    if (table->row.state != TABLE_OVER)
        return message_refuse(message, ERROR_NOT_OVER);
    Write *write = write_row_new(table, message, publish_row);
    if (write == NULL)
        return 1;
    write->asker = conn_user(conn);
    write->job.run = rematch_run;
    write->job.write = NULL;
    write_submit(write);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* The routes                                                                */
/* ------------------------------------------------------------------------- */

static StoreStatus health_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = store_ping(store, fault);

    (void)call;
    return status == STORE_OK ? store_probe(store, clock_ms(CLOCK_MONOTONIC) + 1, fault)
                              : status;
}

/* On a node, health checks do not wait for a dead connection to the database. */
static int health_at_once(ApiCall *call)
{
    if (!core_is_node(call->core))
        return 0;
    if (database_is_silent(call->core))
        api_refuse(call, ERROR_NOT_STORED);
    return 1;
}

static void health_answer(ApiCall *call, JsonOut *out)
{
    (void)call;
    json_put_flag(out, "ok", 1);
}

const Route LOBBY_ROUTES[] = {
    ROUTE_GET("/healthz", CALLER_ANY, .at_once = health_at_once, .store = health_store,
              .answer = health_answer),
    ROUTE_GET("/games", CALLER_ANY, .answer = games_answer),
    ROUTE_POST("/tables", "game options seats public clock sit_in", CALLER_SIGNED_IN,
               .counts_as_entry = 1, .read = read_table, .store = create_store,
               .answer = create_answer),
    ROUTE_GET("/tables", CALLER_ANY, .query = "mine over before game with",
              .read = read_query, .store = list_store, .answer = list_answer),
    ROUTE_GET("/tables/CODE", CALLER_ANY, .store = table_store, .answer = table_answer),
    ROUTE_GET("/tables/CODE/invitation", CALLER_ANY, .is_invitation = 1,
              .store = invitation_store, .answer = invitation_answer),
    ROUTE_GET("/tables/CODE/save", CALLER_ANY, .replays = 1, .store = save_store,
              .answer = save_answer),
    { .form.name = NULL },
};
