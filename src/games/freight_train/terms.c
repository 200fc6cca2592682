/* terms.c: the terms of a day's score, from its events; if the day ended now, from those
 * that its end would bring. */
#include "games/freight_train/ft.h"

static void add_part(const Event *event, Terms *terms)
{
    const int32_t *field = event->fields;

    switch (event->kind) {
    case FT_EVENT_TRAIN_SCORED:
        terms_add(terms, FT_TERM_TRAIN, event->seat, 1, field[2], field[0], field[1],
                  field[3]);
        break;
    case FT_EVENT_CLOSED_SCORED:
        terms_add(terms, FT_TERM_CLOSED, event->seat, 1, field[2], field[0], field[1],
                  field[3]);
        break;
    case FT_EVENT_YARD_SCORED:
        terms_add(terms, FT_TERM_YARD, event->seat, 1, field[1], field[0]);
        break;
    default:
        break;
    }
}

static void add_day(const Events *events, int seat, int day, Terms *terms)
{
    int from = terms->count, sum = 0;

    terms_add(terms, FT_TERM_DAY, seat, 0, 0, day);
    for (int i = 0; i < events->count; i++) {
        if (events->items[i].seat == seat)
            add_part(&events->items[i], terms);
    }
    for (int i = from + 1; i < terms->count; i++)
        sum += terms->items[i].amount;
    terms->items[from].amount = sum;
    if (terms->count == from + 1)
        terms->count = from;
}

static void add_paid(const Events *events, Terms *terms)
{
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        if (event->kind == FT_EVENT_REARRANGES) /* FT-4.3 */
            terms_add(terms, FT_TERM_REARRANGED, event->seat, 0, -1, 0);
        if (event->kind != FT_EVENT_DAY_ENDED)
            continue;
        for (int seat = 0; seat < FT_SEATS; seat++)
            add_day(events, seat, event->fields[0], terms);
    }
}

void ft_terms(const void *view, const Events *events, Terms *terms)
{
    FtState trial;
    Events ending;

    if (events != NULL) {
        add_paid(events, terms);
        return;
    }
    trial = *(const FtState *)view;
    ending.count = 0;
    if (trial.stage != FT_OVER)
        ft_end_of_day(&trial, &ending);
    add_paid(&ending, terms);
}
