/* pen.c: pen and ink for pictures, by cairo. */
#include "arena/pen.h"

#include <cairo-svg.h>
#include <string.h>

enum { PNG_SCALE = 2 /* dots for a unit */ };

const Colour PEN_INK = { 0.13, 0.15, 0.18 };
const Colour PEN_QUIET = { 0.42, 0.45, 0.50 };
const Colour PEN_GRID = { 0.90, 0.91, 0.93 };

void pen_colour(cairo_t *cairo, Colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

void pen_font(cairo_t *cairo, double size, Weight weight)
{
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           weight == PEN_BOLD ? CAIRO_FONT_WEIGHT_BOLD
                                              : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

double pen_width(cairo_t *cairo, const char *text)
{
    cairo_text_extents_t extents;

    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

void pen_write(cairo_t *cairo, double x, double y, Align align, const char *text)
{
    double width = pen_width(cairo, text);

    cairo_move_to(cairo,
                  x
                      - (align == ALIGN_LEFT     ? 0
                         : align == ALIGN_CENTRE ? width / 2
                                                 : width),
                  y);
    cairo_show_text(cairo, text);
}

void pen_line(cairo_t *cairo, double x1, double y1, double x2, double y2, double width)
{
    cairo_set_line_width(cairo, width);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_stroke(cairo);
}

void page_begin(cairo_t *cairo, const char *title, const char *subtitle, const char *foot)
{
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    pen_colour(cairo, PEN_INK);
    pen_font(cairo, 28, PEN_BOLD);
    pen_write(cairo, PAGE_MARGIN, 64, ALIGN_LEFT, title);
    pen_colour(cairo, PEN_QUIET);
    pen_font(cairo, 15, PEN_PLAIN);
    pen_write(cairo, PAGE_MARGIN, 94, ALIGN_LEFT, subtitle);
    pen_font(cairo, 11, PEN_PLAIN);
    pen_write(cairo, PAGE_MARGIN, PAGE_HEIGHT - 18, ALIGN_LEFT, foot);
}

/* ------------------------------------------------------------------------- */
/* Files                                                                     */
/* ------------------------------------------------------------------------- */

typedef struct Page {
    PageDraw *draw;
    const void *what;
} Page;

static int ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), end = strlen(ending);

    return length > end && strcmp(path + length - end, ending) == 0;
}

int page_can_be(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".png");
}

static cairo_status_t draw_on(cairo_surface_t *surface, const Page *page, double scale)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_status_t status;

    cairo_scale(cairo, scale, scale);
    page->draw(cairo, page->what);
    status = cairo_status(cairo);
    cairo_destroy(cairo);
    return status;
}

static cairo_status_t write_svg(const Page *page, const char *path)
{
    cairo_surface_t *surface = cairo_svg_surface_create(path, PAGE_WIDTH, PAGE_HEIGHT);
    cairo_status_t status = draw_on(surface, page, 1);

    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

static cairo_status_t write_png(const Page *page, const char *path)
{
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, PAGE_WIDTH * PNG_SCALE, PAGE_HEIGHT * PNG_SCALE);
    cairo_status_t status = draw_on(surface, page, PNG_SCALE);

    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png(surface, path);
    cairo_surface_destroy(surface);
    return status;
}

int page_write(const char *path, PageDraw *draw, const void *what, Fault *fault)
{
    const Page page = { draw, what };
    cairo_status_t status =
        ends_in(path, ".svg") ? write_svg(&page, path) : write_png(&page, path);

    if (status == CAIRO_STATUS_SUCCESS)
        return 1;
    return fault_set(fault, "cannot write %s: %s", path, cairo_status_to_string(status));
}
