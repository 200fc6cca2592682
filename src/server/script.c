/* script.c: a line of text in any script. */
#include "server/script.h"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ushape.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

enum { WIDE_MAX = 256, LINE_BYTES = 4 * WIDE_MAX + 1, ELLIPSIS = 0x2026 };

/* Text as it is seen, from left to right. */
typedef struct Line {
    char bytes[LINE_BYTES];
    int length;
} Line;

/* ------------------------------------------------------------------------- */
/* Characters                                                                */
/* ------------------------------------------------------------------------- */

/* The first WIDE_MAX - 1 units, less one for an ellipsis, without half a pair. */
static int widen(const char *text, UChar wide[WIDE_MAX])
{
    int32_t at = 0, end = (int32_t)strlen(text), length = 0;

    while (at < end && length < WIDE_MAX - 3) {
        UChar32 code;
        U8_NEXT((const uint8_t *)text, at, end, code);
        if (code >= 0 && u_charType(code) != U_CONTROL_CHAR)
            U16_APPEND_UNSAFE(wide, length, code);
    }
    return length;
}

/* Joins Arabic letters and puts all into the order of the eye. */
static void order(const UChar *wide, int length, Line *line)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar joined[WIDE_MAX], seen[WIDE_MAX];
    int32_t count =
        u_shapeArabic(wide, length, joined, WIDE_MAX, U_SHAPE_LETTERS_SHAPE, &error);
    UBiDi *bidi = ubidi_openSized(WIDE_MAX, 0, &error);

    ubidi_setPara(bidi, joined, count, UBIDI_DEFAULT_LTR, NULL, &error);
    count = ubidi_writeReordered(bidi, seen, WIDE_MAX,
                                 UBIDI_DO_MIRRORING | UBIDI_REMOVE_BIDI_CONTROLS, &error);
    ubidi_close(bidi);
    line->length = 0;
    if (U_FAILURE(error))
        u_strToUTF8(line->bytes, LINE_BYTES, &line->length, wide, length,
                    &(UErrorCode){ U_ZERO_ERROR });
    else
        u_strToUTF8(line->bytes, LINE_BYTES, &line->length, seen, count, &error);
}

/* ------------------------------------------------------------------------- */
/* Fonts                                                                     */
/* ------------------------------------------------------------------------- */

/* The glyphs of one character; the number of them that the font has. */
static int find_glyphs(cairo_scaled_font_t *font, const char *bytes, int length, double x,
                       double y, cairo_glyph_t **glyphs, int *count)
{
    int found = 0;

    *glyphs = NULL;
    *count = 0;
    if (cairo_scaled_font_text_to_glyphs(font, x, y, bytes, length, glyphs, count, NULL,
                                         NULL, NULL)
        != CAIRO_STATUS_SUCCESS) {
        *glyphs = NULL;
        *count = 0;
    }
    for (int i = 0; i < *count; i++)
        found += (*glyphs)[i].index != 0;
    return found;
}

static int font_has(cairo_scaled_font_t *font, const char *bytes, int length)
{
    cairo_glyph_t *glyphs;
    int count, has = find_glyphs(font, bytes, length, 0, 0, &glyphs, &count) > 0;

    cairo_glyph_free(glyphs);
    return has;
}

/* The font of this machine that fontconfig likes best for the character. */
static cairo_font_face_t *face_for(UChar32 code, int is_bold)
{
    FcPattern *wish = FcPatternCreate(), *match = NULL;
    FcCharSet *characters = FcCharSetCreate();
    cairo_font_face_t *face = NULL;
    FcResult result;

    if (wish != NULL && characters != NULL) {
        FcCharSetAddChar(characters, (FcChar32)code);
        FcPatternAddCharSet(wish, FC_CHARSET, characters);
        FcPatternAddString(wish, FC_FAMILY, (const FcChar8 *)"sans-serif");
        FcPatternAddInteger(wish, FC_WEIGHT, is_bold ? FC_WEIGHT_BOLD : FC_WEIGHT_NORMAL);
        FcConfigSubstitute(NULL, wish, FcMatchPattern);
        FcDefaultSubstitute(wish);
        match = FcFontMatch(NULL, wish, &result);
    }
    if (match != NULL) {
        face = cairo_ft_font_face_create_for_pattern(match);
        FcPatternDestroy(match);
    }
    if (characters != NULL)
        FcCharSetDestroy(characters);
    if (wish != NULL)
        FcPatternDestroy(wish);
    return face;
}

/* The fonts of a line: the usual one, and the last that had what it lacks. */
typedef struct Fonts {
    cairo_t *cairo;
    Font font;
    cairo_scaled_font_t *usual, *other; /* other may be NULL */
} Fonts;

static cairo_scaled_font_t *scale(cairo_t *cairo)
{
    return cairo_scaled_font_reference(cairo_get_scaled_font(cairo));
}

/* In shades of one colour, which makes small files, and at the widths of any size. */
static void use_shades(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();

    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

static void fonts_begin(Fonts *fonts, cairo_t *cairo, Font font)
{
    *fonts = (Fonts){ .cairo = cairo, .font = font };
    use_shades(cairo);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           font.is_bold ? CAIRO_FONT_WEIGHT_BOLD
                                        : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, font.size);
    fonts->usual = scale(cairo);
}

static void fonts_end(Fonts *fonts)
{
    cairo_scaled_font_destroy(fonts->usual);
    if (fonts->other != NULL)
        cairo_scaled_font_destroy(fonts->other);
}

static cairo_scaled_font_t *font_for(Fonts *fonts, UChar32 code, const char *bytes,
                                     int length)
{
    if (font_has(fonts->usual, bytes, length))
        return fonts->usual;
    if (fonts->other != NULL && font_has(fonts->other, bytes, length))
        return fonts->other;
    cairo_font_face_t *face = face_for(code, fonts->font.is_bold);
    if (face == NULL)
        return fonts->usual;
    cairo_set_font_face(fonts->cairo, face);
    cairo_set_font_size(fonts->cairo, fonts->font.size);
    cairo_scaled_font_t *found = scale(fonts->cairo);
    cairo_font_face_destroy(face);
    if (cairo_scaled_font_status(found) != CAIRO_STATUS_SUCCESS
        || !font_has(found, bytes, length)) {
        cairo_scaled_font_destroy(found);
        return fonts->usual; /* with the sign for what is missing */
    }
    if (fonts->other != NULL)
        cairo_scaled_font_destroy(fonts->other);
    fonts->other = found;
    return found;
}

/* ------------------------------------------------------------------------- */
/* Lines                                                                     */
/* ------------------------------------------------------------------------- */

static double show_character(Fonts *fonts, cairo_scaled_font_t *font, const char *bytes,
                             int length, double x, double y, int is_drawn)
{
    cairo_text_extents_t extents = { 0 };
    cairo_glyph_t *glyphs;
    int count;

    find_glyphs(font, bytes, length, x, y, &glyphs, &count);
    if (count > 0)
        cairo_scaled_font_glyph_extents(font, glyphs, count, &extents);
    if (count > 0 && is_drawn) {
        cairo_set_scaled_font(fonts->cairo, font);
        cairo_show_glyphs(fonts->cairo, glyphs, count);
    }
    cairo_glyph_free(glyphs);
    return extents.x_advance > 0 ? extents.x_advance : 0;
}

/* Its width. Characters that only say how others look are left out. */
static double show_line(Fonts *fonts, const Line *line, double x, double y, int is_drawn)
{
    double from = x;

    for (int32_t at = 0; at < line->length;) {
        int32_t start = at;
        UChar32 code;
        U8_NEXT((const uint8_t *)line->bytes, at, line->length, code);
        if (code < 0 || u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            continue;
        const char *bytes = line->bytes + start;
        cairo_scaled_font_t *font = font_for(fonts, code, bytes, at - start);
        x += show_character(fonts, font, bytes, at - start, x, y, is_drawn);
    }
    return x - from;
}

/* Cuts off whole characters until it fits with an ellipsis. */
static double fit(Fonts *fonts, UChar wide[WIDE_MAX], int length, double most, Line *line)
{
    UErrorCode error = U_ZERO_ERROR;

    order(wide, length, line);
    double width = show_line(fonts, line, 0, 0, 0);
    if (width <= most)
        return width;
    UBreakIterator *breaks = ubrk_open(UBRK_CHARACTER, "", wide, length, &error);
    while (width > most && length > 0) {
        UChar cut[WIDE_MAX];
        int32_t before = U_FAILURE(error) ? length - 1 : ubrk_preceding(breaks, length);
        length = before < 0 ? 0 : before;
        memcpy(cut, wide, (size_t)length * sizeof *cut);
        cut[length] = ELLIPSIS;
        order(cut, length + 1, line);
        width = show_line(fonts, line, 0, 0, 0);
    }
    ubrk_close(breaks);
    return width;
}

double script_write(cairo_t *cairo, Font font, double x, double y, double width,
                    int is_right, const char *text)
{
    UChar wide[WIDE_MAX];
    Fonts fonts;
    Line line;

    cairo_save(cairo);
    fonts_begin(&fonts, cairo, font);
    double used = fit(&fonts, wide, widen(text, wide), width, &line);
    double left = is_right ? x - used : x;
    cairo_rectangle(cairo, is_right ? x - width : x, y - font.size, width,
                    font.size * 1.35);
    cairo_clip(cairo);
    show_line(&fonts, &line, left, y, 1);
    fonts_end(&fonts);
    cairo_restore(cairo);
    return used;
}
