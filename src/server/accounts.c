/* accounts.c: who people are: guests, kept names, programs. */
#include "server/api.h"

#include "server/nodes.h"
#include "server/passwords.h"
#include "server/sessions.h"
#include "server/wakes.h"
#include "wire/strict.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static int read_name(ApiCall *call, const Json *body)
{
    const Json *name = strict_text(body, "name", &call->error.fault);

    if (name == NULL)
        return 0;
    if (!name_is_sound(name->text, name->length))
        return fault_set(&call->error.fault,
                         "name must have 1 to 32 characters that show, and "
                         "no space at either end.");
    memcpy(call->name, name->text, name->length + 1);
    return 1;
}

static int read_password(ApiCall *call, const Json *body)
{
    const Json *password = strict_text(body, "password", &call->error.fault);

    if (password == NULL)
        return 0;
    if (password->length < PASSWORD_LEAST || password->length > PASSWORD_MOST)
        return fault_set(&call->error.fault, "password must have %d to %d bytes.",
                         PASSWORD_LEAST, PASSWORD_MOST);
    memcpy(call->password, password->text, password->length + 1);
    return 1;
}

static int read_name_and_password(ApiCall *call, const Json *body)
{
    return read_name(call, body) && read_password(call, body);
}

/* ------------------------------------------------------------------------- */
/* Coming in                                                                 */
/* ------------------------------------------------------------------------- */

static void user_code_make(char *code)
{
    code[0] = 'u';
    code_make(code + 1, USER_CODE_LENGTH);
}

static StoreUser new_user(const ApiCall *call, UserKind kind)
{
    StoreUser user = { .kind = kind, .created = call->now };

    user_code_make(user.code);
    memcpy(user.name, call->name, sizeof user.name);
    name_key(user.name, user.key, sizeof user.key);
    return user;
}

/* The user of call->other gets a session with a new token. */
static StoreStatus give_token(ApiCall *call, Store *store, Fault *fault)
{
    session_token_make(call->token);
    return session_add(store, call->other.id, call->token, call->now, fault);
}

static StoreStatus check_key(Store *store, const StoreUser *user, const char *key,
                             Fault *fault)
{
    StoreUser db_pool;
    StoreStatus status = store_user_by_key(store, key, &db_pool, fault);

    if (status == STORE_NOT_FOUND)
        return STORE_OK;
    return status == STORE_OK && db_pool.id != user->id ? STORE_TAKEN : status;
}

/* A name that another person keeps is refused, also if it differs only in case or in
 * invisible characters: STORE_TAKEN. */
static StoreStatus check_name(Store *store, const StoreUser *user, Fault *fault)
{
    char skeleton[sizeof user->key];
    StoreStatus status = check_key(store, user, user->key, fault);

    name_skeleton(user->name, skeleton, sizeof skeleton);
    if (status != STORE_OK || strcmp(skeleton, user->key) == 0)
        return status;
    return check_key(store, user, skeleton, fault);
}

/* call->other comes in for the first time. */
static StoreStatus add_user(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = check_name(store, &call->other, fault);

    if (status == STORE_OK)
        status = store_user_add(store, &call->other, fault);
    if (status == STORE_TAKEN)
        return api_refuse_in_store(call, ERROR_NAME_TAKEN);
    return status == STORE_OK ? give_token(call, store, fault) : status;
}

static StoreStatus guest_store(ApiCall *call, Store *store, Fault *fault)
{
    call->other = new_user(call, USER_GUEST);
    return add_user(call, store, fault);
}

static void token_answer(ApiCall *call, JsonOut *out)
{
    json_key(out, "you");
    you_write(out, &call->other);
    json_put_name(out, "token", call->token);
}

static void come_in(ApiCall *call, JsonOut *out)
{
    api_set_cookie(call, call->token);
    token_answer(call, out);
}

/* Updates the name in tables that are in memory. A write or a reading on its way has a copy
 * of the row with the old name, so the row is read again afterwards. */
static void change_seats(Core *core, const StoreUser *user)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            int seat = table_seat_of(&table->row, user->id);
            if (user->deleted != 0 && table->row.host == user->id)
                table->stale = STALE_WITHOUT_HOST;
            if (seat != NOBODY) {
                memcpy(table->row.seats[seat].name, user->name, sizeof user->name);
                table->row.seats[seat].kind = user->kind;
                table->presence_changed = 1;
                if (table->cache != CACHE_READY)
                    table_refresh(table);
            }
            if (user->deleted != 0 && (seat != NOBODY || table->stale != STALE_NOT))
                table_run_bots(table);
        }
    }
}

void user_has_changed(Core *core, const StoreUser *user)
{
    Person *person = person_find(core, user->id);

    if (person != NULL)
        person->user = *user;
    change_seats(core, user);
    if (user->deleted == 0)
        return;
    for (Conn *conn = person == NULL ? NULL : person->conns, *next; conn != NULL;
         conn = next) {
        next = conn->next_of_person;
        conn_hang_up(conn);
    }
    persons_delete_programs_of(core, user);
}

static void you_answer(ApiCall *call, JsonOut *out)
{
    user_has_changed(call->core, &call->you);
    json_key(out, "you");
    you_write(out, &call->you);
}

static StoreStatus change_you(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = check_name(store, &call->you, fault);

    if (status == STORE_OK)
        status = store_user_set(store, &call->you, fault);
    if (status == STORE_OK)
        return node_notify_user(call->core, store, 'u', call->you.id, fault);
    return status == STORE_TAKEN ? api_refuse_in_store(call, ERROR_NAME_TAKEN) : status;
}

static void keep_answer(ApiCall *call, JsonOut *out)
{
    passwords_know(call->core, call->you.key, call->request->address);
    session_hang_up_others(call->core, call->you.id, call->request->token);
    you_answer(call, out);
}

/* A new password ends all other sessions: a stolen one becomes useless. */
static StoreStatus end_other_sessions(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = store_sessions_drop_of(store, call->you.id, fault);

    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    return session_add(store, call->you.id, call->request->token, call->now, fault);
}

static StoreStatus keep_store(ApiCall *call, Store *store, Fault *fault)
{
    int was_kept = call->you.kind == USER_KEPT;
    StoreStatus status;

    if (call->you.kind == USER_PROGRAM)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    call->you.kind = USER_KEPT;
    memcpy(call->you.name, call->name, sizeof call->you.name);
    name_key(call->you.name, call->you.key, sizeof call->you.key);
    memcpy(call->you.password, call->hash, sizeof call->you.password);
    status = change_you(call, store, fault);
    if (status != STORE_OK || call->is_refused || !was_kept)
        return status;
    return end_other_sessions(call, store, fault);
}

static StoreStatus rename_store(ApiCall *call, Store *store, Fault *fault)
{
    memcpy(call->you.name, call->name, sizeof call->you.name);
    name_key(call->you.name, call->you.key, sizeof call->you.key);
    return change_you(call, store, fault);
}

static StoreStatus login_look(ApiCall *call, Store *store, Fault *fault)
{
    char key[STORE_NAME_MAX + 1];

    name_key(call->name, key, sizeof key);
    call->other = (StoreUser){ 0 };
    StoreStatus status = store_user_by_key(store, key, &call->other, fault);
    if (status != STORE_NOT_FOUND)
        return status;
    call->other.password[0] =
        '\0'; /* unknown name: hash anyway, so that the time does not reveal it */
    return STORE_OK;
}

static StoreStatus login_store(ApiCall *call, Store *store, Fault *fault)
{
    return give_token(call, store, fault);
}

/* ------------------------------------------------------------------------- */
/* Going away                                                                */
/* ------------------------------------------------------------------------- */

static StoreStatus logout_store(ApiCall *call, Store *store, Fault *fault)
{
    uint8_t hash[STORE_HASH_BYTES];

    session_hash(call->request->token, hash);
    StoreStatus status = store_session_drop(store, hash, fault);
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static void logout_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    if (call->has_you)
        session_hang_up(call->core, call->you.id, call->request->token);
    api_set_cookie(call, "");
}

static int read_delete(ApiCall *call, const Json *body)
{
    if (json_get(body, "password") != NULL)
        return read_password(call, body);
    call->is_verified = 1; /* unless there is one, which delete_store sees */
    return 1;
}

static StoreStatus delete_look(ApiCall *call, Store *store, Fault *fault)
{
    (void)store;
    (void)fault;
    call->other = call->you;
    return STORE_OK;
}

/* As many as one may host. */
enum { TABLES_LEFT_MAX = 200 };

/* Where they sit, and what they host. */
static StoreStatus find_seats(ApiCall *call, Store *store, StoreId user, Fault *fault)
{
    StoreCursor cursor = { 0 };

    if (call->tables == NULL)
        call->tables = malloc(TABLES_LEFT_MAX * sizeof *call->tables);
    if (call->tables == NULL)
        return STORE_NO_MEMORY;
    return store_list(store, LIST_LEFT, user, &cursor, call->tables, TABLES_LEFT_MAX,
                      &call->count, fault);
}

static StoreStatus delete_user(ApiCall *call, Store *store, StoreId user, Fault *fault)
{
    StoreStatus status = find_seats(call, store, user, fault);

    if (status == STORE_OK)
        status = store_user_delete(store, user, call->now, fault);
    return status == STORE_OK ? node_notify_user(call->core, store, 'u', user, fault)
                              : status;
}

static StoreStatus delete_store(ApiCall *call, Store *store, Fault *fault)
{
    if (call->you.kind == USER_KEPT && call->password[0] == '\0')
        return api_refuse_in_store(call, ERROR_WRONG_PASSWORD);
    return delete_user(call, store, call->you.id, fault);
}

/* The name goes, the connections end. Where a game is played a bot goes on in the seat;
 * before that the seat is open again, and without its host a table is closed. */
static void forget_user(ApiCall *call, StoreUser *user)
{
    user->name[0] = '\0';
    user->deleted = call->now;
    user_has_changed(call->core, user);
    for (int i = 0; i < call->count; i++) {
        const StoreTable *left = &call->tables[i];
        Table *table = table_get(call->core, left->code);
        if (table != NULL && left->host == user->id)
            table->stale = STALE_WITHOUT_HOST;
        table_wake(call->core, left->code);
    }
}

static void delete_answer(ApiCall *call, JsonOut *out)
{
    forget_user(call, &call->you);
    logout_answer(call, out);
}

/* ------------------------------------------------------------------------- */
/* Programs                                                                  */
/* ------------------------------------------------------------------------- */

static StoreStatus list_programs(ApiCall *call, Store *store, Fault *fault)
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
    StoreStatus status = list_programs(call, store, fault);

    if (status != STORE_OK)
        return status;
    if (call->count == PROGRAMS_MAX)
        return api_refuse_in_store(call, ERROR_TOO_MANY);
    if (call->you.kind == USER_PROGRAM)
        return api_refuse_in_store(call, ERROR_NOT_ALLOWED);
    call->other = new_user(call, USER_PROGRAM);
    call->other.owner = call->you.id;
    return add_user(call, store, fault);
}

static void programs_answer(ApiCall *call, JsonOut *out)
{
    json_key(out, "programs");
    json_open_list(out);
    for (int i = 0; i < call->count; i++)
        you_write(out, &call->users[i]);
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

static StoreStatus program_delete(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = store_user_by_code(store, call->code, &call->other, fault);

    if (status != STORE_OK)
        return status;
    if (call->other.owner != call->you.id || call->other.deleted != 0)
        return STORE_NOT_FOUND;
    return delete_user(call, store, call->other.id, fault);
}

static void program_deleted(ApiCall *call, JsonOut *out)
{
    (void)out;
    forget_user(call, &call->other);
}

/* ------------------------------------------------------------------------- */
/* The routes                                                                */
/* ------------------------------------------------------------------------- */

static void hello_answer(ApiCall *call, JsonOut *out)
{
    json_put_number(out, "protocol", 1);
    json_put_name(out, "server", call->core->config.version);
    json_key(out, "you");
    you_write(out, call->has_you ? &call->you : NULL);
}

const Route ACCOUNT_ROUTES[] = {
    { { "/hello", "" }, .method = METHOD_GET, .answer = hello_answer },
    { { "/guest", "name" },
      .method = METHOD_POST,
      .event = "guest-created",
      .counts_as_entry = 1,
      .read = read_name,
      .store = guest_store,
      .answer = come_in },
    { { "/keep", "name password" },
      .method = METHOD_POST,
      .event = "password-set",
      .needs_session = 1,
      .counts_as_entry = 1,
      .read = read_name_and_password,
      .password = PASSWORD_HASH,
      .store = keep_store,
      .answer = keep_answer },
    { { "/login", "name password" },
      .method = METHOD_POST,
      .event = "signed-in",
      .counts_as_entry = 1,
      .read = read_name_and_password,
      .password = PASSWORD_VERIFY,
      .look = login_look,
      .store = login_store,
      .answer = come_in },
    { { "/logout", "" },
      .method = METHOD_POST,
      .event = "signed-out",
      .store = logout_store,
      .answer = logout_answer },
    { { "/rename", "name" },
      .method = METHOD_POST,
      .needs_session = 1,
      .counts_as_entry = 1,
      .read = read_name,
      .store = rename_store,
      .answer = you_answer },
    { { "/delete", "password" },
      .method = METHOD_POST,
      .event = "account-deleted",
      .needs_session = 1,
      .counts_as_entry = 1,
      .read = read_delete,
      .password = PASSWORD_VERIFY,
      .look = delete_look,
      .store = delete_store,
      .answer = delete_answer },
    { { "/programs", "" },
      .method = METHOD_GET,
      .needs_session = 1,
      .store = list_programs,
      .answer = programs_answer },
    { { "/programs", "name" },
      .method = METHOD_POST,
      .needs_session = 1,
      .event = "program-created",
      .counts_as_entry = 1,
      .read = read_name,
      .store = program_store,
      .answer = token_answer },
    { { "/programs/delete", "user" },
      .method = METHOD_POST,
      .event = "program-deleted",
      .needs_session = 1,
      .read = read_program,
      .store = program_delete,
      .answer = program_deleted },
    { .form.name = NULL },
};
