/* review.h: a game looked at afterwards: what each turn gave and lost, and what luck did.
 *
 * A game is cut into parts, and each part is worked out by itself:
 *
 *     deal │ turn of 0 │ turn of 1 │ turn of 1 │ …… │ end
 *
 * A turn is what a seat does in a row until something is drawn or revealed. The results of
 * a part depend on the game, its budget and nothing else, so parts may be worked out in any
 * order, by several threads or Workers, and kept; the same budget gives the same numbers
 * natively and in WebAssembly.
 *
 * Every value is an average over states drawn from the view of one seat (determinize),
 * played out by the quick moves of the game's policy. So a player is judged by what could
 * be known, and everybody is assumed to go on like these quick moves.
 *
 *     V  the value of the position before a part, to each seat by its own view
 *     A  the value of the turn as it was played, by the view of the seat that acts
 *     B  the same for the best turn that a search found; both meet the same states
 *     C  the value after a part that draws or reveals, averaged over what might have come:
 *        what nobody knew is drawn anew (Game.redraw), and the seat looks again
 *
 * The result of a seat is the sum of differences of these, exactly (sum.c):
 *
 *     result = C(deal) + luck Σ V(next) − C      of all parts
 *                      + own  Σ A − V            of its turns
 *                      + unknown Σ C − A         of its turns
 *                      + others Σ C − V          of the turns of others
 *
 * where C is V(next) if nothing was drawn. The true order of the piles is one of those that
 * redraw might give, each as likely: so luck is 0 on average, whatever V is worth. */
#ifndef ROUNDHOUSE_REVIEW_REVIEW_H
#define ROUNDHOUSE_REVIEW_REVIEW_H

#include "ai/policy.h"
#include "play/match.h"
#include "review/tally.h"

/* REVIEW_EVALUATOR grows when the same budget gives other numbers: when the search, the
 * policies or this room change. */
enum {
    REVIEW_EVALUATOR = 1,
    REVIEW_LINE_MAX = 64,
    REVIEW_SAMPLES_MOST = 1 << 16,
    REVIEW_ITERATIONS_MOST = 1 << 20,
};

typedef enum ReviewKind { REVIEW_DEAL, REVIEW_TURN, REVIEW_END } ReviewKind;

typedef struct ReviewPart {
    ReviewKind kind;
    int seat;         /* of a turn: who acts; otherwise NOBODY */
    int first, count; /* its moves */
    int has_chance;   /* something was drawn or revealed */

    int samples;             /* that each tally is made of; 0: not worked out */
    int iterations;          /* of each search for a better turn */
    Tally before[SEATS_MAX]; /* V */
    Tally after[SEATS_MAX];  /* C; empty without chance */
    Tally played, best;      /* A, B; of turns */
    Tally loss;              /* B − A, sample by sample */
    int line_count;          /* the turn of B: */
    Action line[REVIEW_LINE_MAX];
} ReviewPart;

/* Limits of one part. */
typedef struct ReviewBudget {
    int samples;    /* of each value, at least 2 */
    int iterations; /* of the search, for each decision of a turn; at least 1 */
    uint64_t seed;
} ReviewBudget;

extern const ReviewBudget REVIEW_QUICK;

typedef struct Review {
    const Game *game;
    const Policy *policy; /* may be NULL */
    Setup setup;
    int seats;
    int is_over; /* the game has a result */
    /* Made of the deal and the moves: with one seed for all games, the errors of their
     * reviews would be alike, and not average out. */
    uint64_t salt;
    int move_count;
    Move *moves;
    int part_count;
    ReviewPart *parts;
    State *states; /* before each part; not of a deal */
} Review;

/* Cuts the match into parts; nothing is worked out yet. The match is no longer needed.
 * NULL: no memory. */
Review *review_new(const Match *match);
void review_free(Review *review);

/* How many parts have been worked out with at least this budget. */
int review_done(const Review *review, const ReviewBudget *budget);
int part_is_done(const ReviewPart *part, const ReviewBudget *budget);

/* The budget to work out a part with that is not done: at least that of what is there, so
 * that nothing gets worse, and every part is done after one more time. */
ReviewBudget part_budget(const ReviewPart *part, const ReviewBudget *budget);
/* Takes a part that was worked out elsewhere, unless the one that is there has more
 * samples, or as many and more iterations. */
void review_take_part(Review *review, int index, const ReviewPart *part);

/* Does the seat have a choice in this turn? */
int review_has_choice(const Review *review, int index);

/* ------------------------------------------------------------------------- */
/* Luck and skill (sum.c)                                                    */
/* ------------------------------------------------------------------------- */

typedef struct ReviewSum {
    ReviewValue start;   /* of the seat, before the cards are dealt */
    ReviewValue luck;    /* deals, draws, reveals, beside what might have come */
    ReviewValue own;     /* the seat's turns, beside quick moves */
    ReviewValue others;  /* the others' turns, beside quick moves */
    ReviewValue unknown; /* what the seat could not know when it acted */
    ReviewValue result;  /* of the game; start and the four before add up to it */
} ReviewSum;

/* Parts that are not worked out are left out: the sum is exact once all are. */
void review_sum(const Review *review, int seat, ReviewSum *sum);
/* What one part adds to the sum of a seat: luck, own, others and unknown. */
void review_part_sum(const Review *review, int index, int seat, ReviewSum *sum);

/* ------------------------------------------------------------------------- */
/* Marks (marks.c)                                                           */
/* ------------------------------------------------------------------------- */

typedef enum ReviewMark {
    MARK_NONE, /* not a turn, not worked out, or no choice */
    MARK_BEST,
    MARK_FINE,
    MARK_INACCURATE,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARKS,
} ReviewMark;

extern const char *const REVIEW_MARK_WORDS[MARKS];

/* By the loss of win chance beyond twice its standard error. */
ReviewMark review_mark(const Review *review, int index);

/* The turns after which the seat's chances were most different: at most `count` of them,
 * the largest change first, as indices of parts. Returns how many. */
int review_turning_points(const Review *review, int seat, int *parts, int count);

#endif
