/* position.h: whole positions as JSON: which game, how it was set up, who must
 * act, how it stands, and the state. */
#ifndef ROUNDHOUSE_WIRE_POSITION_H
#define ROUNDHOUSE_WIRE_POSITION_H

#include "engine/game.h"
#include "play/save.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/state_json.h"

void position_format(JsonOut *out, const Game *game, const Setup *setup, const State *state,
                     Seen seen);

typedef struct Position {
    const Game *game;
    Setup setup;
    State state;
} Position;

/* A position from outside, complete and sound; 0, error in *fault: it is not. `seed`
 * decides the deals to come if the state has no key. Derived fields (waiting, over,
 * scores, ranking) are ignored. */
int position_read(const Json *json, const uint8_t seed[SEED_BYTES], Position *position,
                  Fault *fault);

/* The same of what a seat (NOBODY: a spectator) was shown: `state` is its view. */
int position_read_view(const Json *json, int seat, Position *position, Fault *fault);

typedef enum OptionsGiven { OPTIONS_SOME, OPTIONS_ALL } OptionsGiven;

/* Game, seats and options of an object, checked together; 0: error in *fault. The seed is
 * all zero. */
int setup_read(const Json *json, OptionsGiven given, const Game **game, Setup *setup,
               Fault *fault);

/* Options that may be missing, into a setup whose seats are known; checked together.
 * `options` may be NULL. 0: error in *fault. */
int setup_read_options(const Json *options, const Game *game, Setup *setup, Fault *fault);

/* How saves hold the state at which a match began. */
extern const SaveStart SAVE_START_JSON;

#endif
