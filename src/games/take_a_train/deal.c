/* deal.c: setting up, and what is shuffled for each round (chapter 2). */
#include "games/take_a_train/tt.h"

#include <assert.h>

const char *tt_refuse(const Setup *setup)
{
    return setup->options[TT_OPTION_FIRST] > setup->seats ? "first" : NULL;
}

/* Each shuffle of the game has a stream of its own. */
static Stream next_stream(TtState *tt)
{
    Stream stream;

    stream_open(&stream, tt->key, tt->shuffles++);
    return stream;
}

void tt_shuffle(TtState *tt, uint8_t *cards, int count)
{
    Stream stream = next_stream(tt);

    stream_shuffle(&stream, cards, count);
}

/* ------------------------------------------------------------------------- */
/* The deck, a part at a time                                                */
/* ------------------------------------------------------------------------- */

static void order_block(TtState *tt, Stream *stream)
{
    tt->unordered = (uint8_t)stream_deal_block(stream, tt->deck, tt->unordered);
    tt->deck_block = (uint8_t)stream_next_block(stream);
    if (tt->unordered == 0) {
        tt->deck_stream = 0;
        tt->deck_block = 0;
    }
}

void tt_order_next_cards(TtState *tt)
{
    Stream stream;

    stream_open_at(&stream, tt->key, tt->deck_stream, tt->deck_block);
    order_block(tt, &stream);
}

void tt_order_deck(TtState *tt)
{
    while (tt->unordered > 0)
        tt_order_next_cards(tt);
}

void tt_shuffle_deck_later(TtState *tt)
{
    int stream = tt->shuffles++;

    if (tt->deck_count < 2)
        return;
    tt->unordered = tt->deck_count;
    tt->deck_stream = (uint16_t)stream;
    tt->deck_block = 0;
}

static void count_up(uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++)
        cards[i] = (uint8_t)i;
}

/* ------------------------------------------------------------------------- */
/* The game                                                                  */
/* ------------------------------------------------------------------------- */

/* TT-2.4. Chance is asked even where the option decides, so that the cards are
 * the same either way. */
static int first_starter(const TtState *tt, Stream *stream)
{
    int chosen = (int)stream_below(stream, tt->seats);
    int option = tt->options[TT_OPTION_FIRST];

    return option == 0 ? chosen : option - 1;
}

/* TT-2.1 */
static void deal_objectives(TtState *tt, Stream *stream)
{
    uint8_t tokens[TT_OBJECTIVES];
    const uint8_t *next = tokens + TT_OBJECTIVES;

    count_up(tokens, TT_OBJECTIVES);
    stream_deal(stream, tokens, TT_OBJECTIVES, TT_OBJECTIVES_EACH * tt->seats);
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        next -= TT_OBJECTIVES_EACH;
        player->objective_count = TT_OBJECTIVES_EACH;
        memcpy(player->objectives, next, TT_OBJECTIVES_EACH);
    }
}

/* The six tokens in the order they will be drawn; the last comes first. */
static void shuffle_auctions(TtState *tt, Stream *stream)
{
    uint8_t tokens[TT_AUCTIONS];

    count_up(tokens, TT_AUCTIONS);
    stream_shuffle(stream, tokens, TT_AUCTIONS);
    tt->auction = tokens[TT_AUCTIONS - 1];
    memcpy(tt->auctions, tokens, sizeof tt->auctions);
}

void tt_setup(void *state, const Setup *setup)
{
    TtState *tt = state;

    memset(tt, 0, sizeof *tt);
    memcpy(tt->key, setup->seed, sizeof tt->key);
    memcpy(tt->options, setup->options, sizeof tt->options);
    tt->seats = (uint8_t)setup->seats;

    Stream stream = next_stream(tt);
    tt->first = (uint8_t)first_starter(tt, &stream);
    shuffle_auctions(tt, &stream);
    deal_objectives(tt, &stream);
    for (int seat = 0; seat < tt->seats; seat++)
        tt->players[seat].money = TT_FIRST_MONEY;
    tt_begin_round(tt, NULL);
}

/* ------------------------------------------------------------------------- */
/* A round                                                                   */
/* ------------------------------------------------------------------------- */

/* TT-2.2: a token is not used again. */
static void draw_auction(TtState *tt)
{
    uint8_t *next = &tt->auctions[TT_AUCTIONS - tt->round];

    tt->used |= (uint8_t)(1u << tt->auction);
    tt->auction = *next;
    *next = 0;
}

/* Locomotives, wagons and turn-order tokens of the last round go back. */
static void clear_table(TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        player->token = 0;
        player->locomotive_count = 0;
        memset(player->locomotives, 0, sizeof player->locomotives);
    }
    memset(tt->discard, 0, sizeof tt->discard);
    memset(tt->market, 0, sizeof tt->market);
    tt->discard_count = 0;
    tt->market_count = 0;
    tt->passes = 0;
}

/* TT-2.3: three for each player, at random of all eighteen. */
static void shuffle_locomotives(TtState *tt, Stream *stream)
{
    uint8_t all[TT_LOCOMOTIVES];
    int count = TT_OWN * tt->seats;

    count_up(all, TT_LOCOMOTIVES);
    stream_deal(stream, all, TT_LOCOMOTIVES, count);
    tt->pile_count = (uint8_t)count;
    memcpy(tt->pile, all + TT_LOCOMOTIVES - count, (size_t)count);
}

/* TT-2.3: all cards but those in the box. Of each kind a block is written, and over what
 * exceeds its copies the next kind. What the locomotives have left of the stream's block
 * orders the first cards. */
static void shuffle_deck(TtState *tt, Stream *stream)
{
    enum { BLOCK = 16 };
    uint32_t boxed = cards_set(tt->boxed, tt->boxed_count);
    uint8_t cards[TT_DECK_MAX + BLOCK];
    int count = 0;

    for (int card = 0; card < TT_CARDS; card++) {
        assert(TT_CARD_TABLE[card].copies <= BLOCK);
        memset(cards + count, card, BLOCK);
        count += boxed >> card & 1 ? 0 : TT_CARD_TABLE[card].copies;
    }
    memset(cards + count, 0, BLOCK);
    memcpy(tt->deck, cards, sizeof tt->deck);
    tt->deck_count = (uint8_t)count;
    tt->unordered = (uint8_t)count;
    tt->deck_stream = (uint16_t)(tt->shuffles - 1);
    order_block(tt, stream);
}

static void begin_auction(TtState *tt, Events *events)
{
    tt->up = TT_NO_LOCOMOTIVE;
    switch (tt->auction) {
    case TT_ROTATING:
        tt_begin_rotating(tt, events);
        break;
    case TT_PRE_EMPTED:
        tt_begin_pre_empted(tt, tt->first, events);
        break;
    default:
        tt_begin_lot(tt, tt->first, events);
        break;
    }
}

/* TT-2.4: each later round starts one seat further left. */
void tt_begin_round(TtState *tt, Events *events)
{
    tt->round++;
    if (tt->round > 1) {
        draw_auction(tt);
        tt->first = (uint8_t)seat_left_of(tt->first, tt->seats);
        clear_table(tt);
    }
    tt->limit = TT_WAGONS_END;

    Stream stream = next_stream(tt);
    shuffle_locomotives(tt, &stream);
    shuffle_deck(tt, &stream);
    events_report(events, TT_EVENT_ROUND_BEGAN, NOBODY,
                  .marks = EVENT_REVEALS | EVENT_DRAWS,
                  .fields = { tt->round, tt->auction });
    begin_auction(tt, events);
}
