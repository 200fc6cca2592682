/* players.c: every connection is a person with a seat at each of its tables. A seat
 * receives updates and chooses its next action at once; the pace decides when it is
 * sent. */
#include "load/players.h"

#include "engine/random.h"
#include "load/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICE_MAX = 512, MESSAGE_MOST = CHOICE_MAX + 128, PATIENCE_S = 60 };

#define SECOND 1000000000LL

typedef struct Seat {
    char table[CODE_MAX];
    long n;            /* the table's number in the last update */
    int64_t asked_at;  /* when the pending move was due; 0: none */
    int has_update;    /* an update, since it joined the table */
    int is_moving;     /* the game is over, and it moves to the next */
    int is_waiting;    /* in the queue, with: */
    int choice_length; /* 0: not its turn */
    char choice[CHOICE_MAX];
} Seat;

typedef struct Players {
    Party *party;
    const PlayersPlan *plan;
    PlayersResult *result;
    Crowd *crowd;
    Rng rng;
    int tables_each;
    Seat *seats; /* those of connection i are */
    int seat_count, ready_count;
    int *queue; /* ring of seats that can act, for a steady rate */
    int queue_begin, queue_length;
    Samples samples;
    int64_t patience_ends;      /* deadline for the first update of every seat */
    int64_t begins, ends, next; /* of the measurement; the next move of a steady rate */
    int is_counting;
    double server_before;
} Players;

/* ------------------------------------------------------------------------- */
/* Sending                                                                   */
/* ------------------------------------------------------------------------- */

static int line_of(const Players *players, const Seat *seat)
{
    return (int)(seat - players->seats) / players->tables_each;
}

static int is_host(const Players *players, const Seat *seat)
{
    return line_of(players, seat) % 2 == 0;
}

static void send_for_table(Players *players, const Seat *seat, const char *what,
                           const char *more)
{
    char message[MESSAGE_MOST];
    int length = snprintf(message, sizeof message, "{\"do\":\"%s\",\"table\":\"%s\"%s}",
                          what, seat->table, more);

    crowd_send(players->crowd, line_of(players, seat), message, (size_t)length);
}

static void watch(Players *players, const Seat *seat)
{
    char more[128] = "";

    if (players->plan->with != NULL)
        snprintf(more, sizeof more, ",\"with\":%s", players->plan->with);
    send_for_table(players, seat, "watch", more);
}

static void act(Players *players, Seat *seat, int64_t due)
{
    char message[MESSAGE_MOST];
    int length =
        snprintf(message, sizeof message,
                 "{\"do\":\"act\",\"id\":%ld,\"table\":\"%s\",\"n\":%ld,\"action\":%.*s}",
                 seat->n, seat->table, seat->n, seat->choice_length, seat->choice);

    seat->asked_at = due;
    seat->choice_length = 0;
    crowd_send(players->crowd, line_of(players, seat), message, (size_t)length);
}

/* ------------------------------------------------------------------------- */
/* Receiving                                                                 */
/* ------------------------------------------------------------------------- */

static Seat *find_seat(Players *players, int line, const char *message, size_t length)
{
    Seat *seats = &players->seats[line * players->tables_each];
    char code[CODE_MAX];

    if (!scan_text(message, length, "table", code, sizeof code))
        return NULL;
    for (int i = 0; i < players->tables_each; i++) {
        if (strcmp(seats[i].table, code) == 0)
            return &seats[i];
    }
    return NULL;
}

static void enqueue(Players *players, Seat *seat)
{
    int end = (players->queue_begin + players->queue_length) % players->seat_count;

    if (seat->is_waiting)
        return;
    seat->is_waiting = 1;
    players->queue[end] = (int)(seat - players->seats);
    players->queue_length++;
}

static void choose(Players *players, Seat *seat, const char *message, size_t length)
{
    int count = scan_action_count(message, length);
    Piece piece;

    seat->choice_length = 0;
    if (count == 0)
        return;
    piece = scan_action(message, length, (int)rng_below(&players->rng, (uint32_t)count));
    if (piece.length > CHOICE_MAX)
        return;
    memcpy(seat->choice, piece.bytes, piece.length);
    seat->choice_length = (int)piece.length;
}

static void note_answer(Players *players, Seat *seat)
{
    if (players->is_counting) {
        players->result->moves++;
        samples_add(&players->samples, crowd_now() - seat->asked_at);
    }
    seat->asked_at = 0;
}

static void on_update(Players *players, Seat *seat, const char *message, size_t length)
{
    long n = scan_number(message, length, "n");

    if (seat->asked_at != 0 && n > seat->n)
        note_answer(players, seat);
    seat->n = n;
    if (!seat->has_update) {
        seat->has_update = 1;
        players->ready_count++;
    }
    choose(players, seat, message, length);
    if (seat->choice_length == 0)
        return;
    if (players->plan->moves_per_s > 0)
        enqueue(players, seat);
    else
        act(players, seat, crowd_now());
}

static void go_to(Players *players, Seat *seat, const char *next)
{
    send_for_table(players, seat, "leave", "");
    snprintf(seat->table, sizeof seat->table, "%s", next);
    seat->n = 0;
    seat->is_moving = 0;
    watch(players, seat);
}

/* After a game the host opens a rematch and starts it. */
static void on_table(Players *players, Seat *seat, const char *message, size_t length)
{
    char state[16], next[CODE_MAX];

    if (!scan_text(message, length, "state", state, sizeof state))
        return;
    if (strcmp(state, "over") == 0
        && scan_text(message, length, "next", next, sizeof next)) {
        go_to(players, seat, next);
    } else if (strcmp(state, "playing") == 0) {
        seat->is_moving = 0;
    } else if (!seat->is_moving && is_host(players, seat)) {
        seat->is_moving = 1;
        players->result->games += players->is_counting && strcmp(state, "over") == 0;
        send_for_table(players, seat, strcmp(state, "over") == 0 ? "rematch" : "start", "");
    }
}

static void receive(void *context, int line, char *message, size_t length)
{
    Players *players = context;
    Seat *seat;

    if (scan_is(message, length, "error")) {
        players->result->errors++;
        fault_set(&players->result->first_error, "%.*s", (int)(length < 300 ? length : 300),
                  message);
        return;
    }
    seat = find_seat(players, line, message, length);
    if (seat == NULL)
        return;
    if (scan_is(message, length, "update"))
        on_update(players, seat, message, length);
    else if (scan_is(message, length, "table"))
        on_table(players, seat, message, length);
}

/* ------------------------------------------------------------------------- */
/* Time                                                                      */
/* ------------------------------------------------------------------------- */

static int64_t nanoseconds(double seconds)
{
    return (int64_t)(seconds * (double)SECOND);
}

/* All seats have an update: the warm-up begins, then the measurement. */
static void begin(Players *players, int64_t now)
{
    players->begins = now + nanoseconds(players->plan->warm_up);
    players->ends = players->begins + nanoseconds(players->plan->seconds);
    players->next = now;
}

static void begin_to_count(Players *players, int64_t now)
{
    players->is_counting = 1;
    players->begins = now;
    players->server_before = process_seconds(players->plan->server);
    if (players->plan->turns != NULL)
        players->plan->turns(players->plan->context, 0);
}

static void end(Players *players, int64_t now)
{
    PlayersResult *result = players->result;

    players->is_counting = 0;
    if (players->plan->turns != NULL)
        players->plan->turns(players->plan->context, 1);
    result->seconds = (double)(now - players->begins) / (double)SECOND;
    result->server_seconds =
        process_seconds(players->plan->server) - players->server_before;
    result->p50 = samples_below(&players->samples, 0.5);
    result->p99 = samples_below(&players->samples, 0.99);
    result->lost = crowd_lost(players->crowd);
}

/* Sends the due moves of a steady rate. If no seat can act, the move is late, and its
 * latency counts from when it was due. */
static void keep_pace(Players *players, int64_t now)
{
    while (players->next <= now && players->queue_length > 0) {
        Seat *seat = &players->seats[players->queue[players->queue_begin]];
        players->queue_begin = (players->queue_begin + 1) % players->seat_count;
        players->queue_length--;
        seat->is_waiting = 0;
        if (seat->choice_length == 0)
            continue;
        act(players, seat, players->next);
        players->next += nanoseconds(1 / players->plan->moves_per_s);
    }
}

static int64_t due(void *context, int64_t now)
{
    Players *players = context;

    if (players->begins == 0 && players->ready_count == players->seat_count)
        begin(players, now);
    if (players->begins == 0)
        return players->patience_ends;
    if (!players->is_counting && now >= players->begins)
        begin_to_count(players, now);
    if (now >= players->ends) {
        end(players, now);
        return now;
    }
    if (players->plan->moves_per_s <= 0)
        return players->is_counting ? players->ends : players->begins;
    keep_pace(players, now);
    if (players->queue_length > 0 && players->next < players->ends)
        return players->next;
    return players->is_counting ? players->ends : players->begins;
}

/* ------------------------------------------------------------------------- */
/* A run                                                                     */
/* ------------------------------------------------------------------------- */

static int take_seats(Players *players, Fault *fault)
{
    const Party *party = players->party;

    players->tables_each = party->tables / (party->people / 2);
    players->seat_count = party->people * players->tables_each;
    players->seats = calloc((size_t)players->seat_count, sizeof *players->seats);
    players->queue = calloc((size_t)players->seat_count, sizeof *players->queue);
    if (players->seats == NULL || players->queue == NULL)
        return fault_set(fault, "There is no memory left.");
    for (int i = 0; i < players->seat_count; i++) {
        int pair = i / players->tables_each / 2;
        int table = pair + i % players->tables_each * (party->people / 2);
        memcpy(players->seats[i].table, party->codes[table], CODE_MAX);
    }
    return 1;
}

static void return_seats(Players *players)
{
    Party *party = players->party;

    for (int i = 0; i < players->seat_count; i++) {
        int pair = i / players->tables_each / 2;
        int table = pair + i % players->tables_each * (party->people / 2);
        if (is_host(players, &players->seats[i]))
            memcpy(party->codes[table], players->seats[i].table, CODE_MAX);
    }
}

static int play(Players *players, Fault *fault)
{
    CrowdCalls calls = { .context = players, .on_message = receive, .due = due };

    for (int i = 0; i < players->seat_count; i++)
        watch(players, &players->seats[i]);
    players->patience_ends = crowd_now() + PATIENCE_S * SECOND;
    if (!crowd_run(players->crowd, &calls, fault))
        return 0;
    if (players->begins == 0)
        return fault_set(fault, "Only %d of %d seats received an update. %s",
                         players->ready_count, players->seat_count,
                         players->result->first_error.sentence);
    return 1;
}

int players_play(Party *party, const PlayersPlan *plan, PlayersResult *result, Fault *fault)
{
    Players players = { .party = party, .plan = plan, .result = result };
    int is_fine;

    *result = (PlayersResult){ 0 };
    rng_seed(&players.rng, plan->seed);
    players.crowd = party_connect(party, fault);
    is_fine = players.crowd != NULL && take_seats(&players, fault);
    if (is_fine) {
        is_fine = play(&players, fault);
        return_seats(&players);
    }
    crowd_free(players.crowd);
    samples_free(&players.samples);
    free(players.seats);
    free(players.queue);
    return is_fine;
}
