/* next_dialect.c: a program whose nodes use another format for their notices. */
#include "server/dialect.h"

const char NODES_DIALECT[] = "5";
const char ALL_NODES[] = "roundhouse_5";
