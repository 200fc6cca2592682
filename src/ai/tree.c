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
