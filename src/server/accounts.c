/* accounts.c: who people are: guests and kept names. */
#include "server/api.h"

#include "server/acts.h"
#include "server/admin.h"
#include "server/ceremony.h"
#include "server/characters.h"
#include "server/names.h"
#include "server/nodes.h"
#include "server/passwords.h"
#include "server/sessions.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

int account_read_name(ApiCall *call, const Json *body)
{
    const Json *name = strict_text(body, "name", &call->error.fault);

    if (name == NULL)
        return 0;
    return name_clean(name->text, name->length, call->name)
           || fault_set(&call->error.fault,
                        "name must have 1 to 32 characters that show, and "
                        "no space at either end.");
}

/* As it was typed: a name of an older version may have characters that are not allowed any
 * more. */
int account_read_login_name(ApiCall *call, const Json *body)
{
    const Json *name = strict_text(body, "name", &call->error.fault);

    if (name == NULL)
        return 0;
    if (name->length == 0 || name->length > STORE_NAME_MAX)
        return fault_set(&call->error.fault, "name must have 1 to 32 characters.");
    memcpy(call->name, name->text, name->length + 1);
    return 1;
}

static int is_password_length(size_t length)
{
    return length >= PASSWORD_LEAST && length <= PASSWORD_MOST;
}

static size_t normal_length(const char *typed)
{
    char normal[PASSWORD_NORMAL_MOST + 1];
    size_t length = password_normalize(typed, normal);

    sodium_memzero(normal, sizeof normal);
    return length;
}

/* Older versions limited the bytes as typed, before normalization. */
static int read_password(ApiCall *call, const Json *body, const char *key,
                         char password[PASSWORD_TYPED_MOST + 1])
{
    const Json *text = strict_text(body, key, &call->error.fault);

    if (text == NULL)
        return 0;
    if (text->length > PASSWORD_TYPED_MOST
        || (!is_password_length(text->length)
            && !is_password_length(normal_length(text->text))))
        return fault_set(&call->error.fault, "%s must have %d to %d bytes.", key,
                         PASSWORD_LEAST, PASSWORD_MOST);
    memcpy(password, text->text, text->length + 1);
    return 1;
}

static int read_login(ApiCall *call, const Json *body)
{
    return account_read_login_name(call, body)
           && read_password(call, body, "password", call->password);
}

/* Passwords of older versions may be blank: only new ones are checked. */
int account_read_new_password(ApiCall *call, const Json *body)
{
    return read_password(call, body, "password", call->password)
           && (is_password_length(normal_length(call->password))
               || fault_set(&call->error.fault, "%s must have %d to %d bytes.", "password",
                            PASSWORD_LEAST, PASSWORD_MOST))
           && (text_shows(call->password, strlen(call->password))
               || fault_set(&call->error.fault,
                            "password must have characters that show."));
}

static int read_keep(ApiCall *call, const Json *body)
{
    return account_read_name(call, body) && account_read_new_password(call, body)
           && (json_get(body, "old") == NULL || read_password(call, body, "old", call->old))
           && ceremony_read_confirm(call, body);
}

/* An account without a password, or whose owner forgot it, must be confirmed by a passkey
 * or a recovery code first. */
static StoreStatus check_confirmed(ApiCall *call, Store *store, Fault *fault)
{
    return call->you.password[0] == '\0' || call->is_confirmed
               ? ceremony_must_be_confirmed(call, store, fault)
               : STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* Coming in                                                                 */
/* ------------------------------------------------------------------------- */

static void user_code_make(char *code)
{
    code[0] = 'u';
    code_make(code + 1, USER_CODE_LENGTH);
}

StoreUser account_new(const ApiCall *call, UserKind kind)
{
    StoreUser user = { .kind = kind, .created = call->now };

    user_code_make(user.code);
    name_give(&user, call->name);
    return user;
}

StoreStatus api_give_token(ApiCall *call, Store *store, Fault *fault)
{
    if (call->other.banned > call->now)
        return api_refuse_in_store(call, ERROR_BANNED);
    return session_open(store, &call->other, call->request->agent, call->now,
                        &call->session, call->token, fault);
}

/* A name that looks like one that another person keeps is refused: STORE_TAKEN. */
static StoreStatus check_name(Store *store, const StoreUser *user, Fault *fault)
{
    StoreUser keeper;
    StoreStatus status = store_user_by_skeleton(store, user->skeleton, &keeper, fault);

    if (status == STORE_NOT_FOUND)
        return STORE_OK;
    return status == STORE_OK && keeper.id != user->id ? STORE_TAKEN : status;
}

/* Stores the new user call->other, with a first session. */
StoreStatus account_register(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = check_name(store, &call->other, fault);

    if (status == STORE_OK)
        status = store_user_add(store, &call->other, fault);
    if (status == STORE_TAKEN)
        return api_refuse_in_store(call, ERROR_NAME_TAKEN);
    return status == STORE_OK ? api_give_token(call, store, fault) : status;
}

/* The token of the invitation is not kept, nor is its user. */
static int read_guest(ApiCall *call, const Json *body)
{
    const Json *invitation = NULL;

    if (!account_read_name(call, body)
        || !strict_get_if(body, "invitation", JSON_IS_TEXT, &invitation,
                          &call->error.fault))
        return 0;
    call->has_link = invitation != NULL;
    if (invitation != NULL)
        token_hash(invitation->text, call->link);
    return 1;
}

/* If new people need an invitation, takes one use of it. The setting is read from the
 * store, because the core does not have the settings for a moment after the start. */
static StoreStatus use_invitation(ApiCall *call, Store *store, Fault *fault)
{
    StoreLink link = { .kind = LINK_INVITATION };
    Settings settings;
    StoreId nobody;
    StoreStatus status = settings_read(store, &settings, fault);

    if (status != STORE_OK || !settings.is_by_invitation)
        return status;
    if (!call->has_link)
        return api_refuse_in_store(call, ERROR_BY_INVITATION);
    memcpy(link.hash, call->link, sizeof link.hash);
    status = store_link_use(store, &link, call->now, &nobody, fault);
    return status == STORE_NOT_FOUND ? api_refuse_in_store(call, ERROR_BY_INVITATION)
                                     : status;
}

/* A name that is taken leaves the invitation as it was. */
static StoreStatus guest_store(ApiCall *call, Store *store, Fault *fault)
{
    call->other = account_new(call, USER_GUEST);
    StoreStatus status = check_name(store, &call->other, fault);
    if (status == STORE_TAKEN)
        return api_refuse_in_store(call, ERROR_NAME_TAKEN);
    if (status == STORE_OK)
        status = use_invitation(call, store, fault);
    return status != STORE_OK || call->is_refused ? status
                                                  : account_register(call, store, fault);
}

void account_answer_token(ApiCall *call, JsonOut *out)
{
    json_key(out, "you");
    you_format(out, &call->other);
    json_put_name(out, "token", call->token);
}

void account_signed_in(ApiCall *call, JsonOut *out)
{
    api_set_cookie(call, call->token);
    account_answer_token(call, out);
}

/* Updates the name in tables that are in memory. A write or a load on its way has a copy
 * of the row with the old name, so the row is read again afterwards. */
static void change_seats(Core *core, const StoreUser *user)
{
    for (int i = 0; i < core->table_room; i++) {
        for (Table *table = core->tables[i]; table != NULL; table = table->next) {
            int seat = table_seat_of(&table->row, user->id);
            if (seat != NOBODY) {
                memcpy(table->row.seats[seat].name, user->name, sizeof user->name);
                table->row.seats[seat].kind = user->kind;
                table->presence_changed = 1;
                if (table->cache != CACHE_READY)
                    table_refresh(table);
            }
            if (user->deleted != 0 && (seat != NOBODY || table->row.host == user->id))
                table_remove_user(table, user->id);
        }
    }
}

/* Connections are sent another name or kind: it may come from elsewhere. */
static void renew_person(Core *core, Person *person, const StoreUser *user)
{
    int is_same = strcmp(person->user.name, user->name) == 0
                  && person->user.kind == user->kind && person->user.role == user->role;

    person->user = *user;
    if (is_same || user->deleted != 0 || person->conns == NULL)
        return;
    JsonOut out = message_begin(core, "you");
    json_key(&out, "you");
    you_format(&out, user);
    json_close_object(&out);
    Packet *packet = packet_of(out.text);
    for (Conn *conn = person->conns; conn != NULL; conn = conn->next_of_person)
        conn_send(conn, packet);
    packet_release(packet);
}

void user_has_changed(Core *core, const StoreUser *user)
{
    Person *person = person_find(core, user->id);

    if (person != NULL)
        renew_person(core, person, user);
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
    you_format(out, &call->you);
}

enum { NAMESAKES_MAX = 100 };

/* The name with the first number that nobody keeps. */
static StoreStatus find_free_name(Store *store, const char *name, StoreUser *renamed,
                                  Fault *fault)
{
    enum { NUMBERS = 1000 };
    char numbered[STORE_NAME_MAX + 1];
    StoreStatus status = STORE_OK;

    for (int number = 2; number < NUMBERS && status == STORE_OK; number++) {
        name_number(name, number, numbered);
        name_give(renamed, numbered);
        status = check_name(store, renamed, fault);
        if (status == STORE_OK)
            return STORE_OK;
        status = status == STORE_TAKEN ? STORE_OK : status;
    }
    return status;
}

/* Guests who have the name that call->you keeps now get a number behind it. They are in
 * call->users, with their new name; the newest, if there are many. */
static StoreStatus rename_namesakes(ApiCall *call, Store *store, Fault *fault)
{
    StoreUser renamed = { .id = 0 };

    if (call->users == NULL)
        call->users = malloc(NAMESAKES_MAX * sizeof *call->users);
    if (call->users == NULL)
        return STORE_NO_MEMORY;
    StoreStatus status = store_namesakes(store, call->you.skeleton, call->you.id,
                                         call->users, NAMESAKES_MAX, &call->count, fault);
    if (status != STORE_OK || call->count == 0)
        return status;
    status = find_free_name(store, call->you.name, &renamed, fault);
    if (status == STORE_OK)
        status = store_namesakes_rename(store, call->you.skeleton, call->you.id, &renamed,
                                        fault);
    for (int i = 0; i < call->count && status == STORE_OK; i++) {
        name_give(&call->users[i], renamed.name);
        status = node_notify_user(call->core, store, 'u', call->users[i].id, fault);
    }
    return status;
}

/* Stores call->you, whose name was `old` before. */
static StoreStatus change_you(ApiCall *call, Store *store, const StoreUser *old,
                              Fault *fault)
{
    int is_kept = call->you.kind == USER_KEPT;
    int is_new = strcmp(old->name, call->name) != 0 || old->kind != call->you.kind;
    StoreStatus status = STORE_OK;

    call->count = 0;
    if (strcmp(old->name, call->name) != 0)
        name_give(&call->you, call->name);
    if (is_new)
        status = check_name(store, &call->you, fault);
    if (status == STORE_OK)
        status = store_user_set(store, &call->you, fault);
    if (status == STORE_TAKEN)
        return api_refuse_in_store(call, ERROR_NAME_TAKEN);
    if (status == STORE_OK && is_kept && is_new)
        status = rename_namesakes(call, store, fault);
    return status == STORE_OK
               ? node_notify_user(call->core, store, 'u', call->you.id, fault)
               : status;
}

void account_changed(ApiCall *call, JsonOut *out)
{
    for (int i = 0; i < call->count; i++)
        user_has_changed(call->core, &call->users[i]);
    you_answer(call, out);
}

static void keep_answer(ApiCall *call, JsonOut *out)
{
    passwords_know(call->core, call->you.key, call->request->address);
    if (call->token[0] != '\0')
        api_set_cookie(call, call->token);
    account_changed(call, out);
    sessions_hang_up(call->core, call->you.id, END_OTHERS,
                     call->token[0] != '\0' ? "" : call->session.code);
}

/* A new password ends all other sessions: a stolen one becomes useless. (Recovery codes,
 * too, if it replaces another one: whoever has that may have them.) The token of this
 * browser may be the stolen one, so it gets a new session; another program goes on with its
 * token. */
static StoreStatus end_other_sessions(ApiCall *call, Store *store, Fault *fault)
{
    const char *own = call->request->has_cookie ? "" : call->session.code;
    StoreStatus status =
        sessions_end(call->core, store, call->you.id, END_OTHERS, own, fault);

    call->token[0] = '\0';
    if (status != STORE_OK || !call->request->has_cookie)
        return status;
    /* Not in the name of call->other, whose old password a second run compares again. */
    return session_open(store, &call->you, call->request->agent, call->now, &call->session,
                        call->token, fault);
}

/* A person who keeps a name already must give its password, or have confirmed the identity
 * in another way. */
static StoreStatus keep_look(ApiCall *call, Store *store, Fault *fault)
{
    int has_proof = call->ceremony->confirm[0] != '\0';

    call->is_confirmed = 0;
    call->other = call->you;
    if (call->you.password[0] == '\0' || call->old[0] != '\0')
        return STORE_OK;
    if (!has_proof)
        return api_refuse_in_store(call, ERROR_WRONG_PASSWORD);
    StoreStatus status = ceremony_must_be_confirmed(call, store, fault);
    call->is_confirmed = status == STORE_OK && !call->is_refused;
    return status;
}

int account_is_other_password(const ApiCall *call, const StoreUser *user)
{
    return strcmp(user->password, call->other.password) != 0;
}

static StoreStatus keep_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreUser old = call->you;

    if (account_is_other_password(call, &old))
        return api_refuse_in_store(call, ERROR_WRONG_PASSWORD);
    StoreStatus status = check_confirmed(call, store, fault);
    if (status != STORE_OK || call->is_refused)
        return status;
    call->you.kind = USER_KEPT;
    memcpy(call->you.password, call->hash, sizeof call->you.password);
    status = change_you(call, store, &old, fault);
    if (status == STORE_OK && !call->is_refused && old.password[0] != '\0')
        status = store_codes_set(store, call->you.id, NULL, 0, fault);
    if (status == STORE_OK && !call->is_refused)
        status = store_links_drop_of(store, call->you.id, fault);
    return status != STORE_OK || call->is_refused ? status
                                                  : end_other_sessions(call, store, fault);
}

static StoreStatus rename_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreUser old = call->you;

    return change_you(call, store, &old, fault);
}

/* By the key of older versions first, which few names still have. An unknown name has no
 * password: it is hashed all the same, so that the time does not reveal it. */
static StoreStatus login_look(ApiCall *call, Store *store, Fault *fault)
{
    char key[STORE_NAME_MAX + 1];
    StoreUser found = { 0 }, old = { 0 };

    name_key(call->name, key);
    StoreStatus status = store_user_by_key(store, key, &found, fault);
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    name_old_key(call->name, key);
    status = store_user_by_key(store, key, &old, fault);
    call->other = status == STORE_OK ? old : found;
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

static StoreStatus login_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreUser now;
    StoreStatus status = store_user_get(store, call->other.id, &now, fault);

    if (status != STORE_OK)
        return status;
    if (account_is_other_password(call, &now))
        return api_refuse_in_store(call, ERROR_WRONG_PASSWORD);
    call->other = now;
    return api_give_token(call, store, fault);
}

StoreStatus account_check_name(ApiCall *call, Store *store, Fault *fault)
{
    StoreUser named = call->you;

    name_give(&named, call->name);
    StoreStatus status = check_name(store, &named, fault);
    return status == STORE_TAKEN ? api_refuse_in_store(call, ERROR_NAME_TAKEN) : status;
}

StoreStatus account_find(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = login_look(call, store, fault);

    return status == STORE_OK && call->other.id == 0 ? STORE_NOT_FOUND : status;
}

StoreStatus account_keep(ApiCall *call, Store *store, Fault *fault)
{
    call->you.kind = USER_KEPT;
    return rename_store(call, store, fault);
}

/* ------------------------------------------------------------------------- */
/* Going away                                                                */
/* ------------------------------------------------------------------------- */

static int read_delete(ApiCall *call, const Json *body)
{
    if (json_get(body, "password") != NULL)
        return read_password(call, body, "password", call->password);
    call->is_verified = 1; /* an account with a password is refused by delete_store */
    return ceremony_read_confirm(call, body);
}

StoreStatus account_look_at_you(ApiCall *call, Store *store, Fault *fault)
{
    (void)store;
    (void)fault;
    call->other = call->you;
    return STORE_OK;
}

StoreStatus api_find_seats(ApiCall *call, Store *store, StoreId user, Fault *fault)
{
    StoreCursor cursor = { 0 };

    if (call->tables == NULL)
        call->tables = malloc(TABLES_LEFT_MAX * sizeof *call->tables);
    if (call->tables == NULL)
        return STORE_NO_MEMORY;
    return store_list(store, LIST_LEFT, user, &cursor, call->tables, TABLES_LEFT_MAX,
                      &call->count, fault);
}

StoreStatus account_delete(ApiCall *call, Store *store, StoreId user, Fault *fault)
{
    StoreStatus status = store_user_delete(store, user, call->now, fault);

    if (status == STORE_OK) /* from now on nobody sits down by this account */
        status = api_find_seats(call, store, user, fault);
    return status == STORE_OK ? node_notify_user(call->core, store, 'u', user, fault)
                              : status;
}

static StoreStatus delete_store(ApiCall *call, Store *store, Fault *fault)
{
    if (call->you.password[0] != '\0'
        && (call->password[0] == '\0' || account_is_other_password(call, &call->you)))
        return api_refuse_in_store(call, ERROR_WRONG_PASSWORD);
    StoreStatus status = check_confirmed(call, store, fault);
    if (status != STORE_OK || call->is_refused)
        return status;
    return account_delete(call, store, call->you.id, fault);
}

/* Frees the name and ends the connections. In running games bots take over the seats; at
 * open tables the seats become free, and another person becomes the host (tidy.c). */
void account_forget(ApiCall *call, StoreUser *user)
{
    user->name[0] = '\0';
    user->deleted = call->now;
    user_has_changed(call->core, user);
    for (int i = 0; i < call->count; i++)
        table_leave(call->core, call->tables[i].code, user->id);
}

static void delete_answer(ApiCall *call, JsonOut *out)
{
    (void)out;
    account_forget(call, &call->you);
    api_set_cookie(call, "");
}

/* ------------------------------------------------------------------------- */
/* The routes                                                                */
/* ------------------------------------------------------------------------- */

static void hello_answer(ApiCall *call, JsonOut *out)
{
    json_put_number(out, "protocol", 1);
    json_put_name(out, "server", call->core->config.version);
    json_key(out, "you");
    you_format(out, call->has_you ? &call->you : NULL);
    if (call->core->settings.is_by_invitation)
        json_put_name(out, "entry", "invited");
    if (call->core->config.mail != NULL)
        json_put_flag(out, "mail", 1);
    if (announcement_now(call->core)[0] != '\0')
        json_put_text(out, "announcement", announcement_now(call->core));
}

const Route ACCOUNT_ROUTES[] = {
    ROUTE_GET("/hello", CALLER_ANY, .answer = hello_answer),
    ROUTE_POST("/guest", "name invitation", CALLER_ANY, .event = "guest-created",
               .counts_as_entry = 1, .read = read_guest, .store = guest_store,
               .answer = account_signed_in),
    ROUTE_POST("/keep", "name password old confirm", CALLER_PERSON, .event = "password-set",
               .counts_as_entry = 1, .read = read_keep, .password = PASSWORD_CHANGE,
               .look = keep_look, .store = keep_store, .answer = keep_answer),
    ROUTE_POST("/login", "name password", CALLER_ANY, .event = "signed-in",
               .counts_as_entry = 1, .read = read_login, .password = PASSWORD_VERIFY,
               .look = login_look, .store = login_store, .answer = account_signed_in),
    ROUTE_POST("/rename", "name", CALLER_PERSON, .counts_as_entry = 1,
               .read = account_read_name, .store = rename_store, .answer = account_changed),
    ROUTE_POST("/delete", "password confirm", CALLER_PERSON, .event = "account-deleted",
               .counts_as_entry = 1, .read = read_delete, .password = PASSWORD_VERIFY,
               .look = account_look_at_you, .store = delete_store, .answer = delete_answer),
    { .form.name = NULL },
};
