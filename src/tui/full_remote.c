/* full_remote.c: a table at a server on the full screen. What others do comes over
 * the connection; what one does oneself is sent, and shown when it has come back. */
#include "tui/full_inside.h"

#include "wire/sentences.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 2 * SEATS_MAX + 4, ITEM_TEXT = 256, SECOND = 1000, FIRST_ITEM_ROW = 3 };

/* What can be done before a game begins. */
typedef enum ItemKind { ITEM_SIT, ITEM_BOT, ITEM_FREE, ITEM_STAND, ITEM_START } ItemKind;

typedef struct Item {
    ItemKind kind;
    int seat;
} Item;

struct AtServer {
    RemoteTable table;
    Connection *connection;
    char names[SEATS_MAX][TABLE_NAME_MAX];
    const char *name_list[SEATS_MAX];
    int *starts; /* of each move in the journal that was not undone */
    int start_count, start_room;
    int sent_at; /* n when something was sent that has not come back; -1: nothing */
    Action queue[LINE_ACTIONS_MAX]; /* the rest of a line */
    int queued, queue_at;
    int asked_at; /* n of the question in the menu; -1: none */
    int chat_shown;
    Item items[ITEMS_MAX];
    int item_count, item;
};

static AtServer *server_of(const Sitting *sitting)
{
    return sitting->at;
}

const RemoteTable *full_remote_table(const Full *full)
{
    return full->sitting.match == NULL && full->mode != MODE_REPLAY
               ? &server_of(&full->sitting)->table
               : NULL;
}

/* ------------------------------------------------------------------------- */
/* The host                                                                  */
/* ------------------------------------------------------------------------- */

static void observe(const Sitting *sitting, int seat, State *view)
{
    (void)seat; /* there is only what the server shows us */
    *view = server_of(sitting)->table.view;
}

static SittingStatus move(Sitting *sitting, int seat, Action action)
{
    AtServer *server = server_of(sitting);

    (void)seat;
    if (!server->table.is_connected)
        return SITTING_REFUSED;
    remote_act(&server->table, action);
    server->sent_at = server->table.n;
    return SITTING_OK;
}

/* One after the other, each when the one before has come back. */
static SittingStatus move_line(Sitting *sitting, int seat, const Reading *reading)
{
    AtServer *server = server_of(sitting);

    memcpy(server->queue, reading->actions, sizeof server->queue);
    server->queued = reading->count;
    server->queue_at = 1;
    return move(sitting, seat, reading->actions[0]);
}

static int can_undo(const Sitting *sitting, int seat)
{
    const AtServer *server = server_of(sitting);

    (void)seat;
    return server->table.can_undo && server->table.is_connected && server->sent_at < 0;
}

static void take_back(Sitting *sitting)
{
    AtServer *server = server_of(sitting);

    remote_undo(&server->table);
    server->sent_at = server->table.n;
}

static int moves(const Sitting *sitting)
{
    return server_of(sitting)->table.n;
}

static const Host SERVER_HOST = {
    .observe = observe,
    .move = move,
    .move_line = move_line,
    .can_undo = can_undo,
    .take_back = take_back,
    .moves = moves,
};

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

static void happened(void *context, const Event *events, int count)
{
    Full *full = context;
    AtServer *server = server_of(&full->sitting);
    Events all = { .count = count };

    if (server->start_count == server->start_room) {
        int room = server->start_room == 0 ? 256 : 2 * server->start_room;
        int *starts = realloc(server->starts, (size_t)room * sizeof *starts);
        if (starts == NULL)
            return;
        server->starts = starts;
        server->start_room = room;
    }
    server->starts[server->start_count++] = full->sitting.journal.count;
    memcpy(all.items, events, (size_t)count * sizeof *events);
    journal_add(&full->sitting.journal, server->start_count, &all);
}

static void undone(void *context)
{
    Full *full = context;
    AtServer *server = server_of(&full->sitting);

    if (server->start_count > 0)
        full->sitting.journal.count = server->starts[--server->start_count];
}

static void forget(void *context)
{
    Full *full = context;

    full->sitting.journal.count = 0;
    server_of(&full->sitting)->start_count = 0;
}

/* ------------------------------------------------------------------------- */
/* Who is next                                                               */
/* ------------------------------------------------------------------------- */

static void name_seats(Full *full)
{
    AtServer *server = server_of(&full->sitting);

    for (int seat = 0; seat < full->sitting.seats; seat++) {
        const TableSeat *at = &server->table.seats[seat];
        WordsArgument arguments[] = { { "level", at->name, 0 },
                                      { "number", NULL, seat + 1 } };
        if (at->who == SEAT_PERSON && at->name[0] != '\0')
            snprintf(server->names[seat], TABLE_NAME_MAX, "%s", at->name);
        else
            words_write(full->table->language,
                        at->who == SEAT_BOT ? "play.remote.name" : "player", arguments, 2,
                        server->names[seat], TABLE_NAME_MAX);
        server->name_list[seat] = server->names[seat];
    }
    sitting_name(&full->sitting, server->name_list);
}

static void take_game(Full *full)
{
    const RemoteTable *table = &server_of(&full->sitting)->table;

    if (table->game == NULL)
        return;
    full->sitting.game = table->game;
    full->sitting.drawing = drawing_of(table->game);
    full->sitting.seats = table->setup.seats;
    full->sitting.humans = table->seat == NOBODY ? 0 : seat_bit(table->seat);
    full->viewer = table->seat;
    name_seats(full);
}

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
    full->seat = server->table.seat;
    menu_pose(&full->menu, &full->sitting, full->seat);
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
    server->asked_at = server->table.n;
}

void full_remote_advance(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    const RemoteTable *table = &server->table;
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
    int is_ours = table->seat != NOBODY && seats_have(waiting, table->seat)
                  && !table->is_away && table->is_connected && server->sent_at < 0;
    if (!is_ours) {
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
    const RemoteTable *table = &server->table;

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

static void take_news(Full *full, const News *news)
{
    AtServer *server = server_of(&full->sitting);
    int was_connected = server->table.is_connected, n = server->table.n;

    remote_hear(&server->table, news, full_clock());
    take_game(full);
    if (server->table.n != n || !server->table.is_connected)
        server->sent_at = -1;
    if (server->table.complaint[0] != '\0') {
        snprintf(full->notice, sizeof full->notice, "%s", server->table.complaint);
        full->notice_ink = INK_WARNING;
        server->table.complaint[0] = '\0';
        server->sent_at = -1;
        server->queued = 0;
        server->asked_at = -1;
    }
    if (was_connected && !server->table.is_connected) {
        full_notice(full, INK_WARNING, "play.remote.lost", NULL, 0);
        server->queued = 0;
    } else if (!was_connected && server->table.is_connected) {
        full->notice[0] = '\0';
    }
    tell_chat(full);
    full_remote_advance(full);
    go_on_with_line(full);
}

static void take_all_news(Full *full)
{
    AtServer *server = server_of(&full->sitting);

    for (;;) {
        News news = connection_take(server->connection);
        if (news.kind == NEWS_NONE)
            return;
        take_news(full, &news);
        text_free(&news.message);
    }
}

/* ------------------------------------------------------------------------- */
/* Before the game: who sits where                                           */
/* ------------------------------------------------------------------------- */

static void add_item(AtServer *server, ItemKind kind, int seat)
{
    if (server->item_count < ITEMS_MAX)
        server->items[server->item_count++] = (Item){ kind, seat };
}

static void list_items(AtServer *server)
{
    const RemoteTable *table = &server->table;
    int is_full = 1;

    server->item_count = 0;
    for (int seat = 0; seat < table->setup.seats; seat++)
        is_full &= table->seats[seat].who != SEAT_OPEN;
    if (table->is_host && is_full)
        add_item(server, ITEM_START, NOBODY);
    for (int seat = 0; seat < table->setup.seats; seat++) {
        int is_open = table->seats[seat].who == SEAT_OPEN;

        if (is_open && table->seat == NOBODY)
            add_item(server, ITEM_SIT, seat);
        if (is_open && table->is_host)
            add_item(server, ITEM_BOT, seat);
        if (table->seats[seat].who == SEAT_BOT && table->is_host)
            add_item(server, ITEM_FREE, seat);
    }
    if (table->seat != NOBODY)
        add_item(server, ITEM_STAND, table->seat);
    if (server->item >= server->item_count)
        server->item = 0;
}

static void do_item(Full *full)
{
    AtServer *server = server_of(&full->sitting);
    RemoteTable *table = &server->table;

    if (server->item >= server->item_count)
        return;
    const Item *item = &server->items[server->item];
    switch (item->kind) {
    case ITEM_SIT:
        remote_sit(table, item->seat);
        break;
    case ITEM_BOT:
        remote_set_seat(table, item->seat, "medium");
        break;
    case ITEM_FREE:
        remote_set_seat(table, item->seat, "open");
        break;
    case ITEM_STAND:
        remote_do(table, "stand");
        break;
    default:
        remote_do(table, "start");
        break;
    }
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
    static const char *const KEYS[] = {
        [ITEM_SIT] = "play.remote.sit",     [ITEM_BOT] = "play.remote.bot",
        [ITEM_FREE] = "play.remote.free",   [ITEM_STAND] = "play.remote.stand",
        [ITEM_START] = "play.remote.start",
    };
    const AtServer *server = server_of(&full->sitting);
    WordsArgument seat = { "seat", NULL, server->items[i].seat + 1 };
    char text[ITEM_TEXT];

    words_write(full->table->language, KEYS[server->items[i].kind], &seat, 1, text,
                sizeof text);
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
    const RemoteTable *table = &server->table;
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
        list_items(server);
        for (int i = 0; i < server->item_count; i++)
            draw_item(full, &screen, i);
        screen_line(&screen);
        screen.indent = 4;
        screen_say(&screen, INK_FAINT, "play.remote.waiting", NULL, 0);
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
    const RemoteTable *table = &server->table;
    const char *name = full->seat == NOBODY ? "" : full->sitting.names.names[full->seat];
    WordsArgument player = { "player", name, 0 };
    const char *key = "play.remote.turn";

    if (!table->is_connected)
        key = "play.remote.lost";
    else if (server->sent_at >= 0)
        key = "play.remote.sent";
    else if (table->is_away)
        key = "play.remote.away";
    words_write(full->table->language, key, &player, 1, out, size);
}

static int can_hint(const Full *full)
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
    remote_chat(&server_of(&full->sitting)->table, text);
}

/* 1: that was a key of a table at a server. */
int full_remote_key(Full *full, char letter)
{
    AtServer *server = server_of(&full->sitting);

    switch (letter) {
    case 'b':
        if (server->table.is_away)
            remote_do(&server->table, "return");
        return 1;
    case 'n':
        if (full->mode != MODE_OVER)
            return 1;
        if (server->table.next[0] == '\0') {
            remote_do(&server->table, "rematch");
            full_notice(full, INK_PLAIN, "play.remote.rematch", NULL, 0);
        } else {
            snprintf(full->result.wanted, sizeof full->result.wanted, "%s",
                     server->table.next);
            full_leave(full, FULL_NEW);
        }
        return 1;
    case 's':
    case 'o':
        return 1;
    case 'h':
        if (can_hint(full))
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
    const int descriptors[] = { connection_descriptor(server->connection),
                                thinker_descriptor(full->thinker) };

    while (!full->wants_to_leave) {
        full_show(full);
        TermEvent event =
            term_wait(has_running_clock(&server->table) ? SECOND : -1, descriptors, 2);
        full_handle(full, &event);
        if (full->wants_to_leave)
            return;
        take_all_news(full);
        full_take_answer(full);
    }
}

FullResult full_remote(Connection *connection, const char *code, Language language)
{
    const FullTable table = { .language = language, .bot = &BOT_MEDIUM };
    AtServer server = { .connection = connection, .sent_at = -1, .asked_at = -1 };
    Full full = { .table = &table, .mode = MODE_SEATS, .seat = NOBODY, .viewer = NOBODY };
    const TableLog log = { &full, happened, undone, forget };

    remote_sit_down(&server.table, connection, code, &log);
    full.sitting = (Sitting){ .host = &SERVER_HOST,
                              .at = &server,
                              .shown_to = NOBODY,
                              .line_to = -1,
                              .kept_at = -1 };
    full.thinker = thinker_new();
    if (full.thinker != NULL)
        go_on(&full);
    else
        full.result.end = FULL_NO_MEMORY;
    full_free(&full);
    free(server.starts);
    return full.result;
}
