/* save_write.c: writes the save file. */
#include "play/save.h"

#include "play/notation.h"

void save_write_setup(Text *out, const Game *game, const Setup *setup)
{
    text_print(out, "game %s\nrules %d\nseats %d\n", game->id, game->rules_version,
               setup->seats);
    for (int i = 0; i < game->option_count; i++)
        text_print(out, "option %s %s\n", game->options[i].id,
                   game->options[i].values.items[setup->options[i]]);
}

static void write_start(Text *out, const Match *match, const SaveStart *start)
{
    if (match_is_from_deal(match)) {
        text_add(out, "seed ");
        text_add_hex(out, match_setup(match)->seed, SEED_BYTES);
    } else {
        text_add(out, "state ");
        start->write(out, match_game(match), match_setup(match), match_start(match));
    }
    text_add(out, "\n");
}

static void write_players(Text *out, int seats, const SavePlayers *players)
{
    for (int seat = 0; seat < seats; seat++) {
        if (players->names[seat][0] != '\0')
            text_print(out, "player %d %s\n", seat, players->names[seat]);
    }
}

const char *const SAVE_WHO_WORDS[] = {
    [SAVE_PERSON] = "person", [SAVE_BOT] = "bot", [SAVE_PROGRAM] = "program"
};

static void write_seats(Text *out, int seats, const SavePlayers *players)
{
    for (int seat = 0; seat < seats; seat++) {
        const SaveSeat *at = &players->seats[seat];
        if (at->who != SAVE_UNKNOWN)
            text_print(out, "seat %d %s%s%s\n", seat, SAVE_WHO_WORDS[at->who],
                       at->who == SAVE_BOT ? " " : "", at->level);
    }
}

static void write_moves(Text *out, const Match *match)
{
    const Move *moves = match_moves(match);

    for (int i = 0; i < match_move_count(match); i++) {
        text_print(out, "%d ", moves[i].seat);
        notation_write(out, match_game(match), moves[i].action);
        text_add(out, "\n");
    }
}

void save_write_result(Text *out, const Match *match)
{
    const Game *game = match_game(match);
    const State *state = match_state(match);
    int scores[SEATS_MAX], places[SEATS_MAX];

    if (!game_is_over(game, state)) {
        text_add(out, "unfinished");
        return;
    }
    game->scores(state, scores);
    game->ranking(state, places);
    text_add(out, "result");
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        text_print(out, " %d", scores[seat]);
    text_add(out, " places");
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        text_print(out, " %d", places[seat]);
}

void save_write(Text *out, const Match *match, const SavePlayers *players,
                const SaveStart *start)
{
    int has_proof =
        players != NULL && deal_is_given(&players->proof.deal) && match_is_from_deal(match);

    text_print(out, "roundhouse save %d\n", has_proof ? SAVE_VERSION_DEAL : SAVE_VERSION);
    save_write_setup(out, match_game(match), match_setup(match));
    write_start(out, match, start);
    if (has_proof)
        deal_write_lines(out, &players->proof, match_setup(match)->seats);
    if (players != NULL) {
        write_players(out, match_setup(match)->seats, players);
        write_seats(out, match_setup(match)->seats, players);
    }
    text_add(out, "\n");
    write_moves(out, match);
    text_add(out, "\n");
    save_write_result(out, match);
    text_add(out, "\n");
}
