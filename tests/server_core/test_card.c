/* test_card.c: the picture of a table, with names in any script. */
#include "server/card.h"

#include <cairo.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {
    "Ada",
    "محمد الكبير (١٢)",
    "עדה לאבלייס",
    "山田太郎と機関車トーマスの仲間たちの長い名前",
    "🚂👩🏽‍🔧👨‍👩‍👧‍👦🇫🇷 Zoé",
    ("e\u0301\u0323\u0302\u0308\u0307\u030a\u0303 "
     "a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307"),
    "abc אבג def دهو",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "नमस्ते दुनिया ไทยแลนด์ ქართული",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \U0010ffff \uf8ff",
    "\xff\xfe\xc3(",
    "",
};

enum { NAMES_COUNT = sizeof NAMES / sizeof *NAMES };

static Card card_of(const char *name, int lines)
{
    Card card = { .line_count = lines };

    snprintf(card.title, sizeof card.title, "%.120s wins: Station Master", name);
    snprintf(card.subtitle, sizeof card.subtitle, "%.120s", name);
    snprintf(card.foot, sizeof card.foot, "Roundhouse");
    for (int i = 0; i < lines; i++) {
        snprintf(card.lines[i].place, sizeof card.lines[i].place, "%d.", i + 1);
        snprintf(card.lines[i].name, CARD_TEXT_MAX, "%.120s", name);
        snprintf(card.lines[i].score, sizeof card.lines[i].score, "−2147483648");
        card.lines[i].is_first = i == 0;
    }
    return card;
}

typedef struct Source {
    const Text *png;
    size_t at;
} Source;

static cairo_status_t take(void *context, unsigned char *bytes, unsigned length)
{
    Source *source = context;

    if (source->at + length > source->png->length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, source->png->bytes + source->at, length);
    source->at += length;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *picture_of(const Card *card, const char *name)
{
    Text png = { 0 };

    cr_assert(card_draw(card, &png), "%s", name);
    cr_expect_lt(png.length, CARD_BYTES_MAX, "%s: %zu bytes", name, png.length);
    const char *folder = getenv("ROUNDHOUSE_PICTURES"); /* to look at them */
    if (folder != NULL) {
        static int number;
        char path[512];
        snprintf(path, sizeof path, "%s/card-%d.png", folder, number++);
        FILE *file = fopen(path, "wb");
        cr_assert_not_null(file);
        fwrite(png.bytes, 1, png.length, file);
        fclose(file);
    }
    Source source = { &png, 0 };
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(take, &source);
    cr_assert_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS, "%s", name);
    text_free(&png);
    return surface;
}

static uint32_t dot(cairo_surface_t *surface, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(surface)
                               + (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
    uint32_t colour;

    memcpy(&colour, row + (ptrdiff_t)x * 4, 4);
    return colour & 0xffffff;
}

/* Dots in a part of the picture that are not paper. */
static int ink_in(cairo_surface_t *surface, int left, int right, int top, int bottom)
{
    uint32_t paper = dot(surface, 4, 40);
    int count = 0;

    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++)
            count += dot(surface, x, y) != paper;
    }
    return count;
}

Test(card, stays_within_its_margins_whatever_the_names)
{
    for (int i = 0; i < NAMES_COUNT; i++) {
        const Card card = card_of(NAMES[i], SEATS_MAX);
        cairo_surface_t *surface = picture_of(&card, NAMES[i]);
        int width = cairo_image_surface_get_width(surface);
        int height = cairo_image_surface_get_height(surface);
        int part = CARD_WIDTH / width;
        cr_assert_eq(width * part, CARD_WIDTH);
        cr_expect_eq(height, CARD_HEIGHT / part);
        int bottom = 560 / part, top = 24 / part;
        cr_expect_eq(ink_in(surface, 0, 62 / part, top, bottom), 0, "%s", NAMES[i]);
        cr_expect_eq(ink_in(surface, 1138 / part, width, top, bottom), 0, "%s", NAMES[i]);
        cairo_surface_destroy(surface);
    }
}

/* The score stands apart from the longest name. */
Test(card, cuts_names_before_the_score)
{
    const Card card = card_of(NAMES[7], 1);
    cairo_surface_t *surface = picture_of(&card, NAMES[7]);

    cr_expect_eq(ink_in(surface, 958, 970, 238, 276), 0);
    cr_expect_gt(ink_in(surface, 972, 1136, 238, 276), 0, "a score");
    cr_expect_gt(ink_in(surface, 900, 956, 238, 276), 0, "a name as long as there is room");
    cairo_surface_destroy(surface);
}

/* Where the name's highest ink stands. */
static int highest_at(cairo_surface_t *surface)
{
    for (int y = 228; y < 268; y++) {
        for (int x = 128; x < 900; x++) {
            if (dot(surface, x, y) != dot(surface, 4, 40))
                return x;
        }
    }
    return -1;
}

/* Lamed rises above the other letters. */
Test(card, orders_letters_from_the_right)
{
    Card one = card_of("", 1), other = card_of("", 1);

    snprintf(one.lines[0].name, CARD_TEXT_MAX, "אאאאאאאאל");
    snprintf(other.lines[0].name, CARD_TEXT_MAX, "לאאאאאאאא");
    cairo_surface_t *last = picture_of(&one, "lamed last"),
                    *first = picture_of(&other, "lamed first");
    cr_expect_gt(highest_at(last), 0);
    cr_expect_gt(highest_at(first), highest_at(last) + 100,
                 "the first letter stands at the right");
    cairo_surface_destroy(last);
    cairo_surface_destroy(first);
}

Test(card, differs_by_what_is_on_it)
{
    const Card one = card_of("Ada", 2), other = card_of("Ben", 2);
    Text first = { 0 }, again = { 0 }, second = { 0 };

    cr_assert(card_draw(&one, &first));
    cr_assert(card_draw(&one, &again));
    cr_assert(card_draw(&other, &second));
    cr_expect(first.length == again.length
              && memcmp(first.bytes, again.bytes, first.length) == 0);
    cr_expect(first.length != second.length
              || memcmp(first.bytes, second.bytes, first.length) != 0);
    text_free(&first);
    text_free(&again);
    text_free(&second);
}
