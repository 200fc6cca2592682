/* arguments_run.c: argp with help and errors in our languages. glibc's own words follow the
 * locale alone, and only where it is installed: so options are checked before argp sees
 * them, and of its help the words that are not ours are replaced. */
#include "cli/arguments.h"
#include "cli/complete.h"
#include "cli/lines.h"
#include "cli/verbs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELPED_MAX = 40, KEY_USAGE = 511 };

/* The verb's own parser, and its table in the language of the help; a program parses
 * once. */
static argp_parser_t verb_parser;
static struct argp worded;

/* ------------------------------------------------------------------------- */
/* Help                                                                      */
/* ------------------------------------------------------------------------- */

/* Prints the word in our language if the text begins with it; returns what follows. */
static const char *replace(const char *text, const char *word)
{
    if (strncmp(text, word, strlen(word)) != 0)
        return text;
    lines_print(in_locale(word), strlen(in_locale(word)));
    return text + strlen(word);
}

static void print_help(const struct argp_state *state, unsigned flags)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out == NULL)
        exit(EXIT_WORLD);
    argp_state_help(state, out, flags);
    fclose(out);
    for (const char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        line = replace(replace(line, "Usage: "), "  or:  ");
        lines_print(line, (size_t)(end - line));
    }
    free(text);
    exit(fflush(stdout) == 0 ? EXIT_FINE : EXIT_WORLD);
}

static error_t parse_with_help(int key, char *text, struct argp_state *state)
{
    if (key == '?')
        print_help(state, ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC);
    if (key == KEY_USAGE)
        print_help(state, ARGP_HELP_USAGE);
    error_t status = verb_parser == NULL ? ARGP_ERR_UNKNOWN : verb_parser(key, text, state);
    if (key == ARGP_KEY_ARG && status == ARGP_ERR_UNKNOWN)
        argument_error(state, "'%s' is one argument too many", text);
    return status;
}

/* The note about long and short options is glibc's, in its own language. */
static char *filter_help(int key, const char *text, void *input)
{
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : (char *)(uintptr_t)text;
}

/* ------------------------------------------------------------------------- */
/* Options                                                                   */
/* ------------------------------------------------------------------------- */

static const struct argp_option *find_letter(int letter)
{
    for (const struct argp_option *option = worded.options; option->name != NULL;
         option++) {
        if (option->key == letter)
            return option;
    }
    return NULL;
}

/* By its name or a beginning of it; *count is how many have that beginning. */
static const struct argp_option *find_name(const char *name, size_t length, int *count)
{
    const struct argp_option *found = NULL;

    *count = 0;
    for (const struct argp_option *option = worded.options; option->name != NULL;
         option++) {
        if (strncmp(option->name, name, length) != 0)
            continue;
        found = option;
        ++*count;
        if (option->name[length] == '\0') {
            *count = 1;
            break;
        }
    }
    return found;
}

static int needs_value(const struct argp_option *option)
{
    return option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0;
}

/* "--name" or "--name=value". Returns whether the value is the next argument. */
static int check_long(const struct argp_state *state, const char *text)
{
    size_t length = strcspn(text + 2, "=");
    int count, has_value = text[2 + length] == '=';
    const struct argp_option *option = find_name(text + 2, length, &count);

    if (count == 0)
        argument_error(state, "there is no option '%s'", text);
    if (count > 1)
        argument_error(state, "the option '%s' can mean several", text);
    if (has_value && option->arg == NULL)
        argument_error(state, "the option '--%s' takes no value", option->name);
    return needs_value(option) && !has_value;
}

/* "-a", "-abc" or "-avalue". */
static int check_short(const struct argp_state *state, const char *text)
{
    for (const char *letter = text + 1; *letter != '\0'; letter++) {
        const struct argp_option *option = find_letter((unsigned char)*letter);

        if (option == NULL)
            argument_error(state, "there is no option '-%c'", *letter);
        if (option->arg != NULL)
            return needs_value(option) && letter[1] == '\0';
    }
    return 0;
}

/* Ends the program with the first option that argp would refuse. */
static void check_options(int argc, char **argv)
{
    const struct argp_state state = { .name = argv[0] };

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *text = argv[i];
        int takes_next = text[0] != '-' || text[1] == '\0' ? 0
                         : text[1] == '-'                  ? check_long(&state, text)
                                                           : check_short(&state, text);
        if (takes_next && i + 1 == argc)
            argument_error(&state, "the option '%s' needs a value", text);
        i += takes_next;
    }
}

/* --lang counts for all errors, wherever it stands. */
static void choose_language(int argc, char **argv)
{
    static const char LANG[] = "--lang=";
    int count;
    const struct argp_option *option = find_name("lang", 4, &count);

    for (int i = 1; i < argc && option != NULL && option->key == 'l'; i++) {
        const char *value =
            strncmp(argv[i], LANG, sizeof LANG - 1) == 0 ? argv[i] + sizeof LANG - 1
            : strcmp(argv[i], "--lang") == 0 || strcmp(argv[i], "-l") == 0 ? argv[i + 1]
                                                                           : NULL;
        if (value != NULL && language_find(value) >= 0)
            language_choose((Language)language_find(value));
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void word_options(const struct argp *argp, struct argp_option *options)
{
    int count = 0;

    for (const struct argp_option *option = argp->options;
         option != NULL && option->name != NULL && count < HELPED_MAX; option++) {
        options[count] = *option;
        options[count].doc = option->doc == NULL ? NULL : in_locale(option->doc);
        count++;
    }
    options[count++] =
        (struct argp_option){ "help", '?', NULL, 0, in_locale("Give this help"), -1 };
    options[count++] = (struct argp_option){
        "usage", KEY_USAGE, NULL, 0, in_locale("Give a short usage message"), -1
    };
}

void arguments_run(const struct argp *argp, int argc, char **argv, void *input)
{
    struct argp_option options[HELPED_MAX + 3] = { { 0 } };

    if (complete_is_asked()) {
        complete_arguments(argp);
        fflush(stdout);
        exit(EXIT_FINE);
    }
    worded = *argp;
    worded.options = options;
    word_options(argp, options);
    choose_language(argc, argv);
    word_options(argp, options);
    worded.doc = argp->doc == NULL ? NULL : in_locale(argp->doc);
    worded.parser = parse_with_help;
    worded.help_filter = filter_help;
    verb_parser = argp->parser;
    check_options(argc, argv);
    argp_parse(&worded, argc, argv, ARGP_NO_HELP, NULL, input);
}
