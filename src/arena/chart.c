/* chart.c: a picture of the standings, by cairo. */
#include "arena/chart.h"

#include <cairo-svg.h>
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* In units of a slide, 16 to 9. */
enum {
    WIDTH = 960,
    HEIGHT = 540,
    MARGIN = 48,
    PLOT_TOP = 160,
    PLOT_BOTTOM = 448,
    GAP = 20,          /* between labels, panels and numbers */
    NUMBER_WIDTH = 84, /* of the column of numbers */
    LABEL_MOST = 260,  /* wider ones are written smaller */
    PNG_SCALE = 2,     /* dots for a unit */
};

typedef struct Colour {
    double red, green, blue;
} Colour;

static const Colour INK = { 0.13, 0.15, 0.18 };
static const Colour QUIET = { 0.42, 0.45, 0.50 };
static const Colour GRID = { 0.90, 0.91, 0.93 };
static const Colour BAR = { 0.00, 0.45, 0.70 };
static const Colour REFERENCE = { 0.84, 0.37, 0.00 };

/* ------------------------------------------------------------------------- */
/* Pen and ink                                                               */
/* ------------------------------------------------------------------------- */

typedef enum Align { LEFT, CENTRE, RIGHT } Align;
typedef enum Weight { PLAIN, BOLD } Weight;

static void use_colour(cairo_t *cairo, Colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

static void use_font(cairo_t *cairo, double size, Weight weight)
{
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           weight == BOLD ? CAIRO_FONT_WEIGHT_BOLD
                                          : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

static double text_width(cairo_t *cairo, const char *text)
{
    cairo_text_extents_t extents;

    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

/* The text's line stands at y. */
static void write_at(cairo_t *cairo, double x, double y, Align align, const char *text)
{
    double width = text_width(cairo, text);

    cairo_move_to(cairo, x - (align == LEFT ? 0 : align == CENTRE ? width / 2 : width), y);
    cairo_show_text(cairo, text);
}

static void draw_line(cairo_t *cairo, double x1, double y1, double x2, double y2,
                      double width)
{
    cairo_set_line_width(cairo, width);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_stroke(cairo);
}

/* ------------------------------------------------------------------------- */
/* Scales                                                                    */
/* ------------------------------------------------------------------------- */

/* The range of numbers that a panel shows, and where on the page. */
typedef struct Scale {
    double from, to, step;
    double left, right;
} Scale;

static double position(const Scale *scale, double value)
{
    return scale->left
           + (scale->right - scale->left) * (value - scale->from)
                 / (scale->to - scale->from);
}

/* 1, 2 or 5 times a power of ten, so that about `steps` of it make up the span. */
static double round_step(double span, int steps)
{
    double raw = span / steps;
    double power = pow(10, floor(log10(raw)));
    double digit = raw / power;

    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* Shares begin at 0 and end at 100 % at most; ratings where they happen to. */
static Scale fit_scale(const ChartPanel *panel, int rows, double left, double right)
{
    double least = panel->reference, most = panel->reference, step;
    Scale scale = { .left = left, .right = right };

    for (int i = 0; i < rows; i++) {
        least = fmin(least, panel->intervals[i].low);
        most = fmax(most, panel->intervals[i].high);
    }
    if (panel->unit == CHART_PER_CENT)
        least = 0;
    step = round_step(fmax(most - least, 1e-6), right - left > 400 ? 8 : 5);
    scale.step = step;
    scale.from = floor(least / step + 1e-9) * step;
    scale.to = ceil(most / step - 1e-9) * step;
    return scale;
}

static void write_value(char *out, size_t room, ChartUnit unit, double value, int decimals)
{
    if (unit == CHART_PER_CENT)
        snprintf(out, room, "%.*f %%", decimals, 100 * value);
    else
        snprintf(out, room, "%.0f", value);
}

/* ------------------------------------------------------------------------- */
/* Panels                                                                    */
/* ------------------------------------------------------------------------- */

static double row_middle(const Chart *chart, int row)
{
    return PLOT_TOP + (PLOT_BOTTOM - PLOT_TOP) * (row + 0.5) / chart->row_count;
}

/* Letters and dots that fit a row. */
static double row_size(const Chart *chart, double most)
{
    return fmin(most, 0.7 * (PLOT_BOTTOM - PLOT_TOP) / chart->row_count);
}

static void draw_grid(cairo_t *cairo, const ChartPanel *panel, const Scale *scale)
{
    int decimals = scale->step < 0.0099 ? 1 : 0;
    int steps = (int)lround((scale->to - scale->from) / scale->step);
    char text[32];

    use_font(cairo, 13, PLAIN);
    for (int i = 0; i <= steps; i++) {
        double value = scale->from + i * scale->step;
        double x = position(scale, value);
        use_colour(cairo, GRID);
        draw_line(cairo, x, PLOT_TOP, x, PLOT_BOTTOM, 1);
        use_colour(cairo, QUIET);
        write_value(text, sizeof text, panel->unit, value, decimals);
        write_at(cairo, x, PLOT_BOTTOM + 22, CENTRE, text);
    }
}

static void draw_reference(cairo_t *cairo, const ChartPanel *panel, const Scale *scale)
{
    const double dashes[] = { 5, 4 };
    double x = position(scale, panel->reference);
    double half;

    use_colour(cairo, REFERENCE);
    cairo_set_dash(cairo, dashes, 2, 0);
    draw_line(cairo, x, PLOT_TOP - 6, x, PLOT_BOTTOM, 1.5);
    cairo_set_dash(cairo, NULL, 0, 0);
    use_font(cairo, 12, PLAIN);
    half = text_width(cairo, panel->reference_label) / 2;
    x = fmax(x, scale->left + half);
    write_at(cairo, fmin(x, scale->right - half), PLOT_TOP - 12, CENTRE,
             panel->reference_label);
}

static void draw_interval(cairo_t *cairo, const Interval *interval, const Scale *scale,
                          double y, double radius)
{
    double low = position(scale, interval->low), high = position(scale, interval->high);

    use_colour(cairo, BAR);
    draw_line(cairo, low, y, high, y, 2.5);
    draw_line(cairo, low, y - radius, low, y + radius, 2.5);
    draw_line(cairo, high, y - radius, high, y + radius, 2.5);
}

/* The number, and below it, smaller, from where to where it may be. */
static void write_row(cairo_t *cairo, const Chart *chart, const ChartPanel *panel, double x,
                      int row)
{
    const Interval *interval = &panel->intervals[row];
    double y = row_middle(chart, row), size = row_size(chart, 17);
    char text[32], low[32], high[32];

    use_colour(cairo, INK);
    use_font(cairo, size, BOLD);
    write_value(text, sizeof text, panel->unit, panel->values[row], 1);
    write_at(cairo, x, y + size * 0.1, RIGHT, text);
    write_value(low, sizeof low, panel->unit, interval->low, 1);
    write_value(high, sizeof high, panel->unit, interval->high, 1);
    low[strcspn(low, " ")] = '\0';
    snprintf(text, sizeof text, "%.12s to %.14s", low, high);
    use_colour(cairo, QUIET);
    use_font(cairo, size * 0.62, PLAIN);
    write_at(cairo, x, y + size * 0.86, RIGHT, text);
}

static void draw_row(cairo_t *cairo, const Chart *chart, const ChartPanel *panel,
                     const Scale *scale, int row)
{
    double y = row_middle(chart, row);
    double radius = row_size(chart, 12) / 2;

    use_colour(cairo, GRID);
    draw_line(cairo, scale->left, y, scale->right, y, 1);
    draw_interval(cairo, &panel->intervals[row], scale, y, radius);
    cairo_arc(cairo, position(scale, panel->values[row]), y, radius, 0, 2 * M_PI);
    cairo_fill(cairo);
    write_row(cairo, chart, panel, scale->right + GAP + NUMBER_WIDTH, row);
}

static void draw_panel(cairo_t *cairo, const Chart *chart, const ChartPanel *panel,
                       double left, double right)
{
    Scale scale = fit_scale(panel, chart->row_count, left, right - NUMBER_WIDTH - GAP);

    draw_grid(cairo, panel, &scale);
    draw_reference(cairo, panel, &scale);
    for (int row = 0; row < chart->row_count; row++)
        draw_row(cairo, chart, panel, &scale, row);
    use_colour(cairo, QUIET);
    use_font(cairo, 14, PLAIN);
    write_at(cairo, (scale.left + scale.right) / 2, PLOT_BOTTOM + 46, CENTRE, panel->title);
}

/* ------------------------------------------------------------------------- */
/* The page                                                                  */
/* ------------------------------------------------------------------------- */

static double label_size(cairo_t *cairo, const Chart *chart, double *width)
{
    double size = row_size(chart, 18);

    *width = 0;
    use_font(cairo, size, PLAIN);
    for (int row = 0; row < chart->row_count; row++)
        *width = fmax(*width, text_width(cairo, chart->labels[row]));
    if (*width <= LABEL_MOST)
        return size;
    size *= LABEL_MOST / *width;
    *width = LABEL_MOST;
    return size;
}

static void draw_words(cairo_t *cairo, const Chart *chart)
{
    use_colour(cairo, INK);
    use_font(cairo, 28, BOLD);
    write_at(cairo, MARGIN, 64, LEFT, chart->title);
    use_colour(cairo, QUIET);
    use_font(cairo, 15, PLAIN);
    write_at(cairo, MARGIN, 94, LEFT, chart->subtitle);
    use_font(cairo, 11, PLAIN);
    write_at(cairo, MARGIN, HEIGHT - 18, LEFT, chart->foot);
}

static void draw(cairo_t *cairo, const Chart *chart)
{
    double label_width, size, left, each;

    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    draw_words(cairo, chart);
    size = label_size(cairo, chart, &label_width);
    use_colour(cairo, INK);
    use_font(cairo, size, PLAIN);
    for (int row = 0; row < chart->row_count; row++)
        write_at(cairo, MARGIN + label_width, row_middle(chart, row) + size * 0.36, RIGHT,
                 chart->labels[row]);
    left = MARGIN + label_width + GAP;
    each =
        (WIDTH - MARGIN - left - GAP * 2.0 * (chart->panel_count - 1)) / chart->panel_count;
    for (int i = 0; i < chart->panel_count; i++) {
        draw_panel(cairo, chart, &chart->panels[i], left, left + each);
        left += each + GAP * 2;
    }
}

/* ------------------------------------------------------------------------- */
/* Files                                                                     */
/* ------------------------------------------------------------------------- */

static int ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), end = strlen(ending);

    return length > end && strcmp(path + length - end, ending) == 0;
}

int chart_can_be(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".png");
}

static cairo_status_t draw_on(cairo_surface_t *surface, const Chart *chart, double scale)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_status_t status;

    cairo_scale(cairo, scale, scale);
    draw(cairo, chart);
    status = cairo_status(cairo);
    cairo_destroy(cairo);
    return status;
}

static cairo_status_t write_svg(const Chart *chart, const char *path)
{
    cairo_surface_t *surface = cairo_svg_surface_create(path, WIDTH, HEIGHT);
    cairo_status_t status = draw_on(surface, chart, 1);

    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

static cairo_status_t write_png(const Chart *chart, const char *path)
{
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, WIDTH * PNG_SCALE, HEIGHT * PNG_SCALE);
    cairo_status_t status = draw_on(surface, chart, PNG_SCALE);

    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png(surface, path);
    cairo_surface_destroy(surface);
    return status;
}

int chart_write(const Chart *chart, const char *path, Fault *fault)
{
    cairo_status_t status =
        ends_in(path, ".svg") ? write_svg(chart, path) : write_png(chart, path);

    if (status == CAIRO_STATUS_SUCCESS)
        return 1;
    return fault_set(fault, "cannot write %s: %s", path, cairo_status_to_string(status));
}
