/* at_table.c: between the server's messages and the course. */
#include "tui/at_table.h"

#include <stdlib.h>
#include <string.h>

static AtTable *table_of(const Sitting *sitting)
{
    return sitting->at;
}

/* ------------------------------------------------------------------------- */
/* The host: what is done is sent, and what comes of it arrives later        */
/* ------------------------------------------------------------------------- */

static void observe(const Sitting *sitting, int seat, State *view)
{
    (void)seat; /* there is only what the server shows us */
    *view = table_of(sitting)->table.view;
}

static SittingStatus move(Sitting *sitting, int seat, Action action)
{
    AtTable *at = table_of(sitting);

    (void)seat;
    if (!at->table.is_connected)
        return SITTING_REFUSED;
    at->sent_at = at->table.n;
    remote_act(&at->table, action);
    return SITTING_OK;
}

static SittingStatus move_line(Sitting *sitting, int seat, const Reading *reading)
{
    AtTable *at = table_of(sitting);

    memcpy(at->queue, reading->actions, sizeof at->queue);
    at->queued = reading->count;
    at->queue_at = 1;
    return move(sitting, seat, reading->actions[0]);
}

static int can_undo(const Sitting *sitting, int seat)
{
    const AtTable *at = table_of(sitting);

    (void)seat;
    return at->table.can_undo && at->table.is_connected && at->sent_at < 0;
}

static void take_back(Sitting *sitting)
{
    AtTable *at = table_of(sitting);

    at->sent_at = at->table.n;
    remote_undo(&at->table);
}

static int moves(const Sitting *sitting)
{
    return table_of(sitting)->table.n;
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

static int remember_start(AtTable *at)
{
    if (at->start_count == at->start_room) {
        int room = at->start_room == 0 ? 256 : 2 * at->start_room;
        int *starts = realloc(at->starts, (size_t)room * sizeof *starts);
        if (starts == NULL)
            return 0;
        at->starts = starts;
        at->start_room = room;
    }
    at->starts[at->start_count++] = at->course->sitting.journal.count;
    return 1;
}

static void happened(void *context, const Event *events, int count)
{
    AtTable *at = context;
    Events all = { .count = count };

    if (!remember_start(at))
        return;
    memcpy(all.items, events, (size_t)count * sizeof *events);
    journal_add(&at->course->sitting.journal, at->start_count - 1, &all);
}

static void undone(void *context)
{
    AtTable *at = context;

    if (at->start_count > 0)
        at->course->sitting.journal.count = at->starts[--at->start_count];
}

/* ------------------------------------------------------------------------- */
/* The game and who plays it                                                 */
/* ------------------------------------------------------------------------- */

static Language language_of(const AtTable *at)
{
    return at->course->settings->language;
}

static void name_seats(AtTable *at)
{
    for (int seat = 0; seat < at->course->sitting.seats; seat++) {
        const TableSeat *there = &at->table.seats[seat];
        WordsArgument arguments[] = { { "level", there->name, 0 },
                                      { "number", NULL, seat + 1 } };
        if (there->who == REMOTE_SEAT_PERSON && there->name[0] != '\0')
            snprintf(at->names[seat], TABLE_NAME_MAX, "%s", there->name);
        else
            words_write(language_of(at),
                        there->who == REMOTE_SEAT_BOT ? "play.remote.name" : "player",
                        arguments, 2, at->names[seat], TABLE_NAME_MAX);
        at->name_list[seat] = at->names[seat];
    }
    sitting_name(&at->course->sitting, at->name_list);
}

static int list_items(const AtTable *at, SeatItem items[SEAT_ITEMS_MAX]);

static void take_game(AtTable *at)
{
    const RemoteTable *table = &at->table;
    Sitting *sitting = &at->course->sitting;

    if (table->game == NULL)
        return;
    sitting->game = table->game;
    sitting->drawing = drawing_of(table->game);
    sitting->seats = table->setup.seats;
    sitting->humans = table->seat == NOBODY ? 0 : seat_bit(table->seat);
    at->course->viewer = table->seat;
    at->item_count = list_items(at, at->items);
    name_seats(at);
}

/* The same question again, as when others bid at the same time, keeps what was
 * chosen. */
static void ask(AtTable *at)
{
    Course *course = at->course;
    Menu before = course->menu;
    const Question *now = &course->menu.question;
    int was_asking = course->mode == MODE_ASK;

    course->mode = MODE_ASK;
    course->seat = at->table.seat;
    at->asked_at = at->table.n;
    sitting_ask(&course->sitting, course->seat, &course->menu);
    if (was_asking && before.question.action_count == now->action_count
        && memcmp(before.question.actions, now->actions,
                  (size_t)now->action_count * sizeof *now->actions)
               == 0) {
        course->menu.chosen = before.chosen;
        course->menu.offset = before.offset;
    }
}

/* Is it our decision, and nothing of ours on its way? */
static int is_ours(const AtTable *at, SeatSet waiting)
{
    return at->table.state == REMOTE_PLAYING && at->table.seat != NOBODY
           && seats_have(waiting, at->table.seat) && !at->table.is_away
           && at->table.is_connected && at->sent_at < 0;
}

void at_table_advance(Course *course)
{
    AtTable *at = course->at;
    const RemoteTable *table = &at->table;
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);

    if (table->game == NULL || table->state == REMOTE_OPEN || !table->has_view) {
        course->mode = MODE_SEATS;
    } else if (table->state == REMOTE_OVER || waiting == 0) {
        course->mode = MODE_OVER;
        course->seat = NOBODY;
    } else if (!is_ours(at, waiting)) {
        course->mode = MODE_WAIT;
        course->seat = seats_first(waiting);
        at->asked_at = -1;
    } else if (course->mode != MODE_ASK || at->asked_at != table->n) {
        ask(at);
    }
}

/* ------------------------------------------------------------------------- */
/* News                                                                      */
/* ------------------------------------------------------------------------- */

static void say_connection(AtTable *at, int was_connected)
{
    if (was_connected && !at->table.is_connected) {
        course_say(at->course, INK_WARNING, "play.remote.lost", NULL, 0);
        at->queued = 0;
    } else if (!was_connected && at->table.is_connected) {
        course_say(at->course, INK_FAINT, "play.remote.connected", NULL, 0);
    }
}

static void say_chat(AtTable *at)
{
    const RemoteTable *table = &at->table;
    int fresh = table->chat_total - at->chat_said;

    if (fresh > table->chat_count)
        fresh = table->chat_count;
    for (int i = table->chat_count - fresh; i < table->chat_count; i++) {
        WordsArgument arguments[] = { { "player", table->chat[i].name, 0 },
                                      { "text", table->chat[i].text, 0 } };
        course_say(at->course, INK_GOOD, "play.replay.line", arguments, 2);
    }
    at->chat_said = table->chat_total;
}

/* 0: the server has refused something. */
static int say_complaint(AtTable *at)
{
    if (at->table.complaint[0] == '\0')
        return 1;
    at->course->say(at->course, INK_WARNING, at->table.complaint);
    at->table.complaint[0] = '\0';
    at->queued = 0;
    at->asked_at = -1;
    at->wants_next = 0;
    return 0;
}

static void go_to_next(AtTable *at)
{
    snprintf(at->course->result.wanted, sizeof at->course->result.wanted, "%s",
             at->table.next);
    course_leave(at->course, COURSE_NEW);
}

static int take(AtTable *at, const News *news)
{
    int n = at->table.n, was_connected = at->table.is_connected;

    remote_hear(&at->table, news, course_clock());
    take_game(at);
    if (at->table.n != n || !at->table.is_connected || at->table.complaint[0] != '\0')
        at->sent_at = -1;
    say_connection(at, was_connected);
    int is_accepted = say_complaint(at);
    say_chat(at);
    course_advance(at->course);
    if (at->queue_at < at->queued && at->course->mode == MODE_ASK)
        course_act(at->course, at->queue[at->queue_at++]);
    if (at->wants_next && at->table.next[0] != '\0')
        go_to_next(at);
    return is_accepted;
}

int at_table_take_news(AtTable *at)
{
    int is_accepted = 1;

    for (;;) {
        News news = connection_take(at->connection);
        if (news.kind == NEWS_NONE)
            return is_accepted;
        is_accepted &= take(at, &news);
        text_free(&news.message);
    }
}

int at_table_begin(AtTable *at, Course *course, Connection *connection, const char *code,
                   const TableSettings *settings)
{
    const TableLog log = { at, happened, undone };

    *at = (AtTable){
        .course = course, .connection = connection, .sent_at = -1, .asked_at = -1
    };
    remote_sit_down(&at->table, connection, code, &log);
    course->settings = settings;
    course->at = at;
    course->mode = MODE_SEATS;
    course->seat = course->viewer = NOBODY;
    course->sitting = (Sitting){ .host = &SERVER_HOST,
                                 .at = at,
                                 .shown_to = NOBODY,
                                 .line_to = -1,
                                 .kept_at = -1,
                                 .drawing = &DRAWING_GENERIC };
    course->thinker = thinker_new();
    return course->thinker != NULL;
}

void at_table_end(AtTable *at)
{
    course_end(at->course);
    free(at->starts);
}

/* Whoever has played asks for it even if there is one: it may have been closed. */
void at_table_want_next(AtTable *at)
{
    if (at->table.seat == NOBODY && at->table.next[0] != '\0') {
        go_to_next(at);
        return;
    }
    at->wants_next = 1;
    at->table.next[0] = '\0';
    remote_do(&at->table, "rematch");
    course_say(at->course, INK_PLAIN, "play.remote.rematch", NULL, 0);
}

int at_table_can_hint(const AtTable *at)
{
    for (int seat = 0; seat < at->table.setup.seats; seat++) {
        if (seat != at->table.seat && at->table.seats[seat].who == REMOTE_SEAT_PERSON)
            return 0;
    }
    return 1;
}

void at_table_print_chat(const AtTable *at, Screen *screen, int lines)
{
    const RemoteTable *table = &at->table;
    int first = table->chat_count > lines ? table->chat_count - lines : 0;

    for (int i = first; i < table->chat_count; i++) {
        screen_go(screen, 2);
        screen_format(screen, INK_GOOD, "%s:", table->chat[i].name);
        screen->indent = 4;
        screen_wrap(screen, INK_PLAIN, table->chat[i].text);
        screen->indent = 0;
        screen_line(screen);
    }
}

/* ------------------------------------------------------------------------- */
/* Before the game                                                           */
/* ------------------------------------------------------------------------- */

const char *at_table_name(const AtTable *at, int seat)
{
    return at->table.seats[seat].who == REMOTE_SEAT_OPEN
               ? words_find(language_of(at), "play.remote.open")
               : at->names[seat];
}

static int is_full(const RemoteTable *table)
{
    for (int seat = 0; seat < table->setup.seats; seat++) {
        if (table->seats[seat].who == REMOTE_SEAT_OPEN)
            return 0;
    }
    return 1;
}

static int list_items(const AtTable *at, SeatItem items[SEAT_ITEMS_MAX])
{
    const RemoteTable *table = &at->table;
    int count = 0;

    if (table->state == REMOTE_CLOSED)
        return 0;
    if (table->is_host && is_full(table))
        items[count++] = (SeatItem){ DEED_START, NOBODY };
    for (int seat = 0; seat < table->setup.seats; seat++) {
        RemoteWho who = table->seats[seat].who;

        if (who == REMOTE_SEAT_OPEN && table->seat == NOBODY)
            items[count++] = (SeatItem){ DEED_SIT, seat };
        if (who == REMOTE_SEAT_OPEN && table->is_host)
            items[count++] = (SeatItem){ DEED_BOT, seat };
        if (who == REMOTE_SEAT_BOT && table->is_host)
            items[count++] = (SeatItem){ DEED_FREE, seat };
    }
    if (table->seat != NOBODY)
        items[count++] = (SeatItem){ DEED_STAND, table->seat };
    if (table->is_host)
        items[count++] = (SeatItem){ DEED_CLOSE, NOBODY };
    return count;
}

void at_table_do(AtTable *at, int n)
{
    static const char *const VERBS[] = {
        [DEED_START] = "start",
        [DEED_STAND] = "stand",
        [DEED_CLOSE] = "close",
    };
    const SeatItem *item = &at->items[n];

    if (item->deed == DEED_SIT)
        remote_sit(&at->table, item->seat);
    else if (item->deed == DEED_BOT || item->deed == DEED_FREE)
        remote_set_seat(&at->table, item->seat, item->deed == DEED_BOT ? "medium" : "open");
    else
        remote_do(&at->table, VERBS[item->deed]);
}

void at_table_item_words(const AtTable *at, int n, char *out, size_t size)
{
    const SeatItem *item = &at->items[n];
    static const char *const KEYS[] = {
        [DEED_START] = "play.remote.start", [DEED_SIT] = "play.remote.sit",
        [DEED_BOT] = "play.remote.bot",     [DEED_FREE] = "play.remote.free",
        [DEED_STAND] = "play.remote.stand", [DEED_CLOSE] = "play.remote.close",
    };
    WordsArgument seat = { "seat", NULL, item->seat + 1 };

    words_write(language_of(at), KEYS[item->deed], &seat, 1, out, size);
}
