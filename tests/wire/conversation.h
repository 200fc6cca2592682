/* conversation.h: talking to the engine protocol in tests. */
#ifndef ROUNDHOUSE_TESTS_CONVERSATION_H
#define ROUNDHOUSE_TESTS_CONVERSATION_H

#include "wire/engine_protocol.h"

#include <jansson.h>

/* A protocol with the bots there are. */
Protocol *conversation_new(void);

/* The answer to a line, parsed; the caller releases it. It is checked to be one
 * line with one object. */
json_t *ask(Protocol *protocol, const char *line);

/* Asks, and expects a good answer; the answer's value under `key`, borrowed from
 * nobody: the caller releases it. NULL for no key. */
json_t *ask_for(Protocol *protocol, const char *line, const char *key);
void ask_well(Protocol *protocol, const char *line);

/* The position as the protocol gives it; the caller frees it. */
char *position_text(Protocol *protocol);

/* Asks something wrong: expects this sentence, and the position as before. */
void expect_refused(Protocol *protocol, const char *line, const char *sentence);

#endif
