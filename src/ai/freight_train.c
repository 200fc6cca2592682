/* freight_train.c: how a sensible casual player plays Freight Train.
 *
 * It looks through its own turn (turn.h) and judges where that leads by the
 * score that the day would bring if everybody's trains grew about as fast as
 * they can from here: how likely each train is to be the longest of its type or
 * the second, what the yards are worth or cost, and what locomotives without
 * cars may still become. Points are counted in hundredths, lengths in quarters
 * of a car, turns in tenths. */
#include "ai/freight_train.h"
#include "ai/turn.h"

enum {
    POINT = FT_POINT,
    CAR = 4,
    TURN = 10,
    LINES = FT_TYPES + 1, /* eleven types and the mixed trains */

    WIDE = 8,         /* beam for taking and switching */
    NARROW = 4,       /* beam for putting a whole yard back */
    FILL_SAMPLES = 3, /* decks tried when thinking about a fill */

    CARS_A_TURN = 23,    /* tenths of a car leave the main yard in a turn, on average */
    STOCK = 10,          /* cars that lie in the main yard when a siding is filled */
    JAMMED = 7,          /* cars behind one that has nowhere to go */
    REARRANGE_COST = 40, /* the turn itself; the point is in the estimate */
    YARD_CAR_DAY_1 = 40, /* half a point at the end of the day, if it is there then */
    YARD_CAR_LATER = 12, /* a stock for the next day */
    YARD_CAR_IDLE = 15,  /* on day three, a car that can still be moved off */
    YARD_CROWDED = 13,   /* from this number of cars on a taking is hard to place */
    CROWDED_COST = 15,
};

/* What the estimate needs to know of one player. */
typedef struct Outlook {
    int turns;         /* to come this day, in tenths */
    int locomotives;   /* without cars, those used by cars in hand taken off */
    int yard;          /* cars */
    int reach[LINES];  /* quarters of a car, with those that can soon be coupled */
    int closed[LINES]; /* by a caboose */
    int mixed_types;   /* on the mixed train, a bit each */
} Outlook;

/* ------------------------------------------------------------------------- */
/* The pace of the day                                                       */
/* ------------------------------------------------------------------------- */

/* Does a turn begin here, or is the game over? */
static int is_fresh(const void *state)
{
    const FtState *ft = state;

    return ft->stage == FT_OVER || (ft->stage == FT_TURN && !ft->has_filled);
}

/* The end-of-day card is among the last `bottom` cards: assume halfway. */
static int cars_before_the_end(const FtState *ft)
{
    int bottom = ft->bottom < ft->deck_count ? ft->bottom : ft->deck_count;
    int spare = ft_main_cars(ft) - STOCK;

    return ft->deck_count - bottom / 2 + (spare > 0 ? spare : 0);
}

int ft_turns_to_come(const FtState *ft, int seat)
{
    int is_playing = seat == ft->turn && !is_fresh(ft);

    if (ft->stage == FT_OVER)
        return 0;
    if (ft->is_ending)
        return seats_have(ft->played, seat) || is_playing ? 0 : TURN;
    return TURN / 2 + cars_before_the_end(ft) * TURN * TURN / (CARS_A_TURN * ft->seats);
}

/* ------------------------------------------------------------------------- */
/* One player's trains and yard                                              */
/* ------------------------------------------------------------------------- */

static void count_train(Outlook *outlook, const FtTrain *train, int is_mixed)
{
    int line = is_mixed ? FT_MIXED : __builtin_ctz(train->types);

    outlook->reach[line] = CAR * train->cars;
    outlook->closed[line] = train->is_closed;
    if (is_mixed)
        outlook->mixed_types = train->types;
}

static void count_trains(Outlook *outlook, const FtPlayer *player)
{
    int mixed = ft_mixed_train(player);

    for (int i = 0; i < player->locomotives; i++) {
        if (player->trains[i].cars == 0)
            outlook->locomotives++;
        else
            count_train(outlook, &player->trains[i], i == mixed);
    }
}

/* Can a car go somewhere soon, and if so, what is that worth to its line? */
static int promise(Outlook *outlook, int car, int quarters)
{
    if (outlook->reach[car] > 0 && !outlook->closed[car]) {
        outlook->reach[car] += quarters;
        return 1;
    }
    if (outlook->reach[car] == 0 && outlook->locomotives > 0) {
        outlook->locomotives--;
        outlook->reach[car] = quarters;
        return 1;
    }
    if (outlook->reach[FT_MIXED] > 0 && !outlook->closed[FT_MIXED]
        && !(outlook->mixed_types >> car & 1)) {
        outlook->mixed_types |= 1 << car;
        outlook->reach[FT_MIXED] += quarters;
        return 1;
    }
    return 0;
}

/* Cars in hand go to trains as far as these take them, else to the yard. */
static void count_held(Outlook *outlook, const FtState *ft)
{
    for (int car = 0; car < FT_TYPES; car++) {
        for (int i = 0; i < ft->held[car]; i++) {
            if (!promise(outlook, car, CAR))
                outlook->yard++;
        }
    }
}

static int train_takes(const Outlook *outlook, int car)
{
    return outlook->reach[car] > 0 && !outlook->closed[car];
}

/* A car of the yard helps its line a little, if there is a train to go to and
 * no car before it that must stay. */
static void count_siding(Outlook *outlook, const FtYardSiding *siding)
{
    int quarters = outlook->turns >= TURN ? CAR / 2 : 0;

    for (int i = siding->length - 1; i >= 0 && train_takes(outlook, siding->cars[i]); i--)
        outlook->reach[siding->cars[i]] += quarters;
}

static int jammed_cars(const FtPlayer *player, const Outlook *outlook)
{
    int jammed = 0;

    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        int i = player->yard[s].length - 1;
        while (i >= 0 && train_takes(outlook, player->yard[s].cars[i]))
            i--;
        while (--i >= 0)
            jammed += train_takes(outlook, player->yard[s].cars[i]);
    }
    return jammed;
}

static void look_at(Outlook *outlook, const FtState *ft, int seat)
{
    const FtPlayer *player = &ft->players[seat];

    *outlook = (Outlook){ .turns = ft_turns_to_come(ft, seat) };
    count_trains(outlook, player);
    if (seat == ft->turn)
        count_held(outlook, ft);
    for (int i = 0; i < FT_YARD_SIDINGS; i++) {
        outlook->yard += player->yard[i].length;
        count_siding(outlook, &player->yard[i]);
    }
}

/* ------------------------------------------------------------------------- */
/* What the day will bring                                                   */
/* ------------------------------------------------------------------------- */

/* The chance, in hundredths, that `mine` ends longer than `other`. Certain when
 * the lead is beyond what the other can still add. */
static int chance_to_beat(const Outlook *mine, const Outlook *other, int line)
{
    int lead = mine->reach[line] - other->reach[line];
    int spread = 1 + other->turns / 6;
    int chance;

    if (other->reach[line] == 0) {
        if (other->locomotives == 0)
            return 100;
        lead += CAR;
    }
    if (mine->closed[line] && !other->closed[line])
        lead -= other->turns / 6;
    if (!mine->closed[line] && other->closed[line])
        lead += mine->turns / 6;
    chance = 50 + 50 * lead / spread;
    return chance < 0 ? 0 : chance > 100 ? 100 : chance;
}

/* FT-5.3: three points for the longest and one for the second, by the chance of
 * being either. */
static int line_value(const Outlook *outlooks, int seats, int seat, int line)
{
    int longest = 10000, second = 0; /* chances, in ten-thousandths */
    int value;

    if (outlooks[seat].reach[line] == 0)
        return 0;
    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        int chance = chance_to_beat(&outlooks[seat], &outlooks[other], line);
        second = (second * chance + longest * (100 - chance)) / 100;
        longest = longest * chance / 100;
    }
    value = (FT_LONGEST_POINTS[1] * longest + FT_SECOND_POINTS * second) / (10000 / POINT);
    return outlooks[seat].closed[line] ? FT_CABOOSE_FACTOR * value : value;
}

/* FT-5.8, and what a full yard hinders. */
static int yard_value(const FtState *ft, const Outlook *outlook)
{
    int cars = outlook->yard;
    int crowd = cars > YARD_CROWDED ? (cars - YARD_CROWDED) * CROWDED_COST : 0;
    int movable = 3 * outlook->turns / TURN;

    if (ft->stage == FT_OVER)
        return 0;
    if (ft->day == 1)
        return cars * YARD_CAR_DAY_1 - crowd;
    if (ft->day == 2)
        return cars * YARD_CAR_LATER - crowd;
    if (cars <= movable)
        return -cars * YARD_CAR_IDLE;
    return -movable * YARD_CAR_IDLE - (cars - movable) * POINT;
}

/* Each locomotive without cars may become a train, the later the less, and the
 * second less likely than the first. */
static int locomotive_value(const Outlook *outlook)
{
    int turns = outlook->turns < 4 * TURN ? outlook->turns : 4 * TURN;
    int value = 0, next = 2 * turns;

    for (int i = 0; i < outlook->locomotives; i++, next = next * 2 / 3)
        value += next;
    return value;
}

static int seat_value(const FtState *ft, const Outlook *outlooks, int seat)
{
    int lines = ft_mixed_trains_score(ft) ? LINES : FT_TYPES;
    int value = POINT * ft->players[seat].points;

    for (int line = 0; line < lines; line++)
        value += line_value(outlooks, ft->seats, seat, line);
    return value + yard_value(ft, &outlooks[seat]) + locomotive_value(&outlooks[seat]);
}

/* The last day's trains stay on the table after they have been scored. */
static int final_value(const FtState *ft, int seat)
{
    return POINT * ft->players[seat].points;
}

void ft_prospects(const FtState *ft, int *values)
{
    Outlook outlooks[FT_SEATS];

    for (int i = 0; i < ft->seats; i++)
        look_at(&outlooks[i], ft, i);
    for (int i = 0; i < ft->seats; i++)
        values[i] = ft->stage == FT_OVER ? final_value(ft, i) : seat_value(ft, outlooks, i);
}

/* The seat's own prospects minus the average of the others'. */
int ft_estimate(const void *state, int seat)
{
    const FtState *ft = state;
    int values[FT_SEATS];
    int others = 0;

    ft_prospects(ft, values);
    for (int i = 0; i < ft->seats; i++)
        others += i == seat ? 0 : values[i];
    return values[seat] - others / (ft->seats - 1);
}

/* ------------------------------------------------------------------------- */
/* Choosing                                                                  */
/* ------------------------------------------------------------------------- */

/* choose_turn evaluates fills and rearranging separately. */
static int is_considered(const void *state, Action action)
{
    (void)state;
    return action_kind(action) != FT_FILL && action_kind(action) != FT_REARRANGE;
}

static const TurnGuide GUIDE = { &FREIGHT_TRAIN, WIDE, ft_estimate, is_fresh,
                                 is_considered };
static const TurnGuide YARD_GUIDE = { &FREIGHT_TRAIN, NARROW, ft_estimate, is_fresh,
                                      is_considered };

static int find_kind(const Decision *decision, int kind)
{
    for (int i = 0; i < decision->count; i++) {
        if (action_kind(decision->actions[i]) == kind)
            return i;
    }
    return -1;
}

static int list_considered(const Action *actions, int count, Action *out)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        if (is_considered(NULL, actions[i]))
            out[kept++] = actions[i];
    }
    return kept;
}

/* The value of the turn after a fill, averaged over several drawn decks. */
static int value_of_fill(const Decision *decision, Action fill, Rng *rng)
{
    int sum = 0;

    for (int i = 0; i < FILL_SAMPLES; i++) {
        Action listed[ACTIONS_MAX];
        State state;
        decision->game->determinize(decision->view, decision->seat, rng, &state);
        decision->game->apply(&state, decision->seat, fill, NULL);
        int count = decision->game->list(&state, decision->seat, listed);
        sum += turn_plan(&GUIDE, &state, decision->seat, listed, count).value;
    }
    return sum / FILL_SAMPLES;
}

int ft_is_jammed(const FtState *ft, int seat)
{
    Outlook outlook;

    look_at(&outlook, ft, seat);
    return outlook.turns > 3 * TURN && jammed_cars(&ft->players[seat], &outlook) >= JAMMED;
}

/* Keeps the better of two plans. */
static void prefer(TurnPlan *best, Action first, int value)
{
    if (value > best->value)
        *best = (TurnPlan){ first, value };
}

static Action choose_turn(const Decision *decision, const State *state, Rng *rng)
{
    Action plain[ACTIONS_MAX];
    int plain_count = list_considered(decision->actions, decision->count, plain);
    int fill = find_kind(decision, FT_FILL);
    int rearrange = find_kind(decision, FT_REARRANGE);
    TurnPlan best = { decision->actions[0], -1000 * POINT };

    if (plain_count > 0)
        best = turn_plan(&GUIDE, state, decision->seat, plain, plain_count);
    if (fill >= 0)
        prefer(&best, decision->actions[fill],
               value_of_fill(decision, decision->actions[fill], rng));
    if (rearrange >= 0
        && (plain_count == 0 || ft_is_jammed((const FtState *)state, decision->seat))) {
        TurnPlan plan =
            turn_plan(&YARD_GUIDE, state, decision->seat, &decision->actions[rearrange], 1);
        prefer(&best, plan.first, plan.value - REARRANGE_COST);
    }
    return best.first;
}

Action ft_greedy(const Decision *decision, Rng *rng)
{
    const FtState *view = decision->view;
    const TurnGuide *guide = view->stage == FT_REARRANGING ? &YARD_GUIDE : &GUIDE;
    State state;

    decision->game->determinize(view, decision->seat, rng, &state);
    if (view->stage == FT_TURN)
        return choose_turn(decision, &state, rng);
    return turn_plan(guide, &state, decision->seat, decision->actions, decision->count)
        .first;
}
