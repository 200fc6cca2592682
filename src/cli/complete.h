/* complete.h: what may be typed next, for the completion of shells (docs/completion). It is
 * made from the tables of arguments that --help prints. */
#ifndef ROUNDHOUSE_CLI_COMPLETE_H
#define ROUNDHOUSE_CLI_COMPLETE_H

#include <argp.h>

/* The words after `roundhouse`, the last of which is being typed. From then on verbs print
 * completions and end the program, instead of parsing their arguments. */
void complete_begin(int count, char **words);
int complete_is_asked(void);

/* The completions for a verb with these arguments. */
void complete_arguments(const struct argp *argp);

/* Prints a completion, if it begins like the word that is being typed: the completion, a
 * tab and what it means. */
void complete_offer(const char *text, const char *meaning);

#endif
