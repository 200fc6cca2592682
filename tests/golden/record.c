/* record.c: records the golden games again:
 *
 *     record_golden FOLDER
 *
 * Only for when the rules have changed, and their version with them. If only the
 * layout of a state has changed, `record_golden --hashes FOLDER` keeps the saves
 * and takes their fingerprints again. */
#include "golden/golden.h"

#include "ai/ai.h"
#include "play/save.h"
#include "play/setup.h"
#include "wire/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_GIVEN = 4 };

/* The games to record: every edition with every number of seats, and each option at
 * least once; the bots take the seats in turn. */
typedef struct Recording {
    const char *name;
    const char *game;
    int seats;
    const char *options[OPTIONS_GIVEN][2];
    const char *bots[2];
} Recording;

static const Recording RECORDINGS[] = {
    { "freight-train-mayfair-2", "freight-train", 2, { { 0 } }, { "greedy", "random" } },
    { "freight-train-mayfair-3", "freight-train", 3, { { 0 } }, { "greedy", "greedy" } },
    { "freight-train-mayfair-4", "freight-train", 4, { { 0 } }, { "greedy", "greedy" } },
    { "freight-train-mayfair-5", "freight-train", 5, { { 0 } }, { "random", "random" } },
    { "freight-train-white-wind-2",
      "freight-train",
      2,
      { { "edition", "white-wind" } },
      { "greedy", "greedy" } },
    { "freight-train-white-wind-3",
      "freight-train",
      3,
      { { "edition", "white-wind" } },
      { "random", "greedy" } },
    { "freight-train-white-wind-4",
      "freight-train",
      4,
      { { "edition", "white-wind" } },
      { "greedy", "greedy" } },
    { "freight-train-white-wind-5",
      "freight-train",
      5,
      { { "edition", "white-wind" } },
      { "random", "random" } },
    { "freight-train-cabooses-3",
      "freight-train",
      3,
      { { "cabooses", "on" }, { "first", "2" } },
      { "random", "greedy" } },
    { "freight-train-cabooses-5",
      "freight-train",
      5,
      { { "cabooses", "on" }, { "mixed", "none" } },
      { "greedy", "random" } },
    { "freight-train-plain-4",
      "freight-train",
      4,
      { { "sequence", "plain" }, { "first", "0" } },
      { "greedy", "random" } },
    { "freight-train-plain-white-wind-2",
      "freight-train",
      2,
      { { "edition", "white-wind" }, { "sequence", "plain" }, { "mixed", "score" } },
      { "random", "random" } },
    { "station-master-2", "station-master", 2, { { 0 } }, { "greedy", "random" } },
    { "station-master-3",
      "station-master",
      3,
      { { "first", "1" } },
      { "greedy", "greedy" } },
    { "station-master-4", "station-master", 4, { { 0 } }, { "random", "random" } },
    { "station-master-5",
      "station-master",
      5,
      { { "first", "4" } },
      { "greedy", "random" } },
    { "station-master-6", "station-master", 6, { { 0 } }, { "random", "random" } },
    { "station-master-6-greedy", "station-master", 6, { { 0 } }, { "greedy", "greedy" } },
    { "take-a-train-2", "take-a-train", 2, { { 0 } }, { "greedy", "random" } },
    { "take-a-train-3", "take-a-train", 3, { { 0 } }, { "greedy", "greedy" } },
    { "take-a-train-4", "take-a-train", 4, { { 0 } }, { "greedy", "greedy" } },
    { "take-a-train-5", "take-a-train", 5, { { 0 } }, { "random", "random" } },
    { "take-a-train-6", "take-a-train", 6, { { 0 } }, { "greedy", "random" } },
    { "take-a-train-sum-3",
      "take-a-train",
      3,
      { { "rotating", "sum" }, { "first", "2" } },
      { "random", "greedy" } },
    { "take-a-train-printed-4",
      "take-a-train",
      4,
      { { "objectives", "printed" } },
      { "greedy", "greedy" } },
    { "take-a-train-open-6",
      "take-a-train",
      6,
      { { "money", "open" } },
      { "random", "random" } },
};

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

static void give_up(const char *what, const char *name)
{
    fprintf(stderr, "record_golden: %s: %s\n", name, what);
    exit(1);
}

static Match *begin(const Recording *recording)
{
    const Game *game = catalogue_find(recording->game);
    Setup setup;

    if (game == NULL)
        give_up("no such game", recording->name);
    game_default_setup(game, recording->seats, &setup);
    for (int i = 0; i < OPTIONS_GIVEN && recording->options[i][0] != NULL; i++) {
        if (setup_set_option(game, &setup, recording->options[i][0],
                             recording->options[i][1])
            != SETUP_OK)
            give_up("no such option", recording->name);
    }
    setup_seed_from_text(&setup, recording->name, strlen(recording->name));
    Match *match = setup_refusal(game, &setup) == NULL ? match_new(game, &setup) : NULL;
    if (match == NULL)
        give_up("no such match", recording->name);
    return match;
}

static void play(Match *match, const Recording *recording)
{
    const Game *game = match_game(match);
    Rng rng;

    rng_seed(&rng, (uint64_t)recording->seats);
    while (!game_is_over(game, match_state(match))) {
        int seat = seats_first(game->waiting(match_state(match)));
        const Bot *bot = bot_find(recording->bots[seat % 2]);
        State view = { { 0 } };
        if (bot == NULL)
            give_up("no such bot", recording->bots[seat % 2]);
        game->observe(match_state(match), seat, &view);
        Action action = bot_choose(bot, game, &view, NULL, seat, &rng);
        if (match_apply(match, seat, action, NULL) != MATCH_OK)
            give_up("an action was refused", recording->name);
    }
}

/* ------------------------------------------------------------------------- */
/* Files                                                                     */
/* ------------------------------------------------------------------------- */

typedef struct FileName {
    char text[512];
} FileName;

static FileName file_name(const char *folder, const char *name, const char *ending)
{
    FileName file;

    snprintf(file.text, sizeof file.text, "%s/%s%s", folder, name, ending);
    return file;
}

static void write_save(const char *folder, const char *name, const Match *match)
{
    FileName file = file_name(folder, name, ".save");
    FILE *out = fopen(file.text, "wb");
    Text text = { 0 };

    save_write(&text, match, NULL, &SAVE_START_JSON);
    if (out == NULL || text.has_failed
        || fwrite(text.bytes, 1, text.length, out) != text.length || fclose(out) != 0)
        give_up("cannot write it", file.text);
    text_free(&text);
}

static Match *read_save(const char *folder, const char *name)
{
    FileName file = file_name(folder, name, ".save");
    FILE *in = fopen(file.text, "rb");
    static char text[SAVE_MOST];
    Fault fault = { 0 };

    if (in == NULL)
        give_up("cannot open it", file.text);
    size_t length = fread(text, 1, sizeof text, in);
    fclose(in);
    Match *match = save_read(text, length, &SAVE_START_JSON, NULL, &fault);
    if (match == NULL)
        give_up(fault.sentence, file.text);
    return match;
}

int main(int argc, char **argv)
{
    int keeps_saves = argc == 3 && strcmp(argv[1], "--hashes") == 0;
    const char *folder = argv[argc - 1];

    if (argc != 2 && !keeps_saves) {
        fprintf(stderr, "usage: record_golden [--hashes] FOLDER\n");
        return 2;
    }
    FILE *hashes = fopen(file_name(folder, "hashes", "").text, "w");
    if (hashes == NULL)
        give_up("cannot write the hashes", folder);
    for (size_t i = 0; i < sizeof RECORDINGS / sizeof RECORDINGS[0]; i++) {
        const Recording *recording = &RECORDINGS[i];
        Match *match = keeps_saves ? read_save(folder, recording->name) : begin(recording);
        if (!keeps_saves) {
            play(match, recording);
            write_save(folder, recording->name, match);
        }
        fprintf(hashes, "%s  %s.save\n", golden_hash(match).digits, recording->name);
        match_free(match);
    }
    return fclose(hashes) == 0 ? 0 : 1;
}
