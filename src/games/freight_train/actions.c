/* actions.c: the actions of a turn (chapter 4), as runs of small decisions. What
 * is offered can always be finished: a car is taken only if all three can still
 * find a place. */
#include "games/freight_train/ft.h"

#include <assert.h>
#include <string.h>

enum { ALL_SIDINGS = (1 << FT_MAIN_SIDINGS) - 1 };

/* ------------------------------------------------------------------------- */
/* Counting                                                                  */
/* ------------------------------------------------------------------------- */

static const FtPlayer *mover(const FtState *ft)
{
    return &ft->players[ft->turn];
}

int ft_yard_cars(const FtPlayer *player)
{
    return player->yard[0].length + player->yard[1].length;
}

static int yard_room(const FtPlayer *player)
{
    return FT_YARD_CARS - ft_yard_cars(player);
}

int ft_locomotives_left(const FtState *ft)
{
    int left = ft_edition(ft)->locomotives;

    for (int seat = 0; seat < ft->seats; seat++)
        left -= ft->players[seat].locomotives;
    return left;
}

int ft_cabooses_left(const FtState *ft)
{
    int left = ft->options[FT_OPTION_CABOOSES] ? FT_CABOOSES : 0;

    for (int seat = 0; seat < ft->seats; seat++) {
        for (int t = 0; t < ft->players[seat].locomotives; t++)
            left -= ft->players[seat].trains[t].is_closed;
    }
    return left;
}

/* ------------------------------------------------------------------------- */
/* FT-4.1: three cars from the main yard                                     */
/* ------------------------------------------------------------------------- */

/* A taking as it might go on. */
typedef struct Taking {
    const FtState *ft;
    const FtWelcome *welcome;
    int must_ride;                   /* of the three, so many find no room in the yard */
    int spare;                       /* so many of them may be cars that no train takes */
    int count;                       /* cars in hand */
    uint8_t cars[FT_TAKEN];          /* which they are */
    uint8_t length[FT_MAIN_SIDINGS]; /* of the main sidings */
    uint32_t good;                   /* sidings that are known to end well, a bit each */
} Taking;

static int is_welcome(const FtWelcome *welcome, int car)
{
    return welcome->any >> car & 1;
}

static Taking begin_taking(const FtState *ft, const FtWelcome *welcome, int must_ride)
{
    Taking taking = { .ft = ft, .welcome = welcome, .must_ride = must_ride };

    taking.count = ft_list_held(ft, taking.cars);
    taking.spare = FT_TAKEN - must_ride;
    for (int i = 0; i < taking.count; i++)
        taking.spare -= !is_welcome(welcome, taking.cars[i]);
    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        taking.length[s] = ft->main[s].length;
    return taking;
}

static int can_take_from(Taking *taking, int siding, uint32_t others);

/* Can the taking go on with one of these sidings, and end well? */
static int taking_can_go_on(Taking *taking, uint32_t sidings)
{
    while (sidings != 0) {
        int siding = __builtin_ctz(sidings);
        sidings &= sidings - 1;
        if (can_take_from(taking, siding, sidings))
            return 1;
    }
    return 0;
}

/* Takes a car, looks ahead to more from the same siding and the others, and puts it back.
 * The order of takings makes no difference to what is in hand: if these cars end well,
 * they do with each of their sidings first. */
static int can_take_from(Taking *taking, int siding, uint32_t others)
{
    int place = taking->length[siding] - 1, car, is_burden, ends_well;

    if (place < 0)
        return 0;
    car = taking->ft->main[siding].cars[place];
    is_burden = !is_welcome(taking->welcome, car);
    if (is_burden > taking->spare)
        return 0;
    taking->cars[taking->count++] = (uint8_t)car;
    taking->spare -= is_burden;
    taking->length[siding]--;
    if (taking->count == FT_TAKEN)
        ends_well =
            ft_can_couple(taking->welcome, taking->cars, FT_TAKEN, taking->must_ride);
    else
        ends_well =
            taking_can_go_on(taking, others) || can_take_from(taking, siding, others);
    taking->length[siding]++;
    taking->spare += is_burden;
    taking->count--;
    if (ends_well)
        taking->good |= 1u << siding;
    return ends_well;
}

/* Bit s: a car from siding s, and all three can be placed. */
static uint32_t sidings_to_take_from(const FtState *ft, const FtWelcome *welcome,
                                     uint32_t sidings, int must_ride)
{
    Taking taking = begin_taking(ft, welcome, must_ride);
    uint32_t left = sidings; /* all but those that end badly */

    for (; sidings; sidings &= sidings - 1) {
        uint32_t siding = sidings & -sidings;
        if (!(taking.good & siding)
            && !can_take_from(&taking, __builtin_ctz(siding), left & ~siding))
            left &= ~siding;
    }
    return left;
}

static int list_takings(const FtState *ft, const FtWelcome *welcome, uint32_t sidings,
                        Action *out)
{
    int must_ride = FT_TAKEN - yard_room(mover(ft));

    if (ft_main_cars(ft) < FT_TAKEN - ft->held_count)
        return 0;
    if (must_ride > 0)
        sidings = sidings_to_take_from(ft, welcome, sidings, must_ride);
    return actions_of_bits(FT_TAKE, sidings, out);
}

int ft_list_taking(const FtState *ft, int seat, Action *out)
{
    return list_takings(ft, &ft->welcome[seat], ft_sidings_with_cars(ft), out);
}

void ft_take(FtState *ft, Act act)
{
    FtMainSiding *track = &ft->main[act_a(act)];
    int car = track->cars[--track->length];

    track->cars[track->length] = 0;
    ft->held[car]++;
    ft->held_count++;
    ft->stage = ft->held_count == FT_TAKEN ? FT_PLACING : FT_TAKING;
    events_report(act.events, FT_EVENT_TOOK, act.seat, .fields = { car, act_a(act) });
}

/* ------------------------------------------------------------------------- */
/* Placing what is in hand                                                   */
/* ------------------------------------------------------------------------- */

/* The hand without its i-th car. */
static void leave_out(const uint8_t *cars, int count, int i, uint8_t *rest)
{
    for (int k = 0; k < count; k++) {
        if (k != i)
            *rest++ = cars[k];
    }
}

/* Could the other cars be placed, if car i of the hand rode in this train? */
static int others_fit_beside(const FtPlayer *player, const FtWelcome *welcome,
                             const uint8_t *cars, int count, int i, int train)
{
    int must_ride = count - 1 - yard_room(player);
    uint8_t rest[FT_TAKEN];

    if (must_ride <= 0)
        return 1;
    leave_out(cars, count, i, rest);
    if (ft_stays_welcome(welcome, train, cars[i]))
        return ft_can_couple(welcome, rest, count - 1, must_ride);
    FtPlayer trial = *player;
    FtWelcome then;
    ft_add_car(&trial.trains[train], cars[i]);
    ft_read_trains(&trial, &then);
    return ft_can_couple(&then, rest, count - 1, must_ride);
}

/* Could they, if car i lay in the yard? */
static int others_fit_without(const FtPlayer *player, const FtWelcome *welcome,
                              const uint8_t *cars, int count, int i)
{
    int must_ride = count - yard_room(player);
    uint8_t rest[FT_TAKEN];

    if (must_ride <= 0)
        return 1;
    leave_out(cars, count, i, rest);
    return ft_can_couple(welcome, rest, count - 1, must_ride);
}

static int list_couplings(const FtPlayer *player, const FtWelcome *welcome,
                          const uint8_t *cars, int count, Action *out)
{
    int listed = 0;

    for (int i = 0; i < count; i++) {
        if (i > 0 && cars[i] == cars[i - 1])
            continue;
        uint32_t trains = ft_trains_taking(welcome, cars[i]);
        for (; trains; trains &= trains - 1) {
            int train = __builtin_ctz(trains);
            if (others_fit_beside(player, welcome, cars, count, i, train))
                out[listed++] = action_make(FT_COUPLE, cars[i], train);
        }
    }
    return listed;
}

static int list_storings(const FtPlayer *player, const FtWelcome *welcome,
                         const uint8_t *cars, int count, Action *out)
{
    int listed = 0;

    for (int i = 0; i < count; i++) {
        if ((i > 0 && cars[i] == cars[i - 1])
            || !others_fit_without(player, welcome, cars, count, i))
            continue;
        for (int s = 0; s < FT_YARD_SIDINGS; s++) {
            if (player->yard[s].length < FT_YARD_ROOM)
                out[listed++] = action_make(FT_STORE, cars[i], s);
        }
    }
    return listed;
}

int ft_list_placing(const FtState *ft, int seat, Action *out)
{
    const FtPlayer *player = &ft->players[seat];
    const FtWelcome *welcome = &ft->welcome[seat];
    uint8_t cars[FT_TAKEN];
    int count = ft_list_held(ft, cars);
    int listed = list_couplings(player, welcome, cars, count, out);

    return listed + list_storings(player, welcome, cars, count, out + listed);
}

/* A car of the hand has found its place; after the last one the turn is over. */
static void let_go(FtState *ft, Act act, FtEventKind kind)
{
    ft->held[act_a(act)]--;
    ft->held_count--;
    events_report(act.events, kind, act.seat, .fields = { act_a(act), act_b(act) });
    if (ft->held_count == 0)
        ft_end_turn(ft, act.events);
}

void ft_couple(FtState *ft, Act act)
{
    ft_couple_car(ft, act.seat, act_b(act), act_a(act));
    let_go(ft, act, FT_EVENT_COUPLED);
}

void ft_store(FtState *ft, Act act)
{
    FtYardSiding *track = &ft->players[act.seat].yard[act_b(act)];

    track->cars[track->length++] = (uint8_t)act_a(act);
    let_go(ft, act, FT_EVENT_STORED);
}

/* ------------------------------------------------------------------------- */
/* FT-4.2: one to four cars from the own yard                                */
/* ------------------------------------------------------------------------- */

/* The car at the open end of a siding of the own yard. */
static int open_end(const FtYardSiding *track)
{
    return track->cars[track->length - 1];
}

/* Each car goes to its train at once. That reaches the same ends as picking up
 * all of them first (trains.c), and there is no dead end to look out for. */
static int list_switches(const FtPlayer *player, const FtWelcome *welcome, Action *out)
{
    int count = 0;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        if (player->yard[s].length == 0)
            continue;
        uint32_t trains = ft_trains_taking(welcome, open_end(&player->yard[s]));
        for (; trains; trains &= trains - 1)
            out[count++] = action_make(FT_SWITCH, s, __builtin_ctz(trains));
    }
    return count;
}

int ft_list_switching(const FtState *ft, int seat, Action *out)
{
    int count = list_switches(&ft->players[seat], &ft->welcome[seat], out);

    out[count++] = action_make(FT_DONE, 0, 0);
    return count;
}

static int can_switch(const FtPlayer *player, const FtWelcome *welcome)
{
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        if (player->yard[s].length > 0 && is_welcome(welcome, open_end(&player->yard[s])))
            return 1;
    }
    return 0;
}

void ft_switch(FtState *ft, Act act)
{
    FtPlayer *player = &ft->players[act.seat];
    FtYardSiding *track = &player->yard[act_a(act)];
    int car = track->cars[--track->length];

    track->cars[track->length] = 0;
    ft_couple_car(ft, act.seat, act_b(act), car);
    ft->stage = FT_SWITCHING;
    ft->switched++;
    events_report(act.events, FT_EVENT_SWITCHED, act.seat,
                  .fields = { car, act_a(act), act_b(act) });
    if (ft->switched == FT_SWITCHED || !can_switch(player, &ft->welcome[act.seat]))
        ft_end_turn(ft, act.events);
}

void ft_done(FtState *ft, Act act)
{
    ft_end_turn(ft, act.events);
}

/* ------------------------------------------------------------------------- */
/* FT-4.3: rearranging the own yard                                          */
/* ------------------------------------------------------------------------- */

static int can_rearrange(const FtState *ft, const FtPlayer *player)
{
    return player->points >= 1
           && (ft_yard_cars(player) > 0 || ft_edition(ft)->empty_yard_rearranges);
}

/* Of an empty yard nothing comes but the end of the turn. */
void ft_rearrange(FtState *ft, Act act)
{
    FtPlayer *player = &ft->players[act.seat];

    player->points--;
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        for (int i = 0; i < player->yard[s].length; i++)
            ft->held[player->yard[s].cars[i]]++;
        ft->held_count = (uint8_t)(ft->held_count + player->yard[s].length);
        player->yard[s] = (FtYardSiding){ 0 };
    }
    ft->stage = FT_REARRANGING;
    events_report(act.events, FT_EVENT_REARRANGES, act.seat);
    if (ft->held_count == 0)
        ft_end_turn(ft, act.events);
}

/* The first siding is laid out first, from its closed end; a car on the second
 * closes it. So every arrangement is reached, and in one way only. */
int ft_list_rearranging(const FtState *ft, int seat, Action *out)
{
    const FtYardSiding *yard = ft->players[seat].yard;
    int first_is_open = yard[1].length == 0 && yard[0].length < FT_YARD_ROOM;
    int rest_fits_second = ft->held_count + yard[1].length <= FT_YARD_ROOM;
    int count = 0;

    for (int car = 0; car < FT_TYPES; car++) {
        if (ft->held[car] == 0)
            continue;
        if (first_is_open)
            out[count++] = action_make(FT_STORE, car, 0);
        if (rest_fits_second)
            out[count++] = action_make(FT_STORE, car, 1);
    }
    return count;
}

/* ------------------------------------------------------------------------- */
/* FT-4.4, FT-4.5: a locomotive, a caboose                                   */
/* ------------------------------------------------------------------------- */

static int can_call(const FtState *ft, const FtPlayer *player)
{
    return ft->day < FT_DAYS && !player->has_called && ft_locomotives_left(ft) > 0;
}

void ft_call(FtState *ft, Act act)
{
    FtPlayer *player = &ft->players[act.seat];

    assert(player->locomotives < FT_TRAINS);
    player->locomotives++;
    player->has_called = 1;
    ft_keep_welcome(ft, act.seat);
    events_report(act.events, FT_EVENT_CALLED, act.seat);
    ft_end_turn(ft, act.events);
}

static int list_closings(const FtState *ft, const FtPlayer *player, Action *out)
{
    int count = 0;

    if (!ft->options[FT_OPTION_CABOOSES] || ft_cabooses_left(ft) == 0)
        return 0;
    for (int t = 0; t < player->locomotives; t++) {
        if (player->trains[t].cars > 0 && !player->trains[t].is_closed)
            out[count++] = action_make(FT_CLOSE, t, 0);
    }
    return count;
}

void ft_close(FtState *ft, Act act)
{
    ft->players[act.seat].trains[act_a(act)].is_closed = 1;
    ft_keep_welcome(ft, act.seat);
    events_report(act.events, FT_EVENT_CLOSED, act.seat, .fields = { act_a(act) });
    ft_end_turn(ft, act.events);
}

/* ------------------------------------------------------------------------- */
/* The beginning of a turn                                                   */
/* ------------------------------------------------------------------------- */

/* Fill, or act without filling (FT-3.3, FT-3.4, FT-3.6); pass only if there is
 * nothing else (FT-3.7). */
int ft_list_turn(const FtState *ft, int seat, Action *out)
{
    const FtPlayer *player = &ft->players[seat];
    const FtWelcome *welcome = &ft->welcome[seat];
    uint32_t sidings = ft_sidings_with_cars(ft);
    int count = 0;

    if (ft_can_fill(ft, sidings))
        count = actions_of_bits(FT_FILL, ALL_SIDINGS & ~sidings, out);
    count += list_takings(ft, welcome, sidings, out + count);
    count += list_switches(player, welcome, out + count);
    if (can_rearrange(ft, player))
        out[count++] = action_make(FT_REARRANGE, 0, 0);
    if (can_call(ft, player))
        out[count++] = action_make(FT_CALL, 0, 0);
    count += list_closings(ft, player, out + count);
    if (count == 0)
        out[count++] = action_make(FT_PASS, 0, 0);
    return count;
}
