/* tables.c: roundhouse tables: the tables of a server, and new ones. */
#include "cli/arguments.h"
#include "cli/at_server.h"
#include "cli/verbs.h"

#include "client/fetch.h"
#include "client/lobby.h"
#include "play/setup.h"
#include "wire/json_out.h"
#include "wire/sentences.h"

#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "roundhouse tables";

typedef struct TablesArgs {
    TableArgs table;
    Language language;
    Visitor visitor;
    const char *level; /* of the bots at a new table */
    int people;        /* others that a new table is for; -1: not said */
    int is_private, is_mine, wants_json;
    int wants_save; /* of the table that the address names */
} TablesArgs;

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

static const char *state_words(Language language, RemoteState state)
{
    return words_find(language, state == REMOTE_OPEN      ? "play.tables.open"
                                : state == REMOTE_PLAYING ? "play.tables.playing"
                                                          : "play.tables.over");
}

static void print_seats(Language language, const TableEntry *entry)
{
    for (int seat = 0; seat < entry->seat_count; seat++) {
        const TableSeat *at = &entry->seats[seat];
        const WordsArgument arguments[] = { { "level", at->name, 0 },
                                            { "number", NULL, seat + 1 } };
        char name[TABLE_NAME_MAX];

        if (at->who == REMOTE_SEAT_BOT)
            words_write(language, "server.bot", arguments, 2, name, sizeof name);
        else
            snprintf(name, sizeof name, "%s",
                     at->who == REMOTE_SEAT_OPEN ? words_find(language, "play.remote.open")
                                                 : at->name);
        printf("%s%s", seat == 0 ? "" : ", ", name);
    }
}

static void print_entry(Language language, const TableEntry *entry)
{
    const Game *game = catalogue_find(entry->game);

    printf("%s  %s%s, %s: ", entry->code, entry->is_mine ? "* " : "  ",
           game == NULL ? entry->game : game_title(language, game),
           state_words(language, entry->state));
    print_seats(language, entry);
    printf("\n");
}

static void print_entry_json(const TableEntry *entry)
{
    static const char *const STATES[] = { "", "open", "playing", "over" };
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_object(&out);
    json_put_text(&out, "table", entry->code);
    json_put_text(&out, "game", entry->game);
    json_put_name(&out, "state", STATES[entry->state]);
    json_put_flag(&out, "mine", entry->is_mine);
    json_close_object(&out);
    if (!text.has_failed)
        printf("%s\n", text.bytes);
    text_free(&text);
}

static int list_tables(const TablesArgs *args, const ServerAddress *address,
                       const Session *session)
{
    static TableList list;
    Fault fault = { "" };

    if (!lobby_list(address, session->token, args->is_mine ? TABLES_MINE : TABLES_PUBLIC,
                    &list, &fault))
        return world_error(PROGRAM, "%s", fault.sentence);
    for (int i = 0; i < list.count; i++) {
        if (args->wants_json)
            print_entry_json(&list.entries[i]);
        else
            print_entry(args->language, &list.entries[i]);
    }
    if (list.count == 0 && !args->wants_json)
        printf("%s\n", words_find(args->language, "play.tables.none"));
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* A new one                                                                 */
/* ------------------------------------------------------------------------- */

static int open_table(const TablesArgs *args, const ServerAddress *address,
                      const Session *session)
{
    const Game *game;
    Setup setup;
    char code[TABLE_CODE_MAX], host[SERVER_HOST_MAX + 16];
    Fault fault = { "" };
    int status = table_resolve(PROGRAM, &args->table, &game, &setup);

    if (status != EXIT_FINE)
        return status;
    int people = args->people < 0 ? setup.seats - 1 : args->people;
    if (people > setup.seats - 1)
        return usage_error(PROGRAM, "--people: there is room for %d beside you",
                           setup.seats - 1);
    if (!lobby_open(address, session->token, game, &setup, people, args->level,
                    !args->is_private, code, &fault))
        return world_error(PROGRAM, "%s", fault.sentence);
    server_address_name(address, host, sizeof host);
    printf("%s%s/t/%s\n", address->is_secure ? "https://" : "http://", host, code);
    return EXIT_FINE;
}

/* ------------------------------------------------------------------------- */
/* A finished game                                                           */
/* ------------------------------------------------------------------------- */

/* The save file, as `roundhouse replay` reads it. */
static int print_save(const ServerAddress *address, const Session *session)
{
    char path[64 + TABLE_CODE_MAX];
    HttpReply reply = { 0 };
    Fault fault = { "" };
    int status = EXIT_FINE;

    if (address->table[0] == '\0')
        return usage_error(PROGRAM, "--save: which table? Write its whole address");
    snprintf(path, sizeof path, "/api/1/tables/%s/save", address->table);
    HttpRequest request = { .path = path, .token = session->token };
    if (!fetch(address, &request, &reply, &fault))
        status = world_error(PROGRAM, "%s", fault.sentence);
    else if (reply.status >= 400)
        status = world_error(PROGRAM,
                             "the server has no save of that table (status %d): "
                             "there is one when the game is over",
                             reply.status);
    else
        fwrite(reply.body.bytes, 1, reply.body.length, stdout);
    http_reply_free(&reply);
    return status;
}

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which server? Such as https://example.org", 0,
      TEXT(TablesArgs, visitor.url) },
    TABLE_ARGUMENTS(TablesArgs),
    LANGUAGE_ARGUMENT(TablesArgs),
    { "mine", 'm', NULL, "List only the tables where you sit", 3,
      FLAG(TablesArgs, is_mine) },
    { "people", 0, "N",
      "Number of seats of the new table that are open for others (default: all)", 4,
      INT(TablesArgs, people, 0, SEATS_MAX - 1) },
    { "bot", 'b', "LEVEL", "Bot of the other seats: easy, medium (default), hard …", 4,
      TEXT(TablesArgs, level) },
    { "private", 0, NULL, "Found by its link only", 4, FLAG(TablesArgs, is_private) },
    { "name", 0, "NAME", "Your name at the server", 5, TEXT(TablesArgs, visitor.name) },
    { "login", 0, NULL, "The name has a password, which is asked for", 5,
      FLAG(TablesArgs, visitor.has_password) },
    { "json", 'j', NULL, "Print a JSON object for each table", 5,
      FLAG(TablesArgs, wants_json) },
    { "save", 0, NULL, "Print the save file of the finished game at https://…/t/CODE", 5,
      FLAG(TablesArgs, wants_save) },
    { 0 },
};

int verb_tables(int argc, char **argv)
{
    static const char doc[] =
        "List the tables of a server; with a GAME, open a new one and print its "
        "address, for 'roundhouse play' and for friends.";
    TablesArgs args = { .language = language_of_locale(), .people = -1, .level = "medium" };
    ServerAddress address;
    Session session;

    arguments_parse(ARGUMENTS, "URL\nURL GAME", doc, argc, argv, &args);
    args.visitor.language = args.language;
    int status = at_server(PROGRAM, &args.visitor, &address, &session);
    if (status != EXIT_FINE)
        return status;
    if (args.wants_save)
        return print_save(&address, &session);
    if (args.table.game != NULL)
        return open_table(&args, &address, &session);
    return list_tables(&args, &address, &session);
}
