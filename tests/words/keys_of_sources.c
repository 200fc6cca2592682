/* keys_of_sources.c: catalogue keys that the sources contain as strings. */
#include "keys.h"

#include "games/catalogue.h"
#include "words/words.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_key_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

/* "play.…", "cli.…" or "<game>.…" */
static int begins_like_a_key(const char *text)
{
    if (strncmp(text, "play.", 5) == 0 || strncmp(text, "cli.", 4) == 0
        || strncmp(text, "server.", 7) == 0)
        return 1;
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        size_t length = strlen(CATALOGUE[i]->id);
        if (strncmp(text, CATALOGUE[i]->id, length) == 0 && text[length] == '.')
            return 1;
    }
    return 0;
}

/* Adds the string that begins after the quotation mark at `quote`. */
static void take_string(Keys *keys, const char *quote)
{
    char text[KEY_ROOM];
    size_t length = 0;

    while (is_key_character(quote[1 + length]) && length < sizeof text - 1)
        length++;
    if (length == 0 || quote[1 + length] != '"')
        return;
    memcpy(text, quote + 1, length);
    text[length] = '\0';
    if (begins_like_a_key(text) || words_find(LANGUAGE_EN, text) != NULL)
        keys_add(keys, text);
}

static void scan_file(Keys *keys, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;

    cr_assert_not_null(file, "cannot read %s", path);
    while (getline(&line, &room, file) >= 0) {
        if (strncmp(line, "#include", 8) == 0)
            continue;
        for (const char *at = strchr(line, '"'); at != NULL; at = strchr(at + 1, '"'))
            take_string(keys, at);
    }
    free(line);
    fclose(file);
}

static int is_source(const char *name)
{
    size_t length = strlen(name);

    return length > 2
           && (strcmp(name + length - 2, ".c") == 0
               || strcmp(name + length - 2, ".h") == 0);
}

void keys_of_sources(Keys *keys, const char *folder)
{
    DIR *directory = opendir(folder);

    cr_assert_not_null(directory, "cannot read %s", folder);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[1024];

        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (is_source(entry->d_name))
            scan_file(keys, path);
        else if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            keys_of_sources(keys, path);
    }
    closedir(directory);
}
