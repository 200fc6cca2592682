/* files.h: the page's built files, read once into memory: no path of a request is ever
 * opened. Beside FILE may stand FILE.br and FILE.gz. */
#ifndef ROUNDHOUSE_SERVER_FILES_H
#define ROUNDHOUSE_SERVER_FILES_H

#include "play/text.h"

#include <stddef.h>

typedef enum FileCoding { CODING_NONE, CODING_GZIP, CODING_BROTLI, CODINGS } FileCoding;

typedef struct File {
    char *path; /* "/assets/page-3f2a.js" */
    const char *mime;
    char etag[20]; /* with its quotation marks */
    int is_hashed; /* its name changes when its content does */
    struct {
        char *bytes; /* NULL: none in this coding */
        size_t length;
    } codings[CODINGS];
} File;

typedef struct Files Files;

/* NULL: no memory, or too much of it. A folder that is not there has no files. */
Files *files_read(const char *folder, Fault *fault);
void files_free(Files *files);

/* NULL: there is none. */
const File *files_find(const Files *files, const char *path);
/* The page itself, for every address that it knows; one that says what is missing,
 * if it was not built. */
const File *files_page(const Files *files);
int files_have_page(const Files *files);

#endif
