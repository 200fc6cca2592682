/* sitting.c: moves, undoing, secrets and saves, however they are shown; and the
 * host that is a match in this program. */
#include "tui/sitting.h"

#include "tui/keep.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* A match in this program                                                   */
/* ------------------------------------------------------------------------- */

static void match_host_observe(const Sitting *sitting, int seat, State *view)
{
    memset(view, 0, sizeof *view);
    sitting->game->observe(match_state(sitting->match), seat, view);
}

static SittingStatus match_host_move(Sitting *sitting, int seat, Action action)
{
    Events events = { 0 };

    switch (match_apply(sitting->match, seat, action, &events)) {
    case MATCH_OK:
        break;
    case MATCH_NO_MEMORY:
        return SITTING_NO_MEMORY;
    default:
        return SITTING_REFUSED;
    }
    if (!journal_add(&sitting->journal, match_move_count(sitting->match) - 1, &events))
        return SITTING_NO_MEMORY;
    return SITTING_OK;
}

static int match_host_can_undo(const Sitting *sitting, int seat)
{
    return match_can_undo(sitting->match, seat);
}

static int match_host_moves(const Sitting *sitting)
{
    return match_move_count(sitting->match);
}

static void match_host_take_back(Sitting *sitting)
{
    match_undo(sitting->match);
    journal_cut(&sitting->journal, match_move_count(sitting->match));
}

static const Host MATCH_HOST = {
    .observe = match_host_observe,
    .move = match_host_move,
    .can_undo = match_host_can_undo,
    .take_back = match_host_take_back,
    .moves = match_host_moves,
};

/* ------------------------------------------------------------------------- */
/* Sitting down and getting up                                               */
/* ------------------------------------------------------------------------- */

void sitting_name(Sitting *sitting, const char *const *names)
{
    for (int seat = 0; seat < sitting->seats; seat++) {
        text_cut(names[seat], NAME_COLUMNS, sitting->names.texts[seat],
                 sizeof sitting->names.texts[seat]);
        sitting->names.names[seat] = sitting->names.texts[seat];
    }
    sitting->whole_names = names;
}

int sitting_begin(Sitting *sitting, Match *match, const TableSettings *settings)
{
    *sitting = (Sitting){
        .host = &MATCH_HOST,
        .game = match_game(match),
        .drawing = drawing_of(match_game(match)),
        .seats = match_setup(match)->seats,
        .match = match,
        .start = settings->start,
        .humans = settings->humans & seats_all(match_setup(match)->seats),
        .bots = settings->bots,
        .confirms_turns = settings->confirms_turns,
        .awaits_person = settings->is_loaded,
        .shown_to = NOBODY,
        .line_to = -1,
        .kept_at = settings->is_saved ? match_move_count(match) : -1,
        .kept_path = settings->is_saved ? strdup(settings->save_path) : NULL,
    };
    sitting_name(sitting, settings->names);
    return journal_rebuild(&sitting->journal, match);
}

void sitting_end(Sitting *sitting)
{
    journal_free(&sitting->journal);
    free(sitting->kept_path);
    sitting->kept_path = NULL;
}

void sitting_observe(const Sitting *sitting, int seat, State *view)
{
    sitting->host->observe(sitting, seat, view);
}

SeatSet sitting_waiting(const Sitting *sitting)
{
    State view;

    if (sitting->match != NULL)
        return sitting->game->waiting(match_state(sitting->match));
    sitting_observe(sitting, NOBODY, &view);
    return sitting->game->waiting(&view);
}

void sitting_ask(const Sitting *sitting, int seat, Menu *menu)
{
    State view;

    sitting_observe(sitting, seat, &view);
    menu_ask(menu, sitting->game, &view, seat);
}

/* ------------------------------------------------------------------------- */
/* Moves, and taking them back                                               */
/* ------------------------------------------------------------------------- */

SittingStatus sitting_move(Sitting *sitting, int seat, Action action)
{
    if (seats_have(sitting->humans, seat))
        sitting->awaits_person = 0;
    return sitting->host->move(sitting, seat, action);
}

/* What was saved is then something else. */
static void take_back(Sitting *sitting)
{
    sitting->host->take_back(sitting);
    if (sitting->kept_at > sitting->host->moves(sitting))
        sitting->kept_at = -1;
    if (sitting->line_to > sitting->host->moves(sitting))
        sitting->line_to = -1;
}

SittingStatus sitting_move_line(Sitting *sitting, int seat, const Reading *reading)
{
    int from = sitting->host->moves(sitting);

    if (sitting->host->move_line != NULL)
        return sitting->host->move_line(sitting, seat, reading);
    for (int i = 0; i < reading->count; i++) {
        SittingStatus status = sitting_move(sitting, seat, reading->actions[i]);
        if (status == SITTING_OK)
            continue;
        for (; i > 0; i--)
            take_back(sitting);
        return status;
    }
    sitting->line_from = from;
    sitting->line_to = sitting->host->moves(sitting);
    return SITTING_OK;
}

int sitting_can_undo(const Sitting *sitting, int seat)
{
    return sitting->host->can_undo(sitting, seat);
}

void sitting_undo(Sitting *sitting, int seat)
{
    int moves = sitting->host->moves(sitting);
    int back_to = moves == sitting->line_to ? sitting->line_from : moves - 1;

    sitting->awaits_person = 0;
    if (sitting->match == NULL) { /* what comes of it arrives later */
        sitting->host->take_back(sitting);
        return;
    }
    while (sitting->host->moves(sitting) > back_to && sitting_can_undo(sitting, seat))
        take_back(sitting);
}

int sitting_needs_confirmation(const Sitting *sitting, int seat)
{
    return sitting->confirms_turns && !seats_have(sitting_waiting(sitting), seat)
           && sitting_can_undo(sitting, seat);
}

/* ------------------------------------------------------------------------- */
/* Several people at one terminal                                            */
/* ------------------------------------------------------------------------- */

/* Does anybody else at this terminal see something else? */
static int hides_something(const Sitting *sitting, int seat)
{
    State own, others;

    sitting_observe(sitting, seat, &own);
    for (int other = 0; other < sitting->seats; other++) {
        if (other == seat || !seats_have(sitting->humans, other))
            continue;
        sitting_observe(sitting, other, &others);
        if (memcmp(&own, &others, (size_t)sitting->game->state_size) != 0)
            return 1;
    }
    return 0;
}

int sitting_must_hand_over(Sitting *sitting, int seat)
{
    sitting->has_secrets |= hides_something(sitting, seat);
    return sitting->has_secrets && sitting->shown_to != seat;
}

/* ------------------------------------------------------------------------- */
/* Saves                                                                     */
/* ------------------------------------------------------------------------- */

/* Names that a save cannot hold are left out: seats have numbers. */
void sitting_players(const Sitting *sitting, SavePlayers *players)
{
    *players = (SavePlayers){ 0 };
    for (int seat = 0; seat < sitting->seats; seat++) {
        const char *name = sitting->whole_names[seat];
        if (save_can_name(name, strlen(name)))
            memcpy(players->names[seat], name, strlen(name));
        if (seats_have(sitting->humans, seat))
            players->seats[seat].who = SAVE_PERSON;
        else if (sitting->bots != NULL)
            save_seat_bot(&players->seats[seat], sitting->bots[seat]->name);
    }
}

int sitting_is_kept(const Sitting *sitting)
{
    return sitting->kept_at == sitting->host->moves(sitting);
}

int sitting_must_save(const Sitting *sitting)
{
    return !sitting->awaits_person && !sitting_is_kept(sitting);
}

int sitting_save(Sitting *sitting, const char *path, Fault *fault)
{
    SavePlayers players;
    char *copy = strdup(path);

    sitting_players(sitting, &players);
    if (!keep_match(sitting->match, &players, sitting->start, path, fault)) {
        free(copy);
        return 0;
    }
    free(sitting->kept_path);
    sitting->kept_path = copy;
    sitting->kept_at = match_move_count(sitting->match);
    return 1;
}
