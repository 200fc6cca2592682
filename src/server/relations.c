/* relations.c: HTTP requests between people: search, follow, block, report; and whom the
 * people in memory block. */
#include "server/relations.h"

#include "edge/query.h"
#include "server/api.h"
#include "server/names.h"
#include "server/nodes.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

enum { FOUND_MAX = 20, RELATED_MAX = 200, CODES_MAX = RELATED_MAX * (1 + PROGRAMS_MAX) };

/* ------------------------------------------------------------------------- */
/* In memory                                                                 */
/* ------------------------------------------------------------------------- */

StoreStatus blocked_read(Blocked *blocked, Store *store, StoreId user, Fault *fault)
{
    StoreCode *codes = malloc(CODES_MAX * sizeof *codes);
    StoreStatus status = codes == NULL ? STORE_NO_MEMORY
                                       : store_blocked_codes(store, user, codes, CODES_MAX,
                                                             &blocked->count, fault);
    int count = status == STORE_OK ? blocked->count : 0;

    free(blocked->codes);
    blocked->codes = count == 0 ? NULL : malloc((size_t)count * sizeof *codes);
    blocked->count = blocked->codes == NULL ? 0 : count;
    if (blocked->count > 0)
        memcpy(blocked->codes, codes, (size_t)count * sizeof *codes);
    free(codes);
    return status == STORE_OK && blocked->count < count ? STORE_NO_MEMORY : status;
}

void blocked_set(Person *person, Blocked *blocked)
{
    if (person == NULL) {
        free(blocked->codes);
    } else {
        free(person->blocked);
        person->blocked = blocked->codes;
        person->blocked_count = blocked->count;
    }
    *blocked = (Blocked){ .codes = NULL };
}

int person_blocks(const Person *person, const char *code)
{
    int count = person == NULL || code[0] == '\0' ? 0 : person->blocked_count;

    for (int i = 0; i < count; i++) {
        if (strcmp(person->blocked[i].text, code) == 0)
            return 1;
    }
    return 0;
}

typedef struct Asking {
    Job job;
    Core *core;
    StoreId user;
    Blocked blocked;
} Asking;

static StoreStatus asking_run(Job *job, Store *store, Fault *fault)
{
    Asking *asking = (Asking *)job;

    return blocked_read(&asking->blocked, store, asking->user, fault);
}

static void asking_done(Job *job)
{
    Asking *asking = (Asking *)job;

    blocked_set(job->status == STORE_OK ? person_find(asking->core, asking->user) : NULL,
                &asking->blocked);
    free(asking);
}

void blocked_ask(Core *core, StoreId user)
{
    Asking *asking = person_find(core, user) == NULL ? NULL : calloc(1, sizeof *asking);

    if (asking == NULL)
        return;
    asking->job = (Job){ .run = asking_run, .done = asking_done, .only_reads = 1 };
    asking->core = core;
    asking->user = user;
    core_submit(core, &asking->job);
}

void relations_free(ApiCall *call)
{
    free(call->report);
    blocked_set(NULL, &call->blocked);
}

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static void put_others(JsonOut *out, const StoreOther *others, int count)
{
    json_put_list(out, "people");
    for (int i = 0; i < count; i++) {
        json_open_object(out);
        json_put_name(out, "user", others[i].code);
        json_put_text(out, "name", others[i].name);
        if (others[i].table[0] != '\0')
            json_put_name(out, "table", others[i].table);
        json_close_object(out);
    }
    json_close_list(out);
}

static int read_search(ApiCall *call, const Json *body)
{
    (void)body;
    return (query_value(call->request->query, "find", call->name, sizeof call->name)
            && call->name[0] != '\0')
           || fault_set(&call->error.fault, "%s is missing.", "find");
}

static StoreStatus format_search(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    char key[STORE_NAME_MAX + 1] = "";
    StoreOther found[FOUND_MAX];
    int count = 0;

    name_key(call->name, key);
    StoreStatus status = key[0] == '\0' ? STORE_OK
                                        : store_search(store, key, call->you.id, found,
                                                       FOUND_MAX, &count, fault);
    put_others(out, found, count);
    return status;
}

static StoreStatus format_related(ApiCall *call, Store *store, Relation relation,
                                  JsonOut *out, Fault *fault)
{
    StoreOther *others = malloc(RELATED_MAX * sizeof *others);
    int count = 0;
    StoreStatus status = others == NULL ? STORE_NO_MEMORY
                                        : store_related(store, relation, call->you.id,
                                                        others, RELATED_MAX, &count, fault);

    put_others(out, others, count);
    free(others);
    return status;
}

static StoreStatus format_followed(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    return format_related(call, store, RELATION_FOLLOW, out, fault);
}

static StoreStatus format_blocked(ApiCall *call, Store *store, JsonOut *out, Fault *fault)
{
    return format_related(call, store, RELATION_BLOCK, out, fault);
}

/* ------------------------------------------------------------------------- */
/* Changes                                                                   */
/* ------------------------------------------------------------------------- */

/* A kept name, or the code of a user; and whether it is so from now on. */
static int read_change(ApiCall *call, const Json *body, const char *key)
{
    Fault *fault = &call->error.fault;
    const Json *is_so = NULL, *user = NULL, *name = NULL;

    if (!strict_get_if(body, key, JSON_IS_FLAG, &is_so, fault)
        || !strict_get_if(body, "user", JSON_IS_TEXT, &user, fault)
        || !strict_get_if(body, "name", JSON_IS_TEXT, &name, fault))
        return 0;
    if (is_so == NULL)
        return fault_set(fault, "%s is missing.", key);
    if ((user == NULL) == (name == NULL))
        return fault_set(fault, "%s is missing.", "name");
    call->count = is_so->number != 0;
    if (name != NULL)
        return account_read_login_name(call, body);
    if (user->length > STORE_CODE_MAX)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->code, user->text, user->length + 1);
    return 1;
}

static int read_follow(ApiCall *call, const Json *body)
{
    return read_change(call, body, "follow");
}

static int read_block(ApiCall *call, const Json *body)
{
    return read_change(call, body, "block");
}

/* Are there as many as there may be? */
static StoreStatus is_full(ApiCall *call, Store *store, Relation relation, int *full,
                           Fault *fault)
{
    StoreOther *others = malloc(RELATED_MAX * sizeof *others);
    int count = 0;
    StoreStatus status = others == NULL ? STORE_NO_MEMORY
                                        : store_related(store, relation, call->you.id,
                                                        others, RELATED_MAX, &count, fault);

    *full = count == RELATED_MAX;
    free(others);
    return status;
}

static StoreStatus change_store(ApiCall *call, Store *store, Relation relation,
                                Fault *fault)
{
    int full = 0;
    StoreStatus status = call->code[0] == '\0'
                             ? account_find(call, store, fault)
                             : store_user_by_code(store, call->code, &call->other, fault);

    if (status == STORE_NOT_FOUND
        || (status == STORE_OK
            && (call->other.deleted != 0 || call->other.kind == USER_PROGRAM)))
        return api_refuse_in_store(call, ERROR_NO_SUCH_THING);
    if (status == STORE_OK && call->other.id == call->you.id)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    if (status == STORE_OK && call->count)
        status = is_full(call, store, relation, &full, fault);
    if (status != STORE_OK)
        return status;
    return full ? api_refuse_in_store(call, ERROR_TOO_MANY)
                : store_relate(store, relation, call->you.id, call->other.id, call->count,
                               fault);
}

static StoreStatus follow_store(ApiCall *call, Store *store, Fault *fault)
{
    return change_store(call, store, RELATION_FOLLOW, fault);
}

static StoreStatus block_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = change_store(call, store, RELATION_BLOCK, fault);

    if (status != STORE_OK || call->is_refused)
        return status;
    status = blocked_read(&call->blocked, store, call->you.id, fault);
    return status == STORE_OK
               ? node_notify_user(call->core, store, 'u', call->you.id, fault)
               : status;
}

/* A greeting or question under way may have read the list before this change. */
static void block_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    sessions_recheck(call->core, call->you.id);
    blocked_ask(call->core, call->you.id);
    blocked_set(person_find(call->core, call->you.id), &call->blocked);
}

const Route RELATION_ROUTES[] = {
    ROUTE_POST("/report", "name table k seat why", CALLER_PERSON, .counts_as_entry = 1,
               .read = report_read, .store = report_store),
    ROUTE_GET("/people", CALLER_ANY, .query = "find", .read = read_search,
              .format = format_search),
    ROUTE_GET("/follow", CALLER_PERSON, .format = format_followed),
    ROUTE_POST("/follow", "name user follow", CALLER_PERSON, .counts_as_entry = 1,
               .read = read_follow, .store = follow_store),
    ROUTE_GET("/block", CALLER_PERSON, .format = format_blocked),
    ROUTE_POST("/block", "name user block", CALLER_PERSON, .counts_as_entry = 1,
               .read = read_block, .store = block_store, .answer = block_answer),
    { .form.name = NULL },
};
