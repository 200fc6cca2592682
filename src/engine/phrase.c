/* phrase.c: phrases from the tables of a game. */
#include "engine/phrase.h"

#include <assert.h>
#include <stddef.h>

void phrase_add(Phrase *phrase, const Field *field, int value)
{
    assert(phrase->count < PHRASE_ARGUMENTS);
    phrase->arguments[phrase->count].field = field;
    phrase->arguments[phrase->count].value = value;
    phrase->count++;
}

void phrase_of_action(Phrase *phrase, const ActionKind *kinds, int seat, Action action)
{
    const ActionKind *kind = &kinds[action_kind(action)];
    const int values[ACTION_FIELDS] = { action_a(action), action_b(action) };

    *phrase = (Phrase){ .topic = "do", .word = kind->word, .seat = seat };
    for (int i = 0; i < ACTION_FIELDS && kind->fields[i].name != NULL; i++) {
        int unit = kind->fields[i].unit == 0 ? 1 : kind->fields[i].unit;
        phrase_add(phrase, &kind->fields[i], values[i] * unit);
    }
}

void phrase_of_event(Phrase *phrase, const EventKind *kinds, const Event *event)
{
    const EventKind *kind = &kinds[event->kind];

    *phrase = (Phrase){ .topic = "event", .word = kind->word, .seat = event->seat };
    for (int i = 0; i < EVENT_FIELDS && kind->fields[i].name != NULL; i++)
        phrase_add(phrase, &kind->fields[i], event->fields[i]);
    if (kind->list.name == NULL)
        return;
    phrase->list_field = &kind->list;
    phrase->list = event->list;
    phrase->list_count = event->list_count;
}

void phrase_of_term(Phrase *phrase, const TermKind *kinds, const Term *term)
{
    static const Field amount = SIGNED("amount");
    const TermKind *kind = &kinds[term->kind];

    *phrase = (Phrase){ .topic = "term", .word = kind->word, .seat = term->seat };
    for (int i = 0; i < TERM_FIELDS && kind->fields[i].name != NULL; i++)
        phrase_add(phrase, &kind->fields[i], term->fields[i]);
    phrase_add(phrase, &amount, term->amount);
}
