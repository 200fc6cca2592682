/* part_text.c: a worked-out part of a review as a line of text. */
#include "review/part_text.h"

#include "play/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1 << 16, NUMBER_MOST = 20 };

int review_key(const Match *match, const SaveStart *start, char key[REVIEW_KEY_DIGITS + 1])
{
    uint8_t digest[SHA256_BYTES];
    Text save = { 0 }, digits = { 0 };
    Sha256 hash;

    save_write(&save, match, NULL, start);
    sha256_begin(&hash);
    sha256_add(&hash, save.bytes, save.length);
    sha256_end(&hash, digest);
    text_add_hex(&digits, digest, sizeof digest);
    int is_fine = !save.has_failed && !digits.has_failed;
    if (is_fine)
        memcpy(key, digits.bytes, REVIEW_KEY_DIGITS + 1);
    text_free(&save);
    text_free(&digits);
    return is_fine;
}

/* ------------------------------------------------------------------------- */
/* Out                                                                       */
/* ------------------------------------------------------------------------- */

static void write_tally(Text *out, const Tally *tally)
{
    const int64_t numbers[] = { tally->count, tally->win, tally->win_squares, tally->lead,
                                tally->lead_squares };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        text_add(out, " ");
        text_add_number(out, numbers[i]);
    }
}

static void write_tallies(Text *out, const char *word, const Tally *tallies, int count)
{
    text_add(out, " ");
    text_add(out, word);
    for (int i = 0; i < count; i++)
        write_tally(out, &tallies[i]);
}

static void write_turn(Text *out, const ReviewPart *part)
{
    write_tallies(out, "played", &part->played, 1);
    write_tallies(out, "best", &part->best, 1);
    write_tallies(out, "loss", &part->loss, 1);
    text_add(out, " line");
    for (int i = 0; i < part->line_count; i++) {
        text_add(out, " ");
        text_add_number(out, part->line[i]);
    }
}

static void write_sum(Text *out, size_t begin)
{
    if (out->has_failed)
        return;
    uint32_t hash = text_hash(out->bytes + begin);
    const unsigned char bytes[] = { (unsigned char)(hash >> 24),
                                    (unsigned char)(hash >> 16), (unsigned char)(hash >> 8),
                                    (unsigned char)hash };

    text_add(out, " sum ");
    text_add_hex(out, bytes, sizeof bytes);
}

void part_write(Text *out, const Review *review, int index)
{
    const ReviewPart *part = &review->parts[index];
    size_t begin = out->length;

    text_add_number(out, index);
    text_add(out, " samples ");
    text_add_number(out, part->samples);
    text_add(out, " iterations ");
    text_add_number(out, part->iterations);
    if (part->kind != REVIEW_DEAL)
        write_tallies(out, "before", part->before, review->seats);
    if (part->has_chance)
        write_tallies(out, "after", part->after, review->seats);
    if (part->kind == REVIEW_TURN)
        write_turn(out, part);
    write_sum(out, begin);
}

/* ------------------------------------------------------------------------- */
/* In                                                                        */
/* ------------------------------------------------------------------------- */

static int take_word(TextPiece *rest, const char *word)
{
    return piece_is(piece_take_word(rest), word);
}

/* A whole number within bounds, a '-' before it if it may be negative. */
static int take_number(TextPiece *rest, int64_t least, int64_t most, int64_t *number)
{
    TextPiece piece = piece_take_word(rest);
    char digits[NUMBER_MOST + 1] = "";
    char *end;

    if (piece.length == 0 || piece.length > NUMBER_MOST)
        return 0;
    memcpy(digits, piece.bytes, piece.length);
    if (digits[0] != '-' && (digits[0] < '0' || digits[0] > '9'))
        return 0;
    *number = strtoll(digits, &end, 10);
    return *end == '\0' && *number >= least && *number <= most;
}

static int take_int(TextPiece *rest, int least, int most, int *number)
{
    int64_t wide;

    if (!take_number(rest, least, most, &wide))
        return 0;
    *number = (int)wide;
    return 1;
}

/* Bounds of what is summed. */
typedef struct Bounds {
    int64_t win_least, win_most, lead_most;
} Bounds;

static const Bounds OF_VALUES = { 0, REVIEW_WHOLE, REVIEW_LEAD_MOST };
static const Bounds OF_DIFFERENCES = { -REVIEW_WHOLE, REVIEW_WHOLE, 2 * REVIEW_LEAD_MOST };

static int take_tally(TextPiece *rest, const Bounds *of, int samples, Tally *tally)
{
    if (!take_number(rest, 1, samples, &tally->count))
        return 0;
    int64_t n = tally->count;
    return take_number(rest, n * of->win_least, n * of->win_most, &tally->win)
           && take_number(rest, 0, n * of->win_most * of->win_most, &tally->win_squares)
           && take_number(rest, -n * of->lead_most, n * of->lead_most, &tally->lead)
           && take_number(rest, 0, n * of->lead_most * of->lead_most, &tally->lead_squares);
}

static int take_tallies(TextPiece *rest, const char *word, int samples, Tally *tallies,
                        int count)
{
    if (!take_word(rest, word))
        return 0;
    for (int i = 0; i < count; i++) {
        if (!take_tally(rest, &OF_VALUES, samples, &tallies[i]))
            return 0;
    }
    return 1;
}

static int has_mark(const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        if (events->items[i].marks != 0)
            return 1;
    }
    return 0;
}

/* Is the line one that the seat could have played, up to what is drawn or revealed? */
static int is_line_legal(const Review *review, int index, const ReviewPart *part)
{
    State state = review->states[index];
    Events events;

    for (int i = 0; i < part->line_count; i++) {
        if (i > 0 && has_mark(&events))
            return 0;
        events.count = 0;
        if (game_apply(review->game, &state, part->seat, part->line[i], &events)
            != STATUS_OK)
            return 0;
    }
    return part->line_count > 0;
}

static int take_turn(TextPiece *rest, ReviewPart *part)
{
    if (!take_tallies(rest, "played", part->samples, &part->played, 1)
        || !take_tallies(rest, "best", part->samples, &part->best, 1)
        || !take_word(rest, "loss")
        || !take_tally(rest, &OF_DIFFERENCES, part->samples, &part->loss)
        || !take_word(rest, "line"))
        return 0;
    for (part->line_count = 0; rest->length > 0; part->line_count++) {
        int64_t action;
        if (part->line_count == REVIEW_LINE_MAX
            || !take_number(rest, 0, UINT32_MAX, &action))
            return 0;
        part->line[part->line_count] = (Action)action;
    }
    return 1;
}

static int take_part(TextPiece *rest, const Review *review, int *index, ReviewPart *part)
{
    if (!take_int(rest, 0, review->part_count - 1, index))
        return 0;
    *part = review->parts[*index];
    return take_word(rest, "samples")
           && take_int(rest, 2, REVIEW_SAMPLES_MOST, &part->samples)
           && take_word(rest, "iterations")
           && take_int(rest, 1, REVIEW_ITERATIONS_MOST, &part->iterations)
           && (part->kind == REVIEW_DEAL
               || take_tallies(rest, "before", part->samples, part->before, review->seats))
           && (!part->has_chance
               || take_tallies(rest, "after", part->samples, part->after, review->seats))
           && (part->kind != REVIEW_TURN || take_turn(rest, part)) && rest->length == 0;
}

/* Cuts " sum 5ad0c2b1" off the line if it is true. */
static int take_sum(TextPiece *line)
{
    enum { SUM = sizeof " sum 5ad0c2b1" - 1 };
    Text copy = { 0 };

    if (line->length <= SUM || line->length > LINE_MOST)
        return 0;
    text_append(&copy, line->bytes, line->length - SUM);
    write_sum(&copy, 0);
    int is_true = !copy.has_failed && copy.length == line->length
                  && memcmp(copy.bytes, line->bytes, line->length) == 0;
    text_free(&copy);
    line->length -= SUM;
    return is_true;
}

int part_read(const char *line, size_t length, Review *review, Fault *fault)
{
    TextPiece rest = { line, length };
    ReviewPart part;
    int index;

    if (!take_sum(&rest) || !take_part(&rest, review, &index, &part)
        || (part.kind == REVIEW_TURN && !is_line_legal(review, index, &part)))
        return fault_set(fault, "This is not a part of a review of this game: \"%s\".",
                         quote(line, length).text);
    review_take_part(review, index, &part);
    return 1;
}
