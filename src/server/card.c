/* card.c: the picture of a table, by cairo. */
#include "server/card.h"

#include "server/script.h"

#include <stdio.h>

enum {
    MARGIN = 64,
    TITLE_AT = 124,
    SUBTITLE_AT = 178,
    LINES_AT = 268,
    LINE_HEIGHT = 52,
    NAME_AT = 128,
    SCORE_WIDTH = 180,
    RAIL_AT = 570,
    FOOT_AT = 548,
};

typedef struct Colour {
    double red, green, blue;
} Colour;

/* Those of the page (web/src/theme.css), in daylight. */
static const Colour PAPER = { 0.953, 0.933, 0.886 }, INK = { 0.125, 0.161, 0.169 },
                    MUTED = { 0.345, 0.388, 0.376 }, BRAND = { 0.114, 0.290, 0.235 },
                    LINE = { 0.839, 0.800, 0.714 }, RAIL = { 0.545, 0.510, 0.443 };

static const Font TITLE = { 58, 1 }, SUBTITLE = { 30, 0 }, PLAIN = { 36, 0 },
                  FIRST = { 36, 1 }, FOOT = { 24, 0 };

static void use(cairo_t *cairo, Colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

static void draw_box(cairo_t *cairo, double x, double y, double width, double height)
{
    cairo_rectangle(cairo, x, y, width, height);
    cairo_fill(cairo);
}

static void draw_rails(cairo_t *cairo)
{
    enum { SLEEPERS_APART = 48, SLEEPER_WIDTH = 18 };

    use(cairo, LINE);
    for (int x = 15; x < CARD_WIDTH; x += SLEEPERS_APART)
        draw_box(cairo, x, RAIL_AT, SLEEPER_WIDTH, CARD_HEIGHT - RAIL_AT);
    use(cairo, RAIL);
    draw_box(cairo, 0, RAIL_AT + 12, CARD_WIDTH, 8);
    draw_box(cairo, 0, RAIL_AT + 42, CARD_WIDTH, 8);
}

static void draw_line(cairo_t *cairo, const CardLine *line, double y)
{
    Font font = line->is_first ? FIRST : PLAIN;
    double right = CARD_WIDTH - MARGIN;

    use(cairo, LINE);
    draw_box(cairo, MARGIN, y + 15, right - MARGIN, 2);
    use(cairo, line->is_first ? BRAND : INK);
    script_write(cairo, font, MARGIN, y, NAME_AT - MARGIN, 0, line->place);
    script_write(cairo, font, NAME_AT, y, right - NAME_AT - SCORE_WIDTH, 0, line->name);
    script_write(cairo, font, right, y, SCORE_WIDTH - 16, 1, line->score);
}

/* A sentence of ours goes from left to right, although it may begin with a name that does
 * not: a mark says so. */
static void write_title(cairo_t *cairo, const char *title, double width)
{
    char marked[CARD_TEXT_MAX + 4];

    snprintf(marked, sizeof marked, "\u200e%s", title);
    script_write(cairo, TITLE, MARGIN, TITLE_AT, width, 0, marked);
}

static void draw(cairo_t *cairo, const Card *card)
{
    const double width = CARD_WIDTH - 2 * MARGIN;

    use(cairo, PAPER);
    cairo_paint(cairo);
    use(cairo, BRAND);
    draw_box(cairo, 0, 0, CARD_WIDTH, 20);
    write_title(cairo, card->title, width);
    use(cairo, MUTED);
    script_write(cairo, SUBTITLE, MARGIN, SUBTITLE_AT, width, 0, card->subtitle);
    for (int i = 0; i < card->line_count; i++)
        draw_line(cairo, &card->lines[i], LINES_AT + i * LINE_HEIGHT);
    draw_rails(cairo);
    use(cairo, MUTED);
    if (LINES_AT + card->line_count * LINE_HEIGHT <= FOOT_AT)
        script_write(cairo, FOOT, CARD_WIDTH - MARGIN, FOOT_AT, width, 1, card->foot);
}

static cairo_status_t keep(void *context, const unsigned char *bytes, unsigned length)
{
    Text *png = context;

    text_append(png, (const char *)bytes, length);
    return png->has_failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/* `shrink`: dots are so many times as large. */
static int draw_png(const Card *card, int shrink, Text *png)
{
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, CARD_WIDTH / shrink, CARD_HEIGHT / shrink);
    cairo_t *cairo = cairo_create(surface);

    cairo_scale(cairo, 1.0 / shrink, 1.0 / shrink);
    draw(cairo, card);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    text_clear(png);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, keep, png);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS && !png->has_failed;
}

int card_draw(const Card *card, Text *png)
{
    int shrink = 1;

    if (!draw_png(card, shrink, png))
        return 0;
    /* Pictures of characters in many colours are large. */
    while (png->length > CARD_BYTES_MAX && shrink < 4) {
        shrink *= 2;
        if (!draw_png(card, shrink, png))
            return 0;
    }
    return 1;
}
