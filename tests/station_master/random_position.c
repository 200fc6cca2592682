/* random_position.c: positions for the proofs. */
#include "random_position.h"

#include <stdlib.h>
#include <string.h>

int proof_rounds(int rounds)
{
    const char *times = getenv("ROUNDHOUSE_PROOFS");

    return times == NULL ? rounds : rounds * atoi(times);
}

static int roll(Rng *rng, int bound)
{
    return (int)rng_below(rng, (uint32_t)bound);
}

/* ------------------------------------------------------------------------- */
/* From a game                                                               */
/* ------------------------------------------------------------------------- */

static void deal_game(SmState *sm, Rng *rng)
{
    Setup setup;

    game_default_setup(&STATION_MASTER, 2 + roll(rng, 5), &setup);
    rng_fill(rng, setup.seed, SEED_BYTES);
    STATION_MASTER.setup(sm, &setup);
}

SmState random_play_position(Rng *rng)
{
    Action actions[ACTIONS_MAX];
    SmState sm, found;

    deal_game(&sm, rng);
    found = sm;
    for (int decisions = roll(rng, 160); decisions > 0 && sm.stage != SM_OVER;
         decisions--) {
        int count = STATION_MASTER.list(&sm, sm.turn, actions);
        STATION_MASTER.apply(&sm, sm.turn, actions[roll(rng, count)], NULL);
        if (sm.stage == SM_TURN)
            found = sm;
    }
    return found;
}

/* ------------------------------------------------------------------------- */
/* Constructed                                                               */
/* ------------------------------------------------------------------------- */

/* Cards not yet dealt. */
typedef struct Box {
    int count;
    uint8_t cards[SM_CARDS];
} Box;

static void open_box(Box *box, Rng *rng)
{
    box->count = 0;
    for (int card = 0; card < SM_RUSH_HOUR; card++) {
        for (int i = 0; i < SM_CARD_TABLE[card].copies; i++)
            box->cards[box->count++] = (uint8_t)card;
    }
    rng_shuffle(rng, box->cards, box->count);
}

/* The first card of the box from `least` to `most`; -1: there is none. */
static int take_between(Box *box, int least, int most)
{
    for (int i = 0; i < box->count; i++) {
        int card = box->cards[i];
        if (card < least || card > most)
            continue;
        box->count--;
        memmove(box->cards + i, box->cards + i + 1, (size_t)(box->count - i));
        return card;
    }
    return -1;
}

static void deal_locomotives(SmState *sm, int places, Rng *rng)
{
    uint8_t all[SM_LOCOMOTIVES];
    int count = 0, is_late = roll(rng, 3) > 0;

    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++) {
        for (int i = sm_locomotives_in_play(kind, sm->seats); i > 0; i--)
            all[count++] = (uint8_t)kind;
    }
    rng_shuffle(rng, all, count);
    sm->station_count = (uint8_t)(is_late ? 1 + roll(rng, places) : places);
    for (int t = 0; t < sm->station_count; t++)
        sm->station[t].locomotive = all[--count];
    for (int left = is_late ? 0 : roll(rng, 3); left > 0 && count > 0; left--)
        sm->pile[sm->pile_count++] = all[--count];
    while (count > 0)
        sm->gone[sm->gone_count++] = all[--count];
}

/* Most trains lack one carriage. */
static void deal_train(SmState *sm, Box *box, int t, Rng *rng)
{
    SmTrain *train = &sm->station[t];
    int most = sm_locomotive(train)->number - 1;
    int carriages = roll(rng, 3) > 0 ? most : roll(rng, most + 1);

    while (train->carriage_count < carriages)
        train->carriages[train->carriage_count++] =
            (uint8_t)take_between(box, 0, SM_CARRIAGE_KINDS - 1);
    if (roll(rng, 4) == 0 && take_between(box, SM_ROYAL, SM_ROYAL) >= 0)
        train->royals++;
    if (roll(rng, 4) == 0 && take_between(box, SM_STANDING, SM_STANDING) >= 0)
        train->standings++;
}

static void deal_tokens(SmState *sm, Rng *rng)
{
    int crowd = roll(rng, 4);

    for (int seat = 0; seat < sm->seats; seat++) {
        uint8_t values[SM_TOKENS] = { 1, 1, 1, 2, 2, 3 };
        rng_shuffle(rng, values, SM_TOKENS);
        for (int i = 0; i < SM_TOKENS; i++) {
            SmTrain *train = &sm->station[roll(rng, sm->station_count)];
            if (roll(rng, 4) <= crowd && sm_room(train) > 0) {
                train->tokens[train->token_count++] = (SmToken){ (uint8_t)seat, values[i] };
                continue;
            }
            sm->players[seat].home[values[i] - 1]++;
            sm->players[seat].home_count++;
        }
    }
    sm_keep_room(sm);
}

static void deal_hand(SmState *sm, Box *box, int seat, int has_deck, Rng *rng)
{
    SmPlayer *player = &sm->players[seat];
    int cards = has_deck ? SM_HAND : roll(rng, SM_HAND + 1) * roll(rng, 2);

    while (player->hand_count < cards) {
        int card = roll(rng, 3) > 0 ? take_between(box, SM_CABOOSE, SM_UNCOUPLE_2) : -1;
        if (card < 0)
            card = take_between(box, 0, SM_UNCOUPLE_2);
        player->hand[player->hand_count++] = (uint8_t)card;
    }
    sm_sort_hand(player);
}

static void put_rush_hour(uint8_t *pile, uint8_t *count, Rng *rng)
{
    int at = roll(rng, 2) == 0 ? *count : roll(rng, *count + 1);

    memmove(pile + at + 1, pile + at, (size_t)(*count - at));
    pile[at] = SM_RUSH_HOUR;
    ++*count;
}

static void deal_piles(SmState *sm, Box *box, int has_deck, int rush_is_past, Rng *rng)
{
    int cards = has_deck ? rush_is_past + roll(rng, roll(rng, 2) ? 3 : 20) : 0;

    while (cards > 0 && box->count > 0) {
        sm->deck[sm->deck_count++] = box->cards[--box->count];
        cards--;
    }
    while (box->count > 0)
        sm->discard[sm->discard_count++] = box->cards[--box->count];
    if (rush_is_past)
        put_rush_hour(sm->discard, &sm->discard_count, rng);
    else
        put_rush_hour(sm->deck, &sm->deck_count, rng);
}

/* Some player must be able to move; it is the turn of one who can. */
static int give_turn(SmState *sm, Rng *rng)
{
    int seat = roll(rng, sm->seats);

    for (int i = 0; i < sm->seats; i++, seat = seat_left_of(seat, sm->seats)) {
        if (sm_can_move(sm, seat)) {
            sm->turn = (uint8_t)seat;
            return 1;
        }
    }
    return 0;
}

static void deal_scores(SmState *sm, Rng *rng)
{
    for (int seat = 0; seat < sm->seats && sm->gone_count > 0; seat++) {
        sm->players[seat].best = (int16_t)roll(rng, 40);
        sm->players[seat].score = (int16_t)(sm->players[seat].best - roll(rng, 60));
    }
}

SmState tight_position(Rng *rng)
{
    SmState sm;
    Box box;

    do {
        int has_deck = roll(rng, 3) > 0;
        int rush_is_past = !has_deck || roll(rng, 2);
        sm = (SmState){ .seats = (uint8_t)(2 + roll(rng, 5)) };
        open_box(&box, rng);
        deal_locomotives(&sm, sm.seats + rush_is_past, rng);
        for (int t = 0; t < sm.station_count; t++)
            deal_train(&sm, &box, t, rng);
        deal_tokens(&sm, rng);
        deal_scores(&sm, rng);
        for (int seat = 0; seat < sm.seats; seat++)
            deal_hand(&sm, &box, seat, has_deck, rng);
        deal_piles(&sm, &box, has_deck, rush_is_past, rng);
    } while (!give_turn(&sm, rng));
    return sm;
}
