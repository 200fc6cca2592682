/* action.h: one small decision as one number, so that a list of them is an
 * array, comparing them is ==, and their order is that of the numbers.
 *
 *      31    24 23        12 11         0
 *     +--------+------------+------------+
 *     |  kind  |     a      |     b      |
 *     +--------+------------+------------+
 *
 * What kind, a and b mean is in the game's table of ActionKinds. */
#ifndef ROUNDHOUSE_ENGINE_ACTION_H
#define ROUNDHOUSE_ENGINE_ACTION_H

#include "engine/names.h"

#include <stdint.h>
#include <string.h>

typedef uint32_t Action;

enum {
    ACTION_FIELDS = 2,
    ACTION_ARGUMENT_MAX = 4095,
    ACTIONS_MAX = 4096, /* capacity that every caller of list() provides */
};

/* How a kind of action is written: {"do": word, field: value, ...}. A kind with
 * one field keeps it in a. Words may repeat among kinds whose fields differ. */
typedef struct ActionKind {
    const char *word;
    Field fields[ACTION_FIELDS]; /* ends at the first without a name */
} ActionKind;

static inline Action action_make(int kind, int a, int b)
{
    return (Action)kind << 24 | (Action)a << 12 | (Action)b;
}

static inline int action_kind(Action action)
{
    return (int)(action >> 24);
}

static inline int action_a(Action action)
{
    return (int)(action >> 12 & ACTION_ARGUMENT_MAX);
}

static inline int action_b(Action action)
{
    return (int)(action & ACTION_ARGUMENT_MAX);
}

/* One action for each bit that is set: `a` is the bit's number. Returns how many. */
static inline int actions_of_bits(int kind, uint32_t bits, Action *out)
{
    int count = 0;

    for (; bits != 0; bits &= bits - 1)
        out[count++] = action_make(kind, __builtin_ctz(bits), 0);
    return count;
}

/* The action at this place leaves the list. */
static inline void actions_remove(Action *actions, int count, int place)
{
    for (int i = place + 1; i < count; i++)
        actions[i - 1] = actions[i];
}

/* Actions of one kind that differ in b, at most ACTION_ROW of them. A row is copied whole,
 * which is quicker than one by one: what lies beyond `length` has no meaning, and the next
 * action is written over it. */
enum { ACTION_ROW = 8 };

typedef struct ActionRow {
    int length;
    Action b[ACTION_ROW];
} ActionRow;

/* The numbers from 0. */
static inline ActionRow action_row_to(int length)
{
    return (ActionRow){ length, { 0, 1, 2, 3, 4, 5, 6, 7 } };
}

/* Four actions that the processor handles at once where it can. */
typedef Action ActionQuad __attribute__((vector_size(16)));

static inline int actions_of_row(int kind, int a, const ActionRow *restrict row,
                                 Action *restrict out)
{
    Action first = action_make(kind, a, 0);

    for (int i = 0; i < ACTION_ROW; i += 4) {
        ActionQuad actions;
        memcpy(&actions, row->b + i, sizeof actions);
        actions += first;
        memcpy(out + i, &actions, sizeof actions);
    }
    return row->length;
}

#endif
