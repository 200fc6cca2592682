/* play_round.c: a new game, a saved one, or the one that was left unfinished. */
#include "cli/play_round.h"

#include "cli/verbs.h"
#include "tui/keep.h"
#include "wire/position.h"

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
    Fault fault = fault_in_locale();

    if (!last_game_find(path))
        return 0;
    round->match = keep_load(path, &SAVE_START_JSON, &round->party.players, &fault);
    if (round->match == NULL)
        return 0;
    party_of_save(args, path, match_setup(round->match)->seats, &round->party);
    round->is_loaded = round->is_resumed = 1;
    return 1;
}

int round_first(const PlayArgs *args, Round *round, int *status)
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

void round_settings(const PlayArgs *args, const Round *round, RoundSettings *own)
{
    TableSettings *settings = &own->settings;
    int has_path = last_game_path(match_game(round->match), own->last);

    play_settings(args, round->match, &round->party, &own->names, settings);
    settings->save_path = round->save;
    settings->is_saved = round->is_saved;
    settings->is_loaded = round->is_loaded;
    settings->is_resumed = round->is_resumed;
    settings->last_path = has_path ? own->last : NULL;
    settings->put_aside =
        round->is_loaded && !round->is_resumed ? last_game_put_aside : NULL;
}
