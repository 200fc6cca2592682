/* deal.c: setting up (chapter 2) and the beginning of a new day (chapter 6). */
#include "games/freight_train/ft.h"

#include <string.h>

/* FT-1.3: the White Wind box has no cabooses. */
const char *ft_refuse(const Setup *setup)
{
    const uint8_t *options = setup->options;

    if (options[FT_OPTION_CABOOSES]
        && !FT_EDITIONS[options[FT_OPTION_EDITION]].has_cabooses)
        return "cabooses";
    if (options[FT_OPTION_FIRST] > setup->seats)
        return "first";
    return NULL;
}

int ft_cars_of_type(const FtState *ft)
{
    return ft_edition(ft)->cars_of_type[ft->seats];
}

/* The deal of each day has a stream of its own. */
static Stream stream_of_day(const FtState *ft)
{
    Stream stream;

    stream_open(&stream, ft->key, ft->day);
    return stream;
}

/* The top card. The end-of-day card lies among the bottom ones that are left. */
int ft_draw(FtState *ft)
{
    int card = ft->deck[--ft->deck_count];

    ft->deck[ft->deck_count] = 0;
    if (ft->bottom > ft->deck_count)
        ft->bottom = ft->deck_count;
    return card;
}

static void deal_main_yard(FtState *ft)
{
    for (int s = 0; s < FT_MAIN_SIDINGS; s++) {
        FtMainSiding *siding = &ft->main[s];
        while (siding->length < FT_MAIN_ROOM)
            siding->cars[siding->length++] = (uint8_t)ft_draw(ft);
    }
}

static void deal_yard(FtState *ft, FtPlayer *player)
{
    for (int s = 0; s < FT_YARD_SIDINGS; s++) {
        FtYardSiding *siding = &player->yard[s];
        while (siding->length < FT_DEAL)
            siding->cars[siding->length++] = (uint8_t)ft_draw(ft);
    }
}

/* FT-2.5, FT-6.1: the end-of-day card is shuffled into the bottom part: half of
 * the deck on the first day, then a third, then a quarter, rounded down. The
 * deck is in random order already, so a random place there does it. */
static void hide_end_of_day(FtState *ft, Stream *stream)
{
    int part = ft->deck_count / (ft->day + 1);
    int place = (int)stream_below(stream, (uint32_t)part + 1);

    memmove(ft->deck + place + 1, ft->deck + place, (size_t)(ft->deck_count - place));
    ft->deck[place] = FT_END_OF_DAY;
    ft->deck_count++;
    ft->bottom = (uint8_t)(part + 1);
}

/* ------------------------------------------------------------------------- */
/* The first day                                                             */
/* ------------------------------------------------------------------------- */

static void shuffle_all_cars(FtState *ft, Stream *stream)
{
    for (int car = 0; car < FT_TYPES; car++) {
        for (int i = 0; i < ft_cars_of_type(ft); i++)
            ft->deck[ft->deck_count++] = (uint8_t)car;
    }
    stream_shuffle(stream, ft->deck, ft->deck_count);
}

/* FT-2.7. Chance is asked even where the option decides, so that the cards are
 * the same either way. */
static int first_player(const FtState *ft, Stream *stream)
{
    int chosen = (int)stream_below(stream, ft->seats);
    int option = ft->options[FT_OPTION_FIRST];

    return option == 0 ? chosen : option - 1;
}

void ft_setup(void *state, const Setup *setup)
{
    FtState *ft = state;

    memset(ft, 0, sizeof *ft);
    memcpy(ft->key, setup->seed, sizeof ft->key);
    memcpy(ft->options, setup->options, sizeof ft->options);
    ft->seats = (uint8_t)setup->seats;
    ft->day = 1;
    ft->round = 1;

    Stream stream = stream_of_day(ft);
    ft->first = (uint8_t)first_player(ft, &stream);
    ft->turn = ft->first;
    shuffle_all_cars(ft, &stream);
    deal_main_yard(ft);
    for (int seat = 0; seat < ft->seats; seat++) {
        FtPlayer *player = &ft->players[seat];
        player->points = FT_FIRST_POINTS;
        player->locomotives = FT_LOCOMOTIVES[ft->seats];
        deal_yard(ft, player);
        ft_keep_welcome(ft, seat);
    }
    hide_end_of_day(ft, &stream);
}

/* ------------------------------------------------------------------------- */
/* The days after                                                            */
/* ------------------------------------------------------------------------- */

/* FT-6.1: the card is still in the deck if everybody had to pass (FT-3.7). */
static void take_out_end_of_day(FtState *ft)
{
    uint8_t *card = memchr(ft->deck, FT_END_OF_DAY, ft->deck_count);

    if (card == NULL)
        return;
    ft->deck_count--;
    memmove(card, card + 1, (size_t)(ft->deck + ft->deck_count - card));
}

static void return_train(FtState *ft, FtTrain *train)
{
    for (uint32_t types = train->types; types; types &= types - 1) {
        int car = __builtin_ctz(types), cars = ft_cars_aboard(train, car);
        memset(ft->deck + ft->deck_count, car, (size_t)cars);
        ft->deck_count = (uint8_t)(ft->deck_count + cars);
    }
    *train = (FtTrain){ 0 };
}

/* FT-5.9: trains and main yard are emptied; yards stay. */
static void return_cars(FtState *ft)
{
    for (int s = 0; s < FT_MAIN_SIDINGS; s++) {
        FtMainSiding *siding = &ft->main[s];
        memcpy(ft->deck + ft->deck_count, siding->cars, siding->length);
        ft->deck_count = (uint8_t)(ft->deck_count + siding->length);
        *siding = (FtMainSiding){ 0 };
    }
    for (int seat = 0; seat < ft->seats; seat++) {
        for (int t = 0; t < ft->players[seat].locomotives; t++)
            return_train(ft, &ft->players[seat].trains[t]);
    }
}

/* FT-6.2: one locomotive for whoever called none the day before. */
static void hand_out_locomotives(FtState *ft, Events *events)
{
    for (int seat = 0; seat < ft->seats; seat++) {
        FtPlayer *player = &ft->players[seat];
        if (!player->has_called) {
            player->locomotives++;
            events_report(events, FT_EVENT_FREE_LOCOMOTIVE, seat);
        }
        player->has_called = 0;
        ft_keep_welcome(ft, seat);
    }
}

void ft_begin_day(FtState *ft, Events *events)
{
    take_out_end_of_day(ft);
    return_cars(ft);
    ft->day++;
    ft->is_ending = 0;

    Stream stream = stream_of_day(ft);
    stream_shuffle(&stream, ft->deck, ft->deck_count);
    deal_main_yard(ft);
    hide_end_of_day(ft, &stream);
    events_report(events, FT_EVENT_DAY_BEGAN, NOBODY, .marks = EVENT_REVEALS | EVENT_DRAWS,
                  .fields = { ft->day });
    hand_out_locomotives(ft, events);
}
