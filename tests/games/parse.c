/* parse.c: parses cards and setups in tests. */
#include "games/parse.h"

#include <criterion/criterion.h>
#include <string.h>

const char *parse_word(const char *text, char word[PARSE_WORD_MAX])
{
    text += strspn(text, " ");
    size_t length = strcspn(text, " ");
    cr_assert_lt(length, (size_t)PARSE_WORD_MAX);
    if (length == 0)
        return NULL;
    memcpy(word, text, length);
    word[length] = '\0';
    return text + length;
}

int parse_name(const Names *names, const char *word)
{
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], word) == 0)
            return i;
    }
    cr_assert_fail("no %s is called %s", names->group, word);
    return -1;
}

int parse_names(const Names *names, const char *text, uint8_t *out, int most)
{
    char word[PARSE_WORD_MAX];
    int count = 0;

    while ((text = parse_word(text, word)) != NULL) {
        cr_assert_lt(count, most);
        out[count++] = (uint8_t)parse_name(names, word);
    }
    return count;
}

static void set_option(const Game *game, Setup *setup, const char *word)
{
    for (int i = 0; i < game->option_count; i++) {
        const Option *option = &game->options[i];
        size_t length = strlen(option->id);

        if (strncmp(word, option->id, length) != 0 || word[length] != '=')
            continue;
        setup->options[i] = (uint8_t)parse_name(&option->values, word + length + 1);
        return;
    }
    cr_assert_fail("no such option: %s", word);
}

Setup parse_setup(const Game *game, int seats, const char *options)
{
    Setup setup;
    char word[PARSE_WORD_MAX];

    game_default_setup(game, seats, &setup);
    set_option(game, &setup, "first=0");
    while ((options = parse_word(options, word)) != NULL)
        set_option(game, &setup, word);
    return setup;
}
