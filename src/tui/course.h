/* course.h: the game loop of a terminal: whose decision it is, moves and undo, the log,
 * secrets between people at one keyboard, saves. The dialogue of lines and the full screen
 * both show a course. */
#ifndef ROUNDHOUSE_TUI_COURSE_H
#define ROUNDHOUSE_TUI_COURSE_H

#include "play/match.h"
#include "play/save.h"
#include "tui/draw.h"
#include "tui/journal.h"
#include "tui/menu.h"
#include "tui/thinker.h"

/* How a game is played at this terminal. */
typedef struct TableSettings {
    Language language;
    int confirms_turns;         /* ask before the others move, so that undo is possible */
    SeatSet humans;             /* at this terminal; bots have the other seats */
    const Bot *bots[SEATS_MAX]; /* of the other seats; NULL: unknown */
    uint64_t bot_seed;          /* of the bots' random choices */
    const char *const *names;   /* of each seat */
    const char *save_path;      /* where to save on leaving; NULL: nowhere */
    int is_saved;               /* the match is there already, as it stands */
    int is_loaded;              /* from a save: nothing moves before a person does */
    const SaveStart *start;     /* how a save writes a match that began in the middle */
    /* The dialogue of lines: */
    FILE *in, *out;
    int has_colour;
    int is_ascii;
    int echoes; /* repeat the input: a pipe does not show it */
    /* The full screen: */
    int pace;              /* milliseconds of pause after a bot's move */
    const char *last_path; /* where every move is saved, to resume; NULL: nowhere */
    /* Moves an unfinished game at last_path out of the way. NULL: it is this game. */
    void (*put_aside)(const Game *game);
    int is_resumed; /* greet the player */
} TableSettings;

/* In this program:            BOTS <──> ASK ──> CONFIRM ──> BOTS …  OVER
 *   a save was loaded:        REST ──Enter──> BOTS
 *   another person decides:   HAND_OVER ──Enter──> ASK
 *   a day has ended:          REPORT ──Enter──> any of them
 * At a server:                SEATS ──> WAIT <──> ASK … OVER */
typedef enum Mode {
    MODE_ASK,       /* a person decides */
    MODE_CONFIRM,   /* the turn is over: the last chance to undo, or to think again */
    MODE_REPORT,    /* a day, a round or the stay of a train has ended: to be read first */
    MODE_REST,      /* a loaded game in which a bot is next: Enter resumes it */
    MODE_BOTS,      /* a bot thinks, or has just moved */
    MODE_HAND_OVER, /* the next person takes the keyboard */
    MODE_OVER,
    MODE_REPLAY, /* a saved game: no decisions */
    MODE_SEATS,  /* at a server: the game has not begun */
    MODE_WAIT,   /* at a server: others decide, or our request is unanswered */
} Mode;

typedef enum CourseEnd {
    COURSE_OVER, /* the game was played to its end */
    COURSE_LEFT, /* the player left, or the input ended; saved if so configured */
    COURSE_NEW,  /* another game is wanted, at a server the rematch … */
    COURSE_OPEN, /* … or this one was: `opened` */
    COURSE_NOT_SAVED,
    COURSE_NO_TABLE, /* the server refused the table: `fault` */
    COURSE_NO_MEMORY,
} CourseEnd;

enum { COURSE_PATH_MAX = 512 };

typedef struct CourseResult {
    CourseEnd end;
    Match *opened; /* the caller's from then on */
    SavePlayers players;
    char wanted[COURSE_PATH_MAX]; /* its path, or the code of the rematch */
    char saved[COURSE_PATH_MAX];  /* where the game was saved as it stands; "": nowhere */
    int is_unfinished;            /* the game can be resumed … */
    int is_lost;                  /* … unless this: it was saved nowhere */
    Fault fault;
} CourseResult;

typedef struct Course Course;
typedef struct AtTable AtTable;

struct Course {
    const TableSettings *settings;
    const Game *game;
    const Drawing *drawing;
    int seats;
    Match *match;       /* borrowed; NULL: the game is at a server */
    AtTable *at;        /* the server's table; NULL: the game is in this program */
    const State *shown; /* a server's view or a replay's position; NULL: the match's */
    SeatSet humans;     /* at this terminal */
    char short_names[SEATS_MAX][SAVE_NAME_MAX + 1];
    const char *names[SEATS_MAX];   /* cut to NAME_COLUMNS */
    const char *const *whole_names; /* for saves */
    Journal journal;
    /* A save was loaded and no person has acted: bots do not move, nothing is written. */
    int awaits_person;
    int shown_to;           /* whose view was shown last, or NOBODY */
    int has_secrets;        /* people at this terminal have had different views */
    int line_from, line_to; /* moves of the last line that stood for several; or -1 */
    int kept_at;            /* moves when it was saved last; -1: never */
    char *kept_path;        /* where; NULL: nowhere */
    Mode mode;
    int seat;   /* that decides or takes the keyboard; NOBODY: none at this terminal */
    int viewer; /* whose view is shown, or NOBODY: a spectator's */
    Menu menu;  /* in MODE_ASK */
    int waits_for_reports; /* MODE_REPORT is entered; otherwise the log is enough */
    Terms report;          /* to be read; none: count 0 */
    int is_holding;        /* in MODE_CONFIRM: `held` would end the turn for good … */
    Action held;           /* … and is done once it is confirmed */
    Thinker *thinker;
    int is_hinting;         /* the thinker works on a hint */
    uint64_t questions;     /* to the thinker so far: varies its seed */
    int hurries;            /* a key was pressed: no pauses until a person decides */
    long long paused_until; /* by course_clock; 0: no pause */
    int has_put_aside;      /* settings->put_aside was called */
    int is_unkept;          /* the last move could not be written to last_path */
    int has_asked_to_leave; /* and was warned that the game is not saved */
    int wants_to_leave;
    CourseResult result;
    /* Shows a sentence to the people here. */
    void (*say)(Course *course, Ink ink, const char *text);
};

/* Milliseconds of the monotonic clock. */
long long course_clock(void);

/* Begins with a match, from where it stands. 0: no memory, or no thread. */
int course_begin(Course *course, Match *match, const TableSettings *settings);
/* The same without a thinker and without a first question, for a replay. */
int course_sit(Course *course, Match *match, const TableSettings *settings);
void course_end(Course *course);
/* Sets the names of the seats, and cuts them to NAME_COLUMNS. */
void course_name_seats(Course *course, const char *const *names);

/* The view of a seat; every byte is written. */
void course_observe(const Course *course, int seat, State *view);
/* The name of course->seat; "": NOBODY. */
const char *course_name(const Course *course);
/* Who is asked to end the turn, though others decide next; NOBODY: nobody is. */
int course_asked(const Course *course);
/* Must another person's secrets be hidden from this seat before its view is shown? Once a
 * game has had secrets, a view from before may still show them. */
int course_must_hand_over(Course *course, int seat);

/* A sentence of the catalogue for the people here. */
void course_say(Course *course, Ink ink, const char *key, const WordsArgument *arguments,
                int count);
/* The same without arguments. */
void course_warn(Course *course, const char *key);

/* Enters the mode of the next decision. */
void course_advance(Course *course);
/* The menu of what course->seat may do. */
void course_ask(Course *course);
/* What an action paid, if that is to be read before the game goes on. */
void course_report(Course *course, const Events *events);
/* Leaves MODE_CONFIRM, MODE_REPORT, MODE_REST and MODE_HAND_OVER. */
void course_go_on(Course *course);
void course_act(Course *course, Action action);
/* A line that was typed in MODE_ASK: the number of a choice, an amount, or several
 * decisions in one. 0: refused, and the reason said. */
int course_answer(Course *course, const char *line);
/* 0: refused, and the reason said. */
int course_undo(Course *course);
/* A bot's answer, if it is there: a move is made, 0. 1: a hint, the caller's to show. */
int course_take_answer(Course *course, Action *action, Thoughts *thoughts);
void course_hint(Course *course);

/* Must leaving write the save? Not if it is as it stands, or no person has acted. */
int course_must_save(const Course *course);
/* Says whether it worked; 0: it did not. */
int course_save(Course *course, const char *path);
/* Saves to settings->save_path, if there is one. */
void course_leave(Course *course, CourseEnd end);
/* Leaves, or warns once that the game would be lost. */
void course_quit(Course *course, const char *warning);

/* The log as the viewer may see it, or that it is empty. */
void course_print_log(const Course *course, Screen *screen);

#endif
