/* objectives.c: chapter 7. Conditions are about what lies open on the table, so
 * everybody can tell who has met which; only who holds the token is hidden. The
 * engine pays at once (TT-7), so a condition is judged when it may have been
 * met: those of locomotives and order when the order is fixed (TT-7.3), those of
 * wagons and specials when a card is taken. */
#include "games/take_a_train/tt.h"

/* Wagons that an objective needs: on each locomotive, and on all of them. */
enum { EACH_WAGONS = 3, ALL_WAGONS = 10 };

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

    for (const TtPlayer *player = players; player < players + count; player++) {
        for (int i = 0; i < player->locomotive_count; i++) {
            const TtLocomotive *locomotive = &player->locomotives[i];
            int speed = TT_LOCOMOTIVE_TABLE[locomotive->card].speed;
            if (locomotive->is_face_down)
                continue;
            if (speed > speeds.fastest)
                speeds.fastest = speed;
            if (speed < speeds.slowest)
                speeds.slowest = speed;
        }
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

static uint32_t conditions_of_load(const TtLocomotive *locomotive)
{
    int type = tt_load_type(locomotive);

    if (type == TT_TYPES)
        return 0;
    return bit_if(locomotive->wagon_count >= TT_LOAD_TABLE[type].wagons,
                  TT_LOAD_TABLE[type].objective);
}

static uint32_t conditions_of_wagons(const TtPlayer *player)
{
    int all = 0, least = TT_WAGONS_MAX;

    for (int i = 0; i < TT_OWN; i++) {
        int wagons = player->locomotives[i].wagon_count;
        all += wagons;
        if (wagons < least)
            least = wagons;
    }
    return bit_if(least >= EACH_WAGONS, TT_THREE_EACH)
           | bit_if(all >= ALL_WAGONS, TT_TEN_WAGONS);
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
    uint32_t loads = 0;

    if (tt_stage(tt) == TT_STAGE_AUCTION)
        return conditions_of_objectives(player);
    for (int i = 0; i < TT_OWN; i++)
        loads |= conditions_of_load(&player->locomotives[i]);
    return conditions_of_objectives(player) | conditions_of_speed(player, &speeds)
           | conditions_of_propulsion(player) | conditions_of_order(tt, player) | loads
           | conditions_of_wagons(player) | bit_if(has_special(player), TT_SPECIAL_CARD);
}

/* ------------------------------------------------------------------------- */
/* Progress                                                                  */
/* ------------------------------------------------------------------------- */

static int count_propulsion(const TtPlayer *player, int propulsion)
{
    int count = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        const TtLocomotive *locomotive = &player->locomotives[i];
        count += !locomotive->is_face_down
                 && TT_LOCOMOTIVE_TABLE[locomotive->card].propulsion == propulsion;
    }
    return count;
}

static int count_propulsions(const TtPlayer *player)
{
    int kinds = 0;

    for (int propulsion = 0; propulsion < TT_PROPULSIONS; propulsion++)
        kinds += count_propulsion(player, propulsion) > 0;
    return kinds;
}

/* Wagons of all locomotives, at most so many of each. */
static int count_wagons(const TtPlayer *player, int most)
{
    int count = 0;

    for (int i = 0; i < player->locomotive_count; i++) {
        int wagons = player->locomotives[i].wagon_count;
        count += wagons < most ? wagons : most;
    }
    return count;
}

/* Many wagons of one type on one locomotive; 0 needed: another kind of objective. */
static TtProgress progress_of_load(const TtPlayer *player, int objective)
{
    TtProgress progress = { 0, 0 };
    int type = 0;

    while (type < TT_TYPES && TT_LOAD_TABLE[type].objective != objective)
        type++;
    if (type == TT_TYPES)
        return progress;
    progress.needed = TT_LOAD_TABLE[type].wagons;
    for (int i = 0; i < player->locomotive_count; i++) {
        if (tt_load_type(&player->locomotives[i]) == type)
            progress.count = player->locomotives[i].wagon_count;
    }
    return progress;
}

TtProgress tt_progress(const TtState *tt, int seat, int objective)
{
    const TtPlayer *player = &tt->players[seat];
    TtProgress load = progress_of_load(player, objective);

    if (load.needed > 0)
        return load;
    switch (objective) {
    case TT_TWO_OBJECTIVES:
        return (TtProgress){ player->achieved_count, 2 };
    case TT_THREE_EACH:
        return (TtProgress){ count_wagons(player, EACH_WAGONS), TT_OWN * EACH_WAGONS };
    case TT_TEN_WAGONS:
        return (TtProgress){ count_wagons(player, TT_WAGONS_MAX), ALL_WAGONS };
    case TT_THREE_DIESEL:
        return (TtProgress){ count_propulsion(player, TT_DIESEL), TT_OWN };
    case TT_THREE_STEAM:
        return (TtProgress){ count_propulsion(player, TT_STEAM), TT_OWN };
    case TT_THREE_ELECTRIC:
        return (TtProgress){ count_propulsion(player, TT_ELECTRIC), TT_OWN };
    case TT_ONE_OF_EACH:
        return (TtProgress){ count_propulsions(player), TT_PROPULSIONS };
    default:
        return (TtProgress){ tt_conditions(tt, seat) >> objective & 1, 1 };
    }
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

/* The loads of the other locomotives were judged when they got them. */
void tt_judge_wagons(TtState *tt, int seat, const TtLocomotive *own, Events *events)
{
    judge(tt, seat, conditions_of_load(own) | conditions_of_wagons(&tt->players[seat]),
          events);
}

void tt_judge_special(TtState *tt, int seat, Events *events)
{
    judge(tt, seat, 1u << TT_SPECIAL_CARD, events);
}
