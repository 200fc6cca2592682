/* position.c: positions for tests, in rulebook words. */
#include "position.h"

#include "games/parse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TEXTS = 8, TEXT_MAX = 1024 };

/* ------------------------------------------------------------------------- */
/* Words                                                                     */
/* ------------------------------------------------------------------------- */

int locomotive_named(const char *word)
{
    return parse_name(&TT_LOCOMOTIVE_NAMES, word);
}

int card_named(const char *word)
{
    return parse_name(&TT_CARD_NAMES, word);
}

int objective_named(const char *word)
{
    return parse_name(&TT_OBJECTIVE_NAMES, word);
}

/* One of a few static buffers, used in turn. */
static char *fresh_text(void)
{
    static char texts[TEXTS][TEXT_MAX];
    static int next;
    char *text = texts[next++ % TEXTS];

    text[0] = '\0';
    return text;
}

static void add_word(char *text, const char *word)
{
    size_t length = strlen(text);

    snprintf(text + length, TEXT_MAX - length, "%s%s", length > 0 ? " " : "", word);
}

static const char *words_of(const Names *names, const uint8_t *cards, int count)
{
    char *text = fresh_text();

    for (int i = 0; i < count; i++)
        add_word(text, names->items[cards[i]]);
    return text;
}

/* ------------------------------------------------------------------------- */
/* The setup                                                                 */
/* ------------------------------------------------------------------------- */

Setup setup_with(int seats, const char *options)
{
    return parse_setup(&TAKE_A_TRAIN, seats, options);
}

TtState dealt_position(int seats, const char *options)
{
    Setup setup = setup_with(seats, options);
    TtState tt;

    cr_assert_null(TAKE_A_TRAIN.refuse(&setup));
    TAKE_A_TRAIN.setup(&tt, &setup);
    tt_order_deck(&tt); /* it will be changed by hand */
    return tt;
}

/* All locomotives of the round in the pile, S1 on top. */
static void gather_pile(TtState *tt)
{
    tt->pile_count = (uint8_t)(TT_OWN * tt->seats);
    memset(tt->pile, 0, sizeof tt->pile);
    for (int i = 0; i < tt->pile_count; i++)
        tt->pile[i] = (uint8_t)(tt->pile_count - 1 - i);
    tt->aside_count = tt->drawn_count = 0;
    memset(tt->aside, 0, sizeof tt->aside);
    memset(tt->drawn, 0, sizeof tt->drawn);
}

static void exchange_auctions(TtState *tt, int auction)
{
    for (int i = 0; i < TT_AUCTIONS - 1; i++) {
        if (tt->auctions[i] == auction)
            tt->auctions[i] = tt->auction;
    }
    tt->auction = (uint8_t)auction;
}

TtState before_auction(int seats, const char *options, const char *auction)
{
    TtState tt = dealt_position(seats, options);

    for (int seat = 0; seat < seats; seat++)
        tt.players[seat] = (TtPlayer){ .money = TT_FIRST_MONEY };
    gather_pile(&tt);
    exchange_auctions(&tt, parse_name(&TT_AUCTION_NAMES, auction));
    tt.up = TT_NO_LOCOMOTIVE;
    tt.pending = 0;
    return tt;
}

TtState before_coupling(int seats, const char *options)
{
    return before_auction(seats, options, "passed");
}

/* ------------------------------------------------------------------------- */
/* Giving                                                                    */
/* ------------------------------------------------------------------------- */

static void remove_card(uint8_t *cards, uint8_t *count, int card, const char *what)
{
    uint8_t *found = memchr(cards, card, *count);

    cr_assert_not_null(found, "the %s has no such card left: %d", what, card);
    (*count)--;
    memmove(found, found + 1, (size_t)(cards + *count - found));
    cards[*count] = 0;
}

void give_money(TtState *tt, int seat, int dollars)
{
    tt->players[seat].money = dollars;
}

/* A locomotive that is not in the round's pile yet replaces another. */
static void take_from_pile(TtState *tt, int card)
{
    if (memchr(tt->pile, card, tt->pile_count) == NULL)
        tt->pile[0] = (uint8_t)card;
    remove_card(tt->pile, &tt->pile_count, card, "pile");
}

void give_locomotives(TtState *tt, int seat, const char *cards)
{
    char word[PARSE_WORD_MAX];

    while ((cards = parse_word(cards, word)) != NULL) {
        int is_face_down = word[0] == '-';
        int card = locomotive_named(word + is_face_down);
        take_from_pile(tt, card);
        tt_give(tt, seat, card, is_face_down);
    }
}

void give_objectives(TtState *tt, int seat, const char *objectives)
{
    TtPlayer *player = &tt->players[seat];

    player->objective_count = (uint8_t)parse_names(&TT_OBJECTIVE_NAMES, objectives,
                                                   player->objectives, TT_OBJECTIVES_EACH);
}

void give_wagons(TtState *tt, int seat, int locomotive, const char *cards)
{
    TtLocomotive *own = &tt->players[seat].locomotives[locomotive];

    own->wagon_count =
        (uint8_t)parse_names(&TT_CARD_NAMES, cards, own->wagons, TT_WAGONS_MAX);
    for (int i = 0; i < own->wagon_count; i++)
        remove_card(tt->deck, &tt->deck_count, own->wagons[i], "deck");
}

void give_multiplier(TtState *tt, int seat, int locomotive)
{
    remove_card(tt->deck, &tt->deck_count, TT_MULTIPLIER, "deck");
    tt->players[seat].locomotives[locomotive].multiplier_cards = 1;
}

void stack_pile(TtState *tt, const char *cards)
{
    uint8_t named[TT_LOCOMOTIVES];
    int count = parse_names(&TT_LOCOMOTIVE_NAMES, cards, named, TT_LOCOMOTIVES);

    for (int i = 0; i < count; i++)
        take_from_pile(tt, named[i]);
    for (int i = count - 1; i >= 0; i--)
        tt->pile[tt->pile_count++] = named[i];
}

void stack_deck(TtState *tt, const char *cards)
{
    uint8_t named[TT_DECK_MAX];
    int count = parse_names(&TT_CARD_NAMES, cards, named, TT_DECK_MAX);

    for (int i = 0; i < count; i++)
        remove_card(tt->deck, &tt->deck_count, named[i], "deck");
    for (int i = count - 1; i >= 0; i--)
        tt->deck[tt->deck_count++] = named[i];
}

void leave_in_deck(TtState *tt, const char *cards)
{
    uint8_t named[TT_DECK_MAX];
    int count = parse_names(&TT_CARD_NAMES, cards, named, TT_DECK_MAX);

    for (int i = 0; i < count; i++)
        remove_card(tt->deck, &tt->deck_count, named[i], "deck");
    while (tt->deck_count > 0) {
        tt->discard[tt->discard_count++] = tt->deck[--tt->deck_count];
        tt->deck[tt->deck_count] = 0;
    }
    for (int i = count - 1; i >= 0; i--)
        tt->deck[tt->deck_count++] = named[i];
}

void drop_discards(TtState *tt)
{
    memset(tt->discard, 0, sizeof tt->discard);
    tt->discard_count = 0;
}

void begin_lot(TtState *tt, int due)
{
    switch (tt->auction) {
    case TT_ROTATING:
        tt->first = (uint8_t)due;
        tt_begin_rotating(tt, NULL);
        break;
    case TT_PRE_EMPTED:
        tt->first = (uint8_t)due;
        tt_begin_pre_empted(tt, due, NULL);
        break;
    default:
        tt_begin_lot(tt, due, NULL);
        break;
    }
}

void begin_coupling(TtState *tt)
{
    memset(tt->pile, 0, sizeof tt->pile);
    tt->pile_count = 0;
    tt_fix_order(tt, NULL);
}

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

Action name(const char *card)
{
    return action_make(TT_NAME, locomotive_named(card), 0);
}

Action take(const char *card)
{
    return action_make(TT_TAKE, locomotive_named(card), 0);
}

Action keep(const char *card)
{
    return action_make(TT_KEEP, locomotive_named(card), 0);
}

Action turn_down(const char *card)
{
    return action_make(TT_TURN, locomotive_named(card), 0);
}

Action bid(int dollars)
{
    return action_make(TT_BID, dollars / TT_DOLLARS, 0);
}

Action choose(int seat)
{
    return action_make(TT_CHOOSE, seat, 0);
}

Action couple(const char *card, int locomotive)
{
    return action_make(TT_COUPLE, card_named(card), locomotive);
}

Action collect(void)
{
    return action_make(TT_COLLECT, 0, 0);
}

Action discard(int place)
{
    return action_make(TT_DISCARD, place, 0);
}

Action replace(void)
{
    return action_make(TT_REPLACE, 0, 0);
}

Action hold(void)
{
    return action_make(TT_HOLD, 0, 0);
}

Action pass(void)
{
    return action_make(TT_PASS, 0, 0);
}

void act(TtState *tt, int seat, Action action)
{
    Status status = game_apply(&TAKE_A_TRAIN, tt, seat, action, NULL);

    cr_assert_eq(status, STATUS_OK, "seat %d may not do %#x", seat, action);
}

int offers(const TtState *tt, int seat, Action action)
{
    Action actions[ACTIONS_MAX];
    int count = TAKE_A_TRAIN.list(tt, seat, actions);

    for (int i = 0; i < count; i++) {
        if (actions[i] == action)
            return 1;
    }
    return 0;
}

int offers_count(const TtState *tt, int seat)
{
    Action actions[ACTIONS_MAX];

    return TAKE_A_TRAIN.list(tt, seat, actions);
}

int offers_of_kind(const TtState *tt, int seat, TtActionKind kind)
{
    Action actions[ACTIONS_MAX];
    int count = TAKE_A_TRAIN.list(tt, seat, actions), of_kind = 0;

    for (int i = 0; i < count; i++)
        of_kind += action_kind(actions[i]) == (int)kind;
    return of_kind;
}

SeatSet waiting_seats(const TtState *tt)
{
    return TAKE_A_TRAIN.waiting(tt);
}

void end_round_by_passing(TtState *tt)
{
    int round = tt->round;

    while (tt->round == round && tt->step != TT_OVER)
        act(tt, tt->turn, pass());
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

int money_of(const TtState *tt, int seat)
{
    return tt->players[seat].money;
}

const char *locomotives_of(const TtState *tt, int seat)
{
    const TtPlayer *player = &tt->players[seat];
    char *text = fresh_text();

    for (int i = 0; i < player->locomotive_count; i++) {
        char word[PARSE_WORD_MAX];
        snprintf(word, sizeof word, "%s%s", player->locomotives[i].is_face_down ? "-" : "",
                 TT_LOCOMOTIVE_NAMES.items[player->locomotives[i].card]);
        add_word(text, word);
    }
    return text;
}

const char *wagons_of(const TtState *tt, int seat, int locomotive)
{
    const TtLocomotive *own = &tt->players[seat].locomotives[locomotive];

    return words_of(&TT_CARD_NAMES, own->wagons, own->wagon_count);
}

const char *market_of(const TtState *tt)
{
    return words_of(&TT_CARD_NAMES, tt->market, tt->market_count);
}

const char *drawn_of(const TtState *tt)
{
    return words_of(&TT_LOCOMOTIVE_NAMES, tt->drawn, tt->drawn_count);
}

const char *aside_of(const TtState *tt)
{
    return words_of(&TT_LOCOMOTIVE_NAMES, tt->aside, tt->aside_count);
}

const char *discards_of(const TtState *tt)
{
    return words_of(&TT_CARD_NAMES, tt->discard, tt->discard_count);
}

const char *achieved_of(const TtState *tt, int seat)
{
    return words_of(&TT_OBJECTIVE_NAMES, tt->players[seat].achieved,
                    tt->players[seat].achieved_count);
}

const char *order_of(const TtState *tt)
{
    char *text = fresh_text();

    for (int place = 1; place <= tt->seats; place++) {
        for (int seat = 0; seat < tt->seats; seat++) {
            char word[PARSE_WORD_MAX];
            snprintf(word, sizeof word, "%d", seat);
            if (tt->players[seat].token == place)
                add_word(text, word);
        }
    }
    return text;
}

TtState three_players(const char *deck)
{
    TtState tt = before_coupling(3, "");

    give_locomotives(&tt, 0, "S7 E4 S3");
    give_locomotives(&tt, 1, "D6 D3 S1");
    give_locomotives(&tt, 2, "E1 S4 -S2");
    stack_deck(&tt, deck);
    return tt;
}
