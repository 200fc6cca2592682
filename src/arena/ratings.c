/* ratings.c: strengths by Plackett and Luce.
 *
 * A game is a run of draws: from a set of contenders, one is drawn. For the
 * likelihood it suffices to know how often each was drawn, and how often each set
 * was drawn from. Sets are bits of a number. */
#include "arena/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MOST = 100000 };

struct Ratings {
    int count;
    double drawn[CONTENDERS_MAX];
    double *draws; /* by set */
};

static const double MEAN_POINTS = 1000;
static const double POINTS_OF_E = 173.71779276130073; /* 400 / ln 10 */

Ratings *ratings_new(int contenders)
{
    Ratings *ratings = calloc(1, sizeof *ratings);

    if (ratings == NULL)
        return NULL;
    ratings->count = contenders;
    ratings->draws = calloc((size_t)1 << contenders, sizeof *ratings->draws);
    if (ratings->draws != NULL)
        return ratings;
    free(ratings);
    return NULL;
}

void ratings_free(Ratings *ratings)
{
    if (ratings == NULL)
        return;
    free(ratings->draws);
    free(ratings);
}

/* ------------------------------------------------------------------------- */
/* Games                                                                     */
/* ------------------------------------------------------------------------- */

/* The binomial coefficient. */
static double ways(int size, int count)
{
    double product = 1;

    for (int i = 0; i < count; i++)
        product = product * (size - i) / (i + 1);
    return product;
}

/* Those of `tied` are drawn one after the other, in any order, from themselves and
 * those behind them: each part of them is as likely as another of its size to have
 * gone first. The last one left is not drawn. */
static void add_tied(Ratings *ratings, unsigned tied, unsigned behind)
{
    int size = __builtin_popcount(tied);

    for (unsigned gone = tied;; gone = (gone - 1) & tied) {
        unsigned left = tied & ~gone;
        unsigned from = left | behind;
        double weight = 1 / ways(size, __builtin_popcount(gone));
        if (left != 0 && __builtin_popcount(from) > 1) {
            ratings->draws[from] += weight;
            for (int i = 0; i < ratings->count; i++) {
                if (left >> i & 1)
                    ratings->drawn[i] += weight / __builtin_popcount(left);
            }
        }
        if (gone == 0)
            break;
    }
}

void ratings_add(Ratings *ratings, const int *contenders, const int *places, int seats)
{
    unsigned behind = 0;

    for (int place = seats; place >= 1; place--) {
        unsigned tied = 0;
        for (int seat = 0; seat < seats; seat++) {
            if (places[seat] == place)
                tied |= 1u << contenders[seat];
        }
        if (tied != 0)
            add_tied(ratings, tied, behind);
        behind |= tied;
    }
}

/* ------------------------------------------------------------------------- */
/* Strengths                                                                 */
/* ------------------------------------------------------------------------- */

/* A set that was drawn from. */
typedef struct DrawnFrom {
    unsigned set;
    double times;
} DrawnFrom;

typedef struct Problem {
    int count;
    double drawn[CONTENDERS_MAX];
    DrawnFrom *sets;
    size_t set_count;
} Problem;

/* The sets in the order of their numbers, with the drawn game shared out. */
static int problem_state(Problem *problem, const Ratings *ratings)
{
    size_t sets = (size_t)1 << ratings->count;
    double part = 1 / ways(ratings->count, 2);

    *problem = (Problem){ .count = ratings->count };
    memcpy(problem->drawn, ratings->drawn, sizeof problem->drawn);
    problem->sets = malloc(sets * sizeof *problem->sets);
    if (problem->sets == NULL)
        return 0;
    for (unsigned set = 0; set < sets; set++) {
        double times = ratings->draws[set];
        if (__builtin_popcount(set) == 2) {
            times += part;
            problem->drawn[__builtin_ctz(set)] += part / 2;
            problem->drawn[31 - __builtin_clz(set)] += part / 2;
        }
        if (times > 0)
            problem->sets[problem->set_count++] = (DrawnFrom){ set, times };
    }
    return 1;
}

static double strength_of(const Problem *problem, unsigned set, const double *strengths)
{
    double sum = 0;

    for (int i = 0; i < problem->count; i++) {
        if (set >> i & 1)
            sum += strengths[i];
    }
    return sum;
}

/* One step uphill; returns by how much the logarithm of a strength changed most. */
static double climb(const Problem *problem, double *strengths)
{
    double chances[CONTENDERS_MAX] = { 0 };
    double logs = 0, change = 0, next[CONTENDERS_MAX];

    for (size_t s = 0; s < problem->set_count; s++) {
        const DrawnFrom *from = &problem->sets[s];
        double each = from->times / strength_of(problem, from->set, strengths);
        for (int i = 0; i < problem->count; i++) {
            if (from->set >> i & 1)
                chances[i] += each;
        }
    }
    for (int i = 0; i < problem->count; i++) {
        next[i] = chances[i] > 0 ? problem->drawn[i] / chances[i] : strengths[i];
        logs += log(next[i]);
    }
    for (int i = 0; i < problem->count; i++) {
        next[i] /= exp(logs / problem->count);
        change = fmax(change, fabs(log(next[i] / strengths[i])));
        strengths[i] = next[i];
    }
    return change;
}

/* ------------------------------------------------------------------------- */
/* Intervals                                                                 */
/* ------------------------------------------------------------------------- */

typedef double Matrix[CONTENDERS_MAX][CONTENDERS_MAX];

/* How sharply the likelihood falls off about the strengths, and one more in the
 * direction in which it does not: that of all strengths together. */
static void inform(const Problem *problem, const double *strengths, Matrix matrix)
{
    int count = problem->count;

    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++)
            matrix[i][j] = 1.0 / count;
    }
    for (size_t s = 0; s < problem->set_count; s++) {
        const DrawnFrom *from = &problem->sets[s];
        double sum = strength_of(problem, from->set, strengths);
        for (int i = 0; i < count; i++) {
            double part = from->set >> i & 1 ? strengths[i] / sum : 0;
            matrix[i][i] += from->times * part;
            for (int j = 0; j < count; j++) {
                double other = from->set >> j & 1 ? strengths[j] / sum : 0;
                matrix[i][j] -= from->times * part * other;
            }
        }
    }
}

/* Gauss and Jordan, in place. The matrix is positive definite: no pivot is 0. */
static void invert(Matrix matrix, int count)
{
    for (int k = 0; k < count; k++) {
        double pivot = matrix[k][k];
        matrix[k][k] = 1;
        for (int j = 0; j < count; j++)
            matrix[k][j] /= pivot;
        for (int i = 0; i < count; i++) {
            double factor = matrix[i][k];
            if (i == k)
                continue;
            matrix[i][k] = 0;
            for (int j = 0; j < count; j++)
                matrix[i][j] -= factor * matrix[k][j];
        }
    }
}

/* ------------------------------------------------------------------------- */
/* Ratings                                                                   */
/* ------------------------------------------------------------------------- */

int ratings_solve(const Ratings *ratings, Rating *out)
{
    const double z = 1.959963984540054;
    double strengths[CONTENDERS_MAX];
    Problem problem;
    Matrix matrix;

    if (!problem_state(&problem, ratings))
        return 0;
    for (int i = 0; i < problem.count; i++)
        strengths[i] = 1;
    for (int round = 0; round < ROUNDS_MOST; round++) {
        if (climb(&problem, strengths) < 1e-10)
            break;
    }
    inform(&problem, strengths, matrix);
    invert(matrix, problem.count);
    for (int i = 0; i < problem.count; i++) {
        double points = MEAN_POINTS + POINTS_OF_E * log(strengths[i]);
        double half = z * POINTS_OF_E * sqrt(fmax(0, matrix[i][i] - 1.0 / problem.count));
        out[i] = (Rating){ points, { points - half, points + half } };
    }
    free(problem.sets);
    return 1;
}

int ratings_read(Rating *out, const Tournament *tournament, const GameResult *results,
                 long games)
{
    Ratings *ratings = ratings_new(tournament->schedule.contender_count);
    int is_solved;

    if (ratings == NULL)
        return 0;
    for (long n = 0; n < games; n++) {
        Sitting sitting;
        if (!results[n].is_done)
            continue;
        schedule_sitting(&tournament->schedule, n, &sitting);
        ratings_add(ratings, sitting.contenders, results[n].places,
                    tournament->setup.seats);
    }
    is_solved = ratings_solve(ratings, out);
    ratings_free(ratings);
    return is_solved;
}
