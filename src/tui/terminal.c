/* terminal.c: ncurses, and nowhere else. */
#include "tui/terminal.h"

#include "tui/glyph.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { DESCRIPTORS_MAX = 8, LEAST_COLUMNS = 40, LEAST_ROWS = 10, SHORT_ESCAPE = 25 };

/* The terminal is one for the whole program. */
static struct {
    int is_open;
    int has_colours;
    TermGlyphs glyphs;
    SCREEN *screen;
    int pipe[2]; /* written by signal handlers */
    struct sigaction before[3];
} terminal;

static const int SIGNALS[3] = { SIGINT, SIGTERM, SIGHUP };

/* ------------------------------------------------------------------------- */
/* Opening and closing                                                       */
/* ------------------------------------------------------------------------- */

/* A terminal that does not know its size is taken to be large enough. */
static int is_too_small(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
           && size.ws_row > 0
           && (size.ws_col < TERM_LEAST_WIDTH || size.ws_row < TERM_LEAST_HEIGHT);
}

int term_is_possible(void)
{
    const char *name = getenv("TERM");
    int error;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || name == NULL
        || strcmp(name, "dumb") == 0 || is_too_small())
        return 0;
    if (setupterm(name, STDOUT_FILENO, &error) != OK)
        return 0;
    int is_possible = cursor_address != NULL && clear_screen != NULL;
    del_curterm(cur_term);
    return is_possible;
}

static void on_signal(int number)
{
    char byte = (char)number;
    int saved = errno;

    if (write(terminal.pipe[1], &byte, 1) != 1) {
        /* The pipe is full: it will wake all the same. */
    }
    errno = saved;
}

static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal };

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < 3; i++)
        sigaction(SIGNALS[i], &action, &terminal.before[i]);
}

/* With eight colours, blocks have colours of their own: rounded ones would be equal. */
static void mix_inks(void)
{
    int has_many = COLORS >= 256;

    for (int ink = 0; ink < INK_COUNT; ink++) {
        const Look *look = &LOOKS[ink];
        init_pair((short)(ink + 1), has_many ? look->letters : look->plain_letters,
                  has_many ? look->ground : look->plain_ground);
    }
}

int term_open(TermColour colour, TermGlyphs glyphs)
{
    if (pipe(terminal.pipe) != 0)
        return 0;
    terminal.screen = newterm(NULL, stdout, stdin);
    if (terminal.screen == NULL) {
        close(terminal.pipe[0]);
        close(terminal.pipe[1]);
        return 0;
    }
    terminal.is_open = 1;
    terminal.glyphs = glyphs;
    set_escdelay(SHORT_ESCAPE);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    mouseinterval(0);
    /* Presses alone: of clicks the library would make double ones, and lose some. */
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    terminal.has_colours = colour == TERM_COLOURS && has_colors();
    if (terminal.has_colours) {
        start_color();
        use_default_colors();
        mix_inks();
    }
    catch_signals();
    return 1;
}

/* tmux gives back a window that has grown since together with the rows above the cursor:
 * they are blank, and the cursor stands in the first row when ncurses leaves. */
void term_close(void)
{
    if (!terminal.is_open)
        return;
    erase();
    refresh();
    resize_term(1, COLS);
    endwin();
    delscreen(terminal.screen);
    for (int i = 0; i < 3; i++)
        sigaction(SIGNALS[i], &terminal.before[i], NULL);
    close(terminal.pipe[0]);
    close(terminal.pipe[1]);
    terminal.is_open = 0;
}

int term_width(void)
{
    return COLS;
}

int term_height(void)
{
    return LINES;
}

/* ------------------------------------------------------------------------- */
/* Showing                                                                   */
/* ------------------------------------------------------------------------- */

static void set_ink(int ink)
{
    static const attr_t ATTRIBUTES[] = { A_BOLD, A_DIM, A_REVERSE, A_UNDERLINE };
    int wanted = terminal.has_colours ? LOOKS[ink].attributes : LOOKS[ink].without;
    attr_t attributes = A_NORMAL;

    for (int i = 0; i < 4; i++)
        attributes |= wanted >> i & 1 ? ATTRIBUTES[i] : 0;
    attr_set(attributes, (short)(terminal.has_colours ? ink + 1 : 0), NULL);
}

static void show_row(const Canvas *canvas, int row)
{
    int ink = -1;

    move(row, 0);
    for (int column = 0; column < COLS; column++) {
        const Cell *cell = canvas_at(canvas, row, column);

        if (cell != NULL && cell->is_half)
            continue;
        int wanted = cell == NULL ? INK_PLAIN : cell->ink;
        if (wanted != ink)
            set_ink(ink = wanted);
        if (cell == NULL || cell->text[0] == '\0')
            addstr(" ");
        else
            addstr(terminal.glyphs == TERM_ASCII ? glyph_in_ascii(cell->text) : cell->text);
    }
}

void term_show(const Canvas *canvas, int cursor_row, int cursor_column)
{
    for (int row = 0; row < LINES; row++)
        show_row(canvas, row);
    curs_set(cursor_row < 0 ? 0 : 1);
    move(cursor_row < 0 ? LINES - 1 : cursor_row, cursor_row < 0 ? 0 : cursor_column);
    refresh();
}

/* ------------------------------------------------------------------------- */
/* Typed and clicked                                                         */
/* ------------------------------------------------------------------------- */

static TermEvent of_mouse(void)
{
    MEVENT mouse;

    if (getmouse(&mouse) != OK)
        return (TermEvent){ 0 };
    TermEvent event = { .kind = TERM_CLICK, .row = mouse.y, .column = mouse.x };
    if (mouse.bstate & BUTTON4_PRESSED)
        event.kind = TERM_WHEEL_UP;
    else if (mouse.bstate & BUTTON5_PRESSED)
        event.kind = TERM_WHEEL_DOWN;
    return event;
}

typedef struct KeyKind {
    wint_t key;
    TermEventKind kind;
} KeyKind;

static const KeyKind KEYS[] = {
    { KEY_UP, TERM_UP },         { KEY_DOWN, TERM_DOWN },
    { KEY_LEFT, TERM_LEFT },     { KEY_RIGHT, TERM_RIGHT },
    { KEY_PPAGE, TERM_PAGE_UP }, { KEY_NPAGE, TERM_PAGE_DOWN },
    { KEY_HOME, TERM_HOME },     { KEY_END, TERM_END },
    { KEY_ENTER, TERM_ENTER },   { KEY_BACKSPACE, TERM_BACKSPACE },
    { KEY_DC, TERM_DELETE },     { KEY_RESIZE, TERM_RESIZE },
    { KEY_BTAB, TERM_TAB },      { 0, TERM_NOTHING },
};

/* 3 and 4 where a terminal makes no signal of Ctrl-C and Ctrl-D. */
static const KeyKind CONTROLS[] = {
    { '\r', TERM_ENTER }, { '\n', TERM_ENTER },  { 27, TERM_ESCAPE },
    { '\t', TERM_TAB },   { 8, TERM_BACKSPACE }, { 127, TERM_BACKSPACE },
    { 3, TERM_LEAVE },    { 4, TERM_LEAVE },     { 0, TERM_NOTHING },
};

static TermEvent find_key(const KeyKind *keys, wint_t key)
{
    while (keys->key != 0 && keys->key != key)
        keys++;
    return (TermEvent){ .kind = keys->kind };
}

static TermEvent of_character(wint_t character)
{
    TermEvent event = find_key(CONTROLS, character);
    mbstate_t state;

    if (event.kind != TERM_NOTHING || character < ' ')
        return event;
    memset(&state, 0, sizeof state);
    if (wcrtomb(event.text, (wchar_t)character, &state) > 4)
        return (TermEvent){ 0 };
    event.kind = TERM_CHARACTER;
    return event;
}

/* 0: nothing was typed. */
static int read_typed(TermEvent *event)
{
    wint_t key;
    int status = get_wch(&key);

    if (status == ERR)
        return 0;
    *event = status != KEY_CODE_YES ? of_character(key)
             : key == KEY_MOUSE     ? of_mouse()
                                    : find_key(KEYS, key);
    return 1;
}

static int wait_for(int milliseconds, const int *descriptors, int count,
                    struct pollfd *polled)
{
    polled[0] = (struct pollfd){ .fd = STDIN_FILENO, .events = POLLIN };
    polled[1] = (struct pollfd){ .fd = terminal.pipe[0], .events = POLLIN };
    for (int i = 0; i < count; i++)
        polled[2 + i] = (struct pollfd){ .fd = descriptors[i], .events = POLLIN };
    nfds_t all = 2;
    all += (nfds_t)count;
    return poll(polled, all, milliseconds);
}

TermEvent term_wait(int milliseconds, const int *descriptors, int count)
{
    struct pollfd polled[2 + DESCRIPTORS_MAX];
    TermEvent event = { 0 };

    if (read_typed(&event))
        return event;
    int ready = wait_for(milliseconds, descriptors, count, polled);
    if (ready < 0) /* a signal, such as that of another size */
        return read_typed(&event) ? event : (TermEvent){ .kind = TERM_RESIZE };
    if (ready == 0)
        return event;
    if (polled[1].revents != 0 || polled[0].revents & (POLLHUP | POLLERR))
        return (TermEvent){ .kind = TERM_LEAVE };
    if (polled[0].revents != 0) {
        /* Readable and yet nothing there: its other end has gone. */
        return read_typed(&event) ? event : (TermEvent){ .kind = TERM_NOTHING };
    }
    return (TermEvent){ .kind = TERM_WAKE };
}

void term_drop_keys(void)
{
    flushinp();
}
