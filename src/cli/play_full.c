/* play_full.c: roundhouse play on the whole terminal: one game after another, until
 * somebody leaves. */
#include "cli/play_round.h"

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

/* ------------------------------------------------------------------------- */
/* Another game                                                              */
/* ------------------------------------------------------------------------- */

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

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static CourseResult play_round(const PlayArgs *args, const Round *round)
{
    RoundSettings own;

    round_settings(args, round, &own);
    return full_play(round->match, &own.settings);
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

    if (!round_first(args, &round, &status))
        return status;
    if (!fullscreen_open(args->wants_ascii ? FULLSCREEN_ASCII : FULLSCREEN_AS_LOCALE)) {
        match_free(round.match);
        return world_error(PLAY_PROGRAM, "this terminal cannot be used; try --plain");
    }
    CourseResult result = play_rounds(args, &round);
    term_close();
    return report_end(args, &result);
}
