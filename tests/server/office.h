/* office.h: `roundhouse admin` on the data of a server that runs, and people with kept
 * names. */
#ifndef ROUNDHOUSE_TESTS_SERVER_OFFICE_H
#define ROUNDHOUSE_TESTS_SERVER_OFFICE_H

#include "talk.h"

/* A guest who keeps the name, with the password "all aboard!". */
Person person_kept(House *house, const char *name);
/* Runs `roundhouse admin` with these arguments (printf's format, in the words of a shell)
 * on the data; returns what it prints, until the next call. */
const char *office(const House *house, const char *arguments, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, which must fail with this status; returns the error. */
const char *office_refuses(const House *house, int status, const char *arguments, ...)
    __attribute__((format(printf, 3, 4)));
/* What the first line that was printed has after its last #: a token. */
void link_token(const char *printed, char token[128]);

/* Asks again and again until the answer has this status and code (NULL: any); fails after
 * some seconds. */
void wait_for_answer(const House *house, const Person *who, int status, const char *code,
                     const char *path, const char *body);

#endif
