/* at_server.h: who we are to a server, for the verbs that talk to one. */
#ifndef ROUNDHOUSE_CLI_AT_SERVER_H
#define ROUNDHOUSE_CLI_AT_SERVER_H

#include "cli/last_game.h"
#include "client/address.h"
#include "client/session.h"
#include "words/words.h"

typedef struct Visitor {
    const char *url;
    const char *name;       /* NULL: any, or the user's own */
    const char *invitation; /* of a new guest: its link, or the end of it; NULL: none */
    int has_password;       /* keeps that name, and is asked for the password */
    int is_known;           /* has a session already: no new guest */
    Language language;
} Visitor;

/* Reads the address and opens a session: the one that is kept for this server below
 * $XDG_STATE_HOME/roundhouse, or a new one. EXIT_FINE, or another status: error
 * printed. */
int at_server(const char *program, const Visitor *visitor, ServerAddress *address,
              Session *session);
/* The path of a file about this server, in the same folder; 0: there is no such folder. */
int at_server_path(const ServerAddress *address, const char *what,
                   char path[LAST_GAME_PATH]);

enum { PASSWORD_ROOM = 258 };

/* Asks with the sentence of a key, which may use {name}: from the terminal, which does not
 * show what is typed, or a line of standard input. 0: the input has ended. */
int password_ask(Language language, const char *key, const char *name,
                 char password[PASSWORD_ROOM]);

#endif
