/* sentences.h: what people read about a game in progress, in their language. */
#ifndef ROUNDHOUSE_WIRE_SENTENCES_H
#define ROUNDHOUSE_WIRE_SENTENCES_H

#include "engine/game.h"
#include "play/save.h"
#include "wire/json_in.h"
#include "words/words.h"

#include <stddef.h>

enum { SENTENCE_MAX = 512 };

/* The language of faults that people at a terminal see; NULL: English. */
const FaultLanguage *faults_in(Language language);

/* The language of a request, its "lang"; English if it does not say; 0: error in *fault. */
int language_read(const Json *request, Language *language, Fault *fault);

/* The players' names in sentences: by the name in the save, otherwise by the
 * number of the seat from 1. */
typedef struct PlayerNames {
    char texts[SEATS_MAX][SAVE_NAME_MAX + 1];
    const char *names[SEATS_MAX]; /* point into texts */
} PlayerNames;

/* `players` may be NULL. */
void player_names_make(PlayerNames *names, Language language, const SavePlayers *players);

/* What the action does, with what the seat's view adds to it. */
void action_sentence(Language language, const Game *game, const State *view, int seat,
                     Action action, const PlayerNames *names, char out[SENTENCE_MAX]);
/* What the seat did, for an action without events. */
void deed_sentence(Language language, const Game *game, const State *view, int seat,
                   Action action, const PlayerNames *names, char out[SENTENCE_MAX]);
void event_sentence(Language language, const Game *game, const Event *event,
                    const PlayerNames *names, char out[SENTENCE_MAX]);

/* The name of a game, and what one of its options is about; empty: no words. */
const char *game_title(Language language, const Game *game);
const char *option_text(Language language, const Game *game, const Option *option);

/* Why a setup is refused. */
void refusal_sentence(Language language, const Game *game, const Setup *setup, char *out,
                      size_t size);

#endif
