/* full_remote.c: a table at a server on the full screen. What others do comes over
 * the connection; what one does oneself is sent, and shown when it has come back. */
#include "tui/full_inside.h"

#include "tui/at_table.h"
#include "wire/sentences.h"

#include <stdlib.h>
#include <string.h>

enum { ITEM_TEXT = 256, SECOND = 1000, FIRST_ITEM_ROW = 3 };

struct AtServer {
    AtTable at;                     /* first: a sitting's `at` is an AtServer */
    Action queue[LINE_ACTIONS_MAX]; /* the rest of a line */
    int queued, queue_at;
    int asked_at; /* n of the question in the menu; -1: none */
    int chat_shown;
    int wants_next; /* the rematch was asked for: to be gone to once it is there */
    SeatItem items[SEAT_ITEMS_MAX];
    int item_count, item;
};

static AtServer *server_of(const Sitting *sitting)
{
    return sitting->at;
}

const RemoteTable *full_remote_table(const Full *full)
{
    return full->sitting.match == NULL && full->mode != MODE_REPLAY
               ? &server_of(&full->sitting)->at.table
               : NULL;
}

/* One after the other, each when the one before has come back. */
static SittingStatus move_line(Sitting *sitting, int seat, const Reading *reading)
{
    AtServer *server = server_of(sitting);

    memcpy(server->queue, reading->actions, sizeof server->queue);
    server->queued = reading->count;
    server->queue_at = 1;
    return at_table_move(sitting, seat, reading->actions[0]);
}

static const Host SERVER_HOST = {
    .observe = at_table_observe,
    .move = at_table_move,
    .move_line = move_line,
    .can_undo = at_table_can_undo,
    .take_back = at_table_take_back,
    .moves = at_table_moves,
};

/* ------------------------------------------------------------------------- */
/* Who is next                                                               */
/* ------------------------------------------------------------------------- */

/* The same question again, as when others bid at the same time, keeps what was
 * chosen. */
static void ask(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    Question *before = malloc(sizeof *before);
    int chosen = full->menu.chosen, offset = full->menu.offset;
    int was_asking = full->mode == MODE_ASK;

    if (before != NULL)
        *before = full->menu.question;
    full->mode = MODE_ASK;
    full->seat = server->at.table.seat;
    sitting_ask(&full->sitting, full->seat, &full->menu);
    const Question *after = &full->menu.question;
    if (was_asking && before != NULL && before->action_count == after->action_count
        && memcmp(before->actions, after->actions,
                  (size_t)after->action_count * sizeof *after->actions)
               == 0) {
        full->menu.chosen = chosen;
        full->menu.offset = offset;
    } else {
        full->typed[0] = '\0';
    }
    free(before);
    server->asked_at = server->at.table.n;
}

void full_remote_advance(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    const RemoteTable *table = &server->at.table;
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);

    if (table->game == NULL || table->state == TABLE_OPEN || !table->has_view) {
        full->mode = MODE_SEATS;
        return;
    }
    if (table->state == TABLE_OVER || waiting == 0) {
        full->mode = MODE_OVER;
        full->seat = NOBODY;
        return;
    }
    if (!at_table_is_ours(&server->at)) {
        full->mode = MODE_WAIT;
        full->seat = seats_first(waiting);
        server->asked_at = -1;
    } else if (full->mode != MODE_ASK || server->asked_at != table->n) {
        ask(full);
    }
}

/* ------------------------------------------------------------------------- */
/* News                                                                      */
/* ------------------------------------------------------------------------- */

static void tell_chat(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    const RemoteTable *table = &server->at.table;

    if (table->chat_total == server->chat_shown || table->chat_count == 0)
        return;
    const ChatLine *line = &table->chat[table->chat_count - 1];
    snprintf(full->notice, sizeof full->notice, "%.*s: %.*s", TABLE_NAME_MAX, line->name,
             SCREEN_TEXT_MAX - TABLE_NAME_MAX - 8, line->text);
    full->notice_ink = INK_GOOD;
    server->chat_shown = table->chat_total;
}

/* The next move of a line, once the one before has come back. */
static void go_on_with_line(Full *full)
{
    AtServer *server = server_of(&full->sitting);

    if (server->queue_at >= server->queued || full->mode != MODE_ASK)
        return;
    full_act(full, server->queue[server->queue_at++]);
}

static void take_complaint(Full *full, RemoteTable *table)
{
    AtServer *server = server_of(&full->sitting);

    if (table->complaint[0] == '\0')
        return;
    snprintf(full->notice, sizeof full->notice, "%s", table->complaint);
    full->notice_ink = INK_WARNING;
    table->complaint[0] = '\0';
    server->queued = 0;
    server->asked_at = -1;
    server->wants_next = 0;
}

static void go_to_next(Full *full)
{
    const RemoteTable *table = full_remote_table(full);

    snprintf(full->result.wanted, sizeof full->result.wanted, "%s", table->next);
    full_leave(full, FULL_NEW);
}

/* Whoever has played asks for it even if there is one: it may have been closed. */
static void want_next(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    RemoteTable *table = &server->at.table;

    if (table->seat == NOBODY && table->next[0] != '\0') {
        go_to_next(full);
        return;
    }
    server->wants_next = 1;
    table->next[0] = '\0';
    remote_do(table, "rematch");
    full_notice(full, INK_PLAIN, "play.remote.rematch", NULL, 0);
}

static void take_news(Full *full, const News *news)
{
    AtServer *server = server_of(&full->sitting);
    RemoteTable *table = &server->at.table;
    int was_connected = table->is_connected;

    at_table_hear(&server->at, news, full_clock());
    full->viewer = table->seat;
    take_complaint(full, table);
    if (was_connected && !table->is_connected) {
        full_notice(full, INK_WARNING, "play.remote.lost", NULL, 0);
        server->queued = 0;
    } else if (!was_connected && table->is_connected) {
        full->notice[0] = '\0';
    }
    tell_chat(full);
    full_remote_advance(full);
    go_on_with_line(full);
    if (server->wants_next && table->next[0] != '\0')
        go_to_next(full);
}

static void take_all_news(Full *full)
{
    AtServer *server = server_of(&full->sitting);

    for (;;) {
        News news = connection_take(server->at.connection);
        if (news.kind == NEWS_NONE)
            return;
        take_news(full, &news);
        text_free(&news.message);
    }
}

/* ------------------------------------------------------------------------- */
/* Before the game: who sits where                                           */
/* ------------------------------------------------------------------------- */

static void do_item(Full *full)
{
    AtServer *server = server_of(&full->sitting);

    if (server->item < server->item_count)
        at_table_do(&server->at, &server->items[server->item]);
}

static void draw_seat(Full *full, Screen *screen, int seat)
{
    const RemoteTable *table = full_remote_table(full);
    const TableSeat *at = &table->seats[seat];

    screen_go(screen, 4);
    screen_number(screen, INK_STRONG, seat + 1, 1);
    screen_go(screen, 7);
    screen_put(screen, at->who == SEAT_OPEN ? INK_FAINT : INK_STRONG,
               at->who == SEAT_OPEN ? words_find(full->table->language, "play.remote.open")
                                    : full->sitting.whole_names[seat]);
    if (seat == table->seat) {
        screen_put(screen, INK_GOOD, "  ◀ ");
        screen_put(screen, INK_GOOD, words_find(full->table->language, "play.remote.you"));
    } else if (at->who == SEAT_PERSON && !at->is_here) {
        screen_put(screen, INK_FAINT, "  ");
        screen_put(screen, INK_FAINT,
                   words_find(full->table->language, "play.remote.gone"));
    }
    screen_line(screen);
}

static void draw_item(Full *full, Screen *screen, int i)
{
    const AtServer *server = server_of(&full->sitting);
    char text[ITEM_TEXT];

    at_table_item_words(&server->at, &server->items[i], text, sizeof text);
    screen_go(screen, 4);
    screen->spot = i + 1;
    screen_put(screen, i == server->item ? INK_CHOSEN : INK_PLAIN, text);
    screen->spot = NO_SPOT;
    screen_line(screen);
}

/* The whole screen before the game has begun. */
void full_remote_draw_seats(Full *full, int width, int height)
{
    AtServer *server = server_of(&full->sitting);
    const RemoteTable *table = &server->at.table;
    Screen screen = { .language = full->table->language,
                      .players = full->sitting.names.names,
                      .width = width,
                      .canvas = &full->canvas,
                      .row = FIRST_ITEM_ROW - 1 };

    canvas_repeat(&full->canvas, 0, 0, INK_BAR, " ", width);
    full_remote_bar(full, width);
    if (table->game == NULL) {
        screen.indent = 2;
        screen_say(&screen, INK_FAINT,
                   table->is_connected ? "play.remote.asking" : "play.remote.connecting",
                   NULL, 0);
    } else {
        canvas_put(&full->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
                   game_title(full->table->language, table->game));
        for (int seat = 0; seat < table->setup.seats; seat++)
            draw_seat(full, &screen, seat);
        screen_line(&screen);
        server->item_count = at_table_items(&server->at, server->items);
        if (server->item >= server->item_count)
            server->item = 0;
        for (int i = 0; i < server->item_count; i++)
            draw_item(full, &screen, i);
        screen_line(&screen);
        screen.indent = 4;
        screen_say(&screen, INK_FAINT,
                   table->state == TABLE_CLOSED ? "play.remote.closed"
                                                : "play.remote.waiting",
                   NULL, 0);
        screen_line(&screen);
    }
    screen_line(&screen);
    full_remote_chat(full, &screen, height - 3 - screen.row);
}

/* ------------------------------------------------------------------------- */
/* What else is to be seen                                                   */
/* ------------------------------------------------------------------------- */

/* "4:05", or nothing where no clock runs. */
static void clock_text(const Full *full, char *out, size_t size)
{
    const RemoteTable *table = full_remote_table(full);
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);
    int seat = table->seat != NOBODY && seats_have(waiting, table->seat)
                   ? table->seat
                   : seats_first(waiting);

    out[0] = '\0';
    if (seat == NOBODY || table->clocks[seat] < 0)
        return;
    long long left = table->clocks[seat] - (full_clock() - table->clocks_at);
    if (left < 0)
        left = 0;
    snprintf(out, size, "%lld:%02lld  ", left / 60000, left / 1000 % 60);
}

/* On the right of the bar: the clock, the table's code, the connection. */
void full_remote_bar(Full *full, int width)
{
    const RemoteTable *table = full_remote_table(full);
    char clock[32], text[128];

    clock_text(full, clock, sizeof clock);
    snprintf(text, sizeof text, "  %s%s %s ", clock, table->code,
             table->is_connected ? "■" : "░");
    canvas_put(&full->canvas, 0, width - text_width(text), INK_BAR, NO_SPOT, text);
}

void full_remote_chat(Full *full, Screen *screen, int rows)
{
    const RemoteTable *table = full_remote_table(full);
    int first = table->chat_count > rows ? table->chat_count - rows : 0;

    for (int i = first; i < table->chat_count && rows > 0; i++) {
        screen_go(screen, 2);
        screen_put(screen, INK_GOOD, table->chat[i].name);
        screen_put(screen, INK_GOOD, ":");
        screen->indent = 4;
        screen_wrap(screen, INK_PLAIN, table->chat[i].text);
        screen->indent = 0;
        screen_line(screen);
    }
}

void full_remote_sentence(const Full *full, char *out, size_t size)
{
    const AtServer *server = server_of(&full->sitting);
    const RemoteTable *table = &server->at.table;
    const char *name = full->seat == NOBODY ? "" : full->sitting.names.names[full->seat];
    WordsArgument player = { "player", name, 0 };
    const char *key = "play.remote.turn";

    if (!table->is_connected)
        key = "play.remote.lost";
    else if (server->at.sent_at >= 0)
        key = "play.remote.sent";
    else if (table->is_away)
        key = "play.remote.away";
    words_write(full->table->language, key, &player, 1, out, size);
}

int full_remote_can_hint(const Full *full)
{
    const RemoteTable *table = full_remote_table(full);

    for (int seat = 0; seat < table->setup.seats; seat++) {
        if (seat != table->seat && table->seats[seat].who == SEAT_PERSON)
            return 0;
    }
    return 1;
}

/* ------------------------------------------------------------------------- */
/* Keys                                                                      */
/* ------------------------------------------------------------------------- */

void full_remote_say(Full *full, const char *text)
{
    remote_chat(&server_of(&full->sitting)->at.table, text);
}

/* 1: that was a key of a table at a server. */
int full_remote_key(Full *full, char letter)
{
    AtServer *server = server_of(&full->sitting);

    switch (letter) {
    case 'b':
        if (server->at.table.is_away)
            remote_do(&server->at.table, "return");
        return 1;
    case 'n':
        if (full->mode == MODE_OVER)
            want_next(full);
        return 1;
    case 's':
    case 'o':
        return 1;
    case 'h':
        if (full_remote_can_hint(full))
            return 0;
        full_notice(full, INK_WARNING, "play.remote.no-hint", NULL, 0);
        return 1;
    default:
        return 0;
    }
}

void full_remote_handle_seats(Full *full, const TermEvent *event)
{
    AtServer *server = server_of(&full->sitting);
    const Cell *cell = canvas_at(&full->canvas, event->row, event->column);

    full->notice[0] = '\0';
    switch (event->kind) {
    case TERM_UP:
        server->item -= server->item > 0;
        break;
    case TERM_DOWN:
    case TERM_TAB:
        server->item += server->item + 1 < server->item_count;
        break;
    case TERM_ENTER:
        do_item(full);
        break;
    case TERM_CLICK:
        if (cell == NULL || cell->spot == NO_SPOT || cell->spot > server->item_count)
            break;
        server->item = cell->spot - 1;
        do_item(full);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static int has_running_clock(const RemoteTable *table)
{
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (seats_have(waiting, seat) && table->clocks[seat] >= 0)
            return 1;
    }
    return 0;
}

static void go_on(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    const int descriptors[] = { connection_descriptor(server->at.connection),
                                thinker_descriptor(full->thinker) };

    while (!full->wants_to_leave) {
        full_show(full);
        TermEvent event =
            term_wait(has_running_clock(&server->at.table) ? SECOND : -1, descriptors, 2);
        full_handle(full, &event);
        if (full->wants_to_leave)
            return;
        take_all_news(full);
        full_take_answer(full);
    }
}

FullResult full_remote(Connection *connection, const char *code, Language language)
{
    const FullTable table = { .language = language };
    AtServer server = { .asked_at = -1 };
    Full full = { .table = &table, .mode = MODE_SEATS, .seat = NOBODY, .viewer = NOBODY };

    at_table_begin(&server.at, &full.sitting, connection, code, language);
    full.sitting.host = &SERVER_HOST;
    full.thinker = thinker_new();
    if (full.thinker != NULL)
        go_on(&full);
    else
        full.result.end = FULL_NO_MEMORY;
    full_free(&full);
    at_table_end(&server.at);
    return full.result;
}
