/* shape.c: the state in the words of docs/formats.md, and whether a position
 * from outside can be played. */
#include "games/freight_train/ft.h"

enum {
    POINTS_LEAST = -FT_YARD_CARS, /* at the end; before, 0 */
    POINTS_MOST = 9999,
    TRAIN_MOST = 16, /* all cars of one type; a mixed train has eleven at most */
};

/* ------------------------------------------------------------------------- */
/* Out and in                                                                */
/* ------------------------------------------------------------------------- */

static void shape_train(Codec *codec, FtTrain *train)
{
    uint8_t cars[FT_TYPES];

    for (int car = 0; car < FT_TYPES; car++)
        cars[car] = (uint8_t)ft_cars_aboard(train, car);
    codec_open_object(codec, NULL);
    codec_counts(codec, "cars", &FT_CAR_NAMES, cars, &train->cars, TRAIN_MOST);
    codec_flag(codec, "caboose", &train->is_closed);
    codec_close(codec);
    if (!codec->is_reading)
        return;
    train->types = 0;
    for (int car = 0; car < FT_TYPES; car++)
        train->types |= (uint16_t)((cars[car] > 0) << car);
}

/* Locomotives without cars stand last, in whatever order they were given. */
static void sort_trains(FtPlayer *player)
{
    int used = 0;

    for (int t = 0; t < player->locomotives; t++) {
        FtTrain train = player->trains[t];
        if (train.cars == 0)
            continue;
        player->trains[t] = player->trains[used];
        player->trains[used++] = train;
    }
}

static void shape_player(Codec *codec, const FtState *ft, FtPlayer *player)
{
    codec_open_object(codec, NULL);
    codec_i16(codec, "points", &player->points, ft->stage == FT_OVER ? POINTS_LEAST : 0,
              POINTS_MOST);
    codec_open_list(codec, "yard", FT_YARD_SIDINGS);
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        FtYardSiding *siding = &player->yard[s];
        codec_row(codec, NULL, &FT_CAR_NAMES, siding->cars, &siding->length, FT_YARD_ROOM);
    }
    codec_close(codec);
    codec_flag(codec, "called", &player->has_called);
    codec_open_counted(codec, "trains", &player->locomotives, FT_TRAINS);
    for (int t = 0; t < player->locomotives; t++)
        shape_train(codec, &player->trains[t]);
    codec_close(codec);
    codec_close(codec);
    if (codec->is_reading)
        sort_trains(player);
}

/* Where in the turn we are. A position that does not say is at the beginning of
 * a turn, and one without a key will deal the coming days from the setup's. */
static void shape_turn(Codec *codec, FtState *ft)
{
    codec_optional(codec_moment, codec, "stage", FT_MOMENTS, &ft->stage);
    codec_optional(codec_flag, codec, "filled", &ft->has_filled);
    codec_optional(codec_u8, codec, "switched", &ft->switched, 0, FT_SWITCHED - 1);
    codec_optional(codec_counts, codec, "held", &FT_CAR_NAMES, ft->held, &ft->held_count,
                   FT_YARD_CARS);
    codec_optional(codec_bytes, codec, "key", ft->key, SEED_BYTES);
}

/* All but what the setup says. */
static void clear(FtState *ft)
{
    FtState blank = { .seats = ft->seats };

    memcpy(blank.key, ft->key, sizeof blank.key);
    memcpy(blank.options, ft->options, sizeof blank.options);
    *ft = blank;
}

/* Trains that cannot run together take nothing; ft_unsound refuses them. */
static void keep_welcomes(FtState *ft)
{
    for (int seat = 0; seat < ft->seats; seat++) {
        if (ft_has_legal_trains(&ft->players[seat]))
            ft_keep_welcome(ft, seat);
    }
}

void ft_shape(Codec *codec, void *state)
{
    FtState *ft = state;

    if (codec->is_reading)
        clear(ft);
    codec_u8(codec, "day", &ft->day, 1, FT_DAYS);
    codec_i16(codec, "round", &ft->round, 1, FT_ROUNDS_MAX);
    codec_u8(codec, "first", &ft->first, 0, ft->seats - 1);
    codec_u8(codec, "turn", &ft->turn, 0, ft->seats - 1);
    codec_seats(codec, "played", &ft->played, ft->seats);
    codec_seats(codec, "passed", &ft->passed, ft->seats);
    codec_flag(codec, "ending", &ft->is_ending);
    shape_turn(codec, ft);
    codec_pile(codec, "deck", &FT_DECK_NAMES, ft->deck, &ft->deck_count, FT_DECK_MAX);
    codec_u8(codec, "bottom", &ft->bottom, 0, FT_DECK_MAX);
    codec_open_list(codec, "main", FT_MAIN_SIDINGS);
    for (int s = 0; s < FT_MAIN_SIDINGS; s++)
        codec_row(codec, NULL, &FT_CAR_NAMES, ft->main[s].cars, &ft->main[s].length,
                  FT_MAIN_ROOM);
    codec_close(codec);
    codec_open_list(codec, "players", ft->seats);
    for (int seat = 0; seat < ft->seats; seat++)
        shape_player(codec, ft, &ft->players[seat]);
    codec_close(codec);
    if (codec->is_reading)
        keep_welcomes(ft);
}

/* ------------------------------------------------------------------------- */
/* Soundness                                                                 */
/* ------------------------------------------------------------------------- */

static const char *check_cars(const FtState *ft)
{
    uint8_t left[FT_TYPES + 1]; /* the deck also holds the end-of-day card */

    ft_count_unseen(ft, left);
    cards_strike_out(left, ft->deck, ft->deck_count);
    return cards_are_struck_out(left, FT_TYPES)
               ? NULL
               : "The cars do not add up: each type has a fixed number of cards in play.";
}

static const char *check_end_of_day(const FtState *ft)
{
    int in_deck = cards_count(ft->deck, ft->deck_count, FT_END_OF_DAY);

    if (in_deck != !ft->is_ending)
        return "The end-of-day card must be in the deck until it is drawn, and only then "
               "not.";
    if (ft->bottom > ft->deck_count || (ft->bottom > 0) != in_deck
        || in_deck != cards_count(ft->deck, ft->bottom, FT_END_OF_DAY))
        return "The end-of-day card must be in the bottom part of the deck.";
    return NULL;
}

/* One for each day that has passed, called or free, and one if called today. */
static const char *check_locomotives(const FtState *ft)
{
    for (int seat = 0; seat < ft->seats; seat++) {
        const FtPlayer *player = &ft->players[seat];
        if (player->locomotives
            > FT_LOCOMOTIVES[ft->seats] + ft->day - 1 + player->has_called)
            return "A player has too many locomotives for this day.";
    }
    return NULL;
}

static const char *check_trains(const FtState *ft)
{
    for (int seat = 0; seat < ft->seats; seat++) {
        const FtPlayer *player = &ft->players[seat];
        if (!ft_has_legal_trains(player))
            return "A player's trains cannot run together: one type each and no type "
                   "twice, but for one mixed train.";
        for (int t = 0; t < player->locomotives; t++) {
            if (player->trains[t].is_closed && player->trains[t].cars == 0)
                return "A caboose needs a train with a car.";
        }
    }
    return ft_cabooses_left(ft) < 0 ? "There are more cabooses than there can be." : NULL;
}

static const char *check_stage(const FtState *ft)
{
    const FtMoment *moment = &FT_MOMENTS[ft->stage];
    int held = ft->held_count;

    if (held < moment->held.least || held > moment->held.most)
        return "The number of cars in hand does not fit the stage of the turn.";
    if (ft->switched < moment->switched.least || ft->switched > moment->switched.most)
        return "The number of cars switched does not fit the stage of the turn.";
    if (ft->stage == FT_REARRANGING
        && held + ft_yard_cars(&ft->players[ft->turn]) > FT_YARD_CARS)
        return "There are more cars in hand than the yard has room for.";
    return game_is_stuck(&FREIGHT_TRAIN, ft) ? "The turn cannot be finished from here."
                                             : NULL;
}

const char *ft_unsound(const void *state)
{
    const FtState *ft = state;

    return check_trains(ft)     ?: check_cars(ft) ?: check_end_of_day(ft)
           ?: check_locomotives(ft) ?: check_stage(ft);
}
