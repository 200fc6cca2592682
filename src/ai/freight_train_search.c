/* freight_train_search.c: what the search asks of Freight Train: which actions
 * are worth a thought and how much, and what the end will probably bring. */
#include "ai/freight_train.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* What is worth a thought                                                   */
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
static int sift_arrangement(const FtState *ft, int seat, Action *actions, int count)
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
static int sift_turn(const FtState *ft, int seat, Action *actions, int count)
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

static int sift(const void *state, int seat, Action last, Action *actions, int count)
{
    const FtState *ft = state;

    if (ft->stage == FT_TURN)
        return sift_turn(ft, seat, actions, count);
    if (ft->stage == FT_REARRANGING)
        return sift_arrangement(ft, seat, actions, count);
    return last == NO_ACTION ? count : keep_in_order(last, actions, count);
}

/* By what the position looks like afterwards; so many hundredths behind the best
 * count a quarter of it. Fills show cars that nobody has seen: they are taken to
 * be a little worse than the best. */
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
    double best = -1e9;

    for (int i = 0; i < count; i++) {
        if (action_kind(actions[i]) == FT_FILL)
            continue;
        weights[i] = estimate_after(state, seat, actions[i]);
        best = weights[i] > best ? weights[i] : best;
    }
    for (int i = 0; i < count; i++) {
        double behind = 1 + (best - weights[i]) / QUARTER;
        weights[i] =
            action_kind(actions[i]) == FT_FILL ? FILL_WEIGHT : 1 / (behind * behind);
    }
}

/* ------------------------------------------------------------------------- */
/* The end                                                                   */
/* ------------------------------------------------------------------------- */

/* The score of a day says more than any estimate within it; the days after are
 * nearly all luck. */
static int is_cut(const void *root, const void *state, int decisions)
{
    const FtState *from = root, *ft = state;

    (void)decisions;
    return ft->day != from->day;
}

/* Two seats are the less sure of each other the more is to come. */
static int foresee(const void *state, int *points)
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
    .sift = sift,
    .weigh = weigh,
    .play = ft_play,
    .play_on = ft_play_day,
    .is_cut = is_cut,
    .foresee = foresee,
    .foresight = 0.5,
    .margin_part = 0.7,
    .margin_full = 20,
    .curiosity = 0.15,
};
