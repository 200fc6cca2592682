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
    SavePlayers players;
    SeatSet humans;
    const Bot *bot;
    const char *save; /* NULL: only where every game is kept */
    int is_saved, is_resumed;
} Round;

/* ------------------------------------------------------------------------- */
/* Who played, as a remark in the save                                       */
/* ------------------------------------------------------------------------- */

static void write_remark(const Round *round, char remark[REMARK_MAX])
{
    int seats = match_setup(round->match)->seats;
    int length = snprintf(remark, REMARK_MAX, "bot %s people", round->bot->name);

    for (int seat = 0; seat < seats; seat++) {
        if (seats_have(round->humans, seat))
            length += snprintf(remark + length, REMARK_MAX - (size_t)length, " %d", seat);
    }
}

/* What cannot be understood stays as it was. */
static void read_remark(const char *path, Round *round)
{
    char remark[REMARK_MAX], *rest = NULL;
    SeatSet humans = 0;

    keep_read_remark(path, remark);
    for (char *word = strtok_r(remark, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (bot_find(word) != NULL)
            round->bot = bot_find(word);
        else if (word[0] >= '0' && word[0] < '0' + SEATS_MAX && word[1] == '\0')
            humans |= seat_bit(word[0] - '0');
    }
    if (humans != 0)
        round->humans = humans;
}

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
static int take_last(Round *round)
{
    char path[LAST_GAME_PATH];
    Fault fault = { "" };

    if (!last_game_find(path))
        return 0;
    round->match = keep_load(path, &SAVE_START_JSON, &round->players, &fault);
    if (round->match == NULL)
        return 0;
    read_remark(path, round);
    round->is_resumed = 1;
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
    if (chosen.name_count > wish->people)
        chosen.name_count = wish->people;
    *round = (Round){ .humans = chosen.humans, .bot = wish->bot };
    play_name(&chosen, wish->setup.seats, &round->players);
    round->match = match_new(wish->game, &wish->setup);
    if (round->match != NULL)
        last_game_put_aside(wish->game);
    return round->match != NULL;
}

/* Before the terminal is taken, so that what is wrong can be told. 0: the exit
 * status is in *status; otherwise a match, or none: one is to be chosen. */
static int take_first(const PlayArgs *args, Round *round, int *status)
{
    *round = (Round){ .humans = args->humans, .bot = args->bot, .save = args->save };
    if (args->load != NULL) {
        round->match = play_resume(args, &round->players, status);
        round->save = args->save != NULL ? args->save : args->load;
        round->is_saved = args->save == NULL;
    } else if (names_no_table(args)) {
        take_last(round);
        return 1;
    } else {
        round->match = play_begin(args, &round->players, status);
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

static FullResult play_round(const PlayArgs *args, const Round *round)
{
    int seats = match_setup(round->match)->seats;
    char last[LAST_GAME_PATH], remark[REMARK_MAX];
    PlayerNames names;
    FullTable table = {
        .language = args->language,
        .confirms_turns = args->confirms_turns,
        .pace = args->pace,
        .humans = round->humans & seats_all(seats),
        .bot = round->bot,
        .names = names.names,
        .save_path = round->save,
        .is_saved = round->is_saved,
        .last_path = last_game_path(match_game(round->match), last) ? last : NULL,
        .remark = remark,
        .is_resumed = round->is_resumed,
        .start = &SAVE_START_JSON,
    };

    write_remark(round, remark);
    player_names_make(&names, args->language, &round->players);
    memcpy(&table.bot_seed, match_setup(round->match)->seed, sizeof table.bot_seed);
    return full_play(round->match, &table);
}

static void take_opened(const PlayArgs *args, const FullResult *result, Round *round)
{
    *round = (Round){ .match = result->opened,
                      .players = result->players,
                      .humans = args->humans,
                      .bot = args->bot,
                      .save = NULL };
    read_remark(result->wanted, round);
}

/* One after another. */
static FullResult play_rounds(const PlayArgs *args, Round *round)
{
    FullResult result = { .end = FULL_LEFT };
    Wish wish = { .bot = args->bot, .people = seats_count(args->humans) };

    while (round->match != NULL || take_wish(args, &wish, round)) {
        const Match *match = round->match;

        wish.game = match_game(match);
        wish.setup = *match_setup(match);
        result = play_round(args, round);
        match_free(round->match);
        *round = (Round){ 0 };
        if (result.end == FULL_OPEN)
            take_opened(args, &result, round);
        else if (result.end != FULL_NEW)
            return result;
        result.end = FULL_LEFT;
    }
    return result;
}

static int tell_end(const PlayArgs *args, const FullResult *result)
{
    char path[LAST_GAME_PATH];

    switch (result->end) {
    case FULL_NOT_SAVED:
        return world_error(PLAY_PROGRAM, "the game could not be saved: %s",
                           result->fault.sentence);
    case FULL_NO_MEMORY:
        return world_error(PLAY_PROGRAM, "there is no memory left");
    default:
        break;
    }
    if (last_game_find(path))
        printf("%s\n", words_find(args->language, "play.full.left"));
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
    FullResult result = play_rounds(args, &round);
    term_close();
    return tell_end(args, &result);
}
