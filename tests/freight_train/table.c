/* table.c: actions of the seat on turn, and the position as text. */
#include "position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TEXTS = 8, WORDS_MAX = 2500 };

/* ------------------------------------------------------------------------- */
/* Acting                                                                    */
/* ------------------------------------------------------------------------- */

Action fill(int siding)
{
    return action_make(FT_FILL, siding, 0);
}

Action take(int siding)
{
    return action_make(FT_TAKE, siding, 0);
}

Action switch_car(int siding, int train)
{
    return action_make(FT_SWITCH, siding, train);
}

Action rearrange(void)
{
    return action_make(FT_REARRANGE, 0, 0);
}

Action call_locomotive(void)
{
    return action_make(FT_CALL, 0, 0);
}

Action close_train(int train)
{
    return action_make(FT_CLOSE, train, 0);
}

Action couple(FtCar car, int train)
{
    return action_make(FT_COUPLE, (int)car, train);
}

Action store(FtCar car, int siding)
{
    return action_make(FT_STORE, (int)car, siding);
}

Action done(void)
{
    return action_make(FT_DONE, 0, 0);
}

Action pass(void)
{
    return action_make(FT_PASS, 0, 0);
}

void expect_sound(const FtState *ft)
{
    const char *fault = FREIGHT_TRAIN.unsound(ft);

    cr_assert_null(fault, "unsound: %s", fault);
}

void act(FtState *ft, Action action)
{
    Status status;

    expect_sound(ft);
    status = game_apply(&FREIGHT_TRAIN, ft, ft->turn, action, NULL);
    cr_assert_eq(status, STATUS_OK, "refused: %s %d %d",
                 FREIGHT_TRAIN.action_kinds[action_kind(action)].word, action_a(action),
                 action_b(action));
    expect_sound(ft);
}

static int list_offers(const FtState *ft, Action *actions)
{
    expect_sound(ft);
    return FREIGHT_TRAIN.list(ft, ft->turn, actions);
}

int offers(const FtState *ft, Action action)
{
    Action actions[ACTIONS_MAX];
    int count = list_offers(ft, actions);

    for (int i = 0; i < count; i++) {
        if (actions[i] == action)
            return 1;
    }
    return 0;
}

int offers_of_kind(const FtState *ft, FtActionKind kind)
{
    Action actions[ACTIONS_MAX];
    int count = list_offers(ft, actions);
    int of_kind = 0;

    for (int i = 0; i < count; i++)
        of_kind += action_kind(actions[i]) == (int)kind;
    return of_kind;
}

int offers_count(const FtState *ft)
{
    Action actions[ACTIONS_MAX];

    return list_offers(ft, actions);
}

static void rearrange_quietly(FtState *ft)
{
    FtPlayer before = ft->players[ft->turn];

    ft->players[ft->turn].points++;
    act(ft, rearrange());
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        for (int i = 0; i < before.yard[s].length; i++)
            act(ft, store((FtCar)before.yard[s].cars[i], s));
    }
}

void end_turn_quietly(FtState *ft)
{
    if (ft->day < FT_DAYS && !ft->players[ft->turn].has_called)
        act(ft, call_locomotive());
    else
        rearrange_quietly(ft);
}

void end_day_quietly(FtState *ft)
{
    int last = ft->first == 0 ? ft->seats - 1 : ft->first - 1;

    set_turn(ft, ft->first, last);
    if (!ft->is_ending)
        set_ending(ft);
    end_turn_quietly(ft);
}

/* ------------------------------------------------------------------------- */
/* Looking                                                                   */
/* ------------------------------------------------------------------------- */

static char *fresh_text(void)
{
    static char texts[TEXTS][WORDS_MAX];
    static int next;

    next = (next + 1) % TEXTS;
    texts[next][0] = '\0';
    return texts[next];
}

static void add_word(char *text, int card)
{
    size_t length = strlen(text);

    snprintf(text + length, WORDS_MAX - length, "%s%s", length == 0 ? "" : " ",
             card_name(card));
}

static const char *row_words(const uint8_t *cards, int count)
{
    char *text = fresh_text();

    for (int i = 0; i < count; i++)
        add_word(text, cards[i]);
    return text;
}

const char *yard_words(const FtState *ft, int seat, int siding)
{
    const FtYardSiding *yard = &ft->players[seat].yard[siding];

    return row_words(yard->cars, yard->length);
}

const char *main_words(const FtState *ft, int siding)
{
    return row_words(ft->main[siding].cars, ft->main[siding].length);
}

const char *train_words(const FtState *ft, int seat, int train)
{
    const FtTrain *cars = &ft->players[seat].trains[train];
    int each = __builtin_popcount(cars->types) > 1 ? 1 : cars->cars;
    char *text = fresh_text();

    for (int type = 0; type < FT_TYPES; type++) {
        for (int i = 0; i < each && (cars->types >> type & 1); i++)
            add_word(text, type);
    }
    return text;
}

const char *deck_words(const FtState *ft)
{
    char *text = fresh_text();

    for (int i = ft->deck_count - 1; i >= 0; i--)
        add_word(text, ft->deck[i]);
    return text;
}

int yard_cars(const FtState *ft, int seat)
{
    return ft->players[seat].yard[0].length + ft->players[seat].yard[1].length;
}

int main_cars(const FtState *ft)
{
    int cars = 0;

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        cars += ft->main[s].length;
    return cars;
}

int train_cars(const FtState *ft, int seat)
{
    int cars = 0;

    for (int t = 0; t < FT_TRAINS; t++)
        cars += ft->players[seat].trains[t].cars;
    return cars;
}

static int count_in(const uint8_t *cards, int count, int type)
{
    int found = 0;

    for (int i = 0; i < count; i++)
        found += cards[i] == type;
    return found;
}

static int count_of_player(const FtPlayer *player, int type)
{
    int found = 0;

    for (int s = 0; s < FT_YARD_SIDINGS; s++)
        found += count_in(player->yard[s].cars, player->yard[s].length, type);
    for (int t = 0; t < player->locomotives && type < FT_TYPES; t++) {
        const FtTrain *train = &player->trains[t];
        int has_type = train->types >> type & 1;

        found += train->types == 1u << type ? train->cars : has_type;
    }
    return found;
}

int cards_of_type(const FtState *ft, int type)
{
    int found = count_in(ft->deck, ft->deck_count, type);

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        found += count_in(ft->main[s].cars, ft->main[s].length, type);
    for (int seat = 0; seat < ft->seats; seat++)
        found += count_of_player(&ft->players[seat], type);
    return found + (type < FT_TYPES ? ft->held[type] : 0);
}

int cars_in_deck(const FtState *ft, int type)
{
    return count_in(ft->deck, ft->deck_count, type);
}

int cards_under_the_end(const FtState *ft)
{
    int under = -1;

    for (int i = 0; i < ft->deck_count; i++) {
        if (ft->deck[i] == FT_END_OF_DAY)
            under = i;
    }
    return under;
}
