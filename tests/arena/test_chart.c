/* test_chart.c: charts are written, with the right content. */
#include "arena/chart.h"

#include <cairo.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Chart chart_of(int rows, int panels)
{
    static char labels[CONTENDERS_MAX][LABEL_MAX + 1];
    Chart chart = { .title = "Title",
                    .subtitle = "What it is",
                    .foot = "How",
                    .row_count = rows,
                    .panel_count = panels };

    for (int i = 0; i < rows; i++) {
        snprintf(labels[i], sizeof labels[i], "contender:%dms", i);
        chart.labels[i] = labels[i];
        chart.panels[0].values[i] = 0.5 / (i + 1);
        chart.panels[0].intervals[i] = (Interval){ 0.4 / (i + 1), 0.6 / (i + 1) };
        chart.panels[1].values[i] = 1000 - 30 * i;
        chart.panels[1].intervals[i] = (Interval){ 950 - 30 * i, 1050 - 30 * i };
    }
    chart.panels[0].title = "Share";
    chart.panels[0].reference = 0.25;
    chart.panels[0].reference_label = "fair";
    chart.panels[1].title = "Rating";
    chart.panels[1].unit = CHART_POINTS;
    chart.panels[1].reference = 1000;
    chart.panels[1].reference_label = "mean";
    return chart;
}

static void write_chart(const Chart *chart, const char *ending, char *path, size_t room)
{
    Fault fault = { 0 };

    snprintf(path, room, "/tmp/chart-%d%s", (int)getpid(), ending);
    cr_assert(chart_write(chart, path, &fault), "%s", fault.sentence);
}

/* The number of pixels of about this colour. */
static long count_dots(cairo_surface_t *image, unsigned colour)
{
    const unsigned char *data = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    long dots = 0;

    for (int y = 0; y < cairo_image_surface_get_height(image); y++) {
        for (int x = 0; x < cairo_image_surface_get_width(image); x++) {
            unsigned dot;
            memcpy(&dot, data + (long)y * stride + 4L * x, sizeof dot);
            dots += (dot & 0xF8F8F8) == (colour & 0xF8F8F8);
        }
    }
    return dots;
}

Test(chart, a_png_shows_every_row)
{
    char path[64];
    long one = 0;

    for (int rows = 1; rows <= CONTENDERS_MAX; rows += 5) {
        Chart chart = chart_of(rows, 2);
        write_chart(&chart, ".png", path, sizeof path);
        cairo_surface_t *image = cairo_image_surface_create_from_png(path);
        cr_assert_eq(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
        cr_expect_eq(cairo_image_surface_get_width(image), 1920);
        cr_expect_eq(cairo_image_surface_get_height(image), 1080);
        long bars = count_dots(image, 0x0073B3);
        one = rows == 1 ? bars : one;
        cr_expect_gt(bars, 500);
        cr_expect(rows == 1 || bars > one, "%d rows: %ld dots", rows, bars);
        cr_expect_gt(count_dots(image, 0xD65E00), 100, "the reference");
        cairo_surface_destroy(image);
        remove(path);
    }
}

Test(chart, an_svg_is_one)
{
    Chart chart = chart_of(3, 1);
    char path[64], text[256] = "";

    write_chart(&chart, ".svg", path, sizeof path);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    cr_expect_gt(fread(text, 1, sizeof text - 1, file), 200);
    cr_expect_not_null(strstr(text, "<svg "));
    cr_expect_not_null(strstr(text, "viewBox=\"0 0 960 540\""));
    cr_assert_eq(fseek(file, -7, SEEK_END), 0);
    memset(text, 0, sizeof text);
    cr_expect_eq(fread(text, 1, 7, file), 7);
    cr_expect_str_eq(text, "</svg>\n");
    fclose(file);
    remove(path);
}

Test(chart, everything_equal_can_be_drawn)
{
    Chart chart = chart_of(2, 1);
    char path[64];

    for (int i = 0; i < 2; i++) {
        chart.panels[0].values[i] = 0;
        chart.panels[0].intervals[i] = (Interval){ 0, 0 };
    }
    chart.panels[0].reference = 0;
    write_chart(&chart, ".png", path, sizeof path);
    remove(path);
}

Test(chart, a_path_that_cannot_be_written_is_an_error)
{
    Chart chart = chart_of(2, 1);
    Fault fault = { 0 };

    cr_expect_not(chart_write(&chart, "/nowhere/at/all.png", &fault));
    cr_expect_not_null(strstr(fault.sentence, "cannot write /nowhere/at/all.png"));
    fault.sentence[0] = '\0';
    cr_expect_not(chart_write(&chart, "/nowhere/at/all.svg", &fault));
    cr_expect_not_null(strstr(fault.sentence, "cannot write /nowhere/at/all.svg"));
}

Test(chart, the_suffix_sets_the_format)
{
    cr_expect(chart_can_be("a.svg"));
    cr_expect(chart_can_be("a.png"));
    cr_expect_not(chart_can_be("a.pdf"));
    cr_expect_not(chart_can_be(".svg"));
    cr_expect_not(chart_can_be("svg"));
}
