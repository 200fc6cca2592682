/* test_ledger.c: ledgers are read back, and damaged ones are refused. */
#include "arena/ledger.h"
#include "games/catalogue.h"
#include "games/tic_tac_toe.h"
#include "small_tournament.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 12 };

static const char *const BOTS_OF_TEST[] = { "greedy", "random" };

/* A separate file for each test; freed by end_file. */
static char *new_path(void)
{
    char *path = strdup("/tmp/ledger-XXXXXX");
    int file = mkstemp(path);

    cr_assert_geq(file, 0);
    close(file);
    remove(path);
    return path;
}

static void end_file(char *path)
{
    remove(path);
    free(path);
}

static size_t read_file(const char *path, char *out, size_t room)
{
    FILE *file = fopen(path, "rb");

    cr_assert_not_null(file);
    size_t length = fread(out, 1, room - 1, file);
    out[length] = '\0';
    fclose(file);
    return length;
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");

    cr_assert_not_null(file);
    cr_assert_eq(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* Plays the first games into a new ledger. */
static void begin(const char *path, const Tournament *tournament, GameResult *results,
                  long games)
{
    Fault fault = { 0 };
    Ledger *ledger = ledger_new(path, tournament, &fault);

    cr_assert_not_null(ledger, "%s", fault.sentence);
    play_games(tournament, results, games, 2, ledger);
    ledger_free(ledger);
}

static void go_on(const char *path, const Tournament *tournament, GameResult *results,
                  long games)
{
    Fault fault = { 0 };
    Ledger *ledger = ledger_open(path, tournament, results, games, &fault);

    cr_assert_not_null(ledger, "%s", fault.sentence);
    play_games(tournament, results, games, 2, ledger);
    ledger_free(ledger);
}

static void expect_refusal(const char *path, const Tournament *tournament,
                           const char *sentence)
{
    GameResult results[GAMES] = { { 0 } };
    Fault fault = { 0 };
    Ledger *ledger = ledger_open(path, tournament, results, GAMES, &fault);

    cr_expect_null(ledger);
    cr_expect_not_null(strstr(fault.sentence, sentence), "'%s' says not '%s'",
                       fault.sentence, sentence);
    ledger_free(ledger);
}

Test(ledger, a_resumed_run_equals_an_uninterrupted_one)
{
    for (int g = 0; g < 2; g++) {
        const Game *game = g == 0 ? &TIC_TAC_TOE : CATALOGUE[0];
        Tournament tournament = table_of(game, BOTS_OF_TEST, 2);
        GameResult whole[GAMES] = { { 0 } }, first[GAMES] = { { 0 } };
        GameResult resumed[GAMES] = { { 0 } }, again[GAMES] = { { 0 } };
        char *path = new_path();
        play_games(&tournament, whole, GAMES, 1, NULL);
        begin(path, &tournament, first, 5);
        go_on(path, &tournament, resumed, GAMES);
        expect_same_results(whole, resumed, GAMES, 2);
        /* Finished games keep their times, and are not played again. */
        cr_expect_eq(memcmp(first, resumed, 5 * sizeof first[0]), 0);
        go_on(path, &tournament, again, GAMES);
        cr_expect_eq(memcmp(again, resumed, sizeof again), 0);
        end_file(path);
    }
}

Test(ledger, a_last_line_that_was_cut_off_is_played_again)
{
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    GameResult whole[GAMES] = { { 0 } }, resumed[GAMES] = { { 0 } };
    GameResult again[GAMES] = { { 0 } };
    char *path = new_path();
    char text[4096];

    begin(path, &tournament, whole, GAMES);
    write_file(path, text, read_file(path, text, sizeof text) - 7);
    go_on(path, &tournament, resumed, GAMES);
    expect_same_results(whole, resumed, GAMES, 2);
    go_on(path, &tournament, again, GAMES);
    cr_expect_eq(memcmp(again, resumed, sizeof again), 0);
    end_file(path);
}

Test(ledger, a_shorter_run_leaves_later_games_alone)
{
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    GameResult whole[GAMES] = { { 0 } }, less[GAMES] = { { 0 } };
    char *path = new_path();

    begin(path, &tournament, whole, GAMES);
    go_on(path, &tournament, less, 4);
    cr_expect_eq(memcmp(less, whole, 4 * sizeof less[0]), 0);
    cr_expect_not(less[4].is_done);
    end_file(path);
}

/* Any byte that is changed makes the file invalid: there is none that does not matter.
 * */
Test(ledger, whatever_is_damaged_is_refused)
{
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    GameResult results[GAMES] = { { 0 } };
    char *path = new_path();
    char text[4096];

    begin(path, &tournament, results, 3);
    size_t length = read_file(path, text, sizeof text);
    for (size_t i = 0; i + 1 < length; i++) {
        char kept = text[i];
        text[i] ^= 1;
        write_file(path, text, length);
        expect_refusal(path, &tournament, "line ");
        text[i] = kept;
    }
    end_file(path);
}

Test(ledger, errors_name_their_line)
{
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    GameResult results[GAMES] = { { 0 } };
    char *path = new_path();
    char text[4096];

    begin(path, &tournament, results, 1);
    size_t length = read_file(path, text, sizeof text);
    char *line = strstr(text, "\n\n") + 2;
    size_t line_length = strlen(line);
    memcpy(text + length, line, line_length);
    write_file(path, text, length + line_length);
    expect_refusal(path, &tournament, "has game 0 a second time");
    write_file(path, text, 30);
    expect_refusal(path, &tournament, "it breaks off in its head");
    write_file(path, "", 0);
    expect_refusal(path, &tournament, "it breaks off in its head");
    memcpy(text + length, "0\0x\n", 4);
    write_file(path, text, length + 4);
    expect_refusal(path, &tournament, "is damaged");
    memset(text + length, '7', 1500);
    text[length + 1500] = '\n';
    write_file(path, text, length + 1501);
    expect_refusal(path, &tournament, "is too long");
    end_file(path);
}

Test(ledger, another_tournament_is_refused)
{
    static const char *const others[] = { "random", "greedy" };
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    Tournament other = table_of(&TIC_TAC_TOE, others, 2);
    GameResult results[GAMES] = { { 0 } };
    char *path = new_path();

    begin(path, &tournament, results, 2);
    expect_refusal(path, &other, "should be 'bots random greedy'");
    other = tournament;
    other.setup.seed[31] ^= 1;
    expect_refusal(path, &other, "is 'seed 05");
    other = table_of(CATALOGUE[0], BOTS_OF_TEST, 2);
    expect_refusal(path, &other, "belongs to another tournament");
    other = tournament;
    other.schedule = schedule_round_robin(2, 2);
    expect_refusal(path, &other, "should be 'tables all'");
    end_file(path);
}

Test(ledger, files_that_are_there_or_not)
{
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    uint8_t seed[SEED_BYTES];
    Fault fault = { 0 };
    char *path = new_path();

    expect_refusal(path, &tournament, "cannot open");
    cr_expect_not(ledger_seed(path, seed, &fault));
    Ledger *ledger = ledger_new(path, &tournament, &fault);
    cr_expect_null(ledger_new(path, &tournament, &(Fault){ 0 }));
    expect_refusal(path, &tournament, "another run is writing to");
    cr_expect(ledger_seed(path, seed, &fault));
    cr_expect_eq(memcmp(seed, tournament.setup.seed, SEED_BYTES), 0);
    write_file(path, "roundhouse", 10);
    cr_expect_not(ledger_seed(path, seed, &fault));
    ledger_free(ledger);
    end_file(path);
}

Test(ledger, a_full_disk_ends_the_run)
{
    Tournament tournament = table_of(&TIC_TAC_TOE, BOTS_OF_TEST, 2);
    Fault fault = { 0 };

    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("there is no /dev/full");
    cr_expect_null(ledger_new("/dev/full", &tournament, &fault));
    cr_expect_neq(fault.sentence[0], '\0');
}
