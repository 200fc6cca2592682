/* random_position.c: random positions of all kinds, from games and constructed. */
#include "random_position.h"

#include "position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 400 };

int proof_rounds(int times)
{
    const char *percent = getenv("ROUNDHOUSE_PROOF");
    int rounds = percent == NULL ? times : times * atoi(percent) / 100;

    return rounds > 0 ? rounds : 1; /* a proof of nothing would always hold */
}

static int below(Rng *rng, int bound)
{
    return (int)rng_below(rng, (uint32_t)bound);
}

static int one_in(Rng *rng, int chances)
{
    return below(rng, chances) == 0;
}

typedef struct Options {
    int seats;
    char words[TEXT_MAX];
} Options;

static Options random_options(Rng *rng)
{
    static const char *const mixed[] = { "edition", "score", "none" };
    int is_mayfair = below(rng, 2);
    int has_cabooses = is_mayfair && below(rng, 3) > 0;
    Options options = { .seats = 2 + below(rng, 4) };

    snprintf(options.words, sizeof options.words,
             "edition=%s sequence=%s cabooses=%s mixed=%s first=%d",
             is_mayfair ? "mayfair" : "white-wind", one_in(rng, 4) ? "plain" : "engine",
             has_cabooses ? "on" : "off", mixed[below(rng, 3)], below(rng, options.seats));
    return options;
}

/* ------------------------------------------------------------------------- */
/* From games                                                                */
/* ------------------------------------------------------------------------- */

static void act_at_random(FtState *ft, Rng *rng)
{
    Action actions[ACTIONS_MAX];
    int count = FREIGHT_TRAIN.list(ft, ft->turn, actions);

    FREIGHT_TRAIN.apply(ft, ft->turn, actions[below(rng, count)], NULL);
}

static int is_start_of_turn(const FtState *ft)
{
    return ft->stage == FT_TURN && !ft->has_filled;
}

/* If the game ends too soon: the last start of a turn. */
FtState random_play_position(Rng *rng)
{
    Options options = random_options(rng);
    Setup setup = setup_with(options.seats, options.words);
    FtState ft, last;
    int decisions = below(rng, 800);

    rng_fill(rng, setup.seed, SEED_BYTES);
    FREIGHT_TRAIN.setup(&ft, &setup);
    last = ft;
    while (ft.stage != FT_OVER && (decisions-- > 0 || !is_start_of_turn(&ft))) {
        if (is_start_of_turn(&ft))
            last = ft;
        act_at_random(&ft, rng);
    }
    return ft.stage == FT_OVER ? last : ft;
}

/* ------------------------------------------------------------------------- */
/* Constructed                                                               */
/* ------------------------------------------------------------------------- */

static void add_name(char *text, int type)
{
    size_t length = strlen(text);

    snprintf(text + length, TEXT_MAX - length, " %s", card_name(type));
}

/* One of the first `types` types, or the next that the deck still has. */
static int random_type_in_deck(const FtState *ft, Rng *rng, int types)
{
    int type = below(rng, types);

    for (int i = 0; i < FT_TYPES; i++) {
        if (cars_in_deck(ft, (type + i) % FT_TYPES) > 0)
            return (type + i) % FT_TYPES;
    }
    return -1;
}

static void give_random_yard(FtState *ft, Rng *rng, int seat, int cars, int types)
{
    for (int i = 0; i < cars; i++) {
        int type = random_type_in_deck(ft, rng, types);
        int siding = below(rng, FT_YARD_SIDINGS);

        if (ft->players[seat].yard[siding].length == FT_YARD_ROOM)
            siding = 1 - siding;
        if (type >= 0)
            give_yard(ft, seat, siding, card_name(type));
    }
}

static void give_random_main(FtState *ft, Rng *rng, int sidings, int cars, int types)
{
    for (int i = 0; i < cars; i++) {
        int type = random_type_in_deck(ft, rng, types);
        int siding = below(rng, sidings);

        if (type >= 0 && ft->main[siding].length < FT_MAIN_ROOM)
            give_main(ft, siding, card_name(type));
    }
}

static int cabooses_out(const FtState *ft)
{
    int out = 0;

    for (int seat = 0; seat < ft->seats; seat++) {
        for (int t = 0; t < FT_TRAINS; t++)
            out += ft->players[seat].trains[t].is_closed;
    }
    return out;
}

static void give_train_at_random(FtState *ft, Rng *rng, int seat, const char *cars)
{
    int may_close = ft->options[FT_OPTION_CABOOSES] && cabooses_out(ft) < FT_CABOOSES;

    if (may_close && one_in(rng, 4))
        give_closed_train(ft, seat, cars);
    else
        give_train(ft, seat, cars);
}

static void give_random_mixed(FtState *ft, Rng *rng, int seat)
{
    char text[TEXT_MAX] = "";
    int chances = 1 + below(rng, 8);

    for (int type = 0; type < FT_TYPES; type++) {
        if (cars_in_deck(ft, type) > 0 && (one_in(rng, chances) || type == FT_STOCK))
            add_name(text, type);
    }
    if (text[0] != '\0')
        give_train_at_random(ft, rng, seat, text);
}

static void give_random_pure(FtState *ft, Rng *rng, int seat, int type, int lone_in)
{
    char text[TEXT_MAX] = "";
    int cars = one_in(rng, lone_in) ? 1 : 2 + below(rng, 3);

    for (int i = 0; i < cars && i < cars_in_deck(ft, type); i++)
        add_name(text, type);
    if (text[0] != '\0')
        give_train_at_random(ft, rng, seat, text);
}

/* The number of trains, the ratio of single cars, and the first type to be used: the
 * types before it come last. */
typedef struct TrainStyle {
    int trains, lone_in, from_type;
} TrainStyle;

/* One-type trains of different types, and perhaps a mixed one among them. */
static void give_random_trains(FtState *ft, Rng *rng, int seat, TrainStyle style)
{
    uint8_t types[FT_TYPES];
    int mixed = one_in(rng, 2) ? below(rng, style.trains + 1) : -1;

    for (int i = 0; i < FT_TYPES; i++)
        types[i] = (uint8_t)((style.from_type + i) % FT_TYPES);
    rng_shuffle(rng, types, FT_TYPES - style.from_type);
    for (int t = 0; t < style.trains; t++) {
        if (t == mixed)
            give_random_mixed(ft, rng, seat);
        else
            give_random_pure(ft, rng, seat, types[t], style.lone_in);
    }
}

/* The end-of-day card comes soon, or has come. */
static void hurry_the_end(FtState *ft, Rng *rng)
{
    char text[TEXT_MAX] = "";
    int above = below(rng, 8);

    if (one_in(rng, 3)) {
        set_ending(ft);
        return;
    }
    for (int i = 0; i < above && i + 1 < ft->deck_count; i++) {
        int card = ft->deck[ft->deck_count - 1 - i];

        if (card != FT_END_OF_DAY)
            add_name(text, card);
    }
    add_name(text, FT_END_OF_DAY);
    stack_deck(ft, text);
}

static int random_yard_size(Rng *rng)
{
    switch (below(rng, 4)) {
    case 0:
        return below(rng, 3);
    case 1:
        return 3 + below(rng, 3);
    case 2:
        return 13 + below(rng, 4);
    default:
        return below(rng, FT_YARD_CARS + 1);
    }
}

static void set_random_turn(FtState *ft, Rng *rng)
{
    int turn = below(rng, ft->seats);

    set_day(ft, 1 + below(rng, FT_DAYS));
    set_turn(ft, ft->first, turn);
    for (int seat = 0; seat < ft->seats; seat++) {
        give_points(ft, seat, below(rng, 3));
        if (ft->day < FT_DAYS && one_in(rng, 2))
            set_called(ft, seat);
        if (seats_have(ft->played, seat) && one_in(rng, 2))
            ft->passed |= seat_bit(seat);
    }
}

FtState tight_position(Rng *rng)
{
    Options options = random_options(rng);
    FtState ft = quiet_position(options.seats, options.words);
    int spare = one_in(rng, 2) ? 0 : below(rng, 4);

    shuffle_deck(&ft, rng);
    set_random_turn(&ft, rng);
    give_random_yard(&ft, rng, ft.turn, random_yard_size(rng), FT_TYPES);
    give_random_main(&ft, rng, 1 + below(rng, FT_MAIN_SIDINGS), below(rng, 10), FT_TYPES);
    give_random_trains(&ft, rng, ft.turn,
                       (TrainStyle){ ft.players[ft.turn].locomotives - spare, 2, 0 });
    for (int seat = 0; seat < ft.seats; seat++) {
        if (seat != ft.turn && one_in(rng, 2))
            give_random_trains(&ft, rng, seat, (TrainStyle){ below(rng, 4), 2, 0 });
    }
    if (one_in(rng, 2))
        thin_deck(&ft, below(rng, 7));
    hurry_the_end(&ft, rng);
    return ft;
}

/* No point and no call, unless rarely. */
static void impoverish(FtState *ft, Rng *rng)
{
    FtPlayer *player = &ft->players[ft->turn];

    give_points(ft, ft->turn, one_in(rng, 6));
    if (ft->day < FT_DAYS && !player->has_called && below(rng, 6) > 0)
        set_called(ft, ft->turn);
    ft->passed = one_in(rng, 2) ? ft->played : ft->passed;
}

FtState cramped_position(Rng *rng)
{
    Options options = random_options(rng);
    FtState ft = quiet_position(options.seats, options.words);
    int types = 2 + below(rng, 4);
    int is_full = below(rng, 8) > 0;
    TrainStyle style = { .lone_in = 8, .from_type = one_in(rng, 2) ? types : 0 };

    shuffle_deck(&ft, rng);
    set_random_turn(&ft, rng);
    impoverish(&ft, rng);
    style.trains = ft.players[ft.turn].locomotives - one_in(rng, 8);
    give_random_trains(&ft, rng, ft.turn, style);
    give_random_yard(&ft, rng, ft.turn, is_full ? 14 + below(rng, 3) : below(rng, 2),
                     types);
    give_random_main(&ft, rng, 2 + below(rng, FT_MAIN_SIDINGS - 1), below(rng, 12), types);
    if (below(rng, 4) > 0)
        thin_deck(&ft, below(rng, 4));
    hurry_the_end(&ft, rng);
    return ft;
}

FtState last_turn_position(Rng *rng)
{
    Options options = random_options(rng);
    FtState ft = quiet_position(options.seats, options.words);

    set_day(&ft, 1 + below(rng, FT_DAYS));
    for (int seat = 0; seat < ft.seats; seat++) {
        give_random_trains(
            &ft, rng, seat,
            (TrainStyle){ below(rng, ft.players[seat].locomotives + 1), 2, 0 });
        give_random_yard(&ft, rng, seat, 1 + below(rng, FT_YARD_CARS), FT_TYPES);
        give_points(&ft, seat, below(rng, 12));
    }
    set_turn(&ft, ft.first, (ft.first + ft.seats - 1) % ft.seats);
    set_ending(&ft);
    return ft;
}
