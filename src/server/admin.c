/* admin.c: the commands of admins and moderators: reading requests, and those about
 * people. */
#include "server/admin.h"

#include "server/api.h"
#include "server/names.h"
#include "server/node_protocol.h"
#include "server/sessions.h"
#include "store/passkeys.h"
#include "wire/strict.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t HOUR = 3600 * 1000, DAY = 24LL * 3600 * 1000;

const char *const ROLE_NAMES[] = { "none", "moderator", "admin", NULL };
static const char *const LISTS[] = { "all", "staff", "banned", "muted", NULL };
const char *const KIND_NAMES[] = { "guest", "kept", "program" };

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

const AdminCommand *admin_command(int number)
{
    const AdminCommand *const lists[] = { ADMIN_PEOPLE, ADMIN_TABLES, ADMIN_SERVER };

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (const AdminCommand *command = lists[i]; command->name != NULL; command++) {
            if (number-- == 0)
                return command;
        }
    }
    return NULL;
}

const AdminCommand *admin_command_named(const char *name)
{
    const AdminCommand *command;

    for (int i = 0; (command = admin_command(i)) != NULL; i++) {
        if (strcmp(command->name, name) == 0)
            return command;
    }
    return NULL;
}

static int read_text(const Json *request, const char *key, char *out, size_t room,
                     Fault *fault)
{
    const Json *text = NULL;

    if (!strict_get_if(request, key, JSON_IS_TEXT, &text, fault))
        return 0;
    if (text == NULL)
        return 1;
    if (text->length >= room || !text_is_harmless(text->text, text->length))
        return fault_set(fault, "%s is too long, or has characters that do not show.", key);
    memcpy(out, text->text, text->length + 1);
    return 1;
}

static int read_texts(Admin *admin, const Json *request, Fault *fault)
{
    static const char *const TEXTS[] = { "why", "note", "text", "value", "find" };
    static const char *const WORDS[] = { "role", "list", "name", "invitation" };

    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        if (!read_text(request, TEXTS[i], admin->text, sizeof admin->text, fault))
            return 0;
    }
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (!read_text(request, WORDS[i], admin->word, sizeof admin->word, fault))
            return 0;
    }
    return read_text(request, "who", admin->who, sizeof admin->who, fault)
           && read_text(request, "to", admin->who, sizeof admin->who, fault)
           && read_text(request, "table", admin->table, sizeof admin->table, fault);
}

static int read_numbers(Admin *admin, const Json *request, Fault *fault)
{
    enum { DAYS_MOST = 3650, HOURS_MOST = 24 * 365, USES_MOST = 10000 };
    int days = 0, hours = 0;
    long long number = 0;

    admin->uses = 1;
    admin->seat = NOBODY;
    if (!strict_int_if(request, "days", 1, DAYS_MOST, &days, fault)
        || !strict_int_if(request, "hours", 1, HOURS_MOST, &hours, fault)
        || !strict_int_if(request, "uses", 1, USES_MOST, &admin->uses, fault)
        || !strict_int_if(request, "seat", 0, SEATS_MAX - 1, &admin->seat, fault)
        || !strict_number_if(request, "from", 0, INT64_MAX, &number, fault)
        || !strict_number_if(request, "report", 1, INT64_MAX, &number, fault))
        return 0;
    admin->time = days * DAY + hours * HOUR;
    admin->number = number;
    return 1;
}

/* Required keys: those of command->keys before the slash. */
static int has_needed(const AdminCommand *command, const Json *request, Fault *fault)
{
    char key[STORE_WORD_MAX];
    const char *at = command->keys;

    while (*at != '\0' && *at != '/') {
        size_t length = strcspn(at, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        if (json_get(request, key) == NULL)
            return fault_set(fault, "%s is missing.", key);
        at += length + (at[length] == ' ');
    }
    return 1;
}

int admin_read(Admin *admin, const Json *request)
{
    Fault *fault = &admin->error.fault;
    const Json *name = strict_text(request, "do", fault);
    char keys[128];

    if (name == NULL)
        return 0;
    admin->command = admin_command_named(name->text);
    if (admin->command == NULL)
        return fault_set(fault, "%s \"%s\".",
                         fault_words(fault, "There is nothing to do called"),
                         QUOTED_JSON(name));
    snprintf(keys, sizeof keys, "do %s", admin->command->keys);
    return strict_has_only(request, keys, "this request", fault)
           && has_needed(admin->command, request, fault)
           && read_texts(admin, request, fault) && read_numbers(admin, request, fault);
}

StoreStatus admin_refuse(Admin *admin, ErrorCode code, const char *sentence)
{
    Fault *fault = &admin->error.fault;

    admin->is_refused = 1;
    admin->error.code = code;
    if (sentence != NULL)
        fault_set(fault, "%s", fault_words(fault, sentence));
    return STORE_OK;
}

StoreStatus admin_run(Admin *admin, Fault *fault)
{
    if (admin->role < admin->command->least)
        return admin_refuse(admin, ERROR_NOT_ALLOWED, NULL);
    StoreStatus status = admin->command->run(admin, fault);
    return status == STORE_NOT_FOUND ? admin_refuse(admin, ERROR_NO_SUCH_THING, NULL)
                                     : status;
}

/* ------------------------------------------------------------------------- */
/* Parts of commands                                                         */
/* ------------------------------------------------------------------------- */

int64_t admin_until(const Admin *admin)
{
    return admin->time == 0 ? ADMIN_FOR_EVER : admin->now + admin->time;
}

StoreStatus admin_note(Admin *admin, const char *more, Fault *fault)
{
    StoreAct act = { .at = admin->now };

    snprintf(act.actor, sizeof act.actor, "%s", admin->actor);
    snprintf(act.what, sizeof act.what, "%s", admin->command->name);
    snprintf(act.whom, sizeof act.whom, "%s", admin->person.code);
    snprintf(act.table, sizeof act.table, "%s", admin->table);
    snprintf(act.more, sizeof act.more, "%s", more != NULL ? more : admin->text);
    StoreStatus status = store_act_add(admin->store, &act, fault);
    return status == STORE_OK ? store_notify(admin->store, ALL_NODES, "a -", fault)
                              : status;
}

/* By code first: a kept name may look like the code of another user. */
static StoreStatus look_up(Admin *admin, Fault *fault)
{
    char key[STORE_NAME_MAX + 1];
    StoreStatus status = STORE_NOT_FOUND;

    if (strlen(admin->who) <= STORE_CODE_MAX)
        status = store_user_by_code(admin->store, admin->who, &admin->person, NULL);
    if (status != STORE_NOT_FOUND)
        return status;
    name_key(admin->who, key);
    return store_user_by_key(admin->store, key, &admin->person, fault);
}

/* Locks the user until the end of the batch and reads the row again, so that concurrent
 * commands do not overwrite each other. */
static StoreStatus find_person(Admin *admin, Fault *fault)
{
    StoreStatus status = look_up(admin, fault);

    if (status == STORE_OK)
        status = store_user_lock(admin->store, admin->person.id, fault);
    if (status == STORE_OK)
        status = store_user_get(admin->store, admin->person.id, &admin->person, fault);
    return status;
}

/* Moderators may not act on admins or moderators, nor on their programs. On an admin only
 * the command line may act, or the command `role`. */
static int may_act_on(const Admin *admin, Role role)
{
    return role < admin->role || (role == ROLE_ADMIN && admin->actor[0] == '\0');
}

/* The role of a person, of a program that of its owner. */
static StoreStatus find_role(Admin *admin, Role *role, Fault *fault)
{
    StoreUser owner = admin->person;
    StoreStatus status = STORE_OK;

    if (owner.kind == USER_PROGRAM)
        status = store_user_get(admin->store, admin->person.owner, &owner, fault);
    *role = owner.role;
    return status;
}

StoreStatus admin_find_any(Admin *admin, Fault *fault)
{
    StoreStatus status = find_person(admin, fault);

    return status == STORE_NOT_FOUND
               ? admin_refuse(admin, ERROR_NO_SUCH_THING, "There is nobody with that name.")
               : status;
}

StoreStatus admin_find(Admin *admin, Fault *fault)
{
    Role role;
    StoreStatus status = admin_find_any(admin, fault);

    if (status != STORE_OK || admin->is_refused)
        return status;
    status = find_role(admin, &role, fault);
    if (status != STORE_OK)
        return status;
    return may_act_on(admin, role)
               ? STORE_OK
               : admin_refuse(admin, ERROR_NOT_ALLOWED,
                              "Take away the role of that person first.");
}

StoreStatus admin_link(Admin *admin, StoreLink *link, const char *path, Fault *fault)
{
    char token[TOKEN_MAX], text[1024];
    Settings settings;
    StoreStatus status = settings_read(admin->store, &settings, fault);

    token_make(token);
    token_hash(token, link->hash);
    link->code[0] = 'l';
    code_make(link->code + 1, TABLE_CODE_LENGTH);
    link->created = admin->now;
    link->expires = admin_until(admin);
    if (status == STORE_OK)
        status = store_link_add(admin->store, link, fault);
    snprintf(text, sizeof text, "%s%s%s",
             settings.address[0] != '\0' ? settings.address
             : admin->base_url != NULL   ? admin->base_url
                                         : "",
             path, token);
    json_put_text(admin->out, "link", text);
    json_put_number(admin->out, "expires", link->expires);
    sodium_memzero(token, sizeof token);
    return status;
}

/* ------------------------------------------------------------------------- */
/* People                                                                    */
/* ------------------------------------------------------------------------- */

static int find_word(const char *const *words, const char *word)
{
    int i = 0;

    while (words[i] != NULL && strcmp(words[i], word) != 0)
        i++;
    return words[i] == NULL ? -1 : i;
}

static void put_person(JsonOut *out, const StoreUser *user, int64_t now)
{
    json_open_object(out);
    json_put_name(out, "user", user->code);
    json_put_text(out, "name", user->name);
    json_put_name(out, "kind", KIND_NAMES[user->kind]);
    if (user->role != ROLE_NONE)
        json_put_name(out, "role", ROLE_NAMES[user->role]);
    if (user->banned > now)
        json_put_number(out, "banned", user->banned);
    if (user->muted > now)
        json_put_number(out, "muted", user->muted);
    json_put_number(out, "created", user->created);
    json_close_object(out);
}

static StoreStatus run_people(Admin *admin, Fault *fault)
{
    char key[STORE_NAME_MAX + 1] = "";
    int list = admin->word[0] == '\0' ? 0 : find_word(LISTS, admin->word), count = 0;
    StoreUser *users = malloc(ADMIN_LIST_MAX * sizeof *users);

    if (list < 0 || users == NULL) {
        free(users);
        return list < 0 ? admin_refuse(admin, ERROR_BAD_REQUEST,
                                       "list must be all, staff, banned or muted.")
                        : STORE_NO_MEMORY;
    }
    if (admin->text[0] != '\0')
        name_key(admin->text, key);
    int can_match = admin->text[0] == '\0' || key[0] != '\0';
    const StorePeople people = {
        .part = key, .list = (PeopleList)list, .now = admin->now, .after = admin->number
    };
    StoreStatus status = can_match ? store_people(admin->store, &people, users,
                                                  ADMIN_LIST_MAX, &count, fault)
                                   : STORE_OK;
    json_put_list(admin->out, "people");
    for (int i = 0; i < count; i++)
        put_person(admin->out, &users[i], admin->now);
    json_close_list(admin->out);
    if (count == ADMIN_LIST_MAX)
        json_put_number(admin->out, "from", users[count - 1].id);
    free(users);
    return status;
}

static StoreStatus run_role(Admin *admin, Fault *fault)
{
    int role = find_word(ROLE_NAMES, admin->word);

    if (role < 0)
        return admin_refuse(admin, ERROR_BAD_REQUEST,
                            "role must be admin, moderator or none.");
    StoreStatus status = admin_find_any(admin, fault);
    if (status != STORE_OK || admin->is_refused)
        return status;
    if (admin->person.kind != USER_KEPT)
        return admin_refuse(admin, ERROR_NOT_ALLOWED,
                            "Only somebody with a kept name can have a role.");
    admin->person.role = (Role)role;
    status = store_standing_set(admin->store, &admin->person, fault);
    if (status == STORE_OK)
        status = store_links_drop_of(admin->store, admin->person.id, fault);
    return status == STORE_OK ? admin_note(admin, admin->word, fault) : status;
}

/* Ends the sessions of the person and of their programs, and drops reset links. */
static StoreStatus end_sessions(Admin *admin, Fault *fault)
{
    StoreUser *programs = malloc(PROGRAMS_MAX * sizeof *programs);
    int count = 0;
    StoreStatus status = programs == NULL
                             ? STORE_NO_MEMORY
                             : store_programs(admin->store, admin->person.id, programs,
                                              PROGRAMS_MAX, &count, fault);

    if (status == STORE_OK)
        status = store_sessions_end_others(admin->store, admin->person.id, "", fault);
    if (status == STORE_OK)
        status = store_links_drop_of(admin->store, admin->person.id, fault);
    for (int i = 0; i < count && status == STORE_OK; i++)
        status = store_sessions_end_others(admin->store, programs[i].id, "", fault);
    free(programs);
    return status;
}

/* Sets the end of a ban or mute; value 0 lifts it. */
static StoreStatus set_standing(Admin *admin, int64_t *until, int64_t value, Fault *fault)
{
    StoreStatus status = admin_find(admin, fault);

    if (status != STORE_OK || admin->is_refused)
        return status;
    *until = value;
    if (value != 0)
        json_put_number(admin->out, "until", value);
    status = store_standing_set(admin->store, &admin->person, fault);
    if (status == STORE_OK)
        status = store_programs_standing(
            admin->store, admin->person.id,
            until == &admin->person.banned ? value : STANDING_KEPT,
            until == &admin->person.muted ? value : STANDING_KEPT, fault);
    if (status == STORE_OK && admin->person.banned > admin->now)
        status = end_sessions(admin, fault);
    return status == STORE_OK ? admin_note(admin, NULL, fault) : status;
}

static StoreStatus run_ban(Admin *admin, Fault *fault)
{
    return set_standing(admin, &admin->person.banned, admin_until(admin), fault);
}

static StoreStatus run_unban(Admin *admin, Fault *fault)
{
    return set_standing(admin, &admin->person.banned, 0, fault);
}

static StoreStatus run_mute(Admin *admin, Fault *fault)
{
    return set_standing(admin, &admin->person.muted, admin_until(admin), fault);
}

static StoreStatus run_unmute(Admin *admin, Fault *fault)
{
    return set_standing(admin, &admin->person.muted, 0, fault);
}

static StoreStatus run_delete(Admin *admin, Fault *fault)
{
    StoreStatus status = admin_find(admin, fault);

    if (status != STORE_OK || admin->is_refused)
        return status;
    status = store_user_delete(admin->store, admin->person.id, admin->now, fault);
    return status == STORE_OK ? admin_note(admin, NULL, fault) : status;
}

/* One link at a time; it is valid for two days, or as long as was asked for, up to a week.
 */
static StoreStatus run_reset(Admin *admin, Fault *fault)
{
    enum { VALID_DAYS = 2, MOST_DAYS = 7 };
    StoreLink link = { .kind = LINK_PASSWORD, .uses = 1 };
    StoreStatus status = admin_find(admin, fault);

    if (status != STORE_OK || admin->is_refused)
        return status;
    if (admin->person.kind != USER_KEPT)
        return admin_refuse(admin, ERROR_NOT_ALLOWED, "Only a kept name has a password.");
    if (admin->person.banned > admin->now)
        return admin_refuse(admin, ERROR_NOT_ALLOWED,
                            "That person is banned and could not sign in.");
    link.user = admin->person.id;
    admin->time = admin->time == 0                ? VALID_DAYS * DAY
                  : admin->time > MOST_DAYS * DAY ? MOST_DAYS * DAY
                                                  : admin->time;
    status = store_links_drop_of(admin->store, link.user, fault);
    if (status == STORE_OK)
        status = admin_link(admin, &link, "/reset#", fault);
    return status == STORE_OK ? admin_note(admin, NULL, fault) : status;
}

/* A session for `roundhouse admin --at`. Access to the data implies it anyway. */
static StoreStatus run_token(Admin *admin, Fault *fault)
{
    char token[TOKEN_MAX];
    StoreSession session;

    if (admin->actor[0] != '\0')
        return admin_refuse(admin, ERROR_NOT_ALLOWED, NULL);
    StoreStatus status = admin_find_any(admin, fault);
    if (status != STORE_OK || admin->is_refused)
        return status;
    if (admin->person.role == ROLE_NONE)
        return admin_refuse(admin, ERROR_NOT_ALLOWED,
                            "That person is neither admin nor moderator.");
    status = session_open(admin->store, &admin->person, "roundhouse-admin", admin->now,
                          &session, token, fault);
    json_put_name(admin->out, "token", token);
    sodium_memzero(token, sizeof token);
    return status == STORE_OK ? admin_note(admin, NULL, fault) : status;
}

const AdminCommand ADMIN_PEOPLE[] = {
    { "people", "/ find list from", ROLE_MODERATOR, run_people },
    { "role", "who role", ROLE_ADMIN, run_role },
    { "ban", "who / days hours why", ROLE_ADMIN, run_ban },
    { "unban", "who / why", ROLE_ADMIN, run_unban },
    { "mute", "who / days hours why", ROLE_MODERATOR, run_mute },
    { "unmute", "who / why", ROLE_MODERATOR, run_unmute },
    { "delete", "who / why", ROLE_ADMIN, run_delete },
    { "reset", "who / days hours why", ROLE_ADMIN, run_reset },
    { "token", "who", ROLE_ADMIN, run_token },
    { .name = NULL },
};
