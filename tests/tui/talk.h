/* talk.h: a dialogue with a script instead of a person. */
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
    char *out; /* all that was said */
} Talk;

Match *freight_train_match(int seats, const char *seed);

/* Gives the dialogue the script, a line for each answer; then the input ends.
 * May be called again to go on. */
void talk_run(Talk *talk, const char *script);
void talk_free(Talk *talk);

/* So many times the same line. */
char *repeat(const char *line, int times);

/* A view in lines, as the game's drawing has it, or its help; the caller frees it. */
char *drawn(const Drawing *drawing, const Scene *scene, const char *const *players,
            Language language, Detail detail);
char *helped(const Drawing *drawing, const void *view);

/* The number of the choice in what was said last whose text begins so. */
int choice_number(const Talk *talk, const char *text);

#endif
