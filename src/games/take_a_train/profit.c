/* profit.c: the end of a round (chapter 6) and of the game. */
#include "games/take_a_train/tt.h"

/* TT-6.1; a replacement earns its best wagon only (TT-6.2). */
int tt_profit(const TtLocomotive *locomotive)
{
    int sum = 0, best = 0;

    for (int i = 0; i < locomotive->wagon_count; i++) {
        int value = tt_wagon_value(locomotive, i);
        sum += value;
        if (value > best)
            best = value;
    }
    if (locomotive->is_face_down)
        return best;
    return sum
           * (TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier
              + locomotive->multiplier_cards);
}

static void pay_profits(TtState *tt, int seat, Events *events)
{
    TtPlayer *player = &tt->players[seat];

    for (int i = 0; i < TT_OWN; i++) {
        int profit = tt_profit(&player->locomotives[i]);
        if (profit == 0)
            continue;
        player->money += profit;
        events_report(events, TT_EVENT_PROFIT, seat,
                      .fields = { player->locomotives[i].card, profit });
    }
}

void tt_end_round(TtState *tt, Events *events)
{
    events_report(events, TT_EVENT_ROUND_ENDED, NOBODY, .fields = { tt->round });
    for (int seat = 0; seat < tt->seats; seat++)
        pay_profits(tt, seat, events);
    tt->has_replaced = 0;
    if (tt->round < TT_ROUNDS) {
        tt_begin_round(tt, events);
        return;
    }
    tt->step = TT_OVER;
    /* The money is shown. */
    events_report(events, TT_EVENT_GAME_ENDED, NOBODY, .marks = EVENT_REVEALS);
}
