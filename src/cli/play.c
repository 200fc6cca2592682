/* play.c: roundhouse play: a game in the terminal, against bots and with others
 * at the same keyboard. */
#include "cli/arguments.h"
#include "cli/fullscreen.h"
#include "cli/lines.h"
#include "cli/play_round.h"
#include "cli/verbs.h"

#include "client/address.h"
#include "tui/keep.h"
#include "tui/plain.h"
#include "tui/terminal.h"
#include "wire/position.h"
#include "wire/sentences.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char PLAY_PROGRAM[] = "roundhouse play";

enum {
    DEFAULT_PACE = 500, /* milliseconds */
    SLOWEST_PACE = 60000,
};

/* ------------------------------------------------------------------------- */
/* Arguments                                                                 */
/* ------------------------------------------------------------------------- */

static void read_seats(const struct argp_state *state, const char *text, void *field)
{
    SeatSet *seats = field;

    *seats = seats_all(SEATS_MAX);
    if (strcmp(text, "all") == 0)
        return;
    for (*seats = 0;; text++) {
        if (text[0] < '0' || text[0] >= '0' + SEATS_MAX)
            break;
        if (seats_have(*seats, text[0] - '0'))
            argument_error(state, in_locale("--human: seat %c comes twice"), text[0]);
        *seats |= seat_bit(text[0] - '0');
        if (text[1] == '\0')
            return;
        if (*++text != ',')
            break;
    }
    argument_error(
        state,
        in_locale("--human: write the seats as numbers from 0, such as 0,2, or all"));
}

static void read_bot(const struct argp_state *state, const char *name, void *field)
{
    const Bot **bot = field;
    char names[BOT_NAMES_ROOM];

    *bot = bot_find(strcmp(name, "casual") == 0 ? "greedy" : name); /* the menu's word */
    if (*bot == NULL)
        argument_error(state, in_locale("--bot: there is no bot '%s'; there is %s"), name,
                       bot_names(names, ", "));
}

static void read_name(const struct argp_state *state, const char *name, void *field)
{
    PlayArgs *args = field;

    if (!save_can_name(name, strlen(name)))
        argument_error(state, in_locale("--name: a name has 1 to %d bytes of plain text"),
                       SAVE_NAME_MAX);
    if (args->name_count == SEATS_MAX)
        argument_error(state, in_locale("--name: there are at most %d players"), SEATS_MAX);
    args->names[args->name_count++] = name;
}

static const Argument ARGUMENTS[] = {
    TABLE_ARGUMENTS(PlayArgs),
    LANGUAGE_ARGUMENT(PlayArgs),
    { "human", 'u', "SEATS",
      "Seats of the people at this terminal, such as 0,2, or all; seats count from 0 "
      "(default: 0; for a saved game: its people)",
      3, READ(PlayArgs, humans, read_seats) },
    { "name", 0, "NAME", "Name of the next of these people; may be repeated", 3,
      ARGUMENT_READ, 0, 0, 0, read_name },
    { "login", 0, NULL, "At a server: the name has a password, which is asked for", 3,
      FLAG(PlayArgs, has_password) },
    { "invitation", 0, "LINK", "The link of your invitation, at a server that asks for one",
      3, TEXT(PlayArgs, invitation) },
    { "bot", 'b', "LEVEL",
      "Bot of the other seats: greedy (casual in menus; default), random, easy, medium, "
      "hard or expert; default for a saved game: its bots",
      3, READ(PlayArgs, bot, read_bot) },
    { "bots", 0, "LEVEL", NULL, 3, READ(PlayArgs, bot, read_bot) },
    { "no-confirm", 0, NULL, "Do not ask before the others move", 3,
      FLAG(PlayArgs, moves_unasked) },
    { "save", 0, "FILE", "Save the game there on leaving (with --load: back to that file)",
      4, TEXT(PlayArgs, save) },
    { "load", 0, "FILE", "Resume a saved game", 4, TEXT(PlayArgs, load) },
    { "plain", 0, NULL, "A dialogue of lines instead of the full screen, as in a pipe", 5,
      FLAG(PlayArgs, wants_plain) },
    { "ascii", 0, NULL, "Draw in plain ASCII", 5, FLAG(PlayArgs, wants_ascii) },
    { "pace", 0, "MS",
      "Milliseconds of pause after a bot's move, on the full screen (default: 500)", 5,
      INT(PlayArgs, pace, 0, SLOWEST_PACE) },
    { 0 },
};

static const char DOC[] =
    "Play a game on the whole terminal, or as a dialogue of lines; ? for help.\v"
    "Without a GAME, the last unfinished one is resumed, or a new one is chosen on the "
    "screen. Every move is saved below $XDG_STATE_HOME/roundhouse "
    "(~/.local/state/roundhouse).";

/* ------------------------------------------------------------------------- */
/* The match                                                                 */
/* ------------------------------------------------------------------------- */

Match *play_begin(const PlayArgs *args, Party *party, int *status)
{
    const Game *game;
    Setup setup;

    *status = table_resolve(PLAY_PROGRAM, &args->table, &game, &setup);
    if (*status != EXIT_FINE)
        return NULL;
    party_of_args(args, setup.seats, party);
    Match *match = match_new(game, &setup);
    if (match == NULL)
        *status = world_error(PLAY_PROGRAM, "there is no memory left");
    return match;
}

Match *play_resume(const PlayArgs *args, Party *party, int *status)
{
    Fault fault = fault_in_locale();
    Match *match = NULL;

    if (args->table.game != NULL || args->table.seats != 0 || args->table.option_count > 0
        || args->table.seed != NULL || args->name_count > 0) {
        *status =
            usage_error(PLAY_PROGRAM, "--load says all about the game: give no GAME, "
                                      "--seats, --option, --seed or --name beside it");
        return NULL;
    }
    match = keep_load(args->load, &SAVE_START_JSON, &party->players, &fault);
    if (match == NULL)
        *status =
            world_error(PLAY_PROGRAM, "cannot load %s: %s", args->load, fault.sentence);
    else
        party_of_save(args, args->load, match_setup(match)->seats, party);
    return match;
}

/* Interrupting ends the input, so that the game is left in good order. */
static void on_interrupt(int number)
{
    (void)number;
}

static void end_input_on_interrupt(void)
{
    struct sigaction action = { .sa_handler = on_interrupt };

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

void play_settings(const PlayArgs *args, const Match *match, const Party *party,
                   PlayerNames *names, TableSettings *settings)
{
    player_names_make(names, args->language, &party->players);
    *settings = (TableSettings){
        .language = args->language,
        .confirms_turns = !args->moves_unasked,
        .pace = args->pace,
        .humans = party->humans,
        .names = names->names,
        .start = &SAVE_START_JSON,
    };
    memcpy(settings->bots, party->bots, sizeof settings->bots);
    memcpy(&settings->bot_seed, match_setup(match)->seed, sizeof settings->bot_seed);
}

void play_lines(const PlayArgs *args, TableSettings *settings)
{
    settings->in = stdin;
    settings->out = stdout;
    settings->has_colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL
                           && getenv("TERM") != NULL && strcmp(getenv("TERM"), "dumb") != 0;
    settings->is_ascii = lines_are_ascii(args->wants_ascii ? LINES_ASCII : LINES_AS_LOCALE);
    settings->echoes = !isatty(STDIN_FILENO);
    end_input_on_interrupt();
}

static int play(const PlayArgs *args, const Round *round)
{
    RoundSettings own;

    round_settings(args, round, &own);
    play_lines(args, &own.settings);
    own.settings.pace = 0;
    switch (plain_play(round->match, &own.settings)) {
    case COURSE_NOT_SAVED:
        return EXIT_WORLD;
    case COURSE_NO_MEMORY:
        return world_error(PLAY_PROGRAM, "there is no memory left");
    default:
        return EXIT_FINE;
    }
}

int play_check_humans(const PlayArgs *args, int seats)
{
    int people = args->humans == 0 ? 1 : seats_count(args->humans & seats_all(seats));

    if (args->humans != seats_all(SEATS_MAX) && (args->humans >> seats) != 0)
        return usage_error(PLAY_PROGRAM, "--human: this table has the seats 0 to %d only",
                           seats - 1);
    if (args->name_count > people)
        return usage_error(PLAY_PROGRAM,
                           "--name: there are %d names for %d at this terminal",
                           args->name_count, people);
    return EXIT_FINE;
}

static int play_plain(const PlayArgs *args)
{
    Round round;
    int status = EXIT_FINE;

    if (!round_first(args, &round, &status))
        return status;
    if (round.match == NULL)
        return table_find_game(PLAY_PROGRAM, NULL) == NULL ? EXIT_USAGE : EXIT_FINE;
    status = play(args, &round);
    match_free(round.match);
    return status;
}

int verb_play(int argc, char **argv)
{
    PlayArgs args = { .language = language_of_locale(), .pace = DEFAULT_PACE };
    Fault fault = fault_in_locale();

    arguments_parse(ARGUMENTS, "[GAME]\n--load=FILE\nhttps://…/t/CODE", DOC, argc, argv,
                    &args);
    if (args.save != NULL && !keep_can_save(args.save, &fault))
        return world_error(PLAY_PROGRAM, "cannot save in %s: %s", args.save,
                           fault.sentence);
    setlocale(LC_CTYPE, "C.UTF-8"); /* we write UTF-8, and ask how wide it is */
    if (args.table.game != NULL && server_address_is(args.table.game))
        return play_remote(&args);
    if (args.wants_plain || !term_is_possible())
        return play_plain(&args);
    return play_full(&args);
}
