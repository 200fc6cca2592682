/* at_server.c: opens a session at a server. */
#include "cli/at_server.h"

#include "cli/common.h"
#include "cli/last_game.h"
#include "cli/verbs.h"

#include "tui/keep.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* The user's name on this machine. */
static const char *default_name(void)
{
    const char *name = getenv("USER");

    return name == NULL || name[0] == '\0' ? "Guest" : name;
}

/* Colons of an address have no place in a file's name. */
int at_server_path(const ServerAddress *address, const char *what,
                   char path[LAST_GAME_PATH])
{
    if (!last_game_folder(path))
        return 0;
    size_t length = strlen(path);
    int more = snprintf(path + length, LAST_GAME_PATH - length, "/%s-%s-%d", what,
                        address->host, address->port);
    for (char *at = path + length + 1; *at != '\0'; at++) {
        if (*at == ':' || *at == '/')
            *at = '_';
    }
    return length + (size_t)more < LAST_GAME_PATH;
}

/* ------------------------------------------------------------------------- */
/* The password                                                              */
/* ------------------------------------------------------------------------- */

/* Interrupting ends the line, so that the terminal is left as it was. */
static void on_interrupt(int number)
{
    (void)number;
}

/* A terminal does not show what is typed; afterwards it is as before. */
static int read_unseen(char *line, int size)
{
    const struct sigaction interrupted = { .sa_handler = on_interrupt };
    struct sigaction old_action;
    struct termios before, unseen;
    int is_terminal = tcgetattr(STDIN_FILENO, &before) == 0;

    sigaction(SIGINT, &interrupted, &old_action);
    if (is_terminal) {
        unseen = before;
        unseen.c_lflag &= (tcflag_t)~ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen);
    }
    int is_read = fgets(line, size, stdin) != NULL;
    if (is_terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fputc('\n', stderr);
    }
    sigaction(SIGINT, &old_action, NULL);
    return is_read;
}

int password_ask(Language language, const char *key, const char *name,
                 char password[PASSWORD_ROOM])
{
    const WordsArgument argument = { "name", name, 0 };
    char question[512];

    words_write(language, key, &argument, 1, question, sizeof question);
    fprintf(stderr, "%s ", question);
    if (!read_unseen(password, PASSWORD_ROOM))
        return 0;
    password[strcspn(password, "\r\n")] = '\0';
    return 1;
}

/* No account has a shorter one: the server would only say that it is no password. */
static int log_in_with(const ServerAddress *address, const Visitor *visitor,
                       const char *password, const char *path, Session *session,
                       Fault *fault)
{
    enum { SHORTEST = 8 };

    if (strlen(password) >= SHORTEST)
        return session_log_in(address, visitor->name, password, path, session, fault);
    fault_set(fault, "%s", words_find(visitor->language, "server.error.wrong-password"));
    return 0;
}

static int log_in(const char *program, const Visitor *visitor, const ServerAddress *address,
                  const char *path, Session *session)
{
    char password[PASSWORD_ROOM];
    Fault fault = fault_in_locale();

    if (visitor->name == NULL)
        return usage_error(program, "--login: which name? Say --name");
    if (session_is_kept(address, visitor->name, path, session))
        return EXIT_FINE;
    int is_in = password_ask(visitor->language, "play.password", visitor->name, password)
                && log_in_with(address, visitor, password, path, session, &fault);
    explicit_bzero(password, sizeof password);
    return is_in ? EXIT_FINE
                 : world_error(program, "%s",
                               fault.sentence[0] == '\0' ? in_locale("no password came")
                                                         : fault.sentence);
}

/* The code of an invitation: the fragment of its link. */
static const char *code_of(const char *invitation)
{
    const char *fragment = invitation == NULL ? NULL : strrchr(invitation, '#');

    return fragment == NULL ? invitation : fragment + 1;
}

int at_server(const char *program, const Visitor *visitor, ServerAddress *address,
              Session *session)
{
    char file[LAST_GAME_PATH];
    Fault fault = fault_in_locale();

    if (!server_address_read(visitor->url, address, &fault))
        return usage_error(program, "%s", fault.sentence);
    snprintf(address->language, sizeof address->language, "%s",
             visitor->language == LANGUAGE_FR ? "fr" : "en");
    const char *path = at_server_path(address, "session", file) ? file : NULL;
    if (path != NULL)
        keep_make_folders(path);
    if (visitor->has_password)
        return log_in(program, visitor, address, path, session);
    if (visitor->is_known)
        return session_resume(address, path, session)
                   ? EXIT_FINE
                   : world_error(program, "%s",
                                 words_find(visitor->language, "account.none"));
    if (!session_begin(address, visitor->name, default_name(), code_of(visitor->invitation),
                       path, session, &fault))
        return world_error(program, "%s", fault.sentence);
    return EXIT_FINE;
}
