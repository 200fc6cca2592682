/* words_to_c.c: turns the catalogues into one sorted C table, at build time.
 *
 *     words_to_c [--keep PATTERN | --drop PATTERN]... words/en.json words/fr.json
 *
 * The first pattern that a key matches decides whether it is kept; what is dropped is
 * checked all the same. A program that never uses a sentence need not carry it. Fails, and
 * names the key, if the catalogues differ in their keys or in the placeholders of a
 * sentence, or if a sentence is malformed: a build with a sentence missing in one language
 * is no build. */
#include <ctype.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANGUAGES_MOST = 8,
    PATTERNS_MOST = 32,
    CODE_MAX = 8,
    PLACEHOLDERS_MOST = 16,
    NAME_MAX_LENGTH = 32,
};

typedef struct Patterns {
    int count;
    struct {
        const char *pattern; /* as the shell has them: "play.*" */
        int is_kept;
    } items[PATTERNS_MOST];
} Patterns;

typedef struct Catalogue {
    const char *path;
    char code[CODE_MAX]; /* "EN", from the file's name */
    json_t *sentences;
} Catalogue;

/* The names of a sentence's arguments, sorted, each once. */
typedef struct Placeholders {
    int count;
    char names[PLACEHOLDERS_MOST][NAME_MAX_LENGTH];
} Placeholders;

/* ------------------------------------------------------------------------- */
/* Reading                                                                   */
/* ------------------------------------------------------------------------- */

static void take_code(Catalogue *catalogue)
{
    const char *slash = strrchr(catalogue->path, '/');
    const char *name = slash == NULL ? catalogue->path : slash + 1;

    for (int i = 0; i < CODE_MAX - 1 && isalpha((unsigned char)name[i]); i++)
        catalogue->code[i] = (char)toupper((unsigned char)name[i]);
}

static int load(Catalogue *catalogue, const char *path)
{
    json_error_t error;

    *catalogue = (Catalogue){ .path = path };
    take_code(catalogue);
    catalogue->sentences = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (catalogue->sentences == NULL) {
        fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
        return 0;
    }
    if (!json_is_object(catalogue->sentences)) {
        fprintf(stderr, "%s: a catalogue is one object of keys and sentences\n", path);
        return 0;
    }
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Checking                                                                  */
/* ------------------------------------------------------------------------- */

static int has_placeholder(const Placeholders *set, const char *name)
{
    for (int i = 0; i < set->count; i++) {
        if (strcmp(set->names[i], name) == 0)
            return 1;
    }
    return 0;
}

/* Reads one "{name}" or "{name|singular|plural}"; returns where it ends, NULL if
 * it is malformed. */
static const char *read_placeholder(const char *at, Placeholders *set)
{
    char name[NAME_MAX_LENGTH] = "";
    size_t length = strcspn(at + 1, "|}{");
    const char *end = at + 1 + strcspn(at + 1, "}{");
    int bars = 0;

    for (const char *c = at; c < end; c++)
        bars += *c == '|';
    if (*end != '}' || length == 0 || length >= sizeof name || (bars != 0 && bars != 2))
        return NULL;
    memcpy(name, at + 1, length);
    if (!has_placeholder(set, name)) {
        if (set->count == PLACEHOLDERS_MOST)
            return NULL;
        memcpy(set->names[set->count++], name, sizeof name);
    }
    return end + 1;
}

static int read_placeholders(const char *sentence, Placeholders *set)
{
    const char *at = sentence + strcspn(sentence, "{}");

    set->count = 0;
    while (*at != '\0') {
        at = *at == '{' ? read_placeholder(at, set) : NULL;
        if (at == NULL)
            return 0;
        at += strcspn(at, "{}");
    }
    return 1;
}

static int are_equal(const Placeholders *one, const Placeholders *other)
{
    for (int i = 0; i < one->count; i++) {
        if (!has_placeholder(other, one->names[i]))
            return 0;
    }
    return one->count == other->count;
}

static int report(const Catalogue *catalogue, const char *key, const char *what)
{
    fprintf(stderr, "%s: \"%s\" %s\n", catalogue->path, key, what);
    return 0;
}

static int check_sentence(const Catalogue *catalogue, const char *key,
                          const Placeholders *model)
{
    const char *sentence = json_string_value(json_object_get(catalogue->sentences, key));
    Placeholders set;

    if (sentence == NULL)
        return report(catalogue, key, "is missing");
    if (sentence[0] == '\0')
        return report(catalogue, key, "is empty");
    if (!read_placeholders(sentence, &set))
        return report(catalogue, key, "has a malformed placeholder");
    if (!are_equal(&set, model))
        return report(catalogue, key, "has other placeholders than the first language");
    return 1;
}

/* Every key of `model` is in `catalogue`, with the same placeholders. */
static int check_against(const Catalogue *catalogue, const Catalogue *model)
{
    int is_fine = 1;
    const char *key;
    json_t *value;

    json_object_foreach(model->sentences, key, value)
    {
        Placeholders set = { 0 };
        const char *sentence = json_string_value(value);

        if (sentence != NULL)
            read_placeholders(sentence, &set);
        is_fine &= check_sentence(catalogue, key, &set);
    }
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* Writing                                                                   */
/* ------------------------------------------------------------------------- */

static void print_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if (*text == '\n')
            printf("\\n");
        else
            putchar(*text);
    }
    putchar('"');
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_entry(const Catalogue *catalogues, int count, const char *key)
{
    printf("    { ");
    print_string(key);
    printf(",\n      {\n");
    for (int i = 0; i < count; i++) {
        printf("          [LANGUAGE_%s] = ", catalogues[i].code);
        print_string(json_string_value(json_object_get(catalogues[i].sentences, key)));
        printf(",\n");
    }
    printf("      } },\n");
}

static int is_kept(const Patterns *patterns, const char *key)
{
    for (int i = 0; i < patterns->count; i++) {
        if (fnmatch(patterns->items[i].pattern, key, 0) == 0)
            return patterns->items[i].is_kept;
    }
    return 1;
}

static int print_table(const Catalogue *catalogues, int count, const Patterns *patterns)
{
    size_t size = json_object_size(catalogues[0].sentences);
    const char **keys = calloc(size + 1, sizeof *keys);
    size_t n = 0;
    const char *key;
    json_t *value;

    if (keys == NULL)
        return 0;
    json_object_foreach(catalogues[0].sentences, key, value)
    {
        if (is_kept(patterns, key))
            keys[n++] = key;
    }
    qsort(keys, n, sizeof *keys, compare_keys);
    printf("/* Made by tools/words_to_c from the catalogues in words/. */\n"
           "#include \"words/table.h\"\n\nconst WordsEntry WORDS_TABLE[] = {\n");
    for (size_t i = 0; i < n; i++)
        print_entry(catalogues, count, keys[i]);
    printf("};\n\nconst int WORDS_COUNT = %zu;\n", n);
    free(keys);
    return fflush(stdout) == 0 && !ferror(stdout);
}

/* Takes options until the first file; returns its place, or 0 for wrong use. */
static int read_options(int argc, char **argv, Patterns *patterns)
{
    int at = 1;

    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        int keeps = strcmp(argv[at], "--keep") == 0;
        if ((!keeps && strcmp(argv[at], "--drop") != 0) || patterns->count == PATTERNS_MOST)
            return 0;
        patterns->items[patterns->count].pattern = argv[at + 1];
        patterns->items[patterns->count++].is_kept = keeps;
    }
    return argc - at >= 1 && argc - at <= LANGUAGES_MOST ? at : 0;
}

static int check_all(const Catalogue *catalogues, int count)
{
    int is_fine = 1;

    for (int i = 0; i < count; i++) {
        is_fine &= check_against(&catalogues[i], &catalogues[0]);
        is_fine &= i == 0 || check_against(&catalogues[0], &catalogues[i]);
    }
    return is_fine;
}

int main(int argc, char **argv)
{
    Catalogue catalogues[LANGUAGES_MOST];
    Patterns patterns = { 0 };
    int first = read_options(argc, argv, &patterns);
    int count = argc - first;

    if (first == 0) {
        fprintf(stderr, "usage: words_to_c [--keep PATTERN | --drop PATTERN]... "
                        "CATALOGUE.json... >TABLE.c\n");
        return 2;
    }
    for (int i = 0; i < count; i++) {
        if (!load(&catalogues[i], argv[first + i]))
            return 1;
    }
    int is_fine = check_all(catalogues, count) && print_table(catalogues, count, &patterns);
    for (int i = 0; i < count; i++)
        json_decref(catalogues[i].sentences);
    return is_fine ? 0 : 1;
}
