/* engine_protocol.h: the rules over a pipe: a JSON object a line in, one a line
 * out. docs/formats.md has every request. */
#ifndef ROUNDHOUSE_WIRE_ENGINE_PROTOCOL_H
#define ROUNDHOUSE_WIRE_ENGINE_PROTOCOL_H

#include "engine/game.h"
#include "engine/thoughts.h"
#include "play/text.h"

#include <stddef.h>

enum { PROTOCOL_LINE_MAX = 1 << 20 }; /* bytes of the longest request */

/* Request for a bot: never more than its seat's view. */
typedef struct BotQuestion {
    const Game *game;
    const State *view;
    const Memory *memory;
    int seat;
    const char *level;
    long long ms, iterations; /* 0: not said */
    int has_seed;
    uint64_t seed; /* makes the answer repeatable */
} BotQuestion;

/* Fills in the action and the thoughts, which are all zero. 0: there is no such level,
 * error in *fault. */
typedef int (*BotAnswerer)(const BotQuestion *question, Action *action, Thoughts *thoughts,
                           Fault *fault);

typedef struct Protocol Protocol;

/* NULL: no memory. */
Protocol *protocol_new(BotAnswerer bot);
void protocol_free(Protocol *protocol);

/* Appends the answer to one request (a line without its end) and the end of its
 * line. A request that is refused changes nothing. */
void protocol_answer(Protocol *protocol, const char *line, size_t length, Text *out);
/* The answer to a line of more than PROTOCOL_LINE_MAX bytes. */
void protocol_refuse_long_line(Text *out);

/* Has it been asked to quit? */
int protocol_is_done(const Protocol *protocol);

#endif
