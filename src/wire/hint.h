/* hint.h: why a bot prefers its action, in a sentence. */
#ifndef ROUNDHOUSE_WIRE_HINT_H
#define ROUNDHOUSE_WIRE_HINT_H

#include "engine/thoughts.h"
#include "wire/sentences.h"

/* In whole per cent, and whole points. */
int hint_percent(double chance);
int hint_points(double lead);

/* Is every chance 0 or 100 %, rounded? Then leads say more. */
int hint_is_decided(const Thoughts *thoughts, int seats);

/* Empty if nothing can be said: the bot does not search. */
void hint_reason(Language language, const Game *game, const State *view, int seat,
                 const Thoughts *thoughts, const PlayerNames *names,
                 char out[SENTENCE_MAX]);

#endif
