/* layout.c: blocks in bands. A band is a run of blocks whose widths fit beside each other;
 * the last of them gets the columns that are left. Of the spacings below, a table gets the
 * widest whose rows fit.
 *
 *     ── Title of a ──────── Title of b ──────
 *       block a               block b
 *     ── Title of c ──────────────────────────
 *       block c                                */
#include "tui/layout.h"

#include <assert.h>

enum { PLACES_MAX = 64 };

typedef enum Spacing {
    SPACING_TIGHT,  /* titles only where they must be */
    SPACING_TITLES, /* all titles */
    SPACING_WIDE,   /* and blank lines between bands */
    SPACING_FULL,   /* and extra blocks */
} Spacing;

/* A block of the drawing, or one of its repetitions. */
typedef struct Place {
    const Block *block;
    int n;
    int width; /* at least */
} Place;

typedef struct Layout {
    Screen *screen;
    const Scene *scene;
    Spacing spacing;
    Place places[PLACES_MAX];
    int count;
} Layout;

/* Repeated blocks share the width evenly. */
static int shared_width(const Layout *layout, const Block *block, int count)
{
    int columns = block->width == 0 ? 1 : layout->screen->width / block->width;

    if (count <= 1 || columns <= 1)
        return block->width;
    return layout->screen->width / (columns < count ? columns : count);
}

static void add_places(Layout *layout, const Drawing *drawing, BlockUse most)
{
    layout->count = 0;
    for (const Block *block = drawing->blocks; block->draw != NULL; block++) {
        int count = block->count == NULL ? 1 : block->count(layout->scene);

        if (block->use > most)
            continue;
        int width = shared_width(layout, block, count);
        assert(layout->count + count <= PLACES_MAX);
        for (int n = 0; n < count && layout->count < PLACES_MAX; n++)
            layout->places[layout->count++] = (Place){ block, n, width };
    }
}

/* How many places from `first` on fit beside each other. */
static int band_length(const Layout *layout, int first)
{
    int columns = 0, length = 0;

    for (int i = first; i < layout->count; i++, length++) {
        columns += layout->places[i].width;
        if (length > 0 && columns > layout->screen->width)
            break;
    }
    return length;
}

static int has_title(const Layout *layout, const Block *block)
{
    return block->title != NULL
           && (layout->spacing != SPACING_TIGHT || block->title_use == TITLE_STAYS);
}

static void title_text(const Layout *layout, const Block *block, char *out, size_t size)
{
    int seat = layout->scene->seat;
    WordsArgument player = { "player", seat == NOBODY ? "" : layout->screen->players[seat],
                             0 };

    words_write(layout->screen->language, block->title, &player, 1, out, size);
}

static void draw_title(const Layout *layout, Screen *screen, const Place *place)
{
    char title[SCREEN_TEXT_MAX];

    if (place->n == 0) {
        title_text(layout, place->block, title, sizeof title);
        screen_title(screen, title);
        if (place->block->note != NULL)
            place->block->note(screen, layout->scene);
    }
    screen_rule(screen, 0, screen->width);
    screen_line(screen);
}

/* Returns the row below it. */
static int draw_place(const Layout *layout, const Place *place, Screen screen)
{
    const Block *block = place->block;
    char title[SCREEN_TEXT_MAX];

    if (has_title(layout, block)) {
        draw_title(layout, &screen, place);
    } else if (block->title != NULL && block->title_use == TITLE_LEADS) {
        title_text(layout, block, title, sizeof title);
        screen_put_at(&screen, screen.indent, INK_HEADING, title);
        screen_put(&screen, INK_PLAIN, "  ");
    }
    Scene scene = *layout->scene;
    scene.n = place->n;
    block->draw(&screen, &scene);
    screen_end_line(&screen);
    return screen.row;
}

static void draw_band(Layout *layout, int first, int length)
{
    enum { INDENT = 2 };
    int left = layout->screen->left, bottom = layout->screen->row;
    int end = left + layout->screen->width;

    for (int i = first; i < first + length; i++) {
        const Place *place = &layout->places[i];
        int takes_rest = i == first + length - 1 && place->n == 0;
        Screen screen = *layout->screen;

        screen.left = left;
        screen.width = takes_rest ? end - left : place->width;
        screen.indent = INDENT;
        int row = draw_place(layout, place, screen);
        bottom = row > bottom ? row : bottom;
        left += screen.width;
    }
    layout->screen->row = bottom;
}

static void draw_bands(Layout *layout)
{
    for (int first = 0, length; first < layout->count; first += length) {
        length = band_length(layout, first);
        if (first > 0 && layout->spacing >= SPACING_WIDE)
            screen_line(layout->screen);
        draw_band(layout, first, length);
    }
}

void layout_table(Screen *screen, const Drawing *drawing, const Scene *scene,
                  const LayoutRoom *room)
{
    const int rows[] = { room->most, room->titled, room->wide, room->wide };
    Layout layout = { .screen = screen, .scene = scene, .spacing = SPACING_FULL };

    for (;; layout.spacing--) {
        add_places(&layout, drawing,
                   layout.spacing == SPACING_FULL ? BLOCK_EXTRA : BLOCK_CONTEXT);
        canvas_clear(screen->canvas, screen->canvas->width);
        screen->row = screen->column = 0;
        draw_bands(&layout);
        if (screen->row <= rows[layout.spacing] || layout.spacing == SPACING_TIGHT)
            break;
    }
    if (screen->canvas->height > room->most)
        screen->canvas->height = room->most;
}

void layout_lines(Screen *screen, const Drawing *drawing, const Scene *scene, Detail detail)
{
    Layout layout = { .screen = screen, .scene = scene, .spacing = SPACING_TITLES };
    int is_whole = detail == DETAIL_WHOLE || drawing->begins_turn == NULL
                   || drawing->begins_turn(scene);
    char title[SCREEN_TEXT_MAX];

    if (is_whole && drawing->title != NULL) {
        drawing->title(screen->language, scene->view, title, sizeof title);
        screen_heading(screen, title);
    }
    add_places(&layout, drawing, is_whole ? BLOCK_CONTEXT : BLOCK_DECISION);
    for (int i = 0; i < layout.count; i++)
        layout.places[i].width = screen->width;
    for (int i = 0; i < layout.count; i++)
        draw_band(&layout, i, 1);
}
