/* place.h: the default place of a server's data file. */
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

/* A place without secrets, for logs: of a URL, neither the password nor the query. */
void store_place_shown(const char *where, char *out, size_t size);

#endif
