/* engine_protocol.c: the rules over a pipe. Each request is a function that
 * appends the fields of its answer; if it fails, what it has appended is taken
 * back and the fault is sent instead. */
#include "wire/engine_protocol.h"

#include "play/match.h"
#include "play/save.h"
#include "play/setup.h"
#include "wire/json_in.h"
#include "wire/position.h"
#include "wire/sentences.h"
#include "wire/strict.h"
#include "wire/table_json.h"

#include <stdlib.h>
#include <string.h>

struct Protocol {
    BotAnswerer bot;
    Match *match;        /* NULL: no game yet */
    SavePlayers players; /* of a save that was replayed */
    int is_done;
};

Protocol *protocol_new(BotAnswerer bot)
{
    Protocol *protocol = calloc(1, sizeof *protocol);

    if (protocol != NULL)
        protocol->bot = bot;
    return protocol;
}

void protocol_free(Protocol *protocol)
{
    if (protocol == NULL)
        return;
    match_free(protocol->match);
    free(protocol);
}

int protocol_is_done(const Protocol *protocol)
{
    return protocol->is_done;
}

/* ------------------------------------------------------------------------- */
/* What requests share                                                       */
/* ------------------------------------------------------------------------- */

static int seat_count(const Protocol *protocol)
{
    return match_setup(protocol->match)->seats;
}

static int read_seat(const Protocol *protocol, const Json *request, int *seat, Fault *fault)
{
    long long number;

    if (!strict_number(request, "seat", 0, seat_count(protocol) - 1, &number, fault))
        return 0;
    *seat = (int)number;
    return 1;
}

static int begin_match(Protocol *protocol, Match *match, const SavePlayers *players,
                       Fault *fault)
{
    static const SavePlayers without_names;

    if (match == NULL)
        return fault_tell(fault, "There is no memory left.");
    match_free(protocol->match);
    protocol->match = match;
    protocol->players = players == NULL ? without_names : *players;
    return 1;
}

static void write_position(const Protocol *protocol, JsonOut *out)
{
    json_key(out, "position");
    position_write(out, match_game(protocol->match), match_setup(protocol->match),
                   match_state(protocol->match), SEEN_WHOLE);
}

/* ------------------------------------------------------------------------- */
/* Beginning a game                                                          */
/* ------------------------------------------------------------------------- */

static int answer_games(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    Language language;

    (void)protocol;
    if (!language_read(request, &language, fault))
        return 0;
    games_write(out, language);
    return 1;
}

static int answer_new(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    const Game *game;
    Setup setup;

    if (!setup_read(request, OPTIONS_SOME, &game, &setup, fault))
        return 0;
    if (json_get(request, "seed") == NULL) {
        setup_seed_at_random(&setup);
        json_key(out, "seed");
        json_bytes(out, setup.seed, SEED_BYTES);
    } else {
        const Json *seed = strict_text(request, "seed", fault);
        if (seed == NULL)
            return 0;
        setup_seed_from_text(&setup, seed->text, seed->length);
    }
    return begin_match(protocol, match_new(game, &setup), NULL, fault);
}

static int answer_load(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    Position position;
    Setup seeded = { 0 };
    const Json *json = strict_object(request, "position", fault);

    if (json == NULL)
        return 0;
    if (json_get(request, "seed") != NULL) {
        const Json *seed = strict_text(request, "seed", fault);
        if (seed == NULL)
            return 0;
        setup_seed_from_text(&seeded, seed->text, seed->length);
    }
    if (!position_read(json, seeded.seed, &position, fault))
        return 0;
    /* The state has its key by now. */
    memset(position.setup.seed, 0, SEED_BYTES);
    Match *match = match_new_at(position.game, &position.setup, &position.state);
    if (!begin_match(protocol, match, NULL, fault))
        return 0;
    write_position(protocol, out);
    return 1;
}

static int answer_replay(Protocol *protocol, const Json *request, JsonOut *out,
                         Fault *fault)
{
    SavePlayers players;
    const Json *file = strict_text(request, "file", fault);

    if (file == NULL)
        return 0;
    Match *match = save_read(file->text, file->length, &SAVE_START_JSON, &players, fault);
    if (match == NULL)
        return 0;
    if (!begin_match(protocol, match, &players, fault))
        return 0;
    write_position(protocol, out);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

static int answer_position(Protocol *protocol, const Json *request, JsonOut *out,
                           Fault *fault)
{
    (void)request;
    (void)fault;
    write_position(protocol, out);
    return 1;
}

static int answer_view(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    const Game *game = match_game(protocol->match);
    State view = { { 0 } };
    int seat = NOBODY;

    const Json *who = json_get(request, "seat");
    if ((who == NULL || !json_is(who, JSON_IS_NOTHING))
        && !read_seat(protocol, request, &seat, fault))
        return 0;
    game->observe(match_state(protocol->match), seat, &view);
    json_key(out, "position");
    position_write(out, game, match_setup(protocol->match), &view, SEEN_AS_VIEW);
    return 1;
}

static void write_listed(const Protocol *protocol, JsonOut *out, int seat,
                         Language language)
{
    const Game *game = match_game(protocol->match);
    Action actions[ACTIONS_MAX];
    State view = { { 0 } };
    PlayerNames names;

    game->observe(match_state(protocol->match), seat, &view);
    player_names_make(&names, language, &protocol->players);
    int count = game->list(match_state(protocol->match), seat, actions);
    for (int i = 0; i < count; i++) {
        char sentence[SENTENCE_MAX];
        action_sentence(language, game, &view, seat, actions[i], &names, sentence);
        action_write(out, game, actions[i], sentence);
    }
}

static int answer_list(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    const Game *game = match_game(protocol->match);
    int seat = seats_first(game->waiting(match_state(protocol->match)));
    Language language;

    if (json_get(request, "seat") != NULL && !read_seat(protocol, request, &seat, fault))
        return 0;
    if (!language_read(request, &language, fault))
        return 0;
    json_key(out, "seat");
    if (seat == NOBODY)
        json_nothing(out);
    else
        json_number(out, seat);
    json_key(out, "actions");
    json_open_list(out);
    if (seat != NOBODY)
        write_listed(protocol, out, seat, language);
    json_close_list(out);
    return 1;
}

static int answer_save(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    Text save = { 0 };

    (void)request;
    save_write(&save, protocol->match, &protocol->players, &SAVE_START_JSON);
    if (save.has_failed) {
        text_free(&save);
        return fault_tell(fault, "There is no memory left.");
    }
    json_key(out, "file");
    json_text(out, save.bytes, save.length);
    text_free(&save);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

/* Must the seat act? 0, told: it need not. */
static int must_act(const Protocol *protocol, int seat, Fault *fault)
{
    SeatSet waiting = match_game(protocol->match)->waiting(match_state(protocol->match));

    if (waiting == 0)
        return fault_tell(fault, "The game is over.");
    if (!seats_have(waiting, seat))
        return fault_tell(fault, "It is not the turn of seat %d.", seat);
    return 1;
}

static int tell_illegal(const Protocol *protocol, int seat, Action action, Fault *fault)
{
    action_tell_bounds(match_game(protocol->match), match_state(protocol->match), seat,
                       action, fault);
    return fault_tell(fault, "Seat %d may not do that now.", seat);
}

static int answer_apply(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    const Game *game = match_game(protocol->match);
    Events events;
    Action action;
    int seat;

    const Json *json = strict_object(request, "action", fault);
    if (json == NULL || !read_seat(protocol, request, &seat, fault)
        || !must_act(protocol, seat, fault)
        || !action_read(json, game, match_state(protocol->match), seat, &action, fault))
        return 0;
    events.count = 0;
    switch (match_apply(protocol->match, seat, action, &events)) {
    case MATCH_OK:
        break;
    case MATCH_NO_MEMORY:
        return fault_tell(fault, "There is no memory left.");
    default:
        return tell_illegal(protocol, seat, action, fault);
    }
    json_key(out, "events");
    json_open_list(out);
    for (int i = 0; i < events.count; i++)
        event_write(out, game, &events.items[i], NULL);
    json_close_list(out);
    return 1;
}

static int answer_undo(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    (void)request;
    (void)out;
    if (!match_undo(protocol->match))
        return fault_tell(fault, "There is no action to take back.");
    return 1;
}

/* A key that may be missing, a number from 1 on; 0 if it is. */
static int read_budget(const Json *request, const char *key, long long *value, Fault *fault)
{
    *value = 0;
    return json_get(request, key) == NULL
           || strict_number(request, key, 1, 1000000000, value, fault);
}

static int read_question(const Protocol *protocol, const Json *request,
                         BotQuestion *question, Fault *fault)
{
    long long seed = 0;
    const Json *level = strict_text(request, "level", fault);

    if (level == NULL || !read_seat(protocol, request, &question->seat, fault)
        || !read_budget(request, "ms", &question->ms, fault)
        || !read_budget(request, "iterations", &question->iterations, fault))
        return 0;
    question->has_seed = json_get(request, "search_seed") != NULL;
    if (question->has_seed
        && !strict_number(request, "search_seed", INT64_MIN, INT64_MAX, &seed, fault))
        return 0;
    question->seed = (uint64_t)seed;
    question->level = level->text;
    return 1;
}

static void write_considered(JsonOut *out, const Game *game, const BotAnswer *answer)
{
    json_key(out, "considered");
    json_open_list(out);
    for (int i = 0; i < answer->count; i++) {
        json_open_object(out);
        json_key(out, "action");
        action_write(out, game, answer->considered[i].action, NULL);
        json_key(out, "visits");
        json_number(out, answer->considered[i].visits);
        json_key(out, "value");
        json_fraction(out, answer->considered[i].value);
        json_close_object(out);
    }
    json_close_list(out);
}

static void write_answer(JsonOut *out, const Game *game, const BotAnswer *answer)
{
    json_key(out, "action");
    action_write(out, game, answer->action, NULL);
    json_key(out, "win");
    json_open_list(out);
    for (int seat = 0; seat < answer->seats; seat++)
        json_fraction(out, answer->win[seat]);
    json_close_list(out);
    write_considered(out, game, answer);
}

static int answer_bot(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    const State *state = match_state(protocol->match);
    State view = { { 0 } };
    BotQuestion question = { .game = match_game(protocol->match),
                             .view = &view,
                             .seats = seat_count(protocol) };
    BotAnswer answer = { 0 };

    if (!read_question(protocol, request, &question, fault)
        || !must_act(protocol, question.seat, fault))
        return 0;
    question.game->observe(state, question.seat, &view);
    if (!protocol->bot(&question, &answer, fault))
        return 0;
    write_answer(out, question.game, &answer);
    return 1;
}

static int answer_quit(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault)
{
    (void)request;
    (void)out;
    (void)fault;
    protocol->is_done = 1;
    return 1;
}

/* ------------------------------------------------------------------------- */
/* One line                                                                  */
/* ------------------------------------------------------------------------- */

typedef enum Needs { NEEDS_NOTHING, NEEDS_GAME } Needs;

typedef struct Request {
    const char *op;
    Needs needs;
    const char *keys[8]; /* "op" among them */
    int (*answer)(Protocol *protocol, const Json *request, JsonOut *out, Fault *fault);
} Request;

static const Request REQUESTS[] = {
    { "games", NEEDS_NOTHING, { "op", "lang" }, answer_games },
    { "new", NEEDS_NOTHING, { "op", "game", "seats", "options", "seed" }, answer_new },
    { "load", NEEDS_NOTHING, { "op", "position", "seed" }, answer_load },
    { "replay", NEEDS_NOTHING, { "op", "file" }, answer_replay },
    { "position", NEEDS_GAME, { "op" }, answer_position },
    { "view", NEEDS_GAME, { "op", "seat" }, answer_view },
    { "list", NEEDS_GAME, { "op", "seat", "lang" }, answer_list },
    { "apply", NEEDS_GAME, { "op", "seat", "action" }, answer_apply },
    { "undo", NEEDS_GAME, { "op" }, answer_undo },
    { "save", NEEDS_GAME, { "op" }, answer_save },
    { "bot",
      NEEDS_GAME,
      { "op", "seat", "level", "ms", "iterations", "search_seed" },
      answer_bot },
    { "quit", NEEDS_NOTHING, { "op" }, answer_quit },
};

static const Request *find_request(const Json *op, Fault *fault)
{
    for (size_t i = 0; i < sizeof REQUESTS / sizeof REQUESTS[0]; i++) {
        if (strcmp(REQUESTS[i].op, op->text) == 0)
            return &REQUESTS[i];
    }
    fault_tell(fault, "There is no op \"%s\".", QUOTED_JSON(op));
    return NULL;
}

static int answer_request(Protocol *protocol, const Json *request, JsonOut *out,
                          Fault *fault)
{
    if (!json_is(request, JSON_IS_OBJECT))
        return fault_tell(fault, "A request must be an object.");
    const Json *op = strict_text(request, "op", fault);
    const Request *found = op == NULL ? NULL : find_request(op, fault);
    if (found == NULL || !strict_has_only(request, found->keys, "this request", fault))
        return 0;
    if (found->needs == NEEDS_GAME && protocol->match == NULL)
        return fault_tell(fault, "There is no game yet: begin with new, load or replay.");
    return found->answer(protocol, request, out, fault);
}

static void write_fault(Text *out, const Fault *fault)
{
    JsonOut json = { .text = out };

    json_open_object(&json);
    json_key(&json, "ok");
    json_flag(&json, 0);
    json_key(&json, "error");
    json_text(&json, fault->sentence, strlen(fault->sentence));
    json_close_object(&json);
    text_add(out, "\n");
}

void protocol_answer(Protocol *protocol, const char *line, size_t length, Text *out)
{
    JsonOut json = { .text = out };
    Fault fault = { "" };
    size_t mark = out->length;
    Json *request = json_read(line, length, "This is not JSON", &fault);

    json_open_object(&json);
    json_key(&json, "ok");
    json_flag(&json, 1);
    if (request != NULL && answer_request(protocol, request, &json, &fault)) {
        json_close_object(&json);
        text_add(out, "\n");
    } else {
        out->length = mark;
        write_fault(out, &fault);
    }
    json_free(request);
}

void protocol_refuse_long_line(Text *out)
{
    Fault fault = { "" };

    fault_tell(&fault, "A request has at most %d bytes.", PROTOCOL_LINE_MAX);
    write_fault(out, &fault);
}
