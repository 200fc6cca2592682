/* node_protocol.c: the version of what nodes say to each other, and nothing else: a test
 * puts another one in its place. */
#include "server/node_protocol.h"

const char NODE_PROTOCOL_VERSION[] = "5";
const char ALL_NODES[] = "roundhouse_5";
