/* arguments.h: the arguments of a verb as a table. A row says what an option is called,
 * what
 * --help says of it, and in which field of the verb's struct its value goes:
 *
 *     static const Argument ARGUMENTS[] = {
 *         { "json", 'j', NULL, "Print JSON", 0, FLAG(SimArgs, is_json) },
 *         { "games", 'g', "N", "Play N games (100)", 0, LONG(SimArgs, games, 1, 1000) },
 *         { 0 },
 *     };
 *
 * A row without a name is an argument by position, and its help the error if it is
 * missing. */
#ifndef ROUNDHOUSE_CLI_ARGUMENTS_H
#define ROUNDHOUSE_CLI_ARGUMENTS_H

#include "cli/common.h"

#include <stddef.h>

typedef enum ArgumentKind {
    ARGUMENT_NONE, /* the last row */
    ARGUMENT_FLAG,
    ARGUMENT_TEXT,
    ARGUMENT_INT,
    ARGUMENT_LONG,
    ARGUMENT_READ, /* by a function, which reports errors with argument_error */
} ArgumentKind;

typedef struct Argument {
    const char *name;
    int letter;        /* the short form; 0: none */
    const char *value; /* what --help calls it; NULL: a flag */
    const char *help;  /* NULL: another name of an option, which is not listed */
    int group;         /* in --help */
    ArgumentKind kind;
    size_t field; /* its offset */
    long least, most;
    void (*read)(const struct argp_state *state, const char *text, void *field);
} Argument;

/* clang-format off */
#define FLAG(S, member)              ARGUMENT_FLAG, offsetof(S, member), 0, 0, NULL
#define TEXT(S, member)              ARGUMENT_TEXT, offsetof(S, member), 0, 0, NULL
#define INT(S, member, least, most)  ARGUMENT_INT, offsetof(S, member), least, most, NULL
#define LONG(S, member, least, most) ARGUMENT_LONG, offsetof(S, member), least, most, NULL
#define READ(S, member, function)    ARGUMENT_READ, offsetof(S, member), 0, 0, function
#define BY_POSITION                  NULL, 0, NULL

/* GAME, --seats and --option, in a member `table`; the game says how many seats there can
 * be. */
#define DEALT_TABLE_ARGUMENTS(S)                                                           \
    { BY_POSITION, NULL, 0, TEXT(S, table.game) },                                         \
    { "seats", 'n', "N", "Number of players", 1, INT(S, table.seats, 1, 9999) },           \
    { "option", 'o', "NAME=VALUE",                                                         \
      "Set an option of the game; may be repeated ('roundhouse games' lists them)", 1,     \
      READ(S, table, argument_option) }

/* The same with --seed. */
#define TABLE_ARGUMENTS(S)                                                                 \
    DEALT_TABLE_ARGUMENTS(S),                                                              \
    { "seed", 's', "SEED", "64 hexadecimal digits, or any text, which is hashed", 1,       \
      TEXT(S, table.seed) }

/* --lang, in a member `language` that holds the locale's beforehand. */
#define LANGUAGE_ARGUMENT(S)                                                               \
    { "lang", 'l', "LANG", "en or fr; otherwise as in the locale", 2,                      \
      READ(S, language, argument_language) }
/* clang-format on */

/* Fills in the struct at `into`. Usage errors and --help end the program. */
void arguments_parse(const Argument *rows, const char *usage, const char *doc, int argc,
                     char **argv, void *into);

/* Parses the arguments of a verb that has no table; the same errors and help. */
void arguments_run(const struct argp *argp, int argc, char **argv, void *input);

/* For the macros above. */
void argument_option(const struct argp_state *state, const char *text, void *table);
void argument_language(const struct argp_state *state, const char *text, void *language);

#endif
