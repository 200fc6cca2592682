/* table_json.h: actions, events and games as JSON, from the games' tables. */
#ifndef ROUNDHOUSE_WIRE_TABLE_JSON_H
#define ROUNDHOUSE_WIRE_TABLE_JSON_H

#include "engine/game.h"
#include "play/text.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "words/words.h"

/* {"do":"take","siding":3}, and "text" if there is one; `text` may be NULL. */
void action_format(JsonOut *out, const Game *game, Action action, const char *text);

/* An action that the game knows, whether it is legal now or not. A "text" in it is
 * passed over, so that what was listed can be sent back. 0: error in *fault; what the seat
 * may do in `state` gives the bounds that the sentence names. */
int action_read(const Json *json, const Game *game, const State *state, int seat,
                Action *action, Fault *fault);

/* Sets the error if a number of the action is beyond all that the seat may do now.
 * Always returns 0. */
int action_refuse_bounds(const Game *game, const State *state, int seat, Action action,
                         Fault *fault);

/* {"event":"took","seat":2,"car":"box","siding":3}. "only" lists the seats that
 * may see it, if not all; "draws" and "reveals" are its marks; "text" is a sentence
 * if there is one; `text` may be NULL. */
void event_format(JsonOut *out, const Game *game, const Event *event, const char *text);

/* An event as event_format has it, at a table with `seats` seats; 0: error in *fault. */
int event_read(const Json *json, const Game *game, int seats, Event *event, Fault *fault);

/* The arguments of a phrase as keys of an object that is open. */
void arguments_format(JsonOut *out, const Phrase *phrase);

/* The key of a seat: its number, or null for NOBODY. */
void seat_format(JsonOut *out, const char *key, int seat);

/* The game as a lobby offers it: id, title, rules, seats, options. */
void game_format(JsonOut *out, const Game *game, Language language);
/* "games": every game in the house, as a key of an object that is open. */
void games_format(JsonOut *out, Language language);

#endif
