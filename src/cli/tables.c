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
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "roundhouse tables";

typedef struct TablesArgs {
    TableArgs table;
    Language language;
    Visitor visitor;
    const char *level; /* of the bots at a new table; NULL: not said */
    int people;        /* others that a new table is for; -1: not said */
    TableClock clock;
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

static void print_link(FILE *out, const ServerAddress *address, const char *code)
{
    char host[SERVER_HOST_MAX + 16];

    server_address_name(address, host, sizeof host);
    fprintf(out, "%s%s/t/%s", address->is_secure ? "https://" : "http://", host, code);
}

static void put_link(JsonOut *out, const ServerAddress *address, const char *code)
{
    char *link = NULL;
    size_t size;
    FILE *text = open_memstream(&link, &size);

    if (text == NULL)
        return;
    print_link(text, address, code);
    fclose(text);
    json_put_text(out, "link", link);
    free(link);
}

static void put_options(JsonOut *out, const Game *game, const Setup *setup)
{
    json_put_object(out, "options");
    for (int i = 0; i < game->option_count; i++)
        json_put_name(out, game->options[i].id,
                      game->options[i].values.items[setup->options[i]]);
    json_close_object(out);
}

static void put_seats(JsonOut *out, const TableEntry *entry)
{
    static const char *const WHO[] = {
        [REMOTE_SEAT_OPEN] = "open",
        [REMOTE_SEAT_PERSON] = "person",
        [REMOTE_SEAT_BOT] = "bot",
    };

    json_put_list(out, "seats");
    for (int seat = 0; seat < entry->seat_count; seat++) {
        const TableSeat *at = &entry->seats[seat];
        json_open_object(out);
        json_put_name(out, "who", WHO[at->who]);
        if (at->who != REMOTE_SEAT_OPEN)
            json_put_text(out, at->who == REMOTE_SEAT_BOT ? "level" : "name", at->name);
        json_close_object(out);
    }
    json_close_list(out);
}

static void print_entry_json(const ServerAddress *address, const TableEntry *entry)
{
    static const char *const STATES[] = { "", "open", "playing", "over" };
    Text text = { 0 };
    JsonOut out = { .text = &text };

    json_open_object(&out);
    json_put_text(&out, "table", entry->code);
    put_link(&out, address, entry->code);
    json_put_text(&out, "game", entry->game);
    if (entry->known != NULL)
        put_options(&out, entry->known, &entry->setup);
    json_put_name(&out, "state", STATES[entry->state]);
    json_put_flag(&out, "mine", entry->is_mine);
    put_seats(&out, entry);
    json_key(&out, "clock");
    table_clock_format(&out, &entry->clock);
    json_close_object(&out);
    json_line_print(&text);
}

static int list_tables(const TablesArgs *args, const ServerAddress *address,
                       const Session *session)
{
    static TableList list;
    Fault fault = fault_in_locale();

    if (!lobby_list(address, session->token, args->is_mine ? TABLES_MINE : TABLES_PUBLIC,
                    &list, &fault))
        return world_error(PROGRAM, "%s", fault.sentence);
    for (int i = 0; i < list.count; i++) {
        if (args->wants_json)
            print_entry_json(address, &list.entries[i]);
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

static void print_opened(const TablesArgs *args, const ServerAddress *address,
                         const char *code)
{
    Text text = { 0 };
    JsonOut out = { .text = &text };

    if (!args->wants_json) {
        print_link(stdout, address, code);
        printf("\n");
        return;
    }
    json_open_object(&out);
    json_put_text(&out, "table", code);
    put_link(&out, address, code);
    json_close_object(&out);
    json_line_print(&text);
}

static int open_table(const TablesArgs *args, const ServerAddress *address,
                      const Session *session)
{
    TableWish wish = { .level = args->level == NULL ? "medium" : args->level,
                       .is_public = !args->is_private,
                       .clock = args->clock };
    char code[TABLE_CODE_MAX];
    Fault fault = fault_in_locale();
    int status = table_resolve(PROGRAM, &args->table, &wish.game, &wish.setup);

    if (status != EXIT_FINE)
        return status;
    /* Whoever names a bot wants one to play. */
    wish.open = args->people >= 0     ? args->people
                : args->level != NULL ? 0
                                      : wish.setup.seats - 1;
    if (wish.open > wish.setup.seats - 1)
        return usage_error(PROGRAM, "--people: there is room for %d beside you",
                           wish.setup.seats - 1);
    if (!lobby_open(address, session->token, &wish, code, &fault))
        return world_error(PROGRAM, "%s", fault.sentence);
    print_opened(args, address, code);
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
    Fault fault = fault_in_locale();
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

/* "none", "turn:90", "bank:900+5" or "days:3" */
static void read_clock(const struct argp_state *state, const char *text, void *field)
{
    TableClock *clock = field;
    int end = 0;

    *clock = (TableClock){ "none", -1, -1, -1 };
    if (strcmp(text, "none") == 0)
        return;
    if (sscanf(text, "turn:%9d%n", &clock->seconds, &end) == 1 && text[end] == '\0')
        memcpy(clock->kind, "turn", sizeof "turn");
    else if (sscanf(text, "bank:%9d+%9d%n", &clock->seconds, &clock->extra, &end) == 2
             && text[end] == '\0')
        memcpy(clock->kind, "bank", sizeof "bank");
    else if (sscanf(text, "days:%9d%n", &clock->days, &end) == 1 && text[end] == '\0')
        memcpy(clock->kind, "days", sizeof "days");
    else
        argument_error(
            state,
            in_locale("--clock: '%s' is none of none, turn:SECONDS, bank:SECONDS+EXTRA and "
                      "days:DAYS"),
            text);
}

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which server? Such as https://example.org", 0,
      TEXT(TablesArgs, visitor.url) },
    DEALT_TABLE_ARGUMENTS(TablesArgs),
    { "seed", 's', "SEED", NULL, 1, TEXT(TablesArgs, table.seed) }, /* to be refused */
    LANGUAGE_ARGUMENT(TablesArgs),
    { "mine", 'm', NULL, "List only the tables where you sit", 3,
      FLAG(TablesArgs, is_mine) },
    { "people", 0, "N",
      "Number of seats of the new table that are open for others (default: all; with "
      "--bot: none)",
      4, INT(TablesArgs, people, 0, SEATS_MAX - 1) },
    { "bot", 'b', "LEVEL", "Bot of the other seats: easy, medium (default), hard …", 4,
      TEXT(TablesArgs, level) },
    { "clock", 0, "CLOCK",
      "Time of a player: turn:90 (seconds a turn), bank:900+5 (for the game, and more each "
      "turn), days:3 (a turn) or none",
      4, READ(TablesArgs, clock, read_clock) },
    { "private", 0, NULL, "Found by its link only", 4, FLAG(TablesArgs, is_private) },
    { "name", 0, "NAME", "Your name at the server", 5, TEXT(TablesArgs, visitor.name) },
    { "login", 0, NULL, "The name has a password, which is asked for", 5,
      FLAG(TablesArgs, visitor.has_password) },
    { "invitation", 0, "LINK", "The link of your invitation, at a server that asks for one",
      5, TEXT(TablesArgs, visitor.invitation) },
    { "json", 'j', NULL, "Print a JSON object for each table", 5,
      FLAG(TablesArgs, wants_json) },
    { "save", 0, NULL, "Print the save file of the finished game at https://…/t/CODE", 5,
      FLAG(TablesArgs, wants_save) },
    { 0 },
};

/* Options that would be ignored are refused: a list has no seats, a new table no save. */
static int check_use(const TablesArgs *args)
{
    int opens = args->table.game != NULL;
    int is_for_new = args->table.seats != 0 || args->table.option_count > 0
                     || args->level != NULL || args->people >= 0 || args->is_private
                     || args->clock.kind[0] != '\0';

    if (args->table.seed != NULL)
        return usage_error(PROGRAM, "--seed: the server deals");
    if (is_for_new && !opens)
        return usage_error(PROGRAM, "--seats, --option, --people, --bot, --clock and "
                                    "--private are for a new table: name its GAME");
    if (opens && (args->is_mine || args->wants_save))
        return usage_error(PROGRAM, "--mine and --save do not go with a GAME");
    if (args->wants_save && (args->is_mine || args->wants_json))
        return usage_error(PROGRAM, "--save prints a save file, without --mine or --json");
    return EXIT_FINE;
}

int verb_tables(int argc, char **argv)
{
    static const char doc[] =
        "List the tables of a server; with a GAME, open a new one and print its "
        "address, for 'roundhouse play' and for friends.";
    TablesArgs args = { .language = language_of_locale(), .people = -1 };
    ServerAddress address;
    Session session;

    arguments_parse(ARGUMENTS, "URL\nURL GAME", doc, argc, argv, &args);
    args.visitor.language = args.language;
    int status = check_use(&args);
    if (status == EXIT_FINE)
        status = at_server(PROGRAM, &args.visitor, &address, &session);
    if (status != EXIT_FINE)
        return status;
    if (args.wants_save)
        return print_save(&address, &session);
    if (address.table[0] != '\0')
        return usage_error(PROGRAM,
                           "this is the address of one table: 'roundhouse play %s' "
                           "sits down, --save prints its save file",
                           args.visitor.url);
    if (args.table.game != NULL)
        return open_table(&args, &address, &session);
    return list_tables(&args, &address, &session);
}
