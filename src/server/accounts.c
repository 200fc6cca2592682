/* accounts.c: who people are: guests, kept names, programs. */
#include "server/visit.h"

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

static int read_name(Visit *visit, const Json *body)
{
    const Json *name = strict_text(body, "name", &visit->error.fault);

    if (name == NULL)
        return 0;
    if (!name_is_sound(name->text, name->length))
        return fault_set(&visit->error.fault,
                         "name must have 1 to 32 characters that show, and "
                         "no space at either end.");
    memcpy(visit->name, name->text, name->length + 1);
    return 1;
}

static int read_password(Visit *visit, const Json *body)
{
    const Json *password = strict_text(body, "password", &visit->error.fault);

    if (password == NULL)
        return 0;
    if (password->length < PASSWORD_LEAST || password->length > PASSWORD_MOST)
        return fault_set(&visit->error.fault, "password must have %d to %d bytes.",
                         PASSWORD_LEAST, PASSWORD_MOST);
    memcpy(visit->password, password->text, password->length + 1);
    return 1;
}

static int read_name_and_password(Visit *visit, const Json *body)
{
    return read_name(visit, body) && read_password(visit, body);
}

/* ------------------------------------------------------------------------- */
/* Coming in                                                                 */
/* ------------------------------------------------------------------------- */

static void user_code_make(char *code)
{
    code[0] = 'u';
    code_make(code + 1, USER_CODE_LENGTH);
}

static StoreUser new_user(const Visit *visit, UserKind kind)
{
    StoreUser user = { .kind = kind, .created = visit->now };

    user_code_make(user.code);
    memcpy(user.name, visit->name, sizeof user.name);
    name_key(user.name, user.key, sizeof user.key);
    return user;
}

/* The user of visit->other gets a session with a new token. */
static StoreStatus give_token(Visit *visit, Store *store, Fault *fault)
{
    session_token_make(visit->token);
    return session_add(store, visit->other.id, visit->token, visit->now, fault);
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

/* visit->other comes in for the first time. */
static StoreStatus add_user(Visit *visit, Store *store, Fault *fault)
{
    StoreStatus status = check_name(store, &visit->other, fault);

    if (status == STORE_OK)
        status = store_user_add(store, &visit->other, fault);
    if (status == STORE_TAKEN)
        return visit_refuse_in_store(visit, ERROR_NAME_TAKEN);
    return status == STORE_OK ? give_token(visit, store, fault) : status;
}

static StoreStatus guest_store(Visit *visit, Store *store, Fault *fault)
{
    visit->other = new_user(visit, USER_GUEST);
    return add_user(visit, store, fault);
}

static void token_answer(Visit *visit, JsonOut *out)
{
    json_key(out, "you");
    you_write(out, &visit->other);
    json_put_name(out, "token", visit->token);
}

static void come_in(Visit *visit, JsonOut *out)
{
    visit_set_cookie(visit, visit->token);
    token_answer(visit, out);
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
                table->is_presence_stale = 1;
                if (table->cache != CACHE_READY)
                    table_read(table);
            }
            if (user->deleted != 0 && (seat != NOBODY || table->stale != STALE_NOT))
                table_attend(table);
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

static void you_answer(Visit *visit, JsonOut *out)
{
    user_has_changed(visit->core, &visit->you);
    json_key(out, "you");
    you_write(out, &visit->you);
}

static StoreStatus change_you(Visit *visit, Store *store, Fault *fault)
{
    StoreStatus status = check_name(store, &visit->you, fault);

    if (status == STORE_OK)
        status = store_user_set(store, &visit->you, fault);
    if (status == STORE_OK)
        return node_notify_user(visit->core, store, 'u', visit->you.id, fault);
    return status == STORE_TAKEN ? visit_refuse_in_store(visit, ERROR_NAME_TAKEN) : status;
}

static void keep_answer(Visit *visit, JsonOut *out)
{
    passwords_know(visit->core, visit->you.key, visit->request->address);
    session_hang_up_others(visit->core, visit->you.id, visit->request->token);
    you_answer(visit, out);
}

/* A new password ends all other sessions: a stolen one becomes useless. */
static StoreStatus end_other_sessions(Visit *visit, Store *store, Fault *fault)
{
    StoreStatus status = store_sessions_drop_of(store, visit->you.id, fault);

    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    return session_add(store, visit->you.id, visit->request->token, visit->now, fault);
}

static StoreStatus keep_store(Visit *visit, Store *store, Fault *fault)
{
    int was_kept = visit->you.kind == USER_KEPT;
    StoreStatus status;

    if (visit->you.kind == USER_PROGRAM)
        return visit_refuse_in_store(visit, ERROR_NOT_ALLOWED);
    visit->you.kind = USER_KEPT;
    memcpy(visit->you.name, visit->name, sizeof visit->you.name);
    name_key(visit->you.name, visit->you.key, sizeof visit->you.key);
    memcpy(visit->you.password, visit->hash, sizeof visit->you.password);
    status = change_you(visit, store, fault);
    if (status != STORE_OK || visit->is_refused || !was_kept)
        return status;
    return end_other_sessions(visit, store, fault);
}

static StoreStatus rename_store(Visit *visit, Store *store, Fault *fault)
{
    memcpy(visit->you.name, visit->name, sizeof visit->you.name);
    name_key(visit->you.name, visit->you.key, sizeof visit->you.key);
    return change_you(visit, store, fault);
}

static StoreStatus login_look(Visit *visit, Store *store, Fault *fault)
{
    char key[STORE_NAME_MAX + 1];

    name_key(visit->name, key, sizeof key);
    visit->other = (StoreUser){ 0 };
    StoreStatus status = store_user_by_key(store, key, &visit->other, fault);
    if (status != STORE_NOT_FOUND)
        return status;
    visit->other.password[0] =
        '\0'; /* unknown name: hash anyway, so that the time does not reveal it */
    return STORE_OK;
}

static StoreStatus login_store(Visit *visit, Store *store, Fault *fault)
{
    return give_token(visit, store, fault);
}

/* ------------------------------------------------------------------------- */
/* Going away                                                                */
/* ------------------------------------------------------------------------- */

static StoreStatus logout_store(Visit *visit, Store *store, Fault *fault)
{
    uint8_t hash[STORE_HASH_BYTES];

    session_hash(visit->request->token, hash);
    StoreStatus status = store_session_drop(store, hash, fault);
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static void logout_answer(Visit *visit, JsonOut *out)
{
    (void)out;
    if (visit->has_you)
        session_hang_up(visit->core, visit->you.id, visit->request->token);
    visit_set_cookie(visit, "");
}

static int read_delete(Visit *visit, const Json *body)
{
    if (json_get(body, "password") != NULL)
        return read_password(visit, body);
    visit->is_verified = 1; /* unless there is one, which delete_store sees */
    return 1;
}

static StoreStatus delete_look(Visit *visit, Store *store, Fault *fault)
{
    (void)store;
    (void)fault;
    visit->other = visit->you;
    return STORE_OK;
}

/* As many as one may host. */
enum { TABLES_LEFT_MAX = 200 };

/* Where they sit, and what they host. */
static StoreStatus find_seats(Visit *visit, Store *store, StoreId user, Fault *fault)
{
    StoreCursor cursor = { 0 };

    if (visit->tables == NULL)
        visit->tables = malloc(TABLES_LEFT_MAX * sizeof *visit->tables);
    if (visit->tables == NULL)
        return STORE_NO_MEMORY;
    return store_list(store, LIST_MINE, user, &cursor, visit->tables, TABLES_LEFT_MAX,
                      &visit->count, fault);
}

static StoreStatus delete_user(Visit *visit, Store *store, StoreId user, Fault *fault)
{
    StoreStatus status = find_seats(visit, store, user, fault);

    if (status == STORE_OK)
        status = store_user_delete(store, user, visit->now, fault);
    return status == STORE_OK ? node_notify_user(visit->core, store, 'u', user, fault)
                              : status;
}

static StoreStatus delete_store(Visit *visit, Store *store, Fault *fault)
{
    if (visit->you.kind == USER_KEPT && visit->password[0] == '\0')
        return visit_refuse_in_store(visit, ERROR_WRONG_PASSWORD);
    return delete_user(visit, store, visit->you.id, fault);
}

/* The name goes, the connections end. Where a game is played a bot goes on in the seat;
 * before that the seat is open again, and without its host a table is closed. */
static void forget_user(Visit *visit, StoreUser *user)
{
    user->name[0] = '\0';
    user->deleted = visit->now;
    user_has_changed(visit->core, user);
    for (int i = 0; i < visit->count; i++) {
        const StoreTable *left = &visit->tables[i];
        Table *table = table_get(visit->core, left->code);
        if (table != NULL && left->host == user->id)
            table->stale = STALE_WITHOUT_HOST;
        table_wake(visit->core, left->code);
    }
}

static void delete_answer(Visit *visit, JsonOut *out)
{
    forget_user(visit, &visit->you);
    logout_answer(visit, out);
}

/* ------------------------------------------------------------------------- */
/* Programs                                                                  */
/* ------------------------------------------------------------------------- */

static StoreStatus list_programs(Visit *visit, Store *store, Fault *fault)
{
    if (visit->users == NULL)
        visit->users = malloc(PROGRAMS_MAX * sizeof *visit->users);
    if (visit->users == NULL)
        return STORE_NO_MEMORY;
    return store_programs(store, visit->you.id, visit->users, PROGRAMS_MAX, &visit->count,
                          fault);
}

static StoreStatus program_store(Visit *visit, Store *store, Fault *fault)
{
    StoreStatus status = list_programs(visit, store, fault);

    if (status != STORE_OK)
        return status;
    if (visit->count == PROGRAMS_MAX)
        return visit_refuse_in_store(visit, ERROR_TOO_MANY);
    if (visit->you.kind == USER_PROGRAM)
        return visit_refuse_in_store(visit, ERROR_NOT_ALLOWED);
    visit->other = new_user(visit, USER_PROGRAM);
    visit->other.owner = visit->you.id;
    return add_user(visit, store, fault);
}

static void programs_answer(Visit *visit, JsonOut *out)
{
    json_key(out, "programs");
    json_open_list(out);
    for (int i = 0; i < visit->count; i++)
        you_write(out, &visit->users[i]);
    json_close_list(out);
}

static int read_program(Visit *visit, const Json *body)
{
    const Json *user = strict_text(body, "user", &visit->error.fault);

    if (user == NULL)
        return 0;
    if (user->length > STORE_CODE_MAX)
        return error_set(&visit->error, ERROR_NO_SUCH_THING);
    memcpy(visit->code, user->text, user->length + 1);
    return 1;
}

static StoreStatus program_delete(Visit *visit, Store *store, Fault *fault)
{
    StoreStatus status = store_user_by_code(store, visit->code, &visit->other, fault);

    if (status != STORE_OK)
        return status;
    if (visit->other.owner != visit->you.id || visit->other.deleted != 0)
        return STORE_NOT_FOUND;
    return delete_user(visit, store, visit->other.id, fault);
}

static void program_deleted(Visit *visit, JsonOut *out)
{
    (void)out;
    forget_user(visit, &visit->other);
}

/* ------------------------------------------------------------------------- */
/* The routes                                                                */
/* ------------------------------------------------------------------------- */

static void hello_answer(Visit *visit, JsonOut *out)
{
    json_put_number(out, "protocol", 1);
    json_put_name(out, "server", visit->core->config.version);
    json_key(out, "you");
    you_write(out, visit->has_you ? &visit->you : NULL);
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
