/* at_table.c: a server's table as a course: messages in, requests out. */
#include "tui/at_table.h"
#include "wire/sentences.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Requests: the server's update answers them                                */
/* ------------------------------------------------------------------------- */

MatchStatus at_table_move(AtTable *at, Action action)
{
    if (!at->table.is_connected)
        return MATCH_NOT_WAITING;
    at->sent_at = at->table.n;
    remote_act(&at->table, action);
    return MATCH_OK;
}

Action at_table_begin_line(AtTable *at, const Reading *reading)
{
    at->queue = *reading;
    at->queue_at = 1;
    return reading->actions[0];
}

/* Tries an action in a state that might be: what is hidden from us decides nothing. */
static Status try_action(const AtTable *at, Action action, State *state)
{
    Rng rng;

    rng_seed(&rng, 1);
    at->table.game->determinize(&at->table.view, at->table.seat, &rng, state);
    return game_apply(at->table.game, state, at->table.seat, action, NULL);
}

int at_table_ends_turn(const AtTable *at, Action action)
{
    State after;

    return at->is_joint
           || (try_action(at, action, &after) == STATUS_OK
               && !seats_have(at->table.game->waiting(&after), at->table.seat));
}

int at_table_can_undo(const AtTable *at)
{
    return at->table.can_undo && at->table.is_connected && at->sent_at < 0;
}

void at_table_undo(AtTable *at)
{
    at->sent_at = at->table.n;
    remote_undo(&at->table);
}

/* ------------------------------------------------------------------------- */
/* The log                                                                   */
/* ------------------------------------------------------------------------- */

static void happened(void *context, const Event *events, int count)
{
    AtTable *at = context;
    Events all = { .count = count };

    memcpy(all.items, events, (size_t)count * sizeof *events);
    journal_add(&at->course->journal, at->move_count++, &all);
    if (at->table.has_view) /* not what was before we came */
        course_report(at->course, &all);
}

static void undone(void *context)
{
    AtTable *at = context;

    if (at->move_count > 0)
        journal_cut(&at->course->journal, --at->move_count);
}

/* ------------------------------------------------------------------------- */
/* The game and its players                                                  */
/* ------------------------------------------------------------------------- */

static Language language_of(const AtTable *at)
{
    return at->course->settings->language;
}

static void name_seats(AtTable *at)
{
    for (int seat = 0; seat < at->course->seats; seat++) {
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
    course_name_seats(at->course, at->name_list);
}

static int list_items(const AtTable *at, SeatItem items[SEAT_ITEMS_MAX]);

static void take_game(AtTable *at)
{
    const RemoteTable *table = &at->table;
    Course *course = at->course;

    if (table->game == NULL)
        return;
    course->game = table->game;
    course->drawing = drawing_of(table->game);
    course->seats = table->setup.seats;
    course->humans = table->seat == NOBODY ? 0 : seat_bit(table->seat);
    course->viewer = table->seat;
    at->item_count = list_items(at, at->items);
    name_seats(at);
}

/* A question with the same actions, as when others bid at the same time, keeps the
 * chosen one. */
static void ask(AtTable *at)
{
    Course *course = at->course;
    Menu before = course->menu;
    const Question *now = &course->menu.question;
    int was_asking = course->mode == MODE_ASK;
    SeatSet others = remote_waiting(&at->table) & (SeatSet)~seat_bit(at->table.seat);

    if (course->mode == MODE_CONFIRM) /* the person thinks again */
        at->queue.count = 0;
    at->is_joint = others != 0 || (was_asking && at->asked_at >= 0);
    course->mode = MODE_ASK;
    course->seat = at->table.seat;
    at->asked_at = at->table.n;
    course_ask(course);
    if (was_asking && before.question.action_count == now->action_count
        && memcmp(before.question.actions, now->actions,
                  (size_t)now->action_count * sizeof *now->actions)
               == 0) {
        course->menu.chosen = before.chosen;
        course->menu.offset = before.offset;
    }
}

/* Is it our decision, and no request unanswered? */
static int is_ours(const AtTable *at, SeatSet waiting)
{
    return at->table.state == REMOTE_PLAYING && at->table.seat != NOBODY
           && seats_have(waiting, at->table.seat) && !at->table.is_away
           && at->table.is_connected && at->sent_at < 0;
}

/* What waits for a second Enter goes on waiting while others act, if it is still legal. */
static int is_still_held(const AtTable *at)
{
    State after;

    return at->course->mode == MODE_CONFIRM && at->course->is_holding
           && try_action(at, at->course->held, &after) == STATUS_OK;
}

void at_table_advance(Course *course)
{
    AtTable *at = course->at;
    const RemoteTable *table = &at->table;
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);

    course->is_holding = is_ours(at, waiting) && is_still_held(at);
    if (table->game == NULL || table->state == REMOTE_OPEN || !table->has_view) {
        course->mode = MODE_SEATS;
    } else if (table->state == REMOTE_OVER || waiting == 0) {
        course->mode = MODE_OVER;
        course->seat = NOBODY;
    } else if (!is_ours(at, waiting)) {
        course->mode = MODE_WAIT;
        course->seat = seats_first(waiting);
        at->asked_at = -1;
    } else if (course->is_holding) {
        at->is_joint |= at->asked_at != table->n;
        at->asked_at = table->n;
    } else if (course->mode != MODE_ASK || at->asked_at != table->n) {
        ask(at);
    }
}

/* ------------------------------------------------------------------------- */
/* News                                                                      */
/* ------------------------------------------------------------------------- */

/* A server answers at any address; only a table is worth a word. */
static int is_at_table(const AtTable *at)
{
    return at->table.is_connected && at->table.game != NULL;
}

static void say_connection(AtTable *at, int was_at_table)
{
    if (was_at_table && !at->table.is_connected) {
        course_warn(at->course, "play.remote.lost");
        at->queue.count = 0;
    } else if (!was_at_table && is_at_table(at)) {
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

/* Once the game is known, so that it is not said before the table is shown. */
static void say_announcement(AtTable *at)
{
    const RemoteTable *table = &at->table;
    WordsArgument text = { "text", table->announcement, 0 };

    if (table->game == NULL || strcmp(at->announced, table->announcement) == 0)
        return;
    memcpy(at->announced, table->announcement, sizeof at->announced);
    if (table->announcement[0] != '\0')
        course_say(at->course, INK_STRONG, "play.remote.announcement", &text, 1);
}

/* 0: there was an error. */
static int say_error(AtTable *at)
{
    if (at->table.error[0] == '\0')
        return 1;
    if (at->table.game == NULL) { /* the caller prints it, as an error */
        fault_set(&at->course->result.fault, "%.300s", at->table.error);
        course_leave(at->course, COURSE_NO_TABLE);
    } else {
        at->course->say(at->course, INK_WARNING, at->table.error);
    }
    at->table.error[0] = '\0';
    at->queue.count = 0;
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
    int n = at->table.n, was_at_table = is_at_table(at);

    remote_take(&at->table, news, course_clock());
    take_game(at);
    if (at->table.n != n || !at->table.is_connected || at->table.error[0] != '\0')
        at->sent_at = -1;
    say_connection(at, was_at_table);
    int is_accepted = say_error(at);
    say_chat(at);
    say_announcement(at);
    course_advance(at->course);
    if (at->queue_at < at->queue.count && at->course->mode == MODE_ASK)
        course_act(at->course, at->queue.actions[at->queue_at++]);
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
    *course = (Course){ .say = course->say,
                        .waits_for_reports = course->waits_for_reports,
                        .settings = settings,
                        .at = at,
                        .shown = &at->table.view,
                        .drawing = &DRAWING_GENERIC,
                        .mode = MODE_SEATS,
                        .seat = NOBODY,
                        .viewer = NOBODY };
    course->thinker = thinker_new();
    return course->thinker != NULL;
}

/* A player requests it even if there is one, which may have been closed. */
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

void at_table_print_deal(AtTable *at, Screen *screen)
{
    static SaveCheck result;
    Fault fault = { .language = faults_in(language_of(at)) };
    char sentence[SENTENCE_MAX];

    if (!remote_check_deal(&at->table, &result, &fault)) {
        screen_wrap(screen, INK_WARNING, fault.sentence);
        screen_line(screen);
        return;
    }
    for (int i = 0; i < result.check.count; i++) {
        int holds = result.check.steps[i].holds;
        save_check_step(&result, i, language_of(at), sentence);
        screen_put_at(screen, 2, holds ? INK_GOOD : INK_WARNING, holds ? "+" : "!");
        screen->indent = 4;
        screen_wrap(screen, holds ? INK_PLAIN : INK_WARNING, sentence);
        screen->indent = 0;
        screen_line(screen);
    }
    save_check_sentence(&result, language_of(at), sentence);
    screen_wrap(screen, INK_STRONG, sentence);
    screen_line(screen);
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

    if (table->state != REMOTE_OPEN) /* the view of a game may come later than its table */
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
        items[count++] = (SeatItem){ DEED_STAND, NOBODY };
    if (table->is_host)
        items[count++] = (SeatItem){ DEED_CLOSE, NOBODY };
    return count;
}

/* The request of each deed, and its words. */
static const struct {
    const char *verb, *key;
} DEEDS[] = {
    [DEED_START] = { "start", "play.remote.start" },
    [DEED_SIT] = { "sit", "play.remote.sit" },
    [DEED_BOT] = { "seat", "play.remote.bot" },
    [DEED_FREE] = { "seat", "play.remote.free" },
    [DEED_STAND] = { "stand", "play.remote.stand" },
    [DEED_CLOSE] = { "close", "play.remote.close" },
};

void at_table_do(AtTable *at, int n)
{
    const SeatItem *item = &at->items[n];
    const char *who = item->deed == DEED_BOT    ? "medium"
                      : item->deed == DEED_FREE ? "open"
                                                : NULL;

    remote_seat(&at->table, DEEDS[item->deed].verb, item->seat, who);
}

void at_table_item_words(const AtTable *at, int n, char *out, size_t size)
{
    const SeatItem *item = &at->items[n];
    WordsArgument seat = { "seat", NULL, item->seat + 1 };

    words_write(language_of(at), DEEDS[item->deed].key, &seat, 1, out, size);
}
