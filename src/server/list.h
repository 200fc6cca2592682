/* list.h: doubly linked lists, the oldest first, whose nodes lie in the records. A list is
 * a node itself, at which its two ends meet. Starts as all zero. */
#ifndef ROUNDHOUSE_SERVER_LIST_H
#define ROUNDHOUSE_SERVER_LIST_H

#include <stddef.h>

typedef struct List {
    struct List *older, *newer; /* of a node: NULL: in no list */
} List;

/* The record of type `type` whose member `member` is the node; NULL: no node. */
#define LIST_RECORD(node, type, member)                                                    \
    ((type *)list_record((node), offsetof(type, member)))

static inline void *list_record(List *node, size_t offset)
{
    return node == NULL ? NULL : (char *)node - offset;
}

/* As the newest. */
static inline void list_add(List *list, List *node)
{
    if (list->newer == NULL)
        list->newer = list->older = list;
    node->older = list->older;
    node->newer = list;
    list->older->newer = node;
    list->older = node;
}

/* A node that is in no list stays so. */
static inline void list_remove(List *node)
{
    if (node->newer == NULL)
        return;
    node->newer->older = node->older;
    node->older->newer = node->newer;
    node->newer = node->older = NULL;
}

/* The one after a node, or the oldest of the list; NULL: none. */
static inline List *list_after(const List *list, const List *node)
{
    return node->newer == list ? NULL : node->newer;
}

static inline List *list_oldest(const List *list)
{
    return list_after(list, list);
}

#endif
