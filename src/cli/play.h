/* play.h: what the two ways of `roundhouse play` share. */
#ifndef ROUNDHOUSE_CLI_PLAY_H
#define ROUNDHOUSE_CLI_PLAY_H

#include "cli/common.h"

#include "ai/ai.h"
#include "play/match.h"
#include "play/save.h"
#include "tui/course.h"
#include "wire/sentences.h"

extern const char PLAY_PROGRAM[];

typedef struct PlayArgs {
    TableArgs table;
    Language language;
    SeatSet humans;               /* 0: not said */
    const Bot *bot;               /* NULL: not said */
    const char *names[SEATS_MAX]; /* of the people, in the order of their seats */
    int name_count;
    int has_password;        /* at a server, for the first of them */
    const char *invitation;  /* the same; NULL: none */
    const char *save, *load; /* NULL: not said */
    int moves_unasked;       /* does not confirm the end of a turn */
    int pace;                /* milliseconds to look at what a bot did */
    int wants_plain;         /* the dialogue, whatever the terminal can do */
    int wants_ascii;
} PlayArgs;

/* The players: names, the people at this terminal, and the bots of the other seats. */
typedef struct Party {
    SavePlayers players;
    SeatSet humans;
    const Bot *bots[SEATS_MAX];
} Party;

/* A new game, or the one of --load; NULL: error printed, and the exit status in *status. */
Match *play_begin(const PlayArgs *args, Party *party, int *status);
Match *play_resume(const PlayArgs *args, Party *party, int *status);

/* The party of a new game. People have the name that was given, bots one of the house's;
 * seats without a name are called by their number. */
void party_of_args(const PlayArgs *args, int seats, Party *party);
/* The party of a save that was read into party->players; what was said on the command
 * line counts more. */
void party_of_save(const PlayArgs *args, const char *path, int seats, Party *party);

/* Checks that the seats of --human exist, unless it is "all"; EXIT_FINE, or EXIT_USAGE:
 * error printed. */
int play_check_humans(const PlayArgs *args, int seats);

/* The settings of a match and its players, for both ways of playing. */
void play_settings(const PlayArgs *args, const Match *match, const Party *party,
                   PlayerNames *names, TableSettings *settings);
/* A dialogue of lines on standard input and output; interrupting ends the input. */
void play_lines(const PlayArgs *args, TableSettings *settings);

/* On the whole terminal; returns the exit status. */
int play_full(PlayArgs *args);
/* The same at a server, whose address stands for the game. */
int play_remote(const PlayArgs *args);

#endif
