/* ratings.h: how strong each contender is, from all games of a round robin.
 *
 * The model is Plackett's and Luce's: the winner is drawn from those at the table
 * in proportion to their strengths, then the second from the others, and so on. For
 * two seats that is Bradley's and Terry's model. A rating is a strength on the
 * scale of chess: 400 points more are ten times the strength, so ten to one odds to
 * come before the other at any table; the mean of all contenders is 1000.
 *
 * - A shared place counts as all orders of those who share it, in equal parts.
 * - One drawn game more is shared out among all pairs: a contender that has always won gets
 *   a rating that is high and not infinite. A whole one for each pair would draw
 *   together those who are far apart.
 * - The strengths of highest likelihood are found by Hunter's MM algorithm.
 * - The 95 % intervals are those of the normal distribution that the information
 *   matrix gives, about the mean of all. */
#ifndef ROUNDHOUSE_ARENA_RATINGS_H
#define ROUNDHOUSE_ARENA_RATINGS_H

#include "arena/statistics.h"

typedef struct Rating {
    double points;
    Interval interval;
} Rating;

typedef struct Ratings Ratings;

/* NULL: no memory. */
Ratings *ratings_new(int contenders);
void ratings_free(Ratings *ratings);

/* One game: who sat where (all different), and each seat's place. */
void ratings_add(Ratings *ratings, const int *contenders, const int *places, int seats);

/* One for each contender. 0: no memory. */
int ratings_solve(const Ratings *ratings, Rating *out);

/* From all games that are done; 0: no memory. */
int ratings_read(Rating *out, const Tournament *tournament, const GameResult *results,
                 long games);

#endif
