/* save.h: the save file, text that people can read and any copy of the program
 * replays. docs/formats.md has it in full:
 *
 *     roundhouse save 1
 *     game freight-train
 *     rules 1
 *     seats 2
 *     option edition mayfair      one line for each option
 *     seed <64 digits>            or: state <the position it began at>
 *     deal …                      the proof of the deal, in saves of version 2 only
 *     player 0 Ada                if the player has a name
 *     seat 0 person               who sat there: a person,
 *     seat 1 bot hard             a bot and its level, or a program
 *
 *     0 take 3                    an action a line: seat, notation
 *
 *     result 31 28 places 1 2     or: unfinished */
#ifndef ROUNDHOUSE_PLAY_SAVE_H
#define ROUNDHOUSE_PLAY_SAVE_H

#include "play/deal.h"
#include "play/match.h"
#include "play/text.h"

enum {
    SAVE_VERSION = 1,
    SAVE_VERSION_DEAL = 2, /* with the proof of the deal */
    SAVE_MOST = 1 << 20,   /* bytes of the longest save */
    SAVE_NAME_MAX = 64,    /* bytes of a player's name */
    SAVE_LEVEL_MAX = 31,   /* bytes of a bot's level */
};

typedef enum SaveWho { SAVE_UNKNOWN, SAVE_PERSON, SAVE_BOT, SAVE_PROGRAM } SaveWho;
extern const char *const SAVE_WHO_WORDS[]; /* of the seat lines; not of SAVE_UNKNOWN */

typedef struct SaveSeat {
    SaveWho who;
    char level[SAVE_LEVEL_MAX + 1]; /* of a bot: a word of a-z, 0-9, ':', '.' and '-' */
} SaveSeat;

/* The players. An empty name: not given. Saves from before the seat lines say SAVE_UNKNOWN
 * of every seat. `proof` is that of their deal, if it is given; only a game that began with
 * a deal has one. */
typedef struct SavePlayers {
    char names[SEATS_MAX][SAVE_NAME_MAX + 1];
    SaveSeat seats[SEATS_MAX];
    DealProof proof;
} SavePlayers;

/* A seat is a bot's of that level; one that cannot stand in a save is left out. */
void save_seat_bot(SaveSeat *seat, const char *level);

/* Codec for the starting state of a match that began at a position. `play` has no JSON;
 * `wire` provides it. */
typedef struct SaveStart {
    /* Appends the state, on one line. */
    void (*write)(Text *out, const Game *game, const Setup *setup, const State *start);
    /* Reads it back; 0, and a sentence in *fault: it is not a sound state. */
    int (*read)(const Game *game, const Setup *setup, const char *text, size_t length,
                State *start, Fault *fault);
} SaveStart;

/* May this stand as a player's name in a save? Harmless UTF-8, not empty, not too
 * long, no space at either end. */
int save_can_name(const char *name, size_t length);

/* The lines "game" to "option", which begin a save after its first line. */
void save_write_setup(Text *out, const Game *game, const Setup *setup);

/* The last line, without its end. */
void save_write_result(Text *out, const Match *match);
/* Appends the save of a match; out->has_failed: no memory.
 * `players` may be NULL. */
void save_write(Text *out, const Match *match, const SavePlayers *players,
                const SaveStart *start);

/* The match of a save, replayed to its last action; the caller frees it. NULL, and
 * a sentence with the line in *fault: the text is not a save in every detail.
 * `players` may be NULL. */
Match *save_read(const char *text, size_t length, const SaveStart *start,
                 SavePlayers *players, Fault *fault);

#endif
