/* people.c: the page of a kept name: results by rule set, streaks, opponents and the last
 * games. Strangers see the games of public tables, or nothing if the person hides them;
 * the person sees all. */
#include "server/api.h"

#include "server/incomes.h"
#include "store/relations.h"
#include "store/results.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS_MAX = 50, OPPONENTS_MAX = 10, GAMES_MAX = 100, RESULTS_AT_ONCE = 200 };

static const char *const SHOWS[] = { "public", "hidden" };

/* ------------------------------------------------------------------------- */
/* Parts of the page                                                         */
/* ------------------------------------------------------------------------- */

static void put_rules(JsonOut *out, const char *game, const char *rule_set, int seat_count)
{
    json_put_name(out, "game", game);
    json_key(out, "options");
    options_format(out, rule_set);
    json_put_number(out, "seats", seat_count);
}

static void format_result(JsonOut *out, const StoreResult *result)
{
    json_open_object(out);
    json_put_name(out, "table", result->code);
    put_rules(out, result->game, result->rule_set, result->seat_count);
    seat_format(out, "seat", result->seat);
    json_put_number(out, "score", result->score);
    json_put_number(out, "place", result->place);
    json_put_flag(out, "away", result->is_away);
    json_put_flag(out, "public", result->is_public);
    json_put_number(out, "ended", result->ended);
    json_close_object(out);
}

static void format_record(JsonOut *out, const StoreRecord *record)
{
    json_open_object(out);
    put_rules(out, record->game, record->rule_set, record->seat_count);
    json_put_number(out, "games", record->games);
    json_put_number(out, "played", record->played);
    json_put_number(out, "wins", record->wins);
    json_put_number(out, "total", record->total);
    json_put_object(out, "all");
    json_put_number(out, "played", record->all_seats);
    json_put_number(out, "total", record->all_total);
    json_close_object(out);
    json_close_object(out);
}

static StoreStatus put_records(JsonOut *out, Store *store, const StoreWhose *whose,
                               Fault *fault)
{
    StoreRecord *records = malloc(RECORDS_MAX * sizeof *records);
    int count = 0;
    StoreStatus status =
        records == NULL ? STORE_NO_MEMORY
                        : store_records(store, whose, records, RECORDS_MAX, &count, fault);

    json_put_list(out, "records");
    for (int i = 0; i < count && status == STORE_OK; i++)
        format_record(out, &records[i]);
    json_close_list(out);
    free(records);
    return status;
}

static StoreStatus put_streaks(JsonOut *out, Store *store, const StoreWhose *whose,
                               Fault *fault)
{
    StoreStreaks streaks;
    StoreStatus status = store_streaks(store, whose, &streaks, fault);

    json_put_object(out, "streak");
    json_put_number(out, "now", streaks.now);
    json_put_number(out, "longest", streaks.longest);
    json_close_object(out);
    return status;
}

static StoreStatus put_opponents(JsonOut *out, Store *store, const StoreWhose *whose,
                                 Fault *fault)
{
    StoreOpponent opponents[OPPONENTS_MAX];
    int count = 0;
    StoreStatus status =
        store_opponents(store, whose, opponents, OPPONENTS_MAX, &count, fault);

    json_put_list(out, "opponents");
    for (int i = 0; i < count && status == STORE_OK; i++) {
        json_open_object(out);
        json_put_text(out, "name", opponents[i].name);
        json_put_number(out, "games", opponents[i].games);
        json_put_number(out, "ahead", opponents[i].ahead);
        json_close_object(out);
    }
    json_close_list(out);
    return status;
}

/* `all`: every result, read page by page; otherwise the last GAMES_MAX. */
static StoreStatus put_results(JsonOut *out, Store *store, const StoreWhose *whose, int all,
                               Fault *fault)
{
    int room = all ? RESULTS_AT_ONCE : GAMES_MAX, count = 0;
    StoreResult *results = malloc((size_t)room * sizeof *results);
    StoreStatus status = results == NULL ? STORE_NO_MEMORY : STORE_OK;
    StoreCursor cursor = { 0 };

    json_put_list(out, all ? "results" : "games");
    do {
        if (status == STORE_OK)
            status = store_results(store, whose, &cursor, results, room, &count, fault);
        for (int i = 0; i < count && status == STORE_OK; i++)
            format_result(out, &results[i]);
    } while (all && status == STORE_OK && count == room);
    json_close_list(out);
    free(results);
    return status;
}

StoreStatus results_export(JsonOut *out, Store *store, StoreId user, Fault *fault)
{
    const StoreWhose whose = { .user = user };
    int is_hidden = 0;
    StoreStatus status = store_is_hidden(store, user, &is_hidden, fault);

    json_put_name(out, "show", SHOWS[is_hidden]);
    return status == STORE_OK ? put_results(out, store, &whose, 1, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* The page                                                                  */
/* ------------------------------------------------------------------------- */

/* The name is the rest of the path, already percent-decoded. */
static int read_person(ApiCall *call, const Json *body)
{
    static const char BEFORE[] = "/api/1/people/";
    const char *name = call->request->path + sizeof BEFORE - 1;
    size_t length = strlen(name);

    (void)body;
    if (length == 0 || length > STORE_NAME_MAX)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->name, name, length + 1);
    return 1;
}

/* Of the caller to somebody else. */
static StoreStatus put_relation(const ApiCall *call, Store *store, JsonOut *out,
                                Fault *fault)
{
    StoreRelation relation;
    StoreStatus status =
        store_relation(store, call->you.id, call->other.id, &relation, fault);

    json_put_flag(out, "followed", relation.is_followed);
    json_put_flag(out, "blocked", relation.is_blocked);
    return status;
}

static StoreStatus put_person(const ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    int is_you = call->has_you && call->you.id == call->other.id, is_hidden = 0;
    const StoreWhose whose = { .user = call->other.id, .only_public = !is_you };
    StoreStatus status = store_is_hidden(store, whose.user, &is_hidden, fault);

    json_put_text(out, "name", call->other.name);
    json_put_flag(out, "you", is_you);
    json_put_name(out, "show", SHOWS[is_hidden]);
    if (status == STORE_OK && call->has_you && !is_you)
        status = put_relation(call, store, out, fault);
    if (status != STORE_OK || (is_hidden && !is_you))
        return status;
    status = put_records(out, store, &whose, fault);
    if (status == STORE_OK)
        status = put_streaks(out, store, &whose, fault);
    if (status == STORE_OK)
        status = put_opponents(out, store, &whose, fault);
    if (status == STORE_OK)
        status = incomes_put(out, store, &whose, call->request->language, fault);
    return status == STORE_OK ? put_results(out, store, &whose, 0, fault) : status;
}

static StoreStatus person_format(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    StoreStatus status = account_find(call, store, fault);

    return status == STORE_OK ? put_person(call, store, out, fault) : status;
}

/* ------------------------------------------------------------------------- */
/* What strangers see                                                        */
/* ------------------------------------------------------------------------- */

static int read_show(ApiCall *call, const Json *body)
{
    const Json *show = strict_text(body, "show", &call->error.fault);

    if (show == NULL)
        return 0;
    call->count = strcmp(show->text, SHOWS[1]) == 0;
    return strcmp(show->text, SHOWS[call->count]) == 0
           || fault_set(&call->error.fault, "show must be public or hidden.");
}

static StoreStatus show_store(ApiCall *call, Store *store, Fault *fault)
{
    return store_hide(store, call->you.id, call->count, fault);
}

const Route PEOPLE_ROUTES[] = {
    ROUTE_GET("/people/NAME", CALLER_ANY, .read = read_person, .format = person_format),
    ROUTE_POST("/show", "show", CALLER_PERSON, .counts_as_entry = 1, .read = read_show,
               .store = show_store),
    { .form.name = NULL },
};
