/* deal.c: setting up (chapter 2). */
#include "games/station_master/sm.h"

#include <assert.h>
#include <string.h>

enum {
    GREEN_STRIPE_FROM = 4, /* players */
    ALL_LOCOMOTIVES_FROM = 5,
};

const char *sm_refuse(const Setup *setup)
{
    return setup->options[SM_OPTION_FIRST] > setup->seats ? "first" : NULL;
}

/* SM-2.1: fewer than four play without the green stripe, four without the 8. */
int sm_locomotives_in_play(int kind, int seats)
{
    const SmLocomotiveData *locomotive = &SM_LOCOMOTIVE_TABLE[kind];

    if (seats < ALL_LOCOMOTIVES_FROM && locomotive->number == SM_LARGEST)
        return 0;
    return locomotive->plain + (seats < GREEN_STRIPE_FROM ? 0 : locomotive->green);
}

static void shuffle_locomotives(SmState *sm, Stream *stream)
{
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++) {
        for (int i = sm_locomotives_in_play(kind, sm->seats); i > 0; i--)
            sm->pile[sm->pile_count++] = (uint8_t)kind;
    }
    stream_shuffle(stream, sm->pile, sm->pile_count);
}

/* Of each kind a block is written, and over what exceeds its copies the next kind. */
static void shuffle_cards(SmState *sm, Stream *stream)
{
    enum { BLOCK = 8 };
    uint8_t cards[SM_CARDS + BLOCK];
    int count = 0;

    for (int card = 0; card < SM_CARD_KINDS; card++) {
        assert(SM_CARD_TABLE[card].copies <= BLOCK);
        memset(cards + count, card, BLOCK);
        count += SM_CARD_TABLE[card].copies;
    }
    stream_shuffle(stream, cards, count);
    memcpy(sm->deck, cards, sizeof sm->deck);
    sm->deck_count = (uint8_t)count;
}

/* SM-2.4. Chance is asked even where the option decides, so that the cards are
 * the same either way. */
static int first_player(const Setup *setup, Stream *stream)
{
    int chosen = (int)stream_below(stream, (uint32_t)setup->seats);
    int option = setup->options[SM_OPTION_FIRST];

    return option == 0 ? chosen : option - 1;
}

static void deal_player(SmState *sm, int seat)
{
    SmPlayer *player = &sm->players[seat];

    for (int i = 0; i < SM_HAND; i++)
        sm_draw(sm, seat, NULL);
    player->home_count = SM_TOKENS;
    memcpy(player->home, SM_TOKEN_TABLE, sizeof player->home);
}

/* Nothing is shuffled later, so the key is needed only here. */
void sm_setup(void *state, const Setup *setup)
{
    SmState *sm = state;
    Stream stream;

    memset(sm, 0, sizeof *sm);
    stream_open(&stream, setup->seed, 1);
    sm->seats = (uint8_t)setup->seats;
    sm->turn = (uint8_t)first_player(setup, &stream);
    shuffle_locomotives(sm, &stream);
    shuffle_cards(sm, &stream);
    for (int train = 0; train < sm->seats; train++)
        sm_arrive(sm, train, NULL);
    sm_keep_room(sm);
    for (int seat = 0; seat < sm->seats; seat++)
        deal_player(sm, seat);
}
