/* tree.h: the tree of a search: nodes out of one array, never freed singly.
 *
 * A node is an action of a seat after the actions on the way to it. The children of a
 * node stand in a list, by who acts and action:
 *
 *     node ──first──> child ──next──> child ──next──> child
 *
 * Hidden parts differ between iterations, so a child may be possible in some iterations
 * only: `available` counts those. When the array is full, no node is added, and the
 * search goes on with those there are. */
#ifndef ROUNDHOUSE_AI_TREE_H
#define ROUNDHOUSE_AI_TREE_H

#include "engine/action.h"
#include "engine/seats.h"

#include <stdint.h>

typedef uint32_t NodeId;

enum { TREE_ROOT = 0, NO_NODE = 0 /* the root is nobody's child */ };

typedef struct Node {
    double sum;   /* of utilities for the seat that acted */
    double prior; /* about 1 in sum over siblings */
    NodeId first, next;
    uint32_t visits;
    uint32_t available; /* iterations in which it could have been chosen */
    Action action;
    uint32_t who; /* seat and private information: see tree_who */
} Node;

_Static_assert(sizeof(Node) == 40, "docs/bots.md says how much memory a search takes");

typedef struct Tree {
    Node *nodes;
    uint32_t count, room;
} Tree;

/* A seat has separate nodes for each value of Policy.knows. */
static inline uint32_t tree_who(int seat, int knowledge)
{
    return (uint32_t)seat | (uint32_t)knowledge << 3;
}

static inline int tree_seat(const Node *node)
{
    return (int)(node->who & 7);
}

/* An array for the nodes, and how many it holds; at least 1. */
void tree_begin(Tree *tree, Node *nodes, uint32_t room);

/* The children of `parent` for these actions, ascending, of one seat: into `ids`;
 * NO_NODE where there was none and none can be added. Returns whether there are
 * new ones; those have a prior of 0. */
int tree_children(Tree *tree, NodeId parent, uint32_t who, const Action *actions, int count,
                  NodeId *ids);

/* Selects one of these children by PUCT, and counts all of them as available; NO_NODE if
 * there is none. */
NodeId tree_select(Tree *tree, const NodeId *ids, int count, double exploration);

/* Along the most visited children: the actions of `who` from node `at` on, its own first,
 * until another acts. Returns how many, at most `room`. */
int tree_plan(const Tree *tree, NodeId at, Action *plan, int room);

/* The seat that most often does the action of node `at` next in the iterations that began
 * with a sibling of it; NOBODY if none does so in most of them. */
int tree_rival(const Tree *tree, NodeId at);

#endif
