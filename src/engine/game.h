/* game.h: the contract between the rules of a game and everything else.
 *
 * A game is a struct of functions over a state. The state is a small value: fixed-width
 * integers, no pointers, no padding, so memcpy copies it, memcmp compares it, and its
 * bytes are the same natively and in WebAssembly. The functions are pure: no allocation,
 * no I/O, no clock, no globals.
 *
 *     setup ──> state ──waiting──> who must act
 *                 │ ──list───────> what that seat may do
 *                 │ <─apply─────── one of those
 *                 │ ──observe────> view: what one seat may know
 *                                    │ ──determinize──> a state that might be
 *
 * A view is a state of the same struct with everything that the seat may not know
 * blanked, so one list, one codec and one drawing serve both. A view forgets; a memory is
 * a fold of the events that a seat has seen (remember).
 *
 * Invariants, which the tests check for every game:
 *   list(state, seat) == list(view, seat) == list(determinize(view), seat)
 *   observe(determinize(view), seat) == view, byte for byte
 *   hidden information changes no byte of a view, and none of a memory
 *   cards, money and tokens are conserved
 *   the terms of a score add up to it
 *   every game ends, and replaying its actions gives the same bytes */
#ifndef ROUNDHOUSE_ENGINE_GAME_H
#define ROUNDHOUSE_ENGINE_GAME_H

#include "engine/action.h"
#include "engine/codec.h"
#include "engine/event.h"
#include "engine/names.h"
#include "engine/phrase.h"
#include "engine/random.h"
#include "engine/seats.h"
#include "engine/term.h"

#include <stdint.h>

enum { OPTIONS_MAX = 8, STATE_MAX = 1024, MEMORY_MAX = 256 };

/* An option of a game, as lobbies offer it. */
typedef struct Option {
    const char *id;
    Names values;
    int default_value;
} Option;

/* Everything that determines the start of a game. Equal setups and equal actions give
 * equal games. */
typedef struct Setup {
    int seats;
    uint8_t options[OPTIONS_MAX]; /* an index into each Option's values */
    uint8_t seed[SEED_BYTES];
} Setup;

/* Room for the state of any game. */
typedef struct State {
    _Alignas(8) uint8_t bytes[STATE_MAX];
} State;

/* Room for the memory of a seat in any game. A value like a state; all zero is the memory
 * of a seat that has seen nothing, as at the deal or after a position was loaded. */
typedef struct Memory {
    _Alignas(8) uint8_t bytes[MEMORY_MAX];
} Memory;

typedef struct Game {
    const char *id;    /* "freight-train" */
    int rules_version; /* grows when an old action log would replay differently */
    int least_seats, most_seats;
    int state_size;  /* bytes, at most STATE_MAX */
    int memory_size; /* bytes, at most MEMORY_MAX; 0: nothing is remembered */
    const Option *options;
    int option_count;
    const ActionKind *action_kinds;
    int action_kind_count;
    const EventKind *event_kinds;
    int event_kind_count;
    const TermKind *term_kinds;
    int term_kind_count;

    /* Why these options conflict, as a catalogue key; NULL if they do not. The setup's
     * numbers are in range. */
    const char *(*refuse)(const Setup *setup);

    /* The first position. The setup has not been refused. Every byte of the
     * state is written. */
    void (*setup)(void *state, const Setup *setup);

    /* The seats that must act, in any order among them; empty at the end. */
    SeatSet (*waiting)(const void *state);

    /* The legal actions of a seat, ascending; returns how many. Never 0 for a
     * waiting seat, 0 for any other. This is the only definition of what is
     * legal, and nothing that it offers leads into a dead end. */
    int (*list)(const void *state, int seat, Action *out);

    /* Carries out an action that list offers. `events` may be NULL. Callers
     * outside the inner loops use game_apply, which checks. */
    void (*apply)(void *state, int seat, Action action, Events *events);

    /* What the seat may know; NOBODY: what a spectator may. Every byte of the
     * view is written. */
    void (*observe)(const void *state, int seat, void *view);

    /* Draws a random state that is consistent with the seat's view. It gets nothing but
     * the view, so callers cannot cheat. Never called with a spectator's view. */
    void (*determinize)(const void *view, int seat, Rng *rng, void *state);

    /* Folds an event that the seat has seen into its memory. It gets nothing but the
     * event, so callers cannot cheat. NULL if memory_size is 0. */
    void (*remember)(void *memory, int seat, const Event *event);

    /* Draws anew what no seat knows: the order of the piles and the deals to come. Every
     * view stays as it was. For complete states. NULL: all chance was in the deal. */
    void (*redraw)(void *state, Rng *rng);

    /* What each seat has now; UNKNOWN where a view hides it. */
    void (*scores)(const void *state, int *scores);

    /* The terms of scores. Of `events`, what they paid, as far as they say it; `view` is
     * not needed. Without events (NULL), of a view: what each train is worth now, and
     * what each seat would get if the day or round ended now; at the end, what decides
     * between equal scores. Made by the functions that score, so parts always add up to
     * what the rules pay. */
    void (*terms)(const void *view, const Events *events, Terms *terms);

    /* At the end: each seat's place from 1, equals sharing one: 1 3 1 4. */
    void (*ranking)(const void *state, int *places);

    /* The state in the words of docs/formats.md, out and in. */
    void (*shape)(Codec *codec, void *state);

    /* Why this position cannot be played, in an English sentence; NULL if it can: cards
     * are conserved, and every waiting seat has a legal action. For positions from
     * outside, whose fields are within their bounds. */
    const char *(*unsound)(const void *state);

    /* The position alone, as it is hashed: without what the state keeps beside it for
     * speed. Returns how many bytes that are, the same from one version to the next. Views
     * have one too. NULL: the state as it is. */
    int (*canonical)(const void *state, void *out);

    /* Completes the phrase of an action with what the position adds to it (the
     * car that a siding gives). NULL: nothing. Views are enough. */
    void (*say)(const void *view, int seat, Action action, Phrase *phrase);
} Game;

typedef enum Status {
    STATUS_OK,
    STATUS_NOT_WAITING, /* that seat has nothing to do now */
    STATUS_ILLEGAL,     /* that action is not among the listed ones */
} Status;

/* The default setup of a game: its options at their defaults, the seed all zero. */
void game_default_setup(const Game *game, int seats, Setup *setup);

/* Applies an action if it is legal; otherwise the state keeps every byte. */
Status game_apply(const Game *game, void *state, int seat, Action action, Events *events);

int game_is_over(const Game *game, const void *state);

/* Writes the canonical bytes of a position, or a view, and returns how many. What is hashed
 * and kept (server, daily deals, golden games) is these: equal positions, equal bytes. */
int game_canonical(const Game *game, const void *state, State *out);

/* Folds those of the events that the seat may see into its memory. */
void game_remember(const Game *game, Memory *memory, int seat, const Events *events);

/* Is there a seat that must act and cannot? */
int game_is_stuck(const Game *game, const void *state);

/* Ranks by one number each, the most first. */
void game_rank_by(const int *values, int seats, int *places);

/* Does another seat have the same score? */
int game_is_tied(const int *scores, int seats, int seat);

#endif
