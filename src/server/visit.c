/* visit.c: requests to /api/1/…: routing by method and path, and their steps. */
#include "server/visit.h"

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

int visit_refuse(Visit *visit, ErrorCode error)
{
    visit->is_refused = 1;
    return error_set(&visit->error, error);
}

int visit_refuse_for(Visit *visit, ErrorCode error, int seconds)
{
    visit->retry_after = seconds;
    return visit_refuse(visit, error);
}

StoreStatus visit_refuse_in_store(Visit *visit, ErrorCode error)
{
    visit_refuse(visit, error);
    return STORE_OK;
}

void visit_set_cookie(Visit *visit, const char *token)
{
    const long long most = 400LL * 24 * 3600;

    snprintf(visit->request->cookie, COOKIE_MAX,
             "rh_session=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%lld%s", token,
             token[0] == '\0' ? 0 : most, visit->core->config.is_secure ? "; Secure" : "");
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
    core->config.border->answered(request->link);
}

static void visit_free(Visit *visit)
{
    sodium_memzero(visit->password, sizeof visit->password);
    text_free(&visit->save);
    free(visit->users);
    free(visit->tables);
    free(visit);
}

static void write_answer(Visit *visit)
{
    Request *request = visit->request;
    JsonOut out = { .text = &request->answer };

    if (visit->is_refused) {
        request->retry_after = visit->retry_after;
        request_refuse(request, &visit->error);
        return;
    }
    request->status = 200;
    request->mime = "application/json";
    json_open_object(&out);
    if (visit->route->answer != NULL)
        visit->route->answer(visit, &out);
    json_close_object(&out);
    if (visit->save.length > 0) { /* this one is no JSON */
        text_clear(&request->answer);
        text_append(&request->answer, visit->save.bytes, visit->save.length);
        request->mime = "text/plain; charset=utf-8";
    }
}

static void answer(Visit *visit)
{
    Request *request = visit->request;
    const Border *border = visit->core->config.border;

    write_answer(visit);
    if (request->answer.has_failed)
        request->status = 503;
    if (visit->route->event != NULL && !visit->is_refused)
        security_event(visit->core, visit->route->event, request->address,
                       visit->other.code[0] != '\0' ? visit->other.code : visit->you.code);
    visit_free(visit);
    border->answered(request->link);
}

/* ------------------------------------------------------------------------- */
/* Steps                                                                     */
/* ------------------------------------------------------------------------- */

static void go_to_store(Visit *visit);

static StoreStatus find_you(Visit *visit, Store *store, Fault *fault)
{
    const char *token = visit->request->token;

    visit->has_you = 0;
    if (token[0] == '\0')
        return STORE_NOT_FOUND;
    StoreStatus status =
        session_find(store, token, visit->expiry_time, &visit->you, &visit->seen, fault);
    visit->has_you = status == STORE_OK;
    return status;
}

static StoreStatus store_run(Job *job, Store *store, Fault *fault)
{
    Visit *visit = (Visit *)job;
    const Route *route = visit->route;
    /* What is changed is read again in the same batch. */
    int is_fresh = visit->knows_you && route->method == METHOD_GET;
    StoreStatus status = is_fresh ? STORE_OK : find_you(visit, store, fault);

    visit->is_refused = 0;
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    if (route->needs_session && !visit->has_you)
        return visit_refuse_in_store(visit, ERROR_NOT_SIGNED_IN);
    if (visit->has_you && route->method == METHOD_POST) {
        status =
            session_note_seen(store, visit->request->token, visit->seen, visit->now, fault);
        if (status != STORE_OK && status != STORE_NOT_FOUND)
            return status;
    }
    if (route->password == PASSWORD_VERIFY && !visit->is_verified)
        return route->look(visit, store, fault);
    return route->store == NULL ? STORE_OK : route->store(visit, store, fault);
}

/* Takes the same time for an unknown name as for a wrong password. */
static StoreStatus password_run(Job *job, Store *store, Fault *fault)
{
    Visit *visit = (Visit *)job;
    size_t length = strlen(visit->password);

    (void)store;
    (void)fault;
    /* Skip the hash if the client has disconnected. */
    if (atomic_load(&visit->request->is_gone))
        return STORE_AWAY;
    if (visit->route->password == PASSWORD_VERIFY && visit->other.password[0] != '\0') {
        visit->is_verified =
            crypto_pwhash_str_verify(visit->other.password, visit->password, length) == 0;
        return STORE_OK;
    }
    int is_hashed = crypto_pwhash_str(visit->hash, visit->password, length,
                                      crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                      crypto_pwhash_MEMLIMIT_INTERACTIVE)
                    == 0;
    return is_hashed ? STORE_OK : STORE_NO_MEMORY;
}

/* `key` is its room for the name. */
static Attempt attempt_of(const Visit *visit, char key[STORE_NAME_MAX + 1])
{
    if (visit->route->password != PASSWORD_VERIFY)
        return (Attempt){ .address = visit->request->address };
    name_key(visit->name[0] != '\0' ? visit->name : visit->other.name, key,
             STORE_NAME_MAX + 1);
    return (Attempt){ .name = key,
                      .address = visit->request->address,
                      .has_session = visit->has_you && visit->you.id == visit->other.id };
}

static void verified(Visit *visit)
{
    char key[STORE_NAME_MAX + 1];
    const Attempt attempt = attempt_of(visit, key);

    if (visit->is_verified) {
        passwords_were_right(visit->core, &attempt);
        return;
    }
    passwords_were_wrong(visit->core, &attempt);
    security_event(visit->core, "wrong-password", visit->request->address,
                   visit->other.code);
    visit_refuse(visit, ERROR_WRONG_PASSWORD);
}

static void password_done(Job *job)
{
    Visit *visit = (Visit *)job;

    visit->core->jobs--;
    if (job->status != STORE_OK)
        visit_refuse(visit, ERROR_NOT_STORED);
    else if (visit->route->password == PASSWORD_VERIFY)
        verified(visit);
    if (visit->is_refused)
        answer(visit);
    else
        go_to_store(visit);
}

/* Is there room in the queue, and may this password be tried? 0: refused. */
static int may_use_workers(Visit *visit, const Attempt *attempt)
{
    Core *core = visit->core;
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
    return visit_refuse_for(visit, error, seconds);
}

static void go_to_workers(Visit *visit)
{
    char key[STORE_NAME_MAX + 1];
    const Attempt attempt = attempt_of(visit, key);

    if (!may_use_workers(visit, &attempt)) {
        answer(visit);
        return;
    }
    visit->job = (Job){ .run = password_run, .done = password_done };
    visit->core->jobs++;
    passwords_submit(visit->core, &visit->job, &attempt);
}

static void store_done(Job *job)
{
    Visit *visit = (Visit *)job;

    core_job_done(visit->core);
    if (job->status == STORE_NOT_FOUND)
        visit_refuse(visit, ERROR_NO_SUCH_THING);
    else if (job->status != STORE_OK)
        visit_refuse(visit, ERROR_NOT_STORED);
    if (!visit->is_refused && visit->route->password == PASSWORD_VERIFY
        && !visit->is_verified)
        go_to_workers(visit);
    else
        answer(visit);
}

static void go_to_store(Visit *visit)
{
    visit->job = (Job){ .run = store_run,
                        .done = store_done,
                        .only_reads = visit->route->method == METHOD_GET };
    core_submit(visit->core, &visit->job);
}

static void go_on(Visit *visit)
{
    if (visit->route->password == PASSWORD_HASH)
        go_to_workers(visit);
    else
        go_to_store(visit);
}

/* ------------------------------------------------------------------------- */
/* Who asks                                                                  */
/* ------------------------------------------------------------------------- */

/* Rate limit; without a session by address alone. 0: refused. */
static int may_ask(Visit *visit)
{
    Core *core = visit->core;
    Person *person = visit->has_you ? person_find(core, visit->you.id) : NULL;
    Address *address = address_get(core, visit->request->address);
    int wait = 0;

    if (person == NULL && visit->has_you)
        person = person_get(core, &visit->you);
    if (person != NULL)
        wait = limit_take(core, NULL, &person->quota, RATE_REQUESTS);
    if (wait == 0 && visit->route->counts_as_entry)
        wait =
            limit_take(core, address, person == NULL ? NULL : &person->quota, RATE_ENTRIES);
    return wait == 0 || visit_refuse_for(visit, ERROR_TOO_MANY, wait);
}

static StoreStatus who_run(Job *job, Store *store, Fault *fault)
{
    StoreStatus status = find_you((Visit *)job, store, fault);

    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static void who_done(Job *job)
{
    Visit *visit = (Visit *)job;

    core_job_done(visit->core);
    visit->knows_you = 1;
    if (job->status != STORE_OK)
        visit_refuse(visit, ERROR_NOT_STORED);
    else if (visit->route->needs_session && !visit->has_you)
        visit_refuse(visit, ERROR_NOT_SIGNED_IN);
    else
        may_ask(visit);
    if (visit->is_refused)
        answer(visit);
    else
        go_on(visit);
}

static int has_limits(const Core *core)
{
    const Rate *rates = core->config.limits.person;

    return rates[RATE_REQUESTS].per_second > 0 || rates[RATE_ENTRIES].per_second > 0;
}

static void find_out_who(Visit *visit)
{
    if (visit->request->token[0] != '\0' && has_limits(visit->core)) {
        visit->job = (Job){ .run = who_run, .done = who_done, .only_reads = 1 };
        core_submit(visit->core, &visit->job);
    } else if (may_ask(visit)) {
        go_on(visit);
    } else {
        answer(visit);
    }
}

/* ------------------------------------------------------------------------- */
/* Finding the way                                                           */
/* ------------------------------------------------------------------------- */

/* Does the path fit, and which table does it name? */
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

static int read_json(Visit *visit, const Json *body)
{
    const Route *route = visit->route;

    if (!json_is(body, JSON_IS_OBJECT))
        return fault_set(&visit->error.fault, "The body must be an object.");
    return strict_has_only(body, route->form.keys, "this request", &visit->error.fault)
           && (route->read == NULL || route->read(visit, body));
}

/* The body of a POST: an object, with keys that the route knows; 0: refused. */
static int read_body(Visit *visit)
{
    const Text *body = &visit->request->body;
    int is_empty = body->length == 0;
    Json *json = json_read(is_empty ? "{}" : body->bytes, is_empty ? 2 : body->length,
                           "This is not JSON", &visit->error.fault);

    visit->is_refused = json == NULL || !read_json(visit, json);
    json_free(json);
    return !visit->is_refused;
}

static void begin(Visit *visit)
{
    if (visit->route->needs_session && visit->request->token[0] == '\0')
        visit_refuse(visit, ERROR_NOT_SIGNED_IN);
    if (visit->is_refused || !read_body(visit))
        answer(visit);
    else if (visit->route->at_once != NULL && visit->route->at_once(visit))
        answer(visit);
    else
        find_out_who(visit);
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
        Visit *visit = calloc(1, sizeof *visit);
        if (visit == NULL) {
            refuse_at_once(core, request, ERROR_NOT_STORED, 0);
            return;
        }
        visit->core = core;
        visit->request = request;
        visit->route = route;
        visit->now = core->now;
        visit->expiry_time = core_expiry_time(core);
        memcpy(visit->code, code, sizeof visit->code);
        begin(visit);
    }
}
