/* fuzz_save.c: arbitrary text as a save file. It is refused with an error, or it is a
 * match, which is the same after saving and reading again. */
#include "fuzz.h"

#include "play/save.h"
#include "wire/position.h"

#include <string.h>

static void require_same_match(const Match *match, const Match *again)
{
    size_t moves = (size_t)match_move_count(match) * sizeof(Move);

    REQUIRE(match_game(match) == match_game(again));
    REQUIRE(memcmp(match_setup(match), match_setup(again), sizeof(Setup)) == 0);
    REQUIRE(match_move_count(match) == match_move_count(again));
    REQUIRE(memcmp(match_moves(match), match_moves(again), moves) == 0);
    REQUIRE(memcmp(match_state(match), match_state(again),
                   (size_t)match_game(match)->state_size)
            == 0);
}

static void require_round_trip(const Match *match, const SavePlayers *players)
{
    Text text = { 0 }, text_again = { 0 };
    SavePlayers players_again;
    Fault fault = { 0 };
    Match *again;

    save_write(&text, match, players, &SAVE_START_JSON);
    REQUIRE(!text.has_failed);
    again = save_read(text.bytes, text.length, &SAVE_START_JSON, &players_again, &fault);
    REQUIRE(again != NULL);
    require_same_match(match, again);
    save_write(&text_again, again, &players_again, &SAVE_START_JSON);
    REQUIRE(text.length == text_again.length);
    REQUIRE(memcmp(text.bytes, text_again.bytes, text.length) == 0);
    match_free(again);
    text_free(&text);
    text_free(&text_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SavePlayers players;
    Fault fault = { 0 };
    Match *match = save_read((const char *)data, size, &SAVE_START_JSON, &players, &fault);

    REQUIRE((match == NULL) == (fault.sentence[0] != '\0'));
    if (match == NULL)
        return 0;
    require_round_trip(match, &players);
    match_free(match);
    return 0;
}
