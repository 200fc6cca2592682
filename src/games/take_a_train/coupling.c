/* coupling.c: the market and what is taken from it (chapter 5). */
#include "games/take_a_train/tt.h"

/* ------------------------------------------------------------------------- */
/* Wagons on a locomotive                                                    */
/* ------------------------------------------------------------------------- */

/* The wagon at a place; a twin is a copy of the one behind it (TT-5.5). */
static int wagon_at(const TtLocomotive *locomotive, int place)
{
    int card = locomotive->wagons[place];

    return card == TT_TWIN ? locomotive->wagons[place + 1] : card;
}

int tt_load_type(const TtLocomotive *locomotive)
{
    if (locomotive->wagon_count == 0)
        return TT_TYPES;
    return TT_CARD_TABLE[locomotive->wagons[locomotive->wagon_count - 1]].type;
}

int tt_wagon_value(const TtLocomotive *locomotive, int place)
{
    return TT_CARD_TABLE[wagon_at(locomotive, place)].value;
}

/* ------------------------------------------------------------------------- */
/* The deck                                                                  */
/* ------------------------------------------------------------------------- */

/* TT-5.7: a Bonus stays behind until the round is over. */
static void remake_deck(TtState *tt, Events *events)
{
    int bonuses = 0;

    for (int i = 0; i < tt->discard_count; i++) {
        if (tt->discard[i] == TT_BONUS)
            bonuses++;
        else
            tt->deck[tt->deck_count++] = tt->discard[i];
    }
    memset(tt->discard, 0, tt->discard_count);
    memset(tt->discard, TT_BONUS, (size_t)bonuses);
    tt->discard_count = (uint8_t)bonuses;
    if (tt->deck_count == 0)
        return;
    tt_shuffle_deck_later(tt);
    events_report(events, TT_EVENT_REMADE, NOBODY, .marks = EVENT_DRAWS);
}

static int turn_up(TtState *tt, Events *events)
{
    while (tt->unordered == tt->deck_count)
        tt_order_next_cards(tt);
    int card = cards_draw(tt->deck, &tt->deck_count);
    if (tt->deck_count == 0)
        remake_deck(tt, events);
    return card;
}

static void discard_card(TtState *tt, int card)
{
    tt->discard[tt->discard_count++] = (uint8_t)card;
}

/* ------------------------------------------------------------------------- */
/* The market                                                                */
/* ------------------------------------------------------------------------- */

static void report_new_cards(const TtState *tt, int from, Events *events)
{
    if (tt->market_count > from)
        tt_report_cards(events, TT_EVENT_MARKET, NOBODY, tt->market + from,
                        tt->market_count - from);
}

/* TT-5.4: what lies there by now is discarded. */
static void trash_market(TtState *tt, Events *events)
{
    tt->boxed[tt->boxed_count++] = TT_TRASH;
    tt_report_cards(events, TT_EVENT_TRASHED, NOBODY, tt->market, tt->market_count);
    memcpy(tt->discard + tt->discard_count, tt->market, tt->market_count);
    tt->discard_count = (uint8_t)(tt->discard_count + tt->market_count);
    memset(tt->market, 0, sizeof tt->market);
    tt->market_count = 0;
}

/* TT-5.4: one more wagon is needed in this round. */
static void extend_storage(TtState *tt, Events *events)
{
    tt->boxed[tt->boxed_count++] = TT_STORAGE;
    tt->limit = TT_WAGONS_MAX;
    events_report(events, TT_EVENT_STORAGE, NOBODY, .marks = EVENT_REVEALS | EVENT_DRAWS);
}

/* Cards are turned up one at a time until the market is full (TT-5.4). With deck
 * and discards empty it stays short (TT-5.7). */
void tt_fill_market(TtState *tt, Events *events)
{
    int size = TT_MARKET_TABLE[tt->seats];
    int from = tt->market_count;

    while (tt->market_count < size) {
        if (tt->deck_count == 0)
            remake_deck(tt, events);
        if (tt->deck_count == 0)
            break;
        int card = turn_up(tt, events);
        if (card == TT_TRASH) {
            report_new_cards(tt, from, events);
            trash_market(tt, events);
            from = 0;
        } else if (card == TT_STORAGE) {
            extend_storage(tt, events);
        } else {
            tt->market[tt->market_count++] = (uint8_t)card;
        }
    }
    report_new_cards(tt, from, events);
}

/* ------------------------------------------------------------------------- */
/* Lists                                                                     */
/* ------------------------------------------------------------------------- */

/* Which of the own locomotives have wagons of each type, a bit per locomotive, TT_OWN bits
 * per type; TT_TYPES: empty ones. */
typedef uint32_t Loads;

static Loads loads_of(const TtPlayer *player)
{
    Loads loads = 0;

    for (int i = 0; i < TT_OWN; i++)
        loads |= 1u << (tt_load_type(&player->locomotives[i]) * TT_OWN + i);
    return loads;
}

static unsigned loaded_with(Loads loads, int type)
{
    return loads >> type * TT_OWN & ((1u << TT_OWN) - 1);
}

static unsigned face_up_ones(const TtPlayer *player)
{
    unsigned face_up = 0;

    for (int i = 0; i < TT_OWN; i++)
        face_up |= (unsigned)!player->locomotives[i].is_face_down << i;
    return face_up;
}

/* The locomotives of each set. */
static const ActionRow TAKERS[1 << TT_OWN] = {
    { 0, { 0 } }, { 1, { 0 } },    { 1, { 1 } },    { 2, { 0, 1 } },
    { 1, { 2 } }, { 2, { 0, 2 } }, { 2, { 1, 2 } }, { 3, { 0, 1, 2 } },
};

static int list_takers(int card, unsigned takers, Action *out)
{
    return actions_of_row(TT_COUPLE, card, &TAKERS[takers], out);
}

/* A type that a locomotive has goes there, and nowhere else (TT-5.3); a Multiplier
 * to what is face up, a Twin to what has wagons (TT-5.5). */
static int list_takings(const TtState *tt, int seat, Action *out)
{
    const TtPlayer *player = &tt->players[seat];
    Loads loads = loads_of(player);
    unsigned empty = loaded_with(loads, TT_TYPES);
    uint32_t market = cards_set(tt->market, tt->market_count);
    uint32_t wagons = market & ((1u << TT_WAGONS) - 1);
    int count = 0;

    for (; wagons != 0; wagons &= wagons - 1) {
        int card = __builtin_ctz(wagons);
        unsigned loaded = loaded_with(loads, TT_CARD_TABLE[card].type);
        count += list_takers(card, loaded != 0 ? loaded : empty, out + count);
    }
    if (market >> TT_MULTIPLIER & 1)
        count += list_takers(TT_MULTIPLIER, face_up_ones(player), out + count);
    if (market >> TT_TWIN & 1)
        count += list_takers(TT_TWIN, empty ^ ((1u << TT_OWN) - 1), out + count);
    if (market >> TT_BONUS & 1)
        out[count++] = action_make(TT_COLLECT, 0, 0);
    return count;
}

int tt_replacement_price(const TtState *tt, int seat)
{
    return TT_PRICE_TABLE[tt->seats > 2][tt->players[seat].token - 1];
}

/* Places are marked in ascending order, so that each set is reached in one way
 * only. */
static int list_discards(const TtState *tt, int from, Action *out)
{
    int count = 0;

    for (int place = from; place < tt->market_count; place++)
        out[count++] = action_make(TT_DISCARD, place, 0);
    return count;
}

int tt_list_coupling(const TtState *tt, int seat, Action *out)
{
    int count = list_takings(tt, seat, out);

    if (!tt->has_replaced && tt->players[seat].money >= tt_replacement_price(tt, seat))
        count += list_discards(tt, 0, out + count);
    out[count++] = action_make(TT_PASS, 0, 0);
    return count;
}

int tt_list_discarding(const TtState *tt, UNUSED int seat, Action *out)
{
    int last = 31 - __builtin_clz(tt->marked);
    int count = list_discards(tt, last + 1, out);

    out[count++] = action_make(TT_REPLACE, 0, 0);
    return count;
}

/* ------------------------------------------------------------------------- */
/* TT-5.2: replacing                                                         */
/* ------------------------------------------------------------------------- */

void tt_discard(TtState *tt, Act act)
{
    tt->marked |= (uint8_t)(1u << act_a(act));
    tt->step = TT_DISCARDING;
}

static void discard_marked(TtState *tt)
{
    for (int place = tt->market_count - 1; place >= 0; place--) {
        if (!(tt->marked >> place & 1))
            continue;
        discard_card(tt, tt->market[place]);
        cards_remove_at(tt->market, &tt->market_count, place);
    }
    tt->marked = 0;
}

static void report_replacement(const TtState *tt, Act act, int price)
{
    if (act.events == NULL)
        return;
    Event event = { .kind = TT_EVENT_REPLACED,
                    .seat = (int8_t)act.seat,
                    .marks = EVENT_REVEALS | EVENT_DRAWS,
                    .fields = { price } };
    for (int place = 0; place < tt->market_count; place++) {
        if (tt->marked >> place & 1)
            event.list[event.list_count++] = tt->market[place];
    }
    events_keep(act.events, event);
}

void tt_replace(TtState *tt, Act act)
{
    int price = tt_replacement_price(tt, act.seat);

    report_replacement(tt, act, price);
    tt->players[act.seat].money -= price;
    discard_marked(tt);
    tt->has_replaced = 1;
    tt->step = TT_COUPLING;
    tt_fill_market(tt, act.events);
}

/* ------------------------------------------------------------------------- */
/* Taking and passing                                                        */
/* ------------------------------------------------------------------------- */

static void next_turn(TtState *tt)
{
    int token = tt->players[tt->turn].token % tt->seats + 1, seat = 0;

    while (tt->players[seat].token != token)
        seat++;
    tt->turn = (uint8_t)seat;
    tt->has_replaced = 0;
}

static void take_from_market(TtState *tt, int card)
{
    cards_remove(tt->market, &tt->market_count, card);
    tt->passes = 0;
}

static void end_taking(TtState *tt, Events *events)
{
    tt_fill_market(tt, events);
    next_turn(tt);
}

/* Taking a card shows whether it achieves an objective, so it reveals. */
void tt_couple(TtState *tt, Act act)
{
    int card = act_a(act);
    TtLocomotive *own = &tt->players[act.seat].locomotives[act_b(act)];

    take_from_market(tt, card);
    events_report(act.events, TT_EVENT_COUPLED, act.seat, .marks = EVENT_REVEALS,
                  .fields = { card, own->card });
    tt_add_card(own, card);
    if (card >= TT_WAGONS)
        tt_judge_special(tt, act.seat, act.events);
    if (card != TT_MULTIPLIER)
        tt_judge_wagons(tt, act.seat, own, act.events);
    if (own->wagon_count == tt->limit)
        tt_end_round(tt, act.events);
    else
        end_taking(tt, act.events);
}

void tt_collect(TtState *tt, Act act)
{
    take_from_market(tt, TT_BONUS);
    discard_card(tt, TT_BONUS);
    tt->players[act.seat].money += TT_BONUS_MONEY;
    events_report(act.events, TT_EVENT_COLLECTED, act.seat, .marks = EVENT_REVEALS,
                  .fields = { TT_BONUS_MONEY });
    tt_judge_special(tt, act.seat, act.events);
    end_taking(tt, act.events);
}

/* TT-5.6: when all have passed one after another, the round is over. */
void tt_pass(TtState *tt, Act act)
{
    events_report(act.events, TT_EVENT_PASSED, act.seat);
    tt->passes++;
    if (tt->passes == tt->seats)
        tt_end_round(tt, act.events);
    else
        next_turn(tt);
}
