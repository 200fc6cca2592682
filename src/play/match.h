/* match.h: one game in progress. Only a match holds the true state; everybody
 * else gets views. It records every action, so it can be taken back, replayed
 * and saved. */
#ifndef ROUNDHOUSE_PLAY_MATCH_H
#define ROUNDHOUSE_PLAY_MATCH_H

#include "engine/game.h"
#include "play/score_sheet.h"

/* One recorded action. */
typedef struct Move {
    Action action;
    uint8_t seat;
    uint8_t is_final;  /* the move drew or revealed cards: it cannot be undone */
    uint8_t is_by_bot; /* of match_apply_entry */
} Move;

/* One entry of a game's log, wherever it is kept: an action, or an undo. */
typedef enum EntryKind { ENTRY_ACT, ENTRY_UNDO } EntryKind;

typedef struct Entry {
    EntryKind kind;
    int seat;
    int is_by_bot;
    Action action; /* of ENTRY_ACT */
} Entry;

typedef struct Match Match;

/* The setup must not be refused (setup_refusal). NULL: no memory. */
Match *match_new(const Game *game, const Setup *setup);
/* A match that begins in the middle, at a sound position of `setup`'s game. */
Match *match_new_at(const Game *game, const Setup *setup, const State *start);
void match_free(Match *match);

const Game *match_game(const Match *match);
const Setup *match_setup(const Match *match);
const State *match_state(const Match *match);
/* Does it begin with a deal, or at a position (match_new_at)? */
int match_is_from_deal(const Match *match);
const State *match_start(const Match *match);
int match_move_count(const Match *match);
const Move *match_moves(const Match *match);
/* What the seat remembers of the moves since the deal, or since the position that the
 * match began at; forgotten moves (match_forget) included. */
void match_recall(const Match *match, int seat, Memory *memory);
/* What the scores are made of, from the first position on. */
const ScoreSheet *match_score_sheet(const Match *match);

typedef enum MatchStatus {
    MATCH_OK,
    MATCH_NOT_WAITING,
    MATCH_ILLEGAL,
    MATCH_NO_MEMORY,
} MatchStatus;

/* Anything but MATCH_OK changes nothing. `events` may be NULL. */
MatchStatus match_apply(Match *match, int seat, Action action, Events *events);

/* Does an entry of a log: the only way from a log back to a game. Refuses an action that
 * is not legal, and an undo that match_can_undo refuses. `events` is emptied first, and
 * may be NULL. Anything but MATCH_OK changes nothing. */
MatchStatus match_apply_entry(Match *match, const Entry *entry, Events *events);

/* May this seat take back the last action? Only its own, and nothing that drew
 * or revealed. */
int match_can_undo(const Match *match, int seat);
/* The same for a person: what a bot did for the seat stays. (Logs of games in which that
 * was allowed have such undos: match_apply_entry does them.) */
int match_can_take_back(const Match *match, int seat);
/* Back by one action, whatever it was; 0 at the start. A table asks
 * match_can_undo first; a tool need not. */
int match_undo(Match *match);
/* The same for the last `count` actions. */
void match_undo_many(Match *match, int count);
/* Would this action, which draws or reveals something, be the seat's last of its turn, or
 * answer others who decided at the same time? Asking tells nothing that is hidden, and the
 * action is not done. */
int match_is_last_word(Match *match, int seat, Action action);

/* Does a recorded move again, on a copy of the state before it. `events` is emptied first,
 * and may be NULL. */
void move_redo(const Game *game, const Move *move, State *state, Events *events);

/* Drops the moves that can no longer be undone, up to the last that drew or revealed
 * something: the match then starts there. Saves memory where the log is stored
 * elsewhere. The score sheet and the memories stay. */
void match_forget(Match *match);

#endif
