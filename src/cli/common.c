/* common.c: what the verbs share. */
#include "cli/common.h"

#include "cli/verbs.h"
#include "games/catalogue.h"
#include "play/setup.h"
#include "wire/position.h"
#include "wire/sentences.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

const char *in_locale(const char *english)
{
    return words_translate(language_of_locale(), english);
}

Fault fault_in_locale(void)
{
    return (Fault){ .language = faults_in(language_of_locale()) };
}

__attribute__((format(printf, 2, 0))) static void
print_error(const char *program, const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, in_locale(format), arguments);
    fputc('\n', stderr);
}

int usage_error(const char *program, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_error(program, format, arguments);
    va_end(arguments);
    fprintf(stderr, in_locale("Try '%s --help'.\n"), program);
    return EXIT_USAGE;
}

void argument_error(const struct argp_state *state, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_error(state->name, format, arguments);
    va_end(arguments);
    fprintf(stderr, in_locale("Try '%s --help'.\n"), state->name);
    exit(EXIT_USAGE);
}

int world_error(const char *program, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_error(program, format, arguments);
    va_end(arguments);
    return EXIT_WORLD;
}

void json_line_print(Text *line)
{
    puts(line->has_failed ? "{\"ok\":false,\"error\":\"There is no memory left.\"}"
                          : line->bytes);
    text_free(line);
}

/* ------------------------------------------------------------------------- */
/* Words that are nearly right                                               */
/* ------------------------------------------------------------------------- */

enum { WORD_MAX = 32 };

static int least_of(int a, int b, int c)
{
    int least = a < b ? a : b;

    return least < c ? least : c;
}

/* Levenshtein's distance, a row of the table at a time; words that are too long
 * are far from everything. */
static int word_distance(const char *from, const char *to)
{
    int row[WORD_MAX + 1];
    int from_length = (int)strlen(from), to_length = (int)strlen(to);

    if (from_length > WORD_MAX || to_length > WORD_MAX)
        return WORD_MAX;
    for (int j = 0; j <= to_length; j++)
        row[j] = j;
    for (int i = 1; i <= from_length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= to_length; j++) {
            int change = diagonal + (from[i - 1] != to[j - 1]);
            diagonal = row[j];
            row[j] = least_of(change, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[to_length];
}

const char *nearest_word(const char *word, const char *const *words)
{
    const char *nearest = NULL;
    int least = (int)strlen(word) / 2 + 1;

    for (; *words != NULL; words++) {
        int distance = word_distance(word, *words);
        if (strncmp(*words, word, strlen(word)) == 0 && word[0] != '\0')
            distance = 0;
        if (distance < least) {
            least = distance;
            nearest = *words;
        }
    }
    return nearest;
}

/* ------------------------------------------------------------------------- */
/* The table                                                                 */
/* ------------------------------------------------------------------------- */

long argument_number(const struct argp_state *state, const char *name, const char *text,
                     long least, long most)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < least || number > most)
        argument_error(state, in_locale("--%s: '%s' is not a whole number from %ld to %ld"),
                       name, text, least, most);
    return number;
}

static void print_game_ids(FILE *out)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", CATALOGUE[i]->id);
}

const Game *table_find_game(const char *program, const char *id)
{
    const Game *game = id == NULL ? NULL : catalogue_find(id);

    if (game != NULL)
        return game;
    if (id == NULL)
        fprintf(stderr, in_locale("%s: which game? There is "), program);
    else
        fprintf(stderr, in_locale("%s: there is no game '%s'. There is "), program, id);
    print_game_ids(stderr);
    fprintf(stderr, ".\n");
    fprintf(stderr, in_locale("Try '%s --help'.\n"), program);
    return NULL;
}

int table_default_seats(const Game *game)
{
    enum { DEFAULT = 4 };

    if (DEFAULT < game->least_seats)
        return game->least_seats;
    return DEFAULT > game->most_seats ? game->most_seats : DEFAULT;
}

static int no_such_option(const char *program, const Game *game, const char *id)
{
    fprintf(stderr, in_locale("%s: %s has no option '%s'. Its options are "), program,
            game->id, id);
    for (int i = 0; i < game->option_count; i++)
        fprintf(stderr, "%s%s", i > 0 ? ", " : "", game->options[i].id);
    fprintf(stderr, ".\n%s", in_locale("Try 'roundhouse games'.\n"));
    return EXIT_USAGE;
}

static int no_such_value(const char *program, const Game *game, const char *id,
                         const char *value)
{
    const Names *values = &game->options[option_find(game, id)].values;

    fprintf(stderr, in_locale("%s: %s cannot be '%s'. It can be "), program, id, value);
    for (int i = 0; i < values->count; i++)
        fprintf(stderr, "%s%s", i > 0 ? ", " : "", values->items[i]);
    fprintf(stderr, ".\n%s", in_locale("Try 'roundhouse games'.\n"));
    return EXIT_USAGE;
}

static int set_option(const char *program, const Game *game, Setup *setup, const char *text)
{
    char id[WORD_MAX + 1];
    size_t length = strcspn(text, "=");

    if (text[length] == '\0')
        return usage_error(program, "--option %s: write it as NAME=VALUE", text);
    if (length >= sizeof id)
        return no_such_option(program, game, text);
    memcpy(id, text, length);
    id[length] = '\0';
    switch (setup_set_option(game, setup, id, text + length + 1)) {
    case SETUP_NO_OPTION:
        return no_such_option(program, game, id);
    case SETUP_NO_VALUE:
        return no_such_value(program, game, id, text + length + 1);
    default:
        return EXIT_FINE;
    }
}

int table_set_options(const char *program, const TableArgs *args, const Game *game,
                      Setup *setup)
{
    for (int i = 0; i < args->option_count; i++) {
        int status = set_option(program, game, setup, args->options[i]);
        if (status != EXIT_FINE)
            return status;
    }
    return EXIT_FINE;
}

int table_resolve(const char *program, const TableArgs *args, const Game **game,
                  Setup *setup)
{
    char refusal[SENTENCE_MAX];

    *game = table_find_game(program, args->game);
    if (*game == NULL)
        return EXIT_USAGE;
    game_default_setup(*game, args->seats > 0 ? args->seats : table_default_seats(*game),
                       setup);
    if (table_set_options(program, args, *game, setup) != EXIT_FINE)
        return EXIT_USAGE;
    refusal_sentence(language_of_locale(), *game, setup, refusal, sizeof refusal);
    if (refusal[0] != '\0')
        return usage_error(program, "%s", refusal);
    if (args->seed != NULL)
        setup_seed_from_text(setup, args->seed, strlen(args->seed));
    else
        setup_seed_at_random(setup);
    return EXIT_FINE;
}

static void print_hex(const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        printf("%02x", bytes[i]);
}

void table_print(const Game *game, const Setup *setup)
{
    printf("%s, %d seats", game->id, setup->seats);
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        printf(", %s=%s", option->id, option->values.items[setup->options[i]]);
    }
    printf("\nseed ");
    print_hex(setup->seed, SEED_BYTES);
    printf("\n\n");
}

void table_print_json(const Game *game, const Setup *setup)
{
    printf("{\"game\":\"%s\",\"seats\":%d,\"options\":{", game->id, setup->seats);
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        printf("%s\"%s\":\"%s\"", i > 0 ? "," : "", option->id,
               option->values.items[setup->options[i]]);
    }
    printf("},\"seed\":\"");
    print_hex(setup->seed, SEED_BYTES);
    printf("\"");
}

int make_directory(const char *program, const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return EXIT_FINE;
    return world_error(program, "cannot make the directory %s: %s", path,
                       in_locale(strerror(errno)));
}

/* ------------------------------------------------------------------------- */
/* The language                                                              */
/* ------------------------------------------------------------------------- */

/* Of --lang; a program parses its arguments once. -1: not given. */
static int chosen_language = -1;

void language_choose(Language language)
{
    chosen_language = (int)language;
}

/* The first of the variables that is set decides, as in setlocale(3). */
Language language_of_locale(void)
{
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };

    if (chosen_language >= 0)
        return (Language)chosen_language;
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value == NULL || value[0] == '\0')
            continue;
        return language_find(value) < 0 ? LANGUAGE_EN : (Language)language_find(value);
    }
    return LANGUAGE_EN;
}

/* ------------------------------------------------------------------------- */
/* Saves                                                                     */
/* ------------------------------------------------------------------------- */

/* One byte more than a save may have is read, so that a longer one is noticed. */
static int read_stream(FILE *stream, Text *text)
{
    char part[1 << 16];
    size_t count;

    while (text->length <= SAVE_MOST && (count = fread(part, 1, sizeof part, stream)) > 0)
        text_append(text, part, count);
    return !ferror(stream) && !text->has_failed;
}

int save_file_read(const char *program, const char *name, Text *text)
{
    int is_standard = strcmp(name, "-") == 0;
    FILE *stream = is_standard ? stdin : fopen(name, "rb");

    if (stream == NULL)
        return world_error(program, "cannot open %s: %s", name, in_locale(strerror(errno)));
    int is_read = read_stream(stream, text);
    int reason = errno;
    if (!is_standard)
        fclose(stream);
    if (!is_read)
        return world_error(program, "cannot read %s: %s", name,
                           in_locale(strerror(reason)));
    return EXIT_FINE;
}

Match *save_file_load(const char *program, const char *name, SavePlayers *players)
{
    Text text = { 0 };
    Fault fault = fault_in_locale();
    Match *match = NULL;

    if (save_file_read(program, name, &text) == EXIT_FINE) {
        match = save_read(text.length == 0 ? "" : text.bytes, text.length, &SAVE_START_JSON,
                          players, &fault);
        if (match == NULL)
            world_error(program, "%s: %s", name, fault.sentence);
    }
    text_free(&text);
    return match;
}
