/* whole_auctions.c: whole random auctions of all six kinds. After every decision the
 * naive referee computes, from the beginning and the log, who is asked, what each may
 * answer, and who has what. */
#include "naive_auction.h"
#include "position.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { AUCTIONS = 400 };

/* ------------------------------------------------------------------------- */
/* Comparing                                                                 */
/* ------------------------------------------------------------------------- */

static void compare_answers(const NTable *naive, const TtState *tt, int seat)
{
    Action actions[ACTIONS_MAX];
    int count = TAKE_A_TRAIN.list(tt, seat, actions);

    cr_assert_eq(count, naive->is_asked[seat] ? naive->answer_count[seat] : 0,
                 "seat %d has %d answers, not %d", seat, count, naive->answer_count[seat]);
    cr_assert_eq(memcmp(actions, naive->answers[seat], (size_t)count * sizeof(Action)), 0,
                 "seat %d has other answers", seat);
}

/* In the rotating auction what is kept lies face down until all are turned up. */
static void compare_player(const NTable *naive, const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    int owned = player->locomotive_count + player->kept_count;

    cr_assert_eq(player->money, naive->money[seat], "seat %d has $%d, not $%d", seat,
                 player->money, naive->money[seat]);
    cr_assert_eq(owned, naive->owned_count[seat], "seat %d", seat);
    for (int i = 0; i < player->kept_count; i++)
        cr_assert_eq(player->kept[i], naive->owned[seat][i]);
    for (int i = 0; i < player->locomotive_count; i++) {
        cr_assert_eq(player->locomotives[i].card, naive->owned[seat][i]);
        cr_assert_eq(player->locomotives[i].is_face_down, naive->is_down[seat][i]);
    }
}

static void compare_order(const NTable *naive, const TtState *tt)
{
    for (int place = 0; place < tt->seats; place++)
        cr_assert_eq(tt->players[naive->order[place]].token, place + 1);
    cr_assert_eq(tt->turn, naive->order[0]);
}

static void compare(const NStory *story, const TtState *tt, const char *auction)
{
    static NTable naive;

    ntable_play(&naive, story, auction);
    cr_assert_null(naive.fault, "%s: %s", auction, naive.fault);
    cr_assert_eq(naive.is_over, tt_stage(tt) != TT_STAGE_AUCTION);
    for (int seat = 0; seat < tt->seats; seat++)
        compare_player(&naive, tt, seat);
    if (naive.is_over) {
        compare_order(&naive, tt);
        return;
    }
    for (int seat = 0; seat < tt->seats; seat++) {
        cr_assert_eq(seats_have(waiting_seats(tt), seat), naive.is_asked[seat],
                     "%s: is seat %d asked?", auction, seat);
        compare_answers(&naive, tt, seat);
    }
    cr_assert_eq(tt->aside_count, naive.aside_count);
    cr_assert_eq(tt->pile_count, naive.pile_count);
}

/* ------------------------------------------------------------------------- */
/* Playing                                                                   */
/* ------------------------------------------------------------------------- */

/* Some are rich, some poor, some have nothing. */
static int random_money(Rng *rng)
{
    static const int MOST[] = { 0, 300, 1000, 2500, 5000 };

    return 50 * (int)rng_below(rng, (uint32_t)(MOST[rng_below(rng, 5)] / 50 + 1));
}

static TtState random_auction(int seats, const char *options, const char *auction, Rng *rng)
{
    TtState tt = before_auction(seats, options, auction);
    uint8_t cards[TT_LOCOMOTIVES];

    for (int i = 0; i < TT_LOCOMOTIVES; i++)
        cards[i] = (uint8_t)i;
    rng_shuffle(rng, cards, TT_LOCOMOTIVES);
    memcpy(tt.pile, cards, tt.pile_count);
    rng_fill(rng, tt.key, SEED_BYTES);
    tt.first = (uint8_t)rng_below(rng, (uint32_t)seats);
    for (int seat = 0; seat < seats; seat++)
        give_money(&tt, seat, random_money(rng));
    return tt;
}

static void begin_story(NStory *story, const TtState *tt)
{
    memset(story, 0, sizeof *story);
    story->seats = tt->seats;
    story->first = tt->first;
    story->is_sum = tt->options[TT_OPTION_ROTATING] == TT_ROTATING_SUM;
    for (int seat = 0; seat < tt->seats; seat++)
        story->money[seat] = tt->players[seat].money;
    for (int i = 0; i < tt->pile_count; i++)
        story->pile[i] = tt->pile[tt->pile_count - 1 - i];
}

static void note_drawn(NStory *story, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++)
        story->drawn[story->drawn_count++] = cards[i];
}

/* The events of the start. */
static void note_beginning(NStory *story, const TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        for (int i = 0; i < tt->players[seat].hand_count; i++)
            story->hands[seat][i] = tt->players[seat].hand[i];
    }
    note_drawn(story, tt->drawn, tt->drawn_count);
}

static void note_events(NStory *story, const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        const Event *event = &events->items[i];
        if (event->kind == TT_EVENT_DREW)
            note_drawn(story, event->list, event->list_count);
    }
}

/* Often one of the lowest bids, so that bids are equal and lots last; often out. */
static Action random_answer(const Action *actions, int count, Rng *rng)
{
    int last = action_kind(actions[count - 1]);
    int leaves = last == TT_PASS || last == TT_HOLD;
    int bids = count - leaves;

    if (leaves && (bids == 0 || rng_below(rng, 5) < 2))
        return actions[count - 1];
    if (bids > 4 && rng_below(rng, 3) > 0)
        bids = 4;
    return actions[rng_below(rng, (uint32_t)bids)];
}

static void step(NStory *story, TtState *tt, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    Events events = { 0 };
    int seat;

    do
        seat = (int)rng_below(rng, tt->seats);
    while (!seats_have(waiting_seats(tt), seat));
    int count = TAKE_A_TRAIN.list(tt, seat, actions);
    cr_assert_gt(count, 0);
    Action answer = random_answer(actions, count, rng);
    TAKE_A_TRAIN.apply(tt, seat, answer, &events);
    cr_assert_lt(story->log_count, NA_DECISIONS);
    story->log[story->log_count++] = (NDecision){ seat, answer };
    note_events(story, &events);
}

static int auctions_to_play(void)
{
    const char *percent = getenv("ROUNDHOUSE_PROOF");

    return percent == NULL ? AUCTIONS : 1 + AUCTIONS * atoi(percent) / 100;
}

static void compare_auctions(const char *options, const char *auction, uint64_t seed)
{
    static NStory story;
    Rng rng;

    rng_seed(&rng, seed);
    for (int n = auctions_to_play(); n > 0; n--) {
        for (int seats = 2; seats <= TT_SEATS; seats++) {
            TtState tt = random_auction(seats, options, auction, &rng);
            begin_story(&story, &tt);
            begin_lot(&tt, tt.first);
            note_beginning(&story, &tt);
            compare(&story, &tt, auction);
            while (tt_stage(&tt) == TT_STAGE_AUCTION) {
                step(&story, &tt, &rng);
                compare(&story, &tt, auction);
            }
        }
    }
}

Test(whole_auctions, TT_4_10_passed)
{
    compare_auctions("", "passed", 10);
}

Test(whole_auctions, TT_4_11_blind)
{
    compare_auctions("", "blind", 11);
}

Test(whole_auctions, TT_4_12_double_blind)
{
    compare_auctions("", "double-blind", 12);
}

Test(whole_auctions, TT_4_13_pre_empted)
{
    compare_auctions("", "pre-empted", 13);
}

Test(whole_auctions, TT_4_14_open)
{
    compare_auctions("", "open", 14);
}

Test(whole_auctions, TT_4_15_rotating)
{
    compare_auctions("", "rotating", 15);
}

Test(whole_auctions, TT_4_15_rotating_for_the_sum)
{
    compare_auctions("rotating=sum", "rotating", 16);
}
