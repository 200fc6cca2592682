/* terms_json.c: the terms of scores as JSON. */
#include "wire/terms_json.h"

#include "wire/table_json.h"

#include <string.h>

static void format_head(JsonOut *out, const Game *game, const Term *term,
                        const TermsStyle *style)
{
    char sentence[SENTENCE_MAX];
    Phrase phrase;

    phrase_of_term(&phrase, game->term_kinds, term);
    json_put_name(out, "term", phrase.word);
    if (term->seat != NOBODY)
        json_put_number(out, "seat", term->seat);
    arguments_format(out, &phrase);
    if (style->names == NULL)
        return;
    words_phrase(style->language, game, &phrase, style->names->names, sentence,
                 sizeof sentence);
    json_put_text(out, "text", sentence);
}

/* Closes what is open until `depth` is. */
static void close_to(JsonOut *out, int open, int depth)
{
    for (; open > depth; open--) {
        json_close_object(out);
        json_close_list(out);
    }
    json_close_object(out);
}

void terms_format(JsonOut *out, const Game *game, const Terms *terms,
                  const TermsStyle *style)
{
    int open = -1; /* the depth of the object that is open; -1: none */

    json_open_list(out);
    for (int i = 0; i < terms->count; i++) {
        int depth = terms->items[i].depth;

        assert(depth <= open + 1);
        if (depth <= open) {
            close_to(out, open, depth);
        } else if (depth > 0) {
            json_put_list(out, "of");
        }
        json_open_object(out);
        format_head(out, game, &terms->items[i], style);
        open = depth;
    }
    if (open >= 0)
        close_to(out, open, 0);
    json_close_list(out);
}

void terms_of_events(const Game *game, const Events *events, int seat, Terms *terms)
{
    Events seen;

    seen.count = 0;
    for (int i = 0; i < events->count; i++) {
        if (event_is_seen_by(&events->items[i], seat))
            events_keep(&seen, events->items[i]);
    }
    if (game->terms != NULL)
        game->terms(NULL, &seen, terms);
}

static void format_lines(JsonOut *out, const Game *game, const ScoreSheet *sheet, int seat,
                         const TermsStyle *style)
{
    int total = sheet->start[seat];

    json_put_number(out, "start", sheet->start[seat]);
    json_put_list(out, "lines");
    for (int i = 0; i < sheet->count; i++) {
        if (sheet->lines[i].seat != seat)
            continue;
        total += sheet->lines[i].amount;
        json_open_object(out);
        format_head(out, game, &sheet->lines[i], style);
        json_close_object(out);
    }
    json_close_list(out);
    json_put_number(out, "total", total);
}

void score_sheet_format(JsonOut *out, const Game *game, const ScoreSheet *sheet, int seats,
                        const TermsStyle *style)
{
    json_open_list(out);
    for (int seat = 0; seat < seats; seat++) {
        json_open_object(out);
        format_lines(out, game, sheet, seat, style);
        json_close_object(out);
    }
    json_close_list(out);
}
