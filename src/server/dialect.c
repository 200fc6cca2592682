/* dialect.c: the version of what nodes say to each other, and nothing else: a test puts
 * another one in its place. */
#include "server/dialect.h"

const char NODES_DIALECT[] = "4";
const char ALL_NODES[] = "roundhouse_4";
