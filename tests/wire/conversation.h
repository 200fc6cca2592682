/* conversation.h: talking to the engine protocol in tests. */
#ifndef ROUNDHOUSE_TESTS_CONVERSATION_H
#define ROUNDHOUSE_TESTS_CONVERSATION_H

#include "wire/engine_protocol.h"

#include <jansson.h>

/* A protocol with the bots there are. */
Protocol *conversation_new(void);
/* The same with a new game of Freight Train. */
extern const char NEW_GAME[];
Protocol *conversation_with_game(void);

/* Sends a line; returns the parsed reply, which the caller releases. Asserts that it is
 * one line with one object. */
json_t *ask(Protocol *protocol, const char *line);

/* Sends a line and asserts success; returns the reply's value under `key`, a new
 * reference, or NULL for no key. */
json_t *ask_for(Protocol *protocol, const char *line, const char *key);
void ask_well(Protocol *protocol, const char *line);

/* A request with one key beside "op"; the caller frees it. */
char *request_with(const char *op, const char *key, json_t *value);

/* The position as the protocol gives it; the caller frees it. */
char *position_text(Protocol *protocol);

/* Asserts that the request fails with this error and leaves the position unchanged. */
void expect_refused(Protocol *protocol, const char *line, const char *sentence);

#endif
