/* terms_json.h: the terms of scores as JSON (docs/formats.md). */
#ifndef ROUNDHOUSE_WIRE_TERMS_JSON_H
#define ROUNDHOUSE_WIRE_TERMS_JSON_H

#include "play/score_sheet.h"
#include "wire/json_out.h"
#include "wire/sentences.h"

/* How terms are written: with sentences, or without (names NULL). */
typedef struct TermsStyle {
    Language language;
    const PlayerNames *names;
} TermsStyle;

/* A list: [{"term":"day","seat":0,"day":1,"amount":4,"of":[…]}, …]; "of" has the parts. */
void terms_format(JsonOut *out, const Game *game, const Terms *terms,
                  const TermsStyle *style);

/* What the events paid, as `seat` saw them. */
void terms_of_events(const Game *game, const Events *events, int seat, Terms *terms);

/* A list by seat: [{"start":5000,"total":5300,"lines":[…]}, …]. */
void score_sheet_format(JsonOut *out, const Game *game, const ScoreSheet *sheet, int seats,
                        const TermsStyle *style);

#endif
