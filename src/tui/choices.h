/* choices.h: the actions of a decision as a numbered menu. */
#ifndef ROUNDHOUSE_TUI_CHOICES_H
#define ROUNDHOUSE_TUI_CHOICES_H

#include "engine/game.h"
#include "tui/screen.h"

/* A line of the menu: one action, or a long run of actions that differ by an
 * amount only (bids). A run is one line, which stands for its least amount; any
 * other is typed. */
typedef struct Choice {
    int first; /* among the actions */
    int count; /* more than 1: a run */
} Choice;

/* The menu's lines for `actions`; room for as many as there are actions. */
int choices_make(const Game *game, const Action *actions, int count, Choice *choices);

/* Numbers run from 1 in the order of `choices`. Actions of one kind stand
 * together under a heading ("<game>.choices.<word>") in few words
 * ("<game>.choice.<word>") if the catalogue has such; otherwise each has its
 * sentence. */
void choices_print(Screen *screen, const Game *game, const void *view, int seat,
                   const Action *actions, const Choice *choices, int count);

enum { CHOICE_TEXT_MAX = 256 };

/* One action in words: in those of a topic ("do", "choice", "item") if the catalogue
 * has them, otherwise in its sentence ("do"). */
void choice_words(const Screen *screen, const Game *game, const void *view, int seat,
                  Action action, const char *topic, char out[CHOICE_TEXT_MAX]);
/* The amounts of a run, and how far they are apart. */
typedef struct Amounts {
    int least, most, step;
} Amounts;
Amounts choice_amounts(const Game *game, const Action *actions, const Choice *run);

/* What a line of digits was understood as. */
typedef struct Pick {
    int action;            /* among the actions, or -1: none of them */
    const char *complaint; /* why not, as a catalogue key */
    int amount;            /* that was typed … */
    int least, most, step; /* … and what is possible */
} Pick;

/* "3" is the menu's third line; "900" an amount, if the menu has one run and not
 * so many lines; "3 900" an amount for the third line. */
Pick choices_read(const Game *game, const Action *actions, const Choice *choices, int count,
                  const char *line);

#endif
