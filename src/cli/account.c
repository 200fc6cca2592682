/* account.c: roundhouse account: who you are at a server: keeping a name with a password,
 * signing in, a new password, sessions, logging out. */
#include "cli/arguments.h"
#include "cli/at_server.h"
#include "cli/last_game.h"
#include "cli/verbs.h"

#include "client/fetch.h"
#include "wire/json_out.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char PROGRAM[] = "roundhouse account";

typedef struct AccountArgs {
    Visitor visitor;
    Language language;
    const char *deed; /* NULL: show */
    int is_everywhere, wants_json;
} AccountArgs;

/* A deed at a server where we have a session. */
typedef struct Visit {
    const AccountArgs *args;
    ServerAddress address;
    char path[LAST_GAME_PATH]; /* of the session */
    Session session;
    SessionOwner owner;
} Visit;

static void say(const Visit *visit, const char *key)
{
    const WordsArgument arguments[] = { { "name", visit->owner.name, 0 },
                                        { "server", visit->address.host, 0 } };
    char text[512];

    words_write(visit->args->language, key, arguments, 2, text, sizeof text);
    printf("%s\n", text);
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

/* A POST of texts: key, value, …, NULL; those whose value is NULL are left out. */
static int post(Visit *visit, const char *path, const char *const *texts)
{
    Text body = { 0 };
    JsonOut out = { .text = &body };
    Fault fault = fault_in_locale();

    json_open_object(&out);
    for (; texts[0] != NULL; texts += 2) {
        if (texts[1] != NULL)
            json_put_text(&out, texts[0], texts[1]);
    }
    if (visit->args->is_everywhere)
        json_put_flag(&out, "everywhere", 1);
    json_close_object(&out);
    HttpRequest request = { .path = path,
                            .token = visit->session.token,
                            .body = body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(&visit->address, &request, &fault);
    if (body.bytes != NULL)
        explicit_bzero(body.bytes, body.length);
    text_free(&body);
    if (json == NULL)
        return world_error(PROGRAM, "%s",
                           fault.sentence[0] == '\0' ? "there is no memory left"
                                                     : fault.sentence);
    json_free(json);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* Who you are                                                               */
/* ------------------------------------------------------------------------- */

static void print_time(long long at)
{
    time_t seconds = (time_t)(at / 1000);
    char text[64] = "";
    struct tm local;

    if (localtime_r(&seconds, &local) != NULL)
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
    printf("%s", text);
}

static void print_session(const Visit *visit, const Json *session)
{
    char id[64], device[128];

    field_text(session, "session", id, sizeof id);
    field_text(session, "device", device, sizeof device);
    printf("  %s %s  ", field_is_true(session, "current") ? "*" : " ", id);
    print_time(field_number(session, "seen"));
    printf("  %s\n", device[0] == '\0'
                         ? words_find(visit->args->language, "account.device.none")
                         : device);
}

static int show(Visit *visit)
{
    HttpRequest request = { .path = "/api/1/sessions", .token = visit->session.token };
    Fault fault = fault_in_locale();
    HttpReply reply = { 0 };
    const Json *session;

    if (visit->args->wants_json) {
        int is_there = fetch(&visit->address, &request, &reply, &fault);
        if (is_there)
            printf("%s\n", reply.body.bytes);
        http_reply_free(&reply);
        return is_there ? EXIT_FINE : world_error(PROGRAM, "%s", fault.sentence);
    }
    Json *json = fetch_json(&visit->address, &request, &fault);
    if (json == NULL)
        return world_error(PROGRAM, "%s", fault.sentence);
    say(visit, visit->owner.is_kept ? "account.kept" : "account.guest");
    say(visit, "account.sessions");
    for (uint32_t count = field_list(json, "sessions", &session); count > 0;
         count--, session = json_beside(session))
        print_session(visit, session);
    json_free(json);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* Passwords                                                                 */
/* ------------------------------------------------------------------------- */

/* A new password: on a terminal twice. 0: error printed. */
static int ask_new(const Visit *visit, char password[PASSWORD_ROOM])
{
    char again[PASSWORD_ROOM];
    Language language = visit->args->language;
    int is_same = 1;

    if (!password_ask(language, "account.new", visit->owner.name, password)) {
        world_error(PROGRAM, "%s", words_find(language, "account.no-password"));
        return 0;
    }
    if (isatty(STDIN_FILENO)) {
        is_same = password_ask(language, "account.again", visit->owner.name, again)
                  && strcmp(password, again) == 0;
        explicit_bzero(again, sizeof again);
    }
    if (!is_same)
        world_error(PROGRAM, "%s", words_find(language, "account.differ"));
    return is_same;
}

/* Keeps the name, or sets another password for a name that is kept. */
static int set_password(Visit *visit, const char *old)
{
    char password[PASSWORD_ROOM];

    if (!ask_new(visit, password))
        return EXIT_WORLD;
    const char *const texts[] = {
        "name", visit->owner.name, "password", password, "old", old, NULL
    };
    int status = post(visit, "/api/1/keep", texts);
    explicit_bzero(password, sizeof password);
    if (status == EXIT_FINE)
        say(visit, old == NULL ? "account.is-kept" : "account.changed");
    return status;
}

static int keep(Visit *visit)
{
    if (visit->owner.is_kept)
        return world_error(PROGRAM, "%s",
                           words_find(visit->args->language, "account.kept-already"));
    return set_password(visit, NULL);
}

static int change(Visit *visit)
{
    Language language = visit->args->language;
    char old[PASSWORD_ROOM];

    if (!visit->owner.is_kept)
        return world_error(PROGRAM, "%s", words_find(language, "account.not-kept"));
    if (!password_ask(language, "account.old", visit->owner.name, old))
        return world_error(PROGRAM, "%s", words_find(language, "account.no-password"));
    int status = set_password(visit, old);
    explicit_bzero(old, sizeof old);
    return status;
}

static int log_in(Visit *visit)
{
    say(visit, "account.in");
    return EXIT_FINE;
}

static int log_out(Visit *visit)
{
    static const char *const NOTHING[] = { NULL };
    int status = post(visit, "/api/1/logout", NOTHING);

    if (status != EXIT_FINE)
        return status;
    unlink(visit->path);
    say(visit, visit->args->is_everywhere ? "account.out.everywhere" : "account.out");
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

typedef enum Needs {
    NEEDS_SESSION, /* one that the server knows */
    NEEDS_GUEST,   /* or a new guest */
    NEEDS_LOGIN,   /* or one by name and password */
} Needs;

static const struct {
    const char *name;
    Needs needs;
    int (*run)(Visit *visit);
} DEEDS[] = {
    { "show", NEEDS_SESSION, show },      { "keep", NEEDS_GUEST, keep },
    { "login", NEEDS_LOGIN, log_in },     { "password", NEEDS_SESSION, change },
    { "logout", NEEDS_SESSION, log_out },
};

enum { DEED_COUNT = sizeof DEEDS / sizeof DEEDS[0] };

static int find_deed(const char *name)
{
    for (int i = 0; i < DEED_COUNT; i++) {
        if (name == NULL || strcmp(DEEDS[i].name, name) == 0)
            return i;
    }
    return -1;
}

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which server? Such as https://example.org", 0,
      TEXT(AccountArgs, visitor.url) },
    { BY_POSITION, NULL, 0, TEXT(AccountArgs, deed) },
    LANGUAGE_ARGUMENT(AccountArgs),
    { "name", 0, "NAME", "Your name at the server, for keep and login", 3,
      TEXT(AccountArgs, visitor.name) },
    { "invitation", 0, "LINK", "The link of your invitation, at a server that asks for one",
      3, TEXT(AccountArgs, visitor.invitation) },
    { "everywhere", 0, NULL, "With logout: end all of your sessions", 3,
      FLAG(AccountArgs, is_everywhere) },
    { "json", 'j', NULL, "Print your sessions as a JSON object", 3,
      FLAG(AccountArgs, wants_json) },
    { 0 },
};

static int check_use(const AccountArgs *args, int deed)
{
    if (deed < 0)
        return usage_error(
            PROGRAM, "'%s' is none of show, keep, login, password and logout", args->deed);
    if (args->visitor.name != NULL && DEEDS[deed].needs == NEEDS_SESSION)
        return usage_error(PROGRAM, "--name is for keep and login");
    if (args->visitor.invitation != NULL && DEEDS[deed].needs != NEEDS_GUEST)
        return usage_error(PROGRAM, "--invitation is for keep");
    if (args->is_everywhere && DEEDS[deed].run != log_out)
        return usage_error(PROGRAM, "--everywhere is for logout");
    if (args->wants_json && DEEDS[deed].run != show)
        return usage_error(PROGRAM, "--json is for show");
    return EXIT_FINE;
}

int verb_account(int argc, char **argv)
{
    static const char doc[] =
        "Your account at a server: show who you are and your sessions, keep your name with "
        "a password, log in, set another password, log out.\v"
        "Passwords are asked for on the terminal, without showing them, or read from "
        "standard input, a line each; for 'password' the old one comes first.";
    AccountArgs args = { .language = language_of_locale() };
    Visit visit = { .args = &args };

    arguments_parse(ARGUMENTS, "URL [show|keep|login|password|logout]", doc, argc, argv,
                    &args);
    int deed = find_deed(args.deed);
    int status = check_use(&args, deed);
    if (status != EXIT_FINE)
        return status;
    args.visitor.language = args.language;
    args.visitor.has_password = DEEDS[deed].needs == NEEDS_LOGIN;
    args.visitor.is_known = DEEDS[deed].needs == NEEDS_SESSION;
    status = at_server(PROGRAM, &args.visitor, &visit.address, &visit.session);
    if (status != EXIT_FINE)
        return status;
    Fault fault = fault_in_locale();
    if (!at_server_path(&visit.address, "session", visit.path))
        visit.path[0] = '\0';
    if (!session_owner(&visit.address, &visit.session, &visit.owner, &fault))
        return world_error(PROGRAM, "%s", fault.sentence);
    return DEEDS[deed].run(&visit);
}
