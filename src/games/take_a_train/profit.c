/* profit.c: the end of a round (chapter 6) and of the game. */
#include "games/take_a_train/tt.h"

/* What a locomotive earns, and how that comes about. */
typedef struct Profit {
    int value;      /* of the wagons that count */
    int multiplier; /* 1 for a replacement, which has none */
} Profit;

/* TT-6.1; a replacement earns its best wagon only (TT-6.2). */
static Profit profit_of(const TtLocomotive *locomotive)
{
    int sum = 0, best = 0;

    for (int i = 0; i < locomotive->wagon_count; i++) {
        int value = tt_wagon_value(locomotive, i);
        sum += value;
        if (value > best)
            best = value;
    }
    if (locomotive->is_face_down)
        return (Profit){ best, 1 };
    return (Profit){ sum, TT_LOCOMOTIVE_TABLE[locomotive->card].multiplier
                              + locomotive->multiplier_cards };
}

int tt_profit(const TtLocomotive *locomotive)
{
    Profit profit = profit_of(locomotive);

    return profit.value * profit.multiplier;
}

static void report_profit(const TtLocomotive *own, int seat, Events *events)
{
    Profit profit = profit_of(own);
    Event event = { .kind = TT_EVENT_PROFIT,
                    .seat = (int8_t)seat,
                    .list_count = own->wagon_count,
                    .fields = { own->card, profit.value * profit.multiplier, profit.value,
                                profit.multiplier } };

    memcpy(event.list, own->wagons, own->wagon_count);
    events_keep(events, event);
}

static void pay_profits_of(TtPlayer *player, int seat, Events *events)
{
    for (int i = 0; i < TT_OWN; i++) {
        const TtLocomotive *own = &player->locomotives[i];
        if (own->wagon_count == 0)
            continue;
        player->money += tt_profit(own);
        if (events != NULL)
            report_profit(own, seat, events);
    }
}

void tt_pay_profits(TtState *tt, Events *events)
{
    for (int seat = 0; seat < tt->seats; seat++)
        pay_profits_of(&tt->players[seat], seat, events);
}

void tt_end_round(TtState *tt, Events *events)
{
    events_report(events, TT_EVENT_ROUND_ENDED, NOBODY, .fields = { tt->round });
    tt_pay_profits(tt, events);
    tt->has_replaced = 0;
    if (tt->round < TT_ROUNDS) {
        tt_begin_round(tt, events);
        return;
    }
    tt->step = TT_OVER;
    /* The money is shown. */
    events_report(events, TT_EVENT_GAME_ENDED, NOBODY, .marks = EVENT_REVEALS);
}
