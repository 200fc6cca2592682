/* notation.h: an action in a few words of its game, as saves hold it: the word
 * of its kind, then its values in the order of its fields: "take 3",
 * "couple box 2". Places and seats count from 0, as in JSON. */
#ifndef ROUNDHOUSE_PLAY_NOTATION_H
#define ROUNDHOUSE_PLAY_NOTATION_H

#include "engine/game.h"
#include "play/text.h"

void notation_write(Text *out, const Game *game, Action action);

/* Strict: one space between words, numbers without sign or leading zeros. 0: the
 * game has no such action, and *action is as it was. Whether it is legal now is
 * another question. */
int notation_read(const Game *game, const char *text, size_t length, Action *action);

#endif
