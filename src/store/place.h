/* place.h: where a server keeps its file unless it is told otherwise. */
#ifndef ROUNDHOUSE_STORE_PLACE_H
#define ROUNDHOUSE_STORE_PLACE_H

#include "play/text.h"

#include <stddef.h>

/* Appends $XDG_DATA_HOME/roundhouse/roundhouse.db, or what stands for it; 0, and a
 * sentence: there is no home. */
int store_default_place(Text *path, Fault *fault);

/* Makes the folder of a file, for its owner alone, and those above it, if they are
 * not there; 0, and a sentence: it cannot be. */
int store_make_folder(const char *path, Fault *fault);

/* A place as a log may show it: of a database, neither the password nor what stands
 * behind `?`, where one may be, too. */
void store_place_shown(const char *where, char *out, size_t size);

#endif
