/* position.c: positions for tests, in rulebook words. */
#include "position.h"

#include "games/parse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------- */
/* Words                                                                     */
/* ------------------------------------------------------------------------- */

int card_named(const char *name)
{
    return parse_name(&SM_CARD_NAMES, name);
}

/* ------------------------------------------------------------------------- */
/* Piles                                                                     */
/* ------------------------------------------------------------------------- */

static void take_out(uint8_t *pile, uint8_t *count, int card)
{
    int at = *count - 1;

    while (at >= 0 && pile[at] != card)
        at--;
    cr_assert_geq(at, 0, "there is no %s left", SM_CARD_NAMES.items[card]);
    --*count;
    memmove(pile + at, pile + at + 1, (size_t)(*count - at));
    pile[*count] = 0;
}

static void put_under(uint8_t *pile, uint8_t *count, int card)
{
    memmove(pile + 1, pile, *count);
    pile[0] = (uint8_t)card;
    ++*count;
}

static void take_from_deck(SmState *sm, int card)
{
    take_out(sm->deck, &sm->deck_count, card);
}

void stack_deck(SmState *sm, const char *cards)
{
    uint8_t named[SM_CARDS];
    int count = parse_names(&SM_CARD_NAMES, cards, named, SM_CARDS);

    for (int i = 0; i < count; i++)
        take_from_deck(sm, named[i]);
    while (count > 0)
        sm->deck[sm->deck_count++] = named[--count];
}

void stack_discards(SmState *sm, const char *cards)
{
    uint8_t named[SM_CARDS];
    int count = parse_names(&SM_CARD_NAMES, cards, named, SM_CARDS);

    while (count > 0) {
        take_from_deck(sm, named[--count]);
        sm->discard[sm->discard_count++] = named[count];
    }
}

static void bring_locomotive(SmState *sm)
{
    if (sm->pile_count == 0)
        return;
    sm->station[sm->station_count++] =
        (SmTrain){ .locomotive = sm->pile[--sm->pile_count] };
    sm->pile[sm->pile_count] = 0;
    sm_keep_room(sm);
}

void leave_in_deck(SmState *sm, const char *cards)
{
    uint8_t named[SM_CARDS];
    int count = parse_names(&SM_CARD_NAMES, cards, named, SM_CARDS);

    for (int i = 0; i < count; i++)
        take_from_deck(sm, named[i]);
    while (sm->deck_count > 0) {
        int card = sm->deck[--sm->deck_count];
        sm->deck[sm->deck_count] = 0;
        put_under(sm->discard, &sm->discard_count, card);
        if (card == SM_RUSH_HOUR)
            bring_locomotive(sm);
    }
    while (count > 0)
        sm->deck[sm->deck_count++] = named[--count];
}

void stack_pile(SmState *sm, const char *locomotives)
{
    uint8_t named[SM_LOCOMOTIVES];
    int count = parse_names(&SM_LOCOMOTIVE_NAMES, locomotives, named, SM_LOCOMOTIVES);

    for (int i = 0; i < count; i++)
        take_out(sm->pile, &sm->pile_count, named[i]);
    while (count > 0)
        sm->pile[sm->pile_count++] = named[--count];
}

void empty_pile(SmState *sm)
{
    while (sm->pile_count > 0) {
        sm->gone[sm->gone_count++] = sm->pile[--sm->pile_count];
        sm->pile[sm->pile_count] = 0;
    }
}

void leave_trains(SmState *sm, int trains)
{
    empty_pile(sm);
    while (sm->station_count > trains) {
        SmTrain *train = &sm->station[--sm->station_count];
        cr_assert(train->carriage_count == 0 && train->token_count == 0);
        sm->gone[sm->gone_count++] = train->locomotive;
        *train = (SmTrain){ 0 };
    }
    sm_keep_room(sm);
}

/* ------------------------------------------------------------------------- */
/* Beginnings                                                                */
/* ------------------------------------------------------------------------- */

Setup setup_with(int seats, const char *first)
{
    Setup setup;

    game_default_setup(&STATION_MASTER, seats, &setup);
    setup.options[SM_OPTION_FIRST] =
        (uint8_t)parse_name(&SM_OPTION_TABLE[SM_OPTION_FIRST].values, first);
    return setup;
}

SmState dealt_position(int seats)
{
    Setup setup = setup_with(seats, "0");
    SmState sm;

    STATION_MASTER.setup(&sm, &setup);
    return sm;
}

/* Every card but those dealt; the Rush Hour at the bottom. */
static void fill_deck(SmState *sm)
{
    sm->deck[sm->deck_count++] = SM_RUSH_HOUR;
    for (int card = SM_RUSH_HOUR - 1; card >= 0; card--) {
        for (int i = 0; i < SM_CARD_TABLE[card].copies; i++)
            sm->deck[sm->deck_count++] = (uint8_t)card;
    }
}

static void fill_pile(SmState *sm)
{
    for (int kind = 0; kind < SM_LOCOMOTIVE_KINDS; kind++) {
        for (int i = sm_locomotives_in_play(kind, sm->seats); i > 0; i--)
            sm->pile[sm->pile_count++] = (uint8_t)kind;
    }
}

SmState quiet_position(int seats, const char *locomotives)
{
    SmState sm = { .seats = (uint8_t)seats };

    fill_deck(&sm);
    fill_pile(&sm);
    stack_pile(&sm, locomotives);
    for (int seat = 0; seat < seats; seat++) {
        SmPlayer *player = &sm.players[seat];
        bring_locomotive(&sm);
        player->home_count = SM_TOKENS;
        memcpy(player->home, (const uint8_t[]){ 3, 2, 1 }, SM_VALUES);
        for (int i = 0; i < SM_HAND; i++) {
            player->hand[i] = sm.deck[--sm.deck_count];
            sm.deck[sm.deck_count] = 0;
        }
        player->hand_count = SM_HAND;
    }
    cr_assert_str_eq(station_words(&sm), locomotives);
    return sm;
}

/* ------------------------------------------------------------------------- */
/* Giving                                                                    */
/* ------------------------------------------------------------------------- */

void give_hand(SmState *sm, int seat, const char *cards)
{
    SmPlayer *player = &sm->players[seat];
    uint8_t named[SM_HAND];
    int count = parse_names(&SM_HELD_NAMES, cards, named, SM_HAND);

    for (int i = 0; i < player->hand_count; i++)
        put_under(sm->deck, &sm->deck_count, player->hand[i]);
    memset(player->hand, 0, sizeof player->hand);
    player->hand_count = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        take_from_deck(sm, named[i]);
        player->hand[i] = named[i];
    }
    sm_sort_hand(player);
}

void give_carriages(SmState *sm, int train, const char *carriages)
{
    SmTrain *at = &sm->station[train];
    uint8_t named[SM_LARGEST];
    int count = parse_names(&SM_CARRIAGE_NAMES, carriages, named, SM_LARGEST);

    for (int i = 0; i < count; i++) {
        take_from_deck(sm, named[i]);
        at->carriages[at->carriage_count++] = named[i];
    }
}

void give_royal(SmState *sm, int train)
{
    take_from_deck(sm, SM_ROYAL);
    sm->station[train].royals++;
}

void give_standing(SmState *sm, int train)
{
    take_from_deck(sm, SM_STANDING);
    sm->station[train].standings++;
    sm_keep_room(sm);
}

void give_token(SmState *sm, int train, int seat, int value)
{
    SmPlayer *player = &sm->players[seat];
    SmTrain *at = &sm->station[train];

    cr_assert_gt(player->home[value - 1], 0, "seat %d has no such token left", seat);
    player->home[value - 1]--;
    player->home_count--;
    at->tokens[at->token_count++] = (SmToken){ (uint8_t)seat, (uint8_t)value };
    sm_keep_room(sm);
}

void give_score(SmState *sm, int seat, int score, int best)
{
    sm->players[seat].score = (int16_t)score;
    sm->players[seat].best = (int16_t)best;
}

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

Action board(int value, int train)
{
    return action_make(SM_BOARD, value, train);
}

Action couple(const char *card, int train)
{
    return action_make(SM_COUPLE, card_named(card), train);
}

Action caboose(int train)
{
    return action_make(SM_PLAY(SM_CABOOSE), train, 0);
}

Action royal(int train)
{
    return action_make(SM_PLAY(SM_ROYAL), train, 0);
}

Action standing(int train)
{
    return action_make(SM_PLAY(SM_STANDING), train, 0);
}

Action reassign(int from, int to)
{
    return action_make(SM_PLAY(SM_REASSIGN), from, to);
}

Action repair(const char *special, const char *card, int train)
{
    return action_make(SM_PLAY(card_named(special)), card_named(card), train);
}

Action transfer(int from, int to)
{
    return action_make(SM_PLAY(SM_TRANSFER), from, to);
}

Action uncouple(const char *special, int train)
{
    return action_make(SM_PLAY(card_named(special)), train, 0);
}

Action move(int place)
{
    return action_make(SM_MOVE, place, 0);
}

Action done(void)
{
    return action_make(SM_DONE, 0, 0);
}

Action waste(const char *card)
{
    return action_make(SM_WASTE, card_named(card), 0);
}

void act_watched(SmState *sm, Action action, Events *events)
{
    expect_sound(sm);
    cr_assert_eq(game_apply(&STATION_MASTER, sm, sm->turn, action, events), STATUS_OK,
                 "action %#x is not offered", action);
    expect_sound(sm);
}

void act(SmState *sm, Action action)
{
    act_watched(sm, action, NULL);
}

int offers(const SmState *sm, Action action)
{
    Action actions[ACTIONS_MAX];
    int count = STATION_MASTER.list(sm, sm->turn, actions);

    for (int i = 0; i < count; i++) {
        if (actions[i] == action)
            return 1;
    }
    return 0;
}

int offers_of_kind(const SmState *sm, int kind)
{
    Action actions[ACTIONS_MAX];
    int count = STATION_MASTER.list(sm, sm->turn, actions), found = 0;

    for (int i = 0; i < count; i++)
        found += action_kind(actions[i]) == kind;
    return found;
}

int offers_count(const SmState *sm)
{
    Action actions[ACTIONS_MAX];

    return STATION_MASTER.list(sm, sm->turn, actions);
}

int events_of_kind(const Events *events, SmEventKind kind)
{
    int found = 0;

    for (int i = 0; i < events->count; i++)
        found += events->items[i].kind == kind;
    return found;
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

static char *next_text(void)
{
    static char texts[8][2048];
    static int used;

    used = (used + 1) % 8;
    texts[used][0] = '\0';
    return texts[used];
}

static void add_word(char *text, const char *word)
{
    if (text[0] != '\0')
        strcat(text, " ");
    strcat(text, word);
}

static const char *name_of(const Names *names, int value)
{
    return value < names->count ? names->items[value] : "?";
}

static const char *row_words(const Names *names, const uint8_t *cards, int count)
{
    char *text = next_text();

    for (int i = 0; i < count; i++)
        add_word(text, name_of(names, cards[i]));
    return text;
}

static const char *pile_of(const Names *names, const uint8_t *cards, int count)
{
    char *text = next_text();

    while (count > 0)
        add_word(text, name_of(names, cards[--count]));
    return text;
}

const char *hand_words(const SmState *sm, int seat)
{
    return row_words(&SM_CARD_NAMES, sm->players[seat].hand, sm->players[seat].hand_count);
}

const char *deck_words(const SmState *sm)
{
    return pile_of(&SM_CARD_NAMES, sm->deck, sm->deck_count);
}

const char *discard_words(const SmState *sm)
{
    return pile_of(&SM_CARD_NAMES, sm->discard, sm->discard_count);
}

const char *carriage_words(const SmState *sm, int train)
{
    const SmTrain *at = &sm->station[train];

    return row_words(&SM_CARD_NAMES, at->carriages, at->carriage_count);
}

const char *station_words(const SmState *sm)
{
    char *text = next_text();

    for (int t = 0; t < sm->station_count; t++)
        add_word(text, name_of(&SM_LOCOMOTIVE_NAMES, sm->station[t].locomotive));
    return text;
}

const char *pile_words(const SmState *sm)
{
    return pile_of(&SM_LOCOMOTIVE_NAMES, sm->pile, sm->pile_count);
}

const char *gone_words(const SmState *sm)
{
    return pile_of(&SM_LOCOMOTIVE_NAMES, sm->gone, sm->gone_count);
}

const char *token_words(const SmState *sm, int train)
{
    const SmTrain *at = &sm->station[train];
    char *text = next_text(), word[PARSE_WORD_MAX];

    for (int i = 0; i < at->token_count; i++) {
        snprintf(word, sizeof word, "%d:%d", at->tokens[i].seat, at->tokens[i].value);
        add_word(text, word);
    }
    return text;
}

const char *home_words(const SmState *sm, int seat)
{
    static const char *const values[SM_VALUES] = { "1", "2", "3" };
    char *text = next_text();

    for (int value = 0; value < SM_VALUES; value++) {
        for (int i = 0; i < sm->players[seat].home[value]; i++)
            add_word(text, values[value]);
    }
    return text;
}

static int count_in(const uint8_t *cards, int count, int card)
{
    int found = 0;

    for (int i = 0; i < count; i++)
        found += cards[i] == card;
    return found;
}

int copies_in_play(const SmState *sm, int card)
{
    int found = count_in(sm->deck, sm->deck_count, card)
                + count_in(sm->discard, sm->discard_count, card);

    for (int seat = 0; seat < sm->seats; seat++)
        found += count_in(sm->players[seat].hand, sm->players[seat].hand_count, card);
    for (int t = 0; t < sm->station_count; t++) {
        const SmTrain *at = &sm->station[t];
        found += count_in(at->carriages, at->carriage_count, card);
        found += card == SM_ROYAL ? at->royals : 0;
        found += card == SM_STANDING ? at->standings : 0;
    }
    return found;
}

int score_of(const SmState *sm, int seat)
{
    return sm->players[seat].score;
}

void expect_sound(const SmState *sm)
{
    const char *fault = STATION_MASTER.unsound(sm);

    cr_assert_null(fault, "%s", fault);
}
