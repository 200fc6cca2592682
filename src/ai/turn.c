/* turn.c: the best sequence of actions in a turn, by beam search. */
#include "ai/turn.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* A position within the turn, and the first step that led to it. */
typedef struct Node {
    int value;
    Action first;
    State state;
} Node;

/* The best positions of one step. `order` lists the nodes in use, best first;
 * among equals, the one found first. */
typedef struct Beam {
    int count;
    int order[TURN_BEAM_MAX];
    Node nodes[TURN_BEAM_MAX];
} Beam;

typedef struct Search {
    const TurnGuide *guide;
    int seat;
    TurnPlan best;
} Search;

/* Different orders of the same steps meet in equal positions: one is enough. */
static int beam_has(const Beam *beam, const Node *node, int size)
{
    for (int i = 0; i < beam->count; i++) {
        const Node *kept = &beam->nodes[beam->order[i]];
        if (kept->value == node->value
            && memcmp(&kept->state, &node->state, (size_t)size) == 0)
            return 1;
    }
    return 0;
}

/* The slot for a newcomer: a free one, or that of the worst. */
static int beam_make_room(Beam *beam, int width)
{
    if (beam->count < width)
        return beam->count++;
    return beam->order[width - 1];
}

static void beam_add(Beam *beam, const Node *node, const TurnGuide *guide)
{
    int width = guide->width;
    int size = guide->game->state_size;
    int slot, place;

    if (beam->count == width && node->value <= beam->nodes[beam->order[width - 1]].value)
        return;
    if (beam_has(beam, node, size))
        return;
    slot = beam_make_room(beam, width);
    beam->nodes[slot].value = node->value;
    beam->nodes[slot].first = node->first;
    memcpy(&beam->nodes[slot].state, &node->state, (size_t)size);
    for (place = beam->count - 1; place > 0; place--) {
        if (beam->nodes[beam->order[place - 1]].value >= node->value)
            break;
        beam->order[place] = beam->order[place - 1];
    }
    beam->order[place] = slot;
}

/* One step further on a copy: into the beam, or, at the end of the turn, into
 * the comparison of whole turns. */
static void take_step(Search *search, const State *from, Action first, Action action,
                      Beam *next)
{
    const TurnGuide *guide = search->guide;
    Node node;

    memcpy(&node.state, from, (size_t)guide->game->state_size);
    guide->game->apply(&node.state, search->seat, action, NULL);
    node.first = first;
    node.value = guide->estimate(&node.state, search->seat);
    if (!guide->is_fresh(&node.state))
        beam_add(next, &node, guide);
    else if (node.value > search->best.value)
        search->best = (TurnPlan){ first, node.value };
}

/* If the guide rejects every action, all are kept. */
static int keep_considered(const TurnGuide *guide, const State *state, Action *actions,
                           int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        if (guide->is_considered(state, actions[i]))
            actions[kept++] = actions[i];
    }
    return kept > 0 ? kept : count;
}

static void expand(Search *search, const Node *node, Beam *next)
{
    const TurnGuide *guide = search->guide;
    Action actions[ACTIONS_MAX];
    int count = guide->game->list(&node->state, search->seat, actions);

    count = keep_considered(guide, &node->state, actions, count);
    for (int i = 0; i < count; i++)
        take_step(search, &node->state, node->first, actions[i], next);
}

TurnPlan turn_plan(const TurnGuide *guide, const State *start, int seat,
                   const Action *actions, int count)
{
    Search search = { guide, seat, { actions[0], INT_MIN } };
    Beam beams[2];
    Beam *now = &beams[0], *next = &beams[1];

    assert(count > 0 && guide->width <= TURN_BEAM_MAX);
    now->count = 0;
    for (int i = 0; i < count; i++)
        take_step(&search, start, actions[i], actions[i], now);
    while (now->count > 0) {
        Beam *done = now;
        next->count = 0;
        for (int i = 0; i < now->count; i++)
            expand(&search, &now->nodes[now->order[i]], next);
        now = next;
        next = done;
    }
    return search.best;
}
