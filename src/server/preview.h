/* preview.h: what shows where the link of a table is pasted. */
#ifndef ROUNDHOUSE_SERVER_PREVIEW_H
#define ROUNDHOUSE_SERVER_PREVIEW_H

#include "store/store.h"

typedef struct Core Core;
typedef struct Preview Preview;

void preview_free(Preview *preview);
/* The pictures that the core keeps. */
void previews_free(Core *core);

/* Is this an address of a table's pages? Then http.c asks for its tags. */
int preview_address(const char *path, char code[STORE_CODE_MAX + 1]);

#endif
