/* board.c: a table, its players and its spectator, as real clients. */
#include "board.h"

#include "load/scan.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[SEATS_MAX] = { "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn" };

/* ------------------------------------------------------------------------- */
/* Opening                                                                   */
/* ------------------------------------------------------------------------- */

static void open_table(Board *board, const char *game, const char *more)
{
    char seats[128] = "\"me\"";

    for (int i = 1; i < board->seats; i++)
        strcat(seats, ",\"open\"");
    table_new(board->house, &board->people[0], board->code,
              "{\"game\":\"%s\",\"seats\":[%s],\"public\":true%s}", game, seats, more);
}

static void gather(Board *board)
{
    for (int i = 0; i < board->seats; i++) {
        board->tabs[i] = tab_open(board->house, &board->people[i]);
        if (i > 0)
            tab_must(board->tabs[i], "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d}",
                     board->code, i);
    }
    board->tabs[SPECTATOR] = tab_open(board->house, NULL);
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] != NULL)
            tab_must(board->tabs[i], "{\"do\":\"watch\",\"table\":\"%s\"}", board->code);
    }
    tab_send(board->tabs[0], "{\"do\":\"start\",\"table\":\"%s\"}", board->code);
    board_receive(board);
}

Board *board_open_for(House *house, const Person *people, const char *game, int seats,
                      const char *more)
{
    Board *board = calloc(1, sizeof *board);

    cr_assert_not_null(board);
    board->house = house;
    board->seats = seats;
    memcpy(board->people, people, (size_t)seats * sizeof *people);
    rng_seed(&board->rng, (uint64_t)seats);
    open_table(board, game, more);
    gather(board);
    return board;
}

Board *board_open(House *house, const char *game, int seats, const char *more)
{
    Person people[SEATS_MAX];

    for (int i = 0; i < seats; i++)
        people[i] = person_new(house, NAMES[i]);
    return board_open_for(house, people, game, seats, more);
}

void board_close(Board *board)
{
    for (long n = 0; n < board->shown_room; n++) {
        for (int i = 0; i < READERS; i++) {
            free(board->shown[n][i].position);
            free(board->shown[n][i].events);
        }
    }
    free(board->shown);
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] != NULL)
            tab_close(board->tabs[i]);
    }
    free(board);
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

static Shown *shown_at(Board *board, long n, int reader)
{
    if (n >= board->shown_room) {
        long room = n + 256;
        board->shown = realloc(board->shown, (size_t)room * sizeof *board->shown);
        cr_assert_not_null(board->shown);
        memset(board->shown + board->shown_room, 0,
               (size_t)(room - board->shown_room) * sizeof *board->shown);
        board->shown_room = room;
    }
    return &board->shown[n][reader];
}

static char *names_of_events(const Json *events)
{
    char names[2048] = "";
    const Json *event = json_first(events);

    for (uint32_t i = 0; i < events->length; i++, event = json_beside(event)) {
        strncat(names, text_at(event, "event"), sizeof names - strlen(names) - 2);
        strcat(names, " ");
    }
    return strdup(names);
}

static void keep_shown(Board *board, int reader, const Json *update)
{
    const Text *bytes = &board->tabs[reader]->ws.message;
    Shown *shown = shown_at(board, board->n, reader);
    Piece position = scan_object(bytes->bytes, bytes->length, "position");

    free(shown->position);
    free(shown->events);
    shown->position = strndup(position.bytes, position.length);
    shown->events = names_of_events(json_at(update, "events"));
    shown->actions = (int)json_at(update, "actions")->length;
}

static void choose(Board *board, int seat)
{
    const Text *bytes = &board->tabs[seat]->ws.message;
    int count = scan_action_count(bytes->bytes, bytes->length);
    Piece piece;

    board->actions[seat][0] = '\0';
    if (count == 0)
        return;
    piece = scan_action(bytes->bytes, bytes->length,
                        (int)rng_below(&board->rng, (uint32_t)count));
    cr_assert_lt(piece.length, ACTION_ROOM);
    memcpy(board->actions[seat], piece.bytes, piece.length);
    board->actions[seat][piece.length] = '\0';
}

void board_receive_one(Board *board, int reader)
{
    const Json *update;

    do {
        update = tab_wait_for(board->tabs[reader], "update");
        cr_assert_leq(number_at(update, "n"), board->n);
    } while (number_at(update, "n") < board->n);
    if (reader == SPECTATOR)
        cr_assert(is_null_at(update, "seat"));
    else
        cr_assert_eq(number_at(update, "seat"), reader);
    keep_shown(board, reader, update);
    board->is_over = is_at(json_at(update, "position"), "over");
    cr_assert(!board->is_over || !is_at(update, "undo"), "The end can be taken back");
    if (reader != SPECTATOR)
        choose(board, reader);
}

void board_receive(Board *board)
{
    for (int i = 0; i < READERS; i++) {
        if (board->tabs[i] != NULL)
            board_receive_one(board, i);
    }
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

int board_pick_seat(Board *board)
{
    int seat, waiting = 0;

    for (int i = 0; i < board->seats; i++)
        waiting += board->actions[i][0] != '\0';
    cr_assert_gt(waiting, 0, "Nobody can act at %ld", board->n);
    waiting = (int)rng_below(&board->rng, (uint32_t)waiting);
    for (seat = 0; board->actions[seat][0] == '\0' || waiting-- > 0; seat++)
        ;
    return seat;
}

void board_act(Board *board, int seat)
{
    tab_send(board->tabs[seat], "{\"do\":\"act\",\"table\":\"%s\",\"n\":%ld,\"action\":%s}",
             board->code, board->n, board->actions[seat]);
    board->n++;
    board_receive(board);
}

void board_play(Board *board, long moves)
{
    for (long i = 0; i != moves && !board->is_over; i++)
        board_act(board, board_pick_seat(board));
}

void board_reconnect(Board *board, int reader)
{
    tab_close(board->tabs[reader]);
    board->tabs[reader] =
        tab_open(board->house, reader == SPECTATOR ? NULL : &board->people[reader]);
    tab_send(board->tabs[reader], "{\"do\":\"watch\",\"table\":\"%s\",\"since\":%ld}",
             board->code, board->n);
    board_receive_one(board, reader);
}

void table_with_undos(const House *house, const Person *person, int undos,
                      char code[CODE_ROOM])
{
    table_new(house, person, code,
              "{\"game\":\"freight-train\",\"options\":{\"first\":0},"
              "\"seats\":[\"me\",\"random\"],\"public\":true}");
    Tab *tab = tab_open(house, person);
    tab_must(tab, "{\"do\":\"watch\",\"table\":\"%s\",\"with\":[]}", code);
    tab_must(tab, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    for (int n = 0; n < 2 * undos; n += 2) {
        tab_must(tab,
                 "{\"do\":\"act\",\"table\":\"%s\",\"n\":%d,"
                 "\"action\":{\"do\":\"take\",\"siding\":0}}",
                 code, n);
        tab_must(tab, "{\"do\":\"undo\",\"table\":\"%s\",\"n\":%d}", code, n + 1);
    }
    tab_close(tab);
}
