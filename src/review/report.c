/* report.c: a review for people and programs. */
#include "review/report.h"

#include "ai/reason.h"
#include "wire/hint.h"
#include "wire/table_json.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Turns in words                                                            */
/* ------------------------------------------------------------------------- */

/* Actions of a turn reveal nothing but with the last, so the true state shows what the
 * seat saw. */
static void say_turn(const Review *review, int index, const ReviewReader *reader,
                     const Action *actions, int count, ReviewSay *say, void *context)
{
    State state = review->states[index], view = { { 0 } };
    int seat = review->parts[index].seat;
    char sentence[SENTENCE_MAX];

    for (int i = 0; i < count; i++) {
        review->game->observe(&state, seat, &view);
        action_sentence(reader->language, review->game, &view, seat, actions[i],
                        reader->names, sentence);
        say(context, actions[i], sentence);
        if (game_apply(review->game, &state, seat, actions[i], NULL) != STATUS_OK)
            return;
    }
}

void review_say_best(const Review *review, int index, const ReviewReader *reader,
                     ReviewSay *say, void *context)
{
    const ReviewPart *part = &review->parts[index];

    say_turn(review, index, reader, part->line, part->line_count, say, context);
}

void review_say_played(const Review *review, int index, const ReviewReader *reader,
                       ReviewSay *say, void *context)
{
    const ReviewPart *part = &review->parts[index];
    Action actions[REVIEW_LINE_MAX];
    int count = part->count < REVIEW_LINE_MAX ? part->count : REVIEW_LINE_MAX;

    for (int i = 0; i < count; i++)
        actions[i] = review->moves[part->first + i].action;
    say_turn(review, index, reader, actions, count, say, context);
}

/* ------------------------------------------------------------------------- */
/* Why                                                                       */
/* ------------------------------------------------------------------------- */

static int find_term(const Review *review, int index, Reason *reason)
{
    const ReviewPart *part = &review->parts[index];
    Thoughts better = { .plan_count = 0 }, played = { .plan_count = 0 };
    State view = { { 0 } };

    for (int i = 0; i < part->line_count && i < PLAN_MAX; i++)
        better.plan[better.plan_count++] = part->line[i];
    for (int i = 0; i < part->count && i < PLAN_MAX; i++)
        played.plan[played.plan_count++] = review->moves[part->first + i].action;
    review->game->observe(&review->states[index], part->seat, &view);
    return reason_beside(review->game, &view, part->seat, &better, &played, reason);
}

static void write_term(const Review *review, const Reason *reason, int seat,
                       const ReviewReader *reader, char out[SENTENCE_MAX])
{
    char term[SENTENCE_MAX], before[WORDS_DIGITS], after[WORDS_DIGITS];
    Phrase phrase;

    phrase_of_term(&phrase, review->game->term_kinds, &reason->term);
    words_phrase(reader->language, review->game, &phrase, reader->names->names, term,
                 sizeof term);
    words_number(before, reason->before, "+");
    words_number(after, (int)reason->term.amount, "+");
    const WordsArgument arguments[] = {
        { "term", term, 0 },
        { "before", before, 0 },
        { "after", after, 0 },
        { "player", reader->names->names[reason->term.seat], 0 },
    };
    words_write(reader->language,
                reason->term.seat == seat ? "review.why.gain" : "review.why.cost",
                arguments, 4, out, SENTENCE_MAX);
}

static int percent_of(const Tally *tally)
{
    return hint_percent((double)tally_mean(tally).win / REVIEW_WHOLE);
}

static void write_chances(const ReviewPart *part, const ReviewReader *reader,
                          char out[SENTENCE_MAX])
{
    const WordsArgument arguments[] = { { "best", NULL, percent_of(&part->best) },
                                        { "played", NULL, percent_of(&part->played) } };

    words_write(reader->language, "review.why.chance", arguments, 2, out, SENTENCE_MAX);
}

void review_why(const Review *review, int index, const ReviewReader *reader,
                char out[SENTENCE_MAX])
{
    const ReviewPart *part = &review->parts[index];
    Reason reason;

    out[0] = '\0';
    if (review_mark(review, index) < MARK_MISTAKE)
        return;
    if (find_term(review, index, &reason))
        write_term(review, &reason, part->seat, reader, out);
    else
        write_chances(part, reader, out);
}

/* ------------------------------------------------------------------------- */
/* As JSON                                                                   */
/* ------------------------------------------------------------------------- */

static void put_value(JsonOut *out, const char *key, ReviewValue value)
{
    json_put_object(out, key);
    json_put_number(out, "win", value.win);
    json_put_number(out, "lead", value.lead);
    json_close_object(out);
}

static void put_tally(JsonOut *out, const char *key, const Tally *tally)
{
    ReviewValue mean = tally_mean(tally), error = tally_error(tally);

    json_put_object(out, key);
    json_put_number(out, "win", mean.win);
    json_put_number(out, "win_error", error.win);
    json_put_number(out, "lead", mean.lead);
    json_put_number(out, "lead_error", error.lead);
    json_close_object(out);
}

static void put_before(JsonOut *out, const Review *review, const ReviewPart *part)
{
    json_put_list(out, "win");
    for (int seat = 0; seat < review->seats; seat++)
        json_number(out, tally_mean(&part->before[seat]).win);
    json_close_list(out);
    json_put_list(out, "win_error");
    for (int seat = 0; seat < review->seats; seat++)
        json_number(out, tally_error(&part->before[seat]).win);
    json_close_list(out);
    json_put_list(out, "lead");
    for (int seat = 0; seat < review->seats; seat++)
        json_number(out, tally_mean(&part->before[seat]).lead);
    json_close_list(out);
}

static void put_luck(JsonOut *out, const Review *review, int index)
{
    ReviewSum sums[SEATS_MAX];

    for (int seat = 0; seat < review->seats; seat++)
        review_part_sum(review, index, seat, &sums[seat]);
    json_put_list(out, "luck");
    for (int seat = 0; seat < review->seats; seat++)
        json_number(out, sums[seat].luck.win);
    json_close_list(out);
    json_put_list(out, "luck_lead");
    for (int seat = 0; seat < review->seats; seat++)
        json_number(out, sums[seat].luck.lead);
    json_close_list(out);
}

typedef struct Lines {
    JsonOut *out;
    const Game *game;
} Lines;

static void put_action(void *context, Action action, const char *sentence)
{
    Lines *lines = context;

    action_format(lines->out, lines->game, action, sentence);
}

static void put_turn(JsonOut *out, const Review *review, int index,
                     const ReviewReader *reader)
{
    const ReviewPart *part = &review->parts[index];
    Lines lines = { out, review->game };
    char why[SENTENCE_MAX];

    json_put_number(out, "seat", part->seat);
    json_put_number(out, "from", part->first);
    json_put_number(out, "to", part->first + part->count);
    put_before(out, review, part);
    put_tally(out, "played", &part->played);
    put_tally(out, "best", &part->best);
    put_tally(out, "loss", &part->loss);
    json_put_name(out, "mark", REVIEW_MARK_WORDS[review_mark(review, index)]);
    put_luck(out, review, index);
    json_put_list(out, "moves");
    review_say_played(review, index, reader, put_action, &lines);
    json_close_list(out);
    json_put_list(out, "better");
    if (review_mark(review, index) > MARK_BEST)
        review_say_best(review, index, reader, put_action, &lines);
    json_close_list(out);
    review_why(review, index, reader, why);
    json_put_text(out, "why", why);
}

static void put_marks(JsonOut *out, const Review *review, int seat)
{
    int counts[MARKS] = { 0 };

    for (int i = 0; i < review->part_count; i++) {
        if (review->parts[i].seat == seat)
            counts[review_mark(review, i)]++;
    }
    json_put_object(out, "marks");
    for (int mark = MARK_BEST; mark < MARKS; mark++)
        json_put_number(out, REVIEW_MARK_WORDS[mark], counts[mark]);
    json_close_object(out);
}

static void put_seat(JsonOut *out, const Review *review, int seat)
{
    int points[REVIEW_TURNING_POINTS];
    int count = review_turning_points(review, seat, points, REVIEW_TURNING_POINTS);
    ReviewSum sum;

    review_sum(review, seat, &sum);
    json_open_object(out);
    put_value(out, "start", sum.start);
    put_value(out, "luck", sum.luck);
    put_value(out, "own", sum.own);
    put_value(out, "others", sum.others);
    put_value(out, "unknown", sum.unknown);
    put_value(out, "result", sum.result);
    put_marks(out, review, seat);
    json_put_list(out, "turning");
    for (int i = 0; i < count; i++)
        json_number(out, points[i]);
    json_close_list(out);
    json_close_object(out);
}

void review_format(JsonOut *out, const Review *review, const ReviewReader *reader)
{
    const ReviewPart *end = &review->parts[review->part_count - 1];

    json_put_number(out, "evaluator", REVIEW_EVALUATOR);
    json_put_flag(out, "over", review->is_over);
    json_put_number(out, "parts", review->part_count);
    json_put_list(out, "seats");
    for (int seat = 0; seat < review->seats; seat++)
        put_seat(out, review, seat);
    json_close_list(out);
    json_put_list(out, "turns");
    for (int i = 0; i < review->part_count; i++) {
        if (review->parts[i].kind != REVIEW_TURN || review->parts[i].samples == 0)
            continue;
        json_open_object(out);
        json_put_number(out, "part", i);
        json_put_number(out, "samples", review->parts[i].samples);
        put_turn(out, review, i, reader);
        json_close_object(out);
    }
    json_close_list(out);
    json_put_object(out, "end");
    put_before(out, review, end);
    json_close_object(out);
}
