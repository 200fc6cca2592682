/* specials.c: what the special cards do (chapter 5), and what each offers. */
#include "games/station_master/sm.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* What a special can do now                                                 */
/* ------------------------------------------------------------------------- */

/* Caboose, Royal Carriage, Standing Room: on any train. */
static int list_any_train(const SmState *sm, int card, Action *out)
{
    for (int t = 0; t < sm->station_count; t++)
        out[t] = action_make(SM_PLAY(card), t, 0);
    return sm->station_count;
}

static unsigned trains_with_carriages(const SmState *sm)
{
    unsigned trains = 0;

    for (int t = 0; t < sm->station_count; t++)
        trains |= (unsigned)(sm->station[t].carriage_count > 0) << t;
    return trains;
}

static unsigned trains_with_tokens(const SmState *sm)
{
    unsigned trains = 0;

    for (int t = 0; t < sm->station_count; t++)
        trains |= (unsigned)(sm->station[t].token_count > 0) << t;
    return trains;
}

/* From each of these trains to each other one of those. Both are in ascending order. */
static int list_from_to(int card, unsigned from, const ActionRow *to, Action *out)
{
    int count = 0, place = 0;

    for (; from; from &= from - 1) {
        int train = __builtin_ctz(from);
        int length = actions_of_row(SM_PLAY(card), train, to, out + count);
        while (place < length && to->b[place] < (Action)train)
            place++;
        if (place < length && to->b[place] == (Action)train)
            actions_remove(out + count, length--, place);
        count += length;
    }
    return count;
}

static int list_reassigns(const SmState *sm, int card, Action *out)
{
    ActionRow all = action_row_to(sm->station_count);

    return list_from_to(card, trains_with_carriages(sm), &all, out);
}

static int list_transfers(const SmState *sm, int card, Action *out)
{
    return list_from_to(card, trains_with_tokens(sm), &sm->with_room, out);
}

static int list_uncouplings(const SmState *sm, int card, Action *out)
{
    return actions_of_bits(SM_PLAY(card), trains_with_carriages(sm), out);
}

/* SM-5.4: how deep a Repair looks; the cards there are the last of the pile. */
static int first_in_reach(const SmState *sm, int card)
{
    int reach = card == SM_REPAIR_3 ? 3 : 5;

    return sm->discard_count > reach ? sm->discard_count - reach : 0;
}

static int list_repairs(const SmState *sm, int card, Action *out)
{
    ActionRow trains = action_row_to(sm->station_count);
    unsigned carriages = 0;
    int count = 0;

    for (int i = first_in_reach(sm, card); i < sm->discard_count; i++) {
        if (sm->discard[i] < SM_CARRIAGE_KINDS)
            carriages |= 1u << sm->discard[i];
    }
    for (; carriages; carriages &= carriages - 1)
        count +=
            actions_of_row(SM_PLAY(card), __builtin_ctz(carriages), &trains, out + count);
    return count;
}

static const struct {
    int (*list)(const SmState *sm, int card, Action *out);
    int may_be_unused; /* SM-5.9 */
} SPECIALS[] = {
    [SM_CABOOSE] = { list_any_train, 0 },      [SM_ROYAL] = { list_any_train, 0 },
    [SM_REASSIGN] = { list_reassigns, 0 },     [SM_REPAIR_3] = { list_repairs, 1 },
    [SM_REPAIR_5] = { list_repairs, 1 },       [SM_TRANSFER] = { list_transfers, 1 },
    [SM_STANDING] = { list_any_train, 0 },     [SM_UNCOUPLE_1] = { list_uncouplings, 1 },
    [SM_UNCOUPLE_2] = { list_uncouplings, 1 },
};

int sm_list_special(const SmState *sm, int card, Action *out)
{
    return SPECIALS[card].list(sm, card, out);
}

/* SM-5.9, for a special that has so many possible effects. */
int sm_may_be_wasted(int card, int effects)
{
    return effects == 0 || SPECIALS[card].may_be_unused;
}

/* ------------------------------------------------------------------------- */
/* Playing a special                                                         */
/* ------------------------------------------------------------------------- */

static int special_of(Act act)
{
    return action_kind(act.action) - SM_PLAY_CARD + SM_CABOOSE;
}

static void play_from_hand(SmState *sm, Act act, int card)
{
    sm_take_from_hand(&sm->players[act.seat], card);
    events_report(act.events, SM_EVENT_PLAYED, act.seat, .fields = { card });
}

/* SM-3.4: the card comes onto the discards after what it brought about. */
static void end_special(SmState *sm, int card, Events *events)
{
    sm_discard(sm, card);
    sm_end_card(sm, events);
}

static int take_tail(SmTrain *train)
{
    return cards_draw(train->carriages, &train->carriage_count);
}

/* SM-5.1 */
void sm_caboose(SmState *sm, Act act)
{
    play_from_hand(sm, act, SM_CABOOSE);
    sm_depart(sm, act_a(act), act.events);
    end_special(sm, SM_CABOOSE, act.events);
}

/* SM-5.2, SM-5.6: lies with the train until it leaves. After a Standing Room its
 * player may place a token. */
void sm_attach(SmState *sm, Act act)
{
    SmPlayer *player = &sm->players[act.seat];
    int card = special_of(act), t = act_a(act);

    sm_take_from_hand(player, card);
    events_report(act.events, SM_EVENT_ATTACHED, act.seat, .fields = { card, t });
    if (card == SM_ROYAL)
        sm->station[t].royals++;
    else
        sm->station[t].standings++;
    sm_keep_room(sm);
    if (card == SM_ROYAL || player->home_count == 0) {
        sm_end_card(sm, act.events);
        return;
    }
    sm->stage = SM_ADMITTING;
    sm->train = (uint8_t)t;
}

int sm_list_admitting(const SmState *sm, int seat, Action *out)
{
    ActionRow train = { 1, { sm->train } };
    int count = sm_list_boards(&sm->players[seat], &train, out);

    out[count++] = action_make(SM_DONE, 0, 0);
    return count;
}

/* SM-5.3 */
void sm_reassign(SmState *sm, Act act)
{
    int from = act_a(act), to = act_b(act);
    int carriage = take_tail(&sm->station[from]);

    play_from_hand(sm, act, SM_REASSIGN);
    events_report(act.events, SM_EVENT_REASSIGNED, act.seat,
                  .fields = { carriage, from, to });
    sm_add_carriage(sm, to, carriage, act.events);
    end_special(sm, SM_REASSIGN, act.events);
}

/* The topmost of its kind leaves the discards. */
static void take_from_discards(SmState *sm, int card)
{
    int i = sm->discard_count - 1;

    while (sm->discard[i] != card)
        i--;
    cards_remove_at(sm->discard, &sm->discard_count, i);
}

/* SM-5.4 */
void sm_repair(SmState *sm, Act act)
{
    int card = special_of(act);
    int carriage = act_a(act), train = act_b(act);

    play_from_hand(sm, act, card);
    take_from_discards(sm, carriage);
    events_report(act.events, SM_EVENT_REPAIRED, act.seat, .fields = { carriage, train });
    sm_add_carriage(sm, train, carriage, act.events);
    end_special(sm, card, act.events);
}

/* SM-5.7 */
void sm_uncouple(SmState *sm, Act act)
{
    int card = special_of(act), t = act_a(act);
    int carriages = card == SM_UNCOUPLE_1 ? 1 : 2;
    SmTrain *train = &sm->station[t];
    Event event = { .kind = SM_EVENT_UNCOUPLED, .seat = (int8_t)act.seat, .fields = { t } };

    play_from_hand(sm, act, card);
    for (; carriages > 0 && train->carriage_count > 0; carriages--) {
        int carriage = take_tail(train);
        sm_discard(sm, carriage);
        event.list[event.list_count++] = (uint8_t)carriage;
    }
    events_add(act.events, event);
    end_special(sm, card, act.events);
}

/* SM-5.9 */
void sm_waste(SmState *sm, Act act)
{
    int card = act_a(act);

    sm_take_from_hand(&sm->players[act.seat], card);
    events_report(act.events, SM_EVENT_WASTED, act.seat, .fields = { card });
    end_special(sm, card, act.events);
}

/* SM-5.8, drawn. */
void sm_rush_hour(SmState *sm, Events *events)
{
    events_report(events, SM_EVENT_RUSH_HOUR, sm->turn,
                  .marks = EVENT_REVEALS | EVENT_DRAWS);
    sm_discard(sm, SM_RUSH_HOUR);
    if (sm->pile_count > 0)
        sm_arrive(sm, sm->station_count, events);
    sm_keep_room(sm);
}

/* ------------------------------------------------------------------------- */
/* SM-5.5: Transfer Passengers, token by token                               */
/* ------------------------------------------------------------------------- */

/* The trains are chosen here, so at least one token follows. No train can leave
 * on the way: the card can lie on the discards already. */
void sm_transfer(SmState *sm, Act act)
{
    play_from_hand(sm, act, SM_TRANSFER);
    sm_discard(sm, SM_TRANSFER);
    sm->stage = SM_TRANSFERRING;
    sm->train = (uint8_t)act_a(act);
    sm->to = (uint8_t)act_b(act);
}

/* From the front to the rear, so that each choice of tokens is met once. */
int sm_list_transferring(const SmState *sm, UNUSED int seat, Action *out)
{
    int count = 0;

    for (int place = sm->place; place < sm->station[sm->train].token_count; place++)
        out[count++] = action_make(SM_MOVE, place, 0);
    if (sm->moved > 0)
        out[count++] = action_make(SM_DONE, 0, 0);
    return count;
}

static SmToken take_token(SmTrain *train, int place)
{
    SmToken token = train->tokens[place];
    int behind = --train->token_count - place;

    memmove(&train->tokens[place], &train->tokens[place + 1],
            (size_t)behind * sizeof(SmToken));
    train->tokens[train->token_count] = (SmToken){ 0 };
    return token;
}

void sm_move(SmState *sm, Act act)
{
    SmTrain *from = &sm->station[sm->train], *to = &sm->station[sm->to];
    int place = act_a(act);
    SmToken token = take_token(from, place);

    to->tokens[to->token_count++] = token;
    sm_keep_room(sm);
    events_report(act.events, SM_EVENT_MOVED, act.seat,
                  .fields = { token.seat, sm->train, sm->to });
    sm->place = (uint8_t)place;
    sm->moved++;
    if (sm->moved == SM_TRANSFERRED || place == from->token_count || sm_room(to) == 0)
        sm_end_card(sm, act.events);
}

void sm_done(SmState *sm, Act act)
{
    sm_end_card(sm, act.events);
}
