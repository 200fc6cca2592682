/* programs.c: HTTP requests about the programs of a person: list, create, delete, a new
 * token. */
#include "server/api.h"

#include "server/names.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

StoreStatus api_list_programs(ApiCall *call, Store *store, Fault *fault)
{
    if (call->users == NULL)
        call->users = malloc(PROGRAMS_MAX * sizeof *call->users);
    if (call->users == NULL)
        return STORE_NO_MEMORY;
    return store_programs(store, call->you.id, call->users, PROGRAMS_MAX, &call->count,
                          fault);
}

static StoreStatus program_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = api_list_programs(call, store, fault);

    if (status != STORE_OK)
        return status;
    if (call->count == PROGRAMS_MAX)
        return api_refuse_in_store(call, ERROR_TOO_MANY);
    /* It could speak for the person. */
    if (call->you.muted > call->now)
        return api_refuse_in_store(call, ERROR_MUTED);
    call->other = account_new(call, USER_PROGRAM);
    call->other.owner = call->you.id;
    return account_register(call, store, fault);
}

static void programs_answer(ApiCall *call, JsonOut *out)
{
    json_put_list(out, "programs");
    for (int i = 0; i < call->count; i++)
        you_format(out, &call->users[i]);
    json_close_list(out);
}

static int read_program(ApiCall *call, const Json *body)
{
    const Json *user = strict_text(body, "user", &call->error.fault);

    if (user == NULL)
        return 0;
    if (user->length > STORE_CODE_MAX)
        return error_set(&call->error, ERROR_NO_SUCH_THING);
    memcpy(call->code, user->text, user->length + 1);
    return 1;
}

static StoreStatus find_program(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = store_user_by_code(store, call->code, &call->other, fault);

    if (status != STORE_OK)
        return status;
    return call->other.owner != call->you.id || call->other.deleted != 0 ? STORE_NOT_FOUND
                                                                         : STORE_OK;
}

static StoreStatus program_delete(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = find_program(call, store, fault);

    return status == STORE_OK ? account_delete(call, store, call->other.id, fault) : status;
}

static void program_deleted(ApiCall *call, JsonOut *out)
{
    (void)out;
    account_forget(call, &call->other);
}

static StoreStatus token_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = find_program(call, store, fault);

    if (status == STORE_OK)
        status = sessions_end(call->core, store, call->other.id, END_OTHERS, "", fault);
    return status == STORE_OK ? api_give_token(call, store, fault) : status;
}

static void token_answer(ApiCall *call, JsonOut *out)
{
    sessions_hang_up(call->core, call->other.id, END_OTHERS, "");
    account_answer_token(call, out);
}

const Route PROGRAM_ROUTES[] = {
    ROUTE_GET("/programs", CALLER_SIGNED_IN, .store = api_list_programs,
              .answer = programs_answer),
    ROUTE_POST("/programs", "name", CALLER_PERSON, .event = "program-created",
               .counts_as_entry = 1, .read = account_read_name, .store = program_store,
               .answer = account_answer_token),
    ROUTE_POST("/programs/delete", "user", CALLER_PERSON, .event = "program-deleted",
               .read = read_program, .store = program_delete, .answer = program_deleted),
    ROUTE_POST("/programs/token", "user", CALLER_PERSON, .event = "program-token",
               .counts_as_entry = 1, .read = read_program, .store = token_store,
               .answer = token_answer),
    { .form.name = NULL },
};
