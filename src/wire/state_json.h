/* state_json.h: the states of games as JSON, through each game's own `shape`. */
#ifndef ROUNDHOUSE_WIRE_STATE_JSON_H
#define ROUNDHOUSE_WIRE_STATE_JSON_H

#include "engine/game.h"
#include "play/text.h"
#include "wire/json_in.h"
#include "wire/json_out.h"

/* In a view, bytes that are all zero are a key that was blanked. */
typedef enum Seen { SEEN_WHOLE, SEEN_AS_VIEW } Seen;

void state_format(JsonOut *out, const Game *game, const State *state, Seen seen);

/* `setup` has not been refused. The state must be complete, without "?" or
 * anything the game does not know, and sound; 0, and a sentence with the path
 * ("state.players[2].yard[0][3] ...") in *fault: it is not. Then *state is left as
 * it was. */
int state_read(const Json *json, const Game *game, const Setup *setup, State *state,
               Fault *fault);

/* The view of a seat (NOBODY: a spectator), byte for byte as observe made it. Every
 * field is within its bounds; soundness is checked only where the whole state is known.
 * 0: error in *fault. */
int view_read(const Json *json, const Game *game, const Setup *setup, int seat, State *view,
              Fault *fault);

#endif
