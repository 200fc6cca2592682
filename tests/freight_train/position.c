/* position.c: positions for tests, in rulebook words. */
#include "position.h"

#include "games/parse.h"

#include <criterion/criterion.h>
#include <string.h>

const char *card_name(int card)
{
    return FT_DECK_NAMES.items[card];
}

int card_named(const char *name)
{
    return parse_name(&FT_DECK_NAMES, name);
}

static int cards_in(const char *text, uint8_t *cards, int most)
{
    return parse_names(&FT_DECK_NAMES, text, cards, most);
}

/* ------------------------------------------------------------------------- */
/* The setup                                                                 */
/* ------------------------------------------------------------------------- */

Setup setup_with(int seats, const char *options)
{
    return parse_setup(&FREIGHT_TRAIN, seats, options);
}

FtState dealt_position(int seats, const char *options)
{
    Setup setup = setup_with(seats, options);
    FtState ft;

    cr_assert_null(FREIGHT_TRAIN.refuse(&setup));
    FREIGHT_TRAIN.setup(&ft, &setup);
    return ft;
}

/* ------------------------------------------------------------------------- */
/* The deck                                                                  */
/* ------------------------------------------------------------------------- */

static int find_in_deck(const FtState *ft, int card)
{
    for (int i = 0; i < ft->deck_count; i++) {
        if (ft->deck[i] == card)
            return i;
    }
    return -1;
}

/* Public knowledge about the place of the end-of-day card: at least, that it is in the
 * lower half. */
static void settle_deck(FtState *ft)
{
    int end = find_in_deck(ft, FT_END_OF_DAY);
    int half = (ft->deck_count - 1) / 2 + 1;

    memset(ft->deck + ft->deck_count, 0, (size_t)(FT_DECK_MAX - ft->deck_count));
    if (end < 0)
        ft->bottom = 0;
    else
        ft->bottom = (uint8_t)(end + 1 > half ? end + 1 : half);
}

static void remove_from_deck(FtState *ft, int card)
{
    int at = find_in_deck(ft, card);

    cr_assert_geq(at, 0, "the deck has no %s left", card_name(card));
    ft->deck_count--;
    memmove(ft->deck + at, ft->deck + at + 1, (size_t)(ft->deck_count - at));
    settle_deck(ft);
}

static void put_on_deck(FtState *ft, int card)
{
    ft->deck[ft->deck_count++] = (uint8_t)card;
    settle_deck(ft);
}

void stack_deck(FtState *ft, const char *cards)
{
    uint8_t named[FT_DECK_MAX];
    int count = cards_in(cards, named, FT_DECK_MAX);

    for (int i = 0; i < count; i++)
        remove_from_deck(ft, named[i]);
    for (int i = count - 1; i >= 0; i--)
        put_on_deck(ft, named[i]);
}

/* ------------------------------------------------------------------------- */
/* A quiet position                                                          */
/* ------------------------------------------------------------------------- */

static void gather(FtState *ft, uint8_t *cars, uint8_t *length)
{
    for (int i = 0; i < *length; i++) {
        put_on_deck(ft, cars[i]);
        cars[i] = 0;
    }
    *length = 0;
}

/* All cars in turn, so that no type is rare near the top; the end-of-day card at
 * the very bottom. */
static void order_deck(FtState *ft)
{
    int each = (ft->deck_count - 1) / FT_TYPES;

    ft->deck[0] = FT_END_OF_DAY;
    for (int i = 0; i < each * FT_TYPES; i++)
        ft->deck[1 + i] = (uint8_t)(i % FT_TYPES);
    settle_deck(ft);
}

FtState quiet_position(int seats, const char *options)
{
    FtState ft = dealt_position(seats, options);

    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        gather(&ft, ft.main[s].cars, &ft.main[s].length);
    for (int seat = 0; seat < seats; seat++) {
        for (int s = 0; s < FT_YARD_SIDINGS; s++)
            gather(&ft, ft.players[seat].yard[s].cars, &ft.players[seat].yard[s].length);
    }
    order_deck(&ft);
    return ft;
}

/* The trains or locomotives of a seat have changed. */
static void keep_welcome(FtState *ft, int seat)
{
    if (ft_has_legal_trains(&ft->players[seat]))
        ft_keep_welcome(ft, seat);
}

void set_day(FtState *ft, int day)
{
    for (int seat = 0; seat < ft->seats; seat++) {
        FtPlayer *player = &ft->players[seat];
        player->locomotives = (uint8_t)(player->locomotives + day - ft->day);
        keep_welcome(ft, seat);
    }
    ft->day = (uint8_t)day;
}

void set_called(FtState *ft, int seat)
{
    ft->players[seat].has_called = 1;
    ft->players[seat].locomotives++;
    keep_welcome(ft, seat);
}

void set_turn(FtState *ft, int first, int turn)
{
    ft->first = (uint8_t)first;
    ft->turn = (uint8_t)turn;
    ft->played = 0;
    for (int seat = first; seat != turn; seat = seat_left_of(seat, ft->seats))
        ft->played |= seat_bit(seat);
}

void set_ending(FtState *ft)
{
    remove_from_deck(ft, FT_END_OF_DAY);
    ft->is_ending = 1;
}

void give_points(FtState *ft, int seat, int points)
{
    ft->players[seat].points = (int16_t)points;
}

/* ------------------------------------------------------------------------- */
/* Giving cars                                                               */
/* ------------------------------------------------------------------------- */

static FtTrain *next_locomotive(FtState *ft, int seat)
{
    FtPlayer *player = &ft->players[seat];

    for (int t = 0; t < player->locomotives; t++) {
        if (player->trains[t].cars == 0)
            return &player->trains[t];
    }
    cr_assert_fail("seat %d has no locomotive left", seat);
    return NULL;
}

void give_train(FtState *ft, int seat, const char *cars)
{
    uint8_t named[FT_DECK_MAX];
    int count = cards_in(cars, named, FT_DECK_MAX);
    FtTrain *train = next_locomotive(ft, seat);

    for (int i = 0; i < count; i++) {
        remove_from_deck(ft, named[i]);
        ft_add_car(train, named[i]);
    }
    keep_welcome(ft, seat);
}

void give_closed_train(FtState *ft, int seat, const char *cars)
{
    FtTrain *train = next_locomotive(ft, seat);

    give_train(ft, seat, cars);
    train->is_closed = 1;
    keep_welcome(ft, seat);
}

void close_given_train(FtState *ft, int seat, int train)
{
    ft->players[seat].trains[train].is_closed = 1;
    keep_welcome(ft, seat);
}

static void give_row(FtState *ft, uint8_t *row, uint8_t *length, int room, const char *cars)
{
    uint8_t named[FT_YARD_ROOM];
    int count = cards_in(cars, named, FT_YARD_ROOM);

    cr_assert_leq(*length + count, room);
    for (int i = 0; i < count; i++) {
        remove_from_deck(ft, named[i]);
        row[(*length)++] = named[i];
    }
}

void give_yard(FtState *ft, int seat, int siding, const char *cars)
{
    FtYardSiding *yard = &ft->players[seat].yard[siding];

    give_row(ft, yard->cars, &yard->length, FT_YARD_ROOM, cars);
}

void give_main(FtState *ft, int siding, const char *cars)
{
    FtMainSiding *row = &ft->main[siding];

    give_row(ft, row->cars, &row->length, FT_MAIN_ROOM, cars);
}

/* The longest train of that type alone, else a locomotive without cars. */
static FtTrain *train_for(FtPlayer *player, int type)
{
    FtTrain *best = NULL;

    for (int t = 0; t < player->locomotives; t++) {
        FtTrain *train = &player->trains[t];

        if (train->cars > 0 && train->types != 1u << type)
            continue;
        if (best == NULL || train->cars > best->cars)
            best = train;
    }
    return best;
}

static int add_to_train(FtState *ft, int seat, int type)
{
    FtTrain *train = train_for(&ft->players[seat], type);

    if (train == NULL || train->is_closed)
        return 0;
    ft_add_car(train, type);
    keep_welcome(ft, seat);
    return 1;
}

static int add_to_yard(FtPlayer *player, int type)
{
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        if (player->yard[s].length < FT_YARD_ROOM) {
            player->yard[s].cars[player->yard[s].length++] = (uint8_t)type;
            return 1;
        }
    }
    return 0;
}

/* A car of the deck goes to one of the other seats: to a train, or if nobody has
 * a locomotive to spare, to a yard. */
static int hoard_car(FtState *ft, int type)
{
    int is_placed = 0;

    for (int seat = 0; seat < ft->seats && !is_placed; seat++)
        is_placed = seat != ft->turn && add_to_train(ft, seat, type);
    for (int seat = 0; seat < ft->seats && !is_placed; seat++)
        is_placed = seat != ft->turn && add_to_yard(&ft->players[seat], type);
    if (is_placed)
        remove_from_deck(ft, type);
    return is_placed;
}

void thin_deck(FtState *ft, int cards)
{
    for (int type = 0; type < FT_TYPES; type++) {
        while (ft->deck_count > cards && find_in_deck(ft, type) >= 0) {
            if (!hoard_car(ft, type))
                break;
        }
    }
}

void shuffle_deck(FtState *ft, Rng *rng)
{
    rng_shuffle(rng, ft->deck, ft->deck_count);
    settle_deck(ft);
}

void leave_in_deck(FtState *ft, const char *cards)
{
    uint8_t named[FT_DECK_MAX];
    int count = cards_in(cards, named, FT_DECK_MAX);

    for (int i = 0; i < count; i++)
        remove_from_deck(ft, named[i]);
    if (find_in_deck(ft, FT_END_OF_DAY) >= 0)
        set_ending(ft);
    thin_deck(ft, 0);
    cr_assert_eq(ft->deck_count, 0, "the others have no room for the whole deck");
    for (int i = count - 1; i >= 0; i--) {
        put_on_deck(ft, named[i]);
        if (named[i] == FT_END_OF_DAY)
            ft->is_ending = 0;
    }
    settle_deck(ft);
}
