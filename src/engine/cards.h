/* cards.h: rows and piles of cards, a byte each, with a count beside them. The top
 * of a pile is its last card. Unused room is zero. */
#ifndef ROUNDHOUSE_ENGINE_CARDS_H
#define ROUNDHOUSE_ENGINE_CARDS_H

#include "engine/names.h"

#include <stdint.h>
#include <string.h>

/* The top card leaves the pile. */
static inline int cards_draw(uint8_t *cards, uint8_t *count)
{
    int last = *count - 1, card = cards[last];

    cards[last] = 0;
    *count = (uint8_t)last;
    return card;
}

/* Few cards follow: a loop is faster than memmove. */
static inline void cards_remove_at(uint8_t *cards, uint8_t *count, int place)
{
    --*count;
    for (int i = place; i < *count; i++)
        cards[i] = cards[i + 1];
    cards[*count] = 0;
}

/* The first card of that name, which must be there, leaves the row. */
static inline void cards_remove(uint8_t *cards, uint8_t *count, int card)
{
    int place = 0;

    while (cards[place] != card)
        place++;
    cards_remove_at(cards, count, place);
}

/* How many there are of one card. */
static inline int cards_count(const uint8_t *cards, int count, int card)
{
    int found = 0;

    for (int i = 0; i < count; i++)
        found += cards[i] == card;
    return found;
}

/* Which cards there are, a bit each; of fewer than 32 names. */
static inline uint32_t cards_set(const uint8_t *cards, int count)
{
    uint32_t set = 0;

    for (int i = 0; i < count; i++)
        set |= (uint32_t)1 << cards[i];
    return set;
}

/* Takes a row off what is left of each card; hidden cards do not count. */
static inline void cards_strike_out(uint8_t *left, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        if (cards[i] != UNKNOWN_CARD)
            left[cards[i]]--;
    }
}

/* Is nothing left? A card that was struck out too often counts as left. */
static inline int cards_are_struck_out(const uint8_t *left, int kinds)
{
    for (int card = 0; card < kinds; card++) {
        if (left[card] != 0)
            return 0;
    }
    return 1;
}

#endif
