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

void tt_rank_for_coupling(const TtState *tt, uint8_t tokens[TT_SEATS])
{
    int claims[TT_SEATS];

    for (int seat = 0; seat < tt->seats; seat++)
        claims[seat] = claim_to_be_first(tt, seat);
    for (int seat = 0; seat < tt->seats; seat++) {
        tokens[seat] = 1;
        for (int other = 0; other < tt->seats; other++)
            tokens[seat] = (uint8_t)(tokens[seat] + (claims[other] > claims[seat]));
    }
}

static void tell_order(const TtState *tt, Events *events)
{
    for (int place = 1; place <= tt->seats && events != NULL; place++) {
        for (int seat = 0; seat < tt->seats; seat++) {
            if (tt->players[seat].token == place)
                tt_tell(events, TT_EVENT_PLACE, seat, place - 1,
                        claim_to_be_first(tt, seat) >> 13);
        }
    }
}

/* Everybody has three locomotives: the tokens are taken, objectives judged, and
 * the market dealt. */
void tt_fix_order(TtState *tt, Events *events)
{
    uint8_t tokens[TT_SEATS];

    tt_rank_for_coupling(tt, tokens);
    for (int seat = 0; seat < tt->seats; seat++) {
        tt->players[seat].token = tokens[seat];
        if (tokens[seat] == 1)
            tt->turn = (uint8_t)seat;
    }
    tell_order(tt, events);
    tt->step = TT_COUPLING;
    tt_judge_locomotives(tt, events);
    tt_fill_market(tt, events);
}
