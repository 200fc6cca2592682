/* club_pages.h: the pages that people open in a club, as requests to a server. */
#ifndef ROUNDHOUSE_LOAD_CLUB_PAGES_H
#define ROUNDHOUSE_LOAD_CLUB_PAGES_H

#include "load/club_plan.h"

enum { CLUB_PATH_MAX = 256 };

/* Who asks: somebody, by how much they play; or the busiest, for whom most must be read. */
typedef enum Asker { ASKER_NOBODY, ASKER_SOMEBODY, ASKER_BUSIEST, ASKER_ADMIN } Asker;

typedef struct ClubPage {
    const char *name; /* in the figures */
    Asker asker;
    /* With letters after %: club_pages.c. */
    const char *path;
    const char *body; /* of a POST; NULL: a GET */
} ClubPage;

extern const ClubPage CLUB_PAGES[];
extern const int CLUB_PAGE_COUNT;

typedef struct ClubRequest {
    char path[CLUB_PATH_MAX];
    char token[CLUB_TOKEN_MAX]; /* empty: none */
} ClubRequest;

/* The request with this number: each has another person or game. */
void club_request(const Club *club, const ClubPage *page, int number, ClubRequest *request);

#endif
