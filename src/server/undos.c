/* undos.c: what is known of the undos of a game, from its log. */
#include "server/internal.h"

#include "play/array.h"

#include <string.h>

/* Without memory, the actions before this one cannot be undone any more. */
static void push_point(Undos *undos, const StoreTurn *before, int64_t at)
{
    UndoPoint *points = array_grown(undos->points, &undos->point_room,
                                    undos->point_count + 1, sizeof *points);

    if (points == NULL) {
        undos_forget_points(undos);
        return;
    }
    undos->points = points;
    UndoPoint *point = &points[undos->point_count++];
    point->at = at;
    memcpy(point->left, before->left, sizeof point->left);
}

void undos_count(Undos *undos, const StoreTurn *before, const StoreEntry *entry)
{
    if (entry->done.seat == NOBODY)
        return; /* the beginning of a game */
    uint16_t *undone = &undos->undone[entry->done.seat];
    if (entry->done.kind == ENTRY_ACT) {
        if (*undone > 0)
            (*undone)--;
        push_point(undos, before, entry->at);
        return;
    }
    (*undone)++;
    undos->count[entry->done.seat]++;
    undos->point_count -= undos->point_count > 0;
}

void undos_clear(Undos *undos)
{
    free(undos->points);
    *undos = (Undos){ 0 };
}

void undos_forget_points(Undos *undos)
{
    enum { KEEP_ROOM = 4 }; /* what is small is not worth freeing after each move */

    undos->point_count = 0;
    if (undos->point_room <= KEEP_ROOM)
        return;
    free(undos->points);
    undos->points = NULL;
    undos->point_room = 0;
}
