/* review_print.c: a review as a table for people. */
#include "cli/review_print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *words(const ReviewReader *reader, const char *key)
{
    const char *text = words_find(reader->language, key);

    return text == NULL ? key : text;
}

/* Columns are as wide as letters, not bytes. */
static int letters(const char *text)
{
    int count = 0;

    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void print_padded(const char *text, int width)
{
    printf("%s%*s", text, letters(text) < width ? width - letters(text) : 0, "");
}

/* ------------------------------------------------------------------------- */
/* Turns                                                                     */
/* ------------------------------------------------------------------------- */

static double percent(int64_t millionths)
{
    return (double)millionths * 100.0 / REVIEW_WHOLE;
}

/* A number as by printf; French has a decimal comma. */
__attribute__((format(printf, 2, 3))) static void print_number(const ReviewReader *reader,
                                                               const char *format, ...)
{
    char text[64];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char *point = strchr(text, '.');
    if (point != NULL && reader->language == LANGUAGE_FR)
        *point = ',';
    fputs(text, stdout);
}

static const char *mark_words(const ReviewReader *reader, ReviewMark mark)
{
    static const char *const KEYS[MARKS] = {
        [MARK_BEST] = "play.review.mark.best",
        [MARK_FINE] = "play.review.mark.fine",
        [MARK_INACCURATE] = "play.review.mark.inaccurate",
        [MARK_MISTAKE] = "play.review.mark.mistake",
        [MARK_BLUNDER] = "play.review.mark.blunder",
    };

    return KEYS[mark] == NULL ? "" : words(reader, KEYS[mark]);
}

static void print_action(void *context, Action action, const char *sentence)
{
    int *count = context;

    (void)action;
    printf("%s%s", (*count)++ == 0 ? "" : "; ", sentence);
}

/* What was played, what would have been better, and why. */
static void print_better(const Review *review, int index, const ReviewReader *reader)
{
    char why[SENTENCE_MAX];
    int count = 0;

    printf("      %s: ", words(reader, "play.review.played"));
    review_say_played(review, index, reader, print_action, &count);
    count = 0;
    printf("\n      %s: ", words(reader, "play.review.better"));
    review_say_best(review, index, reader, print_action, &count);
    review_why(review, index, reader, why);
    printf("\n%s%s%s", why[0] == '\0' ? "" : "      ", why, why[0] == '\0' ? "" : "\n");
}

static void print_turn(const Review *review, int index, int turn,
                       const ReviewReader *reader)
{
    const ReviewPart *part = &review->parts[index];
    ReviewMark mark = review_mark(review, index);
    const Tally *next = &review->parts[index + 1].before[part->seat];

    printf("%4d  ", turn);
    print_padded(reader->names->names[part->seat], 16);
    print_number(reader, " %5.1f %%", percent(tally_mean(&part->before[part->seat]).win));
    print_number(reader, " %5.1f %%", percent(tally_mean(next).win));
    if (mark != MARK_NONE) {
        print_number(reader, "  %5.1f", percent(tally_mean(&part->loss).win));
        print_number(reader, " ± %3.1f", percent(tally_error(&part->loss).win));
        printf("  %s", mark_words(reader, mark));
    }
    printf("\n");
    if (mark >= MARK_INACCURATE)
        print_better(review, index, reader);
}

static void print_turns(const Review *review, const ReviewReader *reader)
{
    printf("%s\n", words(reader, "play.review.columns"));
    for (int i = 0, turn = 0; i < review->part_count; i++) {
        if (review->parts[i].kind != REVIEW_TURN)
            continue;
        turn++;
        if (review->parts[i].samples > 0)
            print_turn(review, i, turn, reader);
    }
    printf("\n");
}

/* ------------------------------------------------------------------------- */
/* Luck and skill                                                            */
/* ------------------------------------------------------------------------- */

static void print_line(const ReviewReader *reader, const char *key, ReviewValue value)
{
    printf("  ");
    print_padded(words(reader, key), 26);
    print_number(reader, "%+9.1f %%", percent(value.win));
    print_number(reader, "  %+11.2f\n", (double)value.lead / REVIEW_POINT);
}

static void print_marks(const Review *review, int seat, const ReviewReader *reader)
{
    int counts[MARKS] = { 0 };

    for (int i = 0; i < review->part_count; i++) {
        if (review->parts[i].seat == seat)
            counts[review_mark(review, i)]++;
    }
    printf("  ");
    for (int mark = MARK_BEST; mark < MARKS; mark++)
        printf("%s%s %d", mark == MARK_BEST ? "" : ", ",
               mark_words(reader, (ReviewMark)mark), counts[mark]);
    printf("\n\n");
}

static void print_sum(const Review *review, int seat, const ReviewReader *reader)
{
    ReviewSum sum;

    review_sum(review, seat, &sum);
    printf("%s\n", reader->names->names[seat]);
    print_line(reader, "play.review.start", sum.start);
    print_line(reader, "play.review.luck", sum.luck);
    print_line(reader, "play.review.own", sum.own);
    print_line(reader, "play.review.others", sum.others);
    print_line(reader, "play.review.unknown", sum.unknown);
    print_line(reader, review->is_over ? "play.review.result" : "play.review.now",
               sum.result);
    print_marks(review, seat, reader);
}

void review_print(const Review *review, const ReviewReader *reader)
{
    print_turns(review, reader);
    printf("%s\n\n", words(reader, "play.review.sums"));
    for (int seat = 0; seat < review->seats; seat++)
        print_sum(review, seat, reader);
    printf("%s\n", words(reader, "play.review.note"));
}
