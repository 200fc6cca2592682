/* array.h: arrays that grow. */
#ifndef ROUNDHOUSE_PLAY_ARRAY_H
#define ROUNDHOUSE_PLAY_ARRAY_H

#include <stdlib.h>

/* The array with room for `wanted` elements of this size, doubled until they fit. NULL: no
 * memory, and the array is as it was. */
static inline void *array_grown(void *array, int *room, int wanted, size_t size)
{
    int more = *room > 0 ? *room : wanted;

    if (wanted <= *room)
        return array;
    while (more < wanted)
        more *= 2;
    void *larger = realloc(array, (size_t)more * size);
    if (larger != NULL)
        *room = more;
    return larger;
}

#endif
