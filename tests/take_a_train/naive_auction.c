/* naive_auction.c: see naive_auction.h. */
#include "naive_auction.h"

#include "games/take_a_train/tt.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* The locomotives, from the rules page                                      */
/* ------------------------------------------------------------------------- */

typedef struct NLocomotive {
    const char *name;
    int multiplier, power, speed;
} NLocomotive;

static const NLocomotive LOCOMOTIVES[] = {
    { "S1", 1, 100, 70 },  { "S2", 1, 100, 85 },  { "S3", 1, 200, 110 },
    { "S4", 2, 200, 60 },  { "S5", 2, 300, 100 }, { "S6", 3, 400, 90 },
    { "S7", 4, 800, 165 }, { "D1", 1, 100, 45 },  { "D2", 1, 200, 150 },
    { "D3", 2, 300, 120 }, { "D4", 2, 400, 105 }, { "D5", 3, 500, 160 },
    { "D6", 4, 900, 130 }, { "E1", 2, 300, 194 }, { "E2", 2, 400, 125 },
    { "E3", 3, 500, 170 }, { "E4", 3, 600, 145 }, { "E5", 4, 700, 220 },
};

static const NLocomotive *locomotive(int card)
{
    for (size_t i = 0; i < sizeof LOCOMOTIVES / sizeof LOCOMOTIVES[0]; i++) {
        if (strcmp(LOCOMOTIVES[i].name, TT_LOCOMOTIVE_NAMES.items[card]) == 0)
            return &LOCOMOTIVES[i];
    }
    abort();
}

static int power(int card)
{
    return locomotive(card)->power;
}

/* ------------------------------------------------------------------------- */
/* Decisions                                                                 */
/* ------------------------------------------------------------------------- */

static void offer(NTable *table, int seat, int kind, int value)
{
    table->answers[seat][table->answer_count[seat]++] = action_make(kind, value, 0);
}

static void offer_bids(NTable *table, int seat, int from)
{
    for (int amount = from; amount <= table->money[seat]; amount += 50)
        offer(table, seat, TT_BID, amount / 50);
}

static void offer_cards(NTable *table, int seat, int kind, const int *cards, int count)
{
    for (int i = 0; i < count; i++)
        offer(table, seat, kind, cards[i]);
}

/* The seat's decision from the log; if there is none, the seat is asked. */
static int has_answered(NTable *table, int seat, Action *answer)
{
    for (int i = 0; i < table->story->log_count; i++) {
        if (table->is_read[i] || table->story->log[i].seat != seat)
            continue;
        table->is_read[i] = 1;
        table->answer_count[seat] = 0;
        *answer = table->story->log[i].action;
        return 1;
    }
    table->is_asked[seat] = 1;
    return 0;
}

static void stop(NTable *table)
{
    longjmp(table->stop, 1);
}

static Action ask(NTable *table, int seat)
{
    Action answer = 0;

    if (!has_answered(table, seat, &answer))
        stop(table);
    return answer;
}

static int bid_of(Action answer)
{
    return 50 * action_a(answer);
}

/* ------------------------------------------------------------------------- */
/* The table                                                                 */
/* ------------------------------------------------------------------------- */

static int is_in(const NTable *table, int seat)
{
    return table->owned_count[seat] < 3;
}

static int count_in(const NTable *table)
{
    int count = 0;

    for (int seat = 0; seat < table->story->seats; seat++)
        count += is_in(table, seat);
    return count;
}

/* The seat to the left that is still in; the same one if no other is. */
static int next_in(const NTable *table, int seat)
{
    do
        seat = (seat + 1) % table->story->seats;
    while (!is_in(table, seat));
    return seat;
}

static void take_out(NTable *table, int *cards, int *count, int card)
{
    for (int i = 0; i < *count; i++) {
        if (cards[i] != card)
            continue;
        for (; i + 1 < *count; i++)
            cards[i] = cards[i + 1];
        (*count)--;
        return;
    }
    table->fault = "a locomotive that is not there";
    stop(table);
}

static void give(NTable *table, int seat, int card, int is_down)
{
    int place = table->owned_count[seat]++;

    table->owned[seat][place] = card;
    table->is_down[seat][place] = is_down;
}

static void set_aside(NTable *table, const int *cards, int count)
{
    for (int i = 0; i < count; i++)
        table->aside[table->aside_count++] = cards[i];
}

/* TT-4.6. Drawn locomotives come from the story; a pile that is not shuffled again is
 * known. */
static int draw(NTable *table, int wanted, int *drawn)
{
    int count = 0;

    while (count < wanted && table->pile_count + table->aside_count > 0) {
        if (table->pile_count == 0) {
            memcpy(table->pile, table->aside, sizeof table->aside);
            table->pile_count = table->aside_count;
            table->aside_count = 0;
            table->is_shuffled = 1;
        }
        if (table->draws == table->story->drawn_count) {
            table->fault = "too few locomotives were drawn";
            stop(table);
        }
        int card = table->story->drawn[table->draws++];
        if (!table->is_shuffled && card != table->pile[0]) {
            table->fault = "not the top of the pile";
            stop(table);
        }
        take_out(table, table->pile, &table->pile_count, card);
        drawn[count++] = card;
    }
    return count;
}

static int can_pay_one(const NTable *table, int seat, const int *cards, int count)
{
    for (int i = 0; i < count; i++) {
        if (power(cards[i]) <= table->money[seat])
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* Who gets a lot, and for what: TT-4.10 to TT-4.12, TT-4.14                 */
/* ------------------------------------------------------------------------- */

typedef struct NSale {
    int seat, price;
} NSale;

static NSale sell_passed(NTable *table, int starter, int card)
{
    int is_out[NA_SEATS] = { 0 }, left = count_in(table), seat = starter;
    NSale sale = { starter, 0 };

    offer_bids(table, starter, power(card));
    sale.price = bid_of(ask(table, starter));
    while (left > 1) {
        seat = next_in(table, seat);
        if (seat == sale.seat || is_out[seat])
            continue;
        offer_bids(table, seat, sale.price + 50);
        offer(table, seat, TT_PASS, 0);
        Action answer = ask(table, seat);
        if (action_kind(answer) == TT_PASS) {
            is_out[seat] = 1;
            left--;
        } else {
            sale = (NSale){ seat, bid_of(answer) };
        }
    }
    return sale;
}

static NSale sell_open(NTable *table, int starter, int card)
{
    int seat = starter;
    NSale sale = { starter, 0 };

    offer_bids(table, starter, power(card));
    sale.price = bid_of(ask(table, starter));
    while ((seat = next_in(table, seat)) != sale.seat) {
        offer_bids(table, seat, sale.price + 50);
        offer(table, seat, TT_HOLD, 0);
        Action answer = ask(table, seat);
        if (action_kind(answer) != TT_HOLD)
            sale = (NSale){ seat, bid_of(answer) };
    }
    return sale;
}

/* All secret bids at once, each on top of the earlier bid. */
static void ask_for_bids(NTable *table, int bids[NA_SEATS], int starter, int least)
{
    int is_waiting = 0;

    for (int seat = 0; seat < table->story->seats; seat++) {
        Action answer = 0;
        if (!is_in(table, seat))
            continue;
        table->money[seat] -= bids[seat];
        offer_bids(table, seat, seat == starter ? least : 0);
        table->money[seat] += bids[seat];
        if (has_answered(table, seat, &answer))
            bids[seat] += bid_of(answer);
        else
            is_waiting = 1;
    }
    if (is_waiting)
        stop(table);
}

/* TT-4.5: the highest bidder among those who may. */
static int highest(NTable *table, int starter, const int *bids, const int *may)
{
    int most = -1, equal = 0, winner = 0;

    for (int seat = 0; seat < table->story->seats; seat++) {
        if (may[seat] && bids[seat] > most)
            most = bids[seat];
    }
    for (int seat = 0; seat < table->story->seats; seat++) {
        if (!may[seat] || bids[seat] != most)
            continue;
        equal++;
        winner = seat;
        offer(table, starter, TT_CHOOSE, seat);
    }
    if (equal == 1) {
        table->answer_count[starter] = 0;
        return winner;
    }
    return action_a(ask(table, starter));
}

static NSale sell_blind(NTable *table, int starter, int card, int rounds)
{
    int bids[NA_SEATS] = { 0 }, may[NA_SEATS] = { 0 };

    ask_for_bids(table, bids, starter, power(card));
    for (int round = 1; round < rounds; round++)
        ask_for_bids(table, bids, starter, 0);
    for (int seat = 0; seat < table->story->seats; seat++)
        may[seat] = is_in(table, seat);
    int winner = highest(table, starter, bids, may);
    return (NSale){ winner, bids[winner] };
}

/* ------------------------------------------------------------------------- */
/* Lot after lot: TT-4.1 to TT-4.7                                           */
/* ------------------------------------------------------------------------- */

/* TT-4.2, TT-4.3: what a player names he can pay for. */
static int name_one(NTable *table, int seat, const int *drawn, int count)
{
    for (int i = 0; i < count; i++) {
        if (power(drawn[i]) <= table->money[seat])
            offer(table, seat, TT_NAME, drawn[i]);
    }
    return action_a(ask(table, seat));
}

static NSale sell(NTable *table, const char *auction, int starter, int card)
{
    if (strcmp(auction, "passed") == 0)
        return sell_passed(table, starter, card);
    if (strcmp(auction, "open") == 0)
        return sell_open(table, starter, card);
    return sell_blind(table, starter, card, strcmp(auction, "blind") == 0 ? 1 : 2);
}

static int can_anybody_pay(const NTable *table, const int *drawn, int count)
{
    for (int seat = 0; seat < table->story->seats; seat++) {
        if (is_in(table, seat) && can_pay_one(table, seat, drawn, count))
            return 1;
    }
    return 0;
}

/* Returns who started the lot. */
static int play_lot(NTable *table, const char *auction, int due)
{
    int is_open = strcmp(auction, "open") == 0;
    int drawn[3], count = draw(table, is_open ? 1 : 3, drawn), card;
    int starter = due;

    if (!can_anybody_pay(table, drawn, count)) { /* TT-4.7 */
        offer_cards(table, due, TT_TAKE, drawn, count);
        card = action_a(ask(table, due));
        give(table, due, card, 1);
    } else {
        while (!can_pay_one(table, starter, drawn, count))
            starter = next_in(table, starter);
        int is_alone = count_in(table) == 1;
        card = is_open && !is_alone ? drawn[0] : name_one(table, starter, drawn, count);
        NSale sale = { starter, power(card) };
        if (!is_alone)
            sale = sell(table, auction, starter, card);
        table->money[sale.seat] -= sale.price;
        give(table, sale.seat, card, 0);
    }
    take_out(table, drawn, &count, card);
    set_aside(table, drawn, count);
    return starter;
}

static void play_lots(NTable *table, const char *auction)
{
    int starter = play_lot(table, auction, table->story->first);

    while (count_in(table) > 0)
        starter = play_lot(table, auction, next_in(table, starter));
}

/* ------------------------------------------------------------------------- */
/* TT-4.13: pre-empted                                                       */
/* ------------------------------------------------------------------------- */

static void play_pre_empted(NTable *table)
{
    int seats = table->story->seats;

    for (int part = 0; part < 3; part++) {
        int starter = (table->story->first + part) % seats;
        int laid_out[NA_SEATS], left = seats;
        int bids[NA_SEATS] = { 0 }, may[NA_SEATS];
        for (int i = 0; i < seats; i++) {
            laid_out[i] = table->pile[0];
            take_out(table, table->pile, &table->pile_count, laid_out[i]);
            may[i] = 1;
        }
        ask_for_bids(table, bids, starter, 0);
        while (left > 0) {
            int seat = highest(table, starter, bids, may);
            offer_cards(table, seat, TT_TAKE, laid_out, left);
            int card = action_a(ask(table, seat));
            take_out(table, laid_out, &left, card);
            table->money[seat] -= bids[seat];
            give(table, seat, card, 0);
            may[seat] = 0;
        }
    }
}

/* ------------------------------------------------------------------------- */
/* TT-4.15: rotating                                                         */
/* ------------------------------------------------------------------------- */

static void keep_one_each(NTable *table, int hands[NA_SEATS][3], int size)
{
    int is_waiting = 0;

    for (int seat = 0; seat < table->story->seats; seat++) {
        Action answer = 0;
        int count = size;
        offer_cards(table, seat, TT_KEEP, hands[seat], size);
        if (!has_answered(table, seat, &answer)) {
            is_waiting = 1;
            continue;
        }
        take_out(table, hands[seat], &count, action_a(answer));
        give(table, seat, action_a(answer), 0);
    }
    if (is_waiting)
        stop(table);
}

static void hand_to_the_left(const NTable *table, int hands[NA_SEATS][3])
{
    int before[NA_SEATS][3], seats = table->story->seats;

    memcpy(before, hands, sizeof before);
    for (int seat = 0; seat < seats; seat++)
        memcpy(hands[(seat + 1) % seats], before[seat], sizeof before[seat]);
}

static int price_of_three(const NTable *table, int seat)
{
    int powers = 0, multiplier = 0;

    for (int i = 0; i < 3; i++) {
        const NLocomotive *own = locomotive(table->owned[seat][i]);
        if (table->is_down[seat][i])
            continue;
        powers += own->power;
        if (own->multiplier > multiplier)
            multiplier = own->multiplier;
    }
    return table->story->is_sum ? powers : powers * multiplier;
}

/* Turns locomotives down until the rest can be paid; 0: that needs a decision. */
static int has_paid(NTable *table, int seat)
{
    while (price_of_three(table, seat) > table->money[seat]) {
        Action answer = 0;
        for (int i = 0; i < 3; i++) {
            if (!table->is_down[seat][i])
                offer(table, seat, TT_TURN, table->owned[seat][i]);
        }
        if (!has_answered(table, seat, &answer))
            return 0;
        for (int i = 0; i < 3; i++) {
            if (table->owned[seat][i] == action_a(answer))
                table->is_down[seat][i] = 1;
        }
    }
    table->money[seat] -= price_of_three(table, seat);
    return 1;
}

static void play_rotating(NTable *table)
{
    int hands[NA_SEATS][3], is_waiting = 0;

    memcpy(hands, table->story->hands, sizeof hands);
    table->pile_count = 0;
    keep_one_each(table, hands, 3);
    hand_to_the_left(table, hands);
    keep_one_each(table, hands, 2);
    hand_to_the_left(table, hands);
    for (int seat = 0; seat < table->story->seats; seat++)
        give(table, seat, hands[seat][0], 0);
    for (int seat = 0; seat < table->story->seats; seat++)
        is_waiting |= !has_paid(table, seat);
    if (is_waiting)
        stop(table);
}

/* ------------------------------------------------------------------------- */
/* TT-3.1: who couples first                                                 */
/* ------------------------------------------------------------------------- */

static int is_before(const NTable *table, int one, int other)
{
    int powers[2] = { 0 }, fastest[2] = { 0 }, seats = table->story->seats;
    const int who[2] = { one, other };

    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) {
            const NLocomotive *own = locomotive(table->owned[who[k]][i]);
            if (table->is_down[who[k]][i])
                continue;
            powers[k] += own->power;
            if (own->speed > fastest[k])
                fastest[k] = own->speed;
        }
    }
    if (powers[0] != powers[1])
        return powers[0] > powers[1];
    if (fastest[0] != fastest[1])
        return fastest[0] > fastest[1];
    return (one - table->story->first + seats) % seats
           < (other - table->story->first + seats) % seats;
}

static void fix_order(NTable *table)
{
    for (int seat = 0; seat < table->story->seats; seat++) {
        int place = 0;
        for (int other = 0; other < table->story->seats; other++)
            place += other != seat && is_before(table, other, seat);
        table->order[place] = seat;
    }
}

/* ------------------------------------------------------------------------- */
/* The whole auction                                                         */
/* ------------------------------------------------------------------------- */

static int compare_actions(const void *left, const void *right)
{
    Action a = *(const Action *)left, b = *(const Action *)right;

    return (a > b) - (a < b);
}

void ntable_play(NTable *table, const NStory *story, const char *auction)
{
    memset(table, 0, sizeof *table);
    table->story = story;
    memcpy(table->money, story->money, sizeof table->money);
    memcpy(table->pile, story->pile, sizeof table->pile);
    table->pile_count = 3 * story->seats;
    if (setjmp(table->stop) == 0) {
        if (strcmp(auction, "pre-empted") == 0)
            play_pre_empted(table);
        else if (strcmp(auction, "rotating") == 0)
            play_rotating(table);
        else
            play_lots(table, auction);
        fix_order(table);
        table->is_over = 1;
    }
    for (int seat = 0; seat < story->seats; seat++)
        qsort(table->answers[seat], (size_t)table->answer_count[seat], sizeof(Action),
              compare_actions);
}
