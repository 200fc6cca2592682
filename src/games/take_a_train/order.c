/* order.c: who couples first (chapter 3). */
#include "games/take_a_train/tt.h"

/* TT-3.1: most power, then the fastest locomotive, then the nearest to the
 * round's first starter: one number that is higher the earlier one comes. */
static int claim_to_be_first(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    int power = 0, speed = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int own_speed = TT_LOCOMOTIVE_TABLE[locomotive->card].speed;
        power += tt_power(locomotive);
        if (!locomotive->is_face_down && own_speed > speed)
            speed = own_speed;
    }
    int nearness = tt->seats - (seat - tt->first + tt->seats) % tt->seats;
    return (power << 10 | speed) << 3 | nearness;
}

static void report_order(const TtState *tt, Events *events)
{
    for (int place = 1; place <= tt->seats && events != NULL; place++) {
        for (int seat = 0; seat < tt->seats; seat++) {
            if (tt->players[seat].token == place)
                events_report(events, TT_EVENT_PLACE, seat,
                              .fields = { place - 1, claim_to_be_first(tt, seat) >> 13 });
        }
    }
}

/* Everybody has three locomotives: the tokens are taken, objectives judged, and
 * the market dealt. */
void tt_fix_order(TtState *tt, Events *events)
{
    int claims[TT_SEATS], places[TT_SEATS];

    for (int seat = 0; seat < tt->seats; seat++)
        claims[seat] = claim_to_be_first(tt, seat);
    game_rank_by(claims, tt->seats, places);
    for (int seat = 0; seat < tt->seats; seat++) {
        tt->players[seat].token = (uint8_t)places[seat];
        if (places[seat] == 1)
            tt->turn = (uint8_t)seat;
    }
    report_order(tt, events);
    tt->step = TT_COUPLING;
    tt_judge_locomotives(tt, events);
    tt_fill_market(tt, events);
}
