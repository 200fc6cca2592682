/* session_api.c: HTTP requests about sessions: list them, end them, log out. */
#include "server/api.h"

#include "server/names.h"
#include "server/nodes.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

enum { SESSIONS_MAX = 200 };

/* ------------------------------------------------------------------------- */
/* Listing                                                                   */
/* ------------------------------------------------------------------------- */

/* One's own, to call->sessions; then one for each program, the last used. */
static StoreStatus list_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = api_list_programs(call, store, fault);
    int found = 0;

    if (status == STORE_OK && call->sessions == NULL)
        call->sessions = calloc(SESSIONS_MAX + PROGRAMS_MAX, sizeof *call->sessions);
    if (status != STORE_OK || call->sessions == NULL)
        return status != STORE_OK ? status : STORE_NO_MEMORY;
    status = store_sessions(store, call->you.id, call->expiry_time, call->sessions,
                            SESSIONS_MAX, &call->session_count, fault);
    for (int i = 0; i < call->count && status == STORE_OK; i++) {
        StoreSession *last = &call->sessions[SESSIONS_MAX + i];
        *last = (StoreSession){ 0 };
        status = store_sessions(store, call->users[i].id, call->expiry_time, last, 1,
                                &found, fault);
    }
    return status;
}

static void session_format(JsonOut *out, const StoreSession *session, const char *current)
{
    json_open_object(out);
    json_put_name(out, "session", session->code);
    json_put_text(out, "device", session->device);
    json_put_number(out, "created", session->created);
    json_put_number(out, "seen", session->seen);
    json_put_flag(out, "current", strcmp(session->code, current) == 0);
    json_close_object(out);
}

static void list_answer(ApiCall *call, JsonOut *out)
{
    json_put_list(out, "sessions");
    for (int i = 0; i < call->session_count; i++)
        session_format(out, &call->sessions[i], call->session.code);
    json_close_list(out);
    json_put_list(out, "programs");
    for (int i = 0; i < call->count; i++) {
        const StoreUser *program = &call->users[i];
        json_open_object(out);
        json_put_name(out, "user", program->code);
        json_put_text(out, "name", program->name);
        json_put_number(out, "created", program->created);
        json_put_number(out, "seen", call->sessions[SESSIONS_MAX + i].seen);
        json_close_object(out);
    }
    json_close_list(out);
}

/* ------------------------------------------------------------------------- */
/* Ending                                                                    */
/* ------------------------------------------------------------------------- */

/* A guest without a session cannot come back: the seats are not left to nobody. */
static StoreStatus leave_seats(ApiCall *call, Store *store, Fault *fault)
{
    StoreSession left;
    int count = 0;
    StoreStatus status =
        store_sessions(store, call->you.id, call->expiry_time, &left, 1, &count, fault);

    call->count = 0;
    if (status != STORE_OK || count > 0 || call->you.kind != USER_GUEST)
        return status;
    return api_find_seats(call, store, call->you.id, fault);
}

static StoreStatus end_sessions(ApiCall *call, Store *store, SessionEnd which,
                                const char *code, Fault *fault)
{
    StoreStatus status = sessions_end(call->core, store, call->you.id, which, code, fault);

    return status == STORE_OK ? leave_seats(call, store, fault) : status;
}

static void hang_up(ApiCall *call, SessionEnd which, const char *code)
{
    sessions_hang_up(call->core, call->you.id, which, code);
    for (int i = 0; i < call->count; i++)
        table_leave(call->core, call->tables[i].code, call->you.id);
}

static int read_logout(ApiCall *call, const Json *body)
{
    const Json *everywhere = NULL;

    if (!strict_get_if(body, "everywhere", JSON_IS_FLAG, &everywhere, &call->error.fault))
        return 0;
    call->is_everywhere = everywhere != NULL && everywhere->number != 0;
    return 1;
}

static StoreStatus logout_store(ApiCall *call, Store *store, Fault *fault)
{
    if (!call->has_you)
        return STORE_OK;
    return call->is_everywhere
               ? end_sessions(call, store, END_OTHERS, "", fault)
               : end_sessions(call, store, END_ONE, call->session.code, fault);
}

static void logout_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    if (call->has_you && call->is_everywhere)
        hang_up(call, END_OTHERS, "");
    else if (call->has_you)
        hang_up(call, END_ONE, call->session.code);
    api_set_cookie(call, "");
}

static int read_session(ApiCall *call, const Json *body)
{
    const Json *code = strict_text(body, "session", &call->error.fault);

    if (code == NULL)
        return 0;
    if (code->length == 0 || code->length > STORE_CODE_MAX)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->code, code->text, code->length + 1);
    return 1;
}

static StoreStatus end_store(ApiCall *call, Store *store, Fault *fault)
{
    return end_sessions(call, store, END_ONE, call->code, fault);
}

static void end_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    hang_up(call, END_ONE, call->code);
    if (strcmp(call->code, call->session.code) == 0)
        api_set_cookie(call, "");
}

const Route SESSION_ROUTES[] = {
    ROUTE_GET("/sessions", CALLER_SIGNED_IN, .store = list_store, .answer = list_answer),
    ROUTE_POST("/sessions/end", "session", CALLER_SIGNED_IN, .event = "session-ended",
               .read = read_session, .store = end_store, .answer = end_answer),
    ROUTE_POST("/logout", "everywhere", CALLER_ANY, .event = "signed-out",
               .read = read_logout, .store = logout_store, .answer = logout_answer),
    ROUTE_GET("/export", CALLER_SIGNED_IN, .counts_as_entry = 1, .format = export_format,
              .answer = export_answer),
    { .form.name = NULL },
};
