/* board_check.c: compares the positions that readers received with the rules. */
#include "board.h"

#include "play/save.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Match *read_save(const Board *board)
{
    char path[64];
    Fault fault = { 0 };
    Answer answer;
    Match *match;

    snprintf(path, sizeof path, "/api/1/tables/%s/save", board->code);
    answer = ask(board->house, &board->people[0], path, NULL);
    cr_assert_eq(answer.status, 200, "%d %s", answer.status, answer.reply.body.bytes);
    match = save_read(answer.reply.body.bytes, answer.reply.body.length, &SAVE_START_JSON,
                      NULL, &fault);
    cr_assert_not_null(match, "%s", fault.sentence);
    answer_free(&answer);
    return match;
}

void check_position(const Match *match, int seat, const char *shown)
{
    State view = { { 0 } };
    Text text = { 0 };
    JsonOut out = { .text = &text };

    match_game(match)->observe(match_state(match), seat, &view);
    position_format(&out, match_game(match), match_setup(match), &view, SEEN_AS_VIEW);
    cr_assert_str_eq(shown, text.bytes);
    text_free(&text);
}

static void check_events(const Match *match, int seat, const Events *events,
                         const Shown *shown)
{
    char names[2048] = "";

    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        if (!event_is_seen_by(event, seat))
            continue;
        strcat(names, match_game(match)->event_kinds[event->kind].word);
        strcat(names, " ");
    }
    cr_assert_str_eq(shown->events, names);
}

static void check_reader(const Board *board, const Match *match, long n, int reader,
                         const Events *events)
{
    int seat = reader == SPECTATOR ? NOBODY : reader;
    const Shown *shown = &board->shown[n][reader];
    Action actions[ACTIONS_MAX];
    int count =
        seat == NOBODY ? 0 : match_game(match)->list(match_state(match), seat, actions);

    cr_assert_not_null(shown->position, "Reader %d received nothing after %ld", reader, n);
    check_position(match, seat, shown->position);
    check_events(match, seat, events, shown);
    cr_assert_eq(shown->actions, count);
}

static void check_readers(const Board *board, const Match *match, long n,
                          const Events *events)
{
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] != NULL)
            check_reader(board, match, n, i, events);
    }
}

static void check_numbers(const Json *list, const int *numbers, int count)
{
    cr_assert_eq(list->length, (uint32_t)count);
    for (int i = 0; i < count; i++)
        cr_assert_eq(entry_at(list, i)->number, numbers[i]);
}

/* The public table now shows the result and the seed. */
static void check_result(const Board *board, const Match *match)
{
    char path[64];
    int scores[SEATS_MAX], places[SEATS_MAX];
    Text seed = { 0 };
    Answer answer;

    snprintf(path, sizeof path, "/api/1/tables/%s", board->code);
    answer = ask(board->house, NULL, path, NULL);
    cr_assert_eq(answer.status, 200);
    cr_assert_str_eq(text_at(answer.json, "state"), "over");
    match_game(match)->scores(match_state(match), scores);
    match_game(match)->ranking(match_state(match), places);
    check_numbers(json_at(answer.json, "scores"), scores, board->seats);
    check_numbers(json_at(answer.json, "ranking"), places, board->seats);
    text_add_hex(&seed, match_setup(match)->seed, SEED_BYTES);
    cr_assert_str_eq(text_at(answer.json, "seed"), seed.bytes);
    text_free(&seed);
    answer_free(&answer);
}

void board_check(Board *board)
{
    Match *save = read_save(board);
    Match *match = match_new(match_game(save), match_setup(save));
    Events events = { 0 };

    cr_assert(board->is_over);
    cr_assert_eq(match_move_count(save), board->n);
    cr_assert(game_is_over(match_game(save), match_state(save)));
    cr_assert_not_null(match);
    check_readers(board, match, 0, &events);
    for (int i = 0; i < match_move_count(save); i++) {
        const Move *move = &match_moves(save)[i];
        events.count = 0;
        cr_assert_eq(match_apply(match, move->seat, move->action, &events), MATCH_OK);
        check_readers(board, match, i + 1, &events);
    }
    check_result(board, save);
    match_free(match);
    match_free(save);
}
