/* next_protocol.c: a program whose nodes use another format for their notices. */
#include "server/node_protocol.h"

const char NODE_PROTOCOL_VERSION[] = "7";
const char ALL_NODES[] = "roundhouse_7";
