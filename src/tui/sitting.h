/* sitting.h: a game as those at this terminal have it: whose decision it is, what
 * may be taken back, what has happened, who may look at the screen, and what is
 * saved. The dialogue and the full screen are two ways of showing it. */
#ifndef ROUNDHOUSE_TUI_SITTING_H
#define ROUNDHOUSE_TUI_SITTING_H

#include "ai/ai.h"
#include "play/match.h"
#include "play/save.h"
#include "tui/draw.h"
#include "tui/journal.h"
#include "tui/menu.h"

typedef struct Sitting Sitting;

/* How a game is played at this terminal. */
typedef struct TableSettings {
    Language language;
    int confirms_turns;         /* ask before the others move, so that undo is possible */
    SeatSet humans;             /* at this terminal; bots have the other seats */
    const Bot *bots[SEATS_MAX]; /* who plays those */
    uint64_t bot_seed;          /* of the bots' chance */
    const char *const *names;   /* of each seat */
    const char *save_path;      /* where to save on leaving; NULL: nowhere */
    int is_saved;               /* the match is there already, as it stands */
    int is_loaded;              /* from a save: nothing moves before a person does */
    const SaveStart *start;     /* how a save writes a match that began in the middle */
    /* The dialogue of lines: */
    FILE *in, *out;
    int has_colour;
    int echoes; /* what is read: a pipe does not show it */
    /* The full screen: */
    int pace;              /* milliseconds to look at what a bot did */
    const char *last_path; /* where every move is saved, to go on; NULL: nowhere */
    /* An unfinished game at last_path makes room for this one. NULL: it is this one. */
    void (*put_aside)(const Game *game);
    int is_resumed; /* say welcome back */
} TableSettings;

typedef enum SittingStatus {
    SITTING_OK,
    SITTING_REFUSED,
    SITTING_NO_MEMORY,
} SittingStatus;

/* Where the game is: in this program, or at a server. */
typedef struct Host {
    /* What the seat may know; every byte of the view is written. */
    void (*observe)(const Sitting *sitting, int seat, State *view);
    /* At a server the move is sent, and what comes of it arrives later. */
    SittingStatus (*move)(Sitting *sitting, int seat, Action action);
    /* All of a line's decisions, or none of them; NULL: by `move` and `take_back`. */
    SittingStatus (*move_line)(Sitting *sitting, int seat, const Reading *reading);
    int (*can_undo)(const Sitting *sitting, int seat);
    /* Back by one move; what the journal had of it is forgotten. */
    void (*take_back)(Sitting *sitting);
    int (*moves)(const Sitting *sitting); /* so far */
} Host;

/* Long names are cut, everywhere alike. */
typedef struct ShortNames {
    char texts[SEATS_MAX][SAVE_NAME_MAX + 1];
    const char *names[SEATS_MAX];
} ShortNames;

struct Sitting {
    const Host *host;
    const Game *game;
    const Drawing *drawing;
    int seats;
    Match *match;           /* borrowed; NULL: the game is at a server */
    void *at;               /* the server's table, for its host; NULL: none */
    const SaveStart *start; /* how a save writes a match that began in the middle */
    SeatSet humans;         /* at this terminal */
    const Bot *const *bots; /* who plays the other seats; NULL: not known */
    ShortNames names;
    const char *const *whole_names; /* as saves have them */
    /* A saved game was loaded, and no person has done anything yet: no bot moves, and
     * nothing is written. */
    int awaits_person;
    int confirms_turns; /* ask before the others move, so that undo is possible */
    Journal journal;
    int shown_to;           /* whose view was shown last, or NOBODY */
    int has_secrets;        /* from one person at this terminal to another */
    int line_from, line_to; /* moves of the last line that stood for several; or -1 */
    int kept_at;            /* moves when it was saved last; -1: never */
    char *kept_path;        /* where; NULL: nowhere */
};

/* Sits down at a match; 0: no memory. The settings are borrowed. */
int sitting_begin(Sitting *sitting, Match *match, const TableSettings *settings);
void sitting_end(Sitting *sitting);
/* The names of the seats, cut. */
void sitting_name(Sitting *sitting, const char *const *names);

void sitting_observe(const Sitting *sitting, int seat, State *view);
SeatSet sitting_waiting(const Sitting *sitting);

SittingStatus sitting_move(Sitting *sitting, int seat, Action action);
/* All of a line's decisions, or none of them. */
SittingStatus sitting_move_line(Sitting *sitting, int seat, const Reading *reading);

int sitting_can_undo(const Sitting *sitting, int seat);
/* One step, or all that one line stood for. */
void sitting_undo(Sitting *sitting, int seat);

/* The turn is over, but nobody has moved since: is there a last chance to undo? */
int sitting_needs_confirmation(const Sitting *sitting, int seat);

/* Does somebody else at this terminal have secrets from this seat, and was looking
 * last? Once a game has had secrets, what was shown before may still tell of them. */
int sitting_must_hand_over(Sitting *sitting, int seat);

/* Who sits here, for a save. */
void sitting_players(const Sitting *sitting, SavePlayers *players);

int sitting_is_kept(const Sitting *sitting);
/* Must leaving write the save? Not if it is as it stands, or nobody has done anything. */
int sitting_must_save(const Sitting *sitting);
/* 0, and the reason in *fault: it could not be saved. */
int sitting_save(Sitting *sitting, const char *path, Fault *fault);

/* What the seat may do. */
void sitting_ask(const Sitting *sitting, int seat, Menu *menu);

#endif
