/* api.c: requests to /api/1/…: their steps, from reading them to the answer. */
#include "server/api.h"

#include "edge/query.h"
#include "server/ceremony.h"
#include "server/names.h"
#include "server/nodes.h"
#include "server/passwords.h"
#include "server/preview.h"
#include "server/security.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COME_BACK_AFTER = 2 };

int api_refuse(ApiCall *call, ErrorCode error)
{
    call->is_refused = 1;
    return error_set(&call->error, error);
}

int api_refuse_for(ApiCall *call, ErrorCode error, int seconds)
{
    call->retry_after = seconds;
    return api_refuse(call, error);
}

StoreStatus api_refuse_in_store(ApiCall *call, ErrorCode error)
{
    api_refuse(call, error);
    return STORE_OK;
}

StoreStatus api_hold_session(ApiCall *call, Store *store, Fault *fault)
{
    StoreCaller caller = { .user = call->you.id, .now = call->expiry_time };

    memcpy(caller.session, call->session.code, sizeof caller.session);
    StoreStatus status = store_caller_hold(store, &caller, fault);
    return status == STORE_ENDED ? api_refuse_in_store(call, ERROR_NOT_SIGNED_IN) : status;
}

void api_set_cookie(ApiCall *call, const char *token)
{
    const long long most = SESSION_DAYS * 24LL * 3600;

    snprintf(call->request->cookie, COOKIE_MAX,
             "rh_session=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%lld%s", token,
             token[0] == '\0' ? 0 : most, call->core->config.is_secure ? "; Secure" : "");
}

/* ------------------------------------------------------------------------- */
/* The answer                                                                */
/* ------------------------------------------------------------------------- */

void request_refuse(Request *request, const Error *error)
{
    JsonOut out = { .text = &request->answer };

    text_clear(&request->answer);
    request->status = error_http_status(error->code);
    request->mime = "application/json";
    json_open_object(&out);
    json_put_object(&out, "error");
    error_format(&out, error, "text", request->language);
    json_close_object(&out);
    json_close_object(&out);
}

static void refuse_at_once(Core *core, Request *request, ErrorCode error, int retry_after)
{
    request->retry_after = retry_after;
    request_refuse(request, &(Error){ .code = error });
    core->config.transport->answered(request->link);
}

static void call_free(ApiCall *call)
{
    sodium_memzero(call->password, sizeof call->password);
    sodium_memzero(call->old, sizeof call->old);
    free(call->sessions);
    ceremony_free(call->ceremony);
    text_free(&call->save);
    free(call->users);
    free(call->tables);
    free(call->admin);
    relations_free(call);
    free(call->notice);
    preview_free(call->preview);
    free(call->mail);
    free(call);
}

static void write_answer(ApiCall *call)
{
    Request *request = call->request;
    JsonOut out = { .text = &request->answer };

    if (call->is_refused) {
        request->retry_after = call->retry_after;
        request_refuse(request, &call->error);
        return;
    }
    request->status = 200;
    request->mime = "application/json";
    json_open_object(&out);
    if (call->route->answer != NULL)
        call->route->answer(call, &out);
    json_close_object(&out);
    if (call->save.length > 0) { /* a file instead of JSON */
        text_clear(&request->answer);
        text_append(&request->answer, call->save.bytes, call->save.length);
        request->mime =
            call->save_mime != NULL ? call->save_mime : "text/plain; charset=utf-8";
    }
}

static void answer(ApiCall *call)
{
    Request *request = call->request;
    const Transport *transport = call->core->config.transport;

    write_answer(call);
    if (request->answer.has_failed)
        request->status = 503;
    if (call->route->event != NULL && !call->is_refused)
        security_event(call->core, call->route->event, request->address,
                       call->other.code[0] != '\0' ? call->other.code : call->you.code);
    if (call->route->refused != NULL && call->is_refused)
        call->route->refused(call);
    call_free(call);
    transport->answered(request->link);
}

void api_finish(ApiCall *call)
{
    answer(call);
}

/* ------------------------------------------------------------------------- */
/* Steps                                                                     */
/* ------------------------------------------------------------------------- */

static void run_in_store(ApiCall *call);

static StoreStatus find_caller(ApiCall *call, Store *store, Fault *fault)
{
    const char *token = call->request->token;

    call->has_you = 0;
    if (token[0] == '\0')
        return STORE_NOT_FOUND;
    StoreStatus status =
        session_find(store, token, call->expiry_time, &call->you, &call->session, fault);
    call->has_you = status == STORE_OK;
    return status;
}

/* May this caller use the route? 0: refused. */
static int may_call(ApiCall *call)
{
    const Route *route = call->route;

    if (route->caller != CALLER_ANY && !call->has_you)
        return api_refuse(call, ERROR_NOT_SIGNED_IN);
    if (route->caller == CALLER_PERSON && call->you.kind == USER_PROGRAM)
        return api_refuse(call, ERROR_NOT_ALLOWED);
    return 1;
}

/* The whole answer, as call->save. */
static StoreStatus format_in_store(ApiCall *call, Store *store, Fault *fault)
{
    JsonOut out = { .text = &call->save };

    text_clear(&call->save);
    call->save_mime = "application/json";
    json_open_object(&out);
    StoreStatus status = call->route->format(call, store, &out, fault);
    json_close_object(&out);
    return status == STORE_OK && call->save.has_failed ? STORE_NO_MEMORY : status;
}

static StoreStatus store_run(Job *job, Store *store, Fault *fault)
{
    ApiCall *call = (ApiCall *)job;
    const Route *route = call->route;
    /* For a change, the session is read again in the same batch. */
    int is_fresh = call->knows_you && route->method == METHOD_GET;
    StoreStatus status = is_fresh ? STORE_OK : find_caller(call, store, fault);

    call->is_refused = 0;
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    if (!may_call(call))
        return STORE_OK;
    if (call->has_you && route->method == METHOD_POST) {
        status = session_note_use(store, &call->you, &call->session, call->now, fault);
        if (status != STORE_OK && status != STORE_NOT_FOUND)
            return status;
    }
    if (route->look != NULL && !call->is_verified)
        return route->look(call, store, fault);
    if (route->format != NULL)
        return format_in_store(call, store, fault);
    return route->store == NULL ? STORE_OK : route->store(call, store, fault);
}

/* Takes the same time for an unknown name as for a wrong password. */
static StoreStatus check_password(ApiCall *call)
{
    PasswordStep step = call->route->password;
    const char *known = call->other.password;

    if (step == PASSWORD_VERIFY && known[0] != '\0') {
        call->is_verified = password_fits(known, call->password);
        return STORE_OK;
    }
    if (step == PASSWORD_VERIFY)
        return password_pretend(call->password) ? STORE_OK : STORE_NO_MEMORY;
    call->is_verified =
        known[0] == '\0' || call->is_confirmed || password_fits(known, call->old);
    if (!call->is_verified)
        return STORE_OK;
    return password_hash(call->password, call->hash) ? STORE_OK : STORE_NO_MEMORY;
}

static StoreStatus password_run(Job *job, Store *store, Fault *fault)
{
    ApiCall *call = (ApiCall *)job;
    int64_t began = clock_ms(CLOCK_MONOTONIC);

    (void)store;
    (void)fault;
    /* Skip the hash if the client has disconnected. */
    if (atomic_load(&call->request->is_gone))
        return STORE_AWAY;
    StoreStatus status = check_password(call);
    call->took = clock_ms(CLOCK_MONOTONIC) - began;
    return status;
}

/* `key` is its room for the name. */
static Attempt attempt_of(const ApiCall *call, char key[STORE_NAME_MAX + 1])
{
    int is_change = call->route->password == PASSWORD_CHANGE;

    if (is_change && (call->other.password[0] == '\0' || call->is_confirmed))
        return (Attempt){ .address = call->request->address };
    name_key(is_change || call->name[0] == '\0' ? call->other.name : call->name, key);
    return (Attempt){ .name = key,
                      .address = call->request->address,
                      .has_session = call->has_you && call->you.id == call->other.id };
}

static void verified(ApiCall *call)
{
    char key[STORE_NAME_MAX + 1];
    const Attempt attempt = attempt_of(call, key);

    if (call->is_verified && attempt.name != NULL)
        passwords_were_right(call->core, &attempt);
    if (call->is_verified)
        return;
    passwords_were_wrong(call->core, &attempt);
    security_event(call->core, "wrong-password", call->request->address, call->other.code);
    api_refuse(call, ERROR_WRONG_PASSWORD);
}

static void password_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    if (job->status == STORE_OK) {
        passwords_took(call->core, call->took);
        verified(call);
    } else {
        api_refuse(call, ERROR_NOT_STORED);
    }
    if (call->is_refused)
        answer(call);
    else
        run_in_store(call);
}

/* Has the queue room, and has this name or address no delay? 0: refused. */
static int may_use_password(ApiCall *call, const Attempt *attempt)
{
    Core *core = call->core;
    ErrorCode error = ERROR_BUSY;
    int seconds = passwords_are_full(core, attempt);

    if (seconds == 0 && attempt->name != NULL) {
        error = ERROR_WRONG_TOO_OFTEN;
        seconds = passwords_wait(core, attempt);
    }
    if (seconds == 0)
        return 1;
    core->counts.refused++;
    core_note_refusal(core, "passwords", attempt->address);
    return api_refuse_for(call, error, seconds);
}

static void use_password(ApiCall *call)
{
    char key[STORE_NAME_MAX + 1];
    const Attempt attempt = attempt_of(call, key);

    if (!may_use_password(call, &attempt)) {
        answer(call);
        return;
    }
    call->job =
        (Job){ .run = password_run, .done = password_done, .counter = &call->core->jobs };
    call->core->jobs++;
    passwords_submit(call->core, &call->job, &attempt);
}

/* What only reads is followed by a write, once an hour: the session was used, and the token
 * of a cookie is replaced. */
static StoreStatus note_run(Job *job, Store *store, Fault *fault)
{
    ApiCall *call = (ApiCall *)job;
    StoreStatus status = find_caller(call, store, fault);

    call->token[0] = '\0';
    if (status == STORE_OK)
        status = session_note_use(store, &call->you, &call->session, call->now, fault);
    if (status == STORE_OK && call->request->has_cookie
        && session_must_rotate(&call->you, &call->session, call->now))
        status = session_rotate(store, &call->session, call->now, call->token, fault);
    return status;
}

/* A failure is ignored: the next request tries again. */
static void note_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    if (job->status == STORE_OK && call->token[0] != '\0')
        api_set_cookie(call, call->token);
    answer(call);
}

static int must_note_session(const ApiCall *call)
{
    return call->has_you && call->route->method == METHOD_GET
           && (session_is_due(&call->session, call->now)
               || (call->request->has_cookie
                   && session_must_rotate(&call->you, &call->session, call->now)));
}

static void note_session(ApiCall *call)
{
    call->job = (Job){ .run = note_run, .done = note_done };
    core_submit(call->core, &call->job);
}

static Quota *quota_of_caller(const ApiCall *call)
{
    Person *person = call->has_you ? person_find(call->core, call->you.id) : NULL;

    return person == NULL ? NULL : &person->quota;
}

/* A token was taken before; a long game costs more. */
static void replayed(const ApiCall *call)
{
    Core *core = call->core;

    core_replay_done(core);
    limit_charge(core, address_get(core, call->request->address), quota_of_caller(call),
                 RATE_READINGS, replay_cost(call->replayed) - 1);
}

static void store_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    if (call->route->replays)
        replayed(call);
    if (job->status == STORE_NOT_FOUND)
        api_refuse(call, ERROR_NO_SUCH_THING);
    else if (job->status != STORE_OK)
        api_refuse(call, ERROR_NOT_STORED);
    if (!call->is_refused && call->route->look != NULL && !call->is_verified)
        use_password(call);
    else if (!call->is_refused && call->route->go_on != NULL)
        call->route->go_on(call);
    else if (!call->is_refused && must_note_session(call))
        note_session(call);
    else
        answer(call);
}

static void run_in_store(ApiCall *call)
{
    call->job = (Job){ .run = store_run,
                       .done = store_done,
                       .only_reads = call->route->method == METHOD_GET };
    if (call->route->replays)
        core_submit_replay(call->core, &call->job);
    else
        core_submit(call->core, &call->job);
}

/* ------------------------------------------------------------------------- */
/* The session and its limits                                                */
/* ------------------------------------------------------------------------- */

/* Rate limits; without a session by address alone. 0: refused. */
static int is_within_limits(ApiCall *call)
{
    Core *core = call->core;
    const Route *route = call->route;
    Address *address = address_get(core, call->request->address);
    int wait = 0;

    if (call->has_you && person_find(core, call->you.id) == NULL)
        person_get(core, &call->you);
    Quota *own = quota_of_caller(call);
    if (own != NULL)
        wait = limit_take(core, NULL, own, RATE_REQUESTS);
    if (wait == 0 && route->counts_as_entry)
        wait = limit_take(core, address, own, RATE_ENTRIES);
    if (wait == 0 && route->is_invitation)
        wait = limit_take(core, address, NULL, RATE_INVITATIONS);
    if (wait == 0 && route->replays)
        wait = limit_take(core, address, own, RATE_READINGS);
    return wait == 0 || api_refuse_for(call, ERROR_TOO_MANY, wait);
}

static StoreStatus session_run(Job *job, Store *store, Fault *fault)
{
    StoreStatus status = find_caller((ApiCall *)job, store, fault);

    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static void session_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    call->knows_you = 1;
    if (job->status != STORE_OK)
        api_refuse(call, ERROR_NOT_STORED);
    else if (may_call(call))
        is_within_limits(call);
    if (call->is_refused)
        answer(call);
    else
        run_in_store(call);
}

static int has_limits(const Core *core)
{
    const Rate *rates = core->config.limits.person;

    return rates[RATE_REQUESTS].per_second > 0 || rates[RATE_ENTRIES].per_second > 0;
}

static void find_session(ApiCall *call)
{
    if (call->request->token[0] != '\0' && has_limits(call->core)) {
        call->job = (Job){ .run = session_run, .done = session_done, .only_reads = 1 };
        core_submit(call->core, &call->job);
    } else if (is_within_limits(call)) {
        run_in_store(call);
    } else {
        answer(call);
    }
}

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static int read_json(ApiCall *call, const Json *body)
{
    const Route *route = call->route;

    if (!json_is(body, JSON_IS_OBJECT))
        return fault_set(&call->error.fault, "The body must be an object.");
    return strict_has_only(body, route->form.keys, "this request", &call->error.fault)
           && (route->read == NULL || route->read(call, body));
}

/* The body must be an object with keys that the route knows; 0: refused. */
static int read_body(ApiCall *call)
{
    const Text *body = &call->request->body;
    int is_empty = body->length == 0 || call->route->takes_any;
    Json *json = json_read(is_empty ? "{}" : body->bytes, is_empty ? 2 : body->length,
                           "This is not JSON", &call->error.fault);

    call->is_refused = json == NULL || !read_json(call, json);
    json_free(json);
    return !call->is_refused;
}

/* The query may have the keys that the route knows, and "lang"; 0: refused. */
static int read_query(ApiCall *call)
{
    const char *query = call->request->query, *more = call->route->query;
    Fault *fault = &call->error.fault;
    char keys[64], language[16];

    snprintf(keys, sizeof keys, "lang %s", more == NULL ? "" : more);
    int is_sound = query_has_only(query, keys, fault);
    if (is_sound && query_value(query, "lang", language, sizeof language)
        && language_find(language) < 0)
        is_sound = fault_set(fault, "There are no words in \"%s\".",
                             quote(language, strlen(language)).text);
    call->is_refused = !is_sound;
    return is_sound;
}

static void begin(ApiCall *call)
{
    if (call->route->caller != CALLER_ANY && call->request->token[0] == '\0')
        api_refuse(call, ERROR_NOT_SIGNED_IN);
    if (call->is_refused || !read_query(call) || !read_body(call))
        answer(call);
    else if (call->route->at_once != NULL && call->route->at_once(call))
        answer(call);
    else
        find_session(call);
}

void core_request(Core *core, Request *request)
{
    char code[STORE_CODE_MAX + 1] = "";
    const Route *route = route_find(request, code);

    core->counts.requests++;
    core_read_clocks(core);
    Address *address = address_get(core, request->address);
    int wait = address == NULL ? 1 : limit_take(core, address, NULL, RATE_REQUESTS);
    if (core->is_closing) {
        refuse_at_once(core, request, ERROR_CLOSING, COME_BACK_AFTER);
    } else if (database_is_cut_off(core)) {
        refuse_at_once(core, request, ERROR_NOT_STORED, COME_BACK_AFTER);
    } else if (wait > 0) {
        refuse_at_once(core, request, ERROR_TOO_MANY, wait);
    } else if (route == NULL) {
        refuse_at_once(core, request, ERROR_NO_SUCH_THING, 0);
    } else if (request->is_from_elsewhere && !route->takes_any) {
        core_note_refusal(core, "origin", request->address);
        refuse_at_once(core, request, ERROR_NOT_ALLOWED, 0);
    } else {
        ApiCall *call = calloc(1, sizeof *call);
        if (call == NULL) {
            refuse_at_once(core, request, ERROR_NOT_STORED, 0);
            return;
        }
        call->core = core;
        call->request = request;
        call->error.fault.language = fault_language(request->language);
        call->route = route;
        call->now = core->now;
        call->expiry_time = core_expiry_time(core);
        call->tables_most = core_tables_most(core);
        memcpy(call->code, code, sizeof call->code);
        begin(call);
    }
}
