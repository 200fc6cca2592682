/* measure.c: what reviews say of games between bots of known strength: marks by bot, luck
 * and skill over many games.
 *
 *     measure GAME SEATS EDITION BOTS GAMES [SAMPLES [ITERATIONS [DEAL]]]
 *
 * BOTS is a list for the seats, "expert:2000it,greedy"; one bot takes all seats. Prints a
 * line for each bot, and the luck of all. */
#include "arena/contender.h"
#include "games/catalogue.h"
#include "play/clock.h"
#include "review/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Sums {
    long marks[MARKS];
    Spread loss, start, luck, own, others, unknown, result, corrected, won, won_corrected;
    Spread luck_won;
    long beyond[41]; /* by loss beyond twice the error, in steps of 0.5 % */
} Sums;

static void add_turns(Sums *sums, const Review *review)
{
    for (int i = 0; i < review->part_count; i++) {
        const ReviewPart *part = &review->parts[i];
        ReviewMark mark = review_mark(review, i);
        if (mark == MARK_NONE)
            continue;
        Sums *own = &sums[part->seat];
        int loss = (int)tally_mean(&part->loss).win;
        int beyond = (loss - 2 * (int)tally_error(&part->loss).win) / 5000;
        own->marks[mark]++;
        spread_add(&own->loss, loss / 1e6);
        own->beyond[mark == MARK_BEST || beyond < 0 ? 0 : beyond > 40 ? 40 : beyond]++;
    }
}

static void add_luck(Sums *sums, const Review *review)
{
    for (int seat = 0; seat < review->seats; seat++) {
        ReviewSum sum;
        review_sum(review, seat, &sum);
        spread_add(&sums[seat].start, (double)sum.start.lead / 100.0);
        spread_add(&sums[seat].luck, (double)sum.luck.lead / 100.0);
        spread_add(&sums[seat].own, (double)sum.own.lead / 100.0);
        spread_add(&sums[seat].others, (double)sum.others.lead / 100.0);
        spread_add(&sums[seat].unknown, (double)sum.unknown.lead / 100.0);
        spread_add(&sums[seat].result, (double)sum.result.lead / 100.0);
        spread_add(&sums[seat].corrected,
                   (double)(sum.result.lead - sum.luck.lead) / 100.0);
        spread_add(&sums[seat].won, (double)sum.result.win / 1e6);
        spread_add(&sums[seat].luck_won, (double)sum.luck.win / 1e6);
        spread_add(&sums[seat].won_corrected,
                   (double)(sum.result.win - sum.luck.win) / 1e6);
    }
}

static void print(const char *label, const Sums *sums)
{
    long turns = sums->loss.count, left = turns;

    printf("%s: %ld turns, loss %.4f;", label, turns, sums->loss.mean);
    for (int mark = MARK_BEST; mark < MARKS; mark++)
        printf(" %s %ld", REVIEW_MARK_WORDS[mark], sums->marks[mark]);
    printf("\n  turns of 1000 beyond (%%):");
    for (int i = 0; i <= 40; i++) {
        if (i == 1 || i == 2 || i == 4 || i == 6 || i == 8 || i == 10 || i == 12 || i == 16
            || i == 20 || i == 30)
            printf(" %.1f:%.1f", i * 0.5, 1000.0 * (double)left / (double)turns);
        left -= sums->beyond[i];
    }
    printf(
        "\n  start %.2f luck %.2f ± %.2f own %.2f others %.2f unknown %.2f result %.2f ± "
        "%.2f; variance %.1f, corrected %.1f: %.3f\n",
        sums->start.mean, sums->luck.mean, spread_interval(&sums->luck), sums->own.mean,
        sums->others.mean, sums->unknown.mean, sums->result.mean,
        spread_interval(&sums->result), spread_variance(&sums->result),
        spread_variance(&sums->corrected),
        spread_variance(&sums->corrected) / spread_variance(&sums->result));
    printf("  win: luck %.4f ± %.4f result %.3f; variance %.4f corrected %.4f: %.3f\n",
           sums->luck_won.mean, spread_interval(&sums->luck_won), sums->won.mean,
           spread_variance(&sums->won), spread_variance(&sums->won_corrected),
           spread_variance(&sums->won_corrected) / spread_variance(&sums->won));
}

static const Game *find_game(const char *id)
{
    for (int i = 0; i < CATALOGUE_COUNT; i++) {
        if (strcmp(CATALOGUE[i]->id, id) == 0)
            return CATALOGUE[i];
    }
    exit(2);
}

static int number(char **argv, int argc, int i, int otherwise)
{
    return i < argc ? atoi(argv[i]) : otherwise;
}

int main(int argc, char **argv)
{
    Contender contenders[CONTENDERS_MAX];
    Bot playing[SEATS_MAX];
    const Bot *bots[SEATS_MAX];
    static Sums sums[SEATS_MAX];
    Fault fault = { .sentence = "" };

    if (argc < 6)
        return 2;
    const Game *game = find_game(argv[1]);
    int seats = atoi(argv[2]);
    Setup setup = setup_of(game, seats, atoi(argv[3]));
    int count = contenders_read(contenders, argv[4], &fault);
    ReviewBudget budget = { number(argv, argc, 6, 256), number(argv, argc, 7, 400), 1 };
    int first = number(argv, argc, 8, 1);
    double spent = 0;
    long parts = 0;
    for (int n = 0; n < atoi(argv[5]); n++) {
        for (int seat = 0; seat < seats; seat++) {
            playing[seat] = contender_bot(&contenders[seat % count], NULL);
            bots[seat] = &playing[seat];
        }
        Match *match = play_match(game, &setup, bots, first + n);
        double begun = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        Review *review = review_match(match, &budget);
        spent += clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begun;
        parts += review->part_count;
        add_turns(sums, review);
        add_luck(sums, review);
        review_free(review);
        match_free(match);
    }
    for (int seat = 0; seat < seats; seat++)
        print(contenders[seat % count].label, &sums[seat]);
    printf("%.2f s a review, %ld parts\n", spent / atoi(argv[5]), parts / atoi(argv[5]));
    return 0;
}
