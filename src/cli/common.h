/* common.h: what the verbs share: the table that the arguments name, the language, and
 * errors. */
#ifndef ROUNDHOUSE_CLI_COMMON_H
#define ROUNDHOUSE_CLI_COMMON_H

#include "engine/game.h"
#include "play/save.h"
#include "play/text.h"
#include "words/words.h"

#include <argp.h>

enum { TABLE_OPTIONS_MAX = 32 };

/* The table as the user named it; nothing is looked up yet, since options may
 * stand before the game that they belong to. */
typedef struct TableArgs {
    const char *game;                       /* NULL: not named */
    int seats;                              /* 0: default */
    const char *options[TABLE_OPTIONS_MAX]; /* "edition=mayfair" */
    int option_count;
    const char *seed; /* NULL: not said */
} TableArgs;

/* The game and the setup that the arguments name. Errors are printed to standard error,
 * prefixed with `program`; EXIT_FINE or EXIT_USAGE. Without a seed the setup gets one at
 * random; without --seats, the default number. */
int table_resolve(const char *program, const TableArgs *args, const Game **game,
                  Setup *setup);

/* The parts of it, for verbs that take only some. */
const Game *table_find_game(const char *program, const char *id); /* NULL: error printed */
int table_set_options(const char *program, const TableArgs *args, const Game *game,
                      Setup *setup);
int table_default_seats(const Game *game);

/* The table on two lines, its seed the second, and an empty one. */
void table_print(const Game *game, const Setup *setup);
/* The beginning of a JSON object: game, seats, options, seed. */
void table_print_json(const Game *game, const Setup *setup);

/* Makes sure that there is such a directory; EXIT_FINE, or EXIT_WORLD: error printed. */
int make_directory(const char *program, const char *path);

/* The text of a save; "-" is standard input. EXIT_FINE, or EXIT_WORLD: error printed. */
int save_file_read(const char *program, const char *name, Text *text);
/* The game of such a save, and its players; NULL: error printed. */
Match *save_file_load(const char *program, const char *name, SavePlayers *players);

/* A whole number within bounds, from an argument; ends the program with a usage
 * error otherwise. `name` is the option's. */
long argument_number(const struct argp_state *state, const char *name, const char *text,
                     long least, long most);

/* The language of --lang, otherwise of the environment (LC_ALL, LC_MESSAGES, LANG);
 * English if it is none of ours. */
Language language_of_locale(void);
/* --lang: from now on help and errors are in this language. */
void language_choose(Language language);
/* The same text in that language: help, errors and their formats. */
__attribute__((format_arg(1))) const char *in_locale(const char *english);

/* An empty fault in that language. */
Fault fault_in_locale(void);

/* Wrong use: says what is wrong and where help is; returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int usage_error(const char *program,
                                                      const char *format, ...);
/* The same for an argument that is being parsed; ends the program. */
__attribute__((format(printf, 2, 3), noreturn)) void
argument_error(const struct argp_state *state, const char *format, ...);
/* Runtime error (disk, network, system); prints it and returns EXIT_WORLD. */
__attribute__((format(printf, 2, 3))) int world_error(const char *program,
                                                      const char *format, ...);

/* Prints the line, which is JSON, and frees it; without memory, an object with the error.
 */
void json_line_print(Text *line);

/* Of the words in a list, the one most like `word`; NULL if none is near. The
 * list ends with NULL. */
const char *nearest_word(const char *word, const char *const *words);

#endif
