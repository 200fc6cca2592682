/* review_plot.c: the chances of each seat over the turns, as a picture. Seats differ by
 * colour and by the dashes of their lines; mistakes and blunders are written out. */
#include "cli/review_print.h"

#include "arena/pen.h"

#include <stdio.h>

enum { LEFT = 100, RIGHT = 800, TOP = 130, BOTTOM = 470 };

typedef struct Plot {
    const Review *review;
    const ReviewReader *reader;
    int points; /* along the turns */
} Plot;

/* Okabe and Ito: told apart by colour-blind people, too. */
static const Colour COLOURS[SEATS_MAX] = {
    { 0.00, 0.45, 0.70 }, { 0.84, 0.37, 0.00 }, { 0.00, 0.62, 0.45 },
    { 0.80, 0.47, 0.65 }, { 0.34, 0.34, 0.34 }, { 0.90, 0.62, 0.00 },
};
static const double DASHES[SEATS_MAX][2] = { { 1, 0 },  { 8, 4 }, { 2, 3 },
                                             { 14, 4 }, { 5, 5 }, { 10, 2 } };

static double across(const Plot *plot, int point)
{
    return LEFT
           + (RIGHT - LEFT) * (double)point / (plot->points > 1 ? plot->points - 1 : 1);
}

static double height(int64_t millionths)
{
    return BOTTOM - (BOTTOM - TOP) * (double)millionths / REVIEW_WHOLE;
}

static void draw_grid(cairo_t *cairo)
{
    char text[16];

    pen_font(cairo, 13, PEN_PLAIN);
    for (int tenth = 0; tenth <= 10; tenth += 2) {
        double y = height(tenth * (REVIEW_WHOLE / 10));
        pen_colour(cairo, PEN_GRID);
        pen_line(cairo, LEFT, y, RIGHT, y, 1);
        pen_colour(cairo, PEN_QUIET);
        snprintf(text, sizeof text, "%d %%", tenth * 10);
        pen_write(cairo, LEFT - 10, y + 4, ALIGN_RIGHT, text);
    }
}

/* Calls `at` for every worked-out position, in order. */
static void each_point(const Plot *plot, cairo_t *cairo, int seat,
                       void (*at)(const Plot *plot, cairo_t *cairo, int index, int point,
                                  int seat))
{
    int point = 0;

    for (int i = 0; i < plot->review->part_count; i++) {
        if (plot->review->parts[i].kind != REVIEW_DEAL)
            at(plot, cairo, i, point++, seat);
    }
}

static void draw_point(const Plot *plot, cairo_t *cairo, int index, int point, int seat)
{
    const Tally *before = &plot->review->parts[index].before[seat];

    if (before->count > 0)
        cairo_line_to(cairo, across(plot, point), height(tally_mean(before).win));
}

static void draw_mark(const Plot *plot, cairo_t *cairo, int index, int point, int seat)
{
    const ReviewPart *part = &plot->review->parts[index];
    ReviewMark mark = review_mark(plot->review, index);

    if (part->seat == seat && mark >= MARK_MISTAKE)
        pen_write(cairo, across(plot, point),
                  height(tally_mean(&part->before[seat]).win) - 8, ALIGN_CENTRE,
                  mark == MARK_BLUNDER ? "??" : "?");
}

static void draw_seat(const Plot *plot, cairo_t *cairo, int seat)
{
    double y = TOP + 26.0 * seat;

    pen_colour(cairo, COLOURS[seat]);
    cairo_set_dash(cairo, DASHES[seat], seat == 0 ? 0 : 2, 0);
    cairo_set_line_width(cairo, 2.5);
    cairo_new_path(cairo);
    each_point(plot, cairo, seat, draw_point);
    cairo_stroke(cairo);
    pen_line(cairo, RIGHT + 16, y, RIGHT + 44, y, 2.5);
    cairo_set_dash(cairo, NULL, 0, 0);
    pen_font(cairo, 15, PEN_BOLD);
    each_point(plot, cairo, seat, draw_mark);
    pen_font(cairo, 14, PEN_PLAIN);
    pen_write(cairo, RIGHT + 52, y + 5, ALIGN_LEFT, plot->reader->names->names[seat]);
}

static void draw(cairo_t *cairo, const void *what)
{
    const Plot *plot = what;
    Language language = plot->reader->language;

    page_begin(cairo, game_title(language, plot->review->game),
               words_find(language, "play.review.plot"),
               words_find(language, "play.review.plot.foot"));
    draw_grid(cairo);
    for (int seat = 0; seat < plot->review->seats; seat++)
        draw_seat(plot, cairo, seat);
}

int review_plot(const Review *review, const ReviewReader *reader, const char *path,
                Fault *fault)
{
    Plot plot = { .review = review, .reader = reader };

    for (int i = 0; i < review->part_count; i++)
        plot.points += review->parts[i].kind != REVIEW_DEAL;
    return page_write(path, draw, &plot, fault);
}
