/* next_dialect.c: a program whose nodes speak to each other in another way. */
#include "server/dialect.h"

const char NODES_DIALECT[] = "5";
const char ALL_NODES[] = "roundhouse_5";
