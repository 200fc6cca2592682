/* play_full.c: roundhouse play on the whole terminal: one game after another, until
 * somebody leaves. */
#include "cli/play.h"

#include "cli/fullscreen.h"
#include "cli/last_game.h"
#include "cli/verbs.h"
#include "play/setup.h"
#include "tui/chooser.h"
#include "tui/full.h"
#include "tui/keep.h"
#include "wire/position.h"
#include "wire/sentences.h"

#include <stdio.h>
#include <string.h>

/* A game, and who sits at it. */
typedef struct Round {
    Match *match;
    Party party;
    const char *save; /* NULL: only where every game is kept */
    int is_saved;
    int is_loaded;  /* from a save */
    int is_resumed; /* which is where every game is kept */
} Round;

/* ------------------------------------------------------------------------- */
/* Where a game comes from                                                   */
/* ------------------------------------------------------------------------- */

static int names_no_table(const PlayArgs *args)
{
    return args->table.game == NULL && args->table.seats == 0
           && args->table.option_count == 0 && args->table.seed == NULL
           && args->name_count == 0;
}

/* The one that was played last; 0: there is none that can be gone on with. */
static int take_last(const PlayArgs *args, Round *round)
{
    char path[LAST_GAME_PATH];
    Fault fault = { "" };

    if (!last_game_find(path))
        return 0;
    round->match = keep_load(path, &SAVE_START_JSON, &round->party.players, &fault);
    if (round->match == NULL)
        return 0;
    party_of_save(args, path, match_setup(round->match)->seats, &round->party);
    round->is_loaded = round->is_resumed = 1;
    return 1;
}

/* A new one, chosen on the screen; 0: somebody left. */
static int take_wish(const PlayArgs *args, Wish *wish, Round *round)
{
    PlayArgs chosen = *args;

    if (!chooser_ask(wish, args->language))
        return 0;
    setup_seed_at_random(&wish->setup);
    chosen.humans = seats_all(wish->people);
    chosen.bot = wish->bot;
    if (chosen.name_count > wish->people)
        chosen.name_count = wish->people;
    *round = (Round){ 0 };
    party_of_args(&chosen, wish->setup.seats, &round->party);
    round->match = match_new(wish->game, &wish->setup);
    if (round->match != NULL)
        last_game_put_aside(wish->game);
    return round->match != NULL;
}

/* Before the terminal is taken, so that errors can be printed. 0: the exit
 * status is in *status; otherwise a match, or none: one is to be chosen. */
static int take_first(const PlayArgs *args, Round *round, int *status)
{
    *round = (Round){ .save = args->save };
    if (args->load != NULL) {
        round->match = play_resume(args, &round->party, status);
        round->is_loaded = 1;
        round->save = args->save != NULL ? args->save : args->load;
        round->is_saved = args->save == NULL;
    } else if (names_no_table(args)) {
        take_last(args, round);
        return 1;
    } else {
        round->match = play_begin(args, &round->party, status);
        if (round->match != NULL)
            last_game_put_aside(match_game(round->match));
    }
    if (round->match == NULL)
        return 0;
    *status = play_check_humans(args, match_setup(round->match)->seats);
    if (*status == EXIT_FINE)
        return 1;
    match_free(round->match);
    return 0;
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static CourseResult play_round(const PlayArgs *args, const Round *round)
{
    char last[LAST_GAME_PATH];
    PlayerNames names;
    TableSettings settings;

    play_settings(args, round->match, &round->party, &names, &settings);
    settings.save_path = round->save;
    settings.is_saved = round->is_saved;
    settings.is_loaded = round->is_loaded;
    settings.is_resumed = round->is_resumed;
    settings.last_path = last_game_path(match_game(round->match), last) ? last : NULL;
    settings.put_aside =
        round->is_loaded && !round->is_resumed ? last_game_put_aside : NULL;
    return full_play(round->match, &settings);
}

static void take_opened(const PlayArgs *args, const CourseResult *result, Round *round)
{
    *round = (Round){ .match = result->opened,
                      .party = { .players = result->players },
                      .is_loaded = 1 };
    party_of_save(args, result->wanted, match_setup(round->match)->seats, &round->party);
}

/* One after another. */
static CourseResult play_rounds(const PlayArgs *args, Round *round)
{
    CourseResult result = { .end = COURSE_LEFT };
    Wish wish = { .bot = args->bot == NULL ? &BOT_GREEDY : args->bot,
                  .people = args->humans == 0 ? 1 : seats_count(args->humans) };

    while (round->match != NULL || take_wish(args, &wish, round)) {
        const Match *match = round->match;

        wish.game = match_game(match);
        wish.setup = *match_setup(match);
        result = play_round(args, round);
        match_free(round->match);
        *round = (Round){ 0 };
        if (result.end == COURSE_OPEN)
            take_opened(args, &result, round);
        else if (result.end != COURSE_NEW)
            return result;
        result.end = COURSE_LEFT;
    }
    return result;
}

static int report_end(const PlayArgs *args, const CourseResult *result)
{
    char path[LAST_GAME_PATH];

    switch (result->end) {
    case COURSE_NOT_SAVED:
        return world_error(PLAY_PROGRAM, "the game could not be saved: %s",
                           result->fault.sentence);
    case COURSE_NO_MEMORY:
        return world_error(PLAY_PROGRAM, "there is no memory left");
    default:
        break;
    }
    if (!result->is_unfinished)
        return EXIT_FINE;
    if (result->saved[0] != '\0') {
        WordsArgument file = { "file", result->saved, 0 };
        char text[LAST_GAME_PATH + 128];
        words_write(args->language, "play.left.resume", &file, 1, text, sizeof text);
        printf("%s\n", text);
    } else if (result->is_lost) {
        printf("%s\n", words_find(args->language, "play.left.lost"));
    } else if (last_game_find(path)) {
        printf("%s\n", words_find(args->language, "play.full.left"));
    }
    return EXIT_FINE;
}

int play_full(PlayArgs *args)
{
    Round round;
    int status = EXIT_FINE;

    if (!take_first(args, &round, &status))
        return status;
    if (!fullscreen_open(args->wants_ascii ? FULLSCREEN_ASCII : FULLSCREEN_AS_LOCALE)) {
        match_free(round.match);
        return world_error(PLAY_PROGRAM, "this terminal cannot be used; try --plain");
    }
    CourseResult result = play_rounds(args, &round);
    term_close();
    return report_end(args, &result);
}
