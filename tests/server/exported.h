/* exported.h: every column of the database, and where the export of a person has it. */
#ifndef ROUNDHOUSE_TESTS_SERVER_EXPORTED_H
#define ROUNDHOUSE_TESTS_SERVER_EXPORTED_H

typedef struct Exported {
    const char *column; /* "table.column" */
    const char *path;   /* "sessions/0/seen"; NULL: not in the export… */
    const char *why;    /* …because */
} Exported;

/* The last one has no column. */
extern const Exported EXPORTED[];

/* NULL: the column is new, and nobody has decided whether it is exported. */
const Exported *exported_find(const char *column);

#endif
