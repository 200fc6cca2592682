/* freight_train_search.c: pruning, priors and prediction for the search in Freight
 * Train. */
#include "ai/freight_train.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Pruning                                                                   */
/* ------------------------------------------------------------------------- */

/* Of the orders in which the same steps can be taken, one is enough: takings by
 * siding, switchings by siding, couplings by car and before what is stored. */
static int is_in_order(Action last, Action action)
{
    int kind = action_kind(action);

    switch (action_kind(last)) {
    case FT_TAKE:
        return kind != FT_TAKE || action_a(action) >= action_a(last);
    case FT_SWITCH:
        return kind != FT_SWITCH || action_a(action) >= action_a(last);
    case FT_COUPLE:
        return kind != FT_COUPLE || action_a(action) >= action_a(last);
    case FT_STORE:
        return kind != FT_COUPLE;
    default:
        return 1;
    }
}

static int keep_in_order(Action last, Action *actions, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        if (is_in_order(last, actions[i]))
            actions[kept++] = actions[i];
    }
    return kept > 0 ? kept : count;
}

/* How soon a car may leave the yard: there is a train of its type, or it is one
 * of many. */
static int eagerness(const FtState *ft, int seat, int car)
{
    const FtPlayer *player = &ft->players[seat];
    int aboard = 0;

    for (int t = 0; t < player->locomotives; t++) {
        if (player->trains[t].types == 1u << car && !player->trains[t].is_closed)
            aboard = player->trains[t].cars;
    }
    return 4 * aboard + ft->held[car];
}

/* A new yard: the cars that may leave last go to the closed ends, half of them
 * to each siding. */
static int prune_arrangement(const FtState *ft, int seat, Action *actions, int count)
{
    int siding = ft->held_count * 2 <= ft->held_count + ft->players[seat].yard[0].length
                                           + ft->players[seat].yard[1].length;
    int best = -1, least = 0;

    for (int i = 0; i < count; i++) {
        int wish = 2 * eagerness(ft, seat, action_a(actions[i]))
                   + 1000 * (action_b(actions[i]) != siding);
        if (best < 0 || wish < least) {
            best = i;
            least = wish;
        }
    }
    actions[0] = actions[best];
    return 1;
}

/* At the beginning of a turn one fill is as good as another, and rearranging is
 * for yards that are jammed. */
static int prune_turn(const FtState *ft, int seat, Action *actions, int count)
{
    int has_fill = 0, kept = 0;
    int is_jammed = ft_is_jammed(ft, seat);

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == FT_FILL && has_fill++ > 0)
            continue;
        if (action_kind(actions[i]) != FT_REARRANGE || is_jammed)
            actions[kept++] = actions[i];
    }
    return kept > 0 ? kept : count;
}

static int prune(const void *state, int seat, Action last, Action *actions, int count)
{
    const FtState *ft = state;

    if (ft->stage == FT_TURN)
        return prune_turn(ft, seat, actions, count);
    if (ft->stage == FT_REARRANGING)
        return prune_arrangement(ft, seat, actions, count);
    return last == NO_ACTION ? count : keep_in_order(last, actions, count);
}

/* Priors by the estimate after the action: QUARTER hundredths below the best is a
 * quarter of its weight. Fills reveal unknown cars, so their estimate is set a little
 * below the best. */
#define QUARTER     60.0
#define FILL_WEIGHT 0.6

static int estimate_after(const FtState *ft, int seat, Action action)
{
    State after;

    memcpy(&after, ft, sizeof *ft);
    FREIGHT_TRAIN.apply(&after, seat, action, NULL);
    return ft_estimate(&after, seat);
}

static void weigh(const void *state, int seat, const Action *actions, int count,
                  double *weights)
{
    for (int i = 0; i < count; i++)
        weights[i] = action_kind(actions[i]) == FT_FILL
                         ? POLICY_NO_VALUE
                         : estimate_after(state, seat, actions[i]);
    policy_weights_of_values(weights, count, QUARTER);
    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == FT_FILL)
            weights[i] = FILL_WEIGHT;
    }
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

/* Playouts end with the day: its score is more accurate than an estimate within it, and
 * the days after are mostly luck. */
static int is_cut(const void *root, const void *state, int decisions)
{
    const FtState *from = root, *ft = state;

    (void)decisions;
    return ft->day != from->day;
}

/* The more is to come, the larger the uncertainty between two seats. */
static int predict(const void *state, int *points)
{
    enum { AT_ONCE = 150, A_TENTH_OF_A_TURN = 3, A_DAY = 500 };
    const FtState *ft = state;

    ft_prospects(ft, points);
    return AT_ONCE + A_TENTH_OF_A_TURN * ft_turns_to_come(ft, ft->turn)
           + A_DAY * (FT_DAYS - ft->day);
}

const Policy FT_POLICY = {
    .game = &FREIGHT_TRAIN,
    .choose = ft_greedy,
    .prune = prune,
    .weigh = weigh,
    .play = ft_play,
    .play_on = ft_play_day,
    .is_cut = is_cut,
    .predict = predict,
    .leaf_weight = 0.5,
    .margin_part = 0.7,
    .margin_full = 20,
    .exploration = 0.15,
};
