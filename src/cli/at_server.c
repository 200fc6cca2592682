/* at_server.c: coming in at a server. */
#include "cli/at_server.h"

#include "cli/common.h"
#include "cli/last_game.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the user is called on this machine. */
static const char *usual_name(void)
{
    const char *name = getenv("USER");

    return name == NULL || name[0] == '\0' ? "Guest" : name;
}

/* Colons of an address have no place in a file's name. */
static int session_path(const ServerAddress *address, char path[LAST_GAME_PATH])
{
    if (!last_game_folder(path))
        return 0;
    size_t length = strlen(path);
    int more = snprintf(path + length, LAST_GAME_PATH - length, "/session-%s-%d",
                        address->host, address->port);
    for (char *at = path + length + 1; *at != '\0'; at++) {
        if (*at == ':' || *at == '/')
            *at = '_';
    }
    return length + (size_t)more < LAST_GAME_PATH;
}

int at_server(const char *program, const char *url, const char *name,
              ServerAddress *address, Session *session)
{
    char path[LAST_GAME_PATH];
    Fault fault = { "" };

    if (!server_address_read(url, address, &fault))
        return usage_error(program, "%s", fault.sentence);
    int has_path = session_path(address, path);
    if (!session_begin(address, name, usual_name(), has_path ? path : NULL, session,
                       &fault))
        return world_error(program, "%s", fault.sentence);
    return EXIT_FINE;
}
