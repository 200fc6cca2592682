/* node_protocol.c: the version of the protocol between nodes, and nothing else: a test
 * replaces this file. */
#include "server/node_protocol.h"

const char NODE_PROTOCOL_VERSION[] = "6";
const char ALL_NODES[] = "roundhouse_6";
