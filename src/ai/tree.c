/* tree.c: the tree of a search. */
#include "ai/tree.h"

#include <assert.h>
#include <math.h>

void tree_begin(Tree *tree, Node *nodes, uint32_t room)
{
    assert(room > 0);
    *tree = (Tree){ nodes, 1, room };
    nodes[TREE_ROOT] = (Node){ 0 };
}

static NodeId add_node(Tree *tree, NodeId next, uint32_t who, Action action)
{
    NodeId id = tree->count;

    if (id == tree->room)
        return NO_NODE;
    tree->count++;
    tree->nodes[id] = (Node){ .next = next, .action = action, .who = who };
    return id;
}

static int comes_before(const Node *node, uint32_t who, Action action)
{
    return node->who != who ? node->who < who : node->action < action;
}

/* Both the children and the actions ascend, so one walk along the list finds or
 * adds them all. */
int tree_children(Tree *tree, NodeId parent, uint32_t who, const Action *actions, int count,
                  NodeId *ids)
{
    NodeId *link = &tree->nodes[parent].first;
    int has_new = 0;

    for (int i = 0; i < count; i++) {
        const Node *node;
        while (*link != NO_NODE && comes_before(&tree->nodes[*link], who, actions[i]))
            link = &tree->nodes[*link].next;
        node = &tree->nodes[*link];
        ids[i] = *link;
        if (*link != NO_NODE && node->action == actions[i] && node->who == who)
            continue;
        ids[i] = add_node(tree, *link, who, actions[i]);
        if (ids[i] == NO_NODE)
            continue;
        *link = ids[i];
        has_new = 1;
    }
    return has_new;
}

/* Value of an unvisited child: the mean of its visited siblings. */
static double mean_of(const Tree *tree, const NodeId *ids, int count)
{
    double sum = 0, visits = 0;

    for (int i = 0; i < count; i++) {
        sum += tree->nodes[ids[i]].sum;
        visits += tree->nodes[ids[i]].visits;
    }
    return visits > 0 ? sum / visits : 0.5;
}

/* PUCT, with availability in place of the visits of the parent. */
NodeId tree_select(Tree *tree, const NodeId *ids, int count, double exploration)
{
    double untried = mean_of(tree, ids, count);
    NodeId best = NO_NODE;
    double best_score = -1;

    for (int i = 0; i < count; i++) {
        Node *node = &tree->nodes[ids[i]];
        if (ids[i] == NO_NODE)
            continue;
        double value = node->visits > 0 ? node->sum / node->visits : untried;
        double score = value
                       + exploration * node->prior * sqrt((double)++node->available)
                             / (1.0 + node->visits);
        if (score > best_score) {
            best_score = score;
            best = ids[i];
        }
    }
    return best;
}

/* ------------------------------------------------------------------------- */
/* What the tree tells                                                       */
/* ------------------------------------------------------------------------- */

static NodeId most_visited_child(const Tree *tree, NodeId parent)
{
    NodeId best = NO_NODE;

    for (NodeId id = tree->nodes[parent].first; id != NO_NODE; id = tree->nodes[id].next) {
        if (best == NO_NODE || tree->nodes[id].visits > tree->nodes[best].visits)
            best = id;
    }
    return best;
}

int tree_plan(const Tree *tree, NodeId at, Action *plan, int room)
{
    uint32_t who = tree->nodes[at].who;
    int count = 0;

    while (at != NO_NODE && count < room && tree->nodes[at].who == who
           && tree->nodes[at].visits > 0) {
        plan[count++] = tree->nodes[at].action;
        at = most_visited_child(tree, at);
    }
    return count;
}

/* Adds the visits of nodes with that action in the next turn of another, below `at`, which
 * is an action of `seat`; `depth` limits the walk. */
static void count_same(const Tree *tree, NodeId at, int seat, Action action, int depth,
                       uint32_t same[SEATS_MAX])
{
    for (NodeId id = tree->nodes[at].first; id != NO_NODE; id = tree->nodes[id].next) {
        const Node *node = &tree->nodes[id];
        int is_other = tree_seat(node) != seat;
        int is_turn_over = tree_seat(&tree->nodes[at]) != seat
                           && tree_seat(node) != tree_seat(&tree->nodes[at]);
        if (is_turn_over)
            continue;
        if (is_other && node->action == action)
            same[tree_seat(node)] += node->visits;
        else if (depth > 0 && node->visits > 1)
            count_same(tree, id, seat, action, depth - 1, same);
    }
}

int tree_rival(const Tree *tree, NodeId at)
{
    enum { DEPTH = 8 };
    const Node *chosen = &tree->nodes[at];
    uint32_t same[SEATS_MAX] = { 0 };
    uint32_t visits = 0;

    for (NodeId id = tree->nodes[TREE_ROOT].first; id != NO_NODE;
         id = tree->nodes[id].next) {
        if (id == at || tree->nodes[id].who != chosen->who)
            continue;
        visits += tree->nodes[id].visits;
        count_same(tree, id, tree_seat(chosen), chosen->action, DEPTH, same);
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (same[seat] > visits / 2)
            return seat;
    }
    return NOBODY;
}
