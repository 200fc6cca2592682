/* node_protocol.h: the version of the protocol between nodes. It is part of the channel of
 * all nodes and of each node's name: nodes of different versions do not receive each
 * other's notices, and know from the names that they must poll. It grows whenever the
 * notices of nodes.h change. */
#ifndef ROUNDHOUSE_SERVER_NODE_PROTOCOL_H
#define ROUNDHOUSE_SERVER_NODE_PROTOCOL_H

extern const char NODE_PROTOCOL_VERSION[];
/* The channel of all nodes of this version. */
extern const char ALL_NODES[];
/* The channel of the nodes of all versions: heartbeats only. */
#define EVERY_NODE "roundhouse"

#endif
