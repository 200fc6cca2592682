/* test_canvas.c: cells, text input, Markdown pages, ASCII. */
#include "tui/line.h"
#include "tui/markdown.h"
#include "tui/page.h"
#include "words/rules.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <string.h>

static void row_text(const Canvas *canvas, int row, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (int column = 0; column < canvas->width; column++) {
        const Cell *cell = canvas_at(canvas, row, column);
        if (cell == NULL || cell->is_half)
            continue;
        used += (size_t)snprintf(out + used, size - used, "%s",
                                 cell->text[0] == '\0' ? " " : cell->text);
    }
    while (used > 0 && out[used - 1] == ' ')
        out[--used] = '\0';
}

static void expect_row(const Canvas *canvas, int row, const char *expected)
{
    char text[1024];

    row_text(canvas, row, text, sizeof text);
    cr_expect_str_eq(text, expected);
}

Test(canvas, cuts_at_its_edges_and_keeps_wide_characters_whole)
{
    Canvas canvas = { .width = 6 };

    setlocale(LC_CTYPE, "C.UTF-8");
    cr_expect_eq(canvas_put(&canvas, 0, 0, INK_PLAIN, NO_SPOT, "abc"), 3);
    canvas_put(&canvas, 0, 4, INK_PLAIN, NO_SPOT, "xyz");
    expect_row(&canvas, 0, "abc xy");
    canvas_put(&canvas, 1, 3, INK_PLAIN, NO_SPOT, "日本");
    expect_row(&canvas, 1, "   日");
    canvas_put(&canvas, 2, -2, INK_PLAIN, NO_SPOT, "abcd");
    expect_row(&canvas, 2, "cd");
    canvas_put(&canvas, 3, 0, INK_PLAIN, NO_SPOT,
               "e\xCC\x81t"); /* e and a combining accent */
    cr_expect_str_eq(canvas_at(&canvas, 3, 0)->text, "e\xCC\x81");
    cr_expect_null(canvas_at(&canvas, 4, 0));
    canvas_free(&canvas);
}

Test(canvas, knows_what_is_where)
{
    Canvas canvas = { .width = 10 };

    canvas_put(&canvas, 0, 2, INK_PLAIN, 7, "ab");
    cr_expect_eq(canvas_at(&canvas, 0, 2)->spot, 7);
    cr_expect_eq(canvas_at(&canvas, 0, 4)->spot, NO_SPOT);
    canvas_ink_spot(&canvas, 7, INK_TOUCHED);
    cr_expect_eq(canvas_at(&canvas, 0, 3)->ink, INK_TOUCHED);
    cr_expect_neq(canvas_at(&canvas, 0, 4)->ink, INK_TOUCHED);
    canvas_free(&canvas);
}

Test(glyphs, have_one_column_of_ascii_each)
{
    static const char *const SAMPLES[] = { "─", "▶", "é", "Œ", "×", "…", "日", "a" };

    setlocale(LC_CTYPE, "C.UTF-8");
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        const char *ascii = glyph_in_ascii(SAMPLES[i]);
        cr_expect_eq(strlen(ascii), 1, "%s", SAMPLES[i]);
        cr_expect_lt((unsigned char)ascii[0], 0x80);
    }
    cr_expect_str_eq(glyph_in_ascii("é"), "e");
    cr_expect_str_eq(glyph_in_ascii("▶"), ">");
}

static void type(Line *line, TermEventKind kind, const char *text)
{
    TermEvent event = { .kind = kind };

    snprintf(event.text, sizeof event.text, "%s", text);
    line_handle(line, &event);
}

Test(lines, are_typed_by_characters_not_bytes)
{
    Line line = { 0 };

    line_set(&line, "Zoé");
    type(&line, TERM_LEFT, "");
    type(&line, TERM_CHARACTER, "ö");
    cr_expect_str_eq(line.text, "Zoöé");
    type(&line, TERM_BACKSPACE, "");
    type(&line, TERM_DELETE, "");
    cr_expect_str_eq(line.text, "Zo");
    type(&line, TERM_HOME, "");
    type(&line, TERM_BACKSPACE, "");
    type(&line, TERM_DELETE, "");
    cr_expect_str_eq(line.text, "o");
    cr_expect_eq(line_handle(&line, &(TermEvent){ .kind = TERM_ENTER }), LINE_DONE);
    cr_expect_eq(line_handle(&line, &(TermEvent){ .kind = TERM_ESCAPE }), LINE_DROPPED);
}

Test(markdown, shows_headings_lists_tables_and_words)
{
    Canvas canvas = { .width = 40 };
    Screen screen = { .width = 40, .canvas = &canvas };

    setlocale(LC_CTYPE, "C.UTF-8");
    markdown_print(&screen, "# Title\n\nA **strong** word, `code` and [a link](page.md).\n"
                            "- one\n   - deeper\n| a | b |\n|---|---|\n| 1 | two |\n"
                            "```\n ] BOX >\n```\n");
    cr_expect_not_null(strstr(canvas_at(&canvas, 0, 3)->text, "T"));
    expect_row(&canvas, 2, "  A strong word, code and a link.");
    expect_row(&canvas, 3, "  •  one");
    expect_row(&canvas, 4, "     •  deeper");
    expect_row(&canvas, 5, "  a  b");
    expect_row(&canvas, 6, "  1  two");
    expect_row(&canvas, 7, "   ] BOX >");
    canvas_free(&canvas);
}

/* The row of the page that is shown first. */
static void expect_first_row(const Page *page, const char *text)
{
    char row[1024];

    row_text(&page->text, page->top, row, sizeof row);
    cr_expect_not_null(strstr(row, text), "%s", row);
}

Test(markdown, the_rules_have_their_rulings_behind_them_and_tab_leads_there)
{
    static const char *const CHAPTERS[LANGUAGES][6] = {
        [LANGUAGE_EN] = { "Learn the game", "The rules by number", "Options", "Appendix",
                          "Glossary", "Rulings" },
        [LANGUAGE_FR] = { "Apprendre le jeu", "Les règles par numéro", "Options", "Annexe",
                          "Glossaire", "Décisions" },
    };
    static const char *const GAMES[] = { "freight-train", "station-master",
                                         "take-a-train" };

    setlocale(LC_CTYPE, "C.UTF-8");
    for (int i = 0; i < LANGUAGES * 3; i++) {
        Page page = { .rows = 5 };
        Language language = (Language)(i / 3);
        Screen screen = page_open(&page, "", language, NULL, 80);
        markdown_print(&screen, rules_find(language, GAMES[i % 3]));
        for (int c = 0; c < 6; c++) {
            page_handle(&page, &(TermEvent){ .kind = TERM_TAB });
            expect_first_row(&page, CHAPTERS[language][c]);
        }
        page_free(&page);
    }
}
