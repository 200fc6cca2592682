/* api.c: requests to /api/1/…: routing by method and path, and their steps. */
#include "server/api.h"

#include "server/nodes.h"
#include "server/passwords.h"
#include "server/security.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "/api/1";

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

void api_set_cookie(ApiCall *call, const char *token)
{
    const long long most = 400LL * 24 * 3600;

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
    json_key(&out, "error");
    json_open_object(&out);
    error_write(&out, error, "text", request->language);
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
    text_free(&call->save);
    free(call->users);
    free(call->tables);
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
        request->mime = "text/plain; charset=utf-8";
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
    call_free(call);
    transport->answered(request->link);
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
        session_find(store, token, call->expiry_time, &call->you, &call->seen, fault);
    call->has_you = status == STORE_OK;
    return status;
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
    if (route->needs_session && !call->has_you)
        return api_refuse_in_store(call, ERROR_NOT_SIGNED_IN);
    if (call->has_you && route->method == METHOD_POST) {
        status =
            session_note_seen(store, call->request->token, call->seen, call->now, fault);
        if (status != STORE_OK && status != STORE_NOT_FOUND)
            return status;
    }
    if (route->password == PASSWORD_VERIFY && !call->is_verified)
        return route->look(call, store, fault);
    return route->store == NULL ? STORE_OK : route->store(call, store, fault);
}

/* Takes the same time for an unknown name as for a wrong password. */
static StoreStatus password_run(Job *job, Store *store, Fault *fault)
{
    ApiCall *call = (ApiCall *)job;
    size_t length = strlen(call->password);

    (void)store;
    (void)fault;
    /* Skip the hash if the client has disconnected. */
    if (atomic_load(&call->request->is_gone))
        return STORE_AWAY;
    if (call->route->password == PASSWORD_VERIFY && call->other.password[0] != '\0') {
        call->is_verified =
            crypto_pwhash_str_verify(call->other.password, call->password, length) == 0;
        return STORE_OK;
    }
    int is_hashed = crypto_pwhash_str(call->hash, call->password, length,
                                      crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                      crypto_pwhash_MEMLIMIT_INTERACTIVE)
                    == 0;
    return is_hashed ? STORE_OK : STORE_NO_MEMORY;
}

/* `key` is its room for the name. */
static Attempt attempt_of(const ApiCall *call, char key[STORE_NAME_MAX + 1])
{
    if (call->route->password != PASSWORD_VERIFY)
        return (Attempt){ .address = call->request->address };
    name_key(call->name[0] != '\0' ? call->name : call->other.name, key,
             STORE_NAME_MAX + 1);
    return (Attempt){ .name = key,
                      .address = call->request->address,
                      .has_session = call->has_you && call->you.id == call->other.id };
}

static void verified(ApiCall *call)
{
    char key[STORE_NAME_MAX + 1];
    const Attempt attempt = attempt_of(call, key);

    if (call->is_verified) {
        passwords_were_right(call->core, &attempt);
        return;
    }
    passwords_were_wrong(call->core, &attempt);
    security_event(call->core, "wrong-password", call->request->address, call->other.code);
    api_refuse(call, ERROR_WRONG_PASSWORD);
}

static void password_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    if (job->status != STORE_OK)
        api_refuse(call, ERROR_NOT_STORED);
    else if (call->route->password == PASSWORD_VERIFY)
        verified(call);
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

static void store_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    if (job->status == STORE_NOT_FOUND)
        api_refuse(call, ERROR_NO_SUCH_THING);
    else if (job->status != STORE_OK)
        api_refuse(call, ERROR_NOT_STORED);
    if (!call->is_refused && call->route->password == PASSWORD_VERIFY && !call->is_verified)
        use_password(call);
    else
        answer(call);
}

static void run_in_store(ApiCall *call)
{
    call->job = (Job){ .run = store_run,
                       .done = store_done,
                       .only_reads = call->route->method == METHOD_GET };
    core_submit(call->core, &call->job);
}

static void next_step(ApiCall *call)
{
    if (call->route->password == PASSWORD_HASH)
        use_password(call);
    else
        run_in_store(call);
}

/* ------------------------------------------------------------------------- */
/* The session and its limits                                                */
/* ------------------------------------------------------------------------- */

/* Rate limit; without a session by address alone. 0: refused. */
static int is_within_limits(ApiCall *call)
{
    Core *core = call->core;
    Person *person = call->has_you ? person_find(core, call->you.id) : NULL;
    Address *address = address_get(core, call->request->address);
    int wait = 0;

    if (person == NULL && call->has_you)
        person = person_get(core, &call->you);
    if (person != NULL)
        wait = limit_take(core, NULL, &person->quota, RATE_REQUESTS);
    if (wait == 0 && call->route->counts_as_entry)
        wait =
            limit_take(core, address, person == NULL ? NULL : &person->quota, RATE_ENTRIES);
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
    else if (call->route->needs_session && !call->has_you)
        api_refuse(call, ERROR_NOT_SIGNED_IN);
    else
        is_within_limits(call);
    if (call->is_refused)
        answer(call);
    else
        next_step(call);
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
        next_step(call);
    } else {
        answer(call);
    }
}

/* ------------------------------------------------------------------------- */
/* Routing                                                                   */
/* ------------------------------------------------------------------------- */

/* Does the path match? CODE of the pattern is copied to `code`. */
static int path_fits(const char *pattern, const char *path, char *code)
{
    while (*pattern != '\0') {
        if (strncmp(pattern, "CODE", 4) == 0) {
            size_t length = strcspn(path, "/");
            if (length != TABLE_CODE_LENGTH)
                return 0;
            memcpy(code, path, length);
            code[length] = '\0';
            pattern += 4;
            path += length;
        } else if (*pattern++ != *path++) {
            return 0;
        }
    }
    return *path == '\0';
}

static const Route *find_in(const Route *routes, const Request *request, char *code)
{
    for (; routes->form.name != NULL; routes++) {
        if (routes->method == request->method
            && path_fits(routes->form.name, request->path + sizeof PREFIX - 1, code))
            return routes;
    }
    return NULL;
}

static const Route *find_route(const Request *request, char *code)
{
    if (strncmp(request->path, PREFIX, sizeof PREFIX - 1) != 0)
        return NULL;
    const Route *found = find_in(ACCOUNT_ROUTES, request, code);
    return found != NULL ? found : find_in(LOBBY_ROUTES, request, code);
}

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
    int is_empty = body->length == 0;
    Json *json = json_read(is_empty ? "{}" : body->bytes, is_empty ? 2 : body->length,
                           "This is not JSON", &call->error.fault);

    call->is_refused = json == NULL || !read_json(call, json);
    json_free(json);
    return !call->is_refused;
}

static void begin(ApiCall *call)
{
    if (call->route->needs_session && call->request->token[0] == '\0')
        api_refuse(call, ERROR_NOT_SIGNED_IN);
    if (call->is_refused || !read_body(call))
        answer(call);
    else if (call->route->at_once != NULL && call->route->at_once(call))
        answer(call);
    else
        find_session(call);
}

void core_request(Core *core, Request *request)
{
    char code[STORE_CODE_MAX + 1] = "";
    const Route *route = find_route(request, code);

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
    } else if (request->is_from_elsewhere) {
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
        call->route = route;
        call->now = core->now;
        call->expiry_time = core_expiry_time(core);
        memcpy(call->code, code, sizeof call->code);
        begin(call);
    }
}
