/* node_protocol.h: the version of what nodes say to each other. It is in the name of the
 * channel of all nodes, and in each node's own name: so nodes of different versions never
 * hear each other, and each knows by the names of the others that it must read what they
 * write. It grows whenever the notices of nodes.h change. */
#ifndef ROUNDHOUSE_SERVER_NODE_PROTOCOL_H
#define ROUNDHOUSE_SERVER_NODE_PROTOCOL_H

extern const char NODE_PROTOCOL_VERSION[];
/* The channel of all nodes that speak so. */
extern const char ALL_NODES[];
/* The channel of every node whatsoever, on which nothing is ever said but names. */
#define EVERY_NODE "roundhouse"

#endif
