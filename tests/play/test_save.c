/* test_save.c: saves written and read, and every error in them. */
#include "games/freight_train/ft.h"
#include "play/random_match.h"
#include "play/save.h"
#include "play/setup.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* A state in a save, as plain bytes: the save does not depend on its format */
/* ------------------------------------------------------------------------- */

static void write_start(Text *out, const Game *game, const Setup *setup, const State *start)
{
    (void)setup;
    text_add_hex(out, start->bytes, (size_t)game->state_size);
}

static int read_start(const Game *game, const Setup *setup, const char *text, size_t length,
                      State *start, Fault *fault)
{
    (void)setup;
    memset(start, 0, sizeof *start);
    if (!text_read_hex(text, length, start->bytes, (size_t)game->state_size))
        return fault_set(fault, "these are not the bytes of a state.");
    return 1;
}

static const SaveStart BYTES = { write_start, read_start };

/* ------------------------------------------------------------------------- */
/* Writing and reading                                                       */
/* ------------------------------------------------------------------------- */

static Match *read_text(const char *text, size_t length, SavePlayers *players, Fault *fault)
{
    *fault = (Fault){ 0 };
    return save_read(text, length, &BYTES, players, fault);
}

static void expect_round_trip(const Match *match, const SavePlayers *players)
{
    Text first = { 0 }, second = { 0 };
    SavePlayers names;
    Fault fault = { 0 };

    save_write(&first, match, players, &BYTES);
    Match *again = read_text(first.bytes, first.length, &names, &fault);
    cr_assert_not_null(again, "%s", fault.sentence);
    save_write(&second, again, &names, &BYTES);
    cr_expect_str_eq(first.bytes, second.bytes);
    cr_expect_eq(memcmp(match_state(match), match_state(again),
                        (size_t)match_game(match)->state_size),
                 0);
    text_free(&first);
    text_free(&second);
    match_free(again);
}

Test(save, comes_back_as_it_was_at_any_length)
{
    static const int lengths[] = { 0, 1, 31, 32, 33, 300, TO_THE_END };

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        Match *match = random_match(&FREIGHT_TRAIN, 3, "round trip", lengths[i]);
        expect_round_trip(match, NULL);
        match_free(match);
    }
}

Test(save, keeps_the_names_of_the_players)
{
    SavePlayers players = { .names = { "Ada", "", "Zo\xC3\xAB # 3" },
                            .seats = { { .who = SAVE_PERSON },
                                       { SAVE_BOT, "expert:1s" },
                                       { .who = SAVE_PROGRAM } } };
    Match *match = random_match(&FREIGHT_TRAIN, 3, "names", 10);

    expect_round_trip(match, &players);
    match_free(match);
}

static SavePlayers players_with_proof(void)
{
    SavePlayers players = { .names = { "Ada" } };
    Deal *deal = &players.proof.deal;

    memset(players.proof.secret, 7, SEED_BYTES);
    deal_open(deal, "K7QX2M9PRT", players.proof.secret);
    deal->shares[0].stage = SHARE_REVEALED;
    memset(deal->shares[0].bytes, 8, SEED_BYTES);
    deal_share_commitment(deal, 0, deal->shares[0].bytes, deal->shares[0].commitment);
    deal->shares[1].stage = SHARE_COMMITTED;
    memset(deal->shares[1].commitment, 9, SEED_BYTES);
    return players;
}

Test(save, of_version_2_keeps_the_proof_of_its_deal)
{
    SavePlayers players = players_with_proof(), again;
    Match *match = random_match(&FREIGHT_TRAIN, 3, "proof", 10);
    Text text = { 0 };
    Fault fault = { 0 };

    expect_round_trip(match, &players);
    save_write(&text, match, &players, &BYTES);
    cr_expect_eq(strncmp(text.bytes, "roundhouse save 2\n", 18), 0);
    match_free(match);
    match = read_text(text.bytes, text.length, &again, &fault);
    cr_assert_not_null(match, "%s", fault.sentence);
    cr_expect_eq(memcmp(&again.proof, &players.proof, sizeof again.proof), 0);
    match_free(match);
    text_free(&text);
}

Test(save, that_began_at_a_state_has_no_proof_of_a_deal)
{
    SavePlayers players = players_with_proof();
    Match *match = random_match(&FREIGHT_TRAIN, 2, "start", 100);
    Match *later = match_new_at(match_game(match), match_setup(match), match_state(match));
    Text text = { 0 };

    save_write(&text, later, &players, &BYTES);
    cr_expect_eq(strncmp(text.bytes, "roundhouse save 1\n", 18), 0);
    cr_expect_null(strstr(text.bytes, "\ndeal "));
    match_free(match);
    match_free(later);
    text_free(&text);
}

Test(save, keeps_the_state_it_began_at)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "start", 100);
    Match *later = match_new_at(match_game(match), match_setup(match), match_state(match));

    play_at_random(later, 8, 20);
    expect_round_trip(later, NULL);
    match_free(match);
    match_free(later);
}

Test(save, is_text_that_people_can_read)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "a", 0);
    Text text = { 0 };

    match_apply(match, 0, action_make(FT_TAKE, 0, 0), NULL);
    save_write(&text, match, &(SavePlayers){ .names = { "Ada" } }, &BYTES);
    cr_expect_str_eq(
        text.bytes,
        "roundhouse save 1\n"
        "game freight-train\n"
        "rules 1\n"
        "seats 2\n"
        "option edition mayfair\n"
        "option sequence engine\n"
        "option cabooses off\n"
        "option mixed edition\n"
        "option first random\n"
        "seed ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n"
        "player 0 Ada\n"
        "\n"
        "0 take 0\n"
        "\n"
        "unfinished\n");
    text_free(&text);
    match_free(match);
}

/* ------------------------------------------------------------------------- */
/* Errors                                                                    */
/* ------------------------------------------------------------------------- */

static const char GOOD[] = "roundhouse save 1\n"
                           "game freight-train\n"
                           "rules 1\n"
                           "seats 2\n"
                           "option edition mayfair\n"
                           "option sequence engine\n"
                           "option cabooses off\n"
                           "option mixed edition\n"
                           "option first 0\n"
                           "seed ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b98077"
                           "85afee48bb\n"
                           "player 1 Ada\n"
                           "\n"
                           "0 call\n"
                           "1 call\n"
                           "\n"
                           "unfinished\n";

static int reads(const char *text, size_t length)
{
    Fault fault = { 0 };
    Match *match = read_text(text, length, NULL, &fault);

    match_free(match);
    return match != NULL;
}

/* Asserts that it is refused with this error. */
static void expect_fault(const char *text, size_t length, const char *sentence)
{
    Fault fault = { 0 };
    Match *match = read_text(text, length, NULL, &fault);

    cr_expect_null(match, "not refused for: %s", sentence);
    cr_expect_str_eq(fault.sentence, sentence);
    match_free(match);
}

/* The good save with one piece replaced. */
static void expect_fault_with(const char *piece, const char *replacement,
                              const char *sentence)
{
    char text[4096];
    const char *at = strstr(GOOD, piece);

    cr_assert_not_null(at, "%s", piece);
    int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - GOOD), GOOD,
                          replacement, at + strlen(piece));
    expect_fault(text, (size_t)length, sentence);
}

Test(save, the_example_is_good)
{
    cr_expect(reads(GOOD, strlen(GOOD)));
    cr_expect(reads(GOOD, strlen(GOOD) - 1), "the last end of line may be missing");
}

Test(save, comments_may_stand_anywhere)
{
    static const char commented[] =
        "# a game\nroundhouse save 1\n# default options\ngame freight-train\nrules 1\n"
        "seats 2\n"
        "seed ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n\n"
        "# nobody has moved\n\nunfinished\n# the end";

    cr_expect(reads(commented, strlen(commented)));
}

/* Every truncation is detected, except that of the last newline. */
Test(save, every_truncation_is_refused)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "cut", 40);
    Text text = { 0 };

    save_write(&text, match, NULL, &BYTES);
    for (size_t length = 0; length + 1 < text.length; length++)
        cr_assert_not(reads(text.bytes, length), "cut to %zu bytes", length);
    text_free(&text);
    match_free(match);
}

Test(save, truncation_of_a_finished_game_is_refused)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "cut", TO_THE_END);
    Text text = { 0 };

    save_write(&text, match, NULL, &BYTES);
    cr_assert(reads(text.bytes, text.length));
    for (size_t cut = 2; cut < 60; cut++)
        cr_assert_not(reads(text.bytes, text.length - cut), "%zu bytes less", cut);
    text_free(&text);
    match_free(match);
}

Test(save, refuses_a_wrong_header)
{
    expect_fault("", 0, "Line 1: the file ends where \"roundhouse save 1\" should come.");
    expect_fault_with("roundhouse save 1", "roundhouse save 3",
                      "Line 1: this is not a save of version 1 or 2.");
    expect_fault_with("roundhouse save 1", "roundhouse save 2",
                      "Line 12: a save of version 2 has the proof of its deal.");
    expect_fault_with("freight-train", "chess", "Line 2: there is no game \"chess\".");
    expect_fault_with("game freight-train\n", "",
                      "Line 2: the line \"game\" is missing before this one.");
    expect_fault_with("seats 2", "seats 6",
                      "Line 4: freight-train has 2 to 5 seats, not \"6\".");
    expect_fault_with("seats 2", "seats two",
                      "Line 4: freight-train has 2 to 5 seats, not \"two\".");
    expect_fault_with("seats 2", "seats 02",
                      "Line 4: freight-train has 2 to 5 seats, not \"02\".");
    expect_fault_with("seats 2\n", "seats 2\nseats 2\n",
                      "Line 5: \"seats\" comes twice or too late.");
    expect_fault_with("seats 2", "chairs 2", "Line 4: a header has no line \"chairs\".");
}

Test(save, refuses_rules_that_are_not_ours)
{
    expect_fault_with("rules 1", "rules 2",
                      "Line 3: the game was played by rules 2, newer than rules 1 here.");
    expect_fault_with("rules 1", "rules 0", "Line 3: \"0\" is not a version of the rules.");
    expect_fault_with("rules 1", "rules 99999999999",
                      "Line 3: \"99999999999\" is not a version of the rules.");
}

Test(save, refuses_wrong_options)
{
    expect_fault_with("edition mayfair", "editon mayfair",
                      "Line 5: freight-train has no option \"editon\".");
    expect_fault_with("edition mayfair", "edition third",
                      "Line 5: the option edition cannot be \"third\".");
    expect_fault_with("edition mayfair", "edition",
                      "Line 5: the option edition cannot be \"\".");
    expect_fault_with("option sequence engine", "option edition mayfair",
                      "Line 6: the option edition comes twice.");
    expect_fault_with("mayfair\noption sequence engine\noption cabooses off",
                      "white-wind\noption sequence engine\noption cabooses on",
                      "Line 10: the options above do not go together (cabooses).");
}

Test(save, refuses_a_wrong_start)
{
    expect_fault_with("85afee48bb\n", "85afee48b\n",
                      "Line 10: the seed must be 64 hexadecimal digits.");
    expect_fault_with("seed ca", "seed xa",
                      "Line 10: the seed must be 64 hexadecimal digits.");
    expect_fault_with("player 1 Ada\n", "state 00\n",
                      "Line 11: a game begins with a seed or a state, not both.");
    expect_fault_with("seed ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785"
                      "afee48bb\n",
                      "state 00\n", "Line 10: these are not the bytes of a state.");
    expect_fault_with("seed ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785"
                      "afee48bb\nplayer 1 Ada\n",
                      "",
                      "Line 10: the line \"seed or state\" is missing before this one.");
}

Test(save, refuses_wrong_players)
{
    static const char name[] =
        "Line 11: a player's name has 1 to 64 bytes, no space at either end, no control "
        "characters and none that turn the direction of writing.";

    expect_fault_with("player 1", "player 2", "Line 11: there is no seat \"2\".");
    expect_fault_with("player 1 Ada", "player 1", name);
    expect_fault_with("player 1 Ada", "player 1  Ada", name);
    expect_fault_with("Ada",
                      "0123456789012345678901234567890123456789012345678901234567890"
                      "1234",
                      name);
    expect_fault_with("player 1 Ada\n", "player 1 Ada\nplayer 1 Bob\n",
                      "Line 12: the player of seat 1 comes twice.");
}

Test(save, refuses_wrong_seats)
{
    expect_fault_with("player 1 Ada\n", "seat 2 person\n",
                      "Line 11: there is no seat \"2\".");
    expect_fault_with("player 1 Ada\n", "seat 1 ghost\n",
                      "Line 11: seat 1 is a person, a bot and its level, or a program.");
    expect_fault_with("player 1 Ada\n", "seat 1 person Ada\n",
                      "Line 11: seat 1 is a person, a bot and its level, or a program.");
    expect_fault_with("player 1 Ada\n", "seat 1 bot\n",
                      "Line 11: \"\" is not a bot's level.");
    expect_fault_with("player 1 Ada\n", "seat 1 bot Hard\n",
                      "Line 11: \"Hard\" is not a bot's level.");
    expect_fault_with("player 1 Ada\n", "seat 1 person\nseat 1 person\n",
                      "Line 12: who has seat 1 comes twice.");
    expect_fault_with("player 1 Ada\n", "seat 1 person\nplayer 1 Ada\n",
                      "Line 12: \"player\" comes twice or too late.");
}

/* Characters that could make a terminal show something else. */
Test(save, refuses_names_that_mislead)
{
    static const char first_control[] = { 'A', '\xC2', '\x80', '\0' };    /* U+0080 */
    static const char last_control[] = { 'A', '\xC2', '\x9F', '\0' };     /* U+009F */
    static const char override[] = { 'A', '\xE2', '\x80', '\xAE', '\0' }; /* U+202E */
    static const char isolate[] = { '\xE2', '\x81', '\xA6', 'A', '\0' };  /* U+2066 */
    static const char *const names[] = { first_control, last_control, override, isolate };

    for (int i = 0; i < 4; i++)
        expect_fault_with("Ada", names[i],
                          "Line 11: a player's name has 1 to 64 bytes, no space at either "
                          "end, no control characters and none that turn the direction "
                          "of writing.");
    cr_expect(save_can_name("A\xC2\xA0z", 4), "U+00A0 is no control character");
}

Test(save, refuses_wrong_actions)
{
    expect_fault_with("0 call", "2 call", "Line 13: there is no seat \"2\".");
    expect_fault_with("0 call", "call", "Line 13: there is no seat \"call\".");
    expect_fault_with("0 call", "1 call", "Line 13: it is not the turn of seat 1.");
    expect_fault_with("0 call", "0 jump",
                      "Line 13: \"jump\" is not an action of freight-train.");
    expect_fault_with("0 call", "0 take 9", "Line 13: seat 0 may not \"take 9\" now.");
    expect_fault_with("0 call", "0 take 3 ",
                      "Line 13: \"take 3 \" is not an action of freight-train.");
    expect_fault_with("1 call", "1 done", "Line 14: seat 1 may not \"done\" now.");
}

Test(save, refuses_a_wrong_end)
{
    expect_fault_with(
        "unfinished", "result 5 5 places 1 1",
        "Line 16: the game ends in \"unfinished\", not in \"result 5 5 places "
        "1 1\".");
    expect_fault_with("unfinished\n", "",
                      "Line 16: the file ends where the result should come.");
    expect_fault_with("unfinished\n", "unfinished\n0 call\n",
                      "Line 17: nothing may follow the result, but \"0 call\" does.");
    expect_fault_with("\nunfinished", "\n\nunfinished",
                      "Line 16: there is a blank line too many above: one stands before "
                      "the actions and one after them.");
    expect_fault_with("1 call", "\n1 call",
                      "Line 15: there is a blank line too many above: one stands before "
                      "the actions and one after them.");
    expect_fault_with("\nunfinished", "unfinished",
                      "Line 15: there is no seat \"unfinished\".");
}

Test(save, refuses_a_wrong_result)
{
    Match *match = random_match(&FREIGHT_TRAIN, 2, "result", TO_THE_END);
    Text text = { 0 };

    save_write(&text, match, NULL, &BYTES);
    char *places = strstr(text.bytes, " places ");
    places[-1] = places[-1] == '7' ? '8' : '7';
    cr_expect_not(reads(text.bytes, text.length));
    text_free(&text);
    match_free(match);
}

Test(save, refuses_what_is_not_plain_text)
{
    static const char with_nul[] = "roundhouse save 1\ngame\0freight-train\n";

    expect_fault_with("Ada", "A\xFF", "Line 11: this is not UTF-8.");
    expect_fault_with("0 call\n", "0 call\r\n",
                      "Line 13: lines end in a line feed alone here, not in carriage "
                      "return and line feed (CRLF).");
    expect_fault_with("0 call\n", "0 \rcall\n",
                      "Line 13: there is a control character (13) in it.");
    expect_fault(with_nul, sizeof with_nul - 1,
                 "Line 2: there is a control character (0) in it.");
}

Test(save, refuses_what_is_too_long)
{
    static char text[SAVE_MOST + 1];

    memset(text, '#', sizeof text);
    expect_fault(text, sizeof text, "A save has at most 1048576 bytes.");
    memset(text, 'a', sizeof text);
    expect_fault(text, SAVE_MOST, "Line 1: this is not a save of version 1 or 2.");
}
