/* test_catalogues.c: the catalogues have every key that is used, and no other. */
#include "keys.h"

#include "games/catalogue.h"
#include "tui/draw.h"
#include "words/table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static Keys asked;

static void ask_all(void)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        keys_of_game(&asked, CATALOGUE[i]);
        keys_of_short_words(&asked, CATALOGUE[i]);
    }
    for (int i = 0; i < DRAWING_COUNT; i++) {
        for (int n = 0; DRAWINGS[i]->names != NULL && DRAWINGS[i]->names[n] != NULL; n++) {
            const Names *names = DRAWINGS[i]->names[n];
            for (int v = 0; v < names->count; v++) {
                char key[KEY_ROOM];
                snprintf(key, sizeof key, "%s.%s.%s", DRAWINGS[i]->game->id, names->group,
                         names->items[v]);
                keys_add(&asked, key);
            }
        }
    }
    keys_of_sources(&asked, SOURCE_FOLDER);
}

Test(catalogues, have_every_key_that_is_asked_for, .init = ask_all)
{
    cr_assert_gt(asked.count, 100);
    for (int i = 0; i < asked.count; i++) {
        for (int language = 0; language < LANGUAGES; language++)
            cr_expect_not_null(words_find((Language)language, asked.items[i]),
                               "%s is missing", asked.items[i]);
    }
}

/* Texts of the command line are found by their English: words_translate. */
static int is_of_command_line(const char *key)
{
    return strncmp(key, "cli.", 4) == 0;
}

Test(catalogues, have_no_key_that_nobody_asks_for, .init = ask_all)
{
    for (int i = 0; i < WORDS_COUNT; i++)
        cr_expect(keys_have(&asked, WORDS_TABLE[i].key)
                      || is_of_command_line(WORDS_TABLE[i].key),
                  "nobody uses %s", WORDS_TABLE[i].key);
}

Test(catalogues, every_key_is_found_and_no_other)
{
    for (int i = 0; i < WORDS_COUNT; i++) {
        char other[KEY_ROOM];
        snprintf(other, sizeof other, "%s.", WORDS_TABLE[i].key);
        cr_expect_eq(words_find(LANGUAGE_FR, WORDS_TABLE[i].key),
                     WORDS_TABLE[i].sentences[LANGUAGE_FR], "%s", WORDS_TABLE[i].key);
        cr_expect_null(words_find(LANGUAGE_FR, other), "%s", other);
    }
}

/* A format takes the same arguments in the same order in each language. */
Test(catalogues, texts_of_the_command_line_have_the_same_arguments)
{
    for (int i = 0; i < WORDS_COUNT; i++) {
        const char *en = WORDS_TABLE[i].sentences[LANGUAGE_EN];
        const char *fr = WORDS_TABLE[i].sentences[LANGUAGE_FR];

        if (!is_of_command_line(WORDS_TABLE[i].key))
            continue;
        cr_expect_eq(words_translate(LANGUAGE_EN, en), en);
        cr_expect_str_eq(words_translate(LANGUAGE_FR, en), fr, "%s", WORDS_TABLE[i].key);
        while ((en = strchr(en, '%')) != NULL) {
            fr = strchr(fr, '%');
            cr_assert_not_null(fr, "%s", WORDS_TABLE[i].key);
            cr_expect_eq(strncmp(en, fr, strcspn(en, "scd") + 1), 0, "%s",
                         WORDS_TABLE[i].key);
            en++;
            fr++;
        }
        cr_expect_null(strchr(fr, '%'), "%s", WORDS_TABLE[i].key);
    }
}

/* ------------------------------------------------------------------------- */
/* Sentence by sentence                                                      */
/* ------------------------------------------------------------------------- */

/* Is every placeholder of one sentence in the other, too? */
static int covers(const char *sentence, const char *other)
{
    for (const char *at = strchr(sentence, '{'); at != NULL; at = strchr(at + 1, '{')) {
        char name[64];
        char whole[80], worded[80];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1, "|}"), at + 1);
        snprintf(whole, sizeof whole, "{%s}", name);
        snprintf(worded, sizeof worded, "{%s|", name);
        if (strstr(other, whole) == NULL && strstr(other, worded) == NULL)
            return 0;
    }
    return 1;
}

Test(catalogues, sentences_have_the_same_placeholders)
{
    for (int i = 0; i < WORDS_COUNT; i++) {
        const char *en = WORDS_TABLE[i].sentences[LANGUAGE_EN];
        const char *fr = WORDS_TABLE[i].sentences[LANGUAGE_FR];

        cr_assert_not_null(en, "%s", WORDS_TABLE[i].key);
        cr_assert_not_null(fr, "%s", WORDS_TABLE[i].key);
        cr_expect(covers(en, fr) && covers(fr, en), "%s", WORDS_TABLE[i].key);
    }
}

Test(catalogues, are_sorted_and_every_key_is_found)
{
    for (int i = 0; i < WORDS_COUNT; i++) {
        if (i > 0)
            cr_expect_lt(strcmp(WORDS_TABLE[i - 1].key, WORDS_TABLE[i].key), 0);
        cr_expect_eq(words_find(LANGUAGE_FR, WORDS_TABLE[i].key),
                     WORDS_TABLE[i].sentences[LANGUAGE_FR]);
    }
}

/* French puts a non-breaking space before signs of two parts. */
Test(catalogues, french_signs_have_their_spaces)
{
    for (int i = 0; i < WORDS_COUNT; i++) {
        const char *fr = WORDS_TABLE[i].sentences[LANGUAGE_FR];

        cr_expect_null(strstr(fr, " :"), "%s", fr);
        cr_expect_null(strstr(fr, " ;"), "%s", fr);
        cr_expect_null(strstr(fr, " !"), "%s", fr);
        cr_expect_null(strchr(fr, '\''), "%s", fr);
    }
}
