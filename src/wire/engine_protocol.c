/* engine_protocol.c: the rules over a pipe: the requests of `roundhouse engine`. */
#include "wire/engine_protocol.h"

#include "play/setup.h"
#include "wire/position.h"
#include "wire/request.h"
#include "wire/sentences.h"
#include "wire/strict.h"
#include "wire/table_json.h"
#include "wire/update.h"

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
/* Beginning a game                                                          */
/* ------------------------------------------------------------------------- */

static int begin_match(Ask *ask, Match *match, const SavePlayers *players)
{
    static const SavePlayers without_names;
    Protocol *protocol = ask->owner;

    if (match == NULL)
        return ask_no_memory(ask);
    match_free(protocol->match);
    protocol->match = match;
    protocol->players = players == NULL ? without_names : *players;
    ask->match = match;
    return 1;
}

static int answer_games(Ask *ask)
{
    Language language;

    if (!language_read(ask->json, &language, &ask->error.fault))
        return 0;
    games_format(ask->out, language);
    return 1;
}

static int answer_new(Ask *ask)
{
    const Game *game;
    const Json *seed = NULL;
    Setup setup;

    if (!setup_read(ask->json, OPTIONS_SOME, &game, &setup, &ask->error.fault)
        || !strict_get_if(ask->json, "seed", JSON_IS_TEXT, &seed, &ask->error.fault))
        return 0;
    if (seed == NULL) {
        setup_seed_at_random(&setup);
        json_put_bytes(ask->out, "seed", setup.seed, SEED_BYTES);
    } else {
        setup_seed_from_text(&setup, seed->text, seed->length);
    }
    return begin_match(ask, match_new(game, &setup), NULL);
}

static int answer_position(Ask *ask)
{
    json_key(ask->out, "position");
    position_format(ask->out, match_game(ask->match), match_setup(ask->match),
                    match_state(ask->match), SEEN_WHOLE);
    return 1;
}

static int answer_load(Ask *ask)
{
    Position position;
    Setup seeded = { 0 };
    const Json *json = strict_object(ask->json, "position", &ask->error.fault);
    const Json *seed = NULL;

    if (json == NULL
        || !strict_get_if(ask->json, "seed", JSON_IS_TEXT, &seed, &ask->error.fault))
        return 0;
    if (seed != NULL)
        setup_seed_from_text(&seeded, seed->text, seed->length);
    if (!position_read(json, seeded.seed, &position, &ask->error.fault))
        return 0;
    /* The state has its key by now. */
    memset(position.setup.seed, 0, SEED_BYTES);
    return begin_match(ask, match_new_at(position.game, &position.setup, &position.state),
                       NULL)
           && answer_position(ask);
}

static int answer_replay(Ask *ask)
{
    SavePlayers players;
    const Json *file = strict_text(ask->json, "file", &ask->error.fault);

    if (file == NULL)
        return 0;
    Match *match =
        save_read(file->text, file->length, &SAVE_START_JSON, &players, &ask->error.fault);
    return match != NULL && begin_match(ask, match, &players) && answer_position(ask);
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

static int answer_view(Ask *ask)
{
    const Game *game = match_game(ask->match);
    State view = { { 0 } };
    int seat;

    if (!ask_viewer(ask, &seat))
        return 0;
    game->observe(match_state(ask->match), seat, &view);
    json_key(ask->out, "position");
    position_format(ask->out, game, match_setup(ask->match), &view, SEEN_AS_VIEW);
    return 1;
}

static void write_listed(const Ask *ask, int seat, Language language)
{
    const Game *game = match_game(ask->match);
    Action actions[ACTIONS_MAX];
    State view = { { 0 } };
    PlayerNames names;

    game->observe(match_state(ask->match), seat, &view);
    player_names_make(&names, language, ask->players);
    int count = game->list(match_state(ask->match), seat, actions);
    for (int i = 0; i < count; i++) {
        char sentence[SENTENCE_MAX];
        action_sentence(language, game, &view, seat, actions[i], &names, sentence);
        action_format(ask->out, game, actions[i], sentence);
    }
}

static int answer_list(Ask *ask)
{
    int seat = seats_first(match_game(ask->match)->waiting(match_state(ask->match)));
    Language language;

    if (!strict_int_if(ask->json, "seat", 0, match_setup(ask->match)->seats - 1, &seat,
                       &ask->error.fault)
        || !language_read(ask->json, &language, &ask->error.fault))
        return 0;
    seat_format(ask->out, "seat", seat);
    json_put_list(ask->out, "actions");
    if (seat != NOBODY)
        write_listed(ask, seat, language);
    json_close_list(ask->out);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

/* Must the seat act? 0: error in ask->error. */
static int must_act(Ask *ask, int seat)
{
    SeatSet waiting = match_game(ask->match)->waiting(match_state(ask->match));

    if (waiting == 0)
        return fault_set(&ask->error.fault, "The game is over.");
    if (!seats_have(waiting, seat))
        return fault_set(&ask->error.fault, "It is not the turn of seat %d.", seat);
    return 1;
}

static int refuse_illegal(Ask *ask, int seat, Action action)
{
    action_refuse_bounds(match_game(ask->match), match_state(ask->match), seat, action,
                         &ask->error.fault);
    return fault_set(&ask->error.fault, "Seat %d may not do that now.", seat);
}

static int answer_apply(Ask *ask)
{
    Protocol *protocol = ask->owner;
    const Game *game = match_game(ask->match);
    Events events;
    Action action;
    int seat;

    const Json *json = strict_object(ask->json, "action", &ask->error.fault);
    if (json == NULL || !ask_seat(ask, &seat) || !must_act(ask, seat)
        || !action_read(json, game, match_state(ask->match), seat, &action,
                        &ask->error.fault))
        return 0;
    events.count = 0;
    switch (match_apply(protocol->match, seat, action, &events)) {
    case MATCH_OK:
        break;
    case MATCH_NO_MEMORY:
        return ask_no_memory(ask);
    default:
        return refuse_illegal(ask, seat, action);
    }
    json_put_list(ask->out, "events");
    for (int i = 0; i < events.count; i++)
        event_format(ask->out, game, &events.items[i], NULL);
    json_close_list(ask->out);
    return 1;
}

static int answer_undo(Ask *ask)
{
    Protocol *protocol = ask->owner;

    return match_undo(protocol->match)
           || fault_set(&ask->error.fault, "There is no action to take back.");
}

static int read_question(Ask *ask, BotQuestion *question)
{
    enum { BUDGET_MOST = 1000000000 };
    long long seed = 0;
    const Json *level = strict_text(ask->json, "level", &ask->error.fault);

    if (level == NULL || !ask_seat(ask, &question->seat)
        || !strict_number_if(ask->json, "ms", 1, BUDGET_MOST, &question->ms,
                             &ask->error.fault)
        || !strict_number_if(ask->json, "iterations", 1, BUDGET_MOST, &question->iterations,
                             &ask->error.fault)
        || !strict_number_if(ask->json, "search_seed", INT64_MIN, INT64_MAX, &seed,
                             &ask->error.fault))
        return 0;
    question->has_seed = json_get(ask->json, "search_seed") != NULL;
    question->seed = (uint64_t)seed;
    question->level = level->text;
    return 1;
}

static int answer_bot(Ask *ask)
{
    const Protocol *protocol = ask->owner;
    State view = { { 0 } };
    Memory memory;
    BotQuestion question = { .game = match_game(ask->match),
                             .view = &view,
                             .memory = &memory };
    Thoughts thoughts = { 0 };
    Action action;

    if (!read_question(ask, &question) || !must_act(ask, question.seat))
        return 0;
    question.game->observe(match_state(ask->match), question.seat, &view);
    match_recall(ask->match, question.seat, &memory);
    if (!protocol->bot(&question, &action, &thoughts, &ask->error.fault))
        return 0;
    thoughts_format(ask->out, question.game, &view, action, &thoughts,
                    match_setup(ask->match)->seats, &(Reader){ .seat = question.seat });
    return 1;
}

static int answer_quit(Ask *ask)
{
    Protocol *protocol = ask->owner;

    protocol->is_done = 1;
    return 1;
}

/* ------------------------------------------------------------------------- */
/* One line                                                                  */
/* ------------------------------------------------------------------------- */

enum { NEEDS_NOTHING, NEEDS_GAME };

static const Op OPS[] = {
    { { "games", "op lang" }, NEEDS_NOTHING, answer_games },
    { { "new", "op game seats options seed" }, NEEDS_NOTHING, answer_new },
    { { "load", "op position seed" }, NEEDS_NOTHING, answer_load },
    { { "replay", "op file" }, NEEDS_NOTHING, answer_replay },
    { { "position", "op" }, NEEDS_GAME, answer_position },
    { { "view", "op seat" }, NEEDS_GAME, answer_view },
    { { "list", "op seat lang" }, NEEDS_GAME, answer_list },
    { { "apply", "op seat action" }, NEEDS_GAME, answer_apply },
    { { "undo", "op" }, NEEDS_GAME, answer_undo },
    { { "save", "op" }, NEEDS_GAME, ask_save },
    { { "bot", "op seat level ms iterations search_seed" }, NEEDS_GAME, answer_bot },
    { { "quit", "op" }, NEEDS_NOTHING, answer_quit },
};

static const OpTable ENGINE = { .ops = OPS,
                                .count = sizeof OPS / sizeof OPS[0],
                                .no_game = "There is no game yet: begin with new, load or "
                                           "replay." };

void protocol_answer(Protocol *protocol, const char *line, size_t length, Text *out)
{
    const Ask ask = { .owner = protocol,
                      .match = protocol->match,
                      .players = &protocol->players };

    op_answer(&ENGINE, ask, line, length, out);
    text_add(out, "\n");
}

void protocol_refuse_long_line(Text *out)
{
    Error error = { 0 };

    fault_set(&error.fault, "A request has at most %d bytes.", PROTOCOL_LINE_MAX);
    op_refuse(&ENGINE, &error, out);
    text_add(out, "\n");
}
