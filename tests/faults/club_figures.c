/* club_figures.c: durations measured since a fault. */
#include "club_inside.h"

#include "fleet.h"
#include "load/crowd.h"

#include <criterion/criterion.h>
#include <stdlib.h>

void club_note(Spans *spans, int64_t from, int64_t to)
{
    if (spans->count == spans->room) {
        spans->room = 2 * spans->room + 256;
        spans->items = realloc(spans->items, spans->room * sizeof *spans->items);
        cr_assert_not_null(spans->items);
    }
    spans->items[spans->count++] = (Span){ from, to };
}

int club_is_victim(int node)
{
    return (club.victims >> node & 1) != 0;
}

void club_measure(unsigned victims, ClubFlight flight)
{
    Spans *all[] = { &club.others, &club.elsewhere, &club.bots,
                     &club.clocks, &club.seen,      &club.seen_late };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        all[i]->count = 0;
    club.totals.not_stored += club.not_stored;
    club.totals.stale += club.stale;
    club.totals.abandoned += club.abandoned;
    club.moves = club.not_stored = club.stale = club.abandoned = 0;
    club.victims = victims;
    club.fault_at = crowd_now();
    club.from = 0;
    for (int i = 0; i < club.count * RECORD_READERS; i++) {
        Player *player = &club.tables[i / RECORD_READERS].players[i % RECORD_READERS];
        player->must_flee =
            flight == CLUB_FLEES && player->is_here && club_is_victim(player->guest.node);
    }
}

void club_measure_from_now(void)
{
    club.from = crowd_now();
}

int club_is_waiting(void)
{
    for (int i = 0; i < club.count * RECORD_READERS; i++) {
        const Player *player = &club.tables[i / RECORD_READERS].players[i % RECORD_READERS];
        if (player->id != 0 && player->asked_node == player->guest.node
            && !club_is_victim(player->guest.node))
            return 1;
    }
    return 0;
}

static Samples samples_of(const Spans *spans)
{
    Samples samples = { 0 };

    for (size_t i = 0; i < spans->count; i++) {
        int64_t from = spans->items[i].from, to = spans->items[i].to;
        if (from < club.from)
            from = club.from;
        if (to >= club.from)
            samples_add(&samples, to > from ? to - from : 0);
    }
    return samples;
}

int club_stayed(void)
{
    int stayed = 0;

    for (int i = 0; i < club.count * RECORD_READERS; i++)
        stayed += club.tables[i / RECORD_READERS].players[i % RECORD_READERS].must_flee;
    return stayed;
}

ClubFigures club_measured(void)
{
    ClubFigures figures = { .moves = club.moves,
                            .others = samples_of(&club.others),
                            .elsewhere = samples_of(&club.elsewhere),
                            .bots = samples_of(&club.bots),
                            .clocks = samples_of(&club.clocks),
                            .seen = samples_of(&club.seen),
                            .seen_late = samples_of(&club.seen_late),
                            .stayed = club_stayed(),
                            .not_stored = club.not_stored,
                            .stale = club.stale,
                            .abandoned = club.abandoned,
                            .wrong_clocks = club.totals.wrong_clocks };

    return figures;
}

void club_figures_free(ClubFigures *figures)
{
    samples_free(&figures->others);
    samples_free(&figures->elsewhere);
    samples_free(&figures->bots);
    samples_free(&figures->clocks);
    samples_free(&figures->seen);
    samples_free(&figures->seen_late);
}
