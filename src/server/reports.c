/* reports.c: POST /api/1/report: somebody reports a person, or a line of chat, to the
 * moderators. The line is read from the store and copied, so that a report says what was
 * said, and stays when the table is gone. */
#include "server/api.h"

#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

/* Of one person, until they are settled. Guests cost nothing to make. */
enum { REPORTS_OPEN_MOST = 20, REPORTS_OF_GUEST_MOST = 3 };

/* Exactly one of: a name, a line of a table, a seat of a table. */
static int read_whom(ApiCall *call, const Json *body)
{
    const Json *name = NULL, *table = NULL;
    Fault *fault = &call->error.fault;

    call->seat = NOBODY;
    if (!strict_get_if(body, "name", JSON_IS_TEXT, &name, fault)
        || !strict_get_if(body, "table", JSON_IS_TEXT, &table, fault)
        || !strict_int_if(body, "k", 1, INT32_MAX - 1, &call->report->k, fault)
        || !strict_int_if(body, "seat", 0, SEATS_MAX - 1, &call->seat, fault))
        return 0;
    int has_line = call->report->k > 0, has_seat = call->seat != NOBODY;
    if ((name != NULL) + has_line + has_seat != 1 || (table != NULL) == (name != NULL))
        return fault_set(fault, "A report has name, or table and k, or table and seat.");
    if (name != NULL)
        return account_read_login_name(call, body);
    if (!code_is_sound(table->text))
        return error_set(&call->error, ERROR_NO_SUCH_TABLE);
    memcpy(call->report->table, table->text, table->length + 1);
    return 1;
}

int report_read(ApiCall *call, const Json *body)
{
    Fault *fault = &call->error.fault;

    call->report = calloc(1, sizeof *call->report);
    if (call->report == NULL)
        return error_set(&call->error, ERROR_NOT_STORED);
    const Json *why = strict_text(body, "why", fault);
    if (why == NULL)
        return 0;
    if (why->length > ADMIN_TEXT_MAX || !text_is_harmless(why->text, why->length))
        return fault_set(fault, "why is too long, or has characters that do not show.");
    memcpy(call->report->why, why->text, why->length + 1);
    return read_whom(call, body);
}

/* The author of line k of the table, and its text. */
static StoreStatus find_speaker(ApiCall *call, Store *store, StoreId table, Fault *fault)
{
    StoreReport *report = call->report;
    StoreChat line = { .k = 0 };
    int count = 0;
    StoreStatus status =
        store_chat_last(store, table, report->k + 1, &line, 1, &count, fault);

    if (status != STORE_OK)
        return status;
    if (count == 0 || line.k != report->k || line.user == 0)
        return STORE_NOT_FOUND;
    memcpy(report->said, line.text, sizeof report->said);
    return store_user_get(store, line.user, &call->other, fault);
}

static StoreStatus find_reported(ApiCall *call, Store *store, Fault *fault)
{
    StoreReport *report = call->report;

    if (report->table[0] == '\0')
        return account_find(call, store, fault);
    if (call->tables == NULL)
        call->tables = malloc(sizeof *call->tables);
    if (call->tables == NULL)
        return STORE_NO_MEMORY;
    StoreStatus status = store_table_by_code(store, report->table, call->tables, fault);
    if (status != STORE_OK)
        return status;
    if (report->k > 0)
        return find_speaker(call, store, call->tables->id, fault);
    const StoreSeat *seat = &call->tables->seats[call->seat];
    if (call->seat >= call->tables->seat_count || !seat_is_person(seat))
        return STORE_NOT_FOUND;
    return store_user_get(store, seat->user, &call->other, fault);
}

StoreStatus report_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreReport *report = call->report;
    int open = 0, is_open = 0;
    int most = call->you.kind == USER_GUEST ? REPORTS_OF_GUEST_MOST : REPORTS_OPEN_MOST;
    StoreStatus status = find_reported(call, store, fault);

    if (status == STORE_NOT_FOUND || (status == STORE_OK && call->other.deleted != 0))
        return api_refuse_in_store(call, ERROR_NO_SUCH_THING);
    if (status == STORE_OK && call->other.id == call->you.id)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    report->at = call->now;
    memcpy(report->reporter, call->you.code, sizeof report->reporter);
    memcpy(report->whom, call->other.code, sizeof report->whom);
    if (status == STORE_OK)
        status = store_report_is_open(store, report, &is_open, fault);
    if (status == STORE_OK && !is_open)
        status = store_reports_open_by(store, call->you.code, &open, fault);
    if (status != STORE_OK || is_open)
        return status; /* repeating a report changes nothing */
    return open >= most ? api_refuse_in_store(call, ERROR_TOO_MANY)
                        : store_report_add(store, report, fault);
}
