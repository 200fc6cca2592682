/* replay.c: roundhouse replay: a saved game, move by move, in words or as JSON. */
#include "cli/arguments.h"
#include "cli/fullscreen.h"
#include "cli/lines.h"
#include "cli/verbs.h"

#include "play/save.h"
#include "tui/draw.h"
#include "tui/full.h"
#include "wire/json_out.h"
#include "wire/position.h"
#include "wire/sentences.h"
#include "wire/table_json.h"

#include <stdio.h>
#include <string.h>

typedef struct ReplayArgs {
    const char *file;
    int wants_json;
    int wants_plain; /* words, whatever the terminal can do */
    Language language;
} ReplayArgs;

/* A game as it is being replayed. */
typedef struct Replay {
    const Match *match;
    const Game *game;
    Language language;
    PlayerNames names;
    State state; /* after the moves shown so far */
    Text line;   /* being put together */
} Replay;

/* ------------------------------------------------------------------------- */
/* As JSON                                                                   */
/* ------------------------------------------------------------------------- */

static void action_words(Replay *replay, const Move *move, char sentence[SENTENCE_MAX])
{
    State view = { { 0 } };

    replay->game->observe(&replay->state, move->seat, &view);
    action_sentence(replay->language, replay->game, &view, move->seat, move->action,
                    &replay->names, sentence);
}

static void write_move(Replay *replay, JsonOut *out, const Move *move)
{
    char sentence[SENTENCE_MAX];

    action_words(replay, move, sentence);
    json_put_number(out, "seat", move->seat);
    json_key(out, "action");
    action_format(out, replay->game, move->action, NULL);
    json_put_text(out, "text", sentence);
}

/* The position after n moves; `move` is the last of them, NULL for none. */
static void print_json(Replay *replay, int n, const Move *move)
{
    JsonOut out = { .text = &replay->line };

    json_open_object(&out);
    json_put_number(&out, "n", n);
    if (move != NULL) {
        write_move(replay, &out, move);
        move_redo(replay->game, move, &replay->state, NULL);
    }
    json_key(&out, "position");
    position_format(&out, replay->game, match_setup(replay->match), &replay->state,
                    SEEN_WHOLE);
    json_close_object(&out);
    json_line_print(&replay->line);
}

/* ------------------------------------------------------------------------- */
/* In words                                                                  */
/* ------------------------------------------------------------------------- */

static void print_line(const char *sentence)
{
    lines_print(sentence, strlen(sentence));
    printf("\n");
}

static void print_sentence(const Replay *replay, const char *key,
                           const WordsArgument *arguments, int count)
{
    char sentence[SENTENCE_MAX];

    words_write(replay->language, key, arguments, count, sentence, sizeof sentence);
    print_line(sentence);
}

static void print_header(const Replay *replay)
{
    const Setup *setup = match_setup(replay->match);

    Text options = { 0 };

    for (int i = 0; i < replay->game->option_count; i++) {
        const Option *option = &replay->game->options[i];
        text_print(&options, "%s%s=%s", i == 0 ? "" : " ", option->id,
                   option->values.items[setup->options[i]]);
    }
    print_sentence(
        replay, "play.replay.title",
        (WordsArgument[]){ { "title", game_title(replay->language, replay->game), 0 },
                           { "options", options.bytes == NULL ? "" : options.bytes, 0 } },
        2);
    text_free(&options);
    for (int seat = 0; seat < setup->seats; seat++) {
        printf("%s", seat == 0 ? "" : ", ");
        lines_print(replay->names.names[seat], strlen(replay->names.names[seat]));
    }
    printf("\n\n");
}

/* The seat that an event was shown to, if it was only one; NOBODY. */
static int only_viewer(const Replay *replay, const Event *event)
{
    SeatSet viewers = 0;

    for (int seat = 0; seat < match_setup(replay->match)->seats; seat++)
        viewers |= event_is_seen_by(event, seat) ? seat_bit(seat) : 0;
    return seats_count(viewers) == 1 ? seats_first(viewers) : NOBODY;
}

/* A sentence that says "your" and names nobody begins with the name of its reader. */
static void print_to(const Replay *replay, int seat, const char *sentence)
{
    if (seat == NOBODY || strstr(sentence, replay->names.names[seat]) != NULL)
        print_line(sentence);
    else
        print_sentence(replay, "play.replay.line",
                       (WordsArgument[]){ { "player", replay->names.names[seat], 0 },
                                          { "text", sentence, 0 } },
                       2);
}

/* Prints the events of each action, or the action itself if it had no events. */
static void print_words(Replay *replay, int n, const Move *move)
{
    char sentence[SENTENCE_MAX];
    Events events;
    State view = { { 0 } };

    replay->game->observe(&replay->state, move->seat, &view);
    deed_sentence(replay->language, replay->game, &view, move->seat, move->action,
                  &replay->names, sentence);
    move_redo(replay->game, move, &replay->state, &events);
    printf("%4d  ", n);
    if (events.count == 0)
        print_line(sentence);
    for (int i = 0; i < events.count; i++) {
        event_sentence(replay->language, replay->game, &events.items[i], &replay->names,
                       sentence);
        printf("%s", i == 0 ? "" : "      ");
        print_to(replay, only_viewer(replay, &events.items[i]), sentence);
    }
}

static void print_place(const Replay *replay, int place, int seat, int score)
{
    const WordsArgument arguments[] = {
        { .name = "place", .number = place },
        { .name = "player", .text = replay->names.names[seat] },
        { .name = "points", .number = score },
    };

    print_sentence(replay, result_key(replay->game), arguments, 3);
}

static void print_result(const Replay *replay)
{
    int seats = match_setup(replay->match)->seats;
    int scores[SEATS_MAX], places[SEATS_MAX];

    if (!game_is_over(replay->game, &replay->state))
        return;
    replay->game->scores(&replay->state, scores);
    replay->game->ranking(&replay->state, places);
    printf("\n");
    for (int place = 1; place <= seats; place++) {
        for (int seat = 0; seat < seats; seat++) {
            if (places[seat] == place)
                print_place(replay, place, seat, scores[seat]);
        }
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void replay_match(const ReplayArgs *args, const Match *match,
                         const SavePlayers *players)
{
    Replay replay = { .match = match,
                      .game = match_game(match),
                      .language = args->language,
                      .state = *match_start(match) };
    const Move *moves = match_moves(match);

    player_names_make(&replay.names, args->language, players);
    if (args->wants_json)
        print_json(&replay, 0, NULL);
    else
        print_header(&replay);
    for (int i = 0; i < match_move_count(match); i++) {
        if (args->wants_json)
            print_json(&replay, i + 1, &moves[i]);
        else
            print_words(&replay, i + 1, &moves[i]);
    }
    if (!args->wants_json)
        print_result(&replay);
    text_free(&replay.line);
}

static int show_match(const char *program, const ReplayArgs *args, Match *match,
                      const SavePlayers *players)
{
    PlayerNames names;

    player_names_make(&names, args->language, players);
    if (!fullscreen_open(FULLSCREEN_AS_LOCALE))
        return world_error(program, "this terminal cannot be used; try --plain");
    int has_memory = full_replay(match, names.names, &SAVE_START_JSON, args->language);
    term_close();
    return has_memory ? EXIT_FINE : world_error(program, "there is no memory left");
}

static int is_for_screen(const ReplayArgs *args)
{
    return !args->wants_json && !args->wants_plain && strcmp(args->file, "-") != 0
           && term_is_possible();
}

static int replay_file(const char *program, const ReplayArgs *args)
{
    SavePlayers players;
    Match *match = save_file_load(program, args->file, &players);
    int status = EXIT_FINE;

    if (match == NULL)
        return EXIT_WORLD;
    if (is_for_screen(args))
        status = show_match(program, args, match, &players);
    else
        replay_match(args, match, &players);
    match_free(match);
    return status;
}

/* ------------------------------------------------------------------------- */
/* The verb                                                                  */
/* ------------------------------------------------------------------------- */

static const Argument ARGUMENTS[] = {
    { BY_POSITION, "which file? '-' is standard input", 0, TEXT(ReplayArgs, file) },
    { "json", 'j', NULL, "Print one line of JSON per position", 1,
      FLAG(ReplayArgs, wants_json) },
    { "plain", 0, NULL, "Print in words, as in a pipe", 1, FLAG(ReplayArgs, wants_plain) },
    LANGUAGE_ARGUMENT(ReplayArgs),
    { 0 },
};

int verb_replay(int argc, char **argv)
{
    static const char doc[] =
        "Step through a saved game with the arrow keys, or print it in words; '-' is "
        "standard input.";
    ReplayArgs args = { .language = language_of_locale() };

    arguments_parse(ARGUMENTS, "FILE", doc, argc, argv, &args);
    return replay_file(argv[0], &args);
}
