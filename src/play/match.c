/* match.c: one game in progress.
 *
 *     moves        0 1 2 … 31 | 32 33 … 63 | 64 65
 *     checkpoints  0          | 1          | 2
 *
 * Checkpoint n is the state before move n * CHECKPOINT_EVERY, so that taking one
 * action back replays fewer than CHECKPOINT_EVERY of them. */
#include "play/match.h"

#include "play/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT_EVERY = 32 };

/* Invariant: checkpoints are kept up to move_count / CHECKPOINT_EVERY; rooms are
 * the entries that each array has memory for. */
struct Match {
    const Game *game;
    Setup setup;
    State state;
    int is_from_deal;
    int move_count, move_room;
    Move *moves;
    int checkpoint_room;
    State *checkpoints;
    Memory *memories; /* of each seat at checkpoint 0; NULL: nothing came before it */
    ScoreSheet sheet;
};

/* ------------------------------------------------------------------------- */
/* Beginning and end                                                         */
/* ------------------------------------------------------------------------- */

static int make_room(Match *match);

static Match *match_begin(const Game *game, const Setup *setup, const State *start)
{
    Match *match = calloc(1, sizeof *match);

    if (match == NULL)
        return NULL;
    match->game = game;
    match->setup = *setup;
    match->state = *start;
    score_sheet_begin(&match->sheet, game, start);
    if (!make_room(match)) {
        match_free(match);
        return NULL;
    }
    match->checkpoints[0] = *start;
    return match;
}

Match *match_new(const Game *game, const Setup *setup)
{
    State deal = { { 0 } };

    game->setup(&deal, setup);
    Match *match = match_begin(game, setup, &deal);
    if (match != NULL)
        match->is_from_deal = 1;
    return match;
}

Match *match_new_at(const Game *game, const Setup *setup, const State *start)
{
    return match_begin(game, setup, start);
}

void match_free(Match *match)
{
    if (match == NULL)
        return;
    free(match->moves);
    free(match->checkpoints);
    free(match->memories);
    score_sheet_free(&match->sheet);
    free(match);
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

const Game *match_game(const Match *match)
{
    return match->game;
}

const Setup *match_setup(const Match *match)
{
    return &match->setup;
}

const State *match_state(const Match *match)
{
    return &match->state;
}

int match_is_from_deal(const Match *match)
{
    return match->is_from_deal;
}

const State *match_start(const Match *match)
{
    return &match->checkpoints[0];
}

int match_move_count(const Match *match)
{
    return match->move_count;
}

const Move *match_moves(const Match *match)
{
    return match->moves;
}

const ScoreSheet *match_score_sheet(const Match *match)
{
    return &match->sheet;
}

/* ------------------------------------------------------------------------- */
/* Forward                                                                   */
/* ------------------------------------------------------------------------- */

/* Room for one more move, the checkpoint that may come with it and what it pays. */
static int make_room(Match *match)
{
    int next_checkpoint = (match->move_count + 1) / CHECKPOINT_EVERY;
    Move *moves =
        array_grown(match->moves, &match->move_room, match->move_count + 1, sizeof *moves);

    if (moves == NULL)
        return 0;
    match->moves = moves;
    State *checkpoints = array_grown(match->checkpoints, &match->checkpoint_room,
                                     next_checkpoint + 1, sizeof *checkpoints);
    if (checkpoints == NULL)
        return 0;
    match->checkpoints = checkpoints;
    return score_sheet_reserve(&match->sheet);
}

/* Did any event draw or reveal something? */
static int any_marked(const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        if (events->items[i].marks != 0)
            return 1;
    }
    return 0;
}

static void record(Match *match, Move move)
{
    match->moves[match->move_count++] = move;
    if (match->move_count % CHECKPOINT_EVERY == 0)
        match->checkpoints[match->move_count / CHECKPOINT_EVERY] = match->state;
}

/* The new events only, so that earlier ones are not paid twice. */
MatchStatus match_apply(Match *match, int seat, Action action, Events *events)
{
    Events own;

    own.count = 0;
    if (!make_room(match))
        return MATCH_NO_MEMORY;
    switch (game_apply(match->game, &match->state, seat, action, &own)) {
    case STATUS_NOT_WAITING:
        return MATCH_NOT_WAITING;
    case STATUS_ILLEGAL:
        return MATCH_ILLEGAL;
    case STATUS_OK:
        break;
    }
    score_sheet_add(&match->sheet, match->game, &own);
    record(match, (Move){ .action = action,
                          .seat = (uint8_t)seat,
                          .is_final = (uint8_t)any_marked(&own) });
    for (int i = 0; events != NULL && i < own.count; i++)
        events_keep(events, own.items[i]);
    return MATCH_OK;
}

/* ------------------------------------------------------------------------- */
/* Back                                                                      */
/* ------------------------------------------------------------------------- */

void move_redo(const Game *game, const Move *move, State *state, Events *events)
{
    if (events != NULL)
        events->count = 0;
    game->apply(state, move->seat, move->action, events);
}

/* The state before move number `count`. */
static void state_before(const Match *match, int count, State *state)
{
    int checkpoint = count / CHECKPOINT_EVERY;

    *state = match->checkpoints[checkpoint];
    for (int i = checkpoint * CHECKPOINT_EVERY; i < count; i++)
        move_redo(match->game, &match->moves[i], state, NULL);
}

/* What each seat remembers after the first `count` moves. */
static void recall_all(const Match *match, int count, Memory memories[SEATS_MAX])
{
    State state = match->checkpoints[0];
    Events events;

    memset(memories, 0, SEATS_MAX * sizeof *memories);
    if (match->memories != NULL)
        memcpy(memories, match->memories, (size_t)match->setup.seats * sizeof *memories);
    for (int i = 0; i < count && match->game->remember != NULL; i++) {
        move_redo(match->game, &match->moves[i], &state, &events);
        for (int seat = 0; seat < match->setup.seats; seat++)
            game_remember(match->game, &memories[seat], seat, &events);
    }
}

void match_recall(const Match *match, int seat, Memory *memory)
{
    Memory memories[SEATS_MAX];

    recall_all(match, match->move_count, memories);
    *memory = memories[seat];
}

int match_can_undo(const Match *match, int seat)
{
    if (match->move_count == 0)
        return 0;
    const Move *last = &match->moves[match->move_count - 1];
    return last->seat == seat && !last->is_final;
}

int match_can_take_back(const Match *match, int seat)
{
    return match_can_undo(match, seat) && !match->moves[match->move_count - 1].is_by_bot;
}

MatchStatus match_apply_entry(Match *match, const Entry *entry, Events *events)
{
    if (events != NULL)
        events->count = 0;
    if (entry->kind == ENTRY_ACT) {
        MatchStatus status = match_apply(match, entry->seat, entry->action, events);
        if (status == MATCH_OK)
            match->moves[match->move_count - 1].is_by_bot = entry->is_by_bot != 0;
        return status;
    }
    return match_can_undo(match, entry->seat) && match_undo(match) ? MATCH_OK
                                                                   : MATCH_ILLEGAL;
}

int match_undo(Match *match)
{
    Events events;

    if (match->move_count == 0)
        return 0;
    state_before(match, --match->move_count, &match->state);
    State after = match->state;
    move_redo(match->game, &match->moves[match->move_count], &after, &events);
    score_sheet_remove(&match->sheet, match->game, &events);
    return 1;
}

void match_undo_many(Match *match, int count)
{
    while (count-- > 0)
        match_undo(match);
}

/* Did another decide while the seat was to decide, too? */
static int decides_with_others(const Match *match, int seat)
{
    State before;

    if (match->move_count == 0 || match->moves[match->move_count - 1].seat == seat)
        return 0;
    state_before(match, match->move_count - 1, &before);
    return seats_have(match->game->waiting(&before), seat);
}

/* Whether the turn ends may depend on the secrets of those others: then it is not asked. */
int match_is_last_word(Match *match, int seat, Action action)
{
    int is_answer = decides_with_others(match, seat);

    if (match_apply(match, seat, action, NULL) != MATCH_OK)
        return 0;
    int ends = is_answer || !seats_have(match->game->waiting(&match->state), seat);
    int is_final = !match_can_undo(match, seat);
    match_undo(match);
    return ends && is_final;
}

/* ------------------------------------------------------------------------- */
/* Forgetting                                                                */
/* ------------------------------------------------------------------------- */

/* The checkpoints of the moves that are left, the first being in its place. */
static void lay_checkpoints(Match *match)
{
    State state = match->checkpoints[0];

    for (int i = 0; i < match->move_count; i++) {
        move_redo(match->game, &match->moves[i], &state, NULL);
        if ((i + 1) % CHECKPOINT_EVERY == 0)
            match->checkpoints[(i + 1) / CHECKPOINT_EVERY] = state;
    }
}

/* Keeps what the seats remember of the first `count` moves; 0: no memory. */
static int keep_memories(Match *match, int count)
{
    size_t bytes = (size_t)match->setup.seats * sizeof *match->memories;
    Memory memories[SEATS_MAX];

    if (match->game->remember == NULL)
        return 1;
    recall_all(match, count, memories);
    if (match->memories == NULL && (match->memories = malloc(bytes)) == NULL)
        return 0;
    memcpy(match->memories, memories, bytes);
    return 1;
}

/* Gives back the room that is not used. Keeping it is no failure. */
static void shrink(Match *match)
{
    int moves = match->move_count > 0 ? match->move_count : 1;
    int checkpoints = match->move_count / CHECKPOINT_EVERY + 1;
    Move *fewer_moves = realloc(match->moves, (size_t)moves * sizeof *match->moves);

    if (fewer_moves != NULL) {
        match->moves = fewer_moves;
        match->move_room = moves;
    }
    State *fewer = realloc(match->checkpoints, (size_t)checkpoints * sizeof *fewer);
    if (fewer != NULL) {
        match->checkpoints = fewer;
        match->checkpoint_room = checkpoints;
    }
}

void match_forget(Match *match)
{
    enum { KEEP_ROOM = 2 * CHECKPOINT_EVERY }; /* what is small is not worth shrinking */
    int forgotten = match->move_count;
    State start;

    while (forgotten > 0 && !match->moves[forgotten - 1].is_final)
        forgotten--;
    if (forgotten == 0 || !keep_memories(match, forgotten))
        return;
    state_before(match, forgotten, &start);
    match->checkpoints[0] = start;
    match->is_from_deal = 0;
    match->move_count -= forgotten;
    memmove(match->moves, match->moves + forgotten,
            (size_t)match->move_count * sizeof *match->moves);
    lay_checkpoints(match);
    if (match->move_room > KEEP_ROOM)
        shrink(match);
}
