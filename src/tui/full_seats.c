/* full_seats.c: a server's table on the full screen: the seats before the game begins,
 * clock and connection state in the bar. */
#include "tui/full_inside.h"

#include "wire/sentences.h"

enum { FIRST_ROW = 2, LEFT = 4, NAME_LEFT = 7 };

static void draw_seat(const AtTable *at, Screen *screen, int seat)
{
    const TableSeat *there = &at->table.seats[seat];

    screen_go(screen, LEFT);
    screen_number(screen, INK_STRONG, seat + 1, 1);
    screen_put_at(screen, NAME_LEFT,
                  there->who == REMOTE_SEAT_OPEN ? INK_FAINT : INK_STRONG,
                  at_table_name(at, seat));
    if (seat == at->table.seat)
        screen_format(screen, INK_GOOD, "  ◀ %s", screen_words(screen, "play.remote.you"));
    else if (there->who == REMOTE_SEAT_PERSON && !there->is_here)
        screen_format(screen, INK_FAINT, "  %s", screen_words(screen, "play.remote.gone"));
    screen_line(screen);
}

static void draw_item(const Full *full, Screen *screen, int i)
{
    char text[SCREEN_TEXT_MAX];

    at_table_item_words(full->course.at, i, text, sizeof text);
    screen_go(screen, LEFT);
    screen_block(screen, i == full->item ? INK_CHOSEN : INK_PLAIN, CHOICE_SPOT + i, text);
    screen_line(screen);
}

static void draw_table(Full *full, Screen *screen)
{
    const AtTable *at = full->course.at;

    canvas_put(&full->canvas, 0, 1, INK_BAR_STRONG, NO_SPOT,
               game_title(screen->language, at->table.game));
    for (int seat = 0; seat < at->table.setup.seats; seat++)
        draw_seat(at, screen, seat);
    screen_line(screen);
    if (full->item >= at->item_count)
        full->item = 0;
    for (int i = 0; i < at->item_count; i++)
        draw_item(full, screen, i);
    screen_line(screen);
    screen->indent = LEFT;
    screen_say(screen, INK_FAINT,
               at->table.state == REMOTE_CLOSED ? "play.remote.closed"
                                                : "play.remote.waiting",
               NULL, 0);
    screen->indent = 0;
}

void full_draw_seats(Full *full, int width, int height)
{
    const AtTable *at = full->course.at;
    Screen screen = { .language = full->language,
                      .players = full->course.names,
                      .width = width,
                      .canvas = &full->canvas,
                      .row = FIRST_ROW };

    canvas_repeat(&full->canvas, 0, 0, INK_BAR, " ", width);
    full_remote_bar(full, width);
    if (at->table.game != NULL) {
        draw_table(full, &screen);
    } else {
        screen_put_at(&screen, LEFT, INK_FAINT,
                      screen_words(&screen, at->table.is_connected
                                                ? "play.remote.asking"
                                                : "play.remote.connecting"));
    }
    screen.row += 2;
    screen.column = 0;
    at_table_print_chat(at, &screen, height - 3 - screen.row);
}

void full_handle_seats(Full *full, const TermEvent *event)
{
    AtTable *at = full->course.at;
    const Cell *cell = canvas_at(&full->canvas, event->row, event->column);
    int is_done = event->kind == TERM_ENTER;

    full->notice[0] = '\0';
    if (event->kind == TERM_UP)
        full->item -= full->item > 0;
    if (event->kind == TERM_DOWN || event->kind == TERM_TAB)
        full->item += full->item + 1 < at->item_count;
    if (event->kind == TERM_CLICK && cell != NULL && cell->spot >= CHOICE_SPOT) {
        full->item = cell->spot - CHOICE_SPOT;
        is_done = 1;
    }
    if (is_done && full->item < at->item_count)
        at_table_do(at, full->item);
}

/* ------------------------------------------------------------------------- */
/* During the game                                                           */
/* ------------------------------------------------------------------------- */

/* "4:05", or nothing where no clock runs. */
static void clock_text(const RemoteTable *table, char *out, size_t size)
{
    SeatSet waiting = table->game == NULL ? 0 : remote_waiting(table);
    int seat = table->seat != NOBODY && seats_have(waiting, table->seat)
                   ? table->seat
                   : seats_first(waiting);

    out[0] = '\0';
    if (seat == NOBODY || table->clocks[seat] < 0)
        return;
    long long left = table->clocks[seat] - (course_clock() - table->clocks_at);
    if (left < 0)
        left = 0;
    snprintf(out, size, "%lld:%02lld  ", left / 60000, left / 1000 % 60);
}

/* On the right of the bar: the clock, the table's code, the connection. */
void full_remote_bar(Full *full, int width)
{
    const RemoteTable *table = &full->course.at->table;
    char clock[32], text[128];

    clock_text(table, clock, sizeof clock);
    snprintf(text, sizeof text, "  %s%s %s ", clock, table->code,
             table->is_connected ? "■" : "░");
    canvas_put(&full->canvas, 0, width - text_width(text), INK_BAR, NO_SPOT, text);
}

void full_remote_sentence(const Full *full, char *out, size_t size)
{
    const Course *course = &full->course;
    const RemoteTable *table = &course->at->table;
    WordsArgument player = { "player", course_name(course), 0 };
    const char *key = !table->is_connected       ? "play.remote.lost"
                      : course->at->sent_at >= 0 ? "play.remote.sent"
                      : table->is_away           ? "play.remote.away"
                                                 : "play.remote.turn";

    words_write(course->settings->language, key, &player, 1, out, size);
}
