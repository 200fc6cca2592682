/* course.h: the course of a game at this terminal, whoever shows it: who is next, what is
 * done, and the sentences that people must read about it. The dialogue of lines and the
 * full screen are two ways of showing a course. */
#ifndef ROUNDHOUSE_TUI_COURSE_H
#define ROUNDHOUSE_TUI_COURSE_H

#include "tui/sitting.h"
#include "tui/thinker.h"

/* In this program:            BOTS <──> ASK ──> CONFIRM ──> BOTS …  OVER
 *   a save was loaded:        REST ──Enter──> BOTS
 *   another person decides:   HAND_OVER ──Enter──> ASK
 * At a server:                SEATS ──> WAIT <──> ASK … OVER */
typedef enum Mode {
    MODE_ASK,       /* a person decides */
    MODE_CONFIRM,   /* the turn is over: the last chance to undo */
    MODE_REST,      /* a loaded game in which a bot is next: a person says go on */
    MODE_BOTS,      /* a bot thinks, or has just moved */
    MODE_HAND_OVER, /* somebody else is to look */
    MODE_OVER,
    MODE_REPLAY, /* nobody decides: it has all happened */
    MODE_SEATS,  /* at a server: the game has not begun */
    MODE_WAIT,   /* at a server: others decide, or what was sent has not come back */
} Mode;

typedef enum CourseEnd {
    COURSE_OVER, /* the game was played to its end */
    COURSE_LEFT, /* somebody left, or the input ended; saved if so wished */
    COURSE_NEW,  /* another game is wanted, at a server the rematch … */
    COURSE_OPEN, /* … or this one was: `opened` */
    COURSE_NOT_SAVED,
    COURSE_NO_MEMORY,
} CourseEnd;

enum { COURSE_PATH_MAX = 512 };

typedef struct CourseResult {
    CourseEnd end;
    Match *opened; /* the caller's from then on */
    SavePlayers players;
    char wanted[COURSE_PATH_MAX]; /* its path, or the code of the rematch */
    char saved[COURSE_PATH_MAX];  /* where the game was saved as it stands; "": nowhere */
    Fault fault;                  /* why it could not be saved */
} CourseResult;

typedef struct Course Course;
typedef struct AtTable AtTable;

struct Course {
    Sitting sitting;
    const TableSettings *settings;
    AtTable *at; /* a server's table; NULL: the game is in this program */
    Mode mode;
    int seat;   /* who decides, or is to look; NOBODY: nobody here */
    int viewer; /* whose view is shown, or NOBODY: a spectator's */
    Menu menu;  /* in MODE_ASK */
    Thinker *thinker;
    int is_hinting;         /* that is what it is thinking about */
    uint64_t questions;     /* so far, for the bots' chance */
    int hurries;            /* a key was pressed: no more pauses until a person decides */
    long long paused_until; /* by the clock; 0: no pause */
    int has_put_aside;      /* what was at last_path before */
    int has_warned;         /* that moves cannot be saved */
    int wants_to_leave;
    CourseResult result;
    /* Shows a sentence to the people here. */
    void (*say)(Course *course, Ink ink, const char *text);
};

/* Milliseconds of the clock that only runs. */
long long course_clock(void);

/* Begins with a match, from where it stands. 0: no memory, or no thread. */
int course_begin(Course *course, Match *match, const TableSettings *settings);
void course_end(Course *course);

/* A sentence of the catalogue for the people here. */
void course_say(Course *course, Ink ink, const char *key, const WordsArgument *arguments,
                int count);

/* Finds out who is next. */
void course_advance(Course *course);
/* What MODE_CONFIRM, MODE_REST and MODE_HAND_OVER wait for. */
void course_go_on(Course *course);
void course_act(Course *course, Action action);
/* A line that was typed in MODE_ASK: the number of a choice, an amount, or several
 * decisions in one. 0: said why not. */
int course_answer(Course *course, const char *line);
/* 0: said why not. */
int course_undo(Course *course);
/* A bot's answer, if it is there: a move is made, 0. 1: a hint, the caller's to show. */
int course_take_answer(Course *course, Action *action, Thoughts *thoughts);
void course_hint(Course *course);

/* Says whether it worked; 0: it did not. */
int course_save(Course *course, const char *path);
/* Saves if that was wished. */
void course_leave(Course *course, CourseEnd end);

/* The result: places, names, points. At the end nothing that counts is hidden. */
void course_print_result(const Course *course, Screen *screen);

#endif
