/* term.h: the terms of a score: what counts, how much, and why. */
#ifndef ROUNDHOUSE_ENGINE_TERM_H
#define ROUNDHOUSE_ENGINE_TERM_H

#include "engine/names.h"
#include "engine/seats.h"

#include <assert.h>
#include <stdint.h>

enum { TERM_FIELDS = 4, TERMS_MAX = 192 };

/* The parts of a sum follow it, one deeper, and add up to its amount:
 *
 *     depth 0   day 1 of seat 2           +4
 *     depth 1     box cars, the longest     +3
 *     depth 1     cars left in the yard     +1 */
typedef struct Term {
    uint8_t kind;  /* index into the game's TermKinds */
    int8_t seat;   /* whose score; NOBODY: the worth of a thing (a train) */
    uint8_t depth; /* 0: not a part of another */
    uint8_t zero;  /* no padding: equal terms have equal bytes */
    int32_t amount;
    int32_t fields[TERM_FIELDS];
} Term;

_Static_assert(sizeof(Term) == 4 * (2 + TERM_FIELDS), "a term has no padding");

typedef enum TermUse {
    TERM_SINGLE,
    TERM_MERGED, /* in a score sheet: one line for all with equal fields */
    TERM_OPEN,   /* what may still be earned: it counts in no sum */
} TermUse;

/* How a kind of term is written: {"term": word, "seat": …, field: value, …, "amount": …}.
 */
typedef struct TermKind {
    const char *word;
    Field fields[TERM_FIELDS]; /* ends at the first without a name */
    TermUse use;
} TermKind;

typedef struct Terms {
    int count;
    Term items[TERMS_MAX];
} Terms;

static inline Term *terms_keep(Terms *terms, Term term)
{
    assert(terms->count < TERMS_MAX);
    terms->items[terms->count] = term;
    return &terms->items[terms->count++];
}

/* terms_add(terms, kind, seat, depth, amount, field, …): returns it, for its amount. */
#define terms_add(terms, what, who, deep, much, ...)                                       \
    terms_keep(terms, (Term){ .kind = (uint8_t)(what),                                     \
                              .seat = (int8_t)(who),                                       \
                              .depth = (uint8_t)(deep),                                    \
                              .amount = (much),                                            \
                              .fields = { __VA_ARGS__ } })

#endif
