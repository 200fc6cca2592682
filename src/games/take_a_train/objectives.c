/* objectives.c: chapter 7. Conditions are about what lies open on the table, so
 * everybody can tell who has met which; only who holds the token is hidden. The
 * engine pays at once (TT-7), so a condition is judged when it may have been
 * met: those of locomotives and order when the order is fixed (TT-7.3), those of
 * wagons and specials when a card is taken. */
#include "games/take_a_train/tt.h"

int tt_objective_pays(const TtState *tt, int objective)
{
    return TT_OBJECTIVE_TABLE[tt->options[TT_OPTION_OBJECTIVES]][objective];
}

static uint32_t bit_if(int is_met, int objective)
{
    return (uint32_t)(is_met != 0) << objective;
}

/* ------------------------------------------------------------------------- */
/* Conditions                                                                */
/* ------------------------------------------------------------------------- */

/* Top speeds of all face-up locomotives (TT-7.2). */
typedef struct Speeds {
    int fastest, slowest;
} Speeds;

static Speeds speeds_of(const TtPlayer *players, int count)
{
    Speeds speeds = { 0, INT16_MAX };

    for (int i = 0; i < count * TT_OWN; i++) {
        const TtPlayer *player = &players[i / TT_OWN];
        const TtLocomotive *locomotive = &player->locomotives[i % TT_OWN];
        int speed = TT_LOCOMOTIVE_TABLE[locomotive->card].speed;
        if (i % TT_OWN >= player->locomotive_count || locomotive->is_face_down)
            continue;
        if (speed > speeds.fastest)
            speeds.fastest = speed;
        if (speed < speeds.slowest)
            speeds.slowest = speed;
    }
    return speeds;
}

static uint32_t conditions_of_speed(const TtPlayer *player, const Speeds *all)
{
    Speeds own = speeds_of(player, 1);

    if (own.fastest == 0)
        return 0;
    return bit_if(own.fastest == all->fastest, TT_FASTEST)
           | bit_if(own.slowest == all->slowest, TT_SLOWEST);
}

static uint32_t conditions_of_propulsion(const TtPlayer *player)
{
    int count[TT_PROPULSIONS] = { 0 };

    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        if (!locomotive->is_face_down)
            count[TT_LOCOMOTIVE_TABLE[locomotive->card].propulsion]++;
    }
    return bit_if(count[TT_STEAM] == TT_OWN, TT_THREE_STEAM)
           | bit_if(count[TT_DIESEL] == TT_OWN, TT_THREE_DIESEL)
           | bit_if(count[TT_ELECTRIC] == TT_OWN, TT_THREE_ELECTRIC)
           | bit_if(count[TT_STEAM] && count[TT_DIESEL] && count[TT_ELECTRIC],
                    TT_ONE_OF_EACH);
}

static uint32_t conditions_of_order(const TtState *tt, const TtPlayer *player)
{
    return bit_if(player->token == 1, TT_FIRST_PLAYER)
           | bit_if(player->token == tt->seats, TT_LAST_PLAYER);
}

static uint32_t conditions_of_wagons(const TtPlayer *player)
{
    uint32_t met = 0;
    int all = 0, least = TT_WAGONS_MAX;

    for (int i = 0; i < TT_OWN; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        int wagons = locomotive->wagon_count;
        all += wagons;
        if (wagons < least)
            least = wagons;
        int type = tt_load_type(locomotive);
        if (type == TT_TYPES)
            continue;
        const TtLoad *load = &TT_LOAD_TABLE[type];
        met |= bit_if(wagons >= load->wagons, load->objective);
    }
    return met | bit_if(least >= 3, TT_THREE_EACH) | bit_if(all >= 10, TT_TEN_WAGONS);
}

/* Of the specials, a Bonus leaves no trace. */
static int has_special(const TtPlayer *player)
{
    for (int i = 0; i < TT_OWN; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        if (locomotive->multiplier_cards > 0
            || (locomotive->wagon_count > 0 && locomotive->wagons[0] == TT_TWIN))
            return 1;
    }
    return 0;
}

/* TT-7.4: two others. Whoever still holds the token has achieved others only. */
static uint32_t conditions_of_objectives(const TtPlayer *player)
{
    return bit_if(player->achieved_count >= 2, TT_TWO_OBJECTIVES);
}

uint32_t tt_conditions(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    Speeds speeds = speeds_of(tt->players, tt->seats);

    if (tt_stage(tt) == TT_STAGE_AUCTION)
        return conditions_of_objectives(player);
    return conditions_of_objectives(player) | conditions_of_speed(player, &speeds)
           | conditions_of_propulsion(player) | conditions_of_order(tt, player)
           | conditions_of_wagons(player) | bit_if(has_special(player), TT_SPECIAL_CARD);
}

/* ------------------------------------------------------------------------- */
/* Paying                                                                    */
/* ------------------------------------------------------------------------- */

static void achieve(TtState *tt, int seat, int place, Events *events)
{
    TtPlayer *player = &tt->players[seat];
    int objective = player->objectives[place];
    int pays = tt_objective_pays(tt, objective);

    cards_remove_at(player->objectives, &player->objective_count, place);
    player->achieved[player->achieved_count++] = (uint8_t)objective;
    player->money += pays;
    player->met |= conditions_of_objectives(player);
    events_report(events, TT_EVENT_OBJECTIVE, seat, .marks = EVENT_REVEALS,
                  .fields = { objective, pays });
}

/* One objective may bring about another (TT-7.4), so look again after each. What was
 * met before nobody holds any more. */
static void judge(TtState *tt, int seat, uint32_t conditions, Events *events)
{
    TtPlayer *player = &tt->players[seat];
    int place = 0;

    if ((conditions & ~player->met) == 0)
        return;
    player->met |= conditions;
    while (place < player->objective_count) {
        if (player->met >> player->objectives[place] & 1) {
            achieve(tt, seat, place, events);
            place = 0;
        } else {
            place++;
        }
    }
}

void tt_judge_locomotives(TtState *tt, Events *events)
{
    Speeds speeds = speeds_of(tt->players, tt->seats);

    for (int seat = 0; seat < tt->seats; seat++) {
        const TtPlayer *player = &tt->players[seat];
        judge(tt, seat,
              conditions_of_speed(player, &speeds) | conditions_of_propulsion(player)
                  | conditions_of_order(tt, player),
              events);
    }
}

void tt_judge_wagons(TtState *tt, int seat, Events *events)
{
    judge(tt, seat, conditions_of_wagons(&tt->players[seat]), events);
}

void tt_judge_special(TtState *tt, int seat, Events *events)
{
    judge(tt, seat, 1u << TT_SPECIAL_CARD, events);
}
