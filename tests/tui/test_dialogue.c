/* test_dialogue.c: games played through the dialogue. */
#include "talk.h"

#include "games/freight_train/ft.h"
#include "tui/keep.h"
#include "tui/screen.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int times(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

static void expect_printed(const Talk *talk, const char *text)
{
    cr_expect_not_null(strstr(talk->out, text), "not said: %s\nin:\n%s", text, talk->out);
}

static void expect_not_printed(const Talk *talk, const char *text)
{
    cr_expect_null(strstr(talk->out, text), "said: %s", text);
}

static const FtState *position(const Talk *talk)
{
    return (const FtState *)(const void *)match_state(talk->match);
}

/* ------------------------------------------------------------------------- */
/* Whole games                                                               */
/* ------------------------------------------------------------------------- */

/* No line is wider than the screen, and no sentence has an unfilled placeholder. */
static void expect_well_set(const Talk *talk)
{
    char *copy = strdup(talk->out);

    for (char *line = strtok(copy, "\n"); line != NULL; line = strtok(NULL, "\n"))
        cr_expect_leq(text_width(line), SCREEN_WIDTH, "too wide: %s", line);
    free(copy);
    expect_not_printed(talk, "{");
    expect_not_printed(talk, "freight-train.");
    expect_not_printed(talk, "play.");
    expect_not_printed(talk, "\033");
}

static void expect_whole_game(int seats, Language language, const char *result)
{
    Talk talk = { .match = freight_train_match(seats, "whole"), .language = language };
    char *script = repeat("1\n", 4000);

    talk_run(&talk, script);
    cr_expect_eq(talk.end, COURSE_OVER);
    cr_expect(game_is_over(&FREIGHT_TRAIN, match_state(talk.match)));
    expect_well_set(&talk);
    expect_printed(&talk, result);
    free(script);
    talk_free(&talk);
}

Test(dialogue, plays_whole_games_in_english)
{
    for (int seats = 2; seats <= FT_SEATS; seats++)
        expect_whole_game(seats, LANGUAGE_EN, "── Result ──");
}

Test(dialogue, plays_whole_games_in_french)
{
    for (int seats = 2; seats <= FT_SEATS; seats++)
        expect_whole_game(seats, LANGUAGE_FR, "── Résultat ──");
}

Test(dialogue, tells_how_the_days_were_scored)
{
    Talk talk = { .match = freight_train_match(3, "days") };
    char *script = repeat("1\n", 4000);

    talk_run(&talk, script);
    expect_printed(&talk, "Day 1 is over: all trains leave.");
    expect_printed(&talk, "Day 3 is over: all trains leave.");
    cr_expect_eq(times(talk.out, "is over: all trains leave."), 3);
    cr_expect_geq(times(talk.out, "cars left in the yard"), 3);
    expect_printed(&talk, "1. ");
    free(script);
    talk_free(&talk);
}

Test(dialogue, several_people_share_a_terminal)
{
    Talk talk = { .match = freight_train_match(3, "people"), .humans = seats_all(3) };
    char *script = repeat("1\n", 4000);

    talk_run(&talk, script);
    cr_expect_eq(talk.end, COURSE_OVER);
    expect_printed(&talk, "Your yard and trains, Ada");
    expect_printed(&talk, "Your yard and trains, Ben");
    expect_printed(&talk, "Your yard and trains, Cleo");
    expect_not_printed(&talk, "Press Enter when");
    free(script);
    talk_free(&talk);
}

/* ------------------------------------------------------------------------- */
/* Lines that are not choices                                                */
/* ------------------------------------------------------------------------- */

Test(dialogue, bad_input_says_what_is_expected_and_changes_nothing)
{
    Talk talk = { .match = freight_train_match(2, "bad") };

    talk_run(&talk, "\n0\n99\n1x\n-1\n99999999999999999999\nu u\nß\nzz\n");
    cr_expect_eq(times(talk.out, "Type a number from 1 to"), 9);
    cr_expect_eq(match_move_count(talk.match), 0);
    cr_expect_eq(talk.end, COURSE_LEFT);
    talk_free(&talk);
}

Test(dialogue, the_end_of_the_input_ends_it_politely)
{
    Talk talk = { .match = freight_train_match(2, "end") };

    talk_run(&talk, "");
    cr_expect_eq(talk.end, COURSE_LEFT);
    expect_printed(&talk, "To resume one later: s FILE or --save FILE.");
    talk_free(&talk);
}

Test(dialogue, help_has_the_commands_the_legend_and_the_rules)
{
    Talk talk = { .match = freight_train_match(2, "help"), .language = LANGUAGE_FR };

    talk_run(&talk, "?\n");
    expect_printed(&talk, "annule votre dernier choix");
    expect_printed(&talk, "CIT wagon-citerne");
    expect_printed(&talk, "La partie dure trois journées.");
    expect_printed(&talk, "les trains mixtes rapportent aussi");
    expect_well_set(&talk);
    talk_free(&talk);
}

Test(dialogue, the_log_tells_what_has_happened)
{
    Talk talk = { .match = freight_train_match(2, "log") };

    talk_run(&talk, "l\n1\nl\n");
    expect_printed(&talk, "Nobody has moved yet.");
    expect_printed(&talk, "What has happened so far");
    cr_expect_eq(times(talk.out, "Ada        takes the"), 2);
    talk_free(&talk);
}

Test(dialogue, an_unsaved_game_is_left_only_when_asked_twice)
{
    Talk talk = { .match = freight_train_match(2, "quit") };

    talk_run(&talk, "1\nq\n1\nq\nq\n1\n");
    cr_expect_eq(times(talk.out, "q once more leaves it"), 2);
    cr_expect_eq(match_move_count(talk.match), 2);
    cr_expect_eq(talk.end, COURSE_LEFT);
    talk_free(&talk);
}

/* Whatever is typed, the game stays sound, and the end of the input is handled. */
Test(dialogue, survives_whatever_is_typed)
{
    static const char *const LINES[] = { "1\n", "2\n", "3\n",     "7\n", "12\n",
                                         "\n",  "u\n", "?\n",     "l\n", "p\n",
                                         "s\n", "x\n", "BOX /\n", "1\n", "5\n" };
    enum { LINE_COUNT = sizeof LINES / sizeof LINES[0], TYPED = 400 };
    Rng rng;

    rng_seed(&rng, 7);
    for (int game = 0; game < 6; game++) {
        Talk talk = { .match = freight_train_match(2 + game % 4, "any"),
                      .language = (Language)(game % LANGUAGES),
                      .humans = seats_all(1 + game % 2),
                      .confirms_turns = game % 2 };
        char script[TYPED * 8] = "";

        for (int i = 0; i < TYPED; i++)
            strcat(script, LINES[rng_below(&rng, LINE_COUNT)]);
        talk_run(&talk, script);
        cr_expect_null(FREIGHT_TRAIN.unsound(match_state(talk.match)));
        expect_well_set(&talk);
        talk_free(&talk);
    }
}

/* ------------------------------------------------------------------------- */
/* Undo and confirmation                                                     */
/* ------------------------------------------------------------------------- */

Test(dialogue, undo_takes_back_the_last_step)
{
    Talk talk = { .match = freight_train_match(2, "undo") };
    State before = *match_state(talk.match);

    talk_run(&talk, "1\n1\nu\nu\nu\n");
    cr_expect_eq(times(talk.out, "Undone."), 2);
    expect_printed(&talk, "Nothing can be undone here");
    cr_expect_arr_eq(match_state(talk.match), &before, sizeof before);
    talk_free(&talk);
}

/* Calling up a locomotive is a whole turn of one step. */
Test(dialogue, a_turn_can_be_taken_back_before_the_others_move)
{
    Talk talk = { .match = freight_train_match(2, "confirm"), .confirms_turns = 1 };
    char script[64];

    talk_run(&talk, "");
    int call = choice_number(&talk, "Call up a locomotive");
    snprintf(script, sizeof script, "%d\nwhat\nu\n", call);
    talk_run(&talk, script);
    expect_printed(&talk, "Enter ends your turn, u undoes:");
    expect_printed(&talk, "Press Enter to end your turn");
    cr_expect_eq(match_move_count(talk.match), 0);

    snprintf(script, sizeof script, "%d\n\n", call);
    talk_run(&talk, script);
    cr_expect_gt(match_move_count(talk.match), 1, "the bot has not moved");
    cr_expect(position(&talk)->players[0].has_called);
    talk_free(&talk);
}

Test(dialogue, looking_around_confirms_nothing)
{
    Talk talk = { .match = freight_train_match(2, "confirm"), .confirms_turns = 1 };
    char script[64];

    talk_run(&talk, "");
    snprintf(script, sizeof script, "%d\np\nl\n?\n",
             choice_number(&talk, "Call up a locomotive"));
    talk_run(&talk, script);
    cr_expect_eq(match_move_count(talk.match), 1);
    cr_expect_eq(times(talk.out, "Enter ends your turn, u undoes:"), 4);
    talk_free(&talk);
}

Test(dialogue, without_confirmation_the_others_move_at_once)
{
    Talk talk = { .match = freight_train_match(2, "confirm") };
    char script[64];

    talk_run(&talk, "");
    snprintf(script, sizeof script, "%d\n", choice_number(&talk, "Call up a locomotive"));
    talk_run(&talk, script);
    expect_not_printed(&talk, "Enter ends your turn");
    cr_expect_gt(match_move_count(talk.match), 1);
    talk_free(&talk);
}

/* ------------------------------------------------------------------------- */
/* Names                                                                     */
/* ------------------------------------------------------------------------- */

Test(screen, knows_how_wide_characters_are)
{
    char name[64];

    cr_assert_not_null(setlocale(LC_CTYPE, "C.UTF-8"));
    cr_expect_eq(text_width("Zo\xC3\xAB"), 3);
    cr_expect_eq(text_width("日本語"), 6);
    cr_expect_eq(text_width("Zoe\xCC\x88"), 3, "an accent of its own takes no column");
    text_cut("日本語の汽車", 10, name, sizeof name);
    cr_expect_str_eq(name, "日本語の…");
    text_cut("Elisabeth", 10, name, sizeof name);
    cr_expect_str_eq(name, "Elisabeth");
    text_cut("Elisabeth II", 10, name, sizeof name);
    cr_expect_str_eq(name, "Elisabeth…");
    text_cut("Elisabeth II", 10, name, 8);
    cr_expect_lt(strlen(name), 8);
}

Test(dialogue, long_names_are_cut_everywhere_alike)
{
    static const char *const names[] = { "日本語の汽車", "Maximilian III", "Cleo" };
    Talk talk = { .match = freight_train_match(3, "names"),
                  .humans = seats_all(2),
                  .names = names };
    char *script = repeat("1\n", 4000);

    cr_assert_not_null(setlocale(LC_CTYPE, "C.UTF-8"));
    talk_run(&talk, script);
    cr_expect_eq(talk.end, COURSE_OVER);
    expect_well_set(&talk);
    expect_printed(&talk, "Your yard and trains, 日本語の…");
    expect_printed(&talk, "\n  日本語の…  ]");
    expect_printed(&talk, "Maximilia… takes the");
    expect_printed(&talk, "Maximilia…, 1 to");
    expect_not_printed(&talk, "Maximilian");
    expect_not_printed(&talk, "汽");
    free(script);
    talk_free(&talk);
}

/* ------------------------------------------------------------------------- */
/* Saving                                                                    */
/* ------------------------------------------------------------------------- */

static const char *save_path(void)
{
    static char path[64];

    snprintf(path, sizeof path, "/tmp/roundhouse-test-%d.save", (int)getpid());
    return path;
}

Test(dialogue, a_saved_game_goes_on_where_it_was)
{
    Talk talk = { .match = freight_train_match(3, "save"), .save_path = save_path() };
    SavePlayers players;
    Fault fault = { 0 };

    talk_run(&talk, "1\n1\n");
    cr_expect_eq(talk.end, COURSE_LEFT);
    expect_printed(&talk, "roundhouse play --load ");
    expect_printed(&talk, save_path());
    Match *match = keep_load(save_path(), &SAVE_START_JSON, &players, &fault);
    cr_assert_not_null(match, "%s", fault.sentence);
    cr_expect_arr_eq(match_state(match), match_state(talk.match), sizeof(State));
    cr_expect_str_eq(players.names[1], "Ben");
    match_free(match);
    remove(save_path());
    talk_free(&talk);
}

Test(dialogue, the_log_of_a_loaded_game_is_whole)
{
    Talk talk = { .match = freight_train_match(2, "load") };

    talk_run(&talk, "1\n1\n");
    talk_run(&talk, "l\n"); /* another dialogue about the same match */
    expect_printed(&talk, "Ada        takes the");
    expect_not_printed(&talk, "Meanwhile");
    talk_free(&talk);
}

static char *text_of(const char *path)
{
    char *text = calloc(1, 8192);
    FILE *file = fopen(path, "r");

    cr_assert(text != NULL && file != NULL);
    cr_assert_gt(fread(text, 1, 8191, file), 0);
    fclose(file);
    return text;
}

/* Viewing a save leaves every byte of it, even those that we would not write. */
Test(dialogue, a_loaded_game_is_saved_only_once_something_was_played)
{
    Talk talk = { .match = freight_train_match(2, "look"), .save_path = save_path() };

    talk_run(&talk, "1\n");
    FILE *file = fopen(save_path(), "a");
    fputs("# what a game\n", file);
    fclose(file);
    talk.is_saved = 1;
    talk_run(&talk, "l\n?\nq\n");
    expect_not_printed(&talk, "Saved in");
    expect_printed(&talk, "roundhouse play --load ");
    char *looked_at = text_of(save_path());
    cr_expect_not_null(strstr(looked_at, "# what a game"));

    talk_run(&talk, "u\n2\nq\n");
    expect_printed(&talk, "Saved in");
    char *played_on = text_of(save_path());
    cr_expect_null(strstr(played_on, "# what a game"));
    cr_expect_null(strstr(played_on, "\n0 take 0\n"), "another move in its place");
    cr_expect_not_null(strstr(played_on, "\n0 take 1\n"));
    free(looked_at);
    free(played_on);
    remove(save_path());
    talk_free(&talk);
}

Test(dialogue, a_save_that_fails_is_reported)
{
    Talk talk = { .match = freight_train_match(2, "fail"),
                  .save_path = "/nonexistent/game.save" };

    talk_run(&talk, "s /nonexistent/other.save\ns /dev/null/other.save\ns\nq\n");
    cr_expect_eq(talk.end, COURSE_NOT_SAVED);
    expect_printed(&talk,
                   "Cannot save in /nonexistent/other.save: No such file or directory");
    expect_printed(&talk, "Cannot save in /dev/null/other.save: Not a directory");
    cr_expect_eq(times(talk.out, "Cannot save in /nonexistent/game.save"), 2);
    expect_not_printed(&talk, "--load");
    talk_free(&talk);
}

/* ------------------------------------------------------------------------- */
/* Hints and rules                                                           */
/* ------------------------------------------------------------------------- */

Test(dialogue, h_asks_for_a_hint_and_r_shows_the_rules)
{
    Talk talk = { .match = freight_train_match(2, "dialogue") };

    talk_run(&talk, "h\n");
    expect_printed(&talk, "── Hint ─");
    expect_printed(&talk, "── Chances to win after the hint ─");
    cr_expect_eq(match_move_count(talk.match), 0);
    talk_run(&talk, "r\n");
    expect_printed(&talk, "── Learn the game ─");
    expect_printed(&talk, "── Rulings ─");
    cr_expect_eq(match_move_count(talk.match), 0);
    talk_free(&talk);
}
