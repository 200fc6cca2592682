/* requests.c: the requests of the page to its own table. */
#include "wasm/requests.h"

#include "play/setup.h"
#include "wire/deal_json.h"
#include "wire/position.h"
#include "wire/request.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <string.h>

static Table *table_of(const Ask *ask)
{
    return ask->owner;
}

/* ------------------------------------------------------------------------- */
/* Lobby                                                                     */
/* ------------------------------------------------------------------------- */

static int answer_games(Ask *ask)
{
    Language language;

    if (!language_read(ask->json, &language, &ask->error.fault))
        return 0;
    games_format(ask->out, language);
    json_put_list(ask->out, "levels");
    for (int i = 0; i < BOT_COUNT; i++)
        json_name(ask->out, BOTS[i]->name);
    json_close_list(ask->out);
    return 1;
}

/* A sound setup that the game refuses is an answer, in the reader's words. */
static int answer_check(Ask *ask)
{
    const Game *game = NULL;
    Setup setup = { 0 };
    Language language;
    char sentence[SENTENCE_MAX] = "";

    if (!language_read(ask->json, &language, &ask->error.fault))
        return 0;
    if (!setup_read(ask->json, OPTIONS_SOME, &game, &setup, &ask->error.fault)) {
        if (game == NULL || setup.seats == 0 || setup_refusal(game, &setup) == NULL)
            return 0;
        refusal_sentence(language, game, &setup, sentence, sizeof sentence);
    }
    json_key(ask->out, "refusal");
    if (sentence[0] == '\0')
        json_nothing(ask->out);
    else
        json_text(ask->out, sentence, strlen(sentence));
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Beginning a game                                                          */
/* ------------------------------------------------------------------------- */

/* A bot's seat: a number, or an object with the level, which a save then has. */
static int read_bot(const Json *entry, int seats, SavePlayers *players, SeatSet *bots,
                    Fault *fault)
{
    int is_object = json_is(entry, JSON_IS_OBJECT);
    const Json *seat = is_object ? json_get(entry, "seat") : entry;
    const Json *level = is_object ? json_get(entry, "level") : NULL;

    if (seat == NULL || !json_is(seat, JSON_IS_NUMBER) || seat->number < 0
        || seat->number >= seats)
        return fault_set(fault, "bots must be seats from 0 to %d.", seats - 1);
    if (is_object && (level == NULL || !json_is(level, JSON_IS_TEXT)))
        return fault_set(fault, "A bot has a seat and a level.");
    *bots |= seat_bit((int)seat->number);
    players->seats[seat->number] = (SaveSeat){ .who = SAVE_UNKNOWN };
    if (level != NULL)
        save_seat_bot(&players->seats[seat->number], level->text);
    return 1;
}

/* The seats of bots; all others are people's. */
static int read_bots(Ask *ask, int seats, SavePlayers *players, SeatSet *bots)
{
    const Json *list = json_get(ask->json, "bots");

    *bots = 0;
    if (list == NULL)
        return 1;
    if (!json_is(list, JSON_IS_LIST))
        return fault_set(&ask->error.fault, "bots must be a list of seats.");
    for (int seat = 0; seat < seats; seat++)
        players->seats[seat] = (SaveSeat){ .who = SAVE_PERSON };
    JSON_EACH(entry, list) {
        if (!read_bot(entry, seats, players, bots, &ask->error.fault))
            return 0;
    }
    return 1;
}

static int read_players(Ask *ask, int seats, SavePlayers *players)
{
    const Json *list = json_get(ask->json, "players");

    *players = (SavePlayers){ 0 };
    if (list == NULL)
        return 1;
    if (!json_is(list, JSON_IS_LIST) || list->length != (uint32_t)seats)
        return fault_set(&ask->error.fault, "players must be a list of %d names.", seats);
    const Json *name = json_first(list);
    for (int seat = 0; seat < seats; seat++, name = json_beside(name)) {
        if (!json_is(name, JSON_IS_TEXT)
            || (name->length > 0 && !save_can_name(name->text, name->length)))
            return fault_set(&ask->error.fault, "players[%d] cannot be a name.", seat);
        memcpy(players->names[seat], name->text, name->length);
    }
    return 1;
}

static int begin(Ask *ask, Match *match, const SavePlayers *players, SeatSet bots)
{
    return (match != NULL && table_begin(ask->owner, match, players, bots))
           || ask_no_memory(ask);
}

/* "seed", or "deal", of which the seed is made. */
static int read_chance(Ask *ask, Setup *setup, SavePlayers *players)
{
    const Json *deal = NULL;
    Fault *fault = &ask->error.fault;

    if (!strict_get_if(ask->json, "deal", JSON_IS_OBJECT, &deal, fault))
        return 0;
    if (deal == NULL)
        return bytes_read(ask->json, "seed", setup->seed, fault);
    if (json_get(ask->json, "seed") != NULL)
        return fault_set(fault, "A game begins with a seed or a deal, not both.");
    return deal_on_device(deal, setup->seats, &players->proof, setup->seed, fault);
}

static int answer_new(Ask *ask)
{
    const Game *game;
    Setup setup;
    SavePlayers players;
    SeatSet bots;

    if (!setup_read(ask->json, OPTIONS_SOME, &game, &setup, &ask->error.fault)
        || !read_players(ask, setup.seats, &players)
        || !read_bots(ask, setup.seats, &players, &bots))
        return 0;
    if (!read_chance(ask, &setup, &players))
        return 0;
    return begin(ask, match_new(game, &setup), &players, bots);
}

static void format_setting(JsonOut *out, const Match *match, const SavePlayers *players)
{
    json_put_name(out, "game", match_game(match)->id);
    json_put_list(out, "players");
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        json_text(out, players->names[seat], strlen(players->names[seat]));
    json_close_list(out);
}

static int answer_load(Ask *ask)
{
    SavePlayers players;
    SeatSet bots;
    const Json *file = strict_text(ask->json, "file", &ask->error.fault);

    if (file == NULL)
        return 0;
    Match *match =
        save_read(file->text, file->length, &SAVE_START_JSON, &players, &ask->error.fault);
    if (match == NULL)
        return 0;
    if (!read_bots(ask, match_setup(match)->seats, &players, &bots)) {
        match_free(match);
        return 0;
    }
    if (!begin(ask, match, &players, bots))
        return 0;
    format_setting(ask->out, match, &players);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

/* The seat and the language of the reader. */
static int read_reader(Ask *ask, Reader *reader, PlayerNames *names)
{
    *reader = (Reader){ .parts = UPDATE_WHOLE, .names = names };
    if (!ask_viewer(ask, &reader->seat)
        || !language_read(ask->json, &reader->language, &ask->error.fault))
        return 0;
    player_names_make(names, reader->language, ask->players);
    return 1;
}

static void format_update(JsonOut *out, const Match *match, const LogEntry *last,
                          const Reader *reader)
{
    json_put_object(out, "update");
    update_format(out, match, last, reader);
    json_close_object(out);
}

static int answer_update(Ask *ask)
{
    const Table *table = table_of(ask);
    PlayerNames names;
    Reader reader;
    LogEntry last = table_entry(table, table->count, &table->last);

    if (!read_reader(ask, &reader, &names))
        return 0;
    format_update(ask->out, ask->match, &last, &reader);
    return 1;
}

static int answer_at(Ask *ask)
{
    const Table *table = table_of(ask);
    PlayerNames names;
    Reader reader;
    Events events;
    int n;

    if (!read_reader(ask, &reader, &names)
        || !strict_int(ask->json, "n", 0, table->count, &n, &ask->error.fault))
        return 0;
    Match *match = table_match_after(table, n, &events);
    if (match == NULL)
        return ask_no_memory(ask);
    LogEntry last = table_entry(table, n, &events);
    format_update(ask->out, match, &last, &reader);
    match_free(match);
    return 1;
}

static int write_log(Ask *ask, int from, const Reader *reader)
{
    const Table *table = table_of(ask);
    Events events;
    Match *match = table_match_after(table, from, &events);
    int is_redone = match != NULL;

    json_put_list(ask->out, "entries");
    for (int i = from; is_redone && i < table->count; i++) {
        is_redone = table_redo(table, i + 1, match, &events);
        LogEntry entry = table_entry(table, i + 1, &events);
        json_open_object(ask->out);
        log_entry_format(ask->out, match_game(match), &entry, reader);
        json_close_object(ask->out);
    }
    json_close_list(ask->out);
    match_free(match);
    return is_redone || ask_no_memory(ask);
}

static int answer_log(Ask *ask)
{
    PlayerNames names;
    Reader reader;
    int from = 0;

    return read_reader(ask, &reader, &names)
           && strict_int_if(ask->json, "from", 0, table_of(ask)->count, &from,
                            &ask->error.fault)
           && write_log(ask, from, &reader);
}

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

static int must_act(Ask *ask, int seat)
{
    SeatSet waiting = match_game(ask->match)->waiting(match_state(ask->match));

    if (waiting == 0)
        return error_set_saying(&ask->error, ERROR_NOT_PLAYING, "The game is over.");
    return seats_have(waiting, seat)
           || error_set_saying(&ask->error, ERROR_NOT_YOUR_TURN,
                               "It is not the turn of this seat.");
}

/* An action or an undo; the error if the rules refuse it. */
static int do_entry(Ask *ask, EntryKind kind, int seat, Action action)
{
    switch (table_do(ask->owner, kind, seat, action)) {
    case MATCH_OK:
        return 1;
    case MATCH_NO_MEMORY:
        return ask_no_memory(ask);
    default:
        return kind == ENTRY_UNDO
                   ? error_set_saying(&ask->error, ERROR_CANNOT_UNDO,
                                      "There is nothing that the seat can take back.")
                   : error_set_saying(&ask->error, ERROR_ILLEGAL,
                                      "The seat may not do that now.");
    }
}

static int answer_act(Ask *ask)
{
    Action action;
    int seat;
    const Json *json = strict_object(ask->json, "action", &ask->error.fault);

    return json != NULL && ask_seat(ask, &seat) && must_act(ask, seat)
           && action_read(json, match_game(ask->match), match_state(ask->match), seat,
                          &action, &ask->error.fault)
           && do_entry(ask, ENTRY_ACT, seat, action);
}

static int answer_undo(Ask *ask)
{
    int seat;

    return ask_seat(ask, &seat) && do_entry(ask, ENTRY_UNDO, seat, 0);
}

/* Is this action to be confirmed first? It is not done. */
static int answer_foresee(Ask *ask)
{
    Action action;
    int seat;
    const Json *json = strict_object(ask->json, "action", &ask->error.fault);

    if (json == NULL || !ask_seat(ask, &seat) || !must_act(ask, seat)
        || !action_read(json, match_game(ask->match), match_state(ask->match), seat,
                        &action, &ask->error.fault))
        return 0;
    json_put_flag(ask->out, "last", match_is_last_word(table_of(ask)->match, seat, action));
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Thinking                                                                  */
/* ------------------------------------------------------------------------- */

static int answer_think(Ask *ask)
{
    State view = { { 0 } };
    Memory memory;
    long long seed;
    int seat;

    const Json *level = strict_text(ask->json, "level", &ask->error.fault);
    if (level == NULL || !ask_seat(ask, &seat) || !must_act(ask, seat)
        || !strict_number(ask->json, "search_seed", 0, INT64_MAX, &seed, &ask->error.fault))
        return 0;
    const Bot *bot = bot_find(level->text);
    if (bot == NULL)
        return fault_set(&ask->error.fault, "There is no level \"%s\".",
                         QUOTED_JSON(level));
    const Game *game = match_game(ask->match);
    game->observe(match_state(ask->match), seat, &view);
    match_recall(ask->match, seat, &memory);
    if (!thinking_begin(&table_of(ask)->thinking, bot, game, &view, &memory, seat,
                        (uint64_t)seed))
        return ask_no_memory(ask);
    json_put_number(ask->out, "iterations", bot->budget.iterations);
    json_put_number(ask->out, "ms", bot->budget.milliseconds);
    return 1;
}

static int has_thoughts(Ask *ask)
{
    return table_of(ask)->thinking.bot != NULL
           || fault_set(&ask->error.fault, "Nobody thinks: begin with think.");
}

static int answer_iterate(Ask *ask)
{
    enum { ITERATIONS_MOST = 1000000000 };
    Thinking *thinking = &table_of(ask)->thinking;
    int iterations;

    if (!has_thoughts(ask)
        || !strict_int(ask->json, "iterations", 1, ITERATIONS_MOST, &iterations,
                       &ask->error.fault))
        return 0;
    thinking_iterate(thinking, iterations);
    json_put_number(ask->out, "iterations", thinking_iterations(thinking));
    return 1;
}

static int answer_decide(Ask *ask)
{
    Thinking *thinking = &table_of(ask)->thinking;
    PlayerNames names;
    Reader reader = { .parts = UPDATE_TEXT, .seat = thinking->seat, .names = &names };
    Thoughts thoughts;

    if (!has_thoughts(ask)
        || !language_read(ask->json, &reader.language, &ask->error.fault))
        return 0;
    player_names_make(&names, reader.language, ask->players);
    Action action = thinking_decide(thinking, &thoughts);
    thoughts_format(ask->out, thinking->game, &thinking->view, action, &thoughts,
                    match_setup(ask->match)->seats, &reader);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* One request                                                               */
/* ------------------------------------------------------------------------- */

enum { NEEDS_NOTHING, NEEDS_GAME };

static const Op OPS[] = {
    { { "games", "op lang" }, NEEDS_NOTHING, answer_games },
    { { "check", "op game seats options lang" }, NEEDS_NOTHING, answer_check },
    { { "new", "op game seats options seed deal players bots" },
      NEEDS_NOTHING,
      answer_new },
    { { "deal-open", "op secret" }, NEEDS_NOTHING, answer_deal_open },
    { { "deal-commit", "op table server seat bytes" }, NEEDS_NOTHING, answer_deal_commit },
    { { "deal-check", "op file kept lang" }, NEEDS_NOTHING, answer_deal_check },
    { { "load", "op file bots" }, NEEDS_NOTHING, answer_load },
    { { "save", "op" }, NEEDS_GAME, ask_save },
    { { "update", "op seat lang" }, NEEDS_GAME, answer_update },
    { { "at", "op n seat lang" }, NEEDS_GAME, answer_at },
    { { "log", "op from seat lang" }, NEEDS_GAME, answer_log },
    { { "act", "op seat action" }, NEEDS_GAME, answer_act },
    { { "undo", "op seat" }, NEEDS_GAME, answer_undo },
    { { "foresee", "op seat action" }, NEEDS_GAME, answer_foresee },
    { { "think", "op seat level search_seed" }, NEEDS_GAME, answer_think },
    { { "iterate", "op iterations" }, NEEDS_GAME, answer_iterate },
    { { "decide", "op lang" }, NEEDS_GAME, answer_decide },
#ifndef WITHOUT_REVIEW
    { { "review", "op samples iterations review_seed" }, NEEDS_GAME, answer_review },
    { { "review-part", "op part" }, NEEDS_GAME, answer_review_part },
    { { "review-step", "op steps" }, NEEDS_GAME, answer_review_step },
    { { "review-put", "op line" }, NEEDS_GAME, answer_review_put },
    { { "review-report", "op lang" }, NEEDS_GAME, answer_review_report },
#endif
};

static const OpTable PAGE = { .ops = OPS,
                              .count = sizeof OPS / sizeof OPS[0],
                              .no_game = "There is no game yet: begin with new or load.",
                              .has_codes = 1 };

void request_answer(Table *table, const char *request, size_t length, Text *out)
{
    const Ask ask = { .owner = table, .match = table->match, .players = &table->players };

    op_answer(&PAGE, ask, request, length, out);
}
