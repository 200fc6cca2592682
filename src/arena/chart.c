/* chart.c: a picture of the standings, by cairo. */
#include "arena/chart.h"

#include "arena/pen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PLOT_TOP = 160,
    PLOT_BOTTOM = 448,
    GAP = 20,          /* between labels, panels and numbers */
    NUMBER_WIDTH = 84, /* of the column of numbers */
    LABEL_MOST = 260,  /* wider ones are written smaller */
};

static const Colour BAR = { 0.00, 0.45, 0.70 };
static const Colour REFERENCE = { 0.84, 0.37, 0.00 };
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

    pen_font(cairo, 13, PEN_PLAIN);
    for (int i = 0; i <= steps; i++) {
        double value = scale->from + i * scale->step;
        double x = position(scale, value);
        pen_colour(cairo, PEN_GRID);
        pen_line(cairo, x, PLOT_TOP, x, PLOT_BOTTOM, 1);
        pen_colour(cairo, PEN_QUIET);
        write_value(text, sizeof text, panel->unit, value, decimals);
        pen_write(cairo, x, PLOT_BOTTOM + 22, ALIGN_CENTRE, text);
    }
}

static void draw_reference(cairo_t *cairo, const ChartPanel *panel, const Scale *scale)
{
    const double dashes[] = { 5, 4 };
    double x = position(scale, panel->reference);
    double half;

    pen_colour(cairo, REFERENCE);
    cairo_set_dash(cairo, dashes, 2, 0);
    pen_line(cairo, x, PLOT_TOP - 6, x, PLOT_BOTTOM, 1.5);
    cairo_set_dash(cairo, NULL, 0, 0);
    pen_font(cairo, 12, PEN_PLAIN);
    half = pen_width(cairo, panel->reference_label) / 2;
    x = fmax(x, scale->left + half);
    pen_write(cairo, fmin(x, scale->right - half), PLOT_TOP - 12, ALIGN_CENTRE,
              panel->reference_label);
}

static void draw_interval(cairo_t *cairo, const Interval *interval, const Scale *scale,
                          double y, double radius)
{
    double low = position(scale, interval->low), high = position(scale, interval->high);

    pen_colour(cairo, BAR);
    pen_line(cairo, low, y, high, y, 2.5);
    pen_line(cairo, low, y - radius, low, y + radius, 2.5);
    pen_line(cairo, high, y - radius, high, y + radius, 2.5);
}

/* The number, and below it, smaller, from where to where it may be. */
static void write_row(cairo_t *cairo, const Chart *chart, const ChartPanel *panel, double x,
                      int row)
{
    const Interval *interval = &panel->intervals[row];
    double y = row_middle(chart, row), size = row_size(chart, 17);
    char text[32], low[32], high[32];

    pen_colour(cairo, PEN_INK);
    pen_font(cairo, size, PEN_BOLD);
    write_value(text, sizeof text, panel->unit, panel->values[row], 1);
    pen_write(cairo, x, y + size * 0.1, ALIGN_RIGHT, text);
    write_value(low, sizeof low, panel->unit, interval->low, 1);
    write_value(high, sizeof high, panel->unit, interval->high, 1);
    low[strcspn(low, " ")] = '\0';
    snprintf(text, sizeof text, "%.12s to %.14s", low, high);
    pen_colour(cairo, PEN_QUIET);
    pen_font(cairo, size * 0.62, PEN_PLAIN);
    pen_write(cairo, x, y + size * 0.86, ALIGN_RIGHT, text);
}

static void draw_row(cairo_t *cairo, const Chart *chart, const ChartPanel *panel,
                     const Scale *scale, int row)
{
    double y = row_middle(chart, row);
    double radius = row_size(chart, 12) / 2;

    pen_colour(cairo, PEN_GRID);
    pen_line(cairo, scale->left, y, scale->right, y, 1);
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
    pen_colour(cairo, PEN_QUIET);
    pen_font(cairo, 14, PEN_PLAIN);
    pen_write(cairo, (scale.left + scale.right) / 2, PLOT_BOTTOM + 46, ALIGN_CENTRE,
              panel->title);
}

/* ------------------------------------------------------------------------- */
/* The page                                                                  */
/* ------------------------------------------------------------------------- */

static double label_size(cairo_t *cairo, const Chart *chart, double *width)
{
    double size = row_size(chart, 18);

    *width = 0;
    pen_font(cairo, size, PEN_PLAIN);
    for (int row = 0; row < chart->row_count; row++)
        *width = fmax(*width, pen_width(cairo, chart->labels[row]));
    if (*width <= LABEL_MOST)
        return size;
    size *= LABEL_MOST / *width;
    *width = LABEL_MOST;
    return size;
}

static void draw(cairo_t *cairo, const void *what)
{
    const Chart *chart = what;
    double label_width, size, left, each;

    page_begin(cairo, chart->title, chart->subtitle, chart->foot);
    size = label_size(cairo, chart, &label_width);
    pen_colour(cairo, PEN_INK);
    pen_font(cairo, size, PEN_PLAIN);
    for (int row = 0; row < chart->row_count; row++)
        pen_write(cairo, PAGE_MARGIN + label_width, row_middle(chart, row) + size * 0.36,
                  ALIGN_RIGHT, chart->labels[row]);
    left = PAGE_MARGIN + label_width + GAP;
    each = (PAGE_WIDTH - PAGE_MARGIN - left - GAP * 2.0 * (chart->panel_count - 1))
           / chart->panel_count;
    for (int i = 0; i < chart->panel_count; i++) {
        draw_panel(cairo, chart, &chart->panels[i], left, left + each);
        left += each + GAP * 2;
    }
}

int chart_can_be(const char *path)
{
    return page_can_be(path);
}

int chart_write(const Chart *chart, const char *path, Fault *fault)
{
    return page_write(path, draw, chart, fault);
}
