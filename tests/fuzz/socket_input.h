/* socket_input.h: the input of one connection of the socket fuzzer, generated from a
 * seed and a number: requests and frames by a grammar with many errors, then mutated.
 * */
#ifndef ROUNDHOUSE_TESTS_FUZZ_SOCKET_INPUT_H
#define ROUNDHOUSE_TESTS_FUZZ_SOCKET_INPUT_H

#include "engine/random.h"
#include "play/text.h"

enum { CUTS_MAX = 6 };

/* What the client does when all is sent. */
typedef enum SocketEnd {
    END_HALF_CLOSE, /* shuts down its sending side, and waits for the server to close */
    END_RESET,      /* resets the connection */
    END_HOLD,       /* waits for the server's deadline */
} SocketEnd;

typedef struct SocketInput {
    Text bytes;
    size_t cuts[CUTS_MAX]; /* offsets where a new packet begins, ascending */
    int cut_count;
    SocketEnd end;
} SocketInput;

/* Facts about the running server. */
typedef struct SocketFacts {
    char host[64];
    char token[128]; /* of a signed-in person */
    char table[16];  /* opened by that person */
} SocketFacts;

/* Deterministic for a seed, number and facts. */
void socket_input_make(SocketInput *input, const SocketFacts *facts, uint64_t seed,
                       uint64_t number);
void socket_input_free(SocketInput *input);

/* socket_frames.c: a WebSocket's opening, and some frames. */
void socket_add_websocket(Text *out, const SocketFacts *facts, Rng *rng);

int chance(Rng *rng, uint32_t in);
const char *pick(Rng *rng, const char *const *words, size_t count);
#define PICK(rng, words) pick(rng, words, sizeof(words) / sizeof *(words))

#endif
