/* talk.h: runs a dialogue with a script as its input. */
#ifndef ROUNDHOUSE_TESTS_TALK_H
#define ROUNDHOUSE_TESTS_TALK_H

#include "tui/layout.h"
#include "tui/plain.h"

/* Defaults: English, seat 0 is a person, greedy bots, no confirmations. */
typedef struct Talk {
    Match *match;
    Language language;
    SeatSet humans;
    int confirms_turns;
    const char *save_path;
    int is_saved, is_loaded;
    const char *const *names; /* NULL: the default ones */
    CourseEnd end;
    char *out; /* all output */
} Talk;

Match *freight_train_match(int seats, const char *seed);

/* Runs the dialogue with the script as input, a line for each answer, to the end of the
 * input. May be called again to continue. */
void talk_run(Talk *talk, const char *script);
void talk_free(Talk *talk);

/* Repeats a line. */
char *repeat(const char *line, int times);

/* A view, or its help, as the lines of the game's drawing; the caller frees it. */
char *drawn(const Drawing *drawing, const Scene *scene, const char *const *players,
            Language language, Detail detail);
char *helped(const Drawing *drawing, const void *view);

/* The number of the choice in the last menu whose text begins with this. */
int choice_number(const Talk *talk, const char *text);

#endif
