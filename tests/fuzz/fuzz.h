/* fuzz.h: shared by the fuzz targets. */
#ifndef ROUNDHOUSE_TESTS_FUZZ_H
#define ROUNDHOUSE_TESTS_FUZZ_H

#include "engine/game.h"
#include "games/catalogue.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* An invariant: no input may break it. */
#define REQUIRE(claim)                                                                     \
    do {                                                                                   \
        if (!(claim)) {                                                                    \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim);            \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

/* ------------------------------------------------------------------------- */
/* Bytes as decisions; after the last one come zeros                         */
/* ------------------------------------------------------------------------- */

typedef struct Input {
    const uint8_t *next, *end;
} Input;

static inline int next_byte(Input *input)
{
    return input->next == input->end ? 0 : *input->next++;
}

static inline int next_number(Input *input)
{
    int high = next_byte(input);

    return high << 8 | next_byte(input);
}

/* Reads a game and its setup; 0: the game refuses these options. */
static inline int next_setup(Input *input, const Game **game, Setup *setup)
{
    *game = CATALOGUE[next_byte(input) % CATALOGUE_COUNT];
    int seats = (*game)->least_seats;

    seats += next_byte(input) % ((*game)->most_seats - (*game)->least_seats + 1);
    game_default_setup(*game, seats, setup);
    for (int i = 0; i < (*game)->option_count; i++)
        setup->options[i] = (uint8_t)(next_byte(input) % (*game)->options[i].values.count);
    setup->seed[0] = (uint8_t)next_byte(input);
    return (*game)->refuse(setup) == NULL;
}

/* libFuzzer calls this with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
