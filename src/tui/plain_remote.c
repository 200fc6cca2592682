/* plain_remote.c: a server's table as a dialogue of lines. Between one's own
 * decisions it waits for the server and for the keyboard at once. */
#include "tui/at_table.h"
#include "tui/dialogue.h"

#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ITEM_TEXT = 256, PATIENCE = 20000 }; /* milliseconds for an answer */

/* A sitting's `at` is the AtTable. */
typedef struct Remote {
    AtTable at; /* first */
    Dialogue *dialogue;
    int chat_told;
    int was_connected;
    SeatItem items[SEAT_ITEMS_MAX];
    int item_count;
    char shown[SCREEN_TEXT_MAX]; /* who sat where when the seats were told last */
} Remote;

static long long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ------------------------------------------------------------------------- */
/* News                                                                      */
/* ------------------------------------------------------------------------- */

static void tell_chat(Remote *remote)
{
    const RemoteTable *table = &remote->at.table;
    int fresh = table->chat_total - remote->chat_told;

    if (fresh > table->chat_count)
        fresh = table->chat_count;
    for (int i = table->chat_count - fresh; i < table->chat_count; i++) {
        WordsArgument arguments[] = { { "player", table->chat[i].name, 0 },
                                      { "text", table->chat[i].text, 0 } };
        dialogue_tell_with(remote->dialogue, INK_PLAIN, "play.replay.line", arguments, 2);
    }
    remote->chat_told = table->chat_total;
}

static void tell_connection(Remote *remote)
{
    if (remote->was_connected && !remote->at.table.is_connected)
        dialogue_tell(remote->dialogue, INK_WARNING, "play.remote.lost");
    else if (!remote->was_connected && remote->at.table.is_connected)
        dialogue_tell(remote->dialogue, INK_FAINT, "play.remote.connected");
    remote->was_connected = remote->at.table.is_connected;
}

/* All that has come, without waiting. */
static void take_news(Remote *remote)
{
    for (;;) {
        News news = connection_take(remote->at.connection);
        if (news.kind == NEWS_NONE)
            break;
        at_table_hear(&remote->at, &news, now());
        text_free(&news.message);
        tell_connection(remote);
    }
    dialogue_forget(remote->dialogue);
    tell_chat(remote);
}

static void tell_complaint(Remote *remote)
{
    WordsArgument text = { "text", remote->at.table.complaint, 0 };

    if (remote->at.table.complaint[0] != '\0')
        dialogue_tell_with(remote->dialogue, INK_WARNING, "play.remote.says", &text, 1);
    if (remote->at.table.complaint[0] != '\0')
        remote->shown[0] = '\0'; /* ask again */
    remote->at.table.complaint[0] = '\0';
}

/* ------------------------------------------------------------------------- */
/* The host: what was sent is waited for                                     */
/* ------------------------------------------------------------------------- */

static SittingStatus await_answer(Remote *remote)
{
    struct pollfd polled = { .fd = connection_descriptor(remote->at.connection),
                             .events = POLLIN };
    long long until = now() + PATIENCE;

    while (remote->at.sent_at >= 0 && now() < until) {
        poll(&polled, 1, PATIENCE);
        take_news(remote);
    }
    int is_refused = remote->at.table.complaint[0] != '\0' || !remote->at.table.is_connected
                     || remote->at.sent_at >= 0;
    tell_complaint(remote);
    return is_refused ? SITTING_REFUSED : SITTING_OK;
}

static SittingStatus move(Sitting *sitting, int seat, Action action)
{
    Remote *remote = sitting->at;

    take_news(remote); /* others may have acted while we thought */
    if (at_table_move(sitting, seat, action) != SITTING_OK)
        return SITTING_REFUSED;
    return await_answer(remote);
}

static void take_back(Sitting *sitting)
{
    at_table_take_back(sitting);
    await_answer(sitting->at);
}

static const Host PLAIN_SERVER_HOST = {
    .observe = at_table_observe,
    .move = move,
    .can_undo = at_table_can_undo,
    .take_back = take_back,
    .moves = at_table_moves,
};

/* ------------------------------------------------------------------------- */
/* Before the game                                                           */
/* ------------------------------------------------------------------------- */

static void describe_seats(const Remote *remote, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (int seat = 0; seat < remote->at.table.setup.seats && used < size; seat++)
        used += (size_t)snprintf(
            out + used, size - used, "%s%d %s%s", seat == 0 ? "" : ", ", seat + 1,
            at_table_name(&remote->at, seat), seat == remote->at.table.seat ? " *" : "");
}

/* Who sits where and what can be done, if that is not what was told last. */
static void tell_seats(Remote *remote)
{
    Screen *screen = &remote->dialogue->screen;
    char seats[SCREEN_TEXT_MAX];

    describe_seats(remote, seats, sizeof seats);
    if (strcmp(seats, remote->shown) == 0)
        return;
    remote->item_count = at_table_items(&remote->at, remote->items);
    memcpy(remote->shown, seats, sizeof seats);
    screen->indent = 2;
    screen_wrap(screen, INK_STRONG, seats);
    screen->indent = 0;
    screen_line(screen);
    for (int i = 0; i < remote->item_count; i++) {
        char text[ITEM_TEXT];

        at_table_item_words(&remote->at, &remote->items[i], text, sizeof text);
        screen_number(screen, INK_STRONG, i + 1, 4);
        screen_put(screen, INK_PLAIN, "  ");
        screen_put(screen, INK_PLAIN, text);
        screen_line(screen);
    }
    dialogue_print(remote->dialogue);
}

/* ------------------------------------------------------------------------- */
/* Waiting, for the server and for a line                                    */
/* ------------------------------------------------------------------------- */

static void answer_seats(Remote *remote, const char *line)
{
    int number = atoi(line);

    if (!isdigit((unsigned char)line[0]) || number < 1 || number > remote->item_count) {
        dialogue_tell(remote->dialogue, INK_WARNING, "play.remote.expects");
        return;
    }
    at_table_do(&remote->at, &remote->items[number - 1]);
    remote->item_count = 0; /* until the server has answered */
}

/* 0: somebody has left. */
static int answer(Remote *remote)
{
    Dialogue *dialogue = remote->dialogue;
    const char *argument;
    const Command *command;

    if (!dialogue_read_line(dialogue))
        return 0;
    command = command_find(dialogue->line, &argument);
    int is_open = !remote->at.table.has_view;
    if (command != NULL && (!is_open || command->letter == 'q' || command->letter == 'c'))
        return command->run(dialogue, remote->at.table.seat, argument) != NEXT_LEAVE;
    if (is_open)
        answer_seats(remote, dialogue->line);
    else if (dialogue->line[0] == 'b' && remote->at.table.is_away)
        remote_do(&remote->at.table, "return");
    else
        dialogue_tell(dialogue, INK_FAINT, "play.remote.patience");
    return 1;
}

/* Until one of them has something; 0: somebody has left, or there is no such table.
 * What comes through a pipe answers questions, and waits until there is one. */
static int await(Remote *remote)
{
    struct pollfd polled[] = {
        { .fd = connection_descriptor(remote->at.connection), .events = POLLIN },
        { .fd = fileno(remote->dialogue->table->in), .events = POLLIN },
    };
    int is_asked = remote->at.table.has_view ? !remote->dialogue->table->echoes
                                             : remote->item_count > 0;

    dialogue_print(remote->dialogue);
    if (poll(polled, is_asked ? 2 : 1, -1) < 0)
        return 0; /* interrupted */
    if (is_asked && polled[1].revents != 0 && polled[0].revents == 0)
        return answer(remote);
    take_news(remote);
    int has_no_table =
        remote->at.table.game == NULL && remote->at.table.complaint[0] != '\0';
    tell_complaint(remote);
    return !has_no_table;
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

static void play(Remote *remote)
{
    Dialogue *dialogue = remote->dialogue;
    const RemoteTable *table = &remote->at.table;

    for (;;) {
        dialogue->game = dialogue->sitting.game;
        dialogue->drawing = dialogue->sitting.drawing;
        if (table->game != NULL && table->has_view
            && (table->state == TABLE_OVER || remote_waiting(table) == 0)) {
            dialogue_tell_end(dialogue, table->seat);
            return;
        }
        if (table->state == TABLE_CLOSED) {
            dialogue_tell(dialogue, INK_STRONG, "play.remote.closed");
            return;
        }
        int goes_on;
        if (at_table_is_ours(&remote->at)) {
            goes_on = dialogue_decide(dialogue, table->seat);
        } else {
            if (table->game != NULL && !table->has_view)
                tell_seats(remote);
            dialogue->last_human = NOBODY;
            goes_on = await(remote);
        }
        if (!goes_on) {
            dialogue->end = PLAIN_LEFT;
            return;
        }
    }
}

PlainEnd plain_remote(Connection *connection, const char *code, const PlainTable *table)
{
    Dialogue dialogue = {
        .table = table,
        .screen = { .canvas = &dialogue.canvas,
                    .width = SCREEN_WIDTH,
                    .language = table->language,
                    .players = dialogue.sitting.names.names },
        .last_human = NOBODY,
        .end = PLAIN_OVER,
    };
    Remote remote = { .dialogue = &dialogue };

    dialogue.canvas.width = SCREEN_WIDTH;

    /* Lines that have come must be seen by poll, not lie in a buffer. */
    setvbuf(table->in, NULL, _IONBF, 0);
    at_table_begin(&remote.at, &dialogue.sitting, connection, code, table->language);
    dialogue.sitting.host = &PLAIN_SERVER_HOST;
    play(&remote);
    dialogue_print(&dialogue);
    canvas_free(&dialogue.canvas);
    at_table_end(&remote.at);
    sitting_end(&dialogue.sitting);
    free(dialogue.line);
    return dialogue.end;
}
