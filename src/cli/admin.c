/* admin.c: roundhouse admin: people, tables and settings of a server, for its
 * operators: on its data, while the server runs or not, or over HTTP (--at). The commands
 * are those of server/admin.h; here arguments are turned into a request, and the answer is
 * printed. */
#include "cli/admin_print.h"
#include "cli/arguments.h"
#include "cli/at_server.h"
#include "cli/verbs.h"

#include "client/fetch.h"
#include "play/clock.h"
#include "server/admin.h"
#include "store/place.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char PROGRAM[] = "roundhouse admin";

enum { ARGUMENTS_MAX = 3 };

typedef struct AdminArgs {
    const char *command, *words[ARGUMENTS_MAX];
    const char *data, *store, *url; /* NULL: the default place */
    const char *why, *note, *list, *base_url;
    int days, hours, uses;
    long from;
    int is_json;
    Language language;
} AdminArgs;

static const char DOC[] =
    "Keep order at a server: on its data, while it runs or not, or by its address."
    "\vpeople [PART]; role WHO admin|moderator|none; ban, unban, mute, unmute, delete "
    "WHO; reset WHO prints a link for a new password; token WHO prints a token for --at; "
    "tables; close TABLE; seat TABLE SEAT WHO|LEVEL|open; kick TABLE WHO; announce TEXT; "
    "invite; invitations; uninvite INVITATION; settings; set NAME VALUE; reports; settle "
    "REPORT; figures (of the last day); log.\n\n"
    "WHO is a kept name, or the code of a user, as 'people' prints it. Whatever changes "
    "something is in the log, and a running server honours it at once. --at uses the "
    "session that 'roundhouse account' keeps, or the token in ROUNDHOUSE_TOKEN. "
    "docs/hosting.md describes all of it.";

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "what shall it do? 'roundhouse admin --help' lists it", 0,
      TEXT(AdminArgs, command) },
    { BY_POSITION, NULL, 0, TEXT(AdminArgs, words[0]) },
    { BY_POSITION, NULL, 0, TEXT(AdminArgs, words[1]) },
    { BY_POSITION, NULL, 0, TEXT(AdminArgs, words[2]) },
    { "data", 'd', "FILE", "The server's file, as in serve", 0, TEXT(AdminArgs, data) },
    { "store", 's', "URL", "Instead of a file, postgres://…", 0, TEXT(AdminArgs, store) },
    { "at", 'a', "URL", "Instead of the data, the address of the server", 0,
      TEXT(AdminArgs, url) },
    { "days", 0, "N", "How long a ban, a mute, a link or an announcement is valid", 1,
      INT(AdminArgs, days, 1, 3650) },
    { "hours", 0, "N", "The same in hours", 1, INT(AdminArgs, hours, 1, 8760) },
    { "why", 'w', "TEXT", "The reason, for the log", 1, TEXT(AdminArgs, why) },
    { "uses", 0, "N", "How many people may use an invitation (1)", 1,
      INT(AdminArgs, uses, 1, 10000) },
    { "note", 0, "TEXT", "A note on an invitation", 1, TEXT(AdminArgs, note) },
    { "list", 0, "LIST", "Of people: all, staff, banned or muted", 1,
      TEXT(AdminArgs, list) },
    { "from", 0, "N", "Where a long list goes on", 1,
      LONG(AdminArgs, from, 1, 0x7fffffff) },
    { "base-url", 'u', "URL", "Public address of the server, before links", 1,
      TEXT(AdminArgs, base_url) },
    { "json", 'j', NULL, "Print the answer as a JSON object", 2, FLAG(AdminArgs, is_json) },
    LANGUAGE_ARGUMENT(AdminArgs),
    { 0 },
};

/* ------------------------------------------------------------------------- */
/* The request                                                               */
/* ------------------------------------------------------------------------- */

/* People count seats from 1. */
static void put_word(JsonOut *out, const char *key, const char *word)
{
    char *end;
    long number = strtol(word, &end, 10);
    int is_number = end != word && *end == '\0';

    if (strcmp(key, "seat") == 0 && is_number)
        json_put_number(out, key, number - 1);
    else if (strcmp(key, "report") == 0 && is_number)
        json_put_number(out, key, number);
    else
        json_put_text(out, key, word);
}

/* Words by position are the keys that the command needs; of people, the part of a name. 0:
 * there are too many. */
static int put_words(JsonOut *out, const AdminCommand *command, const AdminArgs *args)
{
    char keys[128], *rest;
    int taken = 0;

    snprintf(keys, sizeof keys, "%.*s", (int)strcspn(command->keys, "/"), command->keys);
    for (const char *key = strtok_r(keys, " ", &rest);
         key != NULL && taken < ARGUMENTS_MAX && args->words[taken] != NULL;
         key = strtok_r(NULL, " ", &rest))
        put_word(out, key, args->words[taken++]);
    if (strcmp(command->name, "people") == 0 && args->words[0] != NULL)
        json_put_text(out, "find", args->words[taken++]);
    return taken == ARGUMENTS_MAX || args->words[taken] == NULL;
}

/* Of the command `seat`, the second word. */
static int seat_is_wrong(const AdminCommand *command, const AdminArgs *args)
{
    char *end;

    if (strcmp(command->name, "seat") != 0 || args->words[0] == NULL
        || args->words[1] == NULL)
        return 0;
    long seat = strtol(args->words[1], &end, 10);
    return end == args->words[1] || *end != '\0' || seat < 1 || seat > SEATS_MAX;
}

static int write_request(const AdminCommand *command, const AdminArgs *args, Text *text)
{
    JsonOut out = { .text = text };
    const struct {
        const char *key, *text;
    } texts[] = { { "why", args->why }, { "note", args->note }, { "list", args->list } };
    const struct {
        const char *key;
        long number;
    } numbers[] = { { "days", args->days },
                    { "hours", args->hours },
                    { "uses", args->uses },
                    { "from", args->from } };

    json_open_object(&out);
    json_put_text(&out, "do", args->command);
    int fits = put_words(&out, command, args);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].text != NULL)
            json_put_text(&out, texts[i].key, texts[i].text);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].number != 0)
            json_put_number(&out, numbers[i].key, numbers[i].number);
    }
    json_close_object(&out);
    return fits;
}

/* ------------------------------------------------------------------------- */
/* On the data                                                               */
/* ------------------------------------------------------------------------- */

/* By the clock of a shared database. */
static StoreStatus run_once(Admin *admin, Fault *fault)
{
    StoreStatus status = store_now(admin->store, NULL, NULL, &admin->now, fault);

    if (status == STORE_OK)
        status = store_begin(admin->store, fault);
    if (status != STORE_OK)
        return status;
    status = admin_run(admin, fault);
    if (status == STORE_OK && !admin->is_refused)
        return store_commit(admin->store, fault);
    store_rollback(admin->store);
    return status;
}

/* A lock or a deadlock with a server: again, with an empty answer. */
static StoreStatus run_in_batch(Admin *admin, Fault *fault)
{
    enum { TRIES = 5 };
    Text *answer = admin->out->text;
    const Admin unchanged = *admin;
    const JsonOut begun = *admin->out;
    size_t length = answer->length;
    StoreStatus status = run_once(admin, fault);

    for (int i = 1; i < TRIES && status == STORE_BUSY; i++) {
        *admin = unchanged;
        *admin->out = begun;
        answer->length = length;
        answer->bytes[length] = '\0';
        status = run_once(admin, fault);
    }
    return status;
}

static StoreStatus run_on(const char *where, Admin *admin, Fault *fault)
{
    StoreStatus status;

    if (strncmp(where, "postgres", 8) != 0 && access(where, F_OK) != 0) {
        fault_set(fault, "there is no file %s", where);
        return STORE_NOT_FOUND;
    }
    status = store_open_beside(where, &admin->store, fault);
    if (status == STORE_OK)
        status = run_in_batch(admin, fault);
    store_free(admin->store);
    return status;
}

static int run_on_data(const AdminArgs *args, const Text *request, Text *answer)
{
    Fault fault = fault_in_locale();
    Text place = { 0 };
    JsonOut out = { .text = answer };
    Admin admin = { .role = ROLE_ADMIN,
                    .actor = "",
                    .base_url = args->base_url,
                    .out = &out,
                    .error.fault = fault_in_locale() };
    Json *json = json_read(request->bytes, request->length, "This is not JSON", &fault);
    const char *where = args->store != NULL ? args->store : args->data;
    StoreStatus status = STORE_BROKEN;

    json_open_object(&out);
    if (json == NULL || !admin_read(&admin, json)) {
        admin.is_refused = 1;
        status = STORE_OK;
    } else if (where != NULL || store_default_place(&place, &fault)) {
        status = run_on(where != NULL ? where : place.bytes, &admin, &fault);
    }
    json_close_object(&out);
    json_free(json);
    text_free(&place);
    if (status != STORE_OK)
        return world_error(PROGRAM, "%s", fault.sentence);
    return !admin.is_refused
               ? EXIT_FINE
               : world_error(PROGRAM, "%s", error_sentence(&admin.error, args->language));
}

/* ------------------------------------------------------------------------- */
/* By the address                                                            */
/* ------------------------------------------------------------------------- */

static int find_token(const AdminArgs *args, ServerAddress *address, Session *session)
{
    const char *token = getenv("ROUNDHOUSE_TOKEN");
    const Visitor visitor = { .url = args->url, .is_known = 1, .language = args->language };
    Fault fault = fault_in_locale();

    if (token == NULL || token[0] == '\0')
        return at_server(PROGRAM, &visitor, address, session);
    if (!server_address_read(args->url, address, &fault))
        return usage_error(PROGRAM, "%s", fault.sentence);
    snprintf(address->language, sizeof address->language, "%s",
             args->language == LANGUAGE_FR ? "fr" : "en");
    snprintf(session->token, sizeof session->token, "%s", token);
    return EXIT_FINE;
}

static int run_at(const AdminArgs *args, const Text *request, Text *answer)
{
    ServerAddress address;
    Session session = { .token = "" };
    HttpReply reply = { 0 };
    Fault fault = fault_in_locale();
    int status = find_token(args, &address, &session);
    const HttpRequest asked = { .path = "/api/1/admin",
                                .token = session.token,
                                .body = request->bytes };

    if (status != EXIT_FINE)
        return status;
    if (!fetch_fine(&address, &asked, &reply, &fault))
        status = world_error(PROGRAM, "%s", fault.sentence);
    else
        text_append(answer, reply.body.bytes, reply.body.length);
    http_reply_free(&reply);
    explicit_bzero(&session, sizeof session);
    return status;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static int run(const AdminArgs *args, const AdminCommand *command)
{
    Text request = { 0 }, answer = { 0 };
    int status = EXIT_FINE;

    if (seat_is_wrong(command, args))
        status = usage_error(PROGRAM, "SEAT must be a number from 1 to %d", SEATS_MAX);
    else if (!write_request(command, args, &request))
        status =
            usage_error(PROGRAM, "that is one argument too many for '%s'", command->name);
    else
        status = (args->url != NULL ? run_at : run_on_data)(args, &request, &answer);
    if (status == EXIT_FINE && (request.has_failed || answer.has_failed))
        status = world_error(PROGRAM, "there is no memory left");
    if (status == EXIT_FINE && args->is_json)
        printf("%s\n", answer.bytes);
    else if (status == EXIT_FINE)
        admin_print(&answer, args->language);
    text_free(&request);
    text_free(&answer);
    return status;
}

int verb_admin(int argc, char **argv)
{
    AdminArgs args = { .language = language_of_locale() };

    arguments_parse(ARGUMENTS, "COMMAND [ARGUMENT...]", DOC, argc, argv, &args);
    if ((args.data != NULL) + (args.store != NULL) + (args.url != NULL) > 1)
        return usage_error(PROGRAM, "--data, --store and --at: name one of them");
    const AdminCommand *command = admin_command_named(args.command);
    if (command == NULL)
        return usage_error(PROGRAM, "there is no command '%s'", args.command);
    if (sodium_init() < 0)
        return world_error(PROGRAM, "libsodium does not start.");
    return run(&args, command);
}
