/* choices.h: a decision to be taken: what may be done, as numbered choices. */
#ifndef ROUNDHOUSE_TUI_CHOICES_H
#define ROUNDHOUSE_TUI_CHOICES_H

#include "engine/game.h"
#include "tui/screen.h"

/* One action, or a long run of actions that differ by an amount only (bids). A run
 * stands for its least amount; any other is typed. */
typedef struct Choice {
    int first; /* among the actions */
    int count; /* more than 1: a run */
} Choice;

typedef struct Question {
    const Game *game;
    int seat;
    State view;
    int action_count;
    Action actions[ACTIONS_MAX];
    int count; /* of choices */
    Choice choices[ACTIONS_MAX];
} Question;

void question_make(Question *question, const Game *game, const State *view, int seat);

enum { CHOICE_TEXT_MAX = 256 };

/* One action in words: in those of a topic ("do", "choice", "item") if the catalogue
 * has them, otherwise in its sentence ("do"). */
void choice_words(const Screen *screen, const Question *question, Action action,
                  const char *topic, char out[CHOICE_TEXT_MAX]);
/* What stands over choices of a kind ("choices") or before them ("menu"); NULL: nothing. */
const char *choice_label(Language language, const Question *question, int choice,
                         const char *topic);

/* The amounts of a run, and how far they are apart. */
typedef struct Amounts {
    int least, most, step;
} Amounts;
Amounts choice_amounts(const Question *question, const Choice *run);

/* What a line was understood as. */
typedef struct Pick {
    int action;        /* among the actions, or -1: none of them */
    const char *error; /* why not, as a catalogue key */
    int amount;        /* that was typed … */
    Amounts possible;  /* … and what may be */
} Pick;

/* "3" is the third choice; "900" an amount, if there is one run and not so many
 * choices; "3 900" an amount for the third choice. */
Pick question_read(const Question *question, const char *line);

#endif
