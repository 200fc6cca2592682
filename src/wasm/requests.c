/* requests.c: what the page asks. Each request is a function that appends the fields of
 * its answer; if it fails, what it has appended is taken back and the fault is told. */
#include "wasm/requests.h"

#include "play/setup.h"
#include "wire/json_in.h"
#include "wire/position.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <string.h>

enum { ITERATIONS_MOST = 1000000000 };

/* A request in hand: what it is answered with, or why not. */
typedef struct Answer {
    JsonOut *out;
    const char *code; /* of what is wrong; "bad-request" unless somebody says better */
    Fault fault;
} Answer;

static int tell(Answer *answer, const char *code, const char *sentence)
{
    answer->code = code;
    return fault_tell(&answer->fault, "%s", sentence);
}

static int tell_no_memory(Answer *answer)
{
    return tell(answer, "no-memory", "There is no memory left.");
}

/* ------------------------------------------------------------------------- */
/* What requests share                                                       */
/* ------------------------------------------------------------------------- */

static int seat_count(const Table *table)
{
    return match_setup(table_match(table))->seats;
}

static int read_seat(const Table *table, const Json *request, int *seat, Answer *answer)
{
    long long number;

    if (!strict_number(request, "seat", 0, seat_count(table) - 1, &number, &answer->fault))
        return 0;
    *seat = (int)number;
    return 1;
}

/* Who reads, in which language; a seat of null is a spectator. */
static int read_reader(const Table *table, const Json *request, Reader *reader,
                       PlayerNames *names, Answer *answer)
{
    const Json *seat = json_get(request, "seat");

    *reader = (Reader){ .seat = NOBODY, .parts = UPDATE_WHOLE, .names = names };
    if (seat == NULL || !json_is(seat, JSON_IS_NOTHING)) {
        if (!read_seat(table, request, &reader->seat, answer))
            return 0;
    }
    if (!language_read(request, &reader->language, &answer->fault))
        return 0;
    player_names_make(names, reader->language, table_players(table));
    return 1;
}

static int read_n(const Table *table, const Json *request, const char *key, int *n,
                  Answer *answer)
{
    long long number;

    if (!strict_number(request, key, 0, table_count(table), &number, &answer->fault))
        return 0;
    *n = (int)number;
    return 1;
}

static void write_update(JsonOut *out, const Match *match, const LogEntry *last,
                         const Reader *reader)
{
    json_key(out, "update");
    json_open_object(out);
    update_write(out, match, last, reader);
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* Lobby                                                                     */
/* ------------------------------------------------------------------------- */

static int answer_games(Table *table, const Json *request, Answer *answer)
{
    JsonOut *out = answer->out;
    Language language;

    (void)table;
    if (!language_read(request, &language, &answer->fault))
        return 0;
    games_write(out, language);
    json_key(out, "levels");
    json_open_list(out);
    for (int i = 0; i < BOT_COUNT; i++)
        json_name(out, BOTS[i]->name);
    json_close_list(out);
    return 1;
}

/* A setup that is well said and refused is an answer, in the reader's words. */
static int answer_check(Table *table, const Json *request, Answer *answer)
{
    const Game *game = NULL;
    Setup setup = { 0 };
    Language language;
    char sentence[SENTENCE_MAX] = "";

    (void)table;
    if (!language_read(request, &language, &answer->fault))
        return 0;
    if (!setup_read(request, OPTIONS_SOME, &game, &setup, &answer->fault)) {
        if (game == NULL || setup.seats == 0 || setup_refusal(game, &setup) == NULL)
            return 0;
        refusal_sentence(language, game, &setup, sentence, sizeof sentence);
    }
    json_key(answer->out, "refusal");
    if (sentence[0] == '\0')
        json_nothing(answer->out);
    else
        json_text(answer->out, sentence, strlen(sentence));
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Beginning a game                                                          */
/* ------------------------------------------------------------------------- */

/* A bot's seat: a number, or an object with the level, which saves then tell. */
static int read_bot(const Json *entry, int seats, SavePlayers *players, SeatSet *bots,
                    Answer *answer)
{
    int is_object = json_is(entry, JSON_IS_OBJECT);
    const Json *seat = is_object ? json_get(entry, "seat") : entry;
    const Json *level = is_object ? json_get(entry, "level") : NULL;

    if (seat == NULL || !json_is(seat, JSON_IS_NUMBER) || seat->number < 0
        || seat->number >= seats)
        return fault_tell(&answer->fault, "bots must be seats from 0 to %d.", seats - 1);
    if (is_object && (level == NULL || !json_is(level, JSON_IS_TEXT)))
        return fault_tell(&answer->fault, "A bot has a seat and a level.");
    *bots |= seat_bit((int)seat->number);
    players->seats[seat->number] = (SaveSeat){ .who = SAVE_UNKNOWN };
    if (level != NULL)
        save_seat_bot(&players->seats[seat->number], level->text);
    return 1;
}

/* Who is a bot; all others are people. */
static int read_bots(const Json *request, int seats, SavePlayers *players, SeatSet *bots,
                     Answer *answer)
{
    const Json *list = json_get(request, "bots");

    *bots = 0;
    if (list == NULL)
        return 1;
    if (!json_is(list, JSON_IS_LIST))
        return fault_tell(&answer->fault, "bots must be a list of seats.");
    for (int seat = 0; seat < seats; seat++)
        players->seats[seat] = (SaveSeat){ .who = SAVE_PERSON };
    const Json *entry = json_first(list);
    for (uint32_t i = 0; i < list->length; i++, entry = json_beside(entry)) {
        if (!read_bot(entry, seats, players, bots, answer))
            return 0;
    }
    return 1;
}

static int read_players(const Json *request, int seats, SavePlayers *players,
                        Answer *answer)
{
    const Json *list = json_get(request, "players");

    *players = (SavePlayers){ 0 };
    if (list == NULL)
        return 1;
    if (!json_is(list, JSON_IS_LIST) || list->length != (uint32_t)seats)
        return fault_tell(&answer->fault, "players must be a list of %d names.", seats);
    const Json *name = json_first(list);
    for (int seat = 0; seat < seats; seat++, name = json_beside(name)) {
        if (!json_is(name, JSON_IS_TEXT)
            || (name->length > 0 && !save_can_name(name->text, name->length)))
            return fault_tell(&answer->fault, "players[%d] cannot be a name.", seat);
        memcpy(players->names[seat], name->text, name->length);
    }
    return 1;
}

static int begin(Table *table, Match *match, const SavePlayers *players, SeatSet bots,
                 Answer *answer)
{
    return (match != NULL && table_begin(table, match, players, bots))
           || tell_no_memory(answer);
}

static int answer_new(Table *table, const Json *request, Answer *answer)
{
    const Game *game;
    Setup setup;
    SavePlayers players;
    SeatSet bots;

    if (!setup_read(request, OPTIONS_SOME, &game, &setup, &answer->fault)
        || !read_players(request, setup.seats, &players, answer)
        || !read_bots(request, setup.seats, &players, &bots, answer))
        return 0;
    const Json *seed = strict_text(request, "seed", &answer->fault);
    if (seed == NULL)
        return 0;
    if (!text_read_hex(seed->text, seed->length, setup.seed, SEED_BYTES))
        return fault_tell(&answer->fault, "seed must be %d hexadecimal digits.",
                          2 * SEED_BYTES);
    return begin(table, match_new(game, &setup), &players, bots, answer);
}

static void write_setting(JsonOut *out, const Match *match, const SavePlayers *players)
{
    json_key(out, "game");
    json_name(out, match_game(match)->id);
    json_key(out, "players");
    json_open_list(out);
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        json_text(out, players->names[seat], strlen(players->names[seat]));
    json_close_list(out);
}

static int answer_load(Table *table, const Json *request, Answer *answer)
{
    SavePlayers players;
    SeatSet bots;
    const Json *file = strict_text(request, "file", &answer->fault);

    if (file == NULL)
        return 0;
    Match *match =
        save_read(file->text, file->length, &SAVE_START_JSON, &players, &answer->fault);
    if (match == NULL)
        return 0;
    if (!read_bots(request, match_setup(match)->seats, &players, &bots, answer)) {
        match_free(match);
        return 0;
    }
    if (!begin(table, match, &players, bots, answer))
        return 0;
    write_setting(answer->out, match, &players);
    return 1;
}

static int answer_save(Table *table, const Json *request, Answer *answer)
{
    Text save = { 0 };

    (void)request;
    save_write(&save, table_match(table), table_players(table), &SAVE_START_JSON);
    if (!save.has_failed) {
        json_key(answer->out, "file");
        json_text(answer->out, save.bytes, save.length);
    }
    int is_written = !save.has_failed || tell_no_memory(answer);
    text_free(&save);
    return is_written;
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

static int answer_update(Table *table, const Json *request, Answer *answer)
{
    PlayerNames names;
    Reader reader;
    LogEntry last = table_entry(table, table_count(table), table_last_events(table));

    if (!read_reader(table, request, &reader, &names, answer))
        return 0;
    write_update(answer->out, table_match(table), &last, &reader);
    return 1;
}

static int answer_at(Table *table, const Json *request, Answer *answer)
{
    PlayerNames names;
    Reader reader;
    Events events;
    int n;

    if (!read_reader(table, request, &reader, &names, answer)
        || !read_n(table, request, "n", &n, answer))
        return 0;
    Match *match = table_match_after(table, n, &events);
    if (match == NULL)
        return tell_no_memory(answer);
    LogEntry last = table_entry(table, n, &events);
    write_update(answer->out, match, &last, &reader);
    match_free(match);
    return 1;
}

static int write_log(const Table *table, int from, const Reader *reader, Answer *answer)
{
    Events events;
    Match *match = table_match_after(table, from, &events);
    int is_redone = match != NULL;

    json_key(answer->out, "entries");
    json_open_list(answer->out);
    for (int i = from; is_redone && i < table_count(table); i++) {
        is_redone = table_redo(table, i + 1, match, &events);
        LogEntry entry = table_entry(table, i + 1, &events);
        json_open_object(answer->out);
        log_entry_write(answer->out, match_game(match), &entry, reader);
        json_close_object(answer->out);
    }
    json_close_list(answer->out);
    match_free(match);
    return is_redone || tell_no_memory(answer);
}

static int answer_log(Table *table, const Json *request, Answer *answer)
{
    PlayerNames names;
    Reader reader;
    int from = 0;

    if (!read_reader(table, request, &reader, &names, answer))
        return 0;
    if (json_get(request, "from") != NULL && !read_n(table, request, "from", &from, answer))
        return 0;
    return write_log(table, from, &reader, answer);
}

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

static int must_act(const Table *table, int seat, Answer *answer)
{
    SeatSet waiting =
        match_game(table_match(table))->waiting(match_state(table_match(table)));

    if (waiting == 0)
        return tell(answer, "not-playing", "The game is over.");
    return seats_have(waiting, seat)
           || tell(answer, "not-your-turn", "It is not the turn of this seat.");
}

static int answer_act(Table *table, const Json *request, Answer *answer)
{
    const Game *game = match_game(table_match(table));
    const State *state = match_state(table_match(table));
    Action action;
    int seat;

    const Json *json = strict_object(request, "action", &answer->fault);
    if (json == NULL || !read_seat(table, request, &seat, answer)
        || !must_act(table, seat, answer)
        || !action_read(json, game, state, seat, &action, &answer->fault))
        return 0;
    switch (table_do(table, ENTRY_ACT, seat, action)) {
    case MATCH_OK:
        return 1;
    case MATCH_NO_MEMORY:
        return tell_no_memory(answer);
    default:
        return tell(answer, "illegal", "The seat may not do that now.");
    }
}

static int answer_undo(Table *table, const Json *request, Answer *answer)
{
    int seat;

    if (!read_seat(table, request, &seat, answer))
        return 0;
    switch (table_do(table, ENTRY_UNDO, seat, 0)) {
    case MATCH_OK:
        return 1;
    case MATCH_NO_MEMORY:
        return tell_no_memory(answer);
    default:
        return tell(answer, "cannot-undo", "There is nothing that the seat can take back.");
    }
}

/* ------------------------------------------------------------------------- */
/* Thinking                                                                  */
/* ------------------------------------------------------------------------- */

static int answer_think(Table *table, const Json *request, Answer *answer)
{
    State view = { { 0 } };
    long long seed;
    int seat;

    const Json *level = strict_text(request, "level", &answer->fault);
    if (level == NULL || !read_seat(table, request, &seat, answer)
        || !must_act(table, seat, answer)
        || !strict_number(request, "search_seed", 0, INT64_MAX, &seed, &answer->fault))
        return 0;
    const Bot *bot = bot_find(level->text);
    if (bot == NULL)
        return fault_tell(&answer->fault, "There is no level \"%s\".", QUOTED_JSON(level));
    const Game *game = match_game(table_match(table));
    game->observe(match_state(table_match(table)), seat, &view);
    if (!thinking_begin(table_thinking(table), bot, game, &view, seat, (uint64_t)seed))
        return tell_no_memory(answer);
    json_key(answer->out, "iterations");
    json_number(answer->out, bot->budget.iterations);
    json_key(answer->out, "ms");
    json_number(answer->out, bot->budget.milliseconds);
    return 1;
}

static int has_thoughts(const Table *table, Answer *answer)
{
    return thinking_has_begun(table_thinking(table))
           || fault_tell(&answer->fault, "Nobody thinks: begin with think.");
}

static int answer_iterate(Table *table, const Json *request, Answer *answer)
{
    long long iterations;

    if (!has_thoughts(table, answer)
        || !strict_number(request, "iterations", 1, ITERATIONS_MOST, &iterations,
                          &answer->fault))
        return 0;
    thinking_iterate(table_thinking(table), (long)iterations);
    json_key(answer->out, "iterations");
    json_number(answer->out, thinking_iterations(table_thinking(table)));
    return 1;
}

static void write_thought(const Table *table, JsonOut *out, Action action,
                          Language language, const PlayerNames *names)
{
    const Thinking *thinking = table_thinking(table);
    const Game *game = thinking_game(thinking);
    char sentence[SENTENCE_MAX];

    action_sentence(language, game, thinking_view(thinking), thinking_seat(thinking),
                    action, names, sentence);
    json_key(out, "action");
    action_write(out, game, action, sentence);
}

static void write_considered(const Table *table, JsonOut *out, const Considered *considered,
                             Language language, const PlayerNames *names)
{
    json_open_object(out);
    write_thought(table, out, considered->action, language, names);
    json_key(out, "visits");
    json_number(out, considered->visits);
    json_key(out, "value");
    json_fraction(out, considered->value);
    json_close_object(out);
}

static int answer_decide(Table *table, const Json *request, Answer *answer)
{
    JsonOut *out = answer->out;
    Language language;
    PlayerNames names;
    Thoughts thoughts;

    if (!has_thoughts(table, answer) || !language_read(request, &language, &answer->fault))
        return 0;
    player_names_make(&names, language, table_players(table));
    Action action = thinking_decide(table_thinking(table), &thoughts);
    write_thought(table, out, action, language, &names);
    json_key(out, "iterations");
    json_number(out, thoughts.iterations);
    json_key(out, "win");
    json_open_list(out);
    for (int seat = 0; thoughts.iterations > 0 && seat < seat_count(table); seat++)
        json_fraction(out, thoughts.win[seat]);
    json_close_list(out);
    json_key(out, "considered");
    json_open_list(out);
    for (int i = 0; i < thoughts.count; i++)
        write_considered(table, out, &thoughts.considered[i], language, &names);
    json_close_list(out);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* One request                                                               */
/* ------------------------------------------------------------------------- */

typedef enum Needs { NEEDS_NOTHING, NEEDS_GAME } Needs;

typedef struct Request {
    const char *op;
    Needs needs;
    const char *keys[8]; /* "op" among them */
    int (*answer)(Table *table, const Json *request, Answer *answer);
} Request;

static const Request REQUESTS[] = {
    { "games", NEEDS_NOTHING, { "op", "lang" }, answer_games },
    { "check", NEEDS_NOTHING, { "op", "game", "seats", "options", "lang" }, answer_check },
    { "new",
      NEEDS_NOTHING,
      { "op", "game", "seats", "options", "seed", "players", "bots" },
      answer_new },
    { "load", NEEDS_NOTHING, { "op", "file", "bots" }, answer_load },
    { "save", NEEDS_GAME, { "op" }, answer_save },
    { "update", NEEDS_GAME, { "op", "seat", "lang" }, answer_update },
    { "at", NEEDS_GAME, { "op", "n", "seat", "lang" }, answer_at },
    { "log", NEEDS_GAME, { "op", "from", "seat", "lang" }, answer_log },
    { "act", NEEDS_GAME, { "op", "seat", "action" }, answer_act },
    { "undo", NEEDS_GAME, { "op", "seat" }, answer_undo },
    { "think", NEEDS_GAME, { "op", "seat", "level", "search_seed" }, answer_think },
    { "iterate", NEEDS_GAME, { "op", "iterations" }, answer_iterate },
    { "decide", NEEDS_GAME, { "op", "lang" }, answer_decide },
};

static const Request *find_request(const Json *op, Answer *answer)
{
    for (size_t i = 0; i < sizeof REQUESTS / sizeof REQUESTS[0]; i++) {
        if (strcmp(REQUESTS[i].op, op->text) == 0)
            return &REQUESTS[i];
    }
    fault_tell(&answer->fault, "There is no op \"%s\".", QUOTED_JSON(op));
    return NULL;
}

static int answer_request(Table *table, const Json *request, Answer *answer)
{
    if (!json_is(request, JSON_IS_OBJECT))
        return fault_tell(&answer->fault, "A request must be an object.");
    const Json *op = strict_text(request, "op", &answer->fault);
    const Request *found = op == NULL ? NULL : find_request(op, answer);
    if (found == NULL
        || !strict_has_only(request, found->keys, "this request", &answer->fault))
        return 0;
    if (found->needs == NEEDS_GAME && table_match(table) == NULL)
        return fault_tell(&answer->fault, "There is no game yet: begin with new or load.");
    return found->answer(table, request, answer);
}

static void write_fault(Text *out, const Answer *answer)
{
    JsonOut json = { .text = out };

    json_open_object(&json);
    json_key(&json, "ok");
    json_flag(&json, 0);
    json_key(&json, "code");
    json_name(&json, answer->code);
    json_key(&json, "error");
    json_text(&json, answer->fault.sentence, strlen(answer->fault.sentence));
    json_close_object(&json);
}

void request_answer(Table *table, const char *request, size_t length, Text *out)
{
    JsonOut json = { .text = out };
    Answer answer = { .out = &json, .code = "bad-request" };
    size_t mark = out->length;
    Json *read = json_read(request, length, "This is not JSON", &answer.fault);

    json_open_object(&json);
    json_key(&json, "ok");
    json_flag(&json, 1);
    if (read != NULL && answer_request(table, read, &answer)) {
        json_close_object(&json);
    } else {
        out->length = mark;
        write_fault(out, &answer);
    }
    json_free(read);
}
