/* test_review.c: reviews of every game: the sum is exact, hidden information has no part
 * in judging a turn, and a review may be worked out in any order, kept and read back. */
#include "games/all.h"
#include "review/figures.h"
#include "review/part_text.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const ReviewBudget SMALL = { .samples = 6, .iterations = 5, .seed = 3 };

static Match *random_match(const Game *game, const Setup *setup, long deal)
{
    const Bot *bots[SEATS_MAX];

    for (int seat = 0; seat < SEATS_MAX; seat++)
        bots[seat] = &BOT_RANDOM;
    return play_match(game, setup, bots, deal);
}

static Review *reviewed(const Game *game, int seats, long deal, const ReviewBudget *budget)
{
    Setup setup;

    game_default_setup(game, seats, &setup);
    Match *match = random_match(game, &setup, deal);
    Review *review = review_match(match, budget);
    match_free(match);
    return review;
}

static void work_out(Review *review, int index, const ReviewBudget *budget)
{
    void *memory = aligned_alloc(64, review_work_bytes(budget));

    review_work_all(memory, review, index, budget);
    free(memory);
}

/* ------------------------------------------------------------------------- */
/* The sum                                                                   */
/* ------------------------------------------------------------------------- */

static ReviewValue true_result(const Review *review, int seat)
{
    const State *end = &review->states[review->part_count - 1];
    Utility utility;

    utility_of_end(&utility, review->game, review->policy, end, review->seats);
    return value_of_utility(&utility, seat);
}

static void claim_exact(const Review *review)
{
    for (int seat = 0; seat < review->seats; seat++) {
        ReviewValue result = true_result(review, seat);
        ReviewSum sum;
        review_sum(review, seat, &sum);
        ReviewValue all = value_plus(
            sum.start,
            value_plus(sum.luck, value_plus(sum.own, value_plus(sum.others, sum.unknown))));
        cr_assert_eq(sum.result.win, result.win, "%s", review->game->id);
        cr_assert_eq(sum.result.lead, result.lead, "%s", review->game->id);
        cr_assert_eq(all.win, result.win, "%s seat %d of %d: %lld, not %lld",
                     review->game->id, seat, review->seats, (long long)all.win,
                     (long long)result.win);
        cr_assert_eq(all.lead, result.lead, "%s seat %d of %d: %lld, not %lld",
                     review->game->id, seat, review->seats, (long long)all.lead,
                     (long long)result.lead);
    }
}

static void check_setup(const Game *game, const Setup *setup, long deal)
{
    const ReviewBudget tiny = { .samples = 2, .iterations = 1, .seed = 1 };

    if (game->refuse != NULL && game->refuse(setup) != NULL)
        return;
    Match *match = random_match(game, setup, deal);
    Review *review = review_match(match, &tiny);
    claim_exact(review);
    review_free(review);
    match_free(match);
}

/* One option at a time differs from the defaults. */
static void check_options(const Game *game, int seats)
{
    Setup setup;

    game_default_setup(game, seats, &setup);
    check_setup(game, &setup, seats);
    for (int option = 0; option < game->option_count; option++) {
        for (int value = 0; value < game->options[option].values.count; value++) {
            Setup other = setup;
            other.options[option] = (uint8_t)value;
            if (value != setup.options[option])
                check_setup(game, &other, seats);
        }
    }
}

Test(review, luck_and_skill_add_up_to_the_result_in_every_game)
{
    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        for (int seats = game->least_seats; seats <= game->most_seats; seats++)
            check_options(game, seats);
    }
}

Test(review, parts_cover_the_moves_in_order)
{
    for (int g = 0; g < all_games_count(); g++) {
        const Game *game = all_games(g);
        Review *review = reviewed(game, game->least_seats, 5, &SMALL);
        int at = 0;
        for (int i = 0; i < review->part_count; i++) {
            const ReviewPart *part = &review->parts[i];
            cr_assert_eq(part->first, at);
            for (int k = 0; k < part->count; k++)
                cr_assert_eq(review->moves[at + k].seat, part->seat);
            at += part->count;
        }
        cr_assert_eq(at, review->move_count);
        cr_assert(review->is_over);
        review_free(review);
    }
}

Test(review, a_game_that_goes_on_ends_with_an_estimate)
{
    const Game *game = CATALOGUE[0];
    Setup setup;

    game_default_setup(game, 2, &setup);
    Match *match = random_match(game, &setup, 4);
    match_undo_many(match, match_move_count(match) / 2);
    Review *review = review_match(match, &SMALL);
    const ReviewPart *end = &review->parts[review->part_count - 1];
    cr_assert(!review->is_over);
    cr_assert_eq(end->before[0].count, SMALL.samples);
    review_free(review);
    match_free(match);
}

/* ------------------------------------------------------------------------- */
/* What could be known                                                       */
/* ------------------------------------------------------------------------- */

/* Another truth that looks the same to the seat that acts. */
static void change_hidden(Review *review, int index)
{
    const Game *game = review->game;
    State view = { { 0 } };
    Rng rng;

    rng_seed(&rng, (uint64_t)index);
    game->observe(&review->states[index], review->parts[index].seat, &view);
    game->determinize(&view, review->parts[index].seat, &rng, &review->states[index]);
}

static void claim_same_judgement(const ReviewPart *one, const ReviewPart *other)
{
    cr_assert_eq(memcmp(&one->before[one->seat], &other->before[one->seat], sizeof(Tally)),
                 0);
    cr_assert_eq(memcmp(&one->played, &other->played, sizeof(Tally)), 0);
    cr_assert_eq(memcmp(&one->best, &other->best, sizeof(Tally)), 0);
    cr_assert_eq(memcmp(&one->loss, &other->loss, sizeof(Tally)), 0);
    cr_assert_eq(one->line_count, other->line_count);
    cr_assert_eq(memcmp(one->line, other->line, sizeof one->line), 0);
}

Test(review, hidden_information_changes_no_judgement)
{
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        const Game *game = CATALOGUE[g];
        Review *review = reviewed(game, 3, 8, &SMALL);
        for (int i = 0; i < review->part_count; i += 3) {
            ReviewPart before = review->parts[i];
            if (before.kind != REVIEW_TURN)
                continue;
            change_hidden(review, i);
            work_out(review, i, &SMALL);
            claim_same_judgement(&before, &review->parts[i]);
        }
        review_free(review);
    }
}

/* The same turn meets the same futures: nothing is lost by it, not even by chance. */
Test(review, a_turn_beside_itself_loses_nothing)
{
    const ReviewBudget budget = { .samples = 20, .iterations = 40, .seed = 1 };
    int same = 0;

    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Review *review = reviewed(CATALOGUE[g], 2, 6, &budget);
        for (int i = 0; i < review->part_count; i++) {
            const ReviewPart *part = &review->parts[i];
            int is_same = part->kind == REVIEW_TURN && part->count == part->line_count;
            for (int k = 0; is_same && k < part->count; k++)
                is_same = part->line[k] == review->moves[part->first + k].action;
            if (!is_same)
                continue;
            same++;
            cr_assert_eq(part->loss.win_squares, 0);
            cr_assert_eq(part->loss.lead_squares, 0);
            cr_assert(review_mark(review, i) <= MARK_BEST);
        }
        review_free(review);
    }
    cr_assert_gt(same, 20);
}

/* ------------------------------------------------------------------------- */
/* In any order, kept and read back                                          */
/* ------------------------------------------------------------------------- */

Test(review, parts_may_be_worked_out_in_any_order)
{
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Review *review = reviewed(CATALOGUE[g], 2, 7, &SMALL);
        Setup setup;
        game_default_setup(CATALOGUE[g], 2, &setup);
        Match *match = random_match(CATALOGUE[g], &setup, 7);
        Review *backwards = review_new(match);
        for (int i = backwards->part_count - 1; i >= 0; i--)
            work_out(backwards, i, &SMALL);
        cr_assert_eq(memcmp(review->parts, backwards->parts,
                            (size_t)review->part_count * sizeof review->parts[0]),
                     0);
        cr_assert_eq(review_done(review, &SMALL), review->part_count);
        review_free(review);
        review_free(backwards);
        match_free(match);
    }
}

static void copy_by_text(const Review *from, Review *to)
{
    Fault fault = { .sentence = "" };

    for (int i = 0; i < from->part_count; i++) {
        Text line = { 0 };
        part_write(&line, from, i);
        cr_assert(part_read(line.bytes, line.length, to, &fault), "%s", fault.sentence);
        text_free(&line);
    }
}

Test(review, a_kept_review_reads_back_the_same)
{
    for (int g = 0; g < CATALOGUE_COUNT; g++) {
        Setup setup;
        game_default_setup(CATALOGUE[g], 3, &setup);
        Match *match = random_match(CATALOGUE[g], &setup, 9);
        Review *review = review_match(match, &SMALL);
        Review *read = review_new(match);
        copy_by_text(review, read);
        cr_assert_eq(memcmp(review->parts, read->parts,
                            (size_t)review->part_count * sizeof review->parts[0]),
                     0);
        claim_exact(read);
        review_free(review);
        review_free(read);
        match_free(match);
    }
}

static void refuse_line(Review *review, const char *line, size_t length)
{
    Fault fault = { .sentence = "" };
    ReviewPart *parts = malloc((size_t)review->part_count * sizeof *parts);

    memcpy(parts, review->parts, (size_t)review->part_count * sizeof *parts);
    cr_assert_not(part_read(line, length, review, &fault), "%.*s", (int)length, line);
    cr_assert_neq(fault.sentence[0], '\0');
    cr_assert_eq(memcmp(parts, review->parts, (size_t)review->part_count * sizeof *parts),
                 0);
    free(parts);
}

Test(review, a_damaged_line_is_refused)
{
    Review *review = reviewed(CATALOGUE[0], 2, 2, &SMALL);
    Text line = { 0 };

    part_write(&line, review, 4);
    for (size_t length = 0; length < line.length; length += 7)
        refuse_line(review, line.bytes, length);
    for (size_t i = 0; i < line.length; i++) {
        line.bytes[i] ^= 1;
        refuse_line(review, line.bytes, line.length);
        line.bytes[i] ^= 1;
    }
    text_free(&line);
    review_free(review);
}

/* Checksums are no protection against intent. */
static void refuse_text(Review *review, const char *text)
{
    Text line = { 0 };

    text_print(&line, "%s sum %08x", text, text_hash(text));
    refuse_line(review, line.bytes, line.length);
    text_free(&line);
}

Test(review, a_forged_line_is_refused)
{
    Review *review = reviewed(CATALOGUE[0], 2, 2, &SMALL);
    const char *const tallies = "before 2 1 1 1 1 2 1 1 1 1";
    Text line = { 0 };

    refuse_text(review, "99999 samples 2 iterations 1");
    refuse_text(review, "-1 samples 2 iterations 1");
    refuse_text(review, "1 samples 2 iterations 1");
    refuse_text(review, "1 samples 99999999999999999999 iterations 1");
    text_print(&line, "%d samples 2 iterations 1 %s extra", review->part_count - 1,
               tallies);
    refuse_text(review, line.bytes);
    /* More than the whole chance to win, and less than none. */
    const char *const impossible[] = { "2000001", "-1" };
    for (int i = 0; i < 2; i++) {
        text_clear(&line);
        text_print(&line, "%d samples 2 iterations 1 before 2 %s 1 1 1 2 1 1 1 1",
                   review->part_count - 1, impossible[i]);
        refuse_text(review, line.bytes);
    }
    text_clear(&line);
    text_print(&line,
               "1 samples 2 iterations 1 %s played 2 1 1 1 1 best 2 1 1 1 1 "
               "loss 2 1 1 1 1 line 4294967295",
               tallies);
    refuse_text(review, line.bytes);
    text_free(&line);
    review_free(review);
}

Test(review, budgets_that_are_not_comparable_are_done_after_one_more_time)
{
    const ReviewBudget other = { .samples = SMALL.samples / 2,
                                 .iterations = SMALL.iterations * 2,
                                 .seed = SMALL.seed };
    Review *review = reviewed(CATALOGUE[0], 2, 2, &SMALL);
    ReviewPart part = review->parts[1];

    cr_assert_not(part_is_done(&part, &other));
    ReviewBudget larger = part_budget(&part, &other);
    cr_expect_eq(larger.samples, SMALL.samples);
    cr_expect_eq(larger.iterations, other.iterations);
    part.iterations = larger.iterations;
    review_take_part(review, 1, &part);
    cr_expect(part_is_done(&review->parts[1], &other));
    /* One with less of either is not taken. */
    part.iterations--;
    review_take_part(review, 1, &part);
    cr_expect_eq(review->parts[1].iterations, larger.iterations);
    review_free(review);
}

Test(review, the_key_is_that_of_the_game_alone)
{
    char one[REVIEW_KEY_DIGITS + 1], other[REVIEW_KEY_DIGITS + 1];
    Setup setup;

    game_default_setup(CATALOGUE[0], 2, &setup);
    Match *match = random_match(CATALOGUE[0], &setup, 2);
    cr_assert(review_key(match, &SAVE_START_JSON, one));
    cr_assert(review_key(match, &SAVE_START_JSON, other));
    cr_assert_str_eq(one, other);
    match_undo(match);
    cr_assert(review_key(match, &SAVE_START_JSON, other));
    cr_assert_str_neq(one, other);
    match_free(match);
}
