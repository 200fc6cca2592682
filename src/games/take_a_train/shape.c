/* shape.c: the state in the words of docs/formats.md. What is in the middle of
 * something may be missing in a position from outside; it is then at the
 * beginning of what the rest of the position shows. */
#include "games/take_a_train/tt.h"

enum {
    MONEY_MOST = 100000,
    SHUFFLES_MOST = UINT16_MAX,
};

/* ------------------------------------------------------------------------- */
/* Pieces                                                                    */
/* ------------------------------------------------------------------------- */

/* A field that is there only where it means something, and may be missing then. */
static int has_field(Codec *codec, const char *key, int is_meant)
{
    return is_meant && codec_has(codec, key);
}

/* A set of names, a bit each. */
static void shape_set(Codec *codec, const char *key, const Names *names, uint32_t *set)
{
    uint8_t counts[TT_OBJECTIVES] = { 0 };
    uint8_t total = (uint8_t)__builtin_popcount(*set);

    for (int i = 0; i < names->count; i++)
        counts[i] = *set >> i & 1;
    codec_counts(codec, key, names, counts, &total, names->count);
    if (!codec->is_reading)
        return;
    *set = 0;
    for (int i = 0; i < names->count; i++)
        *set |= (uint32_t)(counts[i] > 0) << i;
}

static void shape_locomotive(Codec *codec, TtLocomotive *locomotive)
{
    codec_open_object(codec, NULL);
    codec_name(codec, "card", &TT_LOCOMOTIVE_NAMES, &locomotive->card);
    codec_flag(codec, "face_down", &locomotive->is_face_down);
    codec_u8(codec, "multiplier_cards", &locomotive->multiplier_cards, 0, 1);
    codec_row(codec, "wagons", &TT_CARD_NAMES, locomotive->wagons, &locomotive->wagon_count,
              TT_WAGONS_MAX);
    codec_close(codec);
}

/* ------------------------------------------------------------------------- */
/* Players                                                                   */
/* ------------------------------------------------------------------------- */

static void shape_bids(Codec *codec, const TtState *tt, TtPlayer *player)
{
    int is_auction = tt_stage(tt) == TT_STAGE_AUCTION;
    int is_rotating = is_auction && tt->auction == TT_ROTATING;

    if (has_field(codec, "bid", is_auction && !is_rotating))
        codec_i32(codec, "bid", &player->bid, 0, MONEY_MOST);
    if (has_field(codec, "added", is_auction && tt->auction == TT_DOUBLE_BLIND))
        codec_i32(codec, "added", &player->added, 0, MONEY_MOST);
    if (has_field(codec, "hand", is_rotating))
        codec_row(codec, "hand", &TT_LOCOMOTIVE_NAMES, player->hand, &player->hand_count,
                  TT_OWN);
    if (has_field(codec, "kept", is_rotating))
        codec_row(codec, "kept", &TT_LOCOMOTIVE_NAMES, player->kept, &player->kept_count,
                  TT_OWN);
}

static void shape_player(Codec *codec, const TtState *tt, TtPlayer *player)
{
    codec_open_object(codec, NULL);
    codec_i32(codec, "money", &player->money, 0, MONEY_MOST);
    codec_row(codec, "objectives", &TT_OBJECTIVE_NAMES, player->objectives,
              &player->objective_count, TT_OBJECTIVES_EACH);
    codec_row(codec, "achieved", &TT_OBJECTIVE_NAMES, player->achieved,
              &player->achieved_count, TT_OBJECTIVES_EACH);
    codec_optional(shape_set, codec, "met", &TT_OBJECTIVE_NAMES, &player->met);
    shape_bids(codec, tt, player);
    codec_open_counted(codec, "locomotives", &player->locomotive_count, TT_OWN);
    for (int i = 0; i < player->locomotive_count; i++)
        shape_locomotive(codec, &player->locomotives[i]);
    codec_close(codec);
    codec_close(codec);
}

/* ------------------------------------------------------------------------- */
/* What a position from outside leaves open                                  */
/* ------------------------------------------------------------------------- */

static int likely_step_of_lot(const TtState *tt)
{
    if (tt_seats_that_can_pay(tt) == 0)
        return TT_REPLACING;
    if (tt->up == TT_NO_LOCOMOTIVE)
        return TT_NAMING;
    if (tt->auction == TT_PASSED || tt->auction == TT_OPEN)
        return tt->players[tt_leader(tt)].bid > 0 ? TT_RAISING : TT_OPENING;
    return TT_SEALED;
}

/* `step` holds the first step of the stage that was read. */
static int likely_step(const TtState *tt)
{
    if (tt->step >= TT_COUPLING)
        return tt->step == TT_COUPLING && tt->marked != 0 ? TT_DISCARDING : tt->step;
    switch (tt->auction) {
    case TT_ROTATING:
        return tt->players[0].locomotive_count == 0 ? TT_KEEPING : TT_TURNING;
    case TT_PRE_EMPTED:
        return TT_SEALED;
    default:
        return likely_step_of_lot(tt);
    }
}

/* TT-7: whatever is fulfilled or achieved has been met. */
static void add_to_met(TtState *tt)
{
    for (int seat = 0; seat < tt->seats; seat++) {
        TtPlayer *player = &tt->players[seat];
        player->met |= tt_conditions(tt, seat);
        for (int i = 0; i < player->achieved_count; i++)
            player->met |= 1u << player->achieved[i];
    }
}

/* ------------------------------------------------------------------------- */
/* Parts of the whole                                                        */
/* ------------------------------------------------------------------------- */

static void shape_stage(Codec *codec, TtState *tt)
{
    static const uint8_t FIRST_STEP[] = { TT_NAMING, TT_COUPLING, TT_OVER };
    uint8_t stage = (uint8_t)tt_stage(tt);

    codec_u8(codec, "round", &tt->round, 1, TT_ROUNDS);
    codec_name(codec, "stage", &TT_STAGE_NAMES, &stage);
    if (codec->is_reading)
        tt->step = FIRST_STEP[stage];
    codec_name(codec, "auction", &TT_AUCTION_NAMES, &tt->auction);
}

static void shape_auctions(Codec *codec, TtState *tt)
{
    uint8_t count = (uint8_t)(TT_AUCTIONS - tt->round);
    uint32_t used = tt->used;

    codec_open_list(codec, "auctions", count);
    for (int i = count - 1; i >= 0; i--)
        codec_name(codec, NULL, &TT_AUCTION_NAMES, &tt->auctions[i]);
    codec_close(codec);
    if (codec->is_reading)
        used = ((1u << TT_AUCTIONS) - 1)
               & ~(1u << tt->auction | cards_set(tt->auctions, count));
    codec_optional(shape_set, codec, "used", &TT_AUCTION_NAMES, &used);
    tt->used = (uint8_t)used;
}

static void shape_lot(Codec *codec, TtState *tt)
{
    codec_u8(codec, "first", &tt->first, 0, tt->seats - 1);
    codec_u8(codec, "starter", &tt->starter, 0, tt->seats - 1);
    codec_pile(codec, "pile", &TT_LOCOMOTIVE_NAMES, tt->pile, &tt->pile_count,
               TT_LOCOMOTIVES);
    codec_row(codec, "aside", &TT_LOCOMOTIVE_NAMES, tt->aside, &tt->aside_count,
              TT_LOCOMOTIVES);
    codec_row(codec, "drawn", &TT_LOCOMOTIVE_NAMES, tt->drawn, &tt->drawn_count, TT_SEATS);
    if (codec_has(codec, "up") && (codec->is_reading || tt->up != TT_NO_LOCOMOTIVE))
        codec_name(codec, "up", &TT_LOCOMOTIVE_NAMES, &tt->up);
}

/* In its order, also where that has not been drawn yet. Writing changes nothing. */
static void shape_deck(Codec *codec, TtState *tt)
{
    TtState ordered = *tt;

    tt_order_deck(&ordered);
    TtState *shaped = codec->is_reading ? tt : &ordered;
    codec_pile(codec, "deck", &TT_CARD_NAMES, shaped->deck, &shaped->deck_count,
               TT_DECK_MAX);
}

static void shape_cards(Codec *codec, TtState *tt)
{
    shape_deck(codec, tt);
    codec_pile(codec, "discard", &TT_CARD_NAMES, tt->discard, &tt->discard_count,
               TT_DECK_MAX);
    codec_row(codec, "market", &TT_CARD_NAMES, tt->market, &tt->market_count,
              TT_MARKET_MAX);
    codec_row(codec, "boxed", &TT_CARD_NAMES, tt->boxed, &tt->boxed_count, 2);
    codec_u8(codec, "limit", &tt->limit, TT_WAGONS_END, TT_WAGONS_MAX);
}

static int seat_with_token(const TtState *tt, int token)
{
    int seat = 0;

    while (seat < tt->seats - 1 && tt->players[seat].token != token)
        seat++;
    return seat;
}

/* Seats in the order of their tokens; none before the order is fixed. */
static void shape_order(Codec *codec, TtState *tt)
{
    int count = tt_stage(tt) == TT_STAGE_AUCTION ? 0 : tt->seats;

    codec_open_list(codec, "order", count);
    for (int place = 1; place <= count; place++) {
        uint8_t seat = (uint8_t)seat_with_token(tt, place);
        codec_u8(codec, NULL, &seat, 0, tt->seats - 1);
        if (codec->is_reading && tt->players[seat].token != 0)
            codec->verbs->refuse(codec, NULL, "comes twice");
        tt->players[seat].token = (uint8_t)place;
    }
    codec_close(codec);
    codec_u8(codec, "turn", &tt->turn, 0, tt->seats - 1);
    codec_u8(codec, "passes", &tt->passes, 0, tt->seats);
}

/* Missing, it is what the rest suggests. */
static void shape_step(Codec *codec, TtState *tt)
{
    TtStage stage = tt_stage(tt);

    if (codec->is_reading)
        tt->step = (uint8_t)likely_step(tt);
    if (!codec_has(codec, "step"))
        return;
    codec_moment(codec, "step", TT_MOMENTS, &tt->step);
    if (codec->is_reading && tt_stage(tt) != stage)
        codec->verbs->refuse(codec, "step", "does not belong to the stage");
}

/* What is in the middle of something. */
static void shape_middle(Codec *codec, TtState *tt)
{
    codec_optional(codec_flag, codec, "replaced", &tt->has_replaced);
    codec_optional(codec_seats, codec, "marked", &tt->marked, TT_MARKET_MAX);
    shape_step(codec, tt);
    if (codec->is_reading && TT_MOMENTS[tt->step].pending != NULL)
        tt->pending = TT_MOMENTS[tt->step].pending(tt);
    codec_optional(codec_seats, codec, "pending", &tt->pending, tt->seats);
    if (codec_has(codec, "shuffles")) {
        int32_t shuffles = tt->shuffles;
        codec_i32(codec, "shuffles", &shuffles, 0, SHUFFLES_MOST);
        tt->shuffles = (uint16_t)shuffles;
    }
    codec_optional(codec_bytes, codec, "key", tt->key, SEED_BYTES);
}

/* All but what the setup says. */
static void clear(TtState *tt)
{
    TtState blank = { .seats = tt->seats, .round = 1, .up = TT_NO_LOCOMOTIVE };

    memcpy(blank.key, tt->key, sizeof blank.key);
    memcpy(blank.options, tt->options, sizeof blank.options);
    *tt = blank;
}

void tt_shape(Codec *codec, void *state)
{
    TtState *tt = state;

    if (codec->is_reading)
        clear(tt);
    shape_stage(codec, tt);
    shape_auctions(codec, tt);
    shape_lot(codec, tt);
    shape_cards(codec, tt);
    shape_order(codec, tt);
    codec_open_list(codec, "players", tt->seats);
    for (int seat = 0; seat < tt->seats; seat++)
        shape_player(codec, tt, &tt->players[seat]);
    codec_close(codec);
    shape_middle(codec, tt);
    if (codec->is_reading)
        add_to_met(tt);
}
