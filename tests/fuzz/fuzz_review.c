/* fuzz_review.c: arbitrary text as a kept part of a review. It is refused and changes
 * nothing, or it is a part that is the same after writing and reading again, and whose
 * report can be written. The first byte selects one of the games; the text gets its true
 * checksum, which mutations would hardly ever hit. */
#include "fuzz.h"

#include "review/part_text.h"
#include "review/report.h"

#include <string.h>

enum { GAMES_MOST = 8, MOVES = 60 };

/* A game of the default options, each seat taking its first action now and its last then.
 */
static Review *new_review(const Game *game)
{
    Action actions[ACTIONS_MAX];
    Setup setup;

    game_default_setup(game, game->least_seats, &setup);
    Match *match = match_new(game, &setup);
    REQUIRE(match != NULL);
    for (int n = 0; n < MOVES && game->waiting(match_state(match)) != 0; n++) {
        int seat = seats_first(game->waiting(match_state(match)));
        int count = game->list(match_state(match), seat, actions);
        match_apply(match, seat, actions[n % 3 == 0 ? count - 1 : 0], NULL);
    }
    Review *review = review_new(match);
    REQUIRE(review != NULL);
    match_free(match);
    return review;
}

static void add_sum(Text *line)
{
    uint32_t hash = text_hash(line->bytes);
    const uint8_t bytes[] = { (uint8_t)(hash >> 24), (uint8_t)(hash >> 16),
                              (uint8_t)(hash >> 8), (uint8_t)hash };

    text_add(line, " sum ");
    text_add_hex(line, bytes, sizeof bytes);
    REQUIRE(!line->has_failed);
}

static void require_round_trip(Review *review, const ReviewPart *was)
{
    for (int i = 0; i < review->part_count; i++) {
        ReviewPart *part = &review->parts[i];
        if (memcmp(part, &was[i], sizeof *part) == 0)
            continue;
        Text line = { 0 };
        ReviewPart read = *part;
        Fault fault = { 0 };
        part_write(&line, review, i);
        *part = was[i];
        REQUIRE(part_read(line.bytes, line.length, review, &fault));
        REQUIRE(memcmp(part, &read, sizeof read) == 0);
        text_free(&line);
        (void)review_mark(review, i);
    }
    ReviewSum sum;
    for (int seat = 0; seat < review->seats; seat++)
        review_sum(review, seat, &sum);
}

static void read_line(Review *review, const char *bytes, size_t length)
{
    static ReviewPart was[4 * MOVES];
    size_t size = (size_t)review->part_count * sizeof was[0];
    Fault fault = { 0 };

    REQUIRE(size <= sizeof was);
    memcpy(was, review->parts, size);
    if (part_read(bytes, length, review, &fault)) {
        require_round_trip(review, was);
        memcpy(review->parts, was, size);
    } else {
        REQUIRE(fault.sentence[0] != '\0');
        REQUIRE(memcmp(was, review->parts, size) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Review *reviews[GAMES_MOST];
    Input input = { data, data + size };
    int which = next_byte(&input) % CATALOGUE_COUNT;
    size_t length = (size_t)(input.end - input.next);
    Text line = { 0 };

    if (reviews[which] == NULL)
        reviews[which] = new_review(CATALOGUE[which]);
    text_append(&line, (const char *)input.next, length);
    read_line(reviews[which], line.bytes, line.length);
    add_sum(&line);
    read_line(reviews[which], line.bytes, line.length);
    text_free(&line);
    return 0;
}
