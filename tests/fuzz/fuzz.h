/* fuzz.h: what the fuzz targets share. */
#ifndef ROUNDHOUSE_TESTS_FUZZ_H
#define ROUNDHOUSE_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A law that no input may break. */
#define REQUIRE(claim)                                                                     \
    do {                                                                                   \
        if (!(claim)) {                                                                    \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim);            \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

/* libFuzzer calls this with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
