/* test_golden.c: every golden game replays to its recorded result and the same bytes,
 * and every save has a hash. */
#include "golden/golden.h"

#include "play/save.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX_BYTES = 128 };

static size_t read_file(const char *name, char *out, size_t size)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", GOLDEN_FOLDER, name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    size_t length = fread(out, 1, size, file);
    fclose(file);
    return length;
}

/* Reading a save checks every action and the result. */
static void check_game(const char *name, const char *hash)
{
    static char text[SAVE_MOST];
    Fault fault = { 0 };
    Text again = { 0 };
    size_t length = read_file(name, text, sizeof text);
    Match *match = save_read(text, length, &SAVE_START_JSON, NULL, &fault);

    cr_assert_not_null(match, "%s: %s", name, fault.sentence);
    cr_expect(game_is_over(match_game(match), match_state(match)), "%s is unfinished",
              name);
    cr_expect_str_eq(golden_hash(match).digits, hash, "%s ends in other bytes", name);
    save_write(&again, match, NULL, &SAVE_START_JSON);
    cr_expect(again.length == length && memcmp(again.bytes, text, length) == 0,
              "%s is written otherwise", name);
    text_free(&again);
    match_free(match);
}

static int count_saves(void)
{
    DIR *folder = opendir(GOLDEN_FOLDER);
    int count = 0;

    cr_assert_not_null(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        const char *ending = strrchr(entry->d_name, '.');
        count += ending != NULL && strcmp(ending, ".save") == 0;
    }
    closedir(folder);
    return count;
}

Test(golden, every_game_replays_to_its_result_and_its_bytes)
{
    static char hashes[1 << 14];
    char hash[GOLDEN_HASH_DIGITS + 1], name[NAME_MAX_BYTES];
    int games = 0, used;

    read_file("hashes", hashes, sizeof hashes - 1);
    for (const char *at = hashes; sscanf(at, "%64s %127s%n", hash, name, &used) == 2;
         at += used) {
        check_game(name, hash);
        games++;
    }
    cr_expect_gt(games, 0);
    cr_expect_eq(games, count_saves(), "a save without its hash, or the reverse");
}
