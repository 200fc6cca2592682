/* club_plan.h: a club of many people and finished games, and who was at which of them.
 * Everything follows from a number (of a person, of a game), so that whoever asks for pages
 * knows what was stored without reading it. */
#ifndef ROUNDHOUSE_LOAD_CLUB_PLAN_H
#define ROUNDHOUSE_LOAD_CLUB_PLAN_H

#include "load/club_pool.h"

enum { CLUB_STAGES = 3, CLUB_NAME_MAX = 32, CLUB_TOKEN_MAX = 64, CLUB_CODE_MAX = 16 };

typedef struct ClubPlan {
    const char *program; /* roundhouse, to start servers from */
    const char *web;     /* its page; NULL: the server finds it, or has none */
    const char *store;   /* a path or postgres://…; NULL: a file in a temporary folder */
    int is_json;
    int people;
    int results;  /* rows at the last stage; a tenth and a hundredth of it before */
    int logs;     /* of these, rows of games with a log */
    int requests; /* for each page */
} ClubPlan;

/* What a store was filled with. */
typedef struct Club {
    const ClubPlan *plan;
    PoolGame *pool;
    int64_t now;  /* when the filling began, in milliseconds since 1970 */
    int rows;     /* of results */
    int games;    /* finished ones; they are numbered from 0 */
    int attempts; /* at each deal of each of the last two days */
    int is_settled;
} Club;

/* A well-mixed number: the chance of this tool. */
uint64_t club_mix(uint64_t number);

void club_name(int person, char out[CLUB_NAME_MAX]);
void club_token(int person, char out[CLUB_TOKEN_MAX]);
/* Different for every number. */
void club_code(int64_t number, char out[CLUB_CODE_MAX]);
/* Somebody, by how much they play: person 0 plays most. */
int club_somebody(const ClubPlan *plan, uint64_t chance);
/* The admin: whoever plays least. */
int club_admin(const ClubPlan *plan);

/* A finished game. */
typedef struct ClubGame {
    const PoolGame *played;
    int people[SEATS_MAX]; /* -1: a bot */
    int away;              /* the seat that was left to a bot; -1: none */
    int is_public, has_log;
} ClubGame;

void club_game(const Club *club, int number, ClubGame *game);

#endif
