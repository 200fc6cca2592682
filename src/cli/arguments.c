/* arguments.c: parses the arguments of a verb by its table. */
#include "cli/arguments.h"

#include <assert.h>

enum { ROWS_MAX = 24, KEY_WITHOUT_LETTER = 256 };

typedef struct Parsing {
    const Argument *rows;
    void *into;
} Parsing;

void argument_option(const struct argp_state *state, const char *text, void *table)
{
    TableArgs *args = table;

    if (args->option_count == TABLE_OPTIONS_MAX)
        argument_error(state, in_locale("more than %d options"), TABLE_OPTIONS_MAX);
    args->options[args->option_count++] = text;
}

void argument_language(const struct argp_state *state, const char *text, void *language)
{
    if (language_find(text) < 0)
        argument_error(
            state, in_locale("--lang: '%s' is not a language we speak; it can be en or fr"),
            text);
    *(Language *)language = (Language)language_find(text);
}

static void take(const struct argp_state *state, const Argument *row, const char *text)
{
    const Parsing *parsing = state->input;
    void *field = (char *)parsing->into + row->field;

    switch (row->kind) {
    case ARGUMENT_FLAG:
        *(int *)field = 1;
        break;
    case ARGUMENT_TEXT:
        *(const char **)field = text;
        break;
    case ARGUMENT_INT:
        *(int *)field = (int)argument_number(state, row->name, text, row->least, row->most);
        break;
    case ARGUMENT_LONG:
        *(long *)field = argument_number(state, row->name, text, row->least, row->most);
        break;
    default:
        row->read(state, text, field);
    }
}

/* The n-th argument by position, from 0; NULL: there are fewer. */
static const Argument *by_position(const Argument *row, unsigned n)
{
    for (; row->kind != ARGUMENT_NONE; row++) {
        if (row->name == NULL && n-- == 0)
            return row;
    }
    return NULL;
}

static int key_of(const Argument *rows, const Argument *row)
{
    return row->letter != 0 ? row->letter : KEY_WITHOUT_LETTER + (int)(row - rows);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    const Argument *rows = ((const Parsing *)state->input)->rows;
    const Argument *next = by_position(rows, state->arg_num);

    if (key == ARGP_KEY_ARG && next != NULL) {
        take(state, next, text);
        return 0;
    }
    if (key == ARGP_KEY_END && next != NULL && next->help != NULL)
        argument_error(state, "%s", in_locale(next->help));
    for (const Argument *row = rows; row->kind != ARGUMENT_NONE; row++) {
        if (row->name != NULL && key == key_of(rows, row)) {
            take(state, row, text);
            return 0;
        }
    }
    return ARGP_ERR_UNKNOWN;
}

void arguments_parse(const Argument *rows, const char *usage, const char *doc, int argc,
                     char **argv, void *into)
{
    struct argp_option options[ROWS_MAX + 1] = { { 0 } };
    int count = 0;

    for (const Argument *row = rows; row->kind != ARGUMENT_NONE; row++) {
        assert(count < ROWS_MAX);
        if (row->name != NULL)
            options[count++] =
                (struct argp_option){ row->name,  key_of(rows, row),
                                      row->value, row->help == NULL ? OPTION_HIDDEN : 0,
                                      row->help,  row->group };
    }
    const struct argp argp = {
        .options = options, .parser = parse, .args_doc = usage, .doc = doc
    };
    arguments_run(&argp, argc, argv, &(Parsing){ rows, into });
}
