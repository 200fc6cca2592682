/* test_deal.c: deals that can be checked: the hashes of docs/fair-deals.md, computed
 * elsewhere, and an attacker's suite: each way to cheat breaks a named step. The server's
 * and the clients' side of it, over sockets, is in tests/server/test_deals.c. */
#include "play/deal.h"

#include <criterion/criterion.h>
#include <string.h>

static const char TABLE[] = "K7QX2M9PRT";

static void read_hex(const char *hex, uint8_t bytes[SEED_BYTES])
{
    cr_assert(text_read_hex(hex, strlen(hex), bytes, SEED_BYTES), "%s", hex);
}

static void expect_hex(const uint8_t bytes[SEED_BYTES], const char *hex)
{
    uint8_t expected[SEED_BYTES];

    read_hex(hex, expected);
    cr_expect_arr_eq(bytes, expected, SEED_BYTES, "%s", hex);
}

static void commit(Deal *deal, int seat, uint8_t byte)
{
    uint8_t bytes[SEED_BYTES];

    memset(bytes, byte, sizeof bytes);
    deal_share_commitment(deal, seat, bytes, deal->shares[seat].commitment);
    deal->shares[seat].stage = SHARE_COMMITTED;
}

static int reveal(Deal *deal, int seat, uint8_t byte)
{
    uint8_t bytes[SEED_BYTES];

    memset(bytes, byte, sizeof bytes);
    return deal_reveal(deal, seat, bytes);
}

/* A finished deal at which seats 0 and 2 took part, and what seat 0 has kept of it. */
typedef struct Story {
    DealProof proof;
    uint8_t seed[SEED_BYTES];
    DealKept kept;
} Story;

static Story honest_story(void)
{
    Story story = { 0 };
    Deal *deal = &story.proof.deal;

    read_hex("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
             story.proof.secret);
    deal_open(deal, TABLE, story.proof.secret);
    commit(deal, 0, 0x0f);
    commit(deal, 2, 0xf0);
    story.kept = (DealKept){ .deal = *deal, .has_list = 1, .is_acknowledged = 1 };
    memset(story.kept.bytes, 0x0f, SEED_BYTES);
    cr_assert(reveal(deal, 0, 0x0f) && reveal(deal, 2, 0xf0));
    deal_seed(deal, story.proof.secret, story.seed);
    return story;
}

/* The server shows whatever is consistent in itself: the seed of the proof as it is. */
static void make_consistent(Story *story)
{
    deal_commitment(TABLE, story->proof.secret, story->proof.deal.commitment);
    deal_seed(&story->proof.deal, story->proof.secret, story->seed);
}

static int holds(const DealCheck *check, DealStepKind kind)
{
    for (int i = 0; i < check->count; i++) {
        if (check->steps[i].kind == kind && !check->steps[i].holds)
            return 0;
    }
    return 1;
}

static void expect_broken(const Story *story, DealStepKind kind)
{
    DealCheck check;

    deal_check(&check, &story->proof, story->seed, &story->kept);
    cr_expect_eq(deal_verdict(&check), DEAL_BROKEN);
    cr_expect_not(holds(&check, kind), "step %d", kind);
}

/* ------------------------------------------------------------------------- */
/* The hashes                                                                */
/* ------------------------------------------------------------------------- */

Test(deal, hashes_are_those_of_the_page_for_the_suspicious)
{
    Story story = honest_story();
    Deal *deal = &story.proof.deal;

    expect_hex(deal->commitment,
               "e0d6f47fbe98de6ebaf9421bd2e03ecee25f629c484bfa45faaf69bef3696c8b");
    expect_hex(deal->shares[0].commitment,
               "64ecb732c799fe2f5f4625291a243be64c866d2110cfb79e5321fe2b1f12a011");
    expect_hex(deal->shares[2].commitment,
               "8c3ab265c9b7e9e234a54595b1a7151b403063161e4bb7d43b5cabfd828fa343");
    expect_hex(story.seed,
               "9e24dc4a483874148c657b0a8004f25d849c1a81ac5305c47264fc1f878ceb64");
    deal->shares[2].stage = SHARE_COMMITTED;
    deal_seed(deal, story.proof.secret, story.seed);
    expect_hex(story.seed,
               "e28d57b83a5f8b85dbed7768bce17e4166ce33dc241aa4fbf7dfd126affe7781");
    memset(deal->shares, 0, sizeof deal->shares);
    deal_seed(deal, story.proof.secret, story.seed);
    expect_hex(story.seed,
               "c8a0eac650a96577dc6823bc6f1741185a512ad5db8fc55aeb69b769a6df420e");
}

Test(deal, a_table_is_named_by_letters_and_digits)
{
    cr_expect(deal_can_name("K7QX2M9PRT", 10));
    cr_expect(deal_can_name("a", 1));
    cr_expect_not(deal_can_name("", 0));
    cr_expect_not(deal_can_name("A\n", 2));
    cr_expect_not(deal_can_name("A B", 3));
    cr_expect_not(deal_can_name("ABCDEFGHIJKLMNOPQ", 17));
}

/* ------------------------------------------------------------------------- */
/* Honest                                                                    */
/* ------------------------------------------------------------------------- */

Test(deal, an_honest_deal_is_proved_with_and_without_what_a_client_kept)
{
    Story story = honest_story();
    DealCheck check;

    deal_check(&check, &story.proof, story.seed, &story.kept);
    cr_expect_eq(deal_verdict(&check), DEAL_PROVED);
    cr_expect_eq(check.count, 7);
    deal_check(&check, &story.proof, story.seed, NULL);
    cr_expect_eq(deal_verdict(&check), DEAL_HOLDS);
    cr_expect_eq(check.count, 4);
}

Test(deal, a_deal_of_the_server_alone_says_so)
{
    Story story = { 0 };
    DealCheck check;

    deal_open(&story.proof.deal, TABLE, story.proof.secret);
    deal_seed(&story.proof.deal, story.proof.secret, story.seed);
    deal_check(&check, &story.proof, story.seed, NULL);
    cr_expect_eq(deal_verdict(&check), DEAL_UNSHARED);
}

/* ------------------------------------------------------------------------- */
/* Attackers: the server                                                     */
/* ------------------------------------------------------------------------- */

Test(deal_attack, a_server_that_changes_its_secret_breaks_its_commitment)
{
    Story story = honest_story();

    story.proof.secret[0] ^= 1;
    deal_seed(&story.proof.deal, story.proof.secret, story.seed);
    expect_broken(&story, DEAL_STEP_SECRET);
}

Test(deal_attack,
     a_server_that_changes_its_secret_and_commitment_differs_from_what_was_kept)
{
    Story story = honest_story();

    story.proof.secret[0] ^= 1;
    make_consistent(&story);
    expect_broken(&story, DEAL_STEP_KEPT_SERVER);
    /* The seats' commitments contain the server's: they break, too. */
    expect_broken(&story, DEAL_STEP_SHARE);
}

Test(deal_attack, a_server_that_drops_a_contribution_changes_the_list)
{
    Story story = honest_story();

    memset(&story.proof.deal.shares[0], 0, sizeof(DealShare));
    make_consistent(&story);
    expect_broken(&story, DEAL_STEP_KEPT_LIST);
    expect_broken(&story, DEAL_STEP_KEPT_OWN);
    /* The other client finds it out as well. */
    story.kept.seat = 2;
    memset(story.kept.bytes, 0xf0, SEED_BYTES);
    expect_broken(&story, DEAL_STEP_KEPT_LIST);
}

Test(deal_attack, a_server_that_calls_acknowledged_bytes_missing_is_found_out)
{
    Story story = honest_story();

    story.proof.deal.shares[0].stage = SHARE_COMMITTED;
    make_consistent(&story);
    expect_broken(&story, DEAL_STEP_KEPT_OWN);
}

Test(deal_attack, a_server_that_calls_bytes_late_leaves_the_client_unproved)
{
    Story story = honest_story();
    DealCheck check;

    story.kept.is_acknowledged = 0;
    story.proof.deal.shares[0].stage = SHARE_COMMITTED;
    make_consistent(&story);
    deal_check(&check, &story.proof, story.seed, &story.kept);
    cr_expect_eq(deal_verdict(&check), DEAL_LEFT_OUT);
}

Test(deal_attack, a_server_that_replaces_a_contribution_breaks_its_commitment)
{
    Story story = honest_story();

    story.proof.deal.shares[0].bytes[5] ^= 1;
    make_consistent(&story);
    expect_broken(&story, DEAL_STEP_SHARE);
    expect_broken(&story, DEAL_STEP_KEPT_OWN);
}

Test(deal_attack, a_server_that_replays_the_bytes_of_another_table_is_found_out)
{
    Story story = honest_story();
    Deal other;

    deal_open(&other, "ANOTHERONE", story.proof.secret);
    commit(&other, 0, 0x0f);
    memcpy(story.proof.deal.shares[0].commitment, other.shares[0].commitment, SEED_BYTES);
    expect_broken(&story,
                  DEAL_STEP_SHARE); /* the same bytes have another commitment there */
    expect_broken(&story, DEAL_STEP_KEPT_LIST);
}

Test(deal_attack, a_server_that_replays_a_whole_deal_names_another_table)
{
    Story story = honest_story(), later = honest_story();

    deal_open(&later.kept.deal, "LATERTABLE", story.proof.secret);
    later.proof = story.proof;
    expect_broken(&later, DEAL_STEP_KEPT_SERVER);
}

Test(deal_attack, a_server_that_swaps_seats_breaks_their_commitments)
{
    Story story = honest_story();
    DealShare *shares = story.proof.deal.shares, first = shares[0];

    shares[0] = shares[2];
    shares[2] = first;
    make_consistent(&story);
    expect_broken(&story, DEAL_STEP_SHARE);
    expect_broken(&story, DEAL_STEP_KEPT_LIST);
    expect_broken(&story, DEAL_STEP_KEPT_OWN);
}

Test(deal_attack, a_server_that_plays_another_seed_is_found_out)
{
    Story story = honest_story();

    story.seed[31] ^= 1;
    expect_broken(&story, DEAL_STEP_SEED);
}

/* ------------------------------------------------------------------------- */
/* Attackers: a client                                                       */
/* ------------------------------------------------------------------------- */

Test(deal_attack, a_client_cannot_reveal_other_bytes_than_it_committed_to)
{
    Deal deal = honest_story().kept.deal, before = deal;

    cr_expect_not(reveal(&deal, 0, 0x0e));
    cr_expect_not(reveal(&deal, 1, 0x0f), "a seat that has not committed");
    cr_expect_eq(memcmp(&deal, &before, sizeof deal), 0);
    cr_expect_eq(deal_missing(&deal), seat_bit(0) | seat_bit(2));
}

Test(deal_attack, a_client_that_copies_a_commitment_cannot_reveal_it_at_its_seat)
{
    Deal deal = honest_story().kept.deal;

    memcpy(deal.shares[2].commitment, deal.shares[0].commitment, SEED_BYTES);
    cr_expect(reveal(&deal, 0, 0x0f));
    cr_expect_not(reveal(&deal, 2, 0x0f));
}

Test(deal_attack, a_client_that_never_reveals_stands_in_the_proof_and_breaks_nothing)
{
    Story story = honest_story();
    DealCheck check;
    int is_named = 0;

    story.proof.deal.shares[2].stage = SHARE_COMMITTED;
    memset(story.proof.deal.shares[2].bytes, 0, SEED_BYTES);
    make_consistent(&story);
    deal_check(&check, &story.proof, story.seed, &story.kept);
    cr_expect_eq(deal_verdict(&check), DEAL_PROVED);
    for (int i = 0; i < check.count; i++)
        is_named |= check.steps[i].kind == DEAL_STEP_MISSING && check.steps[i].seat == 2;
    cr_expect(is_named);
}

/* ------------------------------------------------------------------------- */
/* In saves                                                                  */
/* ------------------------------------------------------------------------- */

static const char *read_lines(const char *text, DealProof *proof)
{
    TextPiece rest = { text, strlen(text) };
    const char *wrong = NULL;

    memset(proof, 0, sizeof *proof);
    while (rest.length > 0 && wrong == NULL) {
        size_t length =
            (size_t)((const char *)memchr(rest.bytes, '\n', rest.length) - rest.bytes);
        TextPiece line = { rest.bytes + 5, length - 5 }; /* after "deal " */
        rest.bytes += length + 1;
        rest.length -= length + 1;
        wrong = deal_read_line(line, 3, proof);
    }
    return wrong;
}

Test(deal, lines_of_a_save_are_read_as_they_were_written)
{
    Story story = honest_story();
    Text text = { 0 };
    DealProof again;

    story.proof.deal.shares[2].stage = SHARE_COMMITTED;
    memset(story.proof.deal.shares[2].bytes, 0, SEED_BYTES);
    deal_write_lines(&text, &story.proof, 3);
    cr_expect_null(read_lines(text.bytes, &again));
    cr_expect_eq(memcmp(&again, &story.proof, sizeof again), 0);
    cr_expect(deal_is_complete(&again));
    text_free(&text);
}

#define D "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

Test(deal, lines_that_are_not_in_order_are_refused)
{
    static const char *const WRONG[] = {
        "deal server " D " " D "\n",
        "deal seat 0 " D " " D "\n",
        "deal table A\ndeal table A\n",
        "deal table A B\n",
        "deal table A\ndeal server " D "\n",
        "deal table A\ndeal server " D " " D " \n",
        "deal table A\ndeal server " D " " D "\ndeal server " D " " D "\n",
        "deal table A\ndeal server " D " " D "\ndeal seat 3 " D " " D "\n",
        "deal table A\ndeal server " D " " D "\ndeal seat 0 " D " none\n",
        "deal table A\ndeal server " D " " D "\ndeal seat 0 " D "\n",
        "deal table A\ndeal server " D " " D "\ndeal seat 1 " D " missing\ndeal seat 0 " D
        " missing\n",
        "deal table A\ndeal server " D " " D "\ndeal seat 1 " D " missing\ndeal seat 1 " D
        " missing\n",
        "deal \n",
    };
    DealProof proof;

    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        cr_expect_not_null(read_lines(WRONG[i], &proof), "%s", WRONG[i]);
}
