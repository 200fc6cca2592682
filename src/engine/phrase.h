/* phrase.h: a sentence before translation: a word from a game's tables and its
 * arguments. */
#ifndef ROUNDHOUSE_ENGINE_PHRASE_H
#define ROUNDHOUSE_ENGINE_PHRASE_H

#include "engine/action.h"
#include "engine/event.h"
#include "engine/names.h"
#include "engine/term.h"

enum { PHRASE_ARGUMENTS = 8 };

/* The catalogue key is "<game>.<topic>.<word>"; {name} in its sentence stands
 * for the argument of that name, {seat} for the player of `seat`. */
typedef struct Phrase {
    const char *topic; /* "do", "event" or "term" */
    const char *word;
    int seat; /* or NOBODY */
    int count;
    struct {
        const Field *field;
        int value;
    } arguments[PHRASE_ARGUMENTS];
    const Field *list_field; /* NULL: no list */
    const uint8_t *list;     /* borrowed from the event */
    int list_count;
} Phrase;

void phrase_of_action(Phrase *phrase, const ActionKind *kinds, int seat, Action action);
void phrase_of_event(Phrase *phrase, const EventKind *kinds, const Event *event);
/* The amount is an argument, too. */
void phrase_of_term(Phrase *phrase, const TermKind *kinds, const Term *term);
void phrase_add(Phrase *phrase, const Field *field, int value);

#endif
