/* next_dialect.c: a program whose nodes speak to each other in another way. */
#include "server/dialect.h"

const char NODES_DIALECT[] = "2";
const char ALL_NODES[] = "roundhouse_2";
