/* play_remote.c: roundhouse play URL: a table at a server. */
#include "cli/at_server.h"
#include "cli/fullscreen.h"
#include "cli/play.h"
#include "cli/verbs.h"

#include "client/connection.h"
#include "tui/full.h"
#include "tui/plain.h"

#include <stdio.h>
#include <unistd.h>

static int report(const CourseResult *result)
{
    switch (result->end) {
    case COURSE_NO_TABLE:
        return world_error(PLAY_PROGRAM, "%s", result->fault.sentence);
    case COURSE_NO_MEMORY:
        return world_error(PLAY_PROGRAM, "there is no memory left");
    default:
        return EXIT_FINE;
    }
}

/* One table after another: a rematch is another one. */
static int sit(const PlayArgs *args, Connection *connection, const char *code)
{
    const TableSettings settings = { .language = args->language,
                                     .confirms_turns = !args->moves_unasked };
    char next[TABLE_CODE_MAX];
    CourseResult result;

    snprintf(next, sizeof next, "%s", code);
    if (!fullscreen_open(args->wants_ascii ? FULLSCREEN_ASCII : FULLSCREEN_AS_LOCALE))
        return world_error(PLAY_PROGRAM, "this terminal cannot be used");
    do {
        result = full_remote(connection, next, &settings);
        snprintf(next, sizeof next, "%.*s", TABLE_CODE_MAX - 1, result.wanted);
    } while (result.end == COURSE_NEW);
    term_close();
    return report(&result);
}

/* The same as a dialogue of lines. */
static int talk(const PlayArgs *args, Connection *connection, const char *code)
{
    TableSettings settings = { .language = args->language };

    play_lines(args, &settings);
    settings.confirms_turns =
        !args->moves_unasked && !settings.echoes; /* a pipe means it */
    CourseResult result = plain_remote(connection, code, &settings);
    return report(&result);
}

int play_remote(const PlayArgs *args)
{
    char deals[LAST_GAME_PATH];
    ServerAddress address;
    Session session;
    Visitor visitor = { .url = args->table.game,
                        .name = args->name_count > 0 ? args->names[0] : NULL,
                        .has_password = args->has_password,
                        .invitation = args->invitation,
                        .language = args->language };

    if (args->table.seats != 0 || args->table.option_count > 0 || args->table.seed != NULL
        || args->load != NULL || args->save != NULL)
        return usage_error(PLAY_PROGRAM, "the server's table says all about the game: give "
                                         "no --seats, --option, --seed, --load or --save");
    int status = at_server(PLAY_PROGRAM, &visitor, &address, &session);
    if (status != EXIT_FINE)
        return status;
    if (address.table[0] == '\0')
        return usage_error(PLAY_PROGRAM,
                           "which table? 'roundhouse tables %s' lists and opens them",
                           args->table.game);
    Connection *connection = connection_open(&address, session.token);
    if (connection == NULL)
        return world_error(PLAY_PROGRAM, "there is no memory left");
    if (at_server_path(&address, "deal", deals))
        connection_keep_deals(connection, deals);
    if (args->wants_plain || !term_is_possible())
        status = talk(args, connection, address.table);
    else
        status = sit(args, connection, address.table);
    connection_close(connection);
    return status;
}
