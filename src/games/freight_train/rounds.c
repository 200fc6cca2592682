/* rounds.c: whose turn it is, filling a siding, passing (chapter 3), and the
 * order of things when a day ends (chapter 5). */
#include "games/freight_train/ft.h"

/* ------------------------------------------------------------------------- */
/* Rounds                                                                    */
/* ------------------------------------------------------------------------- */

/* FT-3.1: the engine passes to the left. FT-3.2: without it, the round after
 * simply begins with the same player. */
static void begin_round(FtState *ft)
{
    if (ft->options[FT_OPTION_SEQUENCE] == FT_SEQUENCE_ENGINE)
        ft->first = (uint8_t)seat_left_of(ft->first, ft->seats);
    ft->turn = ft->first;
    ft->played = 0;
    ft->passed = 0;
}

static void end_day(FtState *ft, Events *events)
{
    ft_end_of_day(ft, events);
    if (ft->day == FT_DAYS) {
        ft->stage = FT_OVER;
        events_report(events, FT_EVENT_GAME_ENDED, NOBODY);
        return;
    }
    ft_begin_day(ft, events);
    begin_round(ft);
    ft->round = 1;
}

static void end_round(FtState *ft, Events *events)
{
    if (ft->is_ending || ft->passed == seats_all(ft->seats)) {
        end_day(ft, events);
        return;
    }
    begin_round(ft);
    if (ft->round < FT_ROUNDS_MAX)
        ft->round++;
}

void ft_end_turn(FtState *ft, Events *events)
{
    ft->stage = FT_TURN;
    ft->has_filled = 0;
    ft->switched = 0;
    ft->played |= seat_bit(ft->turn);
    if (ft->played == seats_all(ft->seats))
        end_round(ft, events);
    else
        ft->turn = (uint8_t)seat_left_of(ft->turn, ft->seats);
}

/* FT-3.7: offered only where nothing else is. */
void ft_pass(FtState *ft, Act act)
{
    events_report(act.events, FT_EVENT_PASSED, act.seat);
    ft->passed |= seat_bit(act.seat);
    ft_end_turn(ft, act.events);
}

/* ------------------------------------------------------------------------- */
/* Filling a siding                                                          */
/* ------------------------------------------------------------------------- */

/* FT-3.3: at least two are empty. */
int ft_can_fill(const FtState *ft, uint32_t sidings_with_cars)
{
    uint32_t empty = ((1u << FT_MAIN_SIDINGS) - 1) & ~sidings_with_cars;

    return (empty & (empty - 1)) != 0 && ft->deck_count > 0 && !ft->has_filled;
}

/* FT-5.1: set aside; the dealing goes on. */
static void set_end_of_day_aside(FtState *ft, Events *events)
{
    ft->is_ending = 1;
    ft->bottom = 0;
    events_report(events, FT_EVENT_END_DRAWN, ft->turn,
                  .marks = EVENT_REVEALS | EVENT_DRAWS);
}

void ft_fill(FtState *ft, Act act)
{
    FtMainSiding *track = &ft->main[act_a(act)];
    Event filled = { .kind = FT_EVENT_FILLED,
                     .seat = (int8_t)act.seat,
                     .marks = EVENT_REVEALS | EVENT_DRAWS,
                     .fields = { act_a(act) } };

    while (track->length < FT_MAIN_ROOM && ft->deck_count > 0) {
        int card = ft_draw(ft);
        if (card == FT_END_OF_DAY) {
            set_end_of_day_aside(ft, act.events);
            continue;
        }
        track->cars[track->length++] = (uint8_t)card;
        filled.list[filled.list_count++] = (uint8_t)card;
    }
    ft->has_filled = 1;
    events_add(act.events, filled);
}
