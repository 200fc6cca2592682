/* kuhn_poker.c: Kuhn poker, as an implementation of engine/game.h. */
#include "games/kuhn_poker.h"

#include <string.h>

/* ------------------------------------------------------------------------- */
/* Words                                                                     */
/* ------------------------------------------------------------------------- */

static const char *const CARD_NAMES[] = { "jack", "queen", "king" };
static const Names CARDS = NAMES("card", CARD_NAMES);
#define CARD                                                                               \
    {                                                                                      \
        .name = "card", .form = FIELD_NAME, .names = &CARDS                                \
    }

static const char *const ANTE_NAMES[] = { "1", "2" };
static const char *const HANDS_NAMES[] = { "1", "2", "3" };
static const Option OPTIONS[] = {
    [KUHN_OPTION_ANTE] = { "ante", NAMES("ante", ANTE_NAMES), 0 },
    [KUHN_OPTION_HANDS] = { "hands", NAMES("hands", HANDS_NAMES), 0 },
};

static const ActionKind ACTIONS[] = {
    [KUHN_PASS] = { "pass", { { 0 } } },
    [KUHN_BET] = { "bet", { { 0 } } },
};

static const EventKind EVENTS[] = {
    [KUHN_EVENT_PASSED] = { "passed", { { 0 } }, { 0 } },
    [KUHN_EVENT_BET] = { "bet", { { 0 } }, { 0 } },
    [KUHN_EVENT_SHOWED] = { "showed", { CARD }, { 0 } },
    [KUHN_EVENT_WON] = { "won", { { .name = "chips", .form = FIELD_NUMBER } }, { 0 } },
    [KUHN_EVENT_DEALT] = { "dealt", { CARD }, { 0 } },
};

/* ------------------------------------------------------------------------- */
/* A hand                                                                    */
/* ------------------------------------------------------------------------- */

static Event event_of(int kind, int seat, int value)
{
    return (Event){ .kind = (uint8_t)kind, .seat = (int8_t)seat, .fields = { value } };
}

static int first_of_hand(const KuhnState *kuhn)
{
    return kuhn->hand % KUHN_SEATS;
}

static void deal(KuhnState *kuhn, Events *events)
{
    uint8_t deck[KUHN_CARDS] = { KUHN_JACK, KUHN_QUEEN, KUHN_KING };
    Stream stream;

    stream_open(&stream, kuhn->key, kuhn->hand);
    stream_shuffle(&stream, deck, KUHN_CARDS);
    memcpy(kuhn->cards, deck, sizeof kuhn->cards);
    kuhn->bets = 0;
    kuhn->turn = (uint8_t)first_of_hand(kuhn);
    for (int seat = 0; seat < KUHN_SEATS; seat++) {
        Event dealt = event_of(KUHN_EVENT_DEALT, seat, kuhn->cards[seat]);
        dealt.marks = EVENT_DRAWS;
        dealt.only = seat_bit(seat);
        events_add(events, dealt);
    }
}

/* Nobody bet, or the bet was called; otherwise the better wins unseen. */
static int is_showdown(const KuhnState *kuhn)
{
    return kuhn->bets == 0 || kuhn->bets == seats_all(KUHN_SEATS);
}

static int hand_winner(const KuhnState *kuhn)
{
    if (!is_showdown(kuhn))
        return seats_first(kuhn->bets);
    return kuhn->cards[1] > kuhn->cards[0];
}

static void show_cards(const KuhnState *kuhn, Events *events)
{
    for (int seat = 0; seat < KUHN_SEATS; seat++) {
        Event showed = event_of(KUHN_EVENT_SHOWED, seat, kuhn->cards[seat]);
        showed.marks = EVENT_REVEALS;
        events_add(events, showed);
    }
}

static void end_hand(KuhnState *kuhn, Events *events)
{
    int is_called = kuhn->bets == seats_all(KUHN_SEATS);
    int chips = kuhn->ante + (is_called ? KUHN_BET_CHIPS : 0);
    int winner = hand_winner(kuhn);

    if (is_showdown(kuhn))
        show_cards(kuhn, events);
    events_add(events, event_of(KUHN_EVENT_WON, winner, chips));
    kuhn->chips[winner] = (int16_t)(kuhn->chips[winner] + chips);
    kuhn->chips[!winner] = (int16_t)(kuhn->chips[!winner] - chips);
    kuhn->is_over = kuhn->hand + 1 == kuhn->hands;
    if (kuhn->is_over)
        return;
    kuhn->hand++;
    deal(kuhn, events);
}

/* ------------------------------------------------------------------------- */
/* Play                                                                      */
/* ------------------------------------------------------------------------- */

static const char *refuse(const Setup *setup)
{
    (void)setup;
    return NULL;
}

static void set_up(void *state, const Setup *setup)
{
    KuhnState *kuhn = state;

    *kuhn = (KuhnState){
        .ante = (uint8_t)(setup->options[KUHN_OPTION_ANTE] + 1),
        .hands = (uint8_t)(setup->options[KUHN_OPTION_HANDS] + 1),
    };
    memcpy(kuhn->key, setup->seed, SEED_BYTES);
    deal(kuhn, NULL);
}

static SeatSet waiting(const void *state)
{
    const KuhnState *kuhn = state;

    return kuhn->is_over ? 0 : seat_bit(kuhn->turn);
}

static int list(const void *state, int seat, Action *out)
{
    if (!seats_have(waiting(state), seat))
        return 0;
    out[0] = action_make(KUHN_PASS, 0, 0);
    out[1] = action_make(KUHN_BET, 0, 0);
    return 2;
}

static void apply(void *state, int seat, Action action, Events *events)
{
    KuhnState *kuhn = state;
    int is_bet = action_kind(action) == KUHN_BET;
    int answers_bet = kuhn->bets != 0;
    int is_second_pass = !is_bet && seat != first_of_hand(kuhn);

    events_add(events, event_of(is_bet ? KUHN_EVENT_BET : KUHN_EVENT_PASSED, seat, 0));
    if (is_bet)
        kuhn->bets |= seat_bit(seat);
    if (answers_bet || is_second_pass)
        end_hand(kuhn, events);
    else
        kuhn->turn = !seat;
}

static void scores(const void *state, int *chips)
{
    const KuhnState *kuhn = state;

    for (int seat = 0; seat < KUHN_SEATS; seat++)
        chips[seat] = kuhn->chips[seat];
}

static void ranking(const void *state, int *places)
{
    int chips[KUHN_SEATS];

    scores(state, chips);
    game_rank_by(chips, KUHN_SEATS, places);
}

/* ------------------------------------------------------------------------- */
/* Views: the other's card is hidden until a showdown ends the game          */
/* ------------------------------------------------------------------------- */

static void observe(const void *state, int seat, void *view)
{
    KuhnState *seen = view;

    *seen = *(const KuhnState *)state;
    memset(seen->key, 0, SEED_BYTES);
    for (int other = 0; other < KUHN_SEATS; other++) {
        if (other != seat && !(seen->is_over && is_showdown(seen)))
            seen->cards[other] = UNKNOWN_CARD;
    }
}

static void determinize(const void *view, int seat, Rng *rng, void *state)
{
    KuhnState *kuhn = state;
    uint8_t *hidden = &kuhn->cards[!seat];

    *kuhn = *(const KuhnState *)view;
    rng_fill(rng, kuhn->key, SEED_BYTES);
    if (*hidden == UNKNOWN_CARD) /* one of the two that are not the seat's own */
        *hidden = (uint8_t)((kuhn->cards[seat] + 1u + rng_below(rng, 2)) % KUHN_CARDS);
}

/* ------------------------------------------------------------------------- */
/* Positions and sentences                                                   */
/* ------------------------------------------------------------------------- */

static void shape(Codec *codec, void *state)
{
    enum { CHIPS_MAX = KUHN_HANDS_MAX * (KUHN_ANTE_MAX + KUHN_BET_CHIPS) };
    KuhnState *kuhn = state;

    codec_u8(codec, "hand", &kuhn->hand, 0, kuhn->hands - 1);
    codec_u8(codec, "turn", &kuhn->turn, 0, KUHN_SEATS - 1);
    codec_seats(codec, "bets", &kuhn->bets, KUHN_SEATS);
    codec_flag(codec, "over", &kuhn->is_over);
    codec_open_list(codec, "players", KUHN_SEATS);
    for (int seat = 0; seat < KUHN_SEATS; seat++) {
        codec_open_object(codec, NULL);
        codec_name(codec, "card", &CARDS, &kuhn->cards[seat]);
        codec_i16(codec, "chips", &kuhn->chips[seat], -CHIPS_MAX, CHIPS_MAX);
        codec_close(codec);
    }
    codec_close(codec);
    if (codec_has(codec, "key"))
        codec_bytes(codec, "key", kuhn->key, SEED_BYTES);
}

static const char *unsound(const void *state)
{
    const KuhnState *kuhn = state;
    int hands_ended = kuhn->hand + kuhn->is_over;
    int most = hands_ended * (kuhn->ante + KUHN_BET_CHIPS);
    int turn_began = kuhn->turn == first_of_hand(kuhn);

    if (kuhn->cards[0] == kuhn->cards[1])
        return "There is one card of each kind.";
    if (kuhn->chips[0] + kuhn->chips[1] != 0)
        return "What one player has won the other must have lost.";
    if (kuhn->chips[0] > most || kuhn->chips[0] < -most)
        return "So many chips cannot have changed hands yet.";
    if (!kuhn->is_over && seats_have(kuhn->bets, kuhn->turn))
        return "Whoever has bet does not act again.";
    if (kuhn->is_over && hands_ended != kuhn->hands)
        return "There are hands left to play.";
    if (kuhn->is_over
        && (kuhn->bets == seat_bit(kuhn->turn) || (!kuhn->bets && turn_began)))
        return "The last hand has not ended.";
    return NULL;
}

/* The card that the action is made with, where the view shows it. */
static void say(const void *view, int seat, Action action, Phrase *phrase)
{
    static const Field field = CARD;
    int card = ((const KuhnState *)view)->cards[seat];

    (void)action;
    phrase_add(phrase, &field, card == UNKNOWN_CARD ? UNKNOWN : card);
}

const Game KUHN_POKER = {
    .id = "kuhn-poker",
    .rules_version = 1,
    .least_seats = KUHN_SEATS,
    .most_seats = KUHN_SEATS,
    .state_size = sizeof(KuhnState),
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof OPTIONS[0],
    .action_kinds = ACTIONS,
    .action_kind_count = sizeof ACTIONS / sizeof ACTIONS[0],
    .event_kinds = EVENTS,
    .event_kind_count = sizeof EVENTS / sizeof EVENTS[0],
    .refuse = refuse,
    .setup = set_up,
    .waiting = waiting,
    .list = list,
    .apply = apply,
    .observe = observe,
    .determinize = determinize,
    .scores = scores,
    .ranking = ranking,
    .shape = shape,
    .unsound = unsound,
    .say = say,
};
