/* socket_input.h: what the socket fuzzer sends on one connection, generated from a seed
 * and a number: requests and frames by a grammar that likes to be wrong, then mutated. */
#ifndef ROUNDHOUSE_TESTS_FUZZ_SOCKET_INPUT_H
#define ROUNDHOUSE_TESTS_FUZZ_SOCKET_INPUT_H

#include "engine/random.h"
#include "play/text.h"

enum { CUTS_MAX = 6 };

/* How the client's end behaves when all is sent. */
typedef enum SocketEnd {
    END_HALF_CLOSE, /* closes its half, and waits for the server to close */
    END_RESET,      /* is gone at once */
    END_HOLD,       /* stays, and waits for the server's deadline */
} SocketEnd;

typedef struct SocketInput {
    Text bytes;
    size_t cuts[CUTS_MAX]; /* a new packet begins there, in rising order */
    int cut_count;
    SocketEnd end;
} SocketInput;

/* What is true of the server at hand. */
typedef struct SocketFacts {
    char host[64];
    char token[128]; /* of somebody who is signed in */
    char table[16];  /* which they have opened */
} SocketFacts;

/* The same for the same seed, number and facts. */
void socket_input_make(SocketInput *input, const SocketFacts *facts, uint64_t seed,
                       uint64_t number);
void socket_input_free(SocketInput *input);

/* socket_frames.c: a WebSocket's opening, and some frames. */
void socket_add_websocket(Text *out, const SocketFacts *facts, Rng *rng);

int chance(Rng *rng, uint32_t in);
const char *pick(Rng *rng, const char *const *words, size_t count);
#define PICK(rng, words) pick(rng, words, sizeof(words) / sizeof *(words))

#endif
